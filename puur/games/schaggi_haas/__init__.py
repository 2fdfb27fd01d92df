"""Schaggi-Haas for two: twelve cards each, the 25th makes trump, and each may better the own hand with four hidden cards.

Before the play Vorhand, then the dealer, may rob the open card with the six of trump, and lay four cards away for the own four
hidden ones, all or none. Cards out of play do not count. No Match premium; the first at the target wins.
Sources: jasswiki.ch/varianten/schaggi-haas, jassverzeichnis.ch (jassen-zu-zweit-mit-schaggi-haas).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from puur.core.aim import Aim
from puur.core.cards import CARDS, Card, Rank, card_of
from puur.core.event_fields import Seat
from puur.core.events import Event
from puur.core.form import Handler
from puur.core.known import openly
from puur.core.ledger import Entry
from puur.core.mode import CARD_POINTS, trump_mode
from puur.core.reglement import Source
from puur.games.auction import Passed, speaking
from puur.games.common import LaidAway, Plain, Robbed, fitting, lose
from puur.games.counting import counted, more_than_the_other
from puur.log.registry import GAME, Words

if TYPE_CHECKING:
    import random

    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.reglement import Reglement
    from puur.core.view import View

FOUR = 4


@openly
class Bettered(Event):
    """A seat will lay four cards away for its four hidden ones."""

    seat: Seat


GAME.add(Bettered, words=Words("bessert|betters"))


@dataclass(slots=True)
class Bettering:
    """The open card, the four hidden cards of each seat, and what each has laid away."""

    turned: Card | None = None
    hidden: dict[int, tuple[Card, ...]] = field(default_factory=dict)
    rest: tuple[Card, ...] = ()
    away: dict[int, list[Card]] = field(default_factory=dict)
    laying: bool = False


class SchaggiHaas(Plain):
    """The Schaggi-Haas."""

    name = "schaggi-haas"
    players = (2,)

    def packets(self, book: Reglement, players: int, number: int = 1) -> tuple[int, ...]:
        """Three times four, or four times three. (JR-DEAL-08, JR-DEAL-09)"""
        return fitting(book, 12, (4, 4, 4))

    def open_bidding(self, game: Game, deal: Deal) -> None:
        """The 25th card shows trump; then four hidden cards each, one at a time, and three stay as stock. (JR-DEAL-21)"""
        first = deal.first_speaker = deal.speaker = deal.after(deal.dealer)
        turned, *hidden = deal.stock or CARDS[:1]
        dealt, rest = hidden[: 2 * FOUR], tuple(hidden[2 * FOUR :])
        deal.own = Bettering(turned, {first: tuple(dealt[::2]), deal.dealer: tuple(dealt[1::2])}, rest, {0: [], 1: []})
        deal.mode = trump_mode(turned.suit)

    def awaited(self, game: Game, deal: Deal) -> tuple[int, ...]:
        """Vorhand, then the dealer."""
        return (deal.speaker,)

    def options(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        """Robbing, bettering or neither; then the four cards that are laid away."""
        own = deal.own
        if own.laying:
            return [LaidAway(seat, card) for card in deal.hand(seat)]
        six = card_of(own.turned.suit, Rank.SIX)
        robs = [Robbed(seat)] if own.turned != six and six in deal.hand(seat) else []
        return [Passed(seat), Bettered(seat), *robs]

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        """The last trick, and the cards."""
        book = game.book
        if deal.lost_by is not None:
            return self._lost(game, deal, deal.lost_by)
        rule = book.rule("scoring.total")
        made = enumerate(self.made(game, deal))
        return [Entry(deal.number, side, Source.STICH, points, 1, points, rule, deal.length) for side, points in made]

    def lose(self, game: Game, deal: Deal, seat: int) -> None:
        """Nothing for whoever is to blame, all cards for the other. (JR-WINV-04)"""
        lose(game, deal, seat)

    def _lost(self, game: Game, deal: Deal, seat: int) -> list[Entry]:
        rule = game.book.rule("referee.weis_wrong")
        whole = CARD_POINTS - sum(deal.values[card.index] for card in deal.stock) + game.book.scoring.last_trick
        back = -sum(entry.points for entry in game.ledger.of_deal(deal.number) if entry.team == seat)
        written = [Entry(deal.number, 1 - seat, Source.RULING, whole, 1, whole, rule, len(deal.tricks))]
        return [*written, Entry(deal.number, seat, Source.RULING, back, 1, back, rule, len(deal.tricks))] if back else written

    def shown(self, game: Game, seat: int | None) -> Mapping[str, object]:
        """The open card, and to each the own cards that were laid away."""
        deal = game.deals[-1] if game.deals else None
        if deal is None or not isinstance(deal.own, Bettering):
            return {}
        own = deal.own
        lies = not deal.tricks and not deal.cards
        mine = {} if seat is None else {"out": [str(card) for card in own.away[seat]]}
        return {"turned": str(own.turned) if lies else None, **mine}

    def aim(self, view: View) -> Aim:
        """More points than the other."""
        return more_than_the_other(view)

    def advice(self, view: View, rng: random.Random) -> Event | None:
        """What a sensible player does: robs, betters a weak hand, and wants points."""
        options = view.options
        if (card := counted(view, rng, self.aim(view))) is not None:
            return card
        away = [option for option in options if isinstance(option, LaidAway)]
        if away:
            return min(away, key=lambda option: _keep(option.card, view))
        robs = next((option for option in options if isinstance(option, Robbed)), None)
        if robs is not None:
            return robs
        if not options:
            return None
        weak = sorted(_keep(card, view) for card in view.hand)[FOUR - 1] < 4
        return Bettered(view.seat) if weak else Passed(view.seat)


def _keep(card: Card, view: View) -> float:
    mode = view.mode
    assert mode is not None
    return 20.0 + card.rank.index if card.suit is mode.trump else float(card.rank.index)


def take_over(game: Game, event: Robbed) -> None:
    """The six of trump for the open card."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("dealing.packets", "bid-not-possible", seat=event.seat)
    own = deal.own
    six = card_of(own.turned.suit, Rank.SIX)
    assert deal.hands is not None
    deal.hands[event.seat] ^= six.bit | own.turned.bit
    own.turned = six
    _settle(deal)


