"""What a rule book file may say, read off the classes of `puur.core.reglement`.

A new field there is a new key here, with the values that its type accepts; only a range narrower than the common one is
written down below. Whether values agree with each other is the business of `checks`.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
import types
import typing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache

from puur.core.cards import Card, NotACard, parse_card
from puur.core.mode import NotAMode, parse_mode
from puur.core.reglement import SECTIONS, Reglement

VARIANTS: tuple[str, ...] = ("E", "R", "L", "S", "obenabe", "undeufe", "slalom", "gusti", "trio", "joker")
HEAD: tuple[str, ...] = ("key", "title", "source", "form", "falls_back_on", "extends")

RANGE = (0, 100_000)  # of a number without a narrower one
RANGES: Mapping[str, tuple[int, int]] = {
    "modes": (0, 100),
    "dealing.cut_min": (1, 35),
    "dealing.cut_max": (1, 35),
    "dealing.packets": (1, 9),
    "weis.values.runs": (0, 10_000),
    "weis.values.four": (0, 10_000),
    "weis.values.four_nine": (0, 10_000),
    "weis.values.four_under": (0, 10_000),
    "stoeck.points": (0, 1000),
    "scoring.last_trick": (0, 100),
    "scoring.match_bonus": (0, 1000),
    "scoring.total": (152, 252),
    "ending.deals": (0, 1000),
    "striche.match": (0, 100),
    "striche.bergpreis": (0, 100),
    "striche.victory": (0, 100),
    "striche.schneider": (0, 100),
    "coiffeur.factors": (0, 100),
    "referee.protest_days": (0, 365),
    "referee.penalties": (0, 10_000),
    "coiffeur.pushes": (0, 4),
    "coiffeur.round_up_from": (1, 10),
    "tournament.rounds": (0, 50),
    "tournament.dropped": (0, 49),
}
LENGTHS: Mapping[str, tuple[int, int]] = {
    "weis.values.runs": (7, 7),  # runs of three to nine cards
    "weis.steps": (1, 100),
    "dealing.packets": (1, 9),
}
TEXT = 200


@dataclass(frozen=True, slots=True)
class Slot:
    """One value of a rule book: its dotted name, its type, and the value without any book."""

    name: str
    hint: object
    default: object

    @property
    def is_mapping(self) -> bool:
        """Whether it is a table of names with numbers, such as the modes with their factors."""
        return typing.get_origin(self.hint) is Mapping


@dataclass(frozen=True, slots=True)
class Issue:
    """Why a raw value is refused: the place inside it, what was there, and the kind of what was expected."""

    at: tuple[str | int, ...]
    found: object
    kind: str
    facts: Mapping[str, str]


class Refused(Exception):
    """A raw value that its field does not accept; carries every reason."""

    def __init__(self, issues: Iterable[Issue]) -> None:
        self.issues = tuple(issues)
        super().__init__(self.issues)


@cache
def slots() -> Mapping[str, Slot]:
    """Every value of a rule book by its dotted name, in the order of the classes."""
    found = {"modes": Slot("modes", typing.get_type_hints(Reglement)["modes"], {})}
    hints = typing.get_type_hints(Reglement)
    for section in SECTIONS:
        found.update((slot.name, slot) for slot in _slots_of(hints[section], section))
    return found


def _slots_of(cls: type, prefix: str) -> Iterator[Slot]:
    hints = typing.get_type_hints(cls)
    for one in dataclasses.fields(cls):
        name, hint = f"{prefix}.{one.name}", hints[one.name]
        if dataclasses.is_dataclass(hint):
            yield from _slots_of(typing.cast(type, hint), name)
        else:
            made = one.default_factory() if one.default_factory is not dataclasses.MISSING else one.default
            yield Slot(name, hint, made)


def value_of(book: Reglement, name: str) -> object:
    """The value with this dotted name."""
    value: object = book
    for part in name.split("."):
        value = getattr(value, part)
    return value


def build(values: Mapping[str, object], **head: object) -> Reglement:
    """The rule book with these values by dotted name; what is not named keeps its default."""
    hints = typing.get_type_hints(Reglement)
    parts: dict[str, object] = {section: _make(hints[section], section, values) for section in SECTIONS}
    return Reglement(modes=typing.cast(typing.Any, values.get("modes", {})), **typing.cast(typing.Any, head | parts))


def _make(cls: type, prefix: str, values: Mapping[str, object]) -> object:
    hints = typing.get_type_hints(cls)
    given: dict[str, object] = {}
    for one in dataclasses.fields(cls):
        name = f"{prefix}.{one.name}"
        if dataclasses.is_dataclass(hints[one.name]):
            given[one.name] = _make(hints[one.name], name, values)
        elif name in values:
            given[one.name] = values[name]
    return cls(**given)


def children(prefix: str) -> tuple[str, ...]:
    """The keys that a table may hold; the top level for the empty prefix."""
    if not prefix:
        return (*HEAD, "modes", *SECTIONS)
    start = prefix + "."
    return tuple(dict.fromkeys(name[len(start) :].split(".")[0] for name in slots() if name.startswith(start)))


def convert(slot: Slot, raw: object) -> object:
    """The value that `raw` stands for in this field, or `Refused` with every reason."""
    issues: list[Issue] = []
    value = _convert(slot.hint, raw, slot.name, (), issues)
    if issues:
        raise Refused(issues)
    return value


def _convert(hint: object, raw: object, name: str, at: tuple[str | int, ...], issues: list[Issue]) -> object:
    def refuse(kind: str, facts: Mapping[str, str] | None = None) -> object:
        issues.append(Issue(at, raw, kind, facts or {}))
        return None

    optional = typing.get_origin(hint) in (types.UnionType, typing.Union)
    if optional:
        hint = next(one for one in typing.get_args(hint) if one is not type(None))
        if raw == "none":
            return None
    if hint is bool:
        return raw if isinstance(raw, bool) else refuse("bool")
    if hint is int:
        low, high = RANGES.get(name, RANGE)
        fits = isinstance(raw, int) and not isinstance(raw, bool) and low <= raw <= high
        return raw if fits else refuse("int", {"low": str(low), "high": str(high)})
    if hint is str:
        return raw if is_text(raw) else refuse("text", {"high": str(TEXT)})
    if hint is Card:
        try:
            return parse_card(raw) if isinstance(raw, str) else refuse("card")
        except NotACard:
            return refuse("card")
    if isinstance(hint, type) and issubclass(hint, Enum):
        accepted = [str(one.value) for one in hint]
        if isinstance(raw, str) and raw in accepted:
            return hint(raw)
        return refuse(*near("one-of", raw, [*accepted, "none"] if optional else accepted))
    if typing.get_origin(hint) is tuple:
        return _convert_list(typing.get_args(hint)[0], raw, name, at, issues)
    raise TypeError(f"{name}: the loader knows no values of type {hint}")


def _convert_list(hint: object, raw: object, name: str, at: tuple[str | int, ...], issues: list[Issue]) -> object:
    low, high = LENGTHS.get(name, (0, 100))
    if not isinstance(raw, list):
        issues.append(Issue(at, raw, "list", {}))
        return None
    if not low <= len(raw) <= high:
        facts = {"low": str(low), "high": str(high)}
        issues.append(Issue(at, raw, *(("list-of", {"count": str(low)}) if low == high else ("list-length", facts))))
        return None
    return tuple(_convert(hint, one, name, (*at, number), issues) for number, one in enumerate(raw))


def key_of(slot: Slot, key: str) -> object:
    """What a key of a table of names stands for: a mode, a variant of the Coiffeur, or the name itself."""
    return _KEYS.get(slot.name, str)(key)


def _mode(key: str) -> object:
    try:
        return parse_mode(key)
    except NotAMode:
        raise Refused([Issue((), key, "mode", {})]) from None


def _variant(key: str) -> object:
    if key in VARIANTS:
        return key
    raise Refused([Issue((), key, *near("one-of", key, VARIANTS))])


def _act(key: str) -> object:
    if _ACT.fullmatch(key):
        return key
    raise Refused([Issue((), key, "slug", {})])


_ACT = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
_KEYS: Mapping[str, Callable[[str], object]] = {"modes": _mode, "coiffeur.factors": _variant, "referee.penalties": _act}


def near(kind: str, raw: object, accepted: Iterable[str]) -> tuple[str, dict[str, str]]:
    """The kind and facts of a wrong name, with the accepted one that it resembles."""
    values = list(accepted)
    close = difflib.get_close_matches(raw[:40], values, n=1) if isinstance(raw, str) else []
    facts = {"values": ", ".join(values)}
    return (f"{kind}-near", facts | {"near": close[0]}) if close else (kind, facts)


def is_text(raw: object, most: int = TEXT) -> bool:
    """Whether it is a short text that is safe to show in a terminal."""
    return isinstance(raw, str) and 0 < len(raw.strip()) <= most and raw.isprintable()
