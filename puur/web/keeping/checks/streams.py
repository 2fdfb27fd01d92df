"""Evenings and clubs: what was noted beside the database when it was stored, and what is stored there now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from puur.web.clubs.store import CLUBS
from puur.web.evenings.fold import EVENINGS
from puur.web.keeping.checks import Compared
from puur.web.keeping.checks.tables import never_there
from puur.web.live.heads import Tip
from puur.web.store import Stream

STREAMS: tuple[Stream[Any, Any], ...] = (EVENINGS, CLUBS)


def confirmed(using: str, heads: Mapping[str, Mapping[int, Sequence[Tip]]]) -> Iterator[Compared]:
    """The last lines of each that were noted; a tail that was lost does not have them."""
    for stream in STREAMS:
        tips = heads.get(stream.noted_in, {})
        for owner, n, stored, head in stream.confirmed(using, tips):
            yield Compared("confirmed event", f"{stream.owner} {owner}, event {n}", "head", stored, head)
        if tips:
            yield from never_there(using, stream.owners, tips)
