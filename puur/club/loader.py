"""Loading a club's settings: the shipped AJZ 08 by its key, or a club's own file, with every mistake told at once.

One TOML file: a head, one table per section of `puur.club.book`. A value is plain (`number = 8`) or carries its provision
(`number = { value = 8, rule = "AJZ-3.3-04" }`); `extends` names a shipped book or a file beside this one, whose values and
provisions are inherited. A list is replaced as a whole, a table of names entry by entry. Loading never runs anything of the file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import fields
from datetime import date, time
from decimal import Decimal
from functools import cache
from importlib import resources
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_type_hints

from puur.club.book import WEEKDAYS, ClubBook, Penalty
from puur.club.problems import ClubBookError, Fault, shown
from puur.reglement.catalogue import UnknownProvision, looks_like_id, provision
from puur.reglement.lines import TooDeep, locate
from puur.reglement.loader import shipped as games

BIGGEST = 1 << 18
SHIPPED = ("ajz08",)
_TEXT = 200
_HIGH = 1_000_000
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "payment.surcharge_mode": ("compound", "simple"),
    "payment.count_from": ("start", "due"),
    "days.publish_by": WEEKDAYS,
    "fines.sommerloch_weekday": WEEKDAYS,
    "table.outage_average": ("other-series", "zero"),
    "days.fees_before": ("spielbeginn", "besammlung"),
}
_ACCOUNTS = ("cash", "bank", "debtor", "startgeld", "fine", "surcharge", "beer")
_FREE = ("penalties", "accounts", "cites")  # tables of names that a club may add to
_Raw = Mapping[str, Any]


def load(source: str | Path) -> ClubBook:
    """The settings with this shipped key or in this file; `ClubBookError` with every mistake otherwise."""
    if isinstance(source, str) and source in SHIPPED:
        return _shipped(source)
    values, rules = _read_file(Path(source), ())
    return _build(values, rules)


def load_text(text: str, name: str) -> ClubBook:
    """The settings in `text`, called `name` in messages; it can extend shipped books only."""
    values, rules = _read(text, name, None, ())
    return _build(values, rules)


@cache
def _shipped(key: str) -> ClubBook:
    return _build(*_shipped_values(key))


@cache
def _shipped_values(key: str) -> tuple[_Raw, Mapping[str, str]]:
    file = resources.files("puur.club") / "books" / f"{key}.toml"
    return _read(file.read_text(encoding="utf-8"), f"{key}.toml", None, ())


def _read_file(path: Path, chain: tuple[Path, ...]) -> tuple[_Raw, Mapping[str, str]]:
    try:
        with path.open("rb") as file:
            data = file.read(BIGGEST + 1)
        if len(data) > BIGGEST:
            raise ClubBookError([Fault(str(path), 0, "", f"more than {BIGGEST} bytes", f"at most {BIGGEST} bytes")])
        text = data.decode("utf-8-sig")
    except (OSError, ValueError) as problem:
        reason = getattr(problem, "strerror", None) or str(problem)
        expected = f"a file in UTF-8, or a shipped book: {', '.join(SHIPPED)}"
        raise ClubBookError([Fault(str(path), 0, "", reason, expected)]) from None
    return _read(text, str(path), path.parent, (*chain, path.resolve()))


def _read(text: str, name: str, folder: Path | None, chain: tuple[Path, ...]) -> tuple[_Raw, Mapping[str, str]]:
    """The values by dotted name and their provisions, those of the extended book included."""
    try:
        lines = locate(text)
        raw = tomllib.loads(text, parse_float=Decimal)
    except TooDeep as problem:
        raise ClubBookError([Fault(name, problem.line, "", "deeper nesting", "at most 16 levels")]) from None
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as problem:
        raise ClubBookError([Fault(name, 0, "", "a mistake of syntax", f"TOML: {problem}")]) from None
    reader = _Reader(name, lines)
    base: tuple[_Raw, Mapping[str, str]] = ({}, {})
    extends = raw.pop("extends", None)
    if isinstance(extends, str) and extends in SHIPPED:
        base = _shipped_values(extends)
    elif extends is not None:
        path = folder / extends if folder and isinstance(extends, str) else None
        if path is None or path.resolve() in chain:
            reader.note(("extends",), extends, f"a book that does not extend this one, or one of: {', '.join(SHIPPED)}")
        else:
            base = _read_file(path, chain)
    reader.book(raw)
    values = {**base[0], **reader.values}
    reader.complete(values)
    if reader.faults:
        raise ClubBookError(sorted(reader.faults, key=lambda fault: fault.line))
    stated = reader.values.keys()  # a value stated anew brings its own provision or none
    rules = {field: rule for field, rule in base[1].items() if field not in stated and field.rpartition(".")[0] not in stated}
    return values, {**rules, **reader.rules}


class _Reader:
    """Collects values, provisions and faults of one file."""

    def __init__(self, file: str, lines: Mapping[tuple[str | int, ...], int]) -> None:
        self.file, self.lines = file, lines
        self.values: dict[str, Any] = {}
        self.rules: dict[str, str] = {}
        self.faults: list[Fault] = []

    def note(self, at: tuple[str, ...], found: object, expected: str) -> None:
        line = next((self.lines[at[:n]] for n in range(len(at), 0, -1) if at[:n] in self.lines), 0)
        self.faults.append(Fault(self.file, line, ".".join(at), shown(found), expected))

    def book(self, raw: _Raw) -> None:
        """Every key of the file, against the fields of `ClubBook` and its sections."""
        hints = get_type_hints(ClubBook)
        hints.pop("provisions")
        for key, value in raw.items():
            if key not in hints:
                self.note((key,), key, f"one of: {', '.join(('extends', *hints))}")
            elif key in _FREE:
                self.names((key,), value, int if key == "penalties" else str)
            elif key in _SECTIONS:
                self.section(key, value)
            else:
                self.value((key,), value, hints[key])

    def section(self, key: str, raw: object) -> None:
        if not isinstance(raw, dict):
            self.note((key,), raw, f"a table [{key}]")
            return
        hints = _SECTIONS[key]
        for name, value in raw.items():
            if name not in hints:
                self.note((key, name), name, f"one of: {', '.join(hints)}")
            elif hints[name] == Mapping[str, Decimal]:
                self.names((key, name), value, Decimal)
            else:
                self.value((key, name), value, hints[name])

    def names(self, at: tuple[str, ...], raw: object, kind: type) -> None:
        """A table of free names, such as the coefficients of the series."""
        if not isinstance(raw, dict):
            self.note(at, raw, f"a table [{'.'.join(at)}]")
            return
        for name, value in raw.items():
            self.value((*at, name), value, kind)

    def value(self, at: tuple[str, ...], raw: object, kind: Any) -> None:
        plain, name = raw, ".".join(at)
        if isinstance(raw, dict):
            accepted = ("value", "rule", "unless") if at[0] == "penalties" else ("value", "rule")
            for key in raw:
                if key not in accepted:
                    self.note((*at, key), key, f"one of: {', '.join(accepted)}")
            if "value" not in raw:
                self.note(at, raw, 'a value: { value = …, rule = "…" }')
                return
            plain = raw["value"]
            self.rule(at, raw.get("rule"))
            if "unless" in raw:
                self.values[f"{name}.unless"] = str(raw["unless"])
        found = self.convert(at, plain, kind)
        if at[0] == "cites":
            self.rule(at, plain)
        if found is not None:
            self.values[name] = found

    def rule(self, at: tuple[str, ...], raw: object) -> None:
        rules = raw if isinstance(raw, list) else [] if raw is None else [raw]
        for place, rule in enumerate(rules):
            if not isinstance(rule, str) or not rule.strip() or len(rule) > _TEXT:
                self.note((*at, "rule"), rule, "a provision: an id of the catalogue, or text of your own")
                return
            if looks_like_id(rule):
                try:
                    provision(rule)
                except UnknownProvision:
                    self.note((*at, "rule"), rule, "a provision of the catalogue")
            self.rules.setdefault(".".join(at), rule)
            self.rules[f"{'.'.join(at)}.{place}"] = rule

    def convert(self, at: tuple[str, ...], raw: object, kind: Any) -> Any:
        """`raw` as the type of its field, or None with a fault noted."""
        name = ".".join(at)
        if name in _CHOICES and raw not in _CHOICES[name]:
            self.note(at, raw, f"one of: {', '.join(_CHOICES[name])}")
            return None
        if kind is bool:
            good, expected = isinstance(raw, bool), "true or false"
        elif kind is int:
            low = -_HIGH if at[0] == "penalties" else 0
            good = isinstance(raw, int) and not isinstance(raw, bool) and low <= raw <= _HIGH
            expected = f"a whole number from {low} to {_HIGH}"
        elif kind is Decimal:
            good = isinstance(raw, int | Decimal) and not isinstance(raw, bool) and 0 <= raw <= _HIGH
            expected = f"a number from 0 to {_HIGH}, such as 1.03"
            raw = Decimal(raw) if good else raw  # type: ignore[arg-type]
        elif kind is date:
            good, expected = type(raw) is date, "a date such as 2017-02-08"
        elif kind is time:
            good, expected = isinstance(raw, time) and raw.tzinfo is None, "a time such as 14:00:00"
        elif kind is str:
            good = isinstance(raw, str) and 0 < len(raw.strip()) <= _TEXT and raw.isprintable()
            expected = f"text of 1 to {_TEXT} characters"
        else:  # a tuple of one of these
            return self.list(at, raw, kind.__args__[0])
        if not good:
            self.note(at, raw, expected)
            return None
        return raw

    def list(self, at: tuple[str, ...], raw: object, kind: type) -> Any:
        if not isinstance(raw, list) or len(raw) > 100:
            self.note(at, raw, "a list")
            return None
        found = tuple(self.convert(at, one, kind) for one in raw)
        return None if None in found else found

    def complete(self, values: _Raw) -> None:
        """What a whole book needs: every field, and values that go together."""
        if self.faults:
            return
        for name in _REQUIRED:
            if name not in values:
                self.note(tuple(name.split(".")), None, "a value; a book that extends no other has to state it")
        for name in _ACCOUNTS:
            if f"accounts.{name}" not in values:
                self.note(("accounts", name), None, "a number and a name, such as 1000 Kasse")
        if self.faults:
            return
        for prefix in ("", "special_"):
            names, members, guests = (values[f"series.{prefix}{part}"] for part in ("names", "members", "guests"))
            if not (len(names) == len(members) == len(guests) > 0) or len(set(names)) != len(names):
                self.note(("series", f"{prefix}names"), names, "as many names, each once, as members and guests have numbers")
            elif any(a + b != values["series.seats"] or b > 1 for a, b in zip(members, guests, strict=True)):
                seats = values["series.seats"]
                self.note(
                    ("series", f"{prefix}members"), members, f"members and at most one guest that make {seats} in every series"
                )
            for name in names:
                if f"series.coefficients.{name}" not in values:
                    self.note(("series", "coefficients"), name, f"a coefficient for series {name}")
        minutes, amounts = values["fines.band_minutes"], values["fines.band_amounts"]
        if (
            len(minutes) != len(amounts)
            or list(minutes) != sorted(set(minutes))
            or (minutes and minutes[-1] >= values["fines.absent_from"])
        ):
            self.note(("fines", "band_minutes"), minutes, "rising edges below fines.absent_from, as many as band_amounts")
        if values["fees.startgeld"] not in values["fees.choices"]:
            self.note(("fees", "startgeld"), values["fees.startgeld"], "one of fees.choices")
        if not values["payment.due_days"] < values["payment.second_days"] < values["payment.meeting_days"]:
            self.note(("payment", "second_days"), values["payment.second_days"], "more than due_days and less than meeting_days")
        if values["days.besammlung"] > values["days.spielbeginn"]:
            self.note(("days", "spielbeginn"), values["days.spielbeginn"], "a time not before days.besammlung")
        if not values["movement.movers"] or max(values["movement.movers"]) > values["series.seats"]:
            expected = f"one number, or one per boundary from the top, each from 0 to {values['series.seats']}"
            self.note(("movement", "movers"), values["movement.movers"], expected)
        if values["series.seats"] != 4:
            self.note(("series", "seats"), values["series.seats"], "4: a Jass table")
        if values["game"] not in games():
            self.note(("game",), values["game"], f"a rule book of the play: {', '.join(games())}")


def _build(values: _Raw, rules: Mapping[str, str]) -> ClubBook:
    """The frozen book out of flat values."""
    types = {one.name: one.type for one in fields(ClubBook)}
    hints = get_type_hints(ClubBook)
    head: dict[str, Any] = {name: values[name] for name in types if name in values and name not in _FREE}
    for section, inner in _SECTIONS.items():
        made = {}
        for name, kind in inner.items():
            full = f"{section}.{name}"
            made[name] = _names(values, full) if kind == Mapping[str, Decimal] else values[full]
        head[section] = hints[section](**made)
    penalties = {
        act: Penalty(act, points, rules.get(f"penalties.{act}", ""), values.get(f"penalties.{act}.unless", ""))
        for act, points in _names(values, "penalties").items()
    }
    return ClubBook(
        **head,
        penalties=MappingProxyType(penalties),
        accounts=_names(values, "accounts"),
        cites=_names(values, "cites"),
        provisions=MappingProxyType(dict(rules)),
    )


def _names(values: _Raw, prefix: str) -> Mapping[str, Any]:
    start = f"{prefix}."
    found = {name[len(start) :]: value for name, value in values.items() if name.startswith(start)}
    return MappingProxyType({name: value for name, value in found.items() if "." not in name})


_SECTIONS: Mapping[str, Mapping[str, Any]] = {
    name: get_type_hints(hint)
    for name, hint in get_type_hints(ClubBook).items()
    if isinstance(hint, type) and hint.__name__.endswith("Section")
}
_REQUIRED = (
    *(name for name in get_type_hints(ClubBook) if name not in (*_SECTIONS, *_FREE, "provisions")),
    *(f"{section}.{name}" for section, inner in _SECTIONS.items() for name, kind in inner.items() if kind != Mapping[str, Decimal]),
)
