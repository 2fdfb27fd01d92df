"""UB 2024: what a Weis is and counts, when it is announced and asked for, and the Stöck."""

from __future__ import annotations

import pytest

from puur.core.actions import extras, weis_offer
from puur.core.cards import Rank, parse_card
from puur.core.events import CardPlayed, StoeckShown, Turned, WeisAdded, WeisAnnounced, WeisAsked
from puur.core.faces import Faces, card_name
from puur.core.game import Game
from puur.core.known import Told
from puur.core.ledger import Entry
from puur.core.reglement import Source
from puur.core.setup import Turning
from puur.core.view import Door, view_of
from puur.core.weis import parse_weis
from puur.core.weis_rules import own_weise
from puur.core.weis_told import WeisSeen
from tests.support import A, B, C, D, book, dealt, endgame, fill, legal, play, play_trick, refused, scattered, submit

RUN = scattered(A="R6 R7 R8")


def play_from(game: Game, seat: int) -> None:
    """Play first legal cards up to and including that of `seat`."""
    while True:
        turn = game.deal.turn
        game.submit(CardPlayed(turn, parse_card(sorted(legal(game))[0])))
        if turn == seat:
            return


def entries(game: Game, source: Source) -> list[Entry]:
    """What was written from one source."""
    return [entry for entry in game.ledger.entries if entry.source is source]


@pytest.mark.rule("UB-WEIS-01")
def test_ub_weis_01_announced_with_the_own_card_to_the_first_trick() -> None:
    game = dealt("ub2024", "E", hands=RUN)
    play(game, "R6")
    game.submit(WeisAnnounced(A, 20))
    assert game.deal.weisen.announced[A].points == 20
    assert not entries(game, Source.WEIS)  # the first trick is not complete
    refused(game, WeisAnnounced(C, 20), "UB-WEIS-01", "weis-before-turn")
    for seat in (B, C, D):
        play_from(game, seat)
    assert game.deal.weisen.best == A
    assert [(entry.team, entry.points) for entry in entries(game, Source.WEIS)] == [(0, 20)]


@pytest.mark.rule("UB-WEIS-01")
def test_ub_weis_01_not_with_a_card_of_the_second_trick() -> None:
    game = dealt("ub2024", "E", hands=RUN)
    play_trick(game)
    play_from(game, A)
    refused(game, WeisAnnounced(A, 20), "UB-WEIS-01", "weis-too-late")
    assert weis_offer(game, A) is None


@pytest.mark.rule("UB-WEIS-02")
def test_ub_weis_02_covered_by_the_next_card_it_is_no_longer_valid() -> None:
    game = dealt("ub2024", "E", hands=scattered(A="R6 R7 R8 R9"))
    play_from(game, A)
    assert weis_offer(game, A) == WeisAnnounced(A, 50)
    play_from(game, B)
    refused(game, WeisAnnounced(A, 50), "UB-WEIS-02", "weis-card-covered")
    assert weis_offer(game, A) is None


@pytest.mark.rule("UB-WEIS-02")
def test_ub_weis_02_the_fourth_player_has_until_the_trick_is_turned() -> None:
    hands = scattered(D="R6 R7 R8 R9")
    game = dealt("ub2024", "E", hands=hands, turning=Turning.EXPLICIT)
    play_trick(game)
    game.submit(WeisAnnounced(D, 50))
    assert [(entry.team, entry.points) for entry in entries(game, Source.WEIS)] == [(1, 50)]
    silent = dealt("ub2024", "E", hands=hands, turning=Turning.EXPLICIT)
    play_trick(silent)
    refused(silent, WeisAnnounced(C, 20), "UB-WEIS-02", "weis-card-covered")
    silent.submit(Turned(A))
    refused(silent, WeisAnnounced(D, 50), "UB-WEIS-01", "weis-too-late")


@pytest.mark.rule("UB-WEIS-02")
def test_ub_weis_02_a_book_may_leave_time_until_the_trick_is_turned() -> None:
    game = dealt(book("ub2024", weis__until_covered=False), "E", hands=RUN)
    play_from(game, B)
    game.submit(WeisAnnounced(A, 20))
    play_from(game, D)
    assert game.deal.weisen.best == A


