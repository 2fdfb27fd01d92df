"""Annulling a deal and carrying out rulings: the past is never edited, a further event changes what follows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from puur.core.bonus import after_first_trick
from puur.core.deal import Deal, Phase
from puur.core.effects import CardDead, Effect, GameLost, NextLeader, PenaltyPoints, PointsMoved, WeisLost
from puur.core.events import DealAnnulled, RulingMade
from puur.core.finish import finish_with
from puur.core.seats import other

if TYPE_CHECKING:
    from puur.core.game import Game

NOT_COUNTED = "not-counted"  # a reason that annuls a deal only where the book says so (JR-CNT-02)


def annul(game: Game, event: DealAnnulled) -> None:
    """Remove everything written for the current deal; the same dealer, or the one named, deals again."""
    game.require_running()
    if event.reason == NOT_COUNTED and not game.book.writing.replay:
        raise game.refuse("writing.replay", "no-replay", why=event.reason, instead="estimated")
    deal = game.deal
    game.ledger.strike(deal.number)
    if game.bergpreis is not None and game.ledger.totals[game.bergpreis] < game.book.half:
        game.bergpreis = None  # it was won in this deal (UB-BERG-01)
    game.due = [due for due in game.due if due.entry.deal != deal.number]
    if deal in game.finished_deals:
        game.finished_deals.remove(deal)
    deal.phase = Phase.OVER
    game.redealer = event.dealer if event.dealer is not None else deal.dealer


def apply_ruling(game: Game, event: RulingMade) -> None:
    """Carry out the effects of a ruling, in their order."""
    deal = game.deals[-1] if game.deals else None
    for effect in event.effects:
        if deal is None and not isinstance(effect, PenaltyPoints | GameLost):
            raise game.refuse("dealing.packets", "no-deal-yet")
        if isinstance(effect, PointsMoved) and deal is not None:
            have = deal.points[other(effect.team)] + deal.moved[other(effect.team)]
            if deal.phase is not Phase.PLAYING or not 0 <= effect.points <= have:
                raise game.refuse("scoring.total", "points-out-of-range", points=effect.points, have=have)
    for effect in event.effects:
        _apply(game, deal, effect, event.rule)


def _apply(game: Game, deal: Deal | None, effect: Effect, rule: str) -> None:
    if isinstance(effect, PenaltyPoints):
        game.penalties.append((effect.seat, effect.points, rule))
    elif isinstance(effect, GameLost):
        finish_with(game, other(effect.team), "ruling")
    elif deal is None:
        return
    elif isinstance(effect, CardDead):
        deal.dead |= effect.card.bit
    elif isinstance(effect, NextLeader):
        if deal.cards and not deal.open:
            deal.forced_leader = effect.seat
        else:
            deal.leader = deal.turn = effect.seat
    elif isinstance(effect, WeisLost):
        deal.weisen.lost.add(effect.seat)
        if deal.tricks:
            after_first_trick(game, deal)
    elif isinstance(effect, PointsMoved):
        deal.moved[effect.team] += effect.points
        deal.moved[other(effect.team)] -= effect.points


HANDLERS: Mapping[type, Callable[[Game, Any], None]] = {DealAnnulled: annul, RulingMade: apply_ruling}
