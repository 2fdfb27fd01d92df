"""Aucho: three hold cards, and whoever takes a game over plays alone and has to make more than the two others together.

Nine cards each, nine stay as stock. In turn one takes over from the hand with any suit, asks for the Kehr, or passes; from the
hand goes before the Kehr. In the Kehr the stock is turned card by card, and whoever stops it plays that suit; a turned card may be
robbed with the six of its suit. Won: two Striche; lost: a Nuller, and a Strich for each opponent. A Nuller is worked off with a
Strich, so that the total is Striche less Nuller. The soloist leads.
With four at the table the dealer has no cards and inherits: two Striche when the soloist wins, nothing when he loses. Where
nobody takes over or asks for the Kehr, the dealer may play the stock, the Lukas, alone against the three: four Striche, or two
Nuller and a Strich for each of them. Its bottom card lies open; the others the dealer sees with the word that he plays it, and
then names trump (no source says when).
Sources: jasswiki.ch/varianten/aucho-3-spieler and aucho-4-spieler, jassonkel.ch. The form for two is not played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from puur.core.aim import Aim
from puur.core.cards import SUITS, Card, Rank, card_of
from puur.core.deal import Phase
from puur.core.dealing import Layout
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
from puur.games.showing import HANDLERS as SHOWING
from puur.games.showing import Showing, Shown, given_up, laid
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


@openly
class Lukas(Event):
    """A dealer who sat out takes up the stock and plays alone."""

    seat: Seat


GAME.add(Kehr, words=Words("verlangt Kehr|asks for the Kehr"))
GAME.add(Lukas, words=Words("spielt den Lukas|plays the Lukas"))


@dataclass(slots=True)
class Taking:
    """How far the taking over is: who asked for the Kehr, which card lies turned, who has spoken to it."""

    kehr: int | None = None
    spoken: int = 0
    at: int | None = None  # the place in the stock
    stock: list[Card] = field(default_factory=list)
    robbed: bool = False
    shown: Shown | None = None  # the hand of a soloist who has shown it
    lukas: bool | None = None  # whether the dealer plays the stock; None as long as he is not asked


class Aucho(Race, Showing):
    """The Aucho for three who hold cards."""

    name = "aucho"
    players = (3, 4)
    score_moves = False

    def layout(self, book: Reglement, players: int, number: int) -> Layout:
        """Of four the dealer gets no cards."""
        return super().layout(book, players, number)._replace(dealer_out=players == 4)

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
        if self.asked(deal):
            return self.answers(seat)
        if own.lukas is False:
            return [Lukas(seat), Passed(seat)]
        if own.lukas:
            return [Announced(seat, trump_mode(suit)) for suit in SUITS]
        if own.at is None:
            kehr = [Kehr(seat)] if own.kehr is None and len(own.stock) > 1 else []
            return [*(Announced(seat, trump_mode(suit)) for suit in SUITS), Passed(seat), *kehr]
        turned = own.stock[own.at]
        six = card_of(turned.suit, Rank.SIX)
        robs = [Robbed(seat)] if turned != six and six in deal.hand(seat) and not own.robbed else []
        return [Announced(seat, trump_mode(turned.suit)), Passed(seat), *robs]

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """A Strich is one, a Nuller minus one."""
        rule = game.book.rule("form")  # what a Strich is, is the game itself

        def write(seat: int, worth: int) -> Entry:
            return Entry(deal.number, seat, Source.CONTRACT, worth, 1, worth, rule, len(deal.tricks))

        playing = [seat for seat in game.seats if seat not in deal.idle]
        if deal.announcer is None:
            return [write(seat, -1 if seat == deal.own.kehr else 1) for seat in playing]
        made, lukas = self.counted(game, deal), bool(deal.own.lukas)
        if given_up(deal) or made[SOLO] > made[REST]:
            return [write(deal.announcer, 4 if lukas else 2), *(write(seat, 2) for seat in deal.idle)]
        return [write(seat, (-2 if lukas else -1) if seat == deal.announcer else 1) for seat in playing]

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
        open_now = own.at is not None and deal.mode is None and deal.phase is Phase.BIDDING
        seen = [str(card) for card in own.stock[: own.at + 1]] if own.at is not None else []
        if deal.idle:
            seen.append(str(own.stock[-1]))  # the bottom card lies open
        said: list[tuple[str, dict[str, object]]] = [] if own.kehr is None else [("kehr", {"seat": own.kehr})]
        if own.lukas:
            said.append(("lukas", {"seat": deal.dealer}))
        if deal.phase is Phase.OVER and given_up(deal):
            said.append(("agreed", {"seat": deal.announcer}))
        elif deal.phase is Phase.OVER and deal.announcer is not None:
            ours, theirs = self.counted(game, deal)
            said += [("made", {"seat": deal.announcer, "points": ours}), ("against", {"points": theirs})]
        return {"turned": seen[-1] if open_now else None, "out": seen, **laid(deal), "notes": said}

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
        if (answer := self.judged(view)) is not None:
            return answer
        if view.mode is not None and (card := counted(view, rng, self.aim(view))) is not None:
            return card
        if any(isinstance(option, Lukas) for option in view.options):
            return Passed(view.seat)  # nine cards unseen, alone against three: it costs more than it brings
        robs = next((option for option in view.options if isinstance(option, Robbed)), None)
        offers = [option for option in view.options if isinstance(option, Announced)]
        if not offers:
            return None
        parties = alone_against(view.seat, len(view.parties))
        alone = Aim((1, 1), lambda points, _: float(points[SOLO] - points[REST]))
        brings = {offer: expected(view, rng, offer.mode, parties, view.seat, alone) for offer in offers}
        best = max(offers, key=lambda offer: brings[offer])
        must = not any(isinstance(option, Passed) for option in view.options)
        return best if must or brings[best] > LEAD else robs or Passed(view.seat)


def alone_against(seat: int, players: int) -> tuple[int, ...]:
    """The parties where a seat plays alone."""
    return tuple(SOLO if each == seat else REST for each in range(players))


def take_over(game: Game, event: Announced) -> None:
    """Somebody plays alone in this suit, and leads."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("modes", "mode-unknown", mode=str(event.mode), accepted=[])
    deal.divide(alone_against(event.seat, len(game.seats)))
    deal.begin(event.mode, event.seat, event.seat, 1)