# A wins every trick that it leads here; D alone has four small trumps.
STOECK_HANDS = fill(
    A="LU L9 LA LK LO EA RA SA EK", B="E6 E7 E8 R6 R7 R8 S6 S7 S8", C="E9 EB EU R9 RB RU S9 SB SU", D="EO L6 L7 L8 LB RO RK SO SK"
)


@pytest.mark.rule("UB-WEIS-03")
def test_ub_weis_03_stoeck_are_shown_with_the_second_of_the_two_cards() -> None:
    game = dealt("ub2024", "L", hands=STOECK_HANDS)
    play(game, "EA E6 E9 EO  RA R6 R9 RO  LK")  # trick 3
    refused(game, StoeckShown(A), "UB-WEIS-03", "stoeck-second-card")
    play(game, "E7 EB L6  SA S6 S9 SO  LU E8 EU L7  LO")  # trick 6
    assert StoeckShown(A) in list(extras(game, A))
    game.submit(StoeckShown(A))
    rule = "UB-WVAL-01"
    assert entries(game, Source.STOECK) == [Entry(1, 0, Source.STOECK, 20, 2, 40, rule, 6)]
    refused(game, StoeckShown(A), reason="stoeck-shown-already")


@pytest.mark.rule("UB-WEIS-03")
def test_ub_weis_03_stoeck_are_too_late_once_the_second_card_is_covered() -> None:
    game = dealt("ub2024", "L", hands=STOECK_HANDS)
    play(game, "LK E6 E9 L6  LO E7")
    refused(game, StoeckShown(A), "UB-WEIS-03", "stoeck-card-covered")


@pytest.mark.rule("UB-WEIS-03")
@pytest.mark.parametrize(
    ("before", "bergpreis", "allowed"),
    [
        (1960, 0, True),  # 1960 + 40 = 2000
        (1959, 0, False),
        (960, None, True),  # enough for the Bergpreis, which is open
        (959, None, False),
        (960, 1, False),  # which is not open any more
    ],
)
def test_ub_weis_03_earlier_only_where_they_are_enough(before: int, bergpreis: int | None, allowed: bool) -> None:
    game = dealt("ub2024", "L", hands=STOECK_HANDS, totals=(before, 0), bergpreis=bergpreis)
    if not allowed:
        refused(game, StoeckShown(A), "UB-WEIS-03", "stoeck-second-card")
        return
    game.submit(StoeckShown(A))
    assert game.totals() == (before + 40, 0)
    assert game.bergpreis == 0
    assert game.over == (before == 1960)
    strict = dealt(book("ub2024", stoeck__early_if_enough=False), "L", hands=STOECK_HANDS, totals=(before, 0), bergpreis=bergpreis)
    refused(strict, StoeckShown(A), "UB-WEIS-03", "stoeck-second-card")


@pytest.mark.rule("UB-WEIS-04")
def test_ub_weis_04_three_or_more_consecutive_cards_of_one_suit() -> None:
    game = dealt("ub2024", "R", hands=fill(A="E9 EB EU R6 R8 S7 SA LK LO"))
    assert [str(weis) for weis in own_weise(game.deal, A)] == ["E9-EB-EU"]
    assert weis_offer(game, A) == WeisAnnounced(A, 20)


@pytest.mark.rule("UB-WEIS-04")
@pytest.mark.parametrize("mode", ["R", "E", "obenabe", "undeufe"])
@pytest.mark.parametrize(
    ("cards", "found"),
    [
        ("R8 R9 RB RU RO", ["R8-R9-RB-RU-RO"]),  # Nell and Under keep their natural place, in trump too
        ("RA R9 RU", []),  # neighbours in the strength of trumps only
        ("RK RA R6", []),  # no wrap-around
    ],
)
def test_ub_weis_04_natural_order_in_every_game(cards: str, found: list[str], mode: str) -> None:
    game = dealt("ub2024", mode, hands=scattered(A=cards))
    assert [str(weis) for weis in own_weise(game.deal, A)] == found


