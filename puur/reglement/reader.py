"""Reading the tables of one rule book file into values and provisions; every mistake is noted, none stops the reading."""

from __future__ import annotations

import dataclasses
import json
import re
import typing
from collections.abc import Collection, Iterable, Mapping
from decimal import Decimal
from enum import Enum

from puur.core.reglement import DEFAULT_FORM, Reglement
from puur.games import form_names
from puur.reglement.catalogue import UnknownProvision, identified, looks_like_id
from puur.reglement.problems import MOST, Problem
from puur.reglement.schema import HEAD, TEXT, Refused, Slot, children, convert, hints_of, is_text, key_of, near, slots

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")
At = tuple[str | int, ...]


def shown(value: object) -> str:
    """A raw value as the reader of a message recognises it, short and safe for a terminal."""
    if value is None:
        return "nothing"
    text = json.dumps(value, default=_plain, ensure_ascii=False)
    text = "".join(sign if sign.isprintable() else "�" for sign in text)
    return text if len(text) <= 60 else text[:57] + "…"


def _plain(value: object) -> object:
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, Decimal):
        return float(value)
    return str(value)[:60]


def dotted(at: At) -> str:
    """A place as people write it: `weis.steps[2]`."""
    text = ""
    for part in at:
        text += f"[{part}]" if isinstance(part, int) else f"{'.' if text else ''}{part}"
    return text if len(text) <= 80 else text[:79] + "…"


def refused(name: str, faulty: Iterable[str]) -> bool:
    """Whether a field is among the faulty ones, by itself or by a part of it: then it is not compared with others."""
    return any(re.match(rf"{re.escape(name)}($|[.\[])", field) for field in faulty)


