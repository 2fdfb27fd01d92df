"""What a rule book file may say, read off the classes of `puur.core.reglement` and of the sections that others contribute.

A new field there is a new key here, with the values that its type and its limits (`core.fields`) accept. Whether values agree
with each other is the business of `checks`.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import MISSING, dataclass, field
from datetime import date, time
from decimal import Decimal
from enum import Enum
from functools import cache

from puur.core.cards import Card, NotACard, parse_card
from puur.core.fields import Cite
from puur.core.mode import Mode, NotAMode, parse_mode
from puur.core.reglement import SECTIONS, Reglement, Sections, contributed

HEAD: tuple[str, ...] = ("key", "title", "source", "form", "falls_back_on", "extends")
TABLES: tuple[str, ...] = ("modes", "penalties")  # tables of names besides the sections
TEXT = 200
NAME = 40
MOST_DECIMALS = 6  # places after the point


@dataclass(frozen=True, slots=True)
class Slot:
    """One value of a rule book: its dotted name, its type, the value without any book, and what limits it."""

    name: str
    hint: object
    default: object  # MISSING: a section with such a value states it
    range: tuple[int, int] = (0, 100_000)
    length: tuple[int, int] = (0, 100)
    names: tuple[str, ...] = ()
    among: tuple[Enum, ...] = ()  # the choices that mean something here; none: all of the type
    by_entry: bool = False

    @property
    def is_mapping(self) -> bool:
        """Whether it is a table of names, such as the modes with their factors."""
        return typing.get_origin(self.hint) is Mapping

    @property
    def is_cite(self) -> bool:
        """Whether a book states a provision here and no value, because the value is the same in every book."""
        return self.hint is Cite

    @property
    def entry(self) -> Slot:
        """One value of a table of names."""
        return dataclasses.replace(self, hint=typing.get_args(self.hint)[1])


@dataclass(frozen=True, slots=True)
class Issue:
    """Why a raw value is refused: the place inside it, what was there, and the kind of what was expected."""

    at: tuple[str | int, ...]
    found: object
    kind: str
    facts: Mapping[str, str] = field(default_factory=dict)


class Refused(Exception):
    """A raw value that its field does not accept; carries every reason."""

    def __init__(self, issues: Iterable[Issue]) -> None:
        self.issues = tuple(issues)
        super().__init__(self.issues)


def slots() -> Mapping[str, Slot]:
    """Every value of a rule book by its dotted name, in the order of the classes."""
    return _slots(tuple(contributed().items()))


@cache
def hints_of(cls: type) -> Mapping[str, typing.Any]:
    """The types of the fields of a class, worked out once."""
    return typing.get_type_hints(cls)


@cache
def _slots(others: tuple[tuple[str, type], ...]) -> Mapping[str, Slot]:
    hints = hints_of(Reglement)
    own = {part.name: part for part in dataclasses.fields(Reglement)}
    table = {"modes": _slot("modes", hints["modes"], own["modes"])}
    for key, section in [*((key, hints[key]) for key in SECTIONS), *others]:
        table.update((slot.name, slot) for slot in _slots_of(section, key))
    return table | {"penalties": _slot("penalties", hints["penalties"], own["penalties"])}


def _slots_of(cls: type, prefix: str) -> Iterator[Slot]:
    hints = hints_of(cls)
    for part in dataclasses.fields(cls):
        name, hint = f"{prefix}.{part.name}", hints[part.name]
        if isinstance(hint, type) and dataclasses.is_dataclass(hint):
            yield from _slots_of(hint, name)
        else:
            yield _slot(name, hint, part)
    for cited in getattr(cls, "cited", ()):
        yield Slot(f"{prefix}.{cited}", Cite, None)


def _slot(name: str, hint: object, made: dataclasses.Field[typing.Any]) -> Slot:
    default = made.default_factory() if made.default_factory is not MISSING else made.default
    return Slot(name, hint, default, **made.metadata)


def value_of(book: Reglement, name: str) -> object:
    """The value with this dotted name; of a section that the book does not have, the one without any book."""
    first, *rest = name.split(".")
    value: object = book.sections.get(first) if first in contributed() else getattr(book, first)
    if value is None:
        return slots()[name].default
    for part in rest:
        value = getattr(value, part, True)  # what holds in every book is true where nothing computes it
    return value


def build(values: Mapping[str, object], **head: object) -> Reglement:
    """The rule book with these values by dotted name; what is not named keeps its default."""
    hints = hints_of(Reglement)
    parts: dict[str, object] = {section: _make(hints[section], section, values) for section in SECTIONS}
    parts |= {name: values.get(name, {}) for name in TABLES}
    spoken_of = {name.partition(".")[0] for name in values}
    others = {key: _make(cls, key, values) for key, cls in contributed().items() if key in spoken_of and not missing(key, values)}
    return Reglement(sections=Sections(others), **typing.cast(typing.Any, head | parts))


def missing(key: str, values: Mapping[str, object]) -> tuple[str, ...]:
    """The values that a contributed section still needs: all of them where nothing is stated, none where it is complete."""
    return tuple(
        name for name, slot in slots().items() if name.startswith(f"{key}.") and slot.default is MISSING and name not in values
    )


def _make(cls: type, prefix: str, values: Mapping[str, object]) -> object:
    hints = hints_of(cls)
    given: dict[str, object] = {}
    for part in dataclasses.fields(cls):
        name, hint = f"{prefix}.{part.name}", hints[part.name]
        if isinstance(hint, type) and dataclasses.is_dataclass(hint):
            given[part.name] = _make(hint, name, values)
        elif name in values:
            given[part.name] = values[name]
    return cls(**given)


def children(prefix: str) -> tuple[str, ...]:
    """The keys that a table may hold; the top level for the empty prefix."""
    if not prefix:
        return (*HEAD, "modes", *SECTIONS, "penalties", *contributed())
    start = prefix + "."
    return tuple(dict.fromkeys(name[len(start) :].split(".")[0] for name in slots() if name.startswith(start)))


def convert(slot: Slot, raw: object) -> object:
    """The value that `raw` stands for in this field, or `Refused` with every reason."""
    issues: list[Issue] = []
    value = _convert(slot, slot.hint, raw, (), issues)
    if issues:
        raise Refused(issues)
    return value


def _convert(slot: Slot, hint: object, raw: object, at: tuple[str | int, ...], issues: list[Issue]) -> object:
    def refuse(kind: str, facts: Mapping[str, str] | None = None) -> object:
        issues.append(Issue(at, raw, kind, facts or {}))
        return None

    optional = typing.get_origin(hint) in (types.UnionType, typing.Union)
    if optional:
        hint = next(part for part in typing.get_args(hint) if part is not type(None))
        if raw == "none":
            return None
    if hint in (int, Decimal):
        low, high = slot.range
        accepted = int if hint is int else (int, Decimal)
        fits = isinstance(raw, accepted) and not isinstance(raw, bool) and _within(typing.cast(int, raw), low, high)
        kind = "int" if hint is int else "decimal"
        return typing.cast(type, hint)(raw) if fits else refuse(kind, {"low": str(low), "high": str(high)})
    if hint in (bool, date, time):
        return raw if type(raw) is hint and getattr(raw, "tzinfo", None) is None else refuse(typing.cast(type, hint).__name__)
    if hint in (str, Cite):
        return raw if is_text(raw) else refuse("text", {"high": str(TEXT)})
    if hint is Card:
        try:
            return parse_card(raw) if isinstance(raw, str) else refuse("card")
        except NotACard:
            return refuse("card")
    if isinstance(hint, type) and issubclass(hint, Enum):
        values = [str(member.value) for member in slot.among or hint]
        if isinstance(raw, str) and raw in values:
            return hint(raw)
        return refuse(*near("one-of", raw, [*values, "none"] if optional else values))
    if typing.get_origin(hint) is tuple:
        return _convert_list(slot, typing.get_args(hint)[0], raw, at, issues)
    raise TypeError(f"{slot.name}: the loader knows no values of type {hint}")


def _within(raw: int | Decimal, low: int, high: int) -> bool:
    """Whether a number is within its limits, and can be written down: neither nan nor 1e-999999."""
    if isinstance(raw, Decimal):
        return raw.is_finite() and low <= raw <= high and raw == round(raw, MOST_DECIMALS)
    return low <= raw <= high


def _convert_list(slot: Slot, hint: object, raw: object, at: tuple[str | int, ...], issues: list[Issue]) -> object:
    low, high = slot.length
    if not isinstance(raw, list):
        issues.append(Issue(at, raw, "list"))
        return None
    if not low <= len(raw) <= high:
        facts = {"low": str(low), "high": str(high)}
        issues.append(Issue(at, raw, *(("list-of", {"count": str(low)}) if low == high else ("list-length", facts))))
        return None
    return tuple(_convert(slot, hint, item, (*at, number), issues) for number, item in enumerate(raw))


def key_of(slot: Slot, key: str) -> object:
    """What a key of a table of names stands for: a mode, one of the names that the table knows, or any short name."""
    if typing.get_args(slot.hint)[0] is Mode:
        try:
            return parse_mode(key)
        except NotAMode:
            raise Refused([Issue((), key, "mode")]) from None
    if slot.names and key not in slot.names:
        raise Refused([Issue((), key, *near("one-of", key, slot.names))])
    if not is_text(key, NAME) or "." in key:
        raise Refused([Issue((), key, "text", {"high": str(NAME)})])
    return key


def near(kind: str, raw: object, accepted: Iterable[str]) -> tuple[str, dict[str, str]]:
    """The kind and facts of a wrong name, with the accepted one that it resembles."""
    from difflib import get_close_matches  # only mistakes need it

    values = list(accepted)
    close = get_close_matches(raw[:40], values, n=1) if isinstance(raw, str) else []
    facts = {"values": ", ".join(values)}
    return (f"{kind}-near", facts | {"near": close[0]}) if close else (kind, facts)


def is_text(raw: object, most: int = TEXT) -> bool:
    """Whether it is a short text that is safe to show in a terminal."""
    return isinstance(raw, str) and 0 < len(raw.strip()) <= most and raw.isprintable()
