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
from puur.web.evenings.models import Evening


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
    return Trial(moves(before, after), before.closed, [_in_club(row, club, after, lang) for club in clubs_of(row)])


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
