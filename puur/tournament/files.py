"""An evening, and a draw alone, as JSON values: one file holds everything, and another machine goes on with it.

The rule book travels along whole unless it ships with Puur. Reading replays every event, so a file that was tampered with into
something the rules refuse is refused too.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from puur.core.errors import RuleViolation
from puur.core.reglement import Reglement
from puur.reglement import dump, load, load_text, shipped
from puur.reglement.problems import ReglementError
from puur.tournament import events
from puur.tournament.draw import Wishes
from puur.tournament.evening import Evening
from puur.tournament.plainform import FormError, parsed, plain
from puur.tournament.seating import Round
from puur.tournament.state import EveningSetup

EVENING, DRAW, VERSION = "puur-evening", "puur-draw", 1
MOST_EVENTS = 200_000
_TYPES: Mapping[str, type] = {one.__name__: one for one in typing.get_args(events.Event)}


def evening_to_plain(evening: Evening) -> dict[str, Any]:
    """The whole evening for one JSON file."""
    book = evening.book
    return {
        "format": EVENING,
        "version": VERSION,
        "reglement": book.key if book.key in shipped() else dump(book),
        "setup": plain(evening.setup),
        "events": [{"type": type(event).__name__, **plain(event)} for event in evening.events],
    }


def evening_from_plain(raw: Any) -> Evening:
    """The evening in a file, replayed; `FormError` or `RuleViolation` (with the number of the event) otherwise."""
    _head(raw, EVENING)
    setup = parsed(EveningSetup, raw.get("setup"), "setup")
    listed = raw.get("events")
    if not isinstance(listed, list) or len(listed) > MOST_EVENTS:
        raise FormError("events", type(listed).__name__, f"a list of at most {MOST_EVENTS} events")
    evening = Evening(_book(raw.get("reglement")), setup)
    for number, one in enumerate(listed):
        event = _event(one, f"events[{number}]")
        try:
            evening.submit(event)
        except RuleViolation as refused:
            refused.facts["event"] = number
            raise
    return evening


def _head(raw: Any, kind: str) -> None:
    if not isinstance(raw, dict) or raw.get("format") != kind:
        raise FormError("format", raw.get("format") if isinstance(raw, dict) else raw, kind)
    if raw.get("version") != VERSION:
        raise FormError("version", raw.get("version"), str(VERSION))


def _book(text: Any) -> Reglement:
    if not isinstance(text, str):
        raise FormError("reglement", text, "the key of a shipped rule book, or a whole one")
    try:
        return load(text) if text in shipped() else load_text(text, "reglement")
    except ReglementError as problem:
        raise FormError("reglement", str(problem.problems[0].field), "a rule book without mistakes") from None


def _event(raw: Any, at: str) -> events.Event:
    if not isinstance(raw, dict) or raw.get("type") not in _TYPES:
        raise FormError(f"{at}.type", raw.get("type") if isinstance(raw, dict) else raw, "a kind of event")
    fields = {key: value for key, value in raw.items() if key != "type"}
    found: events.Event = parsed(_TYPES[raw["type"]], fields, at)
    return found


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody on a list of players, as a draw alone needs them."""

    id: str
    name: str
    club: str = ""
    pair: str = ""
    table: int = 0  # stays at this one
    email: str = ""


@dataclass(frozen=True, slots=True)
class DrawFile:
    """A draw without an evening around it: who, how drawn, and the rounds."""

    players: tuple[Entrant, ...]
    rounds: tuple[Round, ...]
    seed: str = ""
    reglement: str = ""
    apart: tuple[tuple[str, str], ...] = ()

    def wishes(self) -> Wishes:
        """What the draw had to respect."""
        return wishes_of(self.players, self.apart)


def wishes_of(players: Sequence[Entrant], apart: Sequence[tuple[str, str]] = ()) -> Wishes:
    """The wishes that a list of players expresses: clubs, fixed tables, fixed pairs."""
    pairs: dict[str, set[str]] = {}
    for one in players:
        if one.pair:
            pairs.setdefault(one.pair, set()).add(one.id)
    return Wishes(
        fixed={one.id: one.table for one in players if one.table},
        apart=frozenset(frozenset(both) for both in apart),
        clubs={one.id: one.club for one in players if one.club},
        partners=frozenset(frozenset(both) for both in pairs.values()),
    )


def draw_to_plain(drawn: DrawFile) -> dict[str, Any]:
    """A draw for one JSON file."""
    return {"format": DRAW, "version": VERSION, **plain(drawn)}


def draw_from_plain(raw: Any) -> DrawFile:
    """The draw in a file, or `FormError`."""
    _head(raw, DRAW)
    found: DrawFile = parsed(DrawFile, {key: value for key, value in raw.items() if key not in ("format", "version")})
    return found
