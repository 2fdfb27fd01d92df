"""What a field of a rule book accepts beyond its type: a range, a length, the names in a table, some choices; and what clashes.

It is declared with the field itself, so that a section brings everything a reader has to know (`puur.reglement.schema`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import MISSING, dataclass, field
from enum import Enum
from typing import Any, NewType

Cite = NewType("Cite", str)  # a field that holds a provision and nothing else: what the code does there, the book states in words


def limited(
    low: int = 0,
    high: int = 100_000,
    *,
    default: object = MISSING,
    factory: object = MISSING,
    length: tuple[int, int] = (0, 100),
    names: Collection[str] = (),
    among: Collection[Enum] = (),
    by_entry: bool = False,
) -> Any:
    """A field with numbers from `low` to `high`, a list of a certain length, a table with these names only, or some of the choices.

    Where a book extends another it replaces an inherited table as a whole, or entry by entry (`by_entry`).
    """
    metadata = {"range": (low, high), "length": length, "names": tuple(names), "among": tuple(among), "by_entry": by_entry}
    given: dict[str, Any] = {}
    if default is not MISSING:
        given["default"] = default
    if factory is not MISSING:
        given["default_factory"] = factory
    return field(metadata=metadata, **given)


@dataclass(frozen=True, slots=True)
class Clash:
    """A value that does not go with the fields in `beside`: its field, the value, and the kind of what was expected."""

    name: str
    found: object
    kind: str
    facts: Mapping[str, str] = field(default_factory=dict)
    beside: tuple[str, ...] = ()
