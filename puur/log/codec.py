"""How lists, objects and any type hint are written as JSON and read back.

`codec_of` finds the codec of a type hint: events, setups and whole files are written by it and by nothing else. A codec names the
place of a mistake as it goes up, and knows its JSON Schema.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

from puur.core.cards import CARDS, CardSet
from puur.core.event_fields import Hands
from puur.core.seats import SEAT_NAMES
from puur.log.errors import Expected, Unfit, shown, within
from puur.log.values import CARD, NUMBER, SIMPLE, Codec, Json, named

REQUIRED = object()  # the default of a field that has none


def list_of(item: Codec, most: int = 0, *, once: bool = False) -> Codec:
    """A list of values of one kind, at most `most` of them; with `once` none twice."""
    most, once = most or item.most, once or item.once

    def all_of(values: Any, kind: type[list[Any]] | type[tuple[Any, ...]], step: Callable[[Any], Any]) -> list[Any]:
        if not isinstance(values, kind):
            raise Unfit(shown(values), Expected.ARRAY)
        if most and len(values) > most:
            raise Unfit(len(values), Expected.FEWER, most=most)
        items = _each(step, values)
        if once and len(set(items)) != len(items):
            place = next(place for place, value in enumerate(items) if value in items[:place])
            raise Unfit(values[place], Expected.CARD_ONCE, f"/{place}")
        return items

    bounds = {**({"maxItems": most} if most else {}), **({"uniqueItems": True} if once else {})}
    schema = {"type": "array", "items": item.schema, **bounds}
    write, read = item.write, item.read
    return Codec(
        item.expected,
        lambda values: all_of(values, tuple, write),
        lambda values: tuple(all_of(values, list, read)),
        schema,
        item=item,
    )


def _each(step: Callable[[Any], Any], values: Sequence[Any]) -> list[Any]:
    """`step` of every value; a mistake names its place."""
    try:
        return [step(value) for value in values]
    except Unfit:
        for place, value in enumerate(values):  # once more, slowly, to see which it was
            try:
                step(value)
            except Unfit as problem:
                raise within(problem, str(place)) from None
        raise


def row_of(items: tuple[Codec, ...], expected: Expected = Expected.ARRAY) -> Codec:
    """A fixed number of values, each of its own kind."""
    size = len(items)

    def each(values: Any, kind: type[list[Any]] | type[tuple[Any, ...]], step: str) -> list[Any]:
        if not isinstance(values, kind) or len(values) != size:
            raise Unfit(len(values) if isinstance(values, list | tuple) else shown(values), expected, most=size)
        done = []
        for place, (item, value) in enumerate(zip(items, values, strict=True)):
            try:
                done.append(getattr(item, step)(value))
            except Unfit as problem:
                raise within(problem, str(place)) from None
        return done

    schema = {"type": "array", "items": items[0].schema, "minItems": size, "maxItems": size}
    return Codec(expected, lambda values: each(values, tuple, "write"), lambda values: tuple(each(values, list, "read")), schema)


POINTS = row_of((NUMBER, NUMBER), Expected.COLUMNS)


@lru_cache(maxsize=8)
def _hand(players: int) -> Codec:
    """The hand of a player, out of this many, of whom one may sit out."""
    return list_of(CARD, len(CARDS) // max(2, players - 1))


def _write_hands(hands: Any) -> dict[str, Json]:
    if not isinstance(hands, tuple) or not 2 <= len(hands) <= len(SEAT_NAMES):
        raise Unfit(hands, Expected.ALL_HANDS)
    written = {name: _hand(len(hands)).write(tuple(hand)) for name, hand in zip(SEAT_NAMES, hands, strict=False)}
    list_of(CARD).write(tuple(card for hand in hands for card in hand))
    return written


def _read_hands(value: Json) -> tuple[CardSet, ...]:
    if not isinstance(value, dict):
        raise Unfit(shown(value), Expected.OBJECT)
    for name in value:
        if name not in SEAT_NAMES or len(name) != 1:
            raise Unfit(name, Expected.SEAT)
    names = SEAT_NAMES[: len(value)]
    if len(value) < 2 or value.keys() != set(names):
        raise Unfit(" ".join(value), Expected.ALL_HANDS)
    seen = CardSet()
    hands = []
    for name in names:
        try:
            hand = CardSet(_hand(len(value)).read(value[name]))
        except Unfit as problem:
            raise within(problem, name) from None
        if twice := hand & seen:
            raise Unfit(next(iter(twice)), Expected.CARD_ONCE, f"/{name}")
        seen |= hand
        hands.append(hand)
    return tuple(hands)


_HANDS = {"properties": dict.fromkeys(SEAT_NAMES, _hand(2).schema), "required": list(SEAT_NAMES[:2]), "additionalProperties": False}
HANDS = Codec(Expected.HANDS, _write_hands, _read_hands, {"type": "object", **_HANDS})


# ---- objects and type hints --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a dataclass; without a default it has to be there."""

    name: str
    codec: Codec
    default: object = REQUIRED

    @property
    def optional(self) -> bool:
        """Whether it may be absent."""
        return self.default is not REQUIRED


