"""A rule book written out as the TOML file that the loader reads back: complete, without `extends`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from enum import Enum

from puur.core.reglement import Reglement
from puur.reglement.schema import slots, value_of


def dump(book: Reglement) -> str:
    """The whole book as TOML; `load_text(dump(book), name)` equals `book` (a shipped one needs a key of its own)."""
    tables: dict[str, list[str]] = {"modes": []}  # a table is written once, after the table around it
    for name, slot in slots().items():
        value = value_of(book, name)
        if slot.is_mapping:
            tables.setdefault(name, []).extend(_names(book, name, value))
        elif value is not None or slot.default is not None:
            around, key = name.rsplit(".", 1)
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
    for key, number in value.items():
        cited = book.citations.get(f"{name}.{key}")
        yield f"{key} = {_carried(number, list(cited) if cited else book.provisions.get(f'{name}.{key}'))}"


def _rule(book: Reglement, name: str, value: object) -> object:
    """The provision of a value; of a list with a provision for each place, all of them."""
    if name in book.citations:
        return list(book.citations[name])
    places = [f"{name}.{place}" for place in range(len(value))] if isinstance(value, tuple) else []
    each = [book.provisions[one] for one in places if one in book.provisions]
    return each if each and len(each) == len(places) else book.provisions.get(name)


def _carried(value: object, rule: object) -> str:
    return _plain(value) if rule is None else f"{{ value = {_plain(value)}, rule = {json.dumps(rule, ensure_ascii=False)} }}"


def plain(value: object) -> object:
    """A value as TOML and JSON know it: text, number, true or false, list, table."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        return [plain(one) for one in value]
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    return value if value is None or isinstance(value, bool | int | str) else str(value)


def _plain(value: object) -> str:
    simple = plain(value)
    if isinstance(simple, list):
        return f"[{', '.join(_plain(one) for one in simple)}]"
    return '"none"' if simple is None else json.dumps(simple, ensure_ascii=False)


def _text(value: str | None) -> str:
    return json.dumps(value, ensure_ascii=False)