@pytest.mark.rule("UB-WEIS-05")
def test_ub_weis_05_four_of_the_same_rank() -> None:
    game = dealt("ub2024", "R", hands=fill(A="EK RK SK LK E6 R7 S8 L9 LA"))
    assert [str(weis) for weis in own_weise(game.deal, A)] == ["EK-RK-SK-LK"]
    assert weis_offer(game, A) == WeisAnnounced(A, 100)


@pytest.mark.rule("UB-WEIS-06")
def test_ub_weis_06_koenig_and_ober_of_trump_are_the_stoeck() -> None:
    game = dealt("ub2024", "R", hands=scattered(A="RK RO", B="EK EO"), totals=(1985, 1985), bergpreis=0)
    refused(game, StoeckShown(B), "UB-WEIS-06", "stoeck-not-held")
    game.submit(StoeckShown(A))
    assert game.totals() == (2005, 1985)
    assert [card_name(parse_card(name), Faces.FRENCH) for name in ("RK", "RO")] == ["Herz-König", "Herz-Dame"]


@pytest.mark.rule("UB-WEIS-07")
def test_ub_weis_07_only_the_value_is_stated() -> None:
    game = dealt("ub2024", "E", hands=scattered(B="S6 S7 S8 S9"))
    play_from(game, A)
    said = WeisAnnounced(B, 50, parse_weis("S6-S7-S8-S9"))
    game.submit(said)
    for seat in (A, C, D):
        assert view_of(game, seat).weise == (WeisSeen(B, 50, None),)
        told = Door(game, len(game.events) - 1).events(seat)[0]
        assert told == Told(WeisAnnounced, {"seat": B, "points": 50, "shown": False})
    for seat in (B, C, D):
        play_from(game, seat)
    assert game.deal.weisen.best == B
    assert view_of(game, A).weise == (WeisSeen(B, 50, None),)  # not even when it is valid


@pytest.mark.rule("UB-WEIS-08")
@pytest.mark.parametrize("asking", [B, C, D])
def test_ub_weis_08_anybody_may_ask_until_the_second_trick(asking: int) -> None:
    game = dealt("ub2024", "E", hands=scattered(A="R6 R7 R8 R9"))
    play_trick(game, WeisAnnounced(A, 50))
    game.submit(WeisAsked(asking, A))
    assert {view_of(game, seat).weise[0].points for seat in (A, B, C, D)} == {50}
    assert view_of(game, asking).weise == (WeisSeen(A, 50, None),)  # the value again, and no card
    refused(game, WeisAsked(A, asking), reason="nothing-announced")


@pytest.mark.rule("UB-WEIS-08")
@pytest.mark.parametrize(
    ("mode", "b_cards", "seen"),
    [
        ("L", "L9 LB LU", ((A, Rank.UNDER, False), (B, Rank.UNDER, True))),  # equal top cards: trump decides
        ("L", "L8 L9 LB", ((A, Rank.UNDER, None), (B, Rank.BANNER, None))),  # the top card is enough
        ("undeufe", "L8 L9 LB", ((A, Rank.NINE, None), (B, Rank.EIGHT, None))),  # where the lowest one is the top card
        ("L", "L8 L9 LB LU", ((A, None, None), (B, None, None))),  # no tie: nothing but the value
    ],
)
def test_ub_weis_08_top_card_and_trump_where_they_break_a_tie(
    mode: str, b_cards: str, seen: tuple[tuple[int, Rank | None, bool | None], ...]
) -> None:
    game = dealt("ub2024", mode, hands=scattered(A="R9 RB RU", B=b_cards))
    play_trick(game, WeisAnnounced(A, 20), WeisAnnounced(B, 20 if len(b_cards) == 8 else 50))
    assert all((one.top, one.trump) == (None, None) for one in view_of(game, C).weise)  # nobody has asked
    submit(game, WeisAsked(D, A), WeisAsked(A, B))
    assert tuple((one.seat, one.top, one.trump) for one in view_of(game, C).weise) == seen


