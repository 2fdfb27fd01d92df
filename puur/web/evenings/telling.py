"""Events and faults of an evening as sentences for the organiser; the words are in `puur.words`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any, cast

from puur.evening.check import Fault
from puur.evening.evening import Evening
from puur.evening.events import Event
from puur.evening.seating import SEAT_LETTERS, Seat
from puur.papers.words import article
from puur.web.evenings.desk import franks
from puur.web.evenings.templatetags.evening import day
from puur.words import LANGUAGES, Facts, fill, say, texts
from puur.words.evening import explain


def name_of(engine: Evening, key: str) -> str:
    """The name behind an id."""
    return engine.name(key)


def sitter(engine: Evening, seat: Seat, lang: str) -> str:
    """Who sits on a chair."""
    if seat.stand_in:
        return f"{seat.stand_in} ({say('draw.stand_in', lang)})"
    return say("draw.stand_in", lang) if seat.player is None else name_of(engine, seat.player)


def line_of(event: Event, engine: Evening, lang: str) -> str:
    """What happened, in one line."""
    kind = type(event).__name__
    facts: dict[str, Any] = {each.name: getattr(event, each.name) for each in fields(cast(Any, event))}
    for name in ("player", "other", "one", "two"):
        if name in facts:
            facts[name] = name_of(engine, facts[name])
    if "order" in facts:
        facts["order"] = ", ".join(name_of(engine, player) for player in facts["order"])
    if kind == "RoundsDrawn":
        facts["rounds"] = ", ".join(str(drawn.number) for drawn in facts["rounds"])
    if kind in ("StandInNamed", "WriterNamed", "SeatTaken"):
        facts["seat"] = SEAT_LETTERS[facts["seat"]]
    if kind in ("ResultEntered", "ResultConfirmed"):
        facts["result"] = _result(event)
        kind += "Again" if facts.get("reason") else ""
    if kind == "HonourConfirmed":
        facts["date"] = day(facts["date"])
    if kind == "Signed" and not facts["round"]:
        kind = "SignedTotal"
    if kind == "PenaltyGiven":
        facts["rule"] = f" ({article(facts['rule'], lang)})" if facts["rule"] else ""
        facts["fine"] = f", {say('doors.fine.of', lang, amount=franks(facts['fine']))}" if facts["fine"] else ""
    if kind == "CheckedIn":
        facts["paid"] = f" (CHF {facts['paid'] / 100:.2f})" if facts["paid"] else ""
    return fill(texts()[f"evenings.event.{kind}"][lang], lang, Facts(facts))


def _result(event: Any) -> str:
    return " : ".join(map(str, event.sheet.score)) or "–"


def fault(broken: Fault, engine: Evening, lang: str) -> str:
    """A broken promise as a sentence."""
    facts: Mapping[str, object] = {"round": broken.round, **broken.facts}
    return explain(broken.kind, facts, lang if lang in LANGUAGES else "de", lambda key: name_of(engine, key))
