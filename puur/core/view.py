"""Views and events for an audience: the one door through which a game is told. Bots, browsers and logs get this, never the game.

An audience is a seat, or None for spectators. A view holds the seat's own cards, everything that lay open on the table, what was
said, and the score. It never holds another hand, the pack, or the cards behind a Weis that was only stated by value. What may be
told of an event is declared on its fields (`core.known`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from puur.core.actions import actions, amounts, awaited, extras, to_act
from puur.core.cards import Card, CardSet
from puur.core.deal import Ban, Deal, Phase
from puur.core.events import Announced, AusmachInvoked, Claimed, Conceded, Event, HandsRecorded, Shuffled, WeisAnnounced
from puur.core.finish import order_open
from puur.core.form import Amount
from puur.core.game import Game
from puur.core.known import Told, is_actor, tell
from puur.core.mode import Mode
from puur.core.playing import offers_claim, offers_concession
from puur.core.reglement import Look, PickUp, Reglement
from puur.core.seats import SEAT_NAMES, partner_of
from puur.core.setup import Setup
from puur.core.trick import Trick
from puur.core.weis import Weis, best_of
from puur.core.weis_rules import own_weise
from puur.core.weis_told import WeisSeen, questions, seen

_OPENING = (Shuffled, HandsRecorded)  # with these a deal begins
_NONE = CardSet()


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What rulings have left behind in a deal and everybody may know; a banned card only if it has lain open."""

    bans: tuple[Ban, ...]
    must: tuple[int, ...]  # seats that have to play certain cards
    barred: tuple[int, ...]  # seats that cannot win the trick
    trick_to: int | None
    leads_next: int | None


class View(NamedTuple):
    """What one audience may know now. A tuple, because a table makes four of them for every card."""

    # of this audience
    seat: int  # -1: spectators
    hand: CardSet
    hand_hidden: bool  # the seat may not pick up its cards yet (AJZ-2.2.1-13)
    weise: tuple[WeisSeen, ...]
    dead: CardSet  # without Stechwert, of those that this audience has seen
    options: tuple[Event, ...]
    factors: tuple[tuple[str, int], ...]  # what the seat may announce (variant, or mode) and what multiplies the deal then
    must: CardSet  # the cards of the seat of which one has to be played now
    offered: Weis | None  # the seat's Weis that may be announced
    amounts: tuple[Amount, ...]  # the numbers that the seat is asked for
    own: Mapping[str, object]  # what the form adds
    besides: tuple[Event, ...]  # what nobody needs in order to play on: asking for a Weis, laying the cards open, conceding
    # the same for all
    book: Reglement
    setup: Setup
    number: int  # of the deal
    phase: Phase | None
    dealer: int | None
    next_dealer: int | None  # between two deals (NWS-2-04)
    cards_left: tuple[int, ...]
    to_act: int | None
    speaker: int | None
    pushes: int
    announcer: int | None
    mode: Mode | None
    variant: str
    factor: int
    leader: int | None
    trick: tuple[Card, ...]
    trick_open: bool
    tricks: tuple[Trick, ...]
    points: tuple[int, ...]
    weis_winner: int | None
    stoeck: int | None
    totals: tuple[int, ...]
    slate_requests: tuple[int, ...]  # who has asked for a clearer slate (JR-WRITE-06)
    bergpreis: int | None
    over: bool
    winner: int | None
    target: int  # of the book; 0 where a number of deals is played
    look: int  # the number of a complete trick that may be looked at; 0: none
    early: tuple[tuple[int, Card], ...]  # seats and their cards that lie there before their turn
    aftermath: Aftermath | None
    form: str
    sides: tuple[int, ...]  # the side of each seat
    parties: tuple[int, ...]  # the party of each seat in this deal: its side, unless the deal has made others
    winners: tuple[int, ...]  # all sides that have won; none before the end, and in a draw
    awaited: tuple[int, ...]  # everybody who has to speak or play
    idle: tuple[int, ...]  # seats without a part in this deal
    players: tuple[int, ...]  # who plays to the current trick, in playing order

    def __repr__(self) -> str:
        """Short: what one looks for first; `_asdict()` has everything."""
        seat = "spectators" if self.seat < 0 else SEAT_NAMES[self.seat]
        phase = "" if self.phase is None else f", {self.phase.value}"
        mode = "" if self.mode is None else f" {self.mode}"
        trick = f"; trick {' '.join(map(str, self.trick))}" if self.trick else ""
        options = f"; {len(self.options)} options" if self.options else ""
        return f"<View {self.book.key}, {seat}: {self.hand}; deal {self.number}{phase}{mode}{trick}{options}>"


