"""Shuffling, cutting and dealing: from a pack to hands, for any number of players and cards.

Pure functions over packs; who may cut, and when, is decided where the turn is known (`core.game`). Cards always come from
the top, in packets, beginning with the player after the dealer. (JR-DEAL-02 to 16)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from puur.core.cards import CARDS, Card, CardSet
from puur.core.errors import RuleViolation


def cut(pack: Sequence[Card], lifted: int) -> tuple[Card, ...]:
    """The pack after `lifted` cards were lifted off and the rest was put on top of them. (UB-DEAL-06)"""
    return (*pack[lifted:], *pack[:lifted])


def deal(pack: Sequence[Card], players: int, packets: Sequence[int]) -> tuple[tuple[Card, ...], ...]:
    """The hands in dealing order, the player after the dealer first; then, as a last entry, the rest. (JR-DEAL-07 to 13)"""
    hands: list[list[Card]] = [[] for _ in range(players)]
    place = 0
    for size in packets:
        for hand in hands:
            hand.extend(pack[place : place + size])
            place += size
    return (*(tuple(hand) for hand in hands), tuple(pack[place:]))


class Layout(NamedTuple):
    """How a deal is dealt: to how many, in which packets, and with which cards."""

    players: int = 4
    packets: tuple[int, ...] = (3, 3, 3)
    used: tuple[Card, ...] = CARDS
    between: int = 0  # cards that are laid on the table after the first packets
    dealer_out: bool = False  # whether the dealer gives himself no cards

    @property
    def receivers(self) -> int:
        """How many get cards."""
        return self.players - self.dealer_out

    def dealt(self, pack: Sequence[Card], dealer: int) -> tuple[tuple[CardSet, ...], tuple[Card, ...]]:
        """The hands by seat, and what is left over; cards that are not played with are put aside before."""
        used = pack if len(self.used) == len(CARDS) else [card for card in pack if card in self.used]
        first = self.receivers * self.packets[0]
        laid = tuple(used[first : first + self.between])
        *piles, stock = deal([*used[:first], *used[first + self.between :]], self.receivers, self.packets)
        stock = (*laid, *stock)
        hands = [*(CardSet(pile) for pile in piles), *[CardSet()] * self.dealer_out]
        return tuple(hands[(seat - dealer - 1) % self.players] for seat in range(self.players)), stock


def check_hands(hands: Iterable[CardSet], size: int, rule: str, out: int | None = None) -> None:
    """Refuse hands that are not of equal size or share a card; the seat `out` has none. (AJZ-2.2.1-05)"""
    seen = 0
    sizes = [len(hand) for hand in hands]
    for hand in hands:
        if seen & hand.bits:
            raise RuleViolation(rule, "card-twice", cards=str(CardSet(bits=seen & hand.bits)))
        seen |= hand.bits
    if any(held != (0 if seat == out else size) for seat, held in enumerate(sizes)):
        raise RuleViolation(rule, "irregular-deal", sizes=sizes, expected=size)


def lowest(drawn: Mapping[int, Card]) -> tuple[int, ...]:
    """The seats that drew the lowest card: natural order, suits do not matter; several have to draw again. (UB-DEAL-02)"""
    least = min(card.rank.index for card in drawn.values())
    return tuple(seat for seat, card in drawn.items() if card.rank.index == least)