@pytest.mark.rule("UB-WEIS-08")
@pytest.mark.parametrize(
    ("b_cards", "stated", "asked", "told"),
    [
        ("L8 L9 LB LU", 50, (), "points"),  # what was said aloud needs no question
        ("L9 LB LU", 20, (), None),  # equal values: whoever has not asked does not know more
        ("L9 LB LU", 20, (A, B), "trump"),
        ("L8 L9 LB", 20, (A, B), "rank"),
        ("S9 SB SU", 20, (A, B), "order"),
    ],
)
def test_ub_weis_08_why_a_weis_has_won_follows_from_what_was_told(
    b_cards: str, stated: int, asked: tuple[int, ...], told: str | None
) -> None:
    game = dealt("ub2024", "L", hands=scattered(A="R9 RB RU", B=b_cards))
    play_trick(game, WeisAnnounced(A, 20), WeisAnnounced(B, stated))
    for of in asked:
        game.submit(WeisAsked(D, of))
    whys = {one.seat: one.why and one.why.value for one in view_of(game, C).weise}
    winner = game.deal.weisen.best
    assert winner is not None
    assert whys.pop(winner) == told
    assert set(whys.values()) == {None}


@pytest.mark.rule("UB-WEIS-08")
def test_ub_weis_08_the_loser_who_asks_the_winner_knows_why() -> None:
    game = dealt("ub2024", "L", hands=scattered(A="R9 RB RU", B="L9 LB LU"))
    play_trick(game, WeisAnnounced(A, 20), WeisAnnounced(B, 20))
    asks = [event for event in view_of(game, A).besides if isinstance(event, WeisAsked)]
    assert asks == [WeisAsked(A, B)]  # nobody asks for the own one
    game.submit(asks[0])
    assert [one.why and one.why.value for one in view_of(game, A).weise] == [None, "trump"]
    assert [one.why for one in view_of(game, C).weise] == [None, None]  # has not heard how high A's is
    assert not any(isinstance(event, WeisAsked) for event in view_of(game, A).besides)  # said once is enough


@pytest.mark.rule("UB-WEIS-09")
def test_ub_weis_09_no_more_information_after_the_second_trick_has_begun() -> None:
    game = dealt("ub2024", "E", hands=scattered(A="R6 R7 R8 R9", B="RA", C="RB", D="RU"))
    play(game, "R6")
    game.submit(WeisAnnounced(A, 50))
    play(game, "RA RB RU")
    game.submit(WeisAsked(D, A))
    play(game, sorted(legal(game))[0])  # B leads, A has not played yet
    refused(game, WeisAsked(D, A), "UB-WEIS-09", "weis-question-too-late")


KREUZ = scattered(A="EK RK SK LK EO EA")


@pytest.mark.rule("UB-WEIS-10")
def test_ub_weis_10_one_card_may_count_in_two_weise() -> None:
    game = dealt("ub2024", "R", hands=KREUZ)
    assert weis_offer(game, A) == WeisAnnounced(A, 100)
    play_trick(game, WeisAnnounced(A, 100))
    game.submit(WeisAdded(A, (parse_weis("EO-EK-EA"),)))
    assert [(entry.team, entry.raw) for entry in entries(game, Source.WEIS)] == [(0, 120)]
    single = dealt(book("ub2024", weis__kreuzweis=False), "R", hands=KREUZ)
    play_trick(single, WeisAnnounced(A, 100))
    refused(single, WeisAdded(A, (parse_weis("EO-EK-EA"),)), reason="weis-not-held")


