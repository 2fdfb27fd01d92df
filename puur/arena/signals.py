"""What the cards of a bot mean, counted: `python -m puur.arena.signals DEALS [LEVEL …]` writes `puur/bots/signals.json`.

Four bots of a level play whole deals of a Schieber among themselves, and every choice is put into the situations of
`puur.bots.signals`. Only what the seat itself knew counts as Bock: the highest card of a suit that nobody has played yet.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from puur import bots
from puur.arena.table import dealt_hands, opened, prepared
from puur.bots.base import cards_offered
from puur.bots.budget import PLENTY
from puur.bots.levels import LEVELS
from puur.bots.signals import FILE, SIGNALS, Signal, Signals
from puur.core.actions import to_act
from puur.core.cards import CARDS, SUITS, Card, CardSet, Suit
from puur.core.deal import Phase
from puur.core.events import CardPlayed
from puur.core.mode import Order
from puur.core.trick import winner
from puur.core.view import View, view_of
from puur.reglement import load

RICH = 10  # points in a trick that are worth a trump


class Counter:
    """Counts for one level."""

    def __init__(self) -> None:
        self.did = dict.fromkeys(SIGNALS, 0)
        self.could = dict.fromkeys(SIGNALS, 0)
        self.chance: dict[str, float] = {}

    def count(self, name: str, did: bool, by_chance: float | None = None) -> None:
        """One choice: what it was, and how likely chance would have made it."""
        self.could[name] += 1
        self.did[name] += did
        if by_chance is not None:
            self.chance[name] = self.chance.get(name, 0.0) + by_chance

    def signals(self) -> dict[str, Signal]:
        """What was counted so far."""
        return {
            name: Signal(self.did[name], could, round(self.chance[name] / could, 4) if could and name in self.chance else None)
            for name, could in self.could.items()
        }

    def see(self, view: View, card: Card) -> None:
        """Put one choice, `card` out of several, into the situations it belongs to."""
        assert view.mode is not None
        order = view.mode.order(min(len(view.tricks), 8))
        trick = () if view.trick_open else view.trick
        if trick:
            self._answered(view, card, trick, order)
        else:
            self._led(view, card, order)

    def _led(self, view: View, card: Card, order: Order) -> None:
        legal, gone = cards_offered(view), _gone(view)
        bocks = [other for other in legal if _is_bock(other, gone, order)]
        if not view.tricks:
            trumps = [other for other in legal if other.suit is order.trump]
            if trumps and len(trumps) < len(legal):
                by_announcer = view.announcer == view.seat
                name = "announcer-leads-trump" if by_announcer else "partner-leads-trump"
                self.count(name, card.suit is order.trump, len(trumps) / len(legal))
            elif order.trump is None and bocks and len(bocks) < len(legal):
                self.count("leads-bock", card in bocks, len(bocks) / len(legal))
        led = {played.cards[0].suit for played in view.tricks}
        fresh = [suit for suit in _suits(view.hand) if suit not in led and suit is not order.trump]
        low = [other for other in legal if other.suit in fresh and not _is_bock(other, gone, order)]
        if card in low and len({other.suit for other in low}) > 1:
            strong = {suit for suit in fresh if _holds_high(view.hand, suit, gone, order)}
            self.count("low-lead-from-strength", card.suit in strong, sum(other.suit in strong for other in low) / len(low))

    def _answered(self, view: View, card: Card, trick: Sequence[Card], order: Order) -> None:
        assert view.mode is not None
        legal, gone, values = cards_offered(view), _gone(view), view.mode.values
        best = winner(trick, order)
        partner_wins = len(trick) - best == 2  # the partner has played two places before
        worths = {values[other.index] for other in legal}
        if len(trick) == 3 and partner_wins and len(worths) > 1:
            keeping = [other for other in legal if not order.beats(other, trick[best], trick[0].suit)]
            if len({values[other.index] for other in keeping}) > 1:
                most = max(values[other.index] for other in keeping)
                fat = [other for other in keeping if values[other.index] == most]
                self.count("adds-points", values[card.index] >= most, len(fat) / len(legal))
        if any(other.suit is trick[0].suit for other in view.hand):
            return
        trumps = [other for other in legal if other.suit is order.trump and order.beats(other, trick[best], trick[0].suit)]
        pot = sum(values[other.index] for other in trick)
        if trumps and len(trumps) < len(legal) and not partner_wins and pot >= RICH:
            self.count("trumps-in", card in trumps, len(trumps) / len(legal))
        thrown = [other for other in legal if other.suit is not order.trump]
        suits = _suits(CardSet(thrown))
        if card not in thrown or len(suits) < 2:
            return
        with_bock = {suit for suit in suits if any(_is_bock(other, gone, order) for other in view.hand if other.suit is suit)}
        if with_bock and len(with_bock) < len(suits):
            self.count(
                "discard-keeps-bock", card.suit not in with_bock, sum(other.suit not in with_bock for other in thrown) / len(thrown)
            )
        length = {suit: sum(other.suit is suit for other in view.hand) for suit in suits}
        shortest = min(length.values())
        if max(length.values()) > shortest:
            by_chance = sum(length[other.suit] == shortest for other in thrown) / len(thrown)
            self.count("discard-from-shortest", length[card.suit] == shortest, by_chance)


def _gone(view: View) -> CardSet:
    trick = () if view.trick_open else view.trick
    return CardSet([card for played in view.tricks for card in played.cards] + list(trick))


def _suits(cards: CardSet) -> list[Suit]:
    return [suit for suit in SUITS if any(card.suit is suit for card in cards)]


def _left(suit: Suit, gone: CardSet, order: Order) -> list[Card]:
    """The cards of a suit that have not been played, the highest first."""
    power = order.power[suit.index]
    return sorted((card for card in CARDS if card.suit is suit and card not in gone), key=lambda card: -power[card.index])


def _is_bock(card: Card, gone: CardSet, order: Order) -> bool:
    return _left(card.suit, gone, order)[0] == card


def _holds_high(hand: CardSet, suit: Suit, gone: CardSet, order: Order) -> bool:
    """Whether the hand holds one of the two highest cards that are left."""
    return any(card in hand for card in _left(suit, gone, order)[:2])


def counted(level: str, deals: int, seed: int) -> dict[str, Signal]:
    """The signals of a level in so many deals."""
    counter, book = Counter(), prepared(load("tam2014-es"), weis=False)
    for number in range(deals):
        rng = random.Random(f"{seed}/{number}")
        game = opened(book, dealt_hands(rng), rng.randrange(4))
        while (seat := to_act(game)) is not None and game.deals[-1].phase is not Phase.OVER:
            view = view_of(game, seat)
            event = LEVELS[level].choose(view, rng, PLENTY)
            if isinstance(event, CardPlayed) and len(cards_offered(view)) > 1:
                counter.see(view, event.card)
            game.submit(event)
    return counter.signals()


def main(words: Sequence[str]) -> None:
    """Count and write."""
    deals, levels = int(words[0]), words[1:] or ("jasskoenig", "stammtisch")
    signals = Signals(deals, {level: counted(level, deals, 1) for level in levels})
    file = Path(bots.__file__).with_name(FILE)
    file.write_text(json.dumps(signals.to_plain(), indent=1) + "\n", encoding="utf-8")
    for level, of_level in signals.levels.items():
        for name, signal in of_level.items():
            chance = "" if signal.by_chance is None else f", by chance {100 * signal.by_chance:.0f} %"
            print(f"{level} {name}: {100 * signal.share:.0f} % of {signal.could}{chance}")


if __name__ == "__main__":
    main(sys.argv[1:])
