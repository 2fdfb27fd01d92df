"""Games in which somebody has no cards: the dealer of Pandur and Aucho for four; in the Zuger also whoever stays at home."""

from __future__ import annotations

import random

import pytest

from puur.core.actions import awaited
from puur.core.cards import CardSet, parse_card
from puur.core.deal import Phase
from puur.core.errors import RuleViolation
from puur.core.events import Announced, CardPlayed, HandsRecorded, ResultEntered
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.view import view_of
from puur.games.aucho import Kehr, Lukas
from puur.games.auction import Contracted, Passed, Raised
from puur.games.zuger import Joined, ShareOffered, ShareRefused, StayedHome
from puur.notation import Record, format_jass, parse_jass
from puur.reglement import load, load_text
from tests.games import kit
from tests.games.table import begun, cards, dealt, play, play_on, say

SITTING_OUT = ("pandur-vier", "aucho-vier", "zuger", "zuger-drei")
PANDUR = ["", "E9-A LK LA", "R9-A L9 LB", "S9-A LU LO"]  # A deals


@pytest.mark.parametrize("key", SITTING_OUT)
def test_who_sits_out_is_never_asked_and_in_no_trick(key: str) -> None:
    """Told by every trick and by everybody who is awaited; whoever deals holds nothing, unless he plays the Lukas."""
    book, tricks = load(key), 0
    for game, _ in kit.walk(book, book.table.players, 5):
        deal = game.deals[-1] if game.deals else None
        if deal is None or deal.phase not in (Phase.BIDDING, Phase.PLAYING):
            continue
        assert not set(awaited(game)) & set(deal.idle)
        for seat in deal.idle:
            assert not deal.hand(seat)
            assert view_of(game, seat).options == ()
            assert all(trick.card_of(seat) is None for trick in deal.tricks)
        tricks += len(deal.tricks)
    assert tricks > 10


def pandur(inherit: str) -> Game:
    """A Pandur for four; B bids a hundred, and the two others pass."""
    text = f'key = "eigen"\ntitle = "Pandur"\nextends = "pandur-vier"\n[pandur]\ninherit = "{inherit}"\n'
    return begun(load_text(text, "eigen"))


@pytest.mark.parametrize(("inherit", "won", "written"), [
    ("failure", True, (0, 2, 0, 0)), ("failure", False, (2, 0, 2, 2)),
    ("success", True, (2, 2, 0, 0)), ("success", False, (0, 0, 2, 2)),
    ("always", True, (2, 2, 0, 0)), ("always", False, (2, 0, 2, 2)),
])  # fmt: skip
def test_the_dealer_of_the_pandur_inherits_as_the_book_says(inherit: str, won: bool, written: tuple[int, ...]) -> None:
    """B holds all of Eichel and the best of Schilte: with Eichel as trump it takes every trick; with Schelle, which D has, two."""
    game = pandur(inherit)
    dealt(game, PANDUR)
    say(game, Raised(1, 100), Passed(2), Passed(3), Announced(1, parse_mode("E" if won else "S")))
    play_on(game)
    assert game.totals() == written


def test_the_last_points_of_the_pandur_are_not_inherited() -> None:
    """A has 15 of 17 and may inherit four for a Misère that fails: it stays at 16."""
    game = pandur("failure")
    game.submit(ResultEntered((15, 0, 0, 0)))
    for _ in range(3):
        game.submit(ResultEntered((0, 0, 0, 0)))
    dealt(game, PANDUR)
    say(game, Contracted(1, "misere-ohne"), Passed(2), Passed(3))
    play(game, "EA R9 S9")
    assert game.deal.phase is Phase.OVER
    assert game.totals() == (16, 0, 4, 4)


AUCHO = ["", "E6-9 R6-9 S6", "EB EU EO EK RB RU RO RK S7", "EA RA S8-A"]  # the Lukas is Schilte


def test_the_dealer_of_the_aucho_inherits_two_striche_of_a_game_that_is_won() -> None:
    """With Schelle as trump D takes every trick: two aces, and trumps above six and seven. A, who dealt, writes two as well."""
    game = begun(load("aucho-vier"))
    dealt(game, AUCHO)
    say(game, Passed(1), Passed(2), Announced(3, parse_mode("S")))
    assert game.deal.turn == 3
    play_on(game)
    assert game.totals() == (2, 0, 0, 2)


def test_nobody_wants_the_game_so_the_dealer_may_play_the_lukas() -> None:
    """All nine Schilten: with Schilte as trump the dealer takes every trick, leads, and writes four Striche."""
    game = begun(load("aucho-vier"))
    dealt(game, AUCHO)
    assert view_of(game, 2).own["out"] == ["LA"]  # the bottom card lies open
    say(game, Passed(1), Passed(2), Passed(3))
    assert awaited(game) == (0,)
    with pytest.raises(RuleViolation):
        game.submit(Announced(0, parse_mode("L")))
    say(game, Lukas(0), Announced(0, parse_mode("L")))
    assert (game.deal.idle, game.deal.turn, len(game.deal.hand(0))) == ((), 0, 9)
    play_on(game)
    assert game.totals() == (4, 0, 0, 0)


