"""A played game as a Jassrunde of a series table: its sheet, who sat where, and the penalty points of its rulings.

The game books penalty points by seat and never touches its own score with them; here the seats become persons. The day's result
takes them before the coefficient. (AJZ-3.4-29, AJZ-3.4-30)
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from puur.core.errors import Refusal
from puur.core.seats import PAIRS
from puur.core.sheet import Sheet, sheet_of
from puur.notation.formats import read_record
from puur.notation.record import Record
from puur.notation.scoring import Refused, score_record
from puur.season.events import Event, PenaltyGiven, RoundPlayed
from puur.season.state import Club


def round_of_record(club: Club, day: str, series: str, record: Record, ended: datetime) -> list[Event]:
    """The events of a recorded game, counted by the club's book; its players are found among those at the table by their names."""
    try:
        game = score_record(record, club.book_on(club.day(day).date).reglement).game
    except Refused as refused:
        raise Refusal("game-refused", event=refused.place + 1) from refused.violation
    if not game.over:
        raise Refusal("game-running")
    return round_events(club, day, series, sheet_of(game), _seated(club, day, series, record.setup.names), ended)


def round_of_file(club: Club, day: str, series: str, data: bytes, ended: datetime) -> list[Event]:
    """The same from a file; `RecordError` if it is none."""
    for record in read_record(data).records:
        return round_of_record(club, day, series, record, ended)
    raise Refusal("game-running")


def round_events(club: Club, day: str, series: str, sheet: Sheet, seats: Sequence[str], ended: datetime) -> list[Event]:
    """The round that a sheet says, and its penalty points for the persons in the seats; what is on no list is left out."""
    teams = tuple(tuple(person for person, own in zip(seats, PAIRS, strict=True) if own == side) for side in sorted(set(PAIRS)))
    acts = {act.rule: act for act in club.book_on(club.day(day).date).penalties.values()}
    given = [
        PenaltyGiven(
            day=day, series=series, person=seats[penalty.seat], act=acts[penalty.rule].act, points=acts[penalty.rule].points,
            at=ended, rule=penalty.rule,
        )
        for penalty in sheet.penalties
        if penalty.rule in acts
    ]  # fmt: skip
    return [RoundPlayed(day=day, series=series, teams=teams, sheet=sheet, ended=ended), *given]


def _seated(club: Club, day: str, series: str, names: Sequence[str]) -> tuple[str, ...]:
    """The persons at a table in the seats of a game, by name or key."""
    people = [seat.person for seat in club.participants(club.day(day), series) if seat.person]
    known = {key.casefold(): key for key in people} | {club.roster.person(key).name.casefold(): key for key in people}
    known |= {club.roster.name(key).casefold(): key for key in people}  # namesakes at one table are told apart
    seats = tuple(known.get(name.casefold(), "") for name in names)
    if sorted(seats) != sorted(people):
        raise Refusal("game-people", names=", ".join(names), people=", ".join(people))
    return seats
