"""The kinds of values in a record, and how each is written: as a word of text and as a JSON value.

A kind reads strictly and writes only what it would read. Which event has which fields is `shapes`; the words around
them are `forms`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from puur.core.cards import CARDS, RANKS, Card, CardSet, parse_card
from puur.core.mode import Kind as ModeKind
from puur.core.mode import Mode, TrioValues, parse_mode
from puur.core.reglement import Source
from puur.core.seats import SEAT_NAMES, SEATS, TEAMS
from puur.core.weis import Weis, parse_weis
from puur.notation.record import Expected

MAX_NUMBER = 999_999_999
MAX_TEXT = 1_000
MAX_ITEMS = 36
TEAM_NAMES = ("A+C", "B+D")

Json = Any  # a JSON value as `json` gives it


class Unfit(ValueError):
    """A value that no record can hold, or a word that is none of its kind."""

    def __init__(self, found: object, expected: Expected, at: str = "", **facts: Any) -> None:
        super().__init__(found, expected)
        self.found, self.expected, self.at, self.facts = str(found), expected, at, facts

    def __str__(self) -> str:
        return f"{self.found!r} found, {self.expected} expected"


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of value; `write` and `read` go to and from JSON and raise Unfit."""

    expected: Expected
    write: Callable[[Any], Json]
    read: Callable[[Json], Any]
    schema: Mapping[str, Any]
    word: bool = False  # its JSON form is a string that stands in the text as one word


def _words(expected: Expected, names: Mapping[str, Any], **facts: Any) -> Kind:
    """A kind with few values, each with a name."""
    back = {value: name for name, value in names.items()}

    def write(value: object) -> str:
        name = back.get(value) if not isinstance(value, bool) else None
        if name is None:
            raise Unfit(value, expected, **facts)
        return name

    def read(name: Json) -> object:
        if not isinstance(name, str) or name not in names:
            raise Unfit(_short(name), expected, **facts)
        return names[name]

    return Kind(expected, write, read, {"enum": list(names)}, word=True)


def _short(value: Json) -> str:
    if isinstance(value, str):
        return value
    if isinstance(value, dict | list):
        return "{…}" if isinstance(value, dict) else "[…]"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    return repr(value)


def _write_text(value: object) -> str:
    if not isinstance(value, str) or len(value) > MAX_TEXT or any("\ud800" <= one <= "\udfff" for one in value):
        raise Unfit(value if isinstance(value, str) else repr(value), Expected.TEXT, high=MAX_TEXT)
    return value


def _read_text(value: Json) -> str:
    if not isinstance(value, str):
        raise Unfit(_short(value), Expected.STRING)
    return _write_text(value)


def _number(low: int) -> Kind:
    def check(value: Json) -> int:
        if type(value) is not int:
            raise Unfit(_short(value), Expected.INTEGER, low=low, high=MAX_NUMBER)
        if not low <= value <= MAX_NUMBER:
            raise Unfit(value, Expected.NUMBER, low=low, high=MAX_NUMBER)
        return value

    return Kind(Expected.NUMBER, check, check, {"type": "integer", "minimum": low, "maximum": MAX_NUMBER})


def _write_bool(value: Json) -> bool:
    if not isinstance(value, bool):
        raise Unfit(_short(value), Expected.BOOLEAN)
    return value


def _write_mode(mode: Mode) -> str:
    name = str(mode)
    if mode.kind is ModeKind.TRIO and mode.trio_values is not TrioValues.FIRST_BLOCK:
        name += f"/{mode.trio_values.value}"
    if _read_mode(name) != mode:
        raise Unfit(name, Expected.MODE)
    return name


def _read_mode(name: Json) -> Mode:
    if not isinstance(name, str):
        raise Unfit(_short(name), Expected.MODE)
    plain, slash, values = name.partition("/")
    try:
        mode = parse_mode(plain, TrioValues(values) if slash else TrioValues.FIRST_BLOCK)
    except ValueError:
        raise Unfit(name, Expected.MODE) from None
    if slash and (mode.kind is not ModeKind.TRIO or mode.trio_values is TrioValues.FIRST_BLOCK):
        raise Unfit(name, Expected.MODE)
    return mode


def _read_weis(name: Json) -> Weis:
    if isinstance(name, str) and len(name) <= 26:
        try:
            return parse_weis(name)
        except ValueError:
            pass
    raise Unfit(_short(name), Expected.WEIS)


def _write_weis(weis: Weis) -> str:
    if _read_weis(str(weis)) != weis:
        raise Unfit(weis, Expected.WEIS)
    return str(weis)


def _read_card(name: Json) -> Card:
    try:
        return parse_card(name)
    except (ValueError, TypeError):
        raise Unfit(_short(name), Expected.CARD) from None


