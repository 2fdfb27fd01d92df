"""Playing a card by plain reckoning: what the trick may bring, who will probably get it, and what the card is still good for.

It remembers what was played and who could not follow; it does not search and does not read the bidding beyond which side
announced. One decision takes well under a millisecond.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from puur.core.cards import DECK, SUIT_BITS, Card, CardSet, Suit, cards_in
from puur.core.events import CardPlayed
from puur.core.mode import Order
from puur.core.seats import SEATS, team_of
from puur.core.view import View

# All in card points; rounded from what did best in duels on paired deals against bots with other numbers.
LATER_CARD = 2.0  # what a card still to come adds to a trick
TAKES = 1.0  # how often the partner takes a trick that can be taken
CUTS = 0.5  # how often an opponent cuts although able to follow
TRUMP_TOP, TRUMP_LOW, BOCK, SECOND = 30.0, 15.0, 8.0, 3.0  # what a card is worth when kept
DRAW, LEAD_THEIRS, LEAD_LAST = 6.0, -5.0, -10.0  # leading trump: opponents may hold some, they announced, they hold none


def choose_card(view: View, rng: random.Random) -> Card:
    """The card to play, out of those that the view offers; `rng` decides between equals."""
    legal = [option.card for option in view.options if isinstance(option, CardPlayed)]
    if len(legal) == 1:
        return legal[0]
    table = _Table(view)
    return max(legal, key=lambda card: (round(table.score(card), 6), rng.random()))


class _Table:
    """What a seat can work out from its view about the trick under way."""

    def __init__(self, view: View) -> None:
        assert view.mode is not None
        assert view.leader is not None
        self.view, self.seat = view, view.seat
        self.number = len(view.tricks)
        self.orders = view.mode.orders
        self.order: Order = self.orders[self.number]
        self.values = view.mode.values
        self.cards: Sequence[Card] = () if view.trick_open else view.trick
        self.leader = view.leader
        self.void = [0, 0, 0, 0]
        seen = view.hand.bits
        for number, trick in enumerate(view.tricks):
            seen |= CardSet(trick.cards).bits
            self._note_voids(trick.leader, trick.cards, self.orders[number])
        seen |= CardSet(self.cards).bits
        if self.cards:
            self._note_voids(self.leader, self.cards, self.order)
        self.unseen = DECK.bits & ~seen
        others = sum(view.cards_left[seat] for seat in SEATS if seat != self.seat) or 1
        self.share = [view.cards_left[seat] / others for seat in SEATS]
        self.pot = sum(self.values[card.index] for card in self.cards)
        self.later = [(self.seat + step) % 4 for step in range(1, 4 - len(self.cards))]
        trump = self.order.trump
        self.trumps = SUIT_BITS[trump.index] if trump is not None else 0
        self.their_trumps = any(self._may_hold(seat) & self.trumps for seat in ((self.seat + 1) % 4, (self.seat + 3) % 4))

    def _note_voids(self, leader: int, cards: Sequence[Card], order: Order) -> None:
        led = cards[0].suit
        for place, card in enumerate(cards):
            if card.suit is not led and card.suit is not order.trump:
                bits = SUIT_BITS[led.index]
                if led is order.trump and order.puur is not None:
                    bits &= ~order.puur.bit  # the Puur may have stayed home
                self.void[(leader + place) % 4] |= bits

    def _may_hold(self, seat: int) -> int:
        return self.unseen & ~self.void[seat]

    def _has_one(self, seat: int, bits: int) -> float:
        """How likely a seat holds at least one of these cards."""
        return 1.0 - (1.0 - self.share[seat]) ** (self._may_hold(seat) & bits).bit_count()

    def score(self, card: Card) -> float:
        """What playing this card is good for, in card points."""
        pot = self.pot + self.values[card.index] + LATER_CARD * len(self.later)
        gain = (2.0 * self._wins(card, pot) - 1.0) * pot - self._kept(card)
        return gain if self.cards else gain + self._lead(card)

    def _wins(self, card: Card, pot: float) -> float:
        """How likely the own side gets the trick if this card is played."""
        led = self.cards[0].suit if self.cards else card.suit
        power = self.order.power[led.index]
        best, ours = power[card.index], True
        for place, other in enumerate(self.cards):
            if power[other.index] > best:
                best, ours = power[other.index], team_of((self.leader + place) % 4) == team_of(self.seat)
        chance = 1.0 if ours else 0.0
        if not self.later:
            return chance
        stronger = CardSet(hidden for hidden in cards_in(self.unseen) if power[hidden.index] > best).bits
        for seat in self.later:
            beats = self._beats(seat, stronger, led, pot)
            if team_of(seat) == team_of(self.seat):
                chance += (1.0 - chance) * beats * TAKES
            else:
                chance *= 1.0 - beats
        return chance

    def _beats(self, seat: int, stronger: int, led: Suit, pot: float) -> float:
        suit = SUIT_BITS[led.index]
        follows = self._has_one(seat, stronger & suit)
        if not self.trumps or suit == self.trumps:
            return follows
        empty = 1.0 - self._has_one(seat, suit)
        willing = empty + (1.0 - empty) * (CUTS if pot > 12 else 0.0)
        return 1.0 - (1.0 - follows) * (1.0 - willing * self._has_one(seat, stronger & self.trumps))

    def _kept(self, card: Card) -> float:
        """What the card would still be good for in a later trick."""
        rest = self.orders[self.number + 1 :]
        if not rest:
            return 0.0
        if rest[0] is rest[-1] and len(set(map(id, rest))) == 1:
            return self._kept_in(card, rest[0])
        return sum(self._kept_in(card, order) for order in rest) / len(rest)

    def _kept_in(self, card: Card, order: Order) -> float:
        power = order.power[card.suit.index]
        same = SUIT_BITS[card.suit.index]
        above = sum(1 for hidden in cards_in(self.unseen & same) if power[hidden.index] > power[card.index])
        if card.suit is order.trump:
            return TRUMP_TOP if above == 0 else TRUMP_LOW
        if not self.unseen & same:
            return 0.5 * BOCK if order.trump is None else 1.0  # nobody can follow: it wins only on the own lead
        if above == 0:
            return BOCK
        guarded = (self.view.hand.bits & same).bit_count() > above
        return SECOND / above if guarded else 0.0

    def _lead(self, card: Card) -> float:
        """What else speaks for or against leading it."""
        if not card.bit & self.trumps or self.view.announcer is None:
            return 0.0
        if not self.their_trumps:
            return LEAD_LAST
        return DRAW if team_of(self.view.announcer) == team_of(self.seat) else LEAD_THEIRS
