"""An evening that counts for a club and was corrected since: it counts there as it stands, once its ranking is closed again.

The club has said once that it counts; what follows from its cards, and from who somebody there is, follows by itself, as an event
of its own with the title of the evening as its signature. A club that may not change any more (its year is over) keeps what it has,
and its page says why.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from puur.core.errors import Refusal
from puur.evening.evening import Evening as EveningState
from puur.season import Club as ClubState
from puur.season import evenings
from puur.season.events import Event
from puur.web.clubs import store
from puur.web.clubs.models import Club
from puur.web.doors.preview import clubs_of
from puur.web.doors.ties import persons
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening


def follow(row: Evening, engine: EveningState, **_: Any) -> None:
    """The clubs for which an evening counts count it as it is now; while its ranking is open, they keep what they have."""
    if not engine.closed:
        return
    for of in clubs_of(row):
        _follow(of, row, engine)


def _follow(of: Club, row: Evening, engine: EveningState) -> None:
    with suppress(Refusal):  # told before the correction (`preview`), and on the club's page of evenings
        store.submit(of, lambda club: _anew(club, row, engine, of), row.title)


def follow_account(row: Club, **_: Any) -> None:
    """A person of a club became an account, or is none any more: the evenings that count there know them by it."""
    for evening in Evening.objects.filter(code__in=store.engine(row).evenings):
        engine = folded(evening).engine
        if engine.closed:
            _follow(row, evening, engine)


def _anew(club: ClubState, row: Evening, engine: EveningState, of: Club) -> list[Event]:
    before = club.evenings[row.code]
    event = evenings.counted(club, engine, row.code, persons(row, of), before.series)
    return [] if event == before else [event]
