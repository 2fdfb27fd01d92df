"""What is noted of a person at entry and check-in, beside the name: each field stands here once, with how lists head it.

Events, forms, lists that people bring, the preview and the export all read this class; a further field is a further line of it and
its word `evenings.org.<field>`.
"""

from __future__ import annotations

from dataclasses import Field, dataclass, field, fields
from typing import Any

LONGEST = 80


def noted(heading: str, *others: str, kind: str = "text", most: int = LONGEST) -> Any:
    """A field: its heading in an export, other headings of lists (small letters, no accents), the kind of input, its length."""
    return field(default="", metadata={"heading": heading, "headings": others, "kind": kind, "most": most})


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """The fields."""

    club: str = noted("Club", "club", "verein", "ort", "societe", "societa", "team", "wohnort", "haushalt")
    email: str = noted("E-Mail", "e-mail", "email", "mail", "courriel", kind="email", most=120)


FIELDS: tuple[Field[Any], ...] = fields(Details)


def details_of(source: object) -> dict[str, str]:
    """The fields of an event, a person or a line of a list, by name."""
    return {each.name: getattr(source, each.name) for each in FIELDS}