def better(game: Game, event: Bettered) -> None:
    """Four cards will be laid away."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("dealing.packets", "bid-not-possible", seat=event.seat)
    deal.own.laying = True


def lay_away(game: Game, event: LaidAway) -> None:
    """One of four; after the fourth the hidden cards are taken up."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("dealing.packets", "bid-not-possible", seat=event.seat)
    own, seat = deal.own, event.seat
    assert deal.hands is not None
    deal.hands[seat] ^= event.card.bit
    own.away[seat].append(event.card)
    if len(own.away[seat]) == FOUR:
        for card in own.hidden.pop(seat):
            deal.hands[seat] |= card.bit
        own.laying = False
        _next(deal)
    _settle(deal)


def leave(game: Game, event: Passed) -> None:
    """The hand stays as it is."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("dealing.packets", "bid-not-possible", seat=event.seat)
    _next(deal)
    _settle(deal)


def _settle(deal: Deal) -> None:
    """What is out of play now, and the hands that count for Weise."""
    own = deal.own
    hidden = [card for cards in own.hidden.values() for card in cards]
    away = [card for cards in own.away.values() for card in cards]
    if deal.hands is not None:
        deal.stock = (own.turned, *hidden, *own.rest, *away)
        deal.dealt = tuple(deal.hands)


def _next(deal: Deal) -> None:
    if deal.speaker == deal.first_speaker:
        deal.speaker = deal.dealer
        return
    assert deal.mode is not None
    deal.begin(deal.mode, None, deal.first_speaker, 1)


HANDLERS: Mapping[type, Handler] = {Passed: leave, Bettered: better, LaidAway: lay_away, Robbed: take_over}
SchaggiHaas.handlers = HANDLERS
FORM = SchaggiHaas()
