"""The end of a game in the middle of a deal: what of it still counts. (JR-BED-01, JR-SCHN-05)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puur.core.ausmach import counted
from puur.core.bonus import book_weise, write_held_stoeck
from puur.core.checkpoint import save
from puur.core.deal import Deal, Phase
from puur.core.ledger import Entry
from puur.core.reglement import Source
from puur.core.seats import other, team_of
from puur.core.standing import in_first_trick, standing, write_needed

if TYPE_CHECKING:
    from puur.core.game import Game


def finish_with(game: Game, winner: int, by: str) -> None:
    """End the game in the middle of a deal: what counts is written, the rest of the deal is void."""
    game.before_end = None
    game.before_end = save(game)
    deal = game.deals[-1] if game.deals else None
    if deal is not None and deal.phase is Phase.PLAYING:
        _break_off(game, deal, winner)
    game.end(winner, by)


def drop_unplayed(game: Game) -> None:
    """A deal that was being prepared or announced when the game ended is never played."""
    if len(game.deals) > 1 and game.deals[-1].phase in (Phase.PREPARING, Phase.BIDDING):
        game.deals.pop()


def _break_off(game: Game, deal: Deal, winner: int) -> None:
    ending, book = game.book.ending, game.book
    keep_loser_trick = True
    if in_first_trick(deal) and game.ausmach:
        now = standing(game, deal)
        if now.total(winner) >= ending.target:
            if now.stoeck[winner]:
                write_held_stoeck(game, deal)
            if game.totals()[winner] < ending.target:
                write_needed(game, deal, winner, ending.target)
            kept, _ = counted(ending.target, now, game.ausmach, winner)
            for source in (Source.WEIS, Source.STOECK):
                amounts = now.amounts()[source]
                if amounts[other(winner)] and source not in kept:
                    _strike(game, deal, source)
            keep_loser_trick = Source.STICH in kept
    deal.broken_off = True
    _credit_weis(game, deal, winner)
    deal.phase = Phase.OVER
    game.finished_deals.append(deal)
    for team in (0, 1):
        raw = deal.points[team] + deal.moved[team]
        if raw and (team == winner or keep_loser_trick):
            points = raw * deal.factor
            rule = book.rule("ending.finish")
            game.write(Entry(deal.number, team, Source.STICH, raw, deal.factor, points, rule, len(deal.tricks)))


def credit_weis(game: Game, deal: Deal) -> None:
    """Credit again after an early Bedanken, when somebody who had not played yet announces. (AJZ-2.2.1-57)"""
    if game.winner is not None:
        _credit_weis(game, deal, game.winner)


def _credit_weis(game: Game, deal: Deal, winner: int) -> None:
    """The opponents' Weis is credited even without a trick; one's own still needs one. (AJZ-2.2.1-57, AJZ-2.2.2-29)"""
    if not game.book.weis.needs_trick or not deal.weisen.announced or deal.mode is None:
        return
    if not deal.tricks:
        deal.weisen.decide(game.book, deal.mode, deal.lead_of(1))
    best = deal.weisen.best
    if best is not None and not (deal.weisen.written and deal.tricks):
        book_weise(game, deal, without_trick=team_of(best) != winner)


def _strike(game: Game, deal: Deal, source: Source) -> None:
    """Take out what came from a source in this deal, written or due."""
    gone = [due.entry for due in game.due if due.entry.deal == deal.number and due.entry.source is source]
    gone += [entry for entry in game.ledger.of_deal(deal.number) if entry.source is source]
    game.due = [due for due in game.due if due.entry not in gone]
    game.ledger.strike(deal.number, source)
