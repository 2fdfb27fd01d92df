"""The rules as numbers: every table that a kernel reads is derived here from `puur.core`, and none is written down.

Cards are renumbered per mode: the trump suit comes to the top, and within a suit the stronger card has the higher number. Then one
card beats another of the led suit or of trump if and only if its bit is larger, and one kernel serves all modes. A mode that
changes its order (Slalom, Gusti, Trio) has several segments, each with a numbering of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from puur.core.cards import CARDS, SUITS
from puur.core.mode import Mode, Order

SUIT = 0b111_111_111
PLANES = 5  # bits of the largest card value, 20


@dataclass(frozen=True, slots=True)
class Segment:
    """Tricks in a row that are decided alike, and the numbering of the cards in them."""

    first: int  # number of the first trick, from 0
    tricks: int
    place: tuple[int, ...]  # card index in the core -> number here
    card: tuple[int, ...]  # number here -> card index in the core
    trump: int  # mask of the trump suit, 0 without one
    puur: int  # bit of the Puur, 0 without one
    values: tuple[int, ...]  # what each card counts, by number here

    @property
    def planes(self) -> tuple[int, ...]:
        """The values bit by bit: mask number i holds the cards with bit i in their value."""
        return tuple(sum(1 << at for at, value in enumerate(self.values) if value >> bit & 1) for bit in range(PLANES))

    def bits(self, core_bits: int) -> int:
        """A set of cards of the core in this numbering."""
        return _moved(core_bits, self.place)


def _moved(bits: int, to: tuple[int, ...]) -> int:
    moved = 0
    while bits:
        low = bits & -bits
        moved |= 1 << to[low.bit_length() - 1]
        bits ^= low
    return moved


def numbering(order: Order, mode: Mode) -> tuple[int, ...]:
    """Card index -> number: suit by suit, trump last, weaker cards first, all read off the order's own table of powers."""
    suits = sorted(SUITS, key=lambda suit: (suit is mode.trump, suit.index))
    place = [0] * 36
    for slot, suit in enumerate(suits):
        power = order.power[suit.index]
        held = sorted((card for card in CARDS if card.suit is suit), key=lambda card: power[card.index])
        for rank, card in enumerate(held):
            place[card.index] = 9 * slot + rank
    return tuple(place)


@lru_cache(maxsize=256)
def segments(mode: Mode) -> tuple[Segment, ...]:
    """The segments of a mode, in the order of play."""
    parts: list[Segment] = []
    first = 0
    for trick in range(1, 10):
        if trick < 9 and mode.order(trick) is mode.order(first):
            continue
        order = mode.order(first)
        place = numbering(order, mode)
        card = tuple(sorted(range(36), key=lambda index: place[index]))
        trump = SUIT << 27 if order.trump is not None else 0
        puur = 1 << place[order.puur.index] if order.puur is not None else 0
        values = tuple(mode.values[index] for index in card)
        parts.append(Segment(first, trick - first, place, card, trump, puur, values))
        first = trick
    return tuple(parts)


def segment_of(mode: Mode, trick: int) -> int:
    """Which segment trick number `trick` (from 0) belongs to."""
    return next(number for number, segment in enumerate(segments(mode)) if trick < segment.first + segment.tricks)


@lru_cache(maxsize=1024)
def shifts(to: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """A renumbering as (mask, shift): the cards under a mask all move by the same shift, to the left if it is positive."""
    groups: dict[int, int] = {}
    for old, new in enumerate(to):
        groups[new - old] = groups.get(new - old, 0) | 1 << old
    return tuple((mask, by) for by, mask in sorted(groups.items()))


def renumbering(before: Segment, after: Segment) -> tuple[int, ...]:
    """Number in one segment -> number in the next."""
    return tuple(after.place[index] for index in before.card)
