"""Views: what one seat may know of a game. Bots, browsers and logs get a view, never the game.

A view holds the own cards, everything that lay open on the table, what was said, and the score. It never holds another hand, the
pack, or the cards behind a Weis that was only stated by value. Everything that leaves the core for a seat goes through
`view_of` or `redacted`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from puur.core.actions import actions, to_act
from puur.core.cards import Card, CardSet, Rank
from puur.core.deal import Deal, Phase
from puur.core.effects import CardDead, CardLost, MustPlay
from puur.core.events import (
    Announced,
    Event,
    HandsRecorded,
    IncidentReported,
    RulingMade,
    Shuffled,
    WeisAdded,
    WeisAnnounced,
)
from puur.core.game import Game
from puur.core.ledger import Entry
from puur.core.mode import Mode
from puur.core.reglement import PickUp
from puur.core.seats import partner_of
from puur.core.setup import Setup
from puur.core.trick import Trick
from puur.core.weis import Weis


@dataclass(frozen=True, slots=True)
class WeisSeen:
    """What everybody knows of a seat's Weis: the stated value, and the cards only if they were laid open or are one's own.

    `top` is the top card and `trump` whether it is in trumps, where they were named or asked for to break a tie.
    """

    seat: int
    points: int
    weis: Weis | None
    top: Rank | None = None
    trump: bool | None = None


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know now."""

    seat: int
    book: str
    setup: Setup
    number: int  # of the deal
    phase: Phase | None
    dealer: int | None
    next_dealer: int | None  # between two deals (NWS-2-04)
    hand: CardSet
    hand_hidden: bool  # the own cards may not be picked up yet (AJZ-2.2.1-13)
    cards_left: tuple[int, int, int, int]
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
    points: tuple[int, int]
    weise: tuple[WeisSeen, ...]
    weis_winner: int | None
    stoeck: int | None
    dead: CardSet
    totals: tuple[int, int]
    entries: tuple[Entry, ...]
    slate_requests: tuple[int, ...]  # who has asked for a clearer slate (JR-WRITE-06)
    bergpreis: int | None
    over: bool
    winner: int | None
    options: tuple[Event, ...]
    target: int = 0  # of the book; 0 where a number of deals is played
    factors: tuple[tuple[str, int], ...] = ()  # what the seat may announce (variant, or mode) and what multiplies the deal then


def hand_hidden(game: Game, deal: Deal, seat: int) -> bool:
    """Whether a seat has to leave its cards on the table: the speaker's partner, until the decision. (AJZ-2.2.1-13, TAM-CP-44)"""
    waiting = deal.phase is Phase.BIDDING and deal.pushes == 0 and seat == partner_of(deal.first_speaker)
    return waiting and game.book.bidding.pick_up is PickUp.AFTER_DECISION


def view_of(game: Game, seat: int) -> View:
    """What `seat` may know of the game now."""
    deal = game.deals[-1] if game.deals else Deal(0, -1)
    hidden = hand_hidden(game, deal, seat)
    left = tuple(hand.bit_count() for hand in deal.hands) if deal.hands is not None else (0, 0, 0, 0)
    options = () if hidden else tuple(actions(game, seat))
    return View(
        seat=seat,
        book=game.book.key,
        setup=game.setup,
        number=deal.number,
        phase=deal.phase if game.deals else None,
        dealer=deal.dealer if game.deals else game.first_dealer,
        next_dealer=game.next_dealer() if game.between_deals and not game.over else None,
        hand=CardSet() if hidden else deal.hand(seat),
        hand_hidden=hidden,
        cards_left=(left[0], left[1], left[2], left[3]),
        to_act=to_act(game),
        speaker=deal.speaker if deal.phase is Phase.BIDDING else None,
        pushes=deal.pushes,
        announcer=deal.announcer,
        mode=deal.mode,
        variant=deal.variant,
        factor=deal.factor,
        leader=deal.leader if deal.phase is Phase.PLAYING else None,
        trick=tuple(deal.cards),
        trick_open=deal.open,
        tricks=tuple(deal.tricks),
        points=(deal.points[0], deal.points[1]),
        weise=tuple(_seen(deal, one, seat) for one in deal.weisen.announced),
        weis_winner=deal.weisen.best,
        stoeck=deal.stoeck,
        dead=CardSet(bits=deal.dead & _seen_cards(deal, seat) if deal.dead else 0),
        totals=game.totals(),
        entries=tuple(game.ledger.entries),
        slate_requests=tuple(game.slate_requests),
        bergpreis=game.bergpreis,
        over=game.over,
        winner=game.winner,
        options=options,
        target=game.book.ending.target,
        factors=_factors(game, options),
    )


def _seen_cards(deal: Deal, seat: int) -> int:
    """The own cards and all that lay open so far: which cards of others are dead is known only of those."""
    bits = deal.dealt[seat] if deal.dealt is not None else 0
    laid = [card for trick in deal.tricks for card in trick.cards]
    shown = [fault.card for fault in deal.faults if fault.card is not None]
    for card in (*laid, *deal.cards, *deal.early.values(), *shown):
        bits |= card.bit
    return bits


def _factors(game: Game, options: tuple[Event, ...]) -> tuple[tuple[str, int], ...]:
    said = {one.variant or str(one.mode): one for one in options if isinstance(one, Announced)}
    return tuple((name, game.form.factor(game, one.mode, one.variant)) for name, one in said.items())


def _seen(deal: Deal, seat: int, viewer: int) -> WeisSeen:
    said = deal.weisen.announced[seat]
    known = seat == viewer or seat in deal.weisen.revealed
    top, trump = (None, None) if deal.mode is None or seat not in deal.weisen.asked else deal.weisen.answer(deal.mode, seat)
    return WeisSeen(seat, said.points, said.weis if known else None, said.named or top, trump)


def redacted(event: Event, seat: int) -> Event:
    """An event as `seat` may see it: without packs and hands (the own one is in the view), Weise without their cards."""
    if isinstance(event, Shuffled):
        return replace(event, pack=(), seed="")
    if isinstance(event, HandsRecorded):
        return replace(event, hands=None)
    if isinstance(event, WeisAnnounced) and event.seat != seat and not event.shown:
        return replace(event, weis=None)
    if isinstance(event, WeisAdded) and event.seat != seat:
        return replace(event, weise=())  # told by value: what it counts is in the entries of the view
    if isinstance(event, RulingMade) and event.offender != seat:  # what is still in a hand stays there
        return replace(event, effects=tuple(one for one in event.effects if not isinstance(one, CardDead | CardLost | MustPlay)))
    if isinstance(event, IncidentReported) and event.seat != seat:
        return replace(event, cards=())
    return event
