"""Events of a club as JSON values and back, with a mistake said as the club says it."""

from __future__ import annotations

from typing import Any

from puur.core.errors import Refusal
from puur.log import SEASON, Expected, Unfit, Withdrawn
from puur.log.errors import shown
from puur.season.events.base import Event

to_json = SEASON.write


def kinds() -> dict[str, type[Event]]:
    """Every kind of event by its name in files: `day-planned`."""
    return {kind.tag: kind.cls for kind in SEASON.by_tag.values() if issubclass(kind.cls, Event)}


def from_json(raw: Any) -> Event:
    """The event that these values say; `Refusal` names the field that is wrong."""
    event = line_from_json(raw)
    if isinstance(event, Withdrawn):  # speaks of the lines of a stream, and has no meaning without them
        raise Refusal("event-kind", found=str(raw.get("event"))[:60])
    return event


def line_from_json(raw: Any) -> Event | Withdrawn:
    """The same for a line of a stream, which may also take others back."""
    try:
        line: Event | Withdrawn = SEASON.read(raw)
    except Unfit as problem:
        raise _refused(raw, problem) from None
    return line


def _refused(raw: Any, problem: Unfit) -> Refusal:
    kind = raw.get("event", raw.get("kind")) if isinstance(raw, dict) else raw
    if not isinstance(kind, str) or kind not in kinds():
        return Refusal("event-kind", found=shown(kind)[:60])
    if problem.expected is Expected.FIELD and not problem.at:
        return Refusal("event-field", kind=kind, field=problem.found, accepted=problem.facts["accepted"])
    if problem.expected is Expected.REQUIRED:
        return Refusal("event-missing", kind=kind, field=problem.place)
    return Refusal("event-value", kind=kind, field=problem.place, found=problem.found[:60])
