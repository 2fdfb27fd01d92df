"""What an entry of a Jasstag, or taking one back, would change before it is done: the day, the year, what is owed or closed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from puur.evening.compared import Move
from puur.log import counted
from puur.season import Club, evenings
from puur.season.conduct import effective_points
from puur.season.days import Day
from puur.season.dues import expected
from puur.season.events import Event
from puur.web.clubs import store
from puur.web.clubs.rights import Here
from puur.web.clubs.words import name_of


class Owed(NamedTuple):
    """What somebody owes by a provision, before and after; nothing where it is not owed."""

    name: str
    rule: str
    before: str
    after: str


def with_events(here: Here, events: Sequence[Event], lang: str) -> dict[str, Any]:
    """What these events would change; a refusal says why they cannot be."""
    trial = store.draft(here.row)
    for event in events:
        trial.submit(event)
    return compared(here, trial, lang)


def without(here: Here, n: int, lang: str) -> dict[str, Any]:
    """What taking an entry back would change; a refusal where the rest does not hold without it."""
    left = [line.event for line in counted(store.CLUBS.lines(here.row)) if line.n != n]
    return compared(here, store.CLUBS.fold(here.row, left), lang)


def compared(here: Here, trial: Club, lang: str) -> dict[str, Any]:
    """The club as it is against what it would be."""
    club, day = here.club, here.day
    own = [] if day is None else [
        Move(name_of(club, who, lang), (0, before), (0, after)) for who, before, after in _finals(club, trial, day)
    ]  # fmt: skip
    years = [day.year] if day is not None else club.years()
    year = [
        Move(name_of(club, change.member, lang), change.before, change.after)
        for each in years
        for change in evenings.changes(club, trial, each)
    ]
    return {"own": own, "year": year, "owed": _owed(club, trial, lang), "closed": [] if day is None else _closed(club, day)}


def _finals(before: Club, after: Club, day: Day) -> list[tuple[str, int, int]]:
    """Whose provisional result of a day differs, from what to what."""
    old, new = (_results(club, day.key) for club in (before, after))
    return [(place[1], old.get(place, 0), new.get(place, 0)) for place in {**old, **new} if old.get(place, 0) != new.get(place, 0)]


def _results(club: Club, key: str) -> dict[tuple[str, str], int]:
    """What everybody has on a day by series and person; before a series is over, what is written so far, less Strafpunkte."""
    day = club.days.get(key)
    if day is None or day.line_up is None:
        return {}
    points: dict[tuple[str, str], int] = {}
    for series, rows in club.results(day).items():
        taken = effective_points(club, day, series)
        for row in rows:
            who = row.participant.person
            so_far = sum(played.points[side] for played in day.table(series).rounds for side in (0, 1) if who in played.teams[side])
            known = row.provisional if row.provisional is not None else so_far + taken.get(who, 0)
            points[series, who] = int(known)
    return points


def _owed(before: Club, after: Club, lang: str) -> list[Owed]:
    """Fees and fines that would be owed otherwise."""
    old, new = (expected(club, store.today()) for club in (before, after))
    moved = []
    for key in {**old, **new}:
        was, then = old.get(key), new.get(key)
        known = then or was
        if known is not None and (was and (was.debtor, was.amount)) != (then and (then.debtor, then.amount)):
            amounts = [f"{each.amount:.2f}" if each else "" for each in (was, then)]
            moved.append(Owed(name_of(before, known.debtor, lang), known.rule, *amounts))
    return moved


def _closed(club: Club, day: Day) -> list[str]:
    """What a correction of a day does not change any more by itself."""
    steps = {"rolled": day.rolled, "published": day.published is not None, "year": day.year in club.trophies}
    return [step for step, done in steps.items() if done]
