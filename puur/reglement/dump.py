"""A rule book written out as the TOML file that the loader reads back: complete, without `extends`."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from datetime import date, time
from decimal import Decimal
from enum import Enum

from puur.core.reglement import Reglement, contributed
from puur.core.sanctions import Penalty
from puur.reglement.schema import slots, value_of


def dump(book: Reglement) -> str:
    """The whole book as TOML; `load_text(dump(book), name)` equals `book` (a shipped one needs a key of its own)."""
    tables: dict[str, list[str]] = {"modes": []}  # a table is written once, after the table around it
    for name, slot in slots().items():
        around, _, key = name.rpartition(".")
        if name.partition(".")[0] in contributed() and name.partition(".")[0] not in book.sections:
            continue
        value = value_of(book, name)
        if slot.is_mapping:
            tables.setdefault(name, []).extend(_names(book, name, value))
        elif slot.is_cite:
            cited = book.rules(name) if name in book.provisions else ()
            tables.setdefault(around, []).extend([f"{key} = {_plain(cited)}"] if cited else [])
        elif value is not None or slot.default is not None:
            tables.setdefault(around, []).append(f"{key} = {_carried(value, _rule(book, name, value))}")
    head = [f"{name} = {_text(value)}" for name, value in _head(book) if value is not None]
    return "\n".join([*head, *(line for name, lines in tables.items() for line in ("", f"[{name}]", *lines))]) + "\n"


def _head(book: Reglement) -> Iterator[tuple[str, str | None]]:
    yield from (("key", book.key), ("title", book.title), ("source", book.source), ("form", book.form))
    yield "falls_back_on", book.falls_back_on


def _names(book: Reglement, name: str, value: object) -> Iterator[str]:
    assert isinstance(value, Mapping)
    if name in book.provisions:
        yield f"rule = {_text(book.provisions[name])}"
    for key, entry in value.items():
        at = f"{name}.{key}"
        rule = list(book.citations.get(at, ())) or book.provisions.get(at)
        written = key if _BARE.fullmatch(str(key)) else _text(str(key))
        yield f"{written} = {_text(entry) if slots()[name].entry.is_cite else _carried(entry, rule)}"


def _rule(book: Reglement, name: str, value: object) -> object:
    """The provision of a value; of a list with a provision for each place, all of them."""
    if name in book.citations:
        return list(book.citations[name])
    places = [f"{name}.{place}" for place in range(len(value))] if isinstance(value, tuple) else []
    each = [book.provisions[place] for place in places if place in book.provisions]
    return each if each and len(each) == len(places) else book.provisions.get(name)


def _carried(value: object, rule: object) -> str:
    beside = {"unless": value.unless} if isinstance(value, Penalty) and value.unless else {}
    if rule is None and not beside:
        return _plain(value)
    parts = [("value", _plain(value)), *([("rule", _text(rule))] if rule is not None else [])]
    parts += [(name, _text(text)) for name, text in beside.items()]
    return f"{{ {', '.join(f'{name} = {text}' for name, text in parts)} }}"


def plain(value: object) -> object:
    """A value as TOML and JSON know it: text, number, true or false, list, table."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Penalty):
        return value.points
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def _plain(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_plain(item) for item in value)}]"
    if isinstance(value, Decimal | date | time):
        return str(value)
    return '"none"' if value is None else _text(plain(value))


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


_BARE = re.compile(r"[A-Za-z0-9_-]+")
