"""Who plays alone in Pandur and Aucho may show the hand: with everybody's word it is won, with one against it it is played on."""

from __future__ import annotations

import pytest

from puur.core.actions import awaited
from puur.core.cards import parse_card
from puur.core.deal import Phase
from puur.core.errors import RuleViolation
from puur.core.events import Announced, CardPlayed
from puur.core.game import Game
from puur.core.mode import parse_mode
from puur.core.view import view_of
from puur.games.auction import Contracted, Passed, Raised
from puur.games.showing import Agreed, HandShown, PlayedOn
from puur.notation import Record, format_jass, parse_jass
from puur.reglement import load
from tests.games.table import begun, dealt, play, play_on, say

HANDS = ["R9-A L9 LB", "E9-A LK LA", "S9-A LU LO"]  # B has all of Eichel and the two best of Schilte


def pandur() -> Game:
    """B plays for a hundred with Eichel as trump, and leads."""
    game = begun(load("pandur"))
    dealt(game, HANDS)
    say(game, Raised(1, 100), Passed(2), Passed(0), Announced(1, parse_mode("E")))
    return game


@pytest.mark.rule("JR-REST-06")
def test_jr_rest_06_the_soloist_of_the_pandur_shows_the_hand_and_it_is_won() -> None:
    """Two Schreibpunkte for a hundred, though only one trick was played; what is still held lies open for all."""
    game = pandur()
    play(game, "EU S9 R9")
    assert HandShown(1) in view_of(game, 1).besides
    assert HandShown(1) not in (*view_of(game, 0).besides, *view_of(game, 2).besides)
    game.submit(HandShown(1))
    assert view_of(game, 0).own["laid"] == ["E9", "EB", "EO", "EK", "EA", "LK", "LA"]
    assert awaited(game) == (2,)
    game.submit(Agreed(2))
    game.submit(Agreed(0))
    assert (game.deal.phase, game.totals(), len(game.deal.tricks)) == (Phase.OVER, (0, 2, 0), 1)


@pytest.mark.rule("JR-REST-07")
def test_jr_rest_07_one_opponent_who_does_not_agree_has_it_played() -> None:
    """A Pandur without trump: B would lose the third trick of Schilte; C says no, and it is found out."""
    game = begun(load("pandur"))
    dealt(game, ["R9-A L9 LU", "E9-A LB LA", "S9-A LO LK"])
    say(game, Contracted(1, "pandur-ohne"), Passed(2), Passed(0), HandShown(1), Agreed(2), PlayedOn(0))
    assert game.deal.phase is Phase.PLAYING
    assert awaited(game) == (1,)
    assert set(view_of(game, 2).own["laid"]) >= {"LB", "LA"}  # type: ignore[call-overload]
    assert HandShown(1) not in view_of(game, 1).besides  # once is enough
    with pytest.raises(RuleViolation):
        game.submit(HandShown(1))
    for trick in ("EA S9 R9", "EK SB RB", "EO SU RU", "EU SO RO", "EB SK RK", "E9 SA RA", "LA LO L9"):
        play(game, trick)
    play(game, "LB LK LU")
    assert game.totals() == (5, 0, 5)


@pytest.mark.rule("JR-REST-06")
@pytest.mark.rule("JR-REST-07")
@pytest.mark.parametrize("agreed", [True, False])
def test_jr_rest_06_and_jr_rest_07_the_soloist_of_the_aucho_shows_the_hand(agreed: bool) -> None:
    """B holds all Eicheln and wins: two Striche. Where A has it played, B makes every trick and has them all the same."""
    game = begun(load("aucho"))
    dealt(game, ["R6-A", "E6-A", "S6-A"])
    say(game, Announced(1, parse_mode("E")), HandShown(1), Agreed(2), Agreed(0) if agreed else PlayedOn(0))
    assert (game.deal.phase is Phase.OVER) is agreed
    play_on(game)
    assert game.totals() == (0, 2, 0)


def test_nobody_shows_a_hand_in_a_trick_or_plays_before_the_answer() -> None:
    game = pandur()
    game.submit(CardPlayed(1, parse_card("EU")))
    for seat in game.seats:
        with pytest.raises(RuleViolation):
            game.submit(HandShown(seat))
    say(game, CardPlayed(2, parse_card("S9")), CardPlayed(0, parse_card("R9")), HandShown(1))
    for event in (CardPlayed(1, parse_card("E9")), Agreed(0), Passed(2), Announced(1, parse_mode("E"))):
        with pytest.raises(RuleViolation):
            game.submit(event)


def test_a_shown_hand_is_read_again_from_the_record() -> None:
    game = pandur()
    say(game, HandShown(1), Agreed(2), PlayedOn(0))
    play_on(game)
    text = format_jass(Record(book="pandur", setup=game.setup, sides=game.sides, events=tuple(game.events)))
    assert parse_jass(text).events == tuple(game.events)
    assert Game.replay(game.book, game.setup, game.events).totals() == game.totals()
