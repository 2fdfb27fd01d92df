"""The simple bot: it is legal under every book, plays like somebody who knows the game, and clearly beats chance."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from puur.bots.simple import NothingToDo, choose, remark
from puur.cli.terminal.host import PERSON, next_event
from puur.core.actions import to_act
from puur.core.cards import CardSet, shuffled
from puur.core.events import (
    Announced,
    CardPlayed,
    Cut,
    Event,
    HandsRecorded,
    Pushed,
    StoeckShown,
    Thanked,
    WeisAdded,
    WeisAnnounced,
)
from puur.core.form import lines_of
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.core.setup import Setup
from puur.core.view import View, view_of
from puur.reglement import load
from tests.support import PARTNER_BOOKS, A, B, C, D, announce, book, dealt, endgame, fill, play, table

Bot = Callable[[View, random.Random], Event]


def by_chance(view: View, rng: random.Random) -> Event:
    """Anything legal; announcing rather than pushing for ever, playing rather than talking."""
    moves = [option for option in view.options if isinstance(option, Announced | Pushed | CardPlayed)]
    return rng.choice(moves or list(view.options))


def card(game: Game, seat: int) -> str:
    event = choose(view_of(game, seat), random.Random(0))
    assert isinstance(event, CardPlayed)
    return str(event.card)


def whole_game(rules: Reglement, seed: int, person: Bot) -> Game:
    """A game to its end: three bots and the table by themselves, `person` at seat 0. A refused event fails the test."""
    game = Game(rules, Setup())
    rng = random.Random(seed)
    while not game.over:
        event = next_event(game, seed)
        if event is None:
            options = view_of(game, PERSON).options
            event = person(view_of(game, PERSON), rng) if options else Cut(PERSON, rng.randint(3, 35))
        elif to_act(game) is not None and event.seat == to_act(game):  # type: ignore[union-attr]
            assert event in view_of(game, to_act(game) or 0).options
        game.submit(event)
    return game


# ---- legal everywhere ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("person", [choose, by_chance], ids=["among bots", "against chance"])
@pytest.mark.parametrize("key", PARTNER_BOOKS)
def test_whole_games_are_legal_under_every_book(key: str, person: Bot) -> None:
    rules = load(key)
    for seed in range(3):
        _check_complete(whole_game(rules, seed, person))


@pytest.mark.slow
@pytest.mark.parametrize("key", PARTNER_BOOKS)
def test_hundreds_of_games_are_legal_under_every_book(key: str) -> None:
    rules = load(key)
    for seed in range(100, 300):
        _check_complete(whole_game(rules, seed, by_chance if seed % 2 else choose))


def _check_complete(game: Game) -> None:
    ending, totals = game.book.ending, game.ledger.totals
    if ending.target:
        assert max(totals) >= ending.target
        assert game.winner is not None
    else:
        assert len(game.finished_deals) == ending.deals
        # Hand count: 12 deals of 157 card points; a Coiffeur sheet holds 2 x 16 x the sum of its factors (TAM-CP-38).
        whole = 2 * 16 * sum(line.factor for line in lines_of(game.book)) or 157 * ending.deals
        assert sum(totals) == whole


def test_the_same_seed_gives_the_same_game() -> None:
    one, two = (whole_game(load("ub2024"), 5, choose).events for _ in range(2))
    assert one == two
    assert whole_game(load("ub2024"), 6, choose).events != one


def test_nothing_to_do_is_an_error() -> None:
    with pytest.raises(NothingToDo):
        choose(view_of(dealt("ub2024", "E"), B), random.Random(0))


# ---- better than chance ------------------------------------------------------------------------------------------------------


def points_share(deals: int, seed: int) -> float:
    """The bots' share of all card points against chance, on the same deals from both sides of the table."""
    rules, rng, made, whole = book("tam2014-es"), random.Random(seed), 0, 0
    for _ in range(deals):
        pack = shuffled(rng)
        one, two, three, four = (CardSet(pack[9 * seat : 9 * seat + 9]) for seat in range(4))
        for team in (0, 1):
            game = table(rules, first_dealer=D)
            game.submit(HandsRecorded(D, (one, two, three, four)))
            while (seat := to_act(game)) is not None:
                game.submit((choose if seat % 2 == team else by_chance)(view_of(game, seat), rng))
            made += game.ledger.totals[team]
            whole += 157
    return made / whole


def test_it_clearly_beats_chance() -> None:
    # 0.71 on average; six sets of 60 pairs of deals lay between 0.706 and 0.732.
    assert points_share(60, seed=1) > 0.6


# ---- the bidding -------------------------------------------------------------------------------------------------------------


def bid(hand: str, key: str = "ub2024", pushed: bool = False) -> str:
    game = dealt(key, hands=fill(A="" if pushed else hand, C=hand if pushed else ""))
    if pushed:
        game.submit(Pushed(A))
    said = choose(view_of(game, C if pushed else A), random.Random(0))
    return "push" if isinstance(said, Pushed) else str(said.mode) if isinstance(said, Announced) else "?"


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("EU E9 EA EK E8 RA R6 S7 L7", "E"),  # Puur, Nell and three more
        ("LU L9 LA LK L8 RA R6 S7 E7", "L"),
        ("EA EK RA RK SA SK LA L6 L7", "obenabe"),  # all aces
        ("E6 E7 R6 R7 S6 S7 L6 LK LA", "undeufe"),  # all sixes
        ("EO EB E8 RO RB R8 SO SB LO", "push"),  # nothing at all
    ],
)
def test_it_announces_what_it_holds_and_pushes_a_weak_hand(hand: str, expected: str) -> None:
    assert bid(hand) == expected


