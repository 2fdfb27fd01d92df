"""What both parties have when the first trick of a deal is complete: what the order of finishing compares."""

from __future__ import annotations

from typing import TYPE_CHECKING

from puur.core.ausmach import Standing
from puur.core.bonus import addable, book_weise, write_held_stoeck
from puur.core.deal import Deal, Phase
from puur.core.reglement import Source

if TYPE_CHECKING:
    from puur.core.game import Game


def in_first_trick(deal: Deal) -> bool:
    """Whether the first trick is complete and nothing of the second is."""
    return deal.phase is not Phase.OVER and len(deal.tricks) == 1


def standing(game: Game, deal: Deal) -> Standing:
    """What both parties have with the first trick, by source; held Stöck count even before they are shown. (UB-AUSM-03)"""
    weis = [0, 0]
    base = list(game.ledger.totals)
    dues = [due.entry for due in game.due]
    for entry in dues:
        base[entry.team] += entry.points
    for entry in (*game.ledger.of_deal(deal.number), *(due for due in dues if due.deal == deal.number)):
        if entry.source in (Source.STOECK, Source.WEIS):
            base[entry.team] -= entry.points
            weis[entry.team] += entry.points if entry.source is Source.WEIS else 0
    trick = deal.tricks[0]
    stich = [0, 0]
    stich[deal.writer(trick.winner)] = trick.points * deal.factor
    if weis[0] or weis[1]:
        team = 0 if weis[0] else 1
        weis[team] += _still_addable(game, deal, team)
    return Standing((base[0], base[1]), game.held_stoeck(deal), (weis[0], weis[1]), (stich[0], stich[1]))


def _still_addable(game: Game, deal: Deal, team: int) -> int:
    """Further Weise that the winning party may still write before its second card; they come before the trick, too."""
    values = game.book.weis.values
    raw = sum(weis.points(values) for seat in game.seats_of(team) for weis in addable(game, deal, seat))
    return raw * game.bonus_factor(deal)


def write_needed(game: Game, deal: Deal, team: int, target: int) -> None:
    """Write what made a party first though it was not said yet: Stöck in hand, then further Weise. (UB-BERG-02, UB-AUSM-03)"""
    if deal.stoeck_holder() in game.seats_of(team):
        write_held_stoeck(game, deal)
    if game.totals()[team] < target:
        for seat in game.seats_of(team):
            weise = addable(game, deal, seat)
            if weise:
                deal.weisen.added[seat] = (*deal.weisen.added.get(seat, ()), *weise)
        book_weise(game, deal)