def test_a_lost_lukas_is_two_nuller_and_a_strich_for_each_of_the_three() -> None:
    """Trump is Eichel: the Schilte that the dealer leads is cut, and nobody else ever leads one."""
    game = begun(load("aucho-vier"))
    dealt(game, AUCHO)
    say(game, Passed(1), Passed(2), Passed(3), Lukas(0), Announced(0, parse_mode("E")), CardPlayed(0, parse_card("L6")))
    say(game, CardPlayed(1, parse_card("E6")), CardPlayed(2, parse_card("EU")), CardPlayed(3, parse_card("RA")))
    play_on(game)
    assert game.totals() == (-2, 1, 1, 1)


def test_a_dealer_who_leaves_the_lukas_has_the_next_one_deal() -> None:
    game = begun(load("aucho-vier"))
    dealt(game, AUCHO)
    say(game, Passed(1), Passed(2), Passed(3), Passed(0))
    assert (game.totals(), game.next_dealer()) == ((0, 0, 0, 0), 1)


def test_the_kehr_turns_the_lukas_for_the_three() -> None:
    """B asks for it; nobody stops at any card: a Nuller for B, a Strich for C and D, nothing for the dealer."""
    game = begun(load("aucho-vier"))
    dealt(game, AUCHO)
    say(game, Kehr(1), Passed(2), Passed(3))
    while game.deal.phase is Phase.BIDDING:
        game.submit(Passed(awaited(game)[0]))
    assert game.totals() == (0, -1, 1, 1)


ZUGER = ["", "E6-A R6 R7 R8", "S6-A R9 RB RU", "L6-A RO RK RA"]  # the bottom card is RA


def test_the_zuger_writes_tens_and_takes_ten_off_below_21() -> None:
    """By hand: C has 14 + 3 and 20 + 11, four on the slate; D 14, the 90 of the other suits and the last 5, so 109; B nothing."""
    game = begun(load("zuger"))
    dealt(game, ZUGER)
    assert game.form.shown(game, None)["turned"] == "RA"
    say(game, Joined(1), Joined(2), Joined(3))
    for trick in ("R6 R9 RO", "RU RA R7", "RB RK R8"):
        play(game, trick)
    play_on(game)
    assert game.totals() == (10, -10, 4, 10)


def test_two_who_are_left_share_seven_and_half_of_the_weis() -> None:
    """C stays at home. B and D each hold nine in a row and three: 320, half of it 160, sixteen on the slate, beside the seven."""
    game = begun(load("zuger"))
    dealt(game, ZUGER)
    say(game, Joined(1), StayedHome(2), Joined(3))
    assert awaited(game) == (1,)
    say(game, ShareOffered(1), ShareOffered(3))
    assert game.totals() == (10, 23, 0, 23)


def test_a_fifty_that_is_shared_is_two_each() -> None:
    """The example of the source: half of fifty is 25, two on the slate."""
    game = begun(load("zuger"))
    dealt(game, ["", "E6-9 R6 R8 RB S6 S8 SB SO SA", "EB EO EA R7 R9 RU S7 S9 SU SK LA LK", "L6-O EU EK RO RK RA"])
    say(game, Joined(1), Joined(2), StayedHome(3), ShareOffered(1), ShareOffered(2))
    assert game.totals() == (10, 9, 9, 0)


def test_who_would_rather_play_has_it_played_by_two() -> None:
    """The cards of the one at home are out of play: two cards make a trick."""
    game = begun(load("zuger"))
    dealt(game, ZUGER)
    say(game, Joined(1), StayedHome(2), Joined(3), ShareOffered(1), ShareRefused(3))
    assert game.deal.idle == (0, 2)
    play(game, "R6 RO")
    assert (game.deal.tricks[0].winner, game.deal.turn) == (3, 3)
    play_on(game)
    assert len(game.deal.tricks) == 12
    assert set(game.deal.stock) == set(cards(ZUGER[2]))


def test_fewer_than_two_throw_the_cards_in() -> None:
    game = begun(load("zuger"))
    dealt(game, ZUGER)
    say(game, StayedHome(1), StayedHome(2), Joined(3))
    assert (game.totals(), game.next_dealer()) == ((0, 0, 0, 0), 1)


def test_a_record_of_three_cards_to_a_trick_is_read_again_trick_by_trick() -> None:
    """Each trick stands under its own number, though only three of four lay a card."""
    game = begun(load("pandur-vier"))
    dealt(game, PANDUR)
    say(game, Raised(1, 100), Passed(2), Passed(3), Announced(1, parse_mode("E")))
    play_on(game)
    text = format_jass(Record(book="pandur-vier", setup=game.setup, sides=game.sides, events=tuple(game.events)))
    assert [f"{number}. " in text for number in range(1, 10)] == [True] * 8 + [False]
    assert parse_jass(text).events == tuple(game.events)


def test_hands_that_were_dealt_elsewhere_leave_the_dealer_without_cards() -> None:
    rng = random.Random(1)
    game = begun(load("pandur-vier"))
    hands = [CardSet(cards(hand)) for hand in PANDUR]
    with pytest.raises(RuleViolation):
        game.submit(HandsRecorded(0, (hands[1], hands[0], *hands[2:])))
    game.submit(HandsRecorded(0, tuple(hands)))
    assert game.deal.idle == (0,)
    assert kit.offers(game, 1, rng)
