"""Aucho for three: whoever takes a game over plays alone and has to make more than the two others together.

Nine cards each, nine stay as stock. In turn one takes over from the hand with any suit, asks for the Kehr, or passes; from the
hand goes before the Kehr. In the Kehr the stock is turned card by card, and whoever stops it plays that suit; a turned card may be
robbed with the six of its suit. Won: two Striche; lost: a Nuller, and a Strich for each opponent. A Nuller is worked off with a
Strich, so that the total is Striche less Nuller. The soloist leads.
Sources: jasswiki.ch/varianten/aucho-3-spieler and aucho-4-spieler, jassonkel.ch. The form for four, in which the dealer sits out
and inherits, and that for two are not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from puur.core.aim import Aim
from puur.core.cards import SUITS, Card, Rank, card_of
from puur.core.deal import Phase
from puur.core.event_fields import Seat
from puur.core.events import Announced, Event
from puur.core.fields import Clash
from puur.core.form import Handler
from puur.core.known import openly
from puur.core.ledger import Entry
from puur.core.mode import trump_mode
from puur.core.playing import close
from puur.core.reglement import Source
from puur.games.auction import Passed, deal_again, speaking
from puur.games.common import Race, Robbed, fitting
from puur.games.counting import counted, expected, more_than_the_other
from puur.log.registry import GAME, Words

if TYPE_CHECKING:
    import random

    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.reglement import Reglement
    from puur.core.view import View

SOLO, REST = 0, 1
LEAD = 3.0  # points ahead of the others before it takes over


@openly
class Kehr(Event):
    """A seat asks for the stock to be turned."""

    seat: Seat


GAME.add(Kehr, words=Words("verlangt Kehr|asks for the Kehr"))


@dataclass(slots=True)
class Taking:
    """How far the taking over is: who asked for the Kehr, which card lies turned, who has spoken to it."""

    kehr: int | None = None
    spoken: int = 0
    at: int | None = None  # the place in the stock
    stock: list[Card] = field(default_factory=list)
    robbed: bool = False


class Aucho(Race):
    """The Aucho for three."""

    name = "aucho"
    players = (3,)
    score_moves = False

    def packets(self, book: Reglement, players: int, number: int = 1) -> tuple[int, ...]:
        """Three times three; nine cards are the stock."""
        return fitting(book, 9, (3, 3, 3))

    def written_to(self, game: Game, deal: Deal, party: int) -> tuple[int, ...]:
        """Points are not written, nor Weise: they only say who has won."""
        return ()

    def open_bidding(self, game: Game, deal: Deal) -> None:
        """Vorhand speaks first."""
        deal.own = Taking(stock=list(deal.stock))
        deal.first_speaker = deal.speaker = deal.after(deal.dealer)

    def awaited(self, game: Game, deal: Deal) -> tuple[int, ...]:
        """One after the other."""
        return (deal.speaker,)

    def options(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        """From the hand, the Kehr or nothing; in the Kehr the turned suit, robbing or nothing."""
        own = deal.own
        if own.at is None:
            kehr = [Kehr(seat)] if own.kehr is None and len(own.stock) > 1 else []
            return [*(Announced(seat, trump_mode(suit)) for suit in SUITS), Passed(seat), *kehr]
        turned = own.stock[own.at]
        six = card_of(turned.suit, Rank.SIX)
        robs = [Robbed(seat)] if turned != six and six in deal.hand(seat) and not own.robbed else []
        return [Announced(seat, trump_mode(turned.suit)), Passed(seat), *robs]

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """A Strich is one, a Nuller minus one."""
        rule = game.book.rule("scoring.total")

        def write(seat: int, worth: int) -> Entry:
            return Entry(deal.number, seat, Source.CONTRACT, worth, 1, worth, rule, len(deal.tricks))

        if deal.announcer is None:
            return [write(seat, -1 if seat == deal.own.kehr else 1) for seat in game.seats]
        made = self.counted(game, deal)
        if made[SOLO] > made[REST]:
            return [write(deal.announcer, 2)]
        return [write(seat, -1 if seat == deal.announcer else 1) for seat in game.seats]

    def counted(self, game: Game, deal: Deal) -> list[int]:
        """What both parties have: cards, Weis and Stöck."""
        made = self.made(game, deal)
        for party in (SOLO, REST):
            made[party] += deal.weisen.points(game.book, party)
        if deal.stoeck is not None:
            made[deal.sides[deal.stoeck]] += game.book.stoeck.points
        return made

    def shown(self, game: Game, seat: int | None) -> Mapping[str, object]:
        """What of the stock has been turned, and in the end what both parties have."""
        deal = game.deals[-1] if game.deals else None
        if deal is None or not isinstance(deal.own, Taking):
            return {}
        own = deal.own
        open_now = own.at is not None and deal.phase is Phase.BIDDING
        seen = [str(card) for card in own.stock[: own.at + 1]] if own.at is not None else []
        said: list[tuple[str, dict[str, object]]] = [] if own.kehr is None else [("kehr", {"seat": own.kehr})]
        if deal.phase is Phase.OVER and deal.announcer is not None:
            ours, theirs = self.counted(game, deal)
            said += [("made", {"seat": deal.announcer, "points": ours}), ("against", {"points": theirs})]
        return {"turned": seen[-1] if open_now else None, "out": seen, "notes": said}

    def least(self, book: Reglement) -> int:
        """Nuller are minus."""
        return -1000

    def misplaced(self, book: Reglement) -> Iterator[Clash]:
        """A target, Weise and Stöck are all in their place: they are counted with the deal."""
        return iter(())

    def aim(self, view: View) -> Aim:
        """More points than the other party."""
        return more_than_the_other(view)

    def advice(self, view: View, rng: random.Random) -> Event | None:
        """What a sensible player does: takes a game over that wins more often than not."""
        if view.mode is not None and (card := counted(view, rng, self.aim(view))) is not None:
            return card
        robs = next((option for option in view.options if isinstance(option, Robbed)), None)
        offers = [option for option in view.options if isinstance(option, Announced)]
        if not offers:
            return None
        parties = tuple(SOLO if seat == view.seat else REST for seat in range(len(view.parties)))
        alone = Aim((1, 1), lambda points, _: float(points[SOLO] - points[REST]))
        brings = {offer: expected(view, rng, offer.mode, parties, view.seat, alone) for offer in offers}
        best = max(offers, key=lambda offer: brings[offer])
        return best if brings[best] > LEAD else robs or Passed(view.seat)


def take_over(game: Game, event: Announced) -> None:
    """Somebody plays alone in this suit, and leads."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("modes", "mode-unknown", mode=str(event.mode), accepted=[])
    deal.divide(tuple(SOLO if seat == event.seat else REST for seat in game.seats))
    deal.begin(event.mode, event.seat, event.seat, 1)


