"""Weise and Stöck as points: what the winning party may still add, and what is written when.

Who may announce or show them, and until when, is `core.weis_rules`; this module only does the booking, so that the end of a game
can use it too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from puur.core.bonuses import Announce, AskUntil
from puur.core.deal import Deal, Phase
from puur.core.ledger import Entry
from puur.core.reglement import Source
from puur.core.weis import Weis
from puur.core.weisen import further

if TYPE_CHECKING:
    from puur.core.game import Game


def may_add(game: Game, deal: Deal, seat: int) -> str | None:
    """None if the seat may add further Weise now; otherwise why not. (JR-WEIS-11, JR-WEIS-12, UB-WCMP-08)"""
    rules, weisen = game.book.weis, deal.weisen
    if not rules.enabled or rules.announce is Announce.ONE:
        return "one-weis-only"
    if not deal.tricks:
        return "further-weis-too-early"
    begun = len(deal.tricks) > 1 or (bool(deal.cards) and not deal.open)
    late = begun if rules.add_until is AskUntil.SECOND_TRICK else deal.has_played(seat, 2)
    if game.over or deal.phase is not Phase.PLAYING or late:
        return "weis-too-late"
    if weisen.best is None or deal.sides[weisen.best] != deal.sides[seat]:
        return "not-the-highest-weis"
    if seat not in weisen.announced and not rules.silent_may_add:
        return "weis-card-covered"
    return None


def addable(game: Game, deal: Deal, seat: int) -> tuple[Weis, ...]:
    """The Weise that a seat may add now, without what it added already; a higher one is too late. (JR-WEIS-05)"""
    if may_add(game, deal, seat) is not None or deal.dealt is None or deal.mode is None:
        return ()
    rules = game.book.weis
    winning = deal.weisen.announced[deal.weisen.best].points if deal.weisen.best is not None else 0
    weise = further(game.book, deal.mode, deal.dealt_hand(seat), deal.weisen.announced.get(seat))
    added = deal.weisen.added.get(seat, ())
    return tuple(weis for weis in weise if weis.points(rules.values) <= winning and weis not in added)


def after_first_trick(game: Game, deal: Deal) -> None:
    """Decide which Weis is the highest and write what its party may. (JR-WEIS-14)"""
    weisen = deal.weisen
    if not weisen.announced or deal.mode is None:
        return
    weisen.decide(game.book, deal.mode, deal.lead_of(1))
    book_weise(game, deal)


def confirm_weis(game: Game, deal: Deal) -> None:
    """Write a Weis that was waiting for a trick of its party. (AJZ-2.2.2-28)"""
    if deal.weisen.best is not None and not deal.weisen.written:
        book_weise(game, deal)


def book_weise(game: Game, deal: Deal, *, without_trick: bool = False) -> None:
    """Write the Weise of the party with the highest one, replacing what stood there."""
    book, weisen = game.book, deal.weisen
    game.ledger.strike(deal.number, Source.WEIS)
    game.due = [due for due in game.due if due.entry.deal != deal.number or due.entry.source is not Source.WEIS]
    weisen.written = False
    if weisen.best is None:
        return
    team = deal.sides[weisen.best]
    if book.weis.needs_trick and not without_trick and not deal.won[team]:
        return
    raw = weisen.points(book, team)
    if raw:
        factor = game.bonus_factor(deal)
        highest = weisen.announced[weisen.best].weis
        rule = book.rule(highest.field if highest is not None else "weis.values.runs")
        for side in game.form.written_to(game, deal, team):
            game.write(Entry(deal.number, side, Source.WEIS, raw, factor, raw * factor, rule, deal.trick_number))
    weisen.written = True


def write_held_stoeck(game: Game, deal: Deal) -> None:
    """Write Stöck that are held and not shown yet, where they count without being shown."""
    seat = deal.stoeck_holder()
    if game.book.stoeck.enabled and seat is not None and deal.stoeck is None:
        deal.stoeck = seat
        write_stoeck(game, deal, seat)


def write_stoeck(game: Game, deal: Deal, seat: int) -> None:
    """Write the Stöck of a seat, with the factor of the deal. (AJZ-2.2.2-34, UB-POINTS-08)"""
    raw, factor = game.book.stoeck.points, game.bonus_factor(deal)
    rule = game.book.rule("stoeck.points")
    for side in game.form.written_to(game, deal, deal.sides[seat]):
        game.write(Entry(deal.number, side, Source.STOECK, raw, factor, raw * factor, rule, deal.trick_number))