def fields_of(cls: type) -> tuple[Field, ...]:
    """The fields of a dataclass with their codecs."""
    hints = typing.get_type_hints(cls, include_extras=True)
    with_codecs = []
    for field in dataclasses.fields(cls):
        if not field.init or not field.compare:  # where something was read is no part of what it is
            continue
        made = field.default_factory
        default = made() if made is not dataclasses.MISSING else field.default
        hint = _without_none(hints[field.name]) if default is None else hints[field.name]
        with_codecs.append(Field(field.name, codec_of(hint), REQUIRED if default is dataclasses.MISSING else default))
    return tuple(with_codecs)


def write_fields(fields: tuple[Field, ...], value: object) -> dict[str, Json]:
    """The fields that differ from their default."""
    written: dict[str, Json] = {}
    for field in fields:
        part = getattr(value, field.name)
        default = field.default
        if part is default or (type(part) is type(default) and part == default):
            continue
        try:
            written[field.name] = field.codec.write(part)
        except Unfit as problem:
            raise within(problem, field.name) from None
    return written


def read_fields(fields: tuple[Field, ...], data: Mapping[str, Json], skip: tuple[str, ...] = ()) -> dict[str, Any]:
    """The values in `data`; keys in `skip` are somebody else's."""
    values = {}
    for field in fields:
        name = field.name
        if name not in data:
            if field.default is REQUIRED:
                _only_known(fields, data, skip)
                raise Unfit("", Expected.REQUIRED, field=name)
            continue
        part = data[name]
        if part is None and field.default is None:
            continue
        try:
            values[name] = field.codec.read(part)
        except Unfit as problem:
            raise within(problem, name) from None
    if len(data) > len(values) + len(skip):
        _only_known(fields, data, skip)
    return values


def _only_known(fields: tuple[Field, ...], data: Mapping[str, Json], skip: tuple[str, ...]) -> None:
    known = {field.name for field in fields}
    for key in data:
        if key not in known and key not in skip:
            raise Unfit(key, Expected.FIELD, accepted=", ".join(sorted(known)))


def schema_of(fields: tuple[Field, ...], tag: str = "", name: str = "") -> dict[str, object]:
    """The JSON Schema of an object with these fields; the key `tag` holds its name."""
    properties: dict[str, object] = {tag: {"const": name}} if tag else {}
    for field in fields:
        schema = field.codec.schema
        properties[field.name] = {"anyOf": [schema, {"type": "null"}]} if field.default is None else schema
    required = ([tag] if tag else []) + [field.name for field in fields if not field.optional]
    described = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**described, "required": required} if required else described


def object_of(cls: type) -> Codec:
    """A dataclass as an object, its fields by name."""
    fields = fields_of(cls)

    def write(value: Any) -> dict[str, Json]:
        if type(value) is not cls:
            raise Unfit(type(value).__name__, Expected.OBJECT)
        return write_fields(fields, value)

    def read(data: Json) -> Any:
        if not isinstance(data, dict):
            raise Unfit(type(data).__name__, Expected.OBJECT)
        return cls(**read_fields(fields, data))

    return Codec(Expected.OBJECT, write, read, schema_of(fields))


_CODECS: dict[Any, Codec] = {**SIMPLE, Hands: HANDS, tuple[int, int]: POINTS}


def teach(hint: Any, codec: Codec) -> None:
    """Write values of a further type with this codec."""
    _CODECS[hint] = codec


def codec_of(hint: Any) -> Codec:
    """The codec of a type hint."""
    known = _CODECS.get(hint)
    if known is None:
        known = _CODECS[hint] = _made(hint)
    return known


def _without_none(hint: Any) -> Any:
    if typing.get_origin(hint) in (types.UnionType, typing.Union):
        rest = [part for part in typing.get_args(hint) if part is not type(None)]
        return rest[0] if len(rest) == 1 else hint
    return hint


def _made(hint: Any) -> Codec:
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    inner = _without_none(hint)
    if inner is not hint:
        codec = codec_of(inner)
        schema = {"anyOf": [codec.schema, {"type": "null"}]}
        write, read = codec.write, codec.read
        return Codec(
            codec.expected,
            lambda value: None if value is None else write(value),
            lambda value: None if value is None else read(value),
            schema,
        )
    if origin is tuple:
        return list_of(codec_of(args[0])) if args[-1] is ... else row_of(tuple(map(codec_of, args)))
    if dataclasses.is_dataclass(hint) and isinstance(hint, type):
        return object_of(hint)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return named(hint)
    raise TypeError(f"no codec for {hint}")