class Reader:
    """Collects values, provisions and problems of one file."""

    def __init__(self, file: str, lines: Mapping[At, int], apart: Collection[At] = ()) -> None:
        self.file, self.lines, self.apart = file, lines, apart  # apart: places that somebody else reads
        self.problems: list[Problem] = []
        self.values: dict[str, object] = {}
        self.stated: set[str] = set()  # fields, and entries of tables, whose inherited provision is gone
        self.claimed: dict[str, object] = {}  # values stated where a book only cites a provision
        self.provisions: dict[str, str] = {}
        self.citations: dict[str, tuple[str, ...]] = {}  # all provisions of a value with several

    def line(self, *at: str | int) -> int:
        """The line of this place, or of the nearest table around it; 0 where the file does not name it."""
        for length in range(len(at), 0, -1):
            if at[:length] in self.lines:
                return self.lines[at[:length]]
        return 0

    def report(self, at: At, value: object, kind: str, facts: Mapping[str, str] | None = None, beside: Iterable[At] = ()) -> None:
        """Note a mistake; a value that the file does not state has the line of what it clashes with."""
        line = self.line(*at) or next((line for line in (self.line(*other) for other in beside) if line), 0)
        self.problems.append(Problem(self.file, line, dotted(at), shown(value), kind, facts or {}))

    def unknown(self, at: At, accepted: Iterable[str]) -> None:
        """Note a key that no table of this kind has; looks for the meant one unless the whole file is nonsense."""
        key = at[-1] if len(self.problems) < MOST else None
        kind, facts = near("unknown", key, accepted)
        self.report(at, str(at[-1]), kind, facts)

    def head(self, raw: Mapping[str, object], base: Reglement | None, taken: Iterable[str] | None) -> dict[str, object]:
        """Key, title, source, form and where a silent book looks; without `taken` the first three may be those of the base."""
        if taken is None and base is not None:
            raw = {"key": base.key, "title": base.title, "source": base.source} | dict(raw)
        key, title = raw.get("key"), raw.get("title")
        if key is None:
            self.report(("key",), None, "required")
        elif not isinstance(key, str) or not (_SLUG.fullmatch(key) or (taken is None and is_text(key))):
            self.report(("key",), key, "slug")
        elif key in (taken or ()):
            self.report(("key",), key, "taken", {"value": key})
        if title is None:
            self.report(("title",), None, "required")
        for name in ("title", "source"):
            if name in raw and not is_text(raw[name]):
                self.report((name,), raw[name], "text", {"high": str(TEXT)})
        form = raw.get("form", base.form if base else DEFAULT_FORM)
        if form not in form_names():
            self.report(("form",), form, *near("one-of", form, form_names()))
        looks = raw.get("falls_back_on", base.falls_back_on if base else None)
        if looks is not None and (not isinstance(looks, str) or not _SLUG.fullmatch(looks)):
            self.report(("falls_back_on",), looks, "slug")
        return {
            "key": key, "title": title, "source": raw.get("source", title), "form": form,
            "falls_back_on": None if looks == "none" else looks,
        }  # fmt: skip

    def body(self, raw: Mapping[str, object]) -> None:
        """The stated values and their provisions, by dotted name."""
        self._table(raw, ())

    def _table(self, raw: Mapping[str, object], at: tuple[str, ...]) -> None:
        accepted = children(".".join(at))
        for key, value in raw.items():
            here = (*at, key)
            slot = slots().get(".".join(here))
            if here in self.apart:
                continue
            if key not in accepted:
                self.unknown(here, accepted)
            elif slot is not None:
                read = self._names if slot.is_mapping else self._cite if slot.is_cite else self._value
                read(slot, here, value)
            elif at or key not in HEAD:
                if isinstance(value, dict):
                    self._table(value, here)
                else:
                    self.report(here, value, "table", {"name": ".".join(here)})

    def _value(self, slot: Slot, at: At, raw: object) -> None:
        plain, rules = self._carried(at, raw)
        inside: At = (*at, "value") if isinstance(raw, dict) else at
        if plain is None:
            return
        self.stated.add(slot.name)
        try:
            self.values[slot.name] = convert(slot, plain)
        except Refused as refused:
            for issue in refused.issues:
                line = self.line(*inside, *issue.at)
                self.problems.append(
                    Problem(self.file, line, dotted((*at, *issue.at)), shown(issue.found), issue.kind, issue.facts)
                )
        self._provide(slot.name, rules)
        each = isinstance(raw, dict) and isinstance(raw.get("rule"), list)  # runs of three, four and so on
        if each and isinstance(plain, list) and len(rules) == len(plain):
            self.provisions.update((f"{slot.name}.{place}", rule) for place, rule in enumerate(rules))

    def _cite(self, slot: Slot, at: At, raw: object) -> None:
        """A provision without a value; a value given with it has to be the one of every book."""
        stated = raw.get("rule") if isinstance(raw, dict) else raw if isinstance(raw, str | list) else None
        if isinstance(raw, dict):
            self._known(at, raw, ("value", "rule"))
        self.stated.add(slot.name)
        if stated is not None:
            self._provide(slot.name, self._rules((*at, "rule") if isinstance(raw, dict) else at, stated))
        claimed = raw.get("value") if isinstance(raw, dict) else raw if stated is None else None
        if claimed is not None:
            self.claimed[slot.name] = claimed

    def _names(self, slot: Slot, at: At, raw: object) -> None:
        """A table of names; it replaces an inherited one as a whole, or entry by entry."""
        if not isinstance(raw, dict):
            self.report(at, raw, "table", {"name": slot.name})
            return
        entries: dict[object, object] = {}
        first: tuple[str, ...] = ()
        for key, value in raw.items():
            here = (*at, key)
            if key == "rule":  # of the table as a whole; otherwise the first value's stands for it
                self._provide(slot.name, self._rules(here, value)[:1])
                continue
            try:
                name = key_of(slot, key)
            except Refused as refused:
                self.report(here, key, refused.issues[0].kind, refused.issues[0].facts)
                continue
            self.stated.add(f"{slot.name}.{key}")
            rules = self._entry(slot.entry, here, name, value, entries)
            self._provide(f"{slot.name}.{key}", rules)
            first = first or rules
        if not slot.by_entry:
            self.stated.add(slot.name)
            if slot.name not in self.provisions:
                self._provide(slot.name, first[:1])
        self.values[slot.name] = entries

    def _entry(self, slot: Slot, at: At, name: object, raw: object, entries: dict[object, object]) -> tuple[str, ...]:
        """One value of a table of names into `entries`; its provisions."""
        if slot.is_cite:
            rules = self._rules(at, raw)
            entries[name] = rules[0] if rules else ""
            return rules
        beside = dataclasses.fields(slot.hint)[1:] if isinstance(slot.hint, type) and dataclasses.is_dataclass(slot.hint) else ()
        plain, rules = self._carried(at, raw, *(field.name for field in beside))
        if plain is None:
            return rules
        try:
            if not beside:
                entries[name] = convert(slot, plain)
            else:
                given = raw if isinstance(raw, dict) else {}
                hints = hints_of(slot.hint)
                more = {
                    field.name: convert(Slot("", hints[field.name], None), given[field.name])
                    for field in beside
                    if field.name in given
                }
                number = convert(dataclasses.replace(slot, hint=int), plain)
                entries[name] = typing.cast(type, slot.hint)(number, **more)
        except Refused as refused:
            for issue in refused.issues:
                self.report(at, issue.found, issue.kind, issue.facts)
        return rules

    def _provide(self, name: str, rules: tuple[str, ...]) -> None:
        if rules:
            self.provisions[name] = rules[0]
        if len(rules) > 1:
            self.citations[name] = rules

    def _carried(self, at: At, raw: object, *beside: str) -> tuple[object | None, tuple[str, ...]]:
        """The plain value and its provisions, out of `3` or `{ value = 3, rule = "UB-DEAL-05" }`."""
        if not isinstance(raw, dict):
            return raw, ()
        self._known(at, raw, ("value", "rule", *beside))
        if "value" not in raw:
            self.report(at, raw, "value-key")
        return raw.get("value"), self._rules((*at, "rule"), raw["rule"]) if "rule" in raw else ()

    def _known(self, at: At, raw: Mapping[str, object], accepted: tuple[str, ...]) -> None:
        for key in raw:
            if key not in accepted:
                self.unknown((*at, key), accepted)

    def _rules(self, at: At, raw: object) -> tuple[str, ...]:
        """One provision or a list of them; an id of the catalogue has to exist and is written as there."""
        rules = raw if isinstance(raw, list) else [raw]
        if not rules:
            self.report(at, raw, "rule")
        read = []
        for number, rule in enumerate(rules):
            here = (*at, number) if isinstance(raw, list) else at
            if not is_text(rule):
                self.report(here, rule, "rule")
            elif looks_like_id(rule):
                try:
                    read.append(identified(rule))
                except UnknownProvision as unknown:
                    near_by = f" ({', '.join(unknown.suggestions)}?)" if unknown.suggestions else ""
                    self.report(here, rule, "no-provision", {"near": near_by})
            else:
                read.append(rule)
        return tuple(read)
