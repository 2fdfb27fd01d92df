"""The values of a rule book as rows, and what two books do not have in common.

A value that does not apply is left out: what a Weis is worth where none are counted, the Coiffeur in a Schieber. So a page
about a book, and the comparison of two, show what is played and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from puur.core.fields import Cite
from puur.core.reglement import FirstSpeaker, Reglement, contributed
from puur.games import form_names
from puur.reglement.schema import slots, value_of

# What a book has or does not speak of.
_SPOKEN_OF = frozenset(
    f"referee.{name}"
    for name in (
        "officials", "self_settled", "appeal", "warning_first", "substitute", "disqualify", "accept_rules", "confirm_result",
        "protest_days", "protest_to", "authority", "wrong_party", "pick_up",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Row:
    """One value of a book: its dotted name, the value, and the provision that it names, if any."""

    name: str
    value: object
    rule: str | None

    @property
    def section(self) -> str:
        """The section that it stands in."""
        return self.name.split(".")[0]


@dataclass(frozen=True, slots=True)
class Difference:
    """A value that two books do not share; None where it does not apply to one of them."""

    name: str
    one: Row | None
    two: Row | None


def rows(book: Reglement) -> Iterator[Row]:
    """The values that apply, in the order of the sections; tables of names give one row per name."""
    for name, slot in slots().items():
        if not _applies(book, name):
            continue
        value = value_of(book, name)
        if slot.is_mapping:
            assert isinstance(value, Mapping)
            for key, entry in value.items():
                yield Row(f"{name}.{key}", entry, book.provisions.get(f"{name}.{key}"))
        else:
            yield Row(name, value, book.provisions.get(name))


def differences(first: Reglement, second: Reglement) -> tuple[Difference, ...]:
    """What the two books do not have in common, in the order of the sections."""
    left = {row.name: row for row in rows(first)}
    right = {row.name: row for row in rows(second)}
    order = {name: place for place, name in enumerate(slots())}
    names = sorted(left.keys() | right.keys(), key=lambda name: _place(name, order))
    return tuple(
        Difference(name, left.get(name), right.get(name))
        for name in names
        if name not in left or name not in right or left[name].value != right[name].value
    )


def _place(name: str, order: Mapping[str, int]) -> tuple[int, int, str]:
    if name in order:
        return order[name], 0, ""
    key = name.rsplit(".", 1)[1]
    # Tables of names: the four suits in the order of the deck, then the others.
    return order[name.rsplit(".", 1)[0]], 1 + ("ERSL".find(key) if key in "ERSL" else 4), key


def _applies(book: Reglement, name: str) -> bool:
    section, _, field = name.partition(".")
    target = book.ending.target > 0
    if slots()[name].is_cite and name not in book.provisions:
        return False
    if section.replace("_", "-") in form_names():  # what one game alone asks, and its kin
        return book.form.startswith(section.replace("_", "-"))
    if section in contributed():
        return (
            section in book.sections
            and (book.form.startswith(section.replace("_", "-")) or section.replace("_", "-") not in form_names())
            and slots()[name].hint != Mapping[str, Cite]
        )
    if section == "weis":
        return book.weis.enabled or field == "enabled"
    if section == "stoeck":
        return book.stoeck.enabled or field == "enabled"
    if section == "striche":
        return bool(value_of(book, name))
    if section == "evening":
        return book.evening.rounds > 0 and (name in book.provisions or value_of(book, name) != slots()[name].default)
    if name in _SPOKEN_OF:
        return value_of(book, name) != slots()[name].default
    if field.startswith("weis_") and section == "referee":
        return book.weis.enabled
    if name == "ending.deals":
        return not target
    if field.startswith("ausmach_"):
        return target and bool(book.ending.ausmach)
    if section == "ending":
        return target
    return name != "bidding.first_card" or book.bidding.first_speaker is FirstSpeaker.HOLDER
