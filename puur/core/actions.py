"""What a seat may do now: every event that the rules would accept from it, for tables, bots and tests."""

from __future__ import annotations

from collections.abc import Iterator

from puur.core.bonus import addable
from puur.core.deal import Phase
from puur.core.events import CardPlayed, Event, StoeckShown, Thanked, WeisAdded, WeisAnnounced
from puur.core.form import Amount
from puur.core.game import Game
from puur.core.playing import legal_cards
from puur.core.reglement import Finish
from puur.core.weis import best_of
from puur.core.weis_rules import may_announce, may_show_stoeck, own_weise, unneeded


def to_act(game: Game) -> int | None:
    """The seat that has to speak or play; None before the deal and after the end."""
    if game.over or not game.deals:
        return None
    deal = game.deals[-1]
    if deal.phase is Phase.PLAYING:
        return deal.turn
    return next(iter(awaited(game)), None)


def awaited(game: Game) -> tuple[int, ...]:
    """Everybody who has to speak or play; several where a bidding is open to all at once."""
    if game.over or not game.deals:
        return ()
    deal = game.deals[-1]
    if deal.phase is Phase.BIDDING:
        return game.form.awaited(game, deal)
    return (deal.turn,) if deal.phase is Phase.PLAYING else ()


def bids(game: Game, seat: int) -> Iterator[Event]:
    """What a seat may say in the bidding."""
    if game.deals and not game.over and game.deal.phase is Phase.BIDDING and seat in game.form.awaited(game, game.deal):
        yield from game.form.options(game, game.deal, seat)


def amounts(game: Game, seat: int) -> tuple[Amount, ...]:
    """The numbers that a seat may be asked for now."""
    bidding = game.deals and not game.over and game.deal.phase is Phase.BIDDING
    return game.form.amounts(game, game.deal, seat) if bidding else ()


def weis_offer(game: Game, seat: int) -> WeisAnnounced | None:
    """The announcement of the highest own Weis, if there is one and it may be made now. (JR-WEIS-10)"""
    if not game.deals or game.deal.mode is None or seat in game.deal.weisen.announced:
        return None
    deal, rules = game.deal, game.book.weis
    if may_announce(game, deal, seat) is not None:
        return None
    best = best_of(own_weise(deal, seat), game.deal.mode, rules.steps, rules.values)
    if best is None or not best.points(rules.values) or unneeded(game, deal, seat, best.points(rules.values)):
        return None
    return WeisAnnounced(seat, best.points(rules.values))


def extras(game: Game, seat: int) -> Iterator[Event]:
    """What a seat may do besides bidding and playing: Weis, further Weise, Stöck, thanks with enough points."""
    if not game.deals:
        return
    deal, ending = game.deals[-1], game.book.ending
    if len(deal.tricks) < 2 or deal.weisen.allowed:  # later nobody may, unless a ruling says so
        offer = weis_offer(game, seat)
        if offer is not None:
            yield offer
        further = addable(game, deal, seat)
        if further:
            yield WeisAdded(seat, further)
    if may_show_stoeck(game, seat) is None:
        yield StoeckShown(seat)
    by_thanks = ending.finish in (Finish.THANKS, Finish.THANKS_OR_DEAL) or (
        deal.entered and ending.finish is Finish.AUTOMATIC
    )  # UB-END-01: in score keeping the table says it
    if by_thanks and ending.target > 0 and not game.over and game.totals()[game.sides[seat]] >= ending.target:
        yield Thanked(seat)


def actions(game: Game, seat: int) -> Iterator[Event]:
    """Everything that a seat may usefully do now."""
    yield from bids(game, seat)
    if game.deals:
        for card in legal_cards(game, seat):
            yield CardPlayed(seat, card)
    yield from extras(game, seat)
