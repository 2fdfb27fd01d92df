"""Messages of clients and events on the wire: read strictly, written as each seat may see them. docs/protocol.md describes them.

What a seat may know leaves the core through `view_of` and `redacted` alone; this module only puts it into JSON.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from puur.core.events import Event, RulingMade, Shuffled, WeisAdded
from puur.core.game import Game
from puur.core.seats import SEAT_NAMES
from puur.core.view import redacted
from puur.log.errors import Unfit
from puur.log.values import TEAM_NAMES
from puur.notation.game_events import GAME

VERSION = 1
MOST_CHARS = 8 * 1024
MOST_DEPTH = 6
MOST_CHAT = 300
LONGEST_NAME = 24
PHRASES = ("hallo", "gut", "danke", "bravo", "pech", "moment", "weiter", "ade")

# What people may submit; all else is the table's own work. The field that holds the seat of whoever submits it.
GUIDED: Mapping[str, str] = dict.fromkeys(
    (
        "cut", "pushed", "announced", "card-played", "trick-looked", "weis-announced", "weis-named", "weis-added", "weis-asked",
        "weis-demanded", "stoeck-shown", "claimed", "conceded", "thanked", "ausmach-invoked",
    ),
    "seat",
)  # fmt: skip
FREE: Mapping[str, str] = {**GUIDED, "cards-laid": "seat", "incident-reported": "by", "choice-made": "by"}

Json = dict[str, Any]


class BadMessage(ValueError):
    """A message that is none; `code` as in the protocol."""

    def __init__(self, code: str, text: str = "") -> None:
        super().__init__(text or code)
        self.code = code


def dumps(value: object) -> str:
    """Compact JSON."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def parse(text: object) -> Json:
    """A message of a client: a JSON object with a known `t`, not too long, not too deep."""
    if not isinstance(text, str):
        raise BadMessage("json", "text expected")
    if len(text) > MOST_CHARS:
        raise BadMessage("size")
    if _deep(text):
        raise BadMessage("json", "too deep")
    try:
        data = json.loads(text, parse_constant=_no_constant)
    except (ValueError, RecursionError):
        raise BadMessage("json") from None
    if not isinstance(data, dict) or not isinstance(data.get("t"), str):
        raise BadMessage("json", "an object with t expected")
    return data


def _deep(text: str) -> bool:
    """Whether it might nest too deeply; brackets in strings count too, which no honest message has so many of."""
    depth = 0
    for one in text:
        if one in "[{":
            depth += 1
            if depth > MOST_DEPTH:
                return True
        elif one in "]}":
            depth -= 1
    return False


def _no_constant(name: str) -> object:
    raise ValueError(name)


def field(message: Mapping[str, Any], name: str, kind: type, low: int = 0, high: int = 0) -> Any:
    """A field of a message: a string of at most `high` characters, an integer from `low` to `high`, or a bool."""
    value = message.get(name)
    fits = type(value) is kind
    if isinstance(value, str):
        fits = fits and len(value) <= high and value.isprintable()
    elif isinstance(value, int) and not isinstance(value, bool):
        fits = fits and low <= value <= high
    if not fits:
        raise BadMessage("json", name)
    return value


def read_event(data: object, seat: int, *, free: bool = False) -> tuple[Event, str]:
    """What a seat wants to submit, and the nonce where it cuts."""
    if not isinstance(data, dict):
        raise BadMessage("json", "event")
    kind = data.get("event")
    allowed = FREE if free else GUIDED
    if not isinstance(kind, str) or kind not in allowed:
        raise BadMessage("json", "event")
    own = allowed[kind]
    if own in data:
        raise BadMessage("json", own)
    given = {**data, own: seat}
    nonce = ""
    if kind == "cut":
        nonce = given.pop("nonce", "")
    if kind == "choice-made":
        given.pop("official", None)
    try:
        return GAME.read(named(given)), nonce
    except Unfit as problem:
        raise BadMessage("json", problem.at or str(problem.expected)) from None


_NAMES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("seat", "by", "of", "dealer", "other", "announcer", "offender"), tuple(SEAT_NAMES)),
    **dict.fromkeys(("team", "match", "bergpreis"), TEAM_NAMES),
}


def named(data: Json) -> Json:
    """The form of the record: seats and teams are numbers on the wire and letters there."""
    found = dict(data)
    for name, names in _NAMES.items():
        value = found.get(name)
        if type(value) is int and 0 <= value < len(names):
            found[name] = names[value]
        elif value is not None:
            raise BadMessage("json", name)
    return found


def _numbered(data: Json) -> Json:
    for name, names in _NAMES.items():
        if name in data and data[name] in names:
            data[name] = names.index(data[name])
    return data


def stored(event: Event) -> str:
    """An event as it is stored: as in a record."""
    return GAME.text(event)


def restored(text: str) -> Event:
    """A stored event."""
    event: Event = GAME.from_text(text)
    return event


def write_event(event: Event) -> Json:
    """An event for the wire, with nothing hidden."""
    return _numbered(GAME.write(event))


def seen_event(event: Event, seat: int | None, game: Game) -> Json:
    """An event as a seat (or a spectator) may see it; `game` is the state after it."""
    viewer = -1 if seat is None else seat
    data = write_event(redacted(event, viewer))
    if isinstance(event, Shuffled):
        data.pop("pack", None)
        data.pop("seed", None)
    elif isinstance(event, WeisAdded) and event.seat != viewer:
        data.pop("weise", None)
        data["points"] = [weis.points(game.book.weis.values) for weis in event.weise]
    elif isinstance(event, RulingMade):
        from puur.web.live.freely import effect_json, seen_cards  # the referee knows the wire

        known = seen_cards(game)
        data["effects"] = [effect_json(effect, known, own=seat is not None and event.offender == seat) for effect in event.effects]
    return data


def same_for_all(event: Event) -> bool:
    """Whether every seat sees the event alike."""
    return type(event).__name__ not in ("WeisAnnounced", "WeisAdded", "HandsRecorded", "RulingMade")


def clean_name(text: str) -> str:
    """A name as it may stand at a table: one line, no control or direction signs, not too long."""
    kept = "".join(one for one in text if one.isprintable())
    return " ".join(kept.split())[:LONGEST_NAME].strip()