def leave(game: Game, event: Passed | Kehr) -> None:
    """Not now, or the Kehr; after everybody has spoken the next card is turned, or it is over."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("dealing.packets", "bid-not-possible", seat=event.seat)
    own = deal.own
    if own.lukas is not None:
        deal_again(game, deal, (deal.dealer + 1) % len(game.seats))
        return
    if isinstance(event, Kehr):
        own.kehr = event.seat
    own.spoken += 1
    deal.speaker = deal.after(deal.speaker)
    if own.spoken < len(game.seats) - len(deal.idle):
        return
    own.spoken, own.robbed = 0, False
    if own.kehr is None:
        if deal.idle:
            own.lukas, deal.speaker = False, deal.dealer
        else:
            deal_again(game, deal, deal.after(deal.dealer))
        return
    own.at = 0 if own.at is None else own.at + 1
    if own.at >= len(own.stock) - 1:  # up to the last but one: nobody wanted any
        own.at = len(own.stock) - 2
        close(game, deal, last=None)


def take_lukas(game: Game, event: Lukas) -> None:
    """The dealer takes up the stock and has a part after all."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("dealing.packets", "bid-not-possible", seat=event.seat)
    deal.own.lukas = True
    deal.take_part(event.seat)


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


HANDLERS: Mapping[type, Handler] = {**SHOWING, Announced: take_over, Passed: leave, Kehr: leave, Lukas: take_lukas, Robbed: rob}
Aucho.handlers = HANDLERS
FORM = Aucho()
