"""What games without fixed pairs have in common: who deals next, what was made, and a sheet that only takes what is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from puur.core.cards import SUITS, Card
from puur.core.deal import Phase
from puur.core.event_fields import Seat
from puur.core.events import Event, TrumpTurned
from puur.core.fields import Clash
from puur.core.form import Form, Handler, players_of
from puur.core.known import Known, known, openly
from puur.core.mode import Mode, trump_mode
from puur.core.playing import close
from puur.log.registry import GAME, Words

if TYPE_CHECKING:
    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.reglement import Reglement


@dataclass(frozen=True, slots=True)
class LaidAway(Event):
    """A seat puts a card out of play."""

    seat: Seat
    card: Card = known(Known.AFTER)


@openly
class Robbed(Event):
    """A seat takes the card that lies open, and gives the six of its suit for it."""

    seat: Seat


GAME.add(LaidAway, words=Words("legt weg|lays away", "card"))
GAME.add(Robbed, words=Words("raubt|robs"))


def without_modes(book: Reglement) -> Iterator[Clash]:
    """What a book says against its form if nothing can be announced."""
    if not book.modes:
        yield Clash("modes", None, "no-modes", beside=("form",))


class Plain(Form):
    """A form whose deals bring what nobody knows before, so that a sheet from paper is what people wrote."""

    counts_on_paper = False

    def next_dealer(self, game: Game) -> int:
        """The next player."""
        return self.following(game, game.deals[-1])

    def following(self, game: Game, deal: Deal) -> int:
        """Who deals after a deal, whoever had no part in it."""
        return (deal.dealer + 1) % len(game.seats)

    def made(self, game: Game, deal: Deal) -> list[int]:
        """The card points of each party, with the last trick."""
        made = [points + moved for points, moved in zip(deal.points, deal.moved, strict=True)]
        if deal.last is not None:
            made[deal.last] += game.book.scoring.last_trick
        return made

    def passe_sum(self, book: Reglement, matches: int) -> int:
        """Not known before."""
        return 0

    def needs_mode(self, book: Reglement) -> bool:
        """On paper only what is written counts."""
        return False

    def ways(self, book: Reglement) -> Mapping[str, tuple[Mode, ...]]:
        """Any suit may be trump, and whatever else the book knows."""
        modes = (*(trump_mode(suit) for suit in SUITS), *book.modes)
        return {str(mode): (mode,) for mode in modes}

    def clashes(self, book: Reglement) -> Iterator[Clash]:
        """Everybody deals equally often where a number of deals is played."""
        if book.ending.deals % players_of(book) and not book.ending.target:
            facts = {"value": str(players_of(book))}
            yield Clash("ending.deals", book.ending.deals, "deals-four", facts, ("form", "ending.target"))


class Race(Plain):
    """A form in which everybody writes alone and the first at the target wins; the last deal is played out.

    Opponents of the same soloist write the same, so that two may stay level for as long as they like. Where several are in front
    together, as many further deals as there are players decide, one for each dealer; then everybody in front has won. No source
    says more.
    """

    def sides(self, players: int) -> tuple[int, ...]:
        """Everybody writes alone; who plays with whom is settled in each deal."""
        return tuple(range(players))

    def reached(self, game: Game, totals: tuple[int, ...]) -> bool:
        """Whether one is in front with enough, or several have stayed there together for a whole round."""
        enough = max(totals) >= game.book.ending.target
        return enough and (self.ahead(totals) is not None or self._further(game) >= len(game.seats))

    def winners(self, game: Game) -> tuple[int, ...]:
        """Everybody in front."""
        totals = game.totals()
        return tuple(side for side, total in enumerate(totals) if total == max(totals))

    def _further(self, game: Game) -> int:
        """How many deals were finished after the one in which the target was reached first."""
        totals, finished = [0] * len(game.seats), game.finished_deals
        for place, deal in enumerate(finished, start=1):
            for entry in game.ledger.of_deal(deal.number):
                totals[entry.team] += entry.points
            if max(totals) >= game.book.ending.target:
                return len(finished) - place
        return 0


def lose(game: Game, deal: Deal, seat: int) -> None:
    """A seat loses the deal by a ruling, and it is over; what that writes is said by the entries of the game. (JR-WINV-04)"""
    deal.lost_by, deal.broken_off = seat, True
    close(game, deal, last=None)


def fitting(book: Reglement, size: int, usual: tuple[int, ...]) -> tuple[int, ...]:
    """The packets of a book where they make a hand of this size, otherwise the usual ones. (JR-DEAL-07 to 13)"""
    return book.dealing.packets if sum(book.dealing.packets) == size else usual


@dataclass(slots=True)
class Open:
    """What a deal knows beyond its cards: the card that lies open for trump."""

    turned: Card | None = None
    more: dict[str, Any] = field(default_factory=dict)


class BottomTrump(Plain):
    """A form in which the dealer's last card makes trump; nobody may take it away. (JR-BOD-01 to 03)"""

    def open_bidding(self, game: Game, deal: Deal) -> None:
        """The bottom card was turned up while dealing; where nobody saw the pack, the dealer says which it is."""
        deal.own = Open()
        deal.first_speaker = deal.after(deal.dealer)
        deal.speaker = deal.dealer
        if deal.pack:
            layout = self.layout(game.book, len(game.seats), deal.number)
            used = [card for card in deal.pack if card in layout.used]
            self.turn_up(game, deal, used[layout.receivers * sum(layout.packets) - 1])

    def turn_up(self, game: Game, deal: Deal, card: Card) -> None:
        """The bottom card is known: the deal may begin."""
        deal.own.turned = card
        deal.begin(trump_mode(card.suit), None, deal.first_speaker, 1)

    def awaited(self, game: Game, deal: Deal) -> tuple[int, ...]:
        """The dealer, as long as the bottom card is not known."""
        return (deal.speaker,)

    def options(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        """The cards that may be the bottom one."""
        return [TrumpTurned(seat, card) for card in self.turnable(game, deal)] if deal.own.turned is None else []

    def turnable(self, game: Game, deal: Deal) -> Iterable[Card]:
        """Which card the bottom one may be: one of the dealer's."""
        return deal.hand(deal.dealer)

    def shown(self, game: Game, seat: int | None) -> Mapping[str, object]:
        """The bottom card, until the first trick is led. (JR-BOD-03)"""
        deal = game.deals[-1] if game.deals else None
        if deal is None or not isinstance(deal.own, Open) or deal.own.turned is None:
            return {}
        return {"turned": None if deal.tricks or deal.cards else str(deal.own.turned)}


def turn_trump(game: Game, event: TrumpTurned) -> None:
    """The dealer says which card lay at the bottom."""
    game.require_running()
    deal, form = game.deal, game.form
    assert isinstance(form, BottomTrump)
    waits = deal.phase is Phase.BIDDING and isinstance(deal.own, Open) and deal.own.turned is None
    if not waits or event.seat != deal.dealer or (deal.hands is not None and event.card not in form.turnable(game, deal)):
        raise game.refuse("dealing.packets", "trump-not-now")
    form.turn_up(game, deal, event.card)


HANDLERS: Mapping[type, Handler] = {TrumpTurned: turn_trump}
BottomTrump.handlers = HANDLERS
