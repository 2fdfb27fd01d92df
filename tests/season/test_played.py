"""From a game played at a table to the day's result of a member: its points, and the penalty points of its rulings."""

from __future__ import annotations

from dataclasses import replace

import pytest

from puur.core.effects import PenaltyPoints
from puur.core.errors import Refusal
from puur.core.events import RulingMade, Thanked
from puur.core.sheet import Penalty, Sheet, sheet_of
from puur.notation.record import Record
from puur.season import events as ev
from puur.season.played import round_events, round_of_record
from tests.games import kit
from tests.season.support import at, opened, row, season
from tests.support import A, B, C, book, submit, table

SEATED = ("a1", "a2", "a3", "ga")  # partners sit across: a1 and a3 against a2 and the guest
KNOCKED = RulingMade("AJZ-3.4-18", effects=(PenaltyPoints(A, 300),))


def recorded(names: tuple[str, ...] = SEATED) -> Record:
    """A whole game by chance, with one ruling before the first deal."""
    game = kit.played(book("ajz08"), 4, 7)
    events = list(game.events)
    events.insert(1, KNOCKED)
    return Record(book="ajz08", setup=replace(game.setup, names=names), events=tuple(events))


@pytest.mark.rule("AJZ-3.4-29", "AJZ-3.4-30")
def test_ajz_3_4_30_penalty_points_of_a_game_reach_the_result_before_the_coefficient() -> None:
    # The provision's own figures: 5400 in Serie A, -300, and 5100 x 1.03 = 5253.
    game = submit(table("ajz08"), KNOCKED)
    assert sheet_of(game).penalties == (Penalty(A, 300, "AJZ-3.4-18"),)
    assert sheet_of(game).totals == (0, 0)
    club = season()
    key = opened(club, 3)
    for teams, ended in (((("a1", "a2"), ("a3", "ga")), "17:00"), ((("a1", "ga"), ("a2", "a3")), "19:00")):
        club.submit(ev.RoundPlayed(day=key, series="A", teams=teams, sheet=Sheet((1800, 2000)), ended=at(key, ended)))
    club.submit(ev.BreakTaken(day=key, series="A", after=2, minutes=45))
    sheet = Sheet((1800, 2000), penalties=sheet_of(game).penalties)
    for event in round_events(club, key, "A", sheet, SEATED, at(key, "21:00")):
        club.submit(event)
    assert row(club, key, "a1").penalties == -300
    assert row(club, key, "a1").final == 5253
    assert row(club, key, "a3").penalties == 0  # given to individuals, never to teams
    assert club.day(key).table("A").rounds[2].teams == (("a1", "a3"), ("a2", "ga"))


def test_the_act_is_found_by_the_provision_on_the_closed_list() -> None:
    knocked = RulingMade("AJZ-2.2.1-04", effects=(PenaltyPoints(C, 50),), further="AJZ-3.4-07")
    game = submit(table("ajz08", totals=(1500, 1500)), knocked, Thanked(B))
    club = season()
    key = opened(club, 3)
    _, *given = round_events(club, key, "A", sheet_of(game), SEATED, at(key, "16:00"))
    told = [(event.person, event.act, event.points, event.rule) for event in given if isinstance(event, ev.PenaltyGiven)]
    assert told == [("a3", "no-cut", -50, "AJZ-3.4-07"), ("a2", "false-thanks", -500, "AJZ-3.4-23")]


def test_points_that_are_on_no_list_are_left_out() -> None:
    game = submit(table("ajz08"), RulingMade("Statuten Art. 4", effects=(PenaltyPoints(A, 10),)))
    club = season()
    assert len(round_events(club, "2018-3", "A", sheet_of(game), SEATED, at("2018-3", "16:00"))) == 1


def test_a_recorded_game_is_a_round_of_the_four_at_the_table() -> None:
    club = season(ending__target=1999)
    key = opened(club, 3)
    turned = ("A2", "ga", "a1", "a3")  # whoever sits where in the game, by key or name
    played, given = round_of_record(club, key, "A", recorded(turned), at(key, "17:00"))
    assert isinstance(played, ev.RoundPlayed)
    assert played.teams == (("a2", "a1"), ("ga", "a3"))
    assert played.sheet.totals is not None
    assert max(played.sheet.totals) >= 1999  # the target of the book
    assert isinstance(given, ev.PenaltyGiven)
    assert (given.person, given.points, given.rule) == ("a2", -300, "AJZ-3.4-18")
    club.submit(played)
    club.submit(given)


def test_a_game_of_others_an_unfinished_one_and_one_that_the_book_refuses_are_no_rounds() -> None:
    club = season(ending__target=1999)
    key = opened(club, 3)
    whole = recorded()
    for record, reason in (
        (recorded(("a1", "a2", "a3", "b1")), "game-people"),
        (replace(whole, events=whole.events[:40]), "game-running"),
        (replace(whole, events=whole.events[20:]), "game-refused"),
        (replace(whole, events=(*whole.events[:1], *whole.events[20:])), "game-refused"),
    ):
        with pytest.raises(Refusal) as caught:
            round_of_record(club, key, "A", record, at(key, "17:00"))
        assert caught.value.reason == reason
        if reason == "game-refused":  # the first event that does not fit, counted from one
            assert caught.value.facts == {"event": 1 if record.events[0] != whole.events[0] else 2}
        if reason == "game-people":  # who sat there, as the record has it, and who sits in the series
            assert caught.value.facts == {"names": ", ".join(record.setup.names), "people": "a1, a2, a3, ga"}
