"""The file of a whole evening, read: the evening replayed, and what only the pages know of it, each value within its bounds.

Pure: it runs in a process apart (`server.reading`). What is wrong with the evening itself is refused; what is wrong beside it, such
as a clock that makes no sense, is left out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, TypeGuard

from puur.core.errors import Refusal
from puur.evening.evening import Evening
from puur.evening.files import evening_from_plain
from puur.log import Expected, Unfit
from puur.log.errors import shown
from puur.web.json_text import unstorable

MOST_EVENTS = 50_000
MOST_BESIDE = 20_000  # passes, links and drafts
LONGEST_DRAFT = 20_000  # letters of what was typed for one table
LATEST = 1 << 53  # milliseconds; also the largest number that a browser knows
_TOKEN = re.compile(r"[A-Za-z0-9_-]{12,40}")


@dataclass(frozen=True, slots=True)
class Draft:
    """What somebody had typed for a table."""

    round: int
    table: int
    source: str
    side: str
    by: str
    at: int
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Beside:
    """What the file holds beside the evening itself."""

    code: str = ""
    fee: int = 0
    clock: dict[str, int] = field(default_factory=dict)
    notice: str = ""
    frozen: int | None = None
    log: tuple[tuple[int | None, str, str | None], ...] = ()  # when, who, which action; one for each event
    passes: tuple[tuple[int, int, str], ...] = ()  # round, table, secret
    links: tuple[tuple[str, str], ...] = ()  # player, secret
    drafts: tuple[Draft, ...] = ()


def read(data: bytes) -> tuple[Evening, Beside]:
    """The evening of a file; `Unfit`, `RuleViolation` with the number of the event, or `Refusal` if it cannot be."""
    try:
        raw = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError):  # also a number of thousands of digits
        raise Refusal("file-json") from None
    if unstorable(data):
        raise Refusal("file-json")
    engine = evening_from_plain(raw)
    if len(engine.events) > MOST_EVENTS:
        raise Unfit(len(engine.events), Expected.FEWER, "/events", most=MOST_EVENTS)
    web = raw.get("web", {})
    if not isinstance(web, dict):
        raise Unfit(shown(web), Expected.OBJECT, "/web")
    return engine, beside(web, len(engine.events))


def beside(web: dict[str, Any], events: int) -> Beside:
    """The values that make sense; numbers without an order of magnitude and lists without an end do not."""
    log = [_entry(value) for value in _listed(web, "log", MOST_EVENTS)]
    frozen = web.get("frozen")
    return Beside(
        code=str(web.get("code"))[:20],
        fee=web["fee"] if _whole(web.get("fee"), 1_000_000) else 0,
        clock=_clock(web.get("clock")),
        notice=str(web.get("notice") or "")[:300],
        frozen=min(frozen, events) if _whole(frozen) else None,
        log=tuple(_once([*log, *[(None, "", None)] * events][:events])),
        passes=tuple(
            (given[0], given[1], given[2])
            for given in _listed(web, "passes")
            if isinstance(given, list) and len(given) == 3 and _whole(given[0], 999) and _whole(given[1], 999) and _secret(given[2])
        ),
        links=tuple(
            (given[0], given[1])
            for given in _listed(web, "links")
            if isinstance(given, list) and len(given) == 2 and isinstance(given[0], str) and _secret(given[1])
        ),
        drafts=tuple(_drafts(_listed(web, "drafts"))),
    )


def _listed(web: dict[str, Any], name: str, most: int = MOST_BESIDE) -> list[Any]:
    given = web.get(name)
    return given[:most] if isinstance(given, list) else []


def _whole(value: object, most: int = LATEST) -> TypeGuard[int]:
    return type(value) is int and 0 <= value <= most


def _secret(value: object) -> bool:
    return isinstance(value, str) and _TOKEN.fullmatch(value) is not None


def _clock(value: object) -> dict[str, int]:
    if not isinstance(value, dict) or not _whole(value.get("total")):
        return {}
    rest = {key: value[key] for key in ("ends", "left") if _whole(value.get(key))}
    return {"total": value["total"], **rest} if len(rest) == 1 else {}


def _entry(value: object) -> tuple[int | None, str, str | None]:
    match value:
        case [at, str() as by, str() as action] if _whole(at):
            return at, by[:80], action[:64]
        case [at, str() as by, *_] if _whole(at):
            return at, by[:80], None
    return None, "", None


def _once(log: list[tuple[int | None, str, str | None]]) -> Iterable[tuple[int | None, str, str | None]]:
    seen: set[str] = set()
    for at, by, action in log:
        yield at, by, None if action in seen else action
        if action:
            seen.add(action)


def _drafts(given: list[Any]) -> Iterable[Draft]:
    for draft in given:
        match draft:
            case {"round": round_, "table": table, "source": str() as source, "data": dict() as data} if _whole(round_, 999):
                if _whole(table, 999) and len(json.dumps(data)) <= LONGEST_DRAFT:
                    at = draft["at"] if _whole(draft.get("at")) else 0
                    side, by = str(draft.get("side", ""))[:8], str(draft.get("by", ""))[:80]
                    yield Draft(round_, table, source, side, by, at, data)
