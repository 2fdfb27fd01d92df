"""Who has reached what: the one place that looks at the score, after every accepted event.

Bergpreis, target, Jassrunde, Passe: nothing else decides that they are reached. A game that ended by itself stays open for a
moment: as long as the trick that ended it lies there, whoever laid its last card may still show Stöck or announce a Weis, and then
it is decided anew (`in_window`). A correction has it decided anew as well. (JR-STOE-02, JR-STOE-10, JR-WEIS-06, UB-WEIS-03)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puur.core.ausmach import first_to
from puur.core.breaking_off import drop_unplayed, finish_with
from puur.core.checkpoint import restore
from puur.core.control import settle_passe
from puur.core.counting import Difference
from puur.core.deal import Deal, Phase
from puur.core.errors import RuleViolation
from puur.core.events import Event, Thanked
from puur.core.reglement import Finish
from puur.core.seats import other, team_of
from puur.core.standing import in_first_trick, standing, write_needed

if TYPE_CHECKING:
    from puur.core.game import Game

TARGET, AFTER_DEAL, DEALS = BY_ITSELF = "target", "target-after-deal", "deals"  # how a game ends without a word (`Game.over_by`)


def look(game: Game) -> None:
    """Award the Bergpreis, and end or reopen the game, as the score says now. (UB-BERG-01, UB-END-01, AJZ-2.2.1-52, TAM-ES-21)"""
    ending = game.book.ending
    if not game.deals or (game.over and game.over_by not in BY_ITSELF):
        return
    if not ending.target:
        if game.between_deals and game.form.is_complete(game):  # a later correction may put the other pair ahead (TAM-ES-64)
            game.end(game.form.winner(game, settled(game)), DEALS)
        return
    deal = _scored(game)
    totals = game.totals()
    if game.over:
        if deal.broken_off:
            return
        game.reopen()  # a whole deal: what it and a correction give is looked at afresh
    half = game.book.half
    if game.book.bergpreis and game.bergpreis is None and max(totals) >= half:
        game.bergpreis = _first(game, deal, half, totals)
        game.bergpreis_at = (deal.number, len(deal.tricks))
        if game.bergpreis is not None and totals[game.bergpreis] < half:
            write_needed(game, deal, game.bergpreis, half)
            totals = game.totals()
    if not game.form.reached(game, totals):
        return
    if ending.finish is Finish.AUTOMATIC:
        if not (deal.entered and min(totals) >= ending.target):  # nobody saw who was first: the table says it by thanks (UB-END-01)
            winner = _first(game, deal, ending.target, totals)
            assert winner is not None
            finish_with(game, winner, TARGET)
            drop_unplayed(game)
    elif ending.finish is Finish.DEAL:
        if deal.phase is Phase.OVER:
            drop_unplayed(game)
            game.end(game.form.winner(game, totals), AFTER_DEAL)
    elif ending.finish is Finish.THANKS_OR_DEAL and deal.phase is Phase.OVER:
        drop_unplayed(game)
        game.end(game.form.ahead(totals), AFTER_DEAL)


def _scored(game: Game) -> Deal:
    """The deal that the score is about: the running one, or the last one while the next is prepared."""
    preparing = len(game.deals) > 1 and game.deals[-1].phase is Phase.PREPARING
    return game.deals[-2] if preparing else game.deals[-1]


def settled(game: Game) -> tuple[int, ...]:
    """The result of a whole Passe: what is written, with a wrong sum split where the book says so. (TAM-ES-66 to 68, TAM-CP-38)"""
    if game.book.writing.difference is not Difference.SPLIT or not game.schreiber:
        return game.totals()
    matches = sum(deal.match is not None for deal in game.finished_deals)
    return settle_passe(game.book, game.totals(), team_of(game.schreiber[0]), matches=matches)


# ---- who was first -----------------------------------------------------------------------------------------------------


def _first(game: Game, deal: Deal, target: int, totals: tuple[int, ...]) -> int | None:
    """Who is first at `target`: in the first trick by the order of the book, later whoever needs no trick for it.

    Later than the first trick both can only be there at once if one of them got there with the trick, and the other by Stöck
    shown with its last card or by a correction: what is said with a card comes before the trick that it completes.
    """
    if in_first_trick(deal) and game.ausmach:
        return first_to(target, standing(game, deal), game.ausmach, game.book.ending.ausmach_reading)
    if min(totals) < target:
        return 0 if totals[0] >= target else 1
    if deal.last is not None:
        return other(deal.last)
    return other(deal.writer(deal.tricks[-1].winner)) if deal.tricks else 0


# ---- the window, and corrections ---------------------------------------------------------------------------------------


def in_window(game: Game) -> bool:
    """Whether a game that ended by itself still hears what is said with the last card of the trick that lies there."""
    return game.over_by == TARGET and bool(game.deals) and game.deals[-1].open


def thanked_on_first(game: Game) -> bool:
    """Whether somebody thanked while the first trick lies open and the order of finishing may still be invoked. (JR-AUSM-08)"""
    deal = game.deals[-1] if game.deals else None
    on_first = deal is not None and deal.open and len(deal.tricks) == 1
    return game.over_by == "thanks" and on_first and bool(game.ausmach) and game.book.ending.ausmach_appeal


def hear(game: Game, deal: Deal) -> list[Event]:
    """Somebody says in time what belongs to the open trick: what that trick decided is open again; a Bedanken to be said again."""
    thanks: list[Event] = []
    if in_window(game):
        take_back_end(game)
    elif thanked_on_first(game):
        thanks = [event for event in take_back_end(game) if isinstance(event, Thanked)]
    if deal.open and game.bergpreis_at == (deal.number, len(deal.tricks)):
        game.bergpreis = game.bergpreis_at = None
    return thanks


def take_back_end(game: Game) -> list[Event]:
    """Go back to before the game ended; what was said since then is returned, so that it can be said again."""
    state = game.before_end
    if state is None:
        game.reopen()
        return []
    penalties, rulings = game.penalties, game.rulings
    restore(game, state)
    game.penalties, game.rulings = penalties, rulings
    return game.events[state.at :]


def say_again(game: Game, event: Event) -> None:
    """Take what was said before into account again, as far as it still holds."""
    try:
        game.handlers[type(event)](game, event)
    except RuleViolation:
        return


def bergpreis_again(game: Game) -> None:
    """Whose the Bergpreis is after a correction: the first at the half by the deals that are written. (UB-BERG-01)"""
    half, totals = game.book.half, [0, 0]
    by_deal = sorted(game.ledger.entries, key=lambda entry: entry.deal)
    for number in sorted({entry.deal for entry in by_deal}):
        for entry in by_deal:
            totals[entry.team] += entry.points if entry.deal == number else 0
        if max(totals) >= half:
            if min(totals) < half:
                game.bergpreis, game.bergpreis_at = (0 if totals[0] >= half else 1), (number, 0)
            return
    if game.bergpreis is not None and game.totals()[game.bergpreis] < half:
        game.bergpreis = game.bergpreis_at = None