@pytest.mark.rule("UB-WVAL-01")
@pytest.mark.parametrize(("mode", "written"), [("E", 20), ("R", 20), ("S", 40), ("L", 40)])
def test_ub_wval_01_stoeck_count_20_times_the_factor(mode: str, written: int) -> None:
    side = "R" if mode != "R" else "E"
    game = endgame("ub2024", mode, leader=C, A=f"{side}6 {side}7", B=f"{side}8 {side}9", C=f"{mode}K {mode}O", D=f"{side}B {side}U")
    play(game, f"{mode}K {side}B {side}6 {side}8 {mode}O")
    game.submit(StoeckShown(C))
    assert entries(game, Source.STOECK)[0][1:7] == (0, Source.STOECK, 20, written // 20, written, "UB-WVAL-01")


@pytest.mark.rule("UB-WVAL-02")
@pytest.mark.parametrize("mode", ["obenabe", "undeufe"])
def test_ub_wval_02_no_stoeck_without_trump(mode: str) -> None:
    game = endgame("ub2024", mode, A="RK RO S6", B="E6 E7 E8", C="S7 S8 S9", D="L6 L7 L8")
    play(game, "RK E6 S7 L6 RO")
    assert not any(isinstance(one, StoeckShown) for one in extras(game, A))
    refused(game, StoeckShown(A), "UB-WEIS-06", "no-trump")
    play(game, "E7 S8 L7 S6 E8 S9 L8")
    assert not entries(game, Source.STOECK)


def weis_entry(mode: str, cards: str, points: int) -> Entry:
    """What is written for A's only Weis, announced at this value."""
    game = dealt("ub2024", mode, hands=scattered(A=cards))
    assert weis_offer(game, A) == WeisAnnounced(A, points)
    play_trick(game, WeisAnnounced(A, points))
    assert not any(isinstance(one, WeisAdded) for one in extras(game, A))  # one Weis, not several inside each other
    (entry,) = entries(game, Source.WEIS)
    return entry


@pytest.mark.parametrize(
    ("cards", "points", "rule"),
    [
        pytest.param("EU EO EK", 20, "UB-WVAL-03", marks=pytest.mark.rule("UB-WVAL-03"), id="ub_wval_03_three"),
        pytest.param("EU EO EK EA", 50, "UB-WVAL-04", marks=pytest.mark.rule("UB-WVAL-04"), id="ub_wval_04_four"),
        pytest.param("EB EU EO EK EA", 100, "UB-WVAL-05", marks=pytest.mark.rule("UB-WVAL-05"), id="ub_wval_05_five"),
        pytest.param("E9 EB EU EO EK EA", 150, "UB-WVAL-06", marks=pytest.mark.rule("UB-WVAL-06"), id="ub_wval_06_six"),
        pytest.param("E8 E9 EB EU EO EK EA", 200, "UB-WVAL-07", marks=pytest.mark.rule("UB-WVAL-07"), id="ub_wval_07_seven"),
        pytest.param("E7 E8 E9 EB EU EO EK EA", 250, "UB-WVAL-08", marks=pytest.mark.rule("UB-WVAL-08"), id="ub_wval_08_eight"),
        pytest.param("E6 E7 E8 E9 EB EU EO EK EA", 300, "UB-WVAL-09", marks=pytest.mark.rule("UB-WVAL-09"), id="ub_wval_09_nine"),
    ],
)
def test_runs_count_by_their_length(cards: str, points: int, rule: str) -> None:
    assert weis_entry("R", cards, points)[1:7] == (0, Source.WEIS, points, 1, points, rule)


FOURS = [
    pytest.param("U", 200, "UB-WVAL-10", marks=pytest.mark.rule("UB-WVAL-10"), id="ub_wval_10_under"),
    pytest.param("9", 150, "UB-WVAL-11", marks=pytest.mark.rule("UB-WVAL-11"), id="ub_wval_11_nell"),
    *(pytest.param(rank, 100, "UB-WVAL-12", marks=pytest.mark.rule("UB-WVAL-12"), id=f"ub_wval_12_{rank}") for rank in "678BOKA"),
]


@pytest.mark.parametrize(("mode", "factor"), [("R", 1), ("obenabe", 3), ("undeufe", 3)])
@pytest.mark.parametrize(("rank", "points", "rule"), FOURS)
def test_fours_count_by_their_rank(rank: str, points: int, rule: str, mode: str, factor: int) -> None:
    cards = " ".join(suit + rank for suit in "ERSL")
    assert weis_entry(mode, cards, points)[1:7] == (0, Source.WEIS, points, factor, points * factor, rule)


@pytest.mark.rule("UB-WVAL-13")
@pytest.mark.parametrize(("mode", "written"), [("E", 50), ("obenabe", 150), ("undeufe", 150)])
def test_ub_wval_13_weise_have_the_same_value_in_every_game(mode: str, written: int) -> None:
    entry = weis_entry(mode, "L6 L7 L8 L9", 50)
    assert (entry.raw, entry.points) == (50, written)
