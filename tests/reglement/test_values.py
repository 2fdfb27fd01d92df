"""Every value of the five books, beside the words of the book that say so.

`values/<book>.toml` was written from the texts. A value that is changed in a book, left out or new there, fails here until somebody
has looked at the text. A name of a person is left out: `…` stands for the rest.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path

import pytest

from puur.core.reglement import SECTIONS, Reglement
from puur.games import game_books
from puur.reglement import load, shipped
from tests.reglement.test_books import raw, stated

VALUES = Path(__file__).with_name("values")
PUBLISHED = [key for key in shipped() if key not in game_books()]


def in_the_text(key: str) -> dict[str, list[object]]:
    return tomllib.loads((VALUES / f"{key}.toml").read_text(encoding="utf-8"))


def in_the_book(key: str) -> dict[str, object]:
    """What the file of the book states, without mere citations and without accounts, which no text prescribes."""
    return {
        name: value["value"]
        for name, value in stated(raw(key))
        if isinstance(value, dict) and not name.startswith("season.accounts.")
    }


def differing(text: Mapping[str, list[object]], book: Mapping[str, object]) -> set[str]:
    """The values that the text does not have so."""
    return {
        name for name in text.keys() | book.keys() if name not in text or name not in book or not same(text[name][0], book[name])
    }


def same(text: object, book: object) -> bool:
    if isinstance(text, str) and text.endswith(" …"):
        return isinstance(book, str) and book.startswith(text.removesuffix("…"))
    return type(text) is type(book) and text == book


@pytest.mark.parametrize("key", PUBLISHED)
def test_each_value_is_that_of_the_text(key: str) -> None:
    assert differing(in_the_text(key), in_the_book(key)) == set()


@pytest.mark.parametrize("key", PUBLISHED)
def test_each_value_comes_with_the_words_that_say_so(key: str) -> None:
    wordless = [name for name, (_, *words) in in_the_text(key).items() if len(words) != 1 or len(str(words[0])) < 10]
    assert wordless == []


@pytest.mark.parametrize("key", PUBLISHED)
def test_a_change_of_any_single_value_is_noticed(key: str) -> None:
    text, book = in_the_text(key), in_the_book(key)
    for name, value in book.items():
        assert differing(text, book | {name: changed(value)}) == {name}
        assert differing(text, {other: book[other] for other in book if other != name}) == {name}
    assert differing(text, book | {"play.new": 1}) == {"play.new"}


@pytest.mark.parametrize("key", PUBLISHED)
def test_what_a_book_leaves_unsaid_is_neutral(key: str) -> None:
    """A value that neither the book nor one behind it states: what then holds, and why, stands in `values/unstated.toml`."""
    said, behind = set[str](), [key]
    while behind:
        own = raw(behind.pop())
        said |= {name for name, _ in stated(own)}
        behind += [str(own["extends"])] if "extends" in own else []
    book, unsaid = load(key), in_the_text("unstated")
    left = {name: plain(value) for name, value in leaves(book) if name not in said and name != "modes"}
    assert left == {name: unsaid[name][0] for name in left}


def test_every_value_that_is_unsaid_has_its_reason() -> None:
    assert [name for name, (_, why) in in_the_text("unstated").items() if len(str(why)) < 10] == []


def leaves(book: Reglement) -> Iterator[tuple[str, object]]:
    """The values of the sections that every book has, by dotted name; sections of single games and of a club apart."""
    for section in SECTIONS:
        value = getattr(book, section)
        for field in fields(value) if is_dataclass(value) else ():
            inner = getattr(value, field.name)
            if is_dataclass(inner):
                yield from ((f"{section}.{field.name}.{one.name}", getattr(inner, one.name)) for one in fields(inner))
            else:
                yield f"{section}.{field.name}", inner


def plain(value: object) -> object:
    """A value as a file states it."""
    if value is None:
        return "none"
    if isinstance(value, Enum):
        return value.value
    return [plain(one) for one in value] if isinstance(value, tuple) else value


def changed(value: object) -> object:
    """Another value of the same kind, the nearest one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int | float):
        return value + 1
    if isinstance(value, str):
        return f"x{value}"
    if isinstance(value, list):
        return [*value[:-1], changed(value[-1])] if value else ["x"]
    return None
