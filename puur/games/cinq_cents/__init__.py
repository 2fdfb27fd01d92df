"""Cinq Cents for two: 32 cards ranked by their value, a suit is taken over, and the taker has to make more than the other.

Six cards each and one turned; Vorhand, then the dealer, may take its suit, then any other; then three more cards each. All nine
tricks bring a hundred, the last one ten; if the taker has not more, the other writes everything. (JR-BAUER-02)
Sources: jasswiki.ch/varianten/cinq-cents, jassverzeichnis.ch, m.srf.ch (cinq-cents-regeln). The target is not there: 500 by name.
Four nines and four Banner are no Weis, and equal Weise cancel each other: values of the book.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from puur.core.aim import Aim
from puur.core.cards import CARDS, SUITS, Card, Suit
from puur.core.deal import Phase
from puur.core.events import Announced, Event
from puur.core.fields import Clash
from puur.core.form import Handler
from puur.core.ledger import Entry
from puur.core.mode import Block, Mode, Order, trump_mode
from puur.core.reglement import Source
from puur.games.auction import Passed, deal_again, speaking
from puur.games.common import Plain, fitting
from puur.games.counting import counted, expected, more_than_the_other

if TYPE_CHECKING:
    import random

    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.reglement import Reglement
    from puur.core.view import View

TRUMP, PLAIN = "678OKBA9U", "6789UOKBA"  # weakest first: as the cards count
HAND = 9


class ByValue(Order):
    """How a trick is decided: the Banner stands between Ass and König."""

    __slots__ = ()

    def _power(self, card: Card, led: Suit) -> int:
        place = 1 + (TRUMP if card.suit is self.trump else PLAIN).index(card.rank.value)
        if card.suit is self.trump:
            return 100 + place
        return place if card.suit is led else 0


@cache
def order_of(suit: Suit) -> ByValue:
    """The order with this trump."""
    return ByValue(Block.TRUMP, suit)


@dataclass(slots=True)
class Offer:
    """The card that was turned, and how often was passed."""

    turned: Card | None = None
    passes: int = 0


class CinqCents(Plain):
    """The Cinq Cents."""

    name = "cinq-cents"
    players = (2,)
    score_moves = False

    def pack(self, book: Reglement) -> tuple[Card, ...]:
        """Without the sixes: 32 cards."""
        return tuple(card for card in CARDS if card.rank.index)

    def packets(self, book: Reglement, players: int, number: int = 1) -> tuple[int, ...]:
        """Two times three; the third packet follows when the game is taken."""
        return fitting(book, 6, (3, 3))

    def orders(self, book: Reglement, mode: Mode, tricks: int) -> tuple[Order, ...]:
        """By value in every trick."""
        assert mode.trump is not None
        return (order_of(mode.trump),) * tricks

    def written_to(self, game: Game, deal: Deal, party: int) -> tuple[int, ...]:
        """What Weise and Stöck bring is written with the cards: it may all go to the other."""
        return ()

    def open_bidding(self, game: Game, deal: Deal) -> None:
        """The 13th card is turned; Vorhand speaks first."""
        deal.own = Offer(deal.stock[0] if deal.stock else None)
        deal.first_speaker = deal.speaker = deal.after(deal.dealer)

    def awaited(self, game: Game, deal: Deal) -> tuple[int, ...]:
        """One after the other."""
        return (deal.speaker,)

    def options(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        """The turned suit in the first round, the others in the second."""
        turned = deal.own.turned.suit if deal.own.turned is not None else None
        first = deal.own.passes < len(game.seats)
        suits = [suit for suit in SUITS if (suit is turned) is first or turned is None]
        return [*(Announced(seat, trump_mode(suit)) for suit in suits), Passed(seat)]

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """Both write their own if the taker has more; otherwise the other writes everything."""
        book = game.book
        counted = self.made(game, deal)
        for side in (0, 1):
            counted[side] += deal.weisen.points(book, side)
            counted[side] += book.stoeck.points if deal.stoeck == side and book.stoeck.enabled else 0
            counted[side] += book.scoring.match_bonus if deal.match == side else 0
        taker = deal.announcer
        assert taker is not None
        if counted[taker] <= counted[1 - taker]:
            counted = [0 if side == taker else sum(counted) for side in (0, 1)]
        rule = book.rule("scoring.total")
        return [Entry(deal.number, side, Source.STICH, points, 1, points, rule, deal.length) for side, points in enumerate(counted)]

    def shown(self, game: Game, seat: int | None) -> Mapping[str, object]:
        """The card that was turned: it stays out of play."""
        deal = game.deals[-1] if game.deals else None
        if deal is None or not isinstance(deal.own, Offer) or deal.own.turned is None:
            return {}
        turned = str(deal.own.turned)
        return {"turned": turned if deal.phase is Phase.BIDDING else None, "out": [turned]}

    def misplaced(self, book: Reglement) -> Iterator[Clash]:
        """A target, Weise and Stöck are all in their place: they are counted with the deal."""
        return iter(())

    def aim(self, view: View) -> Aim:
        """More points than the other."""
        return more_than_the_other(view)

    def advice(self, view: View, rng: random.Random) -> Event | None:
        """What a sensible player does: takes a suit that brings more than half."""
        aim = self.aim(view)
        if (card := counted(view, rng, aim)) is not None:
            return card
        offers = [option for option in view.options if isinstance(option, Announced)]
        if not offers:
            return None
        first = 1 - (view.dealer or 0)
        brings = {option: expected(view, rng, option.mode, view.parties, first, aim) for option in offers}
        best = max(offers, key=lambda option: brings[option])
        return best if brings[best] > 10 else Passed(view.seat)


def take_over(game: Game, event: Announced) -> None:
    """A suit is taken over; three more cards each, and Vorhand leads."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("modes", "mode-unknown", mode=str(event.mode), accepted=[])
    if deal.hands is not None:
        turned, *hidden = deal.stock
        for place, seat in enumerate((deal.first_speaker, deal.dealer)):
            for card in hidden[3 * place : 3 * place + 3]:
                deal.hands[seat] |= card.bit
        deal.stock = (turned, *hidden[6:])
        deal.dealt = tuple(deal.hands)
    deal.length = HAND
    deal.begin(event.mode, event.seat, deal.first_speaker, 1)
    deal.orders = game.form.orders(game.book, event.mode, HAND)


def leave(game: Game, event: Passed) -> None:
    """Not this suit; after two rounds the other player deals."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("dealing.packets", "bid-not-possible", seat=event.seat)
    deal.own.passes += 1
    deal.speaker = deal.after(deal.speaker)
    if deal.own.passes == 2 * len(game.seats):
        deal_again(game, deal, deal.after(deal.dealer))


HANDLERS: Mapping[type, Handler] = {Announced: take_over, Passed: leave}
CinqCents.handlers = HANDLERS
FORM = CinqCents()