def list_of(kind: Kind, most: int, *, once: bool = False) -> Kind:
    """A list of values of one kind, at most so many; with `once` none twice."""

    def write(values: Any) -> list[Json]:
        if not isinstance(values, tuple):
            raise Unfit(values, Expected.ARRAY)
        if len(values) > most:
            raise Unfit(len(values), Expected.FEWER, most=most)
        found = [kind.write(value) for value in values]
        if once and len(set(found)) != len(found):
            raise Unfit(next(one for one in found if found.count(one) > 1), Expected.CARD_ONCE)
        return found

    def read(values: Json) -> tuple[Any, ...]:
        if not isinstance(values, list):
            raise Unfit(_short(values), Expected.ARRAY)
        if len(values) > most:
            raise Unfit(len(values), Expected.FEWER, most=most)
        found: list[Any] = []
        for number, value in enumerate(values):
            try:
                one = kind.read(value)
            except Unfit as problem:
                raise within(problem, str(number)) from None
            if once and one in found:
                raise Unfit(value, Expected.CARD_ONCE, f"/{number}")
            found.append(one)
        return tuple(found)

    schema = {"type": "array", "items": kind.schema, "maxItems": most, **({"uniqueItems": True} if once else {})}
    return Kind(kind.expected, write, read, schema)


def within(problem: Unfit, place: str) -> Unfit:
    """The same problem, seen from one level further up."""
    escaped = place.replace("~", "~0").replace("/", "~1")
    return Unfit(problem.found, problem.expected, f"/{escaped}{problem.at}", **problem.facts)


def pair_of(kind: Kind) -> Kind:
    """Two values, team A+C first."""

    def write(values: Any) -> list[Json]:
        if not isinstance(values, tuple) or len(values) != 2:
            raise Unfit(values, Expected.COLUMNS)
        return [kind.write(value) for value in values]

    def read(values: Json) -> tuple[Any, Any]:
        if not isinstance(values, list) or len(values) != 2:
            raise Unfit(_short(values), Expected.COLUMNS)
        first, second = list_of(kind, 2).read(values)
        return first, second

    return Kind(Expected.COLUMNS, write, read, {"type": "array", "items": kind.schema, "minItems": 2, "maxItems": 2})


def named(kind: type[Enum]) -> Kind:
    """The members of an enumeration, by their value."""
    return _words(Expected.ONE_OF, {str(one.value): one for one in kind}, accepted=", ".join(str(one.value) for one in kind))


SEAT = _words(Expected.SEAT, dict(zip(SEAT_NAMES, SEATS, strict=True)))
TEAM = _words(Expected.TEAM, dict(zip(TEAM_NAMES, TEAMS, strict=True)))
CARD = Kind(Expected.CARD, str, _read_card, {"enum": [card.name for card in CARDS]}, word=True)
RANK = _words(Expected.RANK, {rank.value: rank for rank in RANKS})
SOURCE = _words(Expected.SOURCE, {source.value: source for source in Source})
MODE = Kind(
    Expected.MODE,
    _write_mode,
    _read_mode,
    {
        "type": "string",
        "pattern": "^([ERSL]|obenabe|undeufe|(slalom|gusti)-(oben|unten)|trio-[ERSL]-(tuo|tou|uto|uot|otu|out)(/oben|/trump)?)$",
    },
    word=True,
)
WEIS = Kind(
    Expected.WEIS,
    _write_weis,
    _read_weis,
    {"type": "string", "pattern": "^[ERSL][6-9BUOKA](-[ERSL][6-9BUOKA]){2,8}$"},
    word=True,
)
NUMBER = _number(-MAX_NUMBER)
COUNT = _number(0)
FLAG = Kind(Expected.BOOLEAN, _write_bool, _write_bool, {"type": "boolean"})
TEXT = Kind(Expected.TEXT, _write_text, _read_text, {"type": "string", "maxLength": MAX_TEXT})
NAME = Kind(Expected.NAME, _write_text, _read_text, {"type": "string", "maxLength": MAX_TEXT})
CARDS_ONCE = list_of(CARD, MAX_ITEMS, once=True)
WEISE = list_of(WEIS, MAX_ITEMS)
SOURCES = list_of(SOURCE, MAX_ITEMS)
POINTS = pair_of(NUMBER)

_HAND = list_of(CARD, 9, once=True)


def _write_hands(hands: Any) -> dict[str, Json]:
    if not isinstance(hands, tuple) or len(hands) != 4:
        raise Unfit(hands, Expected.ALL_HANDS)
    written = {name: _HAND.write(tuple(hand)) for name, hand in zip(SEAT_NAMES, hands, strict=True)}
    CARDS_ONCE.write(tuple(card for hand in hands for card in hand))
    return written


def _read_hands(value: Json) -> tuple[CardSet, ...]:
    if not isinstance(value, dict):
        raise Unfit(_short(value), Expected.OBJECT)
    for name in value:
        if name not in SEAT_NAMES or len(name) != 1:
            raise Unfit(name, Expected.SEAT)
    if len(value) != 4:
        raise Unfit(" ".join(value), Expected.ALL_HANDS)
    seen = CardSet()
    hands = []
    for name in SEAT_NAMES:
        try:
            hand = CardSet(_HAND.read(value[name]))
        except Unfit as problem:
            raise within(problem, name) from None
        if twice := hand & seen:
            raise Unfit(next(iter(twice)), Expected.CARD_ONCE, f"/{name}")
        seen |= hand
        hands.append(hand)
    return tuple(hands)


HANDS = Kind(
    Expected.HANDS,
    _write_hands,
    _read_hands,
    {
        "type": "object",
        "properties": dict.fromkeys(SEAT_NAMES, _HAND.schema),
        "required": list(SEAT_NAMES),
        "additionalProperties": False,
    },
)
