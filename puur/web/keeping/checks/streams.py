"""Evenings and clubs: what was noted beside the database when it was stored, and what is stored there now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from puur.web.clubs.store import CLUBS
from puur.web.evenings.fold import EVENINGS
from puur.web.keeping.checks import Compared
from puur.web.store import Stream

STREAMS: tuple[Stream[Any, Any], ...] = (EVENINGS, CLUBS)


def confirmed(using: str, heads: Mapping[str, Mapping[int, tuple[int, str]]]) -> Iterator[Compared]:
    """The last line of each that was noted; a tail that was lost does not have it."""
    for stream in STREAMS:
        for owner, n, stored, head in stream.confirmed(using, heads.get(stream.noted_in, {})):
            yield Compared("confirmed event", f"{stream.owner} {owner}, event {n}", "head", stored, head)
