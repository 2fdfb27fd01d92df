"""An evening, and a draw alone, as JSON values: one file holds everything, and another machine goes on with it.

The rule book travels along whole unless it ships with Puur. Reading replays every event, so a file that was tampered with into
something the rules refuse is refused too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from puur.core.errors import RuleViolation
from puur.core.reglement import Reglement
from puur.evening.draw import Wishes
from puur.evening.evening import Evening
from puur.evening.seating import Round
from puur.evening.state import EveningSetup
from puur.log import EVENING, Expected, Line, Unfit, counted
from puur.log.codec import codec_of, list_of
from puur.log.errors import shown, within
from puur.reglement import dump, load, load_text, shipped
from puur.reglement.problems import ReglementError

FORMAT, DRAW = "puur-evening", "puur-draw"
VERSIONS = (1, 2)  # of an evening; the last one is written
DRAW_VERSIONS = (1,)
MOST_EVENTS = 200_000
SETUP = codec_of(EveningSetup)


def evening_to_plain(evening: Evening) -> dict[str, Any]:
    """The whole evening for one JSON file."""
    book = evening.book
    return {
        "format": FORMAT, "version": VERSIONS[-1], "reglement": book.key if book.key in shipped() else dump(book),
        "setup": SETUP.write(evening.setup), "events": [EVENING.write(event) for event in evening.events],
    }  # fmt: skip


def evening_from_plain(raw: Any) -> Evening:
    """The evening in a file, replayed; `Unfit` or `RuleViolation` (with the number of the event) otherwise."""
    _head(raw, FORMAT, VERSIONS)
    setup = _within("setup", SETUP.read, raw.get("setup"))
    lines = lines_of(raw)
    evening = Evening(_book(raw.get("reglement")), setup)
    evening.replaying = True
    for line in counted(lines):
        try:
            evening.submit(line.event)
        except RuleViolation as refused:
            refused.facts["event"] = line.n
            raise
    evening.replaying = False
    return evening


def lines_of(raw: Any) -> list[Line]:
    """The numbered lines of a file, those that were withdrawn and the withdrawals among them."""
    listed = raw.get("events")
    if not isinstance(listed, list):
        raise Unfit(type(listed).__name__, Expected.ARRAY, "/events")
    events: list[Any] = list(_within("events", list_of(EVENING.codec, MOST_EVENTS).read, listed))
    return [Line(number, event) for number, event in enumerate(events)]


def _within(place: str, read: Callable[[Any], Any], raw: Any) -> Any:
    try:
        return read(raw)
    except Unfit as problem:
        raise within(problem, place) from None


def _head(raw: Any, kind: str, versions: Sequence[int]) -> None:
    if not isinstance(raw, dict) or raw.get("format") != kind:
        raise Unfit(shown(raw.get("format") if isinstance(raw, dict) else raw), Expected.EXACTLY, "/format", accepted=kind)
    if type(raw.get("version")) is not int or raw["version"] not in versions:
        raise Unfit(shown(raw.get("version")), Expected.VERSION, "/version", version=versions[-1])


def _book(text: Any) -> Reglement:
    if not isinstance(text, str):
        raise Unfit(shown(text), Expected.BOOK, "/reglement")
    try:
        return load(text) if text in shipped() else load_text(text, "reglement")
    except ReglementError as problem:
        raise Unfit(problem.problems[0].field, Expected.BOOK, "/reglement") from None


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
    for person in players:
        if person.pair:
            pairs.setdefault(person.pair, set()).add(person.id)
    return Wishes(
        fixed={person.id: person.table for person in players if person.table},
        apart=frozenset(frozenset(both) for both in apart),
        clubs={person.id: person.club for person in players if person.club},
        partners=frozenset(frozenset(both) for both in pairs.values()),
    )


def draw_to_plain(drawn: DrawFile) -> dict[str, Any]:
    """A draw for one JSON file."""
    return {"format": DRAW, "version": DRAW_VERSIONS[-1], **codec_of(DrawFile).write(drawn)}


def draw_from_plain(raw: Any) -> DrawFile:
    """The draw in a file, or `Unfit`."""
    _head(raw, DRAW, DRAW_VERSIONS)
    drawn: DrawFile = codec_of(DrawFile).read({key: value for key, value in raw.items() if key not in ("format", "version")})
    return drawn
