"""How a single value is written as JSON and read back: strictly, and only what would be written again.

Seats are letters, sides the letters of their seats (`A+C`, or `A` where everybody plays alone); cards, modes and Weise are words of
the core. `codec` builds lists and objects of them. A single value does not know how many play: a record does (`notation`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from enum import Enum
from typing import Any

from puur.core.cards import CARDS, RANKS, Card, Rank, parse_card
from puur.core.event_fields import Count, Name, Seat, Team, Text
from puur.core.mode import Kind as ModeKind
from puur.core.mode import Mode, TrioValues, parse_mode
from puur.core.reglement import Source
from puur.core.seats import PAIRS, SEAT_NAMES, SEATS, side_names
from puur.core.weis import Weis, parse_weis
from puur.log.errors import Expected, Unfit, shown

MAX_NUMBER = 999_999_999
MAX_TEXT = 1_000
MAX_ITEMS = 36
LONGEST_AMOUNT, MOST_DIGITS = 40, 15  # letters of an amount; digits before its point, so that sums stay exact
TEAM_NAMES = side_names(PAIRS)

Json = Any  # a JSON value as `json` gives it


@dataclass(frozen=True, slots=True)
class Codec:
    """How values of one type are written; `write` and `read` go to and from JSON and raise Unfit."""

    expected: Expected
    write: Callable[[Any], Json]
    read: Callable[[Json], Any]
    schema: Mapping[str, Any]
    most: int = 0  # in one list; 0: as many as there are
    once: bool = False  # never twice in one list
    item: Codec | None = None  # of a list: what it is a list of


def words(expected: Expected, names: Mapping[str, Any], **facts: Any) -> Codec:
    """Few values, each with a name."""
    back = {value: name for name, value in names.items()}

    def write(value: object) -> str:
        name = back.get(value) if not isinstance(value, bool) else None
        if name is None:
            raise Unfit(value, expected, **facts)
        return name

    def read(name: Json) -> object:
        if not isinstance(name, str) or name not in names:
            raise Unfit(shown(name), expected, **facts)
        return names[name]

    return Codec(expected, write, read, {"enum": list(names)})


def named(kind: type[Enum], expected: Expected = Expected.ONE_OF) -> Codec:
    """The members of an enumeration, by their value."""
    members = {str(member.value): member for member in kind}
    return words(expected, members, **({"accepted": ", ".join(members)} if expected is Expected.ONE_OF else {}))


def text(expected: Expected, most: int = 0) -> Codec:
    """A text of at most `most` characters."""

    def write(value: object) -> str:
        if not isinstance(value, str) or (most and len(value) > most) or (not value.isascii() and has_half_signs(value)):
            raise Unfit(value if isinstance(value, str) else repr(value), Expected.TEXT, high=most)
        return value

    def read(value: Json) -> str:
        if not isinstance(value, str):
            raise Unfit(shown(value), Expected.STRING)
        return write(value)

    return Codec(expected, write, read, {"type": "string", **({"maxLength": most} if most else {})})


def has_half_signs(value: str) -> bool:
    """Whether there are surrogates in it, which no file can hold."""
    return any("\ud800" <= sign <= "\udfff" for sign in value)


def number(low: int) -> Codec:
    """A whole number from `low` on."""

    def check(value: Json) -> int:
        if type(value) is not int:
            raise Unfit(shown(value), Expected.INTEGER, low=low, high=MAX_NUMBER)
        if not low <= value <= MAX_NUMBER:
            raise Unfit(value, Expected.NUMBER, low=low, high=MAX_NUMBER)
        return value

    return Codec(Expected.NUMBER, check, check, {"type": "integer", "minimum": low, "maximum": MAX_NUMBER})


def _flag(value: Json) -> bool:
    if not isinstance(value, bool):
        raise Unfit(shown(value), Expected.BOOLEAN)
    return value


def _read_mode(name: Json) -> Mode:
    if not isinstance(name, str):
        raise Unfit(shown(name), Expected.MODE)
    plain, slash, values = name.partition("/")
    try:
        mode = parse_mode(plain, TrioValues(values) if slash else TrioValues.FIRST_BLOCK)
    except ValueError:
        raise Unfit(name, Expected.MODE) from None
    if slash and (mode.kind is not ModeKind.TRIO or mode.trio_values is TrioValues.FIRST_BLOCK):
        raise Unfit(name, Expected.MODE)
    return mode


def _write_mode(mode: Mode) -> str:
    name = str(mode)
    if mode.kind is ModeKind.TRIO and mode.trio_values is not TrioValues.FIRST_BLOCK:
        name += f"/{mode.trio_values.value}"
    if _read_mode(name) != mode:
        raise Unfit(name, Expected.MODE)
    return name


def _read_weis(name: Json) -> Weis:
    if isinstance(name, str) and len(name) <= 26:
        try:
            return parse_weis(name)
        except ValueError:
            pass
    raise Unfit(shown(name), Expected.WEIS)


def _write_weis(weis: Weis) -> str:
    if _read_weis(str(weis)) != weis:
        raise Unfit(weis, Expected.WEIS)
    return str(weis)


def _read_card(name: Json) -> Card:
    try:
        return parse_card(name)
    except (ValueError, TypeError):
        raise Unfit(shown(name), Expected.CARD) from None


def moment(kind: type[date] | type[time], expected: Expected) -> Codec:
    """A date, a time of day, or both; local, to the minute unless there are seconds."""

    def write(value: Any) -> str:
        if type(value) is not kind:
            raise Unfit(value, expected)
        return str(value.isoformat()).removesuffix(":00")

    def read(value: Json) -> Any:
        try:
            point = kind.fromisoformat(value)
        except (ValueError, TypeError):
            raise Unfit(shown(value), expected) from None
        if getattr(point, "tzinfo", None) is not None:
            raise Unfit(value, expected)
        return point

    return Codec(expected, write, read, {"type": "string"})


def _read_amount(value: Json) -> Decimal:
    try:
        if type(value) is int or (isinstance(value, str) and len(value) <= LONGEST_AMOUNT):  # never a float
            amount = Decimal(value)
            # A few letters can name a number that no memory holds: 1e999999999.
            if amount.is_finite() and -MOST_DIGITS < amount.adjusted() < MOST_DIGITS:
                return amount
    except (InvalidOperation, ValueError):
        pass
    raise Unfit(shown(value), Expected.AMOUNT)


SEAT = words(Expected.SEAT, dict(zip(SEAT_NAMES, SEATS, strict=True)))
# Read by either name; without a record around it, the first two sides are written as pairs.
TEAM = words(Expected.TEAM, {name: side for names in (SEAT_NAMES, TEAM_NAMES) for side, name in enumerate(names)})
CARD = Codec(Expected.CARD, str, _read_card, {"enum": [card.name for card in CARDS]}, MAX_ITEMS, once=True)
RANK = words(Expected.RANK, {rank.value: rank for rank in RANKS})
SOURCE = replace(named(Source, Expected.SOURCE), most=MAX_ITEMS)
_BLOCKS = "tuo|tou|uto|uot|otu|out"
_MODES = f"^([ERSL]|obenabe|undeufe|(slalom|gusti)-(oben|unten)|trio-[ERSL]-({_BLOCKS})(/oben|/trump)?)$"
MODE = Codec(Expected.MODE, _write_mode, _read_mode, {"type": "string", "pattern": _MODES})
_WEISE = "^[ERSL][6-9BUOKA](-[ERSL][6-9BUOKA]){2,8}$"
WEIS = Codec(Expected.WEIS, _write_weis, _read_weis, {"type": "string", "pattern": _WEISE}, MAX_ITEMS)
NUMBER, COUNT = number(-MAX_NUMBER), number(0)
FLAG = Codec(Expected.BOOLEAN, _flag, _flag, {"type": "boolean"})
TEXT, NAME = text(Expected.TEXT, MAX_TEXT), text(Expected.NAME, MAX_TEXT)
STRING, AMOUNT = text(Expected.STRING), Codec(Expected.AMOUNT, str, _read_amount, {"type": ["string", "integer"]})
SIMPLE: Mapping[Any, Codec] = {
    int: NUMBER, bool: FLAG, str: STRING, Card: CARD, Rank: RANK, Mode: MODE, Weis: WEIS, Source: SOURCE,
    date: moment(date, Expected.DATE), datetime: moment(datetime, Expected.DATE), time: moment(time, Expected.TIME),
    Decimal: AMOUNT, Seat: SEAT, Team: TEAM, Count: COUNT, Name: NAME, Text: TEXT,
}  # fmt: skip