def leave(game: Game, event: Passed | Kehr) -> None:
    """Not now, or the Kehr; after everybody has spoken the next card is turned, or it is over."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("dealing.packets", "bid-not-possible", seat=event.seat)
    own = deal.own
    if isinstance(event, Kehr):
        own.kehr = event.seat
    own.spoken += 1
    deal.speaker = deal.after(deal.speaker)
    if own.spoken < len(game.seats):
        return
    own.spoken, own.robbed = 0, False
    if own.kehr is None:
        deal_again(game, deal, deal.after(deal.dealer))
        return
    own.at = 0 if own.at is None else own.at + 1
    if own.at >= len(own.stock) - 1:  # up to the last but one: nobody wanted any
        own.at = len(own.stock) - 2
        close(game, deal, last=None)


def rob(game: Game, event: Robbed) -> None:
    """The six for the turned card of its suit; it does not oblige to play."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("dealing.packets", "bid-not-possible", seat=event.seat)
    own = deal.own
    turned = own.stock[own.at]
    six = card_of(turned.suit, Rank.SIX)
    assert deal.hands is not None
    deal.hands[event.seat] ^= six.bit | turned.bit
    own.stock[own.at] = six
    own.robbed = True
    deal.stock = tuple(own.stock)
    deal.dealt = tuple(deal.hands)


HANDLERS: Mapping[type, Handler] = {Announced: take_over, Passed: leave, Kehr: leave, Robbed: rob}
Aucho.handlers = HANDLERS
FORM = Aucho()
