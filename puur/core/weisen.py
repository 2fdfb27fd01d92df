"""Announcing Weise in a deal: who said what, which Weis is the highest, what its party may write.

The values and the comparison live in `core.weis`; deadlines need the turn and are checked in `core.weis_rules`.
"""

from __future__ import annotations

from dataclasses import dataclass

from puur.core.bonuses import Understated
from puur.core.cards import CardSet, Rank
from puur.core.mode import Mode
from puur.core.reglement import Reglement
from puur.core.seats import PAIRS
from puur.core.weis import Step, Weis, best_of, contained_in, strength, weise_in


@dataclass(slots=True)
class Announcement:
    """What one seat announced: the stated value, and the Weis that it stands for (None: forfeited or not known)."""

    points: int
    weis: Weis | None
    trusted: bool  # False: the hand is known and holds no such Weis, so nothing counts
    shown: bool = False
    named: Rank | None = None


class Weisen:
    """The Weise of one deal."""

    __slots__ = ("added", "allowed", "announced", "asked", "best", "lost", "revealed", "sides", "written")

    def __init__(self, sides: tuple[int, ...] = PAIRS) -> None:
        self.sides = sides  # of each seat
        self.announced: dict[int, Announcement] = {}
        self.added: dict[int, tuple[Weis, ...]] = {}
        self.allowed: set[int] = set()  # seats that a ruling lets announce after all (JR-WINV-01)
        self.asked: set[int] = set()  # seats that were asked for their Weis
        self.best: int | None = None  # the seat with the highest Weis, once the first trick is complete
        self.lost: set[int] = set()  # seats whose Weise a ruling took away
        self.revealed: set[int] = set()  # seats whose Weis everybody has seen
        self.written = False

    def seats_of(self, side: int) -> tuple[int, ...]:
        """The seats of a side."""
        return tuple(seat for seat, each in enumerate(self.sides) if each == side)

    def decide(self, book: Reglement, mode: Mode, leader: int) -> None:
        """Find the highest announced Weis; nobody has it where equal ones of two parties cancel each other. (JR-WEIS-14)"""
        rules = book.weis
        best_key: tuple[int, ...] | None = None
        cancels = Step.CANCEL in rules.steps
        self.best = None
        for place in range(len(self.sides)):
            seat = (leader + place) % len(self.sides)
            said = self.announced.get(seat)
            if said is None or not said.trusted or seat in self.lost:
                continue
            if said.weis is not None:
                key = strength(said.weis, mode, rules.steps, rules.values, place)
            else:  # no hands known: only the value and the order can be compared
                key = (said.points, 0, 0, 0, 0 if cancels else -place)
            if best_key is None or key > best_key:
                best_key, self.best = key, seat
            elif cancels and key == best_key and (self.best is None or self.sides[self.best] != self.sides[seat]):
                self.best = None

    def answer(self, mode: Mode, seat: int) -> tuple[Rank | None, bool | None]:
        """What a seat tells besides the value: its top card, and whether it is trump, where that breaks a tie. (UB-WEIS-08)"""
        value, own = self.announced[seat].points, self.announced[seat].weis
        if own is None:
            return None, None
        rivals = [
            said for teller, said in self.announced.items() if self.sides[teller] != self.sides[seat] and said.points == value
        ]
        level = [said.weis for said in rivals if said.weis is not None and len(said.weis.cards) == len(own.cards)]
        same_top = any(weis.top(mode) is own.top(mode) for weis in level)
        return own.top(mode) if level else None, own.suit is mode.trump if same_top and mode.trump is not None else None

    def points(self, book: Reglement, team: int) -> int:
        """What the Weise of a team count before the factor, if it has the highest one. (JR-WEIS-11, UB-WCMP-08, UB-WCMP-09)"""
        if self.best is None or self.sides[self.best] != team:
            return 0
        total = 0
        for seat in self.seats_of(team):
            said = self.announced.get(seat)
            if said is not None and said.trusted and seat not in self.lost:
                total += said.points
            if seat not in self.lost:
                total += sum(weis.points(book.weis.values) for weis in self.added.get(seat, ()))
        return total


def meaning(book: Reglement, mode: Mode, hand: CardSet, points: int, weis: Weis | None) -> Weis | None:
    """The Weis that a stated value stands for, given the hand; None if the hand holds no such Weis. (JR-WEIS-08, JR-WEIS-09)

    The highest Weis if the value is its value; otherwise, where the book lets an understatement stand, a true Weis of exactly
    the stated value inside the hand: a run of four holds one worth 20, four Under hold none worth 100.
    """
    rules = book.weis
    whole = weise_in(hand)
    best = best_of(whole, mode, rules.steps, rules.values)
    if best is None:
        return None
    if points == best.points(rules.values):
        fitting = [held for held in whole if held.points(rules.values) == points]
        if weis is not None:
            return weis if weis in fitting else None
        return best_of(fitting, mode, rules.steps, rules.values)
    if points > best.points(rules.values) or rules.understated is Understated.REFUSED:
        return None
    inside = [part for held in whole for part in contained_in(held) if part.points(rules.values) == points]
    if weis is not None:
        return weis if weis in inside else None
    return best_of(inside, mode, rules.steps, rules.values)


def further(book: Reglement, mode: Mode, hand: CardSet, said: Announcement | None) -> tuple[Weis, ...]:
    """The Weise that a seat of the winning party may still add: the whole ones it has not announced. (JR-WEIS-11)

    Without Kreuzweis a card counts in one Weis only, the higher one first.
    """
    rules = book.weis
    used = said.weis if said is not None else None
    whole = weise_in(hand)
    lost = best_of(whole, mode, rules.steps, rules.values) if said is not None and not said.trusted else None  # JR-WEIS-09
    rest = [held for held in whole if held != lost and held.points(rules.values) and (used is None or not _part_of(used, held))]
    rest.sort(key=lambda held: strength(held, mode, rules.steps, rules.values), reverse=True)
    if rules.kreuzweis:
        return tuple(rest)
    taken = used.bits if used is not None else 0
    kept = []
    for held in rest:
        if not held.bits & taken:
            kept.append(held)
            taken |= held.bits
    return tuple(kept)


def _part_of(announced: Weis, whole: Weis) -> bool:
    """Whether an announced Weis is this whole one, or an understated part of it."""
    return announced == whole or (announced.is_run and whole.is_run and announced.bits & ~whole.bits == 0)
