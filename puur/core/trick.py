"""One trick: which cards may be played to it, why the others may not, and who wins it.

Legality and its reason are one function, `judge`: it sorts the cards of a hand into allowed ones, ones that fail to follow,
and ones that undertrump. Referee, table, bots and tests all read its verdict.

A dead card (one that lost its Stechwert by a ruling) still shows its suit for the duty to follow, but never wins a trick, does
not cut one, and is passed over when undertrumping is judged.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from puur.core.cards import SUIT_BITS, Card, CardSet
from puur.core.mode import Order


class Undertrump(Enum):
    """When a trick that was already cut may be undertrumped."""

    ONLY_TRUMPS = "only-trumps"  # JR-UNDER-01: only with nothing but trumps left
    VOID = "void"  # JR-UNDER-02: also without a card of the led suit (games that go backwards)
    FREE = "free"


class Objection(Enum):
    """Why a card may not be played."""

    NOT_IN_HAND = "not-in-hand"
    FOLLOW_SUIT = "follow-suit"
    UNDERTRUMP = "undertrump"
    BANNED = "banned"  # by a ruling: this card, or leading this suit
    DEAD_LEAD = "dead-lead"  # a dead card while a living one is held
    MUST_PLAY = "must-play"  # a ruling wants another card


class Verdict:
    """The cards of one hand, sorted by what the rules say of playing them now."""

    __slots__ = ("_allowed", "_not_following", "_undertrumping")

    def __init__(self, allowed: int, not_following: int = 0, undertrumping: int = 0) -> None:
        self._allowed, self._not_following, self._undertrumping = allowed, not_following, undertrumping

    @property
    def allowed(self) -> CardSet:
        """The cards that may be played."""
        return CardSet(bits=self._allowed)

    @property
    def not_following(self) -> CardSet:
        """The cards that fail to follow the led suit."""
        return CardSet(bits=self._not_following)

    def objection(self, card: Card) -> Objection | None:
        """Why `card` may not be played, or None."""
        bit = card.bit
        if bit & self._allowed:
            return None
        if bit & self._not_following:
            return Objection.FOLLOW_SUIT
        return Objection.UNDERTRUMP if bit & self._undertrumping else Objection.NOT_IN_HAND


def judge(
    hand: CardSet,
    trick: Sequence[Card],
    order: Order,
    *,
    undertrump: Undertrump = Undertrump.ONLY_TRUMPS,
    puur_exempt: bool = True,
    dead: int = 0,
) -> Verdict:
    """What the rules say of each card of `hand`, to be played to `trick`. (JR-PLAY-03, JR-PLAY-05, JR-BAUER-01, JR-UNDER-01)"""
    held = hand.bits
    if not trick:
        return Verdict(held)  # JR-PLAY-03: the leader may lead any card
    led = trick[0].suit
    of_led = held & SUIT_BITS[led.index]
    trump = order.trump
    if trump is None:
        return Verdict(of_led, held ^ of_led) if of_led else Verdict(held)
    if led is trump:
        obliging = of_led & ~order.puur.bit if puur_exempt and order.puur is not None else of_led
        return Verdict(of_led, held ^ of_led) if obliging else Verdict(held)  # JR-BAUER-01: the Puur may stay home
    trumps = held & SUIT_BITS[trump.index]
    following = (of_led | trumps) if of_led else held
    under = 0
    if trumps and undertrump is not Undertrump.FREE:
        under = _below_highest_trump(trumps, trick, order, dead)
        if under and (trumps == held or (undertrump is Undertrump.VOID and not of_led)):
            under = 0
    return Verdict(following & ~under, held & ~following, under)


def _below_highest_trump(trumps: int, trick: Sequence[Card], order: Order, dead: int) -> int:
    """The trumps that would lie under the highest live trump of a trick that was led in another suit."""
    power = order.power[trick[0].suit.index]
    highest = 0
    for card in trick:
        if card.suit is order.trump and not card.bit & dead and power[card.index] > highest:
            highest = power[card.index]
    if not highest:
        return 0
    under = 0
    rest = trumps
    while rest:
        bit = rest & -rest
        if power[bit.bit_length() - 1] < highest:
            under |= bit
        rest ^= bit
    return under


def winner(trick: Sequence[Card], order: Order, dead: int = 0) -> int:
    """The place (0 is the leader) of the card that wins `trick`, or wins it so far. (JR-PLAY-06)

    If every card that could win is dead, the trick stays with the leader: somebody has to take it.
    """
    power = order.power[trick[0].suit.index]
    best, place = 0, 0
    for number, card in enumerate(trick):
        strength = power[card.index]
        if strength > best and not card.bit & dead:
            best, place = strength, number
    return place


def points(cards: Sequence[Card], values: Sequence[int]) -> int:
    """What `cards` count together under the card values of a mode."""
    return sum(values[card.index] for card in cards)


@dataclass(frozen=True, slots=True)
class Trick:
    """A complete trick: who led, the cards in playing order, who won it, what its cards count, and who had no card left."""

    leader: int
    cards: tuple[Card, ...]
    winner: int
    points: int
    absent: tuple[int, ...] = ()

    def seat_of(self, place: int) -> int:
        """The seat that played the card in this place; -1 is the last one."""
        if not self.absent:
            return (self.leader + place) % len(self.cards)
        players = len(self.cards) + len(self.absent)
        return [seat for step in range(players) if (seat := (self.leader + step) % players) not in self.absent][place]

    def card_of(self, seat: int) -> Card | None:
        """The card that a seat played, or None."""
        if not self.absent:
            return self.cards[(seat - self.leader) % len(self.cards)]
        return next((card for place, card in enumerate(self.cards) if self.seat_of(place) == seat), None)
