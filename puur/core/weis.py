"""Weise: finding them in a hand, their value, and which of two is higher.

A Weis is a run of three or more cards of one suit in natural order, in every mode, or four cards of one rank. What it is
worth, and by which steps two of them are compared, is data of the rule book. Stöck are not part of the contest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from puur.core.cards import CARDS, RANKS, SUIT_BITS, SUITS, Card, CardSet, Rank, Suit, card_of, parse_card
from puur.core.fields import limited
from puur.core.mode import Mode


class Step(Enum):
    """One step of the comparison of two Weise; a rule book lists those that it uses, in its order."""

    POINTS = "points"  # the higher value
    CARDS = "cards"  # more cards
    RANK = "rank"  # the higher top card; in Undeufe the lower one
    TRUMP = "trump"  # the one in the trump suit
    ORDER = "order"  # the one announced first
    CANCEL = "cancel"  # neither: equal Weise of two parties cancel each other


@dataclass(frozen=True, slots=True)
class WeisValues:
    """What Weise count: runs by their length, fours by their rank."""

    runs: tuple[int, ...] = limited(0, 10_000, default=(20, 50, 100, 150, 200, 250, 300), length=(7, 7))  # three to nine cards
    four: int = limited(0, 10_000, default=100)
    four_nine: int = limited(0, 10_000, default=150)
    four_under: int = limited(0, 10_000, default=200)
    fours: tuple[Rank, ...] = limited(default=RANKS, length=(0, 9))  # of which ranks four are a Weis at all


LARGE = WeisValues()


@dataclass(frozen=True, slots=True)
class Weis:
    """A run of one suit or four of a kind. Prints as its cards with dashes: `R6-R7-R8`, `EU-RU-SU-LU`."""

    cards: tuple[Card, ...]  # a run in natural order; a four in the order of the suits

    @property
    def is_run(self) -> bool:
        """Whether it is a run of one suit, not four of a kind."""
        return self.cards[0].suit is self.cards[-1].suit

    @property
    def suit(self) -> Suit | None:
        """The suit of a run; None for four of a kind."""
        return self.cards[0].suit if self.is_run else None

    @property
    def bits(self) -> int:
        """Its cards as bits."""
        return CardSet(self.cards).bits

    def points(self, values: WeisValues = LARGE) -> int:
        """What it counts before any factor; the same in every mode. (JR-WVAL-01)"""
        if self.is_run:
            return values.runs[len(self.cards) - 3]
        rank = self.cards[0].rank
        if rank not in values.fours:
            return 0
        if rank is Rank.UNDER:
            return values.four_under
        return values.four_nine if rank is Rank.NINE else values.four

    @property
    def field(self) -> str:
        """The field of the rule book that its value comes from."""
        if self.is_run:
            return f"weis.values.runs.{len(self.cards) - 3}"
        return {Rank.UNDER: "weis.values.four_under", Rank.NINE: "weis.values.four_nine"}.get(
            self.cards[0].rank, "weis.values.four"
        )

    def top(self, mode: Mode) -> Rank:
        """The highest-ranking card, by which the Weis is named: in Undeufe the lowest. (JR-WEQ-02, JR-WEQ-03)"""
        return self.cards[0].rank if mode.low_wins else self.cards[-1].rank

    def __str__(self) -> str:
        return "-".join(card.name for card in self.cards)


class NotAWeis(ValueError):
    """Cards that form no Weis."""


def weis_of(cards: Sequence[Card]) -> Weis:
    """The Weis made of exactly these cards, in any order."""
    ordered = tuple(sorted(set(cards)))
    if len(ordered) == len(cards):
        if len(ordered) >= 3 and len({card.suit for card in ordered}) == 1:
            if ordered[-1].index - ordered[0].index == len(ordered) - 1:
                return Weis(ordered)
        elif len(ordered) == 4 and len({card.rank for card in ordered}) == 1:
            return Weis(ordered)
    raise NotAWeis(f"{' '.join(str(card) for card in cards)} is no Weis: expected a run of one suit or four of a kind")


def parse_weis(text: str) -> Weis:
    """The Weis written as cards with dashes between them."""
    return weis_of(tuple(parse_card(word) for word in text.split("-")))


@lru_cache(maxsize=512)
def _runs(ranks: int) -> tuple[tuple[int, int], ...]:
    """The maximal runs of three or more among nine rank bits, as (first, length)."""
    runs, place = [], 0
    while place < 9:
        length = 0
        while place + length < 9 and ranks >> (place + length) & 1:
            length += 1
        if length >= 3:
            runs.append((place, length))
        place += length + 1
    return tuple(runs)


_FOURS: tuple[tuple[int, Rank], ...] = tuple((CardSet(card_of(suit, rank) for suit in SUITS).bits, rank) for rank in RANKS)


def weise_in(hand: CardSet) -> tuple[Weis, ...]:
    """Every whole Weis of a hand: maximal runs and fours; a card may stand in two. (JR-WEIS-01, UB-WEIS-04, UB-WEIS-05)"""
    weise: list[Weis] = []
    bits = hand.bits
    for suit in range(4):
        for first, length in _runs((bits & SUIT_BITS[suit]) >> 9 * suit):
            start = 9 * suit + first
            weise.append(Weis(CARDS[start : start + length]))
    if len(hand) >= 4:
        for four, rank in _FOURS:
            if bits & four == four:
                weise.append(Weis(tuple(card_of(suit, rank) for suit in SUITS)))
    return tuple(weise)


def contained_in(weis: Weis) -> tuple[Weis, ...]:
    """The Weise inside a Weis, itself included: a run of four holds two runs of three, four of a kind only itself."""
    if not weis.is_run:
        return (weis,)
    cards = weis.cards
    return tuple(
        Weis(cards[start : start + length]) for length in range(len(cards), 2, -1) for start in range(len(cards) - length + 1)
    )


def strength(weis: Weis, mode: Mode, steps: Sequence[Step], values: WeisValues, place: int = 0) -> tuple[int, ...]:
    """A key that is larger for the higher Weis; `place` is its place in the order of announcing, 0 first."""
    key = []
    for step in steps:
        if step is Step.POINTS:
            key.append(weis.points(values))
        elif step is Step.CARDS:
            key.append(len(weis.cards))
        elif step is Step.RANK:
            rank = weis.top(mode).index
            key.append(-rank if mode.low_wins else rank)
        elif step is Step.TRUMP:
            key.append(1 if weis.suit is not None and weis.suit is mode.trump else 0)
        else:
            key.append(-place if step is Step.ORDER else 0)
    return tuple(key)


def best_of(weise: Sequence[Weis], mode: Mode, steps: Sequence[Step], values: WeisValues) -> Weis | None:
    """The highest of one player's own Weise, or None without any."""
    if not weise:
        return None
    return max(weise, key=lambda weis: strength(weis, mode, steps, values))


_STOECK: dict[Suit | None, CardSet] = {suit: CardSet((card_of(suit, Rank.KING), card_of(suit, Rank.OBER))) for suit in SUITS}
_STOECK[None] = CardSet()


def stoeck_of(trump: Suit | None) -> CardSet:
    """König and Ober of trump; nothing without a trump suit. (JR-STOE-01, UB-WVAL-02)"""
    return _STOECK[trump]
