"""Small helpers for the tournament tests."""

from __future__ import annotations

from collections.abc import Sequence

from puur.evening.seating import Round, Seat, Table


def people(count: int) -> list[str]:
    """`p1`, `p2`, …"""
    return [f"p{number}" for number in range(1, count + 1)]


def couples(count: int) -> frozenset[frozenset[str]]:
    """p1 with p2, p3 with p4, and so on."""
    names = people(2 * count)
    return frozenset(frozenset(names[place : place + 2]) for place in range(0, 2 * count, 2))


def seated(number: int, *tables: str, out: Sequence[str] = ()) -> Round:
    """A round written as `"a b c d"` per table; `-` is a stand-in's chair."""
    found = []
    for place, table in enumerate(tables, start=1):
        found.append(Table(place, tuple(Seat(None if name == "-" else name) for name in table.split())))
    return Round(number, tuple(found), tuple(out))
