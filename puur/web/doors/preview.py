"""What a ruling or a correction would change, before it is made: in the ranking of its evening, and in the year of each club.

What is closed already is said plainly: a ranking that has to be opened again first, a club whose year is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from puur.core.errors import Refusal
from puur.evening.compared import Move, moves
from puur.evening.evening import Evening as EveningState
from puur.evening.events import Event, RankingClosed, RankingReopened
from puur.season import evenings
from puur.web.clubs import store as clubs
from puur.web.clubs.models import Club, ClubEvent
from puur.web.clubs.words import in_words, name_of
from puur.web.doors.ties import persons
from puur.web.evenings.fold import EVENINGS, folded, fork
from puur.web.evenings.models import Evening, EveningSeries
from puur.web.evenings.series_state import standing_of


class InClub(NamedTuple):
    """What would change in the Jahreswertung of a club when it counts the evening anew, or why it cannot."""

    name: str
    moves: list[Move]
    problem: str


class Trial(NamedTuple):
    """What would change, and whether the ranking has to be opened again first."""

    moves: list[Move]
    closed: bool
    clubs: list[InClub]
    series: str  # of which the evening is one, and what would change there
    in_series: list[Move]


def with_events(row: Evening, events: Sequence[Event], lang: str) -> Trial:
    """What these events would change; a refusal says why they cannot be."""
    before = folded(row).engine
    after = fork(before)
    for event in (RankingReopened("?"), *events) if before.closed else events:
        after.submit(event)
    return compared(row, after, lang)


def without(row: Evening, *numbers: int) -> EveningState:
    """The evening without some lines; a refusal where the rest does not hold without them."""
    state = folded(row)
    if not set(numbers) <= set(state.numbers):
        raise Refusal("nothing-to-undo")
    return EVENINGS.fold(row, [event for n, event in zip(state.numbers, state.engine.events, strict=True) if n not in numbers])


def compared(row: Evening, after: EveningState, lang: str) -> Trial:
    """An evening as it is against what it would be."""
    before = folded(row).engine
    in_clubs = [_in_club(row, club, after, lang) for club in clubs_of(row)]
    series = row.series if not row.series_final else None
    there = [] if series is None else _in_series(series, row, before, after)
    return Trial(moves(before, after), before.closed, in_clubs, series.title if series is not None else "", there)


def _in_series(series: EveningSeries, row: Evening, before: EveningState, after: EveningState) -> list[Move]:
    """Whose place in a series would change."""
    old, new = (
        {place.key: (place.name, (place.rank, place.total)) for place in standing_of(series, {row.pk: state})[1]}
        for state in (before, after)
    )
    none = ("", None)
    return [
        Move((new.get(key) or old[key])[0], old.get(key, none)[1], new.get(key, none)[1])
        for key in {**new, **old}
        if old.get(key, none)[1] != new.get(key, none)[1]
    ]


def _in_club(row: Evening, of: Club, after: EveningState, lang: str) -> InClub:
    club, trial, final = clubs.engine(of), clubs.draft(of), fork(after)
    try:
        if not final.closed:
            final.submit(RankingClosed())
        event = evenings.counted(trial, final, row.code, persons(row, of), club.evenings[row.code].series)
        if event != club.evenings[row.code]:
            trial.submit(event)
    except Refusal as problem:
        return InClub(of.name, [], in_words(problem, club, lang))
    changed = evenings.changes(club, trial, event.on.year)
    return InClub(of.name, [Move(name_of(club, change.member, lang), change.before, change.after) for change in changed], "")


def clubs_of(row: Evening) -> list[Club]:
    """The clubs for whose year an evening counts."""
    known = ClubEvent.objects.filter(data__event="evening-counted", data__evening=row.code).values("club")
    return [club for club in Club.objects.filter(pk__in=known) if row.code in clubs.engine(club).evenings]
