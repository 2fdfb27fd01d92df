"""The ledger: every number on the slate, where it came from, and by which provision.

Entries are added by the game and never changed; an annulled deal takes its entries with it. Totals are sums of entries.
"""

from __future__ import annotations

from typing import NamedTuple

from puur.core.reglement import Source


class Entry(NamedTuple):
    """One number on the slate."""

    deal: int  # number of the deal, from 1; 0 for what belongs to none
    team: int
    source: Source
    raw: int  # as counted
    factor: int
    points: int  # as written
    rule: str
    trick: int = 0  # the trick in which it arose, from 1


class Ledger:
    """What is written, in the order of writing."""

    __slots__ = ("entries", "in_order", "totals")

    def __init__(self, sides: int = 2) -> None:
        self.entries: list[Entry] = []
        self.totals: list[int] = [0] * sides
        self.in_order = True  # whether no deal was written after a later one: then the last deal is found from the end

    def add(self, entry: Entry) -> None:
        """Write an entry."""
        if self.entries and entry.deal < self.entries[-1].deal:
            self.in_order = False
        self.entries.append(entry)
        self.totals[entry.team] += entry.points

    def strike(self, deal: int, source: Source | None = None) -> None:
        """Take out what was written for a deal, all of it or what came from one source."""
        for place in range(len(self.entries) - 1, -1, -1):
            entry = self.entries[place]
            if entry.deal == deal and (source is None or entry.source is source):
                self.totals[entry.team] -= entry.points
                del self.entries[place]
            elif entry.deal < deal and self.in_order:
                break  # nothing of this deal stands further up

    def of_deal(self, deal: int) -> tuple[Entry, ...]:
        """The entries of one deal, read from the end: of the last one, which is asked for most, as quickly in a long game."""
        written: list[Entry] = []
        for entry in reversed(self.entries):
            if entry.deal == deal:
                written.append(entry)
            elif entry.deal < deal and self.in_order:
                break  # as in `strike`
        return tuple(reversed(written))
