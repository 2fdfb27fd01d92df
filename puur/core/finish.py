"""The end of a game: target, Bedanken, Ausmachregel, Bergpreis."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from puur.core.ausmach import Standing, counted, first_to
from puur.core.bonus import addable, book_weise, write_held_stoeck
from puur.core.deal import Deal, Phase
from puur.core.events import AusmachInvoked, Thanked
from puur.core.ledger import Entry
from puur.core.reglement import FalseThanks, Finish, Source, StoeckWhen
from puur.core.seats import other, team_of

if TYPE_CHECKING:
    from puur.core.game import Game


def after_scoring(game: Game, deal: Deal) -> None:
    """Award the Bergpreis and, where the book ends a game by itself, end it. (UB-BERG-01, UB-END-01)"""
    book = game.book
    if game.over or not book.ending.target:
        return
    totals = game.totals()
    if book.bergpreis and game.bergpreis is None and max(totals) >= book.half:
        game.bergpreis = _first(game, deal, book.half, totals)
    if book.ending.finish is Finish.AUTOMATIC and max(totals) >= book.ending.target:
        winner = _first(game, deal, book.ending.target, totals)
        assert winner is not None
        finish_with(game, winner, "target")


def after_deal(game: Game, deal: Deal) -> None:
    """What the end of a deal means for the game. (TAM-ES-21, AJZ-2.2.1-52, TAM-CP-05)"""
    after_scoring(game, deal)
    if game.over:
        return
    ending = game.book.ending
    totals = game.totals()
    if ending.target:
        if ending.finish is Finish.THANKS_OR_DEAL and max(totals) >= ending.target:
            game.end(_ahead(totals), "target-after-deal")
    elif game.form.is_complete(game):
        game.end(_ahead(totals), "deals")


def _ahead(totals: tuple[int, int]) -> int | None:
    return None if totals[0] == totals[1] else int(totals[1] > totals[0])


def _first(game: Game, deal: Deal, target: int, totals: tuple[int, int]) -> int | None:
    """Who is first at `target`: in the first trick by the order of the book, later whoever is there now."""
    if in_first_trick(deal) and game.ausmach:
        return first_to(target, standing(game, deal), game.ausmach, game.book.ending.ausmach_reading)
    return 0 if totals[0] >= target else 1


def in_first_trick(deal: Deal) -> bool:
    """Whether the first trick is complete and nothing of the second is."""
    return deal.phase is not Phase.OVER and len(deal.tricks) == 1


def standing(game: Game, deal: Deal) -> Standing:
    """What both parties have with the first trick, by source; held Stöck count even before they are shown. (UB-AUSM-03)"""
    written = {Source.STOECK: [0, 0], Source.WEIS: [0, 0]}
    base = list(game.ledger.totals)
    dues = [due.entry for due in game.due]
    for entry in dues:
        base[entry.team] += entry.points
    for entry in (*game.ledger.of_deal(deal.number), *(one for one in dues if one.deal == deal.number)):
        if entry.source in written:
            base[entry.team] -= entry.points
            written[entry.source][entry.team] += entry.points
    trick = deal.tricks[0]
    stich = [0, 0]
    stich[team_of(trick.winner)] = trick.points * deal.factor
    weis = written[Source.WEIS]
    if weis[0] or weis[1]:
        team = 0 if weis[0] else 1
        weis[team] += _still_addable(game, deal, team)
    return Standing((base[0], base[1]), game.held_stoeck(deal), (weis[0], weis[1]), (stich[0], stich[1]))


def _still_addable(game: Game, deal: Deal, team: int) -> int:
    """Further Weise that the winning party may still write before its second card; they come before the trick, too."""
    values = game.book.weis.values
    raw = sum(weis.points(values) for seat in (team, team + 2) for weis in addable(game, deal, seat))
    return raw * game.bonus_factor(deal)


def finish_with(game: Game, winner: int, by: str) -> None:
    """End the game in the middle of a deal: what counts is written, the rest of the deal is void."""
    deal = game.deals[-1] if game.deals else None
    if deal is not None and deal.phase is Phase.PLAYING:
        _break_off(game, deal, winner)
    game.end(winner, by)


def _break_off(game: Game, deal: Deal, winner: int) -> None:
    ending, book = game.book.ending, game.book
    keep_loser_trick = True
    if in_first_trick(deal) and game.ausmach:
        now = standing(game, deal)
        if now.total(winner) >= ending.target:
            if now.stoeck[winner]:
                write_held_stoeck(game, deal)
            kept, _ = counted(ending.target, now, game.ausmach, winner)
            for source in (Source.WEIS, Source.STOECK):
                amounts = now.amounts()[source]
                if amounts[other(winner)] and source not in kept:
                    game.ledger.strike(deal.number, source)
            keep_loser_trick = Source.STICH in kept
    deal.broken_off = True
    if book.weis.needs_trick and deal.weisen.announced and deal.mode is not None:
        # AJZ-2.2.1-57: the opponents' Weis is credited even without a trick; one's own still needs one.
        if not deal.tricks:
            deal.weisen.decide(book, deal.mode, deal.lead_of(1))
        best = deal.weisen.best
        if best is not None and not deal.weisen.written:
            book_weise(game, deal, without_trick=team_of(best) != winner)
    deal.phase = Phase.OVER
    game.finished_deals.append(deal)
    for team in (0, 1):
        raw = deal.points[team] + deal.moved[team]
        if raw and (team == winner or keep_loser_trick):
            points = raw * deal.factor
            rule = book.rule("ending.finish")
            game.write(Entry(deal.number, team, Source.STICH, raw, deal.factor, points, rule, len(deal.tricks)))


def thank(game: Game, event: Thanked) -> None:
    """Say that one is out: right, the game is won; wrong, it is lost or costs penalty points. (JR-BED-01 to 08, UB-AUSM-05)"""
    game.require_running()
    book, team = game.book, team_of(event.seat)
    if not book.ending.target:
        raise game.refuse("ending.deals", "no-thanks-in-a-passe")
    total = game.totals()[team]
    deal = game.deals[-1] if game.deals else None
    if deal is not None and book.stoeck.when is StoeckWhen.ANY_TIME and deal.mode is not None:
        total += game.held_stoeck(deal, shown=False)[team]
    if total >= book.ending.target:
        if deal is not None and book.stoeck.when is StoeckWhen.ANY_TIME and deal.stoeck_holder() in (team, team + 2):
            write_held_stoeck(game, deal)
        finish_with(game, team, "thanks")
    elif book.ending.false_thanks is FalseThanks.GAME_LOST:
        finish_with(game, other(team), "false-thanks")
    else:
        rule = book.rule("ending.false_thanks")
        game.penalties.append((event.seat, book.ending.false_thanks_penalty, rule))


def invoke_ausmach(game: Game, event: AusmachInvoked) -> None:
    """Have the order of finishing applied to the first trick; who thanked first does not matter. (JR-AUSM-03, 07, 08)"""
    if not game.ausmach or not game.book.ending.target:
        raise game.refuse("ending.ausmach", "no-ausmach")
    deal = game.deal
    if (game.over and game.over_by != "thanks") or len(deal.tricks) != 1 or deal.has_played(event.seat, 2):
        raise game.refuse("ending.ausmach", "ausmach-too-late" if deal.tricks else "ausmach-first-trick", seat=event.seat)
    now = _standing_at_end(game, deal) if game.over else standing(game, deal)
    target = game.book.ending.target
    if min(now.total(0), now.total(1)) < target:
        raise game.refuse("ending.ausmach", "ausmach-not-both", totals=(now.total(0), now.total(1)))
    winner = first_to(target, now, game.ausmach, game.book.ending.ausmach_reading)
    assert winner is not None
    if game.over:
        game.end(winner, "ausmach")
    else:
        finish_with(game, winner, "ausmach")


def _standing_at_end(game: Game, deal: Deal) -> Standing:
    """The standing of the first trick after the deal was broken off by thanks: its trick is written already."""
    stich = [0, 0]
    for entry in game.ledger.of_deal(deal.number):
        if entry.source is Source.STICH:
            stich[entry.team] += entry.points
    now = standing(game, deal)
    return Standing((now.base[0] - stich[0], now.base[1] - stich[1]), now.stoeck, now.weis, now.stich)


HANDLERS: Mapping[type, Callable[[Game, Any], None]] = {Thanked: thank, AusmachInvoked: invoke_ausmach}
