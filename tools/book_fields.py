"""The tables of fields in docs/reglement.md, written from the schema: `python -m tools.book_fields` puts them in place."""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from datetime import date, time
from decimal import Decimal
from enum import Enum
from pathlib import Path

from puur.core.cards import Card
from puur.core.fields import Cite
from puur.core.reglement import Reglement, contributed
from puur.core.sanctions import Penalty
from puur.games import form_names
from puur.reglement import load
from puur.reglement.dump import plain
from puur.reglement.schema import Slot, slots, value_of
from puur.words import texts

PAGE = Path(__file__).resolve().parent.parent / "docs" / "reglement.md"
_PLAIN: Mapping[object, str] = {
    bool: "`true`, `false`",
    str: "text",
    date: "a date such as `2017-02-08`",
    time: "a time such as `14:00:00`",
    Decimal: "a number",
    Card: "a card such as `L7`",
    Cite: "a provision",
    Penalty: "points",
}


def accepted(slot: Slot, hint: object) -> str:
    """What a field takes, in words."""
    inner = [part for part in typing.get_args(hint) if part not in (type(None), Ellipsis)]
    if slot.is_mapping:
        names = ", ".join(f"`{name}`" for name in slot.names) or "names"
        return f"a table `[{slot.name}]`: {names} with {accepted(slot.entry, inner[1])}"
    if typing.get_origin(hint) is tuple:
        entry = accepted(slot, inner[0])
        return "list of whole numbers" if entry == "a whole number" else f"list of {entry}"
    if inner:
        return f"{accepted(slot, inner[0])}, `none`"
    if hint is int:
        return "a whole number" if slot.range == (0, 100_000) else "{} to {}".format(*slot.range)
    if isinstance(hint, type) and issubclass(hint, Enum):
        return ", ".join(f"`{member.value}`" for member in slot.among or hint)
    return _PLAIN[hint]


def rows(book: Reglement, sections: typing.Collection[str] | None) -> Iterator[str]:
    """The lines of one table: those of these sections, or of all that no other package contributes."""
    for name, slot in slots().items():
        section = name.partition(".")[0]
        if section not in ({section} - contributed().keys() if sections is None else contributed().keys() & set(sections)):
            continue
        value = value_of(book, name)
        shown = "" if slot.is_mapping or value is None else f"`{_shown(value)}`"
        yield f"| `{name}` | {texts()[f'rules.field.{name}']['en']} | {accepted(slot, slot.hint)} | {shown} |"


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_shown(entry) for entry in value)}]"
    simple = plain(value)
    bare = isinstance(value, bool | int | Decimal | date | time)
    return str(simple).lower() if isinstance(simple, bool) else str(simple) if bare else f'"{simple}"'


def written(page: str) -> str:
    """The page with its tables as the schema has them."""
    for mark, book, sections in (
        ("fields", "jassregeln", None),
        ("season", "ajz08", ("season",)),
        ("games", "jassregeln", tuple(name.replace("-", "_") for name in form_names())),
    ):
        head = f"| Field | Meaning | Accepted | {_HEADS[mark]} |"
        table = "".join(f"{line}\n" for line in (head, "| --- | --- | --- | --- |", *rows(load(book), sections)))
        before, start, rest = page.partition(f"<!-- {mark}: written by tools/book_fields.py -->\n")
        page = before + start + table + rest[rest.index("<!-- end -->") :]
    return page


_HEADS = {"fields": "General rules", "season": "AJZ 08", "games": "If not stated"}

if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