_AWAITED = View._fields.index("awaited") - View._fields.index("book")
OWN = View._fields.index("book")  # the fields before it belong to one audience, the others are the same for all


def view_of(game: Game, audience: int | None) -> View:
    """What an audience may know of the game now."""
    return Door(game).view(audience)


def tell_all(game: Game, first: int | None, audiences: Iterable[int | None]) -> dict[int | None, tuple[View, list[Told]]]:
    """What each audience may know of the game now, and of the events from place `first` on."""
    door = Door(game, first)
    return {audience: (door.view(audience), door.events(audience)) for audience in audiences}


class Door:
    """What leaves a game at one moment; what is the same for several audiences is made once."""

    __slots__ = ("_common", "_deal", "_events", "_game", "_open", "_settled", "_told")

    def __init__(self, game: Game, first: int | None = None) -> None:
        """Open it for views, and for the events from place `first` of the game on."""
        self._game = game
        self._deal = deal = game.deals[-1] if game.deals else Deal(0, -1, game.sides)
        self._common = _common(game, deal)
        self._open: CardSet | None = None
        self._events = [] if first is None else game.events[first:]
        self._told: dict[tuple[bool, ...], list[Told]] = {}
        self._settled = len(self._events)  # how many of them belong to deals that are over
        if game.deals and deal.phase is not Phase.OVER and not game.over:
            opened = (place for place in range(len(self._events) - 1, -1, -1) if isinstance(self._events[place], _OPENING))
            self._settled = next(opened, 0)

    def view(self, audience: int | None) -> View:
        """What an audience may know now."""
        game, deal = self._game, self._deal
        weise = seen(game, deal, audience) if deal.weisen.announced else ()
        if audience is None:
            dead = CardSet(bits=deal.dead & self._seen().bits) if deal.dead else _NONE
            return View(-1, _NONE, False, weise, dead, (), (), _NONE, None, (), game.form.shown(game, None), (), *self._common)
        bidding = deal.phase is Phase.BIDDING
        hidden = bidding and _hidden(game, deal, audience)
        offered = actions if audience in self._common[_AWAITED] else extras  # out of turn there are no bids and no cards
        options = () if hidden else tuple(offered(game, audience))
        return View(
            audience,
            _NONE if hidden or deal.hands is None else CardSet(bits=deal.hands[audience]),
            hidden,
            weise,
            CardSet(bits=deal.dead & self._seen_by(audience)) if deal.dead else _NONE,
            options,
            _factors(game, options) if bidding else (),
            CardSet(bits=deal.must[audience]) & deal.hand(audience) if audience in deal.must else _NONE,
            _offered(game, deal, audience, options) if options else None,
            amounts(game, audience) if bidding and not hidden else (),
            game.form.shown(game, audience),
            _besides(game, deal, audience),
            *self._common,
        )

    def events(self, audience: int | None) -> list[Told]:
        """The events as an audience may know them; those who are told the same get the same list."""
        more = tuple([is_actor(event, audience) for event in self._events])  # of which it is told more than others are
        told = self._told.get(more)
        if told is None:
            told = self._told[more] = [self._tell(place, actor) for place, actor in enumerate(more)]
        return told

    def _tell(self, place: int, actor: bool) -> Told:
        return tell(self._events[place], actor=actor, over=place < self._settled, seen=self._seen, book=self._game.book)

    def _seen(self) -> CardSet:
        """The cards that have lain open in this deal."""
        if self._open is None:
            self._open = _lain_open(self._deal)
        return self._open

    def _seen_by(self, seat: int) -> int:
        """A seat's cards and all that lay open so far: only of those does it know which are dead."""
        deal = self._deal
        bits = self._seen().bits | (deal.dealt[seat] if deal.dealt is not None else 0)
        for fault in deal.faults:
            bits |= 0 if fault.card is None else fault.card.bit
        return bits


def finished_events(game: Game) -> list[Event]:
    """The events up to the end of the last deal that is over, whole: of those nothing is secret any more."""
    if game.over or not game.shuffled or not game.deals or game.deals[-1].phase is Phase.OVER:
        return list(game.events)
    return game.events[: game.shuffled[-1]]