def test_it_announces_when_it_must() -> None:
    assert bid("EO EB E8 RO RB R8 SO SB LO", pushed=True) != "push"


def test_factors_count() -> None:
    # Five equal trumps in a suit that counts once and in one that counts twice, with one ace beside them: the double suit.
    # With few trumps anywhere the deal is probably lost, so the factor should be small (UB-FACTOR-01, UB-FACTOR-02).
    assert bid("EU E9 E8 E7 SU S9 S8 S7 RA") == "S"
    assert bid("EK E8 E7 SK S8 S7 RB LO L8", pushed=True) == "E"


def test_in_coiffeur_it_takes_the_best_open_variant() -> None:
    game = dealt("tam2014-cp", hands=fill(A="EA EK RA RK SA SK LA L6 L7"))
    said = choose(view_of(game, A), random.Random(0))
    assert isinstance(said, Announced)
    assert said.variant in ("obenabe", "joker")
    view = view_of(game, A)
    rest = tuple(one for one in view.options if getattr(one, "variant", "") in ("E", "obenabe"))
    assert choose(view._replace(options=rest), random.Random(0)) == next(one for one in rest if one.variant == "obenabe")  # type: ignore[union-attr]


# ---- the play ------------------------------------------------------------------------------------------------------------------


def test_last_to_play_it_takes_with_points() -> None:
    game = endgame("ub2024", "E", leader=B, A="RA R6", B="RK S6", C="RO S7", D="RB S8")
    play(game, "RK RO RB")
    assert card(game, A) == "RA"


def test_it_wastes_no_trump_on_a_worthless_trick() -> None:
    game = endgame("ub2024", "E", leader=B, A="E7 L6 LK", B="R9 S6 S9", C="R8 S7 SU", D="R7 S8 SO")
    play(game, "R9 R8 R7")
    assert card(game, A) == "L6"


def test_it_cuts_a_rich_trick() -> None:
    game = endgame("ub2024", "E", leader=B, A="E7 L6 LK", B="RA S6 S9", C="R8 S7 SU", D="RB S8 SO")
    play(game, "RA R8 RB")
    assert card(game, A) == "E7"


def test_it_smears_a_trick_that_the_partner_wins() -> None:
    game = endgame("ub2024", "E", leader=B, A="SB L6 L7", B="R6 S6 S9", C="RA S7 SU", D="R7 S8 SO")
    play(game, "R6 RA R7")
    assert card(game, A) == "SB"


def test_it_gives_nothing_to_the_opponents() -> None:
    game = endgame("ub2024", "E", leader=B, A="SB L6 LK", B="RA S6 S9", C="R6 S7 SU", D="R7 S8 SO")
    play(game, "RA R6 R7")
    assert card(game, A) == "L6"


def test_it_draws_trumps_when_its_side_announced() -> None:
    game = dealt("ub2024", "E", hands=fill(A="EU E9 EA E6 R6 R7 S7 L7 L8"))
    assert card(game, A) == "EU"


def test_it_leads_a_bock_once_the_higher_cards_are_gone() -> None:
    # The König of Rosen is high: the ace has been played. No trump is left with anybody.
    game = endgame("ub2024", "obenabe", leader=A, A="RK L7 L6", B="R6 S6 LA", C="R7 S7 LO", D="R8 S8 LK")
    assert card(game, A) == "RK"


# ---- what is said beside it ------------------------------------------------------------------------------------------------------


def test_it_announces_weis_and_adds_the_rest() -> None:
    game = dealt("jassregeln", "E", hands=fill(A="R6 R7 R8 R9 S6 S7 S8 EU E9", B="LA", C="LK", D="LO"))
    said = choose(view_of(game, A), random.Random(0))
    assert isinstance(said, WeisAnnounced)
    assert said.points == 50  # a run of four (JR-WVAL-03)
    game.submit(said)
    for _ in range(4):
        game.submit(choose_card_only(game))
    more = remark(view_of(game, A))
    assert isinstance(more, WeisAdded)
    assert [str(weis) for weis in more.weise] == ["S6-S7-S8"]


def choose_card_only(game: Game) -> Event:
    view = view_of(game, game.deal.turn)
    return next(option for option in view.options if isinstance(option, CardPlayed))


def test_it_shows_stoeck_with_the_second_card() -> None:
    game = endgame("jassregeln", "E", leader=A, A="EK EO S9", B="R6 R7 R8", C="S6 S7 S8", D="L6 L7 L8")
    assert remark(view_of(game, A)) is None
    play(game, "EK")
    assert remark(view_of(game, A)) is None
    play(game, "R6 S6 L6 EO")
    assert remark(view_of(game, A)) == StoeckShown(A)  # JR-STOE-02


def test_where_stoeck_may_be_shown_at_any_time_it_waits() -> None:
    game = dealt("ajz08", "E", hands=fill(A="EK EO R6 R8 RU S6 S8 SU L7"))
    assert StoeckShown(A) in view_of(game, A).options
    assert remark(view_of(game, A)) is None
    assert remark(view_of(table_near_the_end(), A)) == StoeckShown(A)


def table_near_the_end() -> Game:
    # 1980 and the Stöck (20, suit counts once) are 2000: the target of 1999 is reached (AJZ-2.2.1-52).
    game = table("ajz08", totals=(1980, 0))
    game.submit(HandsRecorded(D, fill(A="EK EO R6 R8 RU S6 S8 SU L7")))
    announce(game, "E")
    return game


def test_it_thanks_when_its_side_is_out() -> None:
    game = table("jassregeln", totals=(1000, 0))
    game.submit(HandsRecorded(D, fill()))
    assert choose(view_of(game, A), random.Random(0)) == Thanked(A)
    assert remark(view_of(game, B)) is None
    assert remark(view_of(game, C)) == Thanked(C)
