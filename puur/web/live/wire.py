"""Messages of clients and events on the wire: read strictly, written as each seat may see them. docs/protocol.md describes them.

What a seat may know leaves the core through the door of `core.view` alone; this module only puts it into JSON.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

import orjson

from puur.core.cards import CardSet
from puur.core.events import Event
from puur.core.known import Told, tell
from puur.core.seats import SEAT_NAMES
from puur.log.registry import Registry
from puur.log.values import TEAM_NAMES
from puur.notation.game_events import EFFECT, GAME

VERSION = 1
MOST_CHAT = 300
PHRASES = ("hallo", "gut", "danke", "bravo", "pech", "moment", "weiter", "ade")

Json = dict[str, Any]


class BadMessage(ValueError):
    """A message that is none; `code` as in the protocol."""

    def __init__(self, code: str, text: str = "") -> None:
        super().__init__(text or code)
        self.code = code


encode = orjson.dumps  # compact JSON, as bytes


def dumps(value: object) -> str:
    """Compact JSON as text."""
    return encode(value).decode()


def id_of(message: Json | None) -> str:
    """The id that a client gave its message, or nothing."""
    key = (message or {}).get("id")
    return key[:64] if isinstance(key, str) else ""


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


_NAMES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("seat", "by", "of", "dealer", "other", "announcer", "offender", "bots"), tuple(SEAT_NAMES)),
    **dict.fromkeys(("team", "match", "bergpreis"), TEAM_NAMES),
}


def named(data: Json) -> Json:
    """The form of the record: seats and teams are numbers on the wire and letters there."""
    record = dict(data)
    for name, value in data.items():
        names = _NAMES.get(name)
        if names is None or value is None:
            continue
        if type(value) is not int or not 0 <= value < len(names):
            raise BadMessage("json", name)
        record[name] = names[value]
    return record


def restored(text: str) -> Event:
    """A stored event."""
    event: Event = GAME.from_text(text)
    return event


def write_event(event: Event) -> Json:
    """An event for the wire as its own seat may know it, or everybody when its deal is over."""
    return write_told(tell(event, actor=True, over=True, seen=CardSet, book=None))


def write_told(told: Told) -> Json:
    """An event for the wire, as somebody may know it."""
    return _written(told, GAME, _NAMES)


def _written(told: Told, registry: Registry, numbers: Collection[str]) -> Json:
    """What was told under the names of the record; seats and teams stay numbers where `numbers` names their field."""
    kind = registry.by_class[told.kind]
    data: Json = {registry.key: kind.tag}
    rest = dict(told.fields)
    for part in kind.fields:
        if part.name not in rest:
            continue
        value: Any = rest.pop(part.name)
        if part.name == "effects":
            data["effects"] = [_written(effect, EFFECT, ()) for effect in value]
        elif not (part.optional and type(value) is type(part.default) and value == part.default):
            data[part.name] = value if part.name in numbers else part.codec.write(value)
    return data | rest  # with what is told instead of something hidden