def _hidden(game: Game, deal: Deal, seat: int) -> bool:
    """Whether a seat has to leave its cards on the table: the speaker's partner, until the decision. (AJZ-2.2.1-13, TAM-CP-44)"""
    rule = game.book.bidding.pick_up is PickUp.AFTER_DECISION
    return rule and game.form.pushes and deal.pushes == 0 and seat == partner_of(deal.first_speaker)


def _common(game: Game, deal: Deal) -> tuple[Any, ...]:
    """The fields of a view that are the same for all, in their order."""
    left = tuple(hand.bit_count() for hand in deal.hands) if deal.hands is not None else (0,) * len(game.seats)
    playing = deal.phase is Phase.PLAYING
    return (
        game.book,
        game.setup,
        deal.number,
        deal.phase if game.deals else None,
        deal.dealer if game.deals else game.first_dealer,
        game.next_dealer() if game.between_deals and not game.over else None,
        left,
        to_act(game),
        deal.speaker if deal.phase is Phase.BIDDING else None,
        deal.pushes,
        deal.announcer,
        deal.mode,
        deal.variant,
        deal.factor,
        deal.leader if playing else None,
        tuple(deal.cards),
        deal.open,
        tuple(deal.tricks),
        tuple(deal.points),
        deal.weisen.best,
        deal.stoeck,
        game.totals(),
        tuple(game.slate_requests),
        game.bergpreis,
        game.over,
        game.winner,
        game.book.ending.target,
        _look(game, deal),
        tuple(deal.early.items()),
        _aftermath(deal) if playing else None,
        game.book.form,
        game.sides,
        deal.sides,
        game.form.winners(game) if game.over else (),
        awaited(game),
        deal.idle,
        tuple(deal.players()),
    )


def _look(game: Game, deal: Deal) -> int:
    """A trick that may be looked at: the open one, or the first one until the second is turned. (AJZ-2.2.1-30)"""
    complete = len(deal.tricks)
    return complete if deal.open or (complete == 1 and game.book.table.look is Look.FIRST) else 0


def _aftermath(deal: Deal) -> Aftermath | None:
    if not (deal.bans or deal.must or deal.barred or deal.trick_to is not None or deal.forced_leader is not None):
        return None
    seen = _lain_open(deal)
    bans = tuple(ban if ban.card is None or ban.card in seen else ban._replace(card=None) for ban in deal.bans)
    return Aftermath(bans, tuple(sorted(deal.must)), tuple(sorted(deal.barred)), deal.trick_to, deal.forced_leader)


def _lain_open(deal: Deal) -> CardSet:
    laid = [card for trick in deal.tricks for card in trick.cards]
    return CardSet((*laid, *deal.cards, *deal.early.values()))


def _factors(game: Game, options: tuple[Event, ...]) -> tuple[tuple[str, int], ...]:
    said = {option.variant or str(option.mode): option for option in options if isinstance(option, Announced)}
    return tuple((name, game.form.factor(game, option.mode, option.variant)) for name, option in said.items())


def _offered(game: Game, deal: Deal, seat: int, options: tuple[Event, ...]) -> Weis | None:
    """The Weis of the seat behind an offer to announce it."""
    rules = game.book.weis
    if deal.mode is None or not any(isinstance(option, WeisAnnounced) for option in options):
        return None
    return best_of(own_weise(deal, seat), deal.mode, rules.steps, rules.values)


def _besides(game: Game, deal: Deal, seat: int) -> tuple[Event, ...]:
    """What a seat may do besides `core.actions`: ask for a Weis, lay the cards open, concede, invoke the order of finishing."""
    asking = deal.weisen.announced and len(deal.tricks) < 2
    events = list(questions(game, deal, seat)) if asking else []
    if game.over or not game.deals or (seat != deal.turn and not deal.open):
        return tuple(events)
    if deal.phase is Phase.PLAYING and deal.turn == seat and deal.hands is not None:
        if offers_claim(game, deal) and deal.hands[seat].bit_count() > 1:
            events.append(Claimed(seat))
        if offers_concession(game, deal) and not deal.won[game.sides[seat]]:
            events.append(Conceded(seat))
        events += game.form.besides(game, deal, seat)
    if order_open(game):
        events.append(AusmachInvoked(seat))
    return tuple(events)
