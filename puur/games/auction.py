"""Auctions: seats in turn bid more than the last bid, or pass; what a bid is made of differs from game to game.

A pass is final where the game says so. The words that several games share are registered here, once.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from puur.core.aim import Foreseen
from puur.core.deal import Phase
from puur.core.event_fields import Name, Seat
from puur.core.events import Event
from puur.core.form import Amount, Form, Handler
from puur.core.known import openly
from puur.core.mode import Mode
from puur.log.registry import GAME, Words

if TYPE_CHECKING:
    from puur.core.deal import Deal
    from puur.core.game import Game
    from puur.core.view import View


@openly
class Bid(Event):
    """A seat bids so many points with this trump, or without one."""

    seat: Seat
    points: int
    mode: Mode


@openly
class Raised(Event):
    """A seat bids so many points."""

    seat: Seat
    points: int


@openly
class Contracted(Event):
    """A seat bids a game that has a name instead of a number."""

    seat: Seat
    contract: Name


@openly
class Passed(Event):
    """A seat does not bid, or lets something be."""

    seat: Seat


@openly
class Doubled(Event):
    """A seat doubles what stands."""

    seat: Seat


GAME.add(Bid, words=Words("bietet mit|bids with", "mode points"))
GAME.add(Raised, words=Words("bietet|bids", "points"))
GAME.add(Contracted, words=Words("bietet Spiel|bids game", "contract"))
GAME.add(Passed, words=Words("passt|passes"))
GAME.add(Doubled, words=Words("doppelt|doubles"))


@dataclass(slots=True)
class Talk:
    """An auction so far."""

    high: Any = None  # the highest bid: `Bid`, `Raised` or `Contracted`
    passed: set[int] = field(default_factory=set)
    doubled: int = 1
    shown: Any = None  # the hand of a soloist who has shown it (`puur.games.showing`)


class Auction(Form):
    """A form whose deals are auctioned."""

    @abstractmethod
    def raises(self, game: Game, deal: Deal, seat: int) -> tuple[Amount, ...]:
        """The numbers that a seat may bid."""

    def named(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        """What else a seat may bid, and doubling."""
        return ()

    def pass_is_final(self, game: Game) -> bool:
        """Whether somebody who has passed bids no more in this deal."""
        return True

    @abstractmethod
    def settled(self, game: Game, deal: Deal) -> bool:
        """Whether nobody may go on."""

    @abstractmethod
    def sold(self, game: Game, deal: Deal) -> None:
        """The auction is over, with a highest bid or without one."""

    def open_bidding(self, game: Game, deal: Deal) -> None:
        """The player after the dealer speaks first."""
        deal.own = Talk()
        deal.first_speaker = deal.speaker = deal.after(deal.dealer)

    def awaited(self, game: Game, deal: Deal) -> tuple[int, ...]:
        """The speaker alone."""
        return (deal.speaker,)

    def options(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        """Passing, and what has a name."""
        yield Passed(seat)
        yield from self.named(game, deal, seat)

    def amounts(self, game: Game, deal: Deal, seat: int) -> tuple[Amount, ...]:
        """The numbers that the speaker may bid."""
        return self.raises(game, deal, seat) if seat in self.awaited(game, deal) else ()

    def shown(self, game: Game, seat: int | None) -> Mapping[str, object]:
        """What each seat has said, and the highest bid in words."""
        deal = game.deals[-1] if game.deals else None
        if deal is None or not isinstance(deal.own, Talk):
            return {}
        talk, own = deal.own, {"passed": [each in deal.own.passed for each in game.seats]}
        return {**(own if deal.phase is Phase.BIDDING else {}), "notes": notes(talk)}


def notes(talk: Talk) -> list[tuple[str, dict[str, object]]]:
    """The highest bid, and that it was doubled, as texts with facts."""
    said: list[tuple[str, dict[str, object]]] = []
    if isinstance(talk.high, Bid):
        said.append(("high", {"points": talk.high.points, "mode": str(talk.high.mode), "seat": talk.high.seat}))
    elif isinstance(talk.high, Raised):
        said.append(("raised", {"points": talk.high.points, "seat": talk.high.seat}))
    elif isinstance(talk.high, Contracted):
        said.append(("contracted", {"contract": talk.high.contract, "seat": talk.high.seat}))
    if talk.doubled > 1:
        said.append(("doubled", {"factor": talk.doubled}))
    return said


def speaking(game: Game, seat: int) -> Deal:
    """The deal in whose bidding a seat may speak now; refused otherwise."""
    game.require_running()
    deal = game.deal
    if deal.phase is not Phase.BIDDING:
        raise game.refuse("bidding.final", "no-bid-now", seat=seat)
    if seat not in game.form.awaited(game, deal):
        raise game.refuse("bidding.first_speaker", "not-your-word", seat=seat, speaker=deal.speaker)
    return deal


def auction(game: Game) -> Auction:
    """The form of a game that is auctioned."""
    assert isinstance(game.form, Auction)
    return game.form


def take_bid(game: Game, event: Bid | Raised | Contracted | Doubled) -> None:
    """A bid that is higher than the last one, or a double."""
    deal, form = speaking(game, event.seat), auction(game)
    fits = event in form.options(game, deal, event.seat)
    if not fits and not isinstance(event, Doubled | Contracted):
        asked = [each for each in form.amounts(game, deal, event.seat) if each.filled(event.points) == event]
        fits = any(each.fits(event.points) for each in asked)
    if not fits:
        raise game.refuse("bidding.first_speaker", "bid-not-possible", seat=event.seat)
    if isinstance(event, Doubled):
        deal.own.doubled *= 2
    else:
        if not form.pass_is_final(game):
            deal.own.passed.clear()
        deal.own.high = event
    _next(game, deal)


def take_pass(game: Game, event: Passed) -> None:
    """A seat passes; the last one ends the auction."""
    deal = speaking(game, event.seat)
    if event not in game.form.options(game, deal, event.seat):
        raise game.refuse("bidding.first_speaker", "bid-not-possible", seat=event.seat)
    deal.own.passed.add(event.seat)
    _next(game, deal)


def _next(game: Game, deal: Deal) -> None:
    form, talk = auction(game), deal.own
    if form.settled(game, deal):
        form.sold(game, deal)
        return
    deal.speaker = deal.after(deal.speaker)
    while form.pass_is_final(game) and deal.speaker in talk.passed:
        deal.speaker = deal.after(deal.speaker)


def weighed(view: View, said: Event, carries: float, doubt: float) -> Foreseen | None:
    """What is to be said of a number that was bid, or of a pass, where the cards carry about so much, give or take `doubt`."""
    asked = view.amounts[0] if view.amounts else None
    facts = {"carries": max(0, round(carries))}
    if asked is None:
        return None
    if isinstance(said, Raised) and said.points > carries + doubt:
        most = asked.low + int(carries - asked.low) // asked.step * asked.step
        return Foreseen(asked.filled(most) if carries >= asked.low else Passed(view.seat), "carries", facts)
    if isinstance(said, Passed) and asked.low <= carries - doubt:
        return Foreseen(asked.filled(asked.low), "carries", facts)
    return None


def deal_again(game: Game, deal: Deal, dealer: int) -> None:
    """Nobody wants to play: the cards are thrown in, and `dealer` deals again."""
    deal.phase = Phase.OVER
    game.redealer = dealer


HANDLERS: Mapping[type, Handler] = {Bid: take_bid, Raised: take_bid, Contracted: take_bid, Doubled: take_bid, Passed: take_pass}
Auction.handlers = HANDLERS
