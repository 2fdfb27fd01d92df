"""Reading the tables of one rule book file into values and provisions; every mistake is noted, none stops the reading."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from enum import Enum

from puur.core.cards import Card
from puur.core.reglement import Reglement
from puur.games import form_names
from puur.reglement.catalogue import UnknownProvision, looks_like_id, provision
from puur.reglement.problems import MOST, Problem
from puur.reglement.schema import (
    TEXT,
    Refused,
    Slot,
    children,
    convert,
    is_text,
    key_of,
    near,
    slots,
)

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
    return str(value) if isinstance(value, Card) else repr(value)[:60]


def dotted(at: At) -> str:
    """A place as people write it: `weis.steps[2]`."""
    text = ""
    for part in at:
        text += f"[{part}]" if isinstance(part, int) else f"{'.' if text else ''}{part}"
    return text if len(text) <= 80 else text[:79] + "…"


def refused(name: str, faulty: Iterable[str]) -> bool:
    """Whether a field is among the faulty ones, by itself or by a part of it: then it is not compared with others."""
    return any(re.match(rf"{re.escape(name)}($|[.\[])", one) for one in faulty)


class Reader:
    """Collects values, provisions and problems of one file."""

    def __init__(self, file: str, lines: Mapping[At, int]) -> None:
        self.file, self.lines = file, lines
        self.problems: list[Problem] = []
        self.cited: dict[str, tuple[str, ...]] = {}  # all provisions of a value with several

    def line(self, *at: str | int) -> int:
        """The line of this place, or of the nearest table around it; 0 where the file does not name it."""
        for length in range(len(at), 0, -1):
            if at[:length] in self.lines:
                return self.lines[at[:length]]
        return 0

    def report(self, at: At, found: object, kind: str, facts: Mapping[str, str] | None = None) -> None:
        """Note a mistake."""
        self.problems.append(Problem(self.file, self.line(*at), dotted(at), shown(found), kind, facts or {}))

    def unknown(self, at: At, accepted: Iterable[str]) -> None:
        """Note a key that no table of this kind has; looks for the meant one unless the whole file is nonsense."""
        key = at[-1] if len(self.problems) < MOST else None
        kind, facts = near("unknown", key, accepted)
        self.report(at, str(at[-1]), kind, facts)

    def head(self, raw: Mapping[str, object], base: Reglement | None, taken: Iterable[str]) -> dict[str, object]:
        """Key, title, source, form and where a silent book looks."""
        key, title = raw.get("key"), raw.get("title")
        if key is None:
            self.report(("key",), None, "required")
        elif not isinstance(key, str) or not _SLUG.fullmatch(key):
            self.report(("key",), key, "slug")
        elif key in taken:
            self.report(("key",), key, "taken", {"value": key})
        if title is None:
            self.report(("title",), None, "required")
        for name in ("title", "source"):
            if name in raw and not is_text(raw[name]):
                self.report((name,), raw[name], "text", {"high": str(TEXT)})
        form = raw.get("form", base.form if base else "schieber")
        if form not in form_names():
            self.report(("form",), form, *near("one-of", form, form_names()))
        looks = raw.get("falls_back_on", base.falls_back_on if base else None)
        if looks is not None and (not isinstance(looks, str) or not _SLUG.fullmatch(looks)):
            self.report(("falls_back_on",), looks, "slug")
        return {
            "key": key, "title": title, "source": raw.get("source", title), "form": form,
            "falls_back_on": None if looks == "none" else looks,
        }  # fmt: skip

    def body(self, raw: Mapping[str, object]) -> tuple[dict[str, object], dict[str, str]]:
        """The stated values and their provisions, by dotted name."""
        values: dict[str, object] = {}
        provisions: dict[str, str] = {}
        self._table(raw, (), values, provisions)
        return values, provisions

    def _table(self, raw: Mapping[str, object], at: tuple[str, ...], values: dict[str, object], provisions: dict[str, str]) -> None:
        accepted = children(".".join(at))
        for key, value in raw.items():
            here = (*at, key)
            name = ".".join(here)
            if key not in accepted:
                self.unknown(here, accepted)
            elif name in slots():
                slot = slots()[name]
                read = self._names if slot.is_mapping else self._value
                read(slot, here, value, values, provisions)
            elif at or key in _TABLES:
                if isinstance(value, dict):
                    self._table(value, here, values, provisions)
                else:
                    self.report(here, value, "table", {"name": name})

    def _value(self, slot: Slot, at: At, raw: object, values: dict[str, object], provisions: dict[str, str]) -> None:
        plain, rule = self._carried(at, raw)
        inside: At = (*at, "value") if isinstance(raw, dict) else at
        if plain is None:
            return
        try:
            values[slot.name] = convert(slot, plain)
        except Refused as refused:
            for issue in refused.issues:
                self._refuse(at, inside, issue.at, issue.found, issue.kind, issue.facts)
        if rule:
            provisions[slot.name] = rule
            provisions.update(_one_each(slot.name, plain, raw))
            self._cite(slot.name, raw)

    def _cite(self, name: str, raw: object) -> None:
        rules = raw.get("rule") if isinstance(raw, dict) else None
        if isinstance(rules, list) and len(rules) > 1:
            self.cited[name] = tuple(str(rule) for rule in rules)

    def _refuse(self, at: At, inside: At, deeper: At, found: object, kind: str, facts: Mapping[str, str]) -> None:
        line = self.line(*inside, *deeper)
        self.problems.append(Problem(self.file, line, dotted((*at, *deeper)), shown(found), kind, facts))

    def _names(self, slot: Slot, at: At, raw: object, values: dict[str, object], provisions: dict[str, str]) -> None:
        """A table of names with numbers; it replaces an inherited one as a whole."""
        if not isinstance(raw, dict):
            self.report(at, raw, "table", {"name": slot.name})
            return
        found: dict[object, object] = {}
        number = Slot(slot.name, int, 0)
        rules: list[str | None] = []
        for key, value in raw.items():
            here = (*at, key)
            if key == "rule":  # of the table as a whole; otherwise the first value's stands for it
                rules.insert(0, self._rule(here, value))
                continue
            plain, rule = self._carried(here, value)
            try:
                name = key_of(slot, key)
            except Refused as refused:
                self.report(here, key, refused.issues[0].kind, refused.issues[0].facts)
                continue
            if plain is None:
                continue
            try:
                found[name] = convert(number, plain)
            except Refused as refused:
                for issue in refused.issues:
                    self.report(here, plain, issue.kind, issue.facts)
            if rule:
                provisions[f"{slot.name}.{key}"] = rule
                self._cite(f"{slot.name}.{key}", value)
                rules.append(rule)
        values[slot.name] = found
        if rules and rules[0]:
            provisions[slot.name] = rules[0]

    def _carried(self, at: At, raw: object) -> tuple[object | None, str | None]:
        """The plain value and its provision, out of `3` or `{ value = 3, rule = "UB-DEAL-05" }`."""
        if not isinstance(raw, dict):
            return raw, None
        for key in raw:
            if key not in ("value", "rule"):
                self.unknown((*at, key), ("value", "rule"))
        if "value" not in raw:
            self.report(at, raw, "value-key")
        return raw.get("value"), self._rule((*at, "rule"), raw["rule"]) if "rule" in raw else None

    def _rule(self, at: At, raw: object) -> str | None:
        rules = raw if isinstance(raw, list) else [raw]
        if not rules:
            self.report(at, raw, "rule")
        for number, rule in enumerate(rules):
            here = (*at, number) if isinstance(raw, list) else at
            if not is_text(rule):
                self.report(here, rule, "rule")
            elif looks_like_id(rule):
                try:
                    rules[number] = provision(rule).id
                except UnknownProvision as unknown:
                    near_by = f" ({', '.join(unknown.suggestions)}?)" if unknown.suggestions else ""
                    self.report(here, rule, "no-provision", {"near": near_by})
        return str(rules[0]) if rules else None


def _one_each(name: str, plain: object, raw: object) -> dict[str, str]:
    """The provisions of the single places of a list, where there are as many as values: those of runs of three, four and so on."""
    rules = raw.get("rule") if isinstance(raw, dict) else None
    if isinstance(plain, list) and isinstance(rules, list) and len(rules) == len(plain):
        return {f"{name}.{place}": str(rule) for place, rule in enumerate(rules)}
    return {}


_TABLES = frozenset(name.split(".")[0] for name in slots())
