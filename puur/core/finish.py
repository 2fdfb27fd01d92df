"""The end of a game: target, Bedanken, Ausmachregel, Bergpreis."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from puur.core.ausmach import Standing, counted, first_to
from puur.core.bonus import addable, book_weise, write_held_stoeck
from puur.core.control import settle_passe
from puur.core.deal import Deal, Phase
from puur.core.errors import RuleViolation
from puur.core.events import AusmachInvoked, Thanked
from puur.core.ledger import Entry
from puur.core.reglement import Difference, FalseThanks, Finish, Source, StoeckWhen
from puur.core.seats import other, team_of

if TYPE_CHECKING:
    from puur.core.game import Game


def after_scoring(game: Game, deal: Deal) -> None:
    """Award the Bergpreis and, where a game ends without anybody saying so, end it. (UB-BERG-01, UB-END-01)"""
    book = game.book
    if game.over or not book.ending.target:
        return
    totals = game.totals()
    if book.bergpreis and game.bergpreis is None and max(totals) >= book.half:
        game.bergpreis = _first(game, deal, book.half, totals)
        if game.bergpreis is not None and totals[game.bergpreis] < book.half:
            _write_needed(game, deal, game.bergpreis, book.half)
            totals = game.totals()
    if book.ending.finish is Finish.AUTOMATIC and max(totals) >= book.ending.target:
        if deal.entered and min(totals) >= book.ending.target:
            return  # nobody saw who was first: the table says it by thanks (UB-END-01)
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
            game.end(game.form.ahead(totals), "target-after-deal")
    elif game.form.is_complete(game):
        end_passe(game)


def end_passe(game: Game) -> None:
    """Close a Passe with the pair that is ahead; a later correction may put the other one ahead. (TAM-ES-21, TAM-ES-64)"""
    game.end(game.form.ahead(settled(game)), "deals")


def settled(game: Game) -> tuple[int, ...]:
    """The result of a whole Passe: what is written, with a wrong sum split where the book says so. (TAM-ES-66 to 68, TAM-CP-38)"""
    if game.book.writing.difference is not Difference.SPLIT or not game.schreiber:
        return game.totals()
    matches = sum(deal.match is not None for deal in game.finished_deals)
    return settle_passe(game.book, game.totals(), team_of(game.schreiber[0]), matches=matches)


def require_undecided(game: Game) -> None:
    """Refuse a further deal while both parties are out and nobody has said who was first. (UB-END-01)"""
    ending = game.book.ending
    if ending.target and ending.finish is Finish.AUTOMATIC and max(game.totals()) >= ending.target:
        raise game.refuse("ending.finish", "thanks-missing")


def _first(game: Game, deal: Deal, target: int, totals: tuple[int, ...]) -> int | None:
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
    for entry in (*game.ledger.of_deal(deal.number), *(due for due in dues if due.deal == deal.number)):
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


def _write_needed(game: Game, deal: Deal, team: int, target: int) -> None:
    """Write what made a party first though it was not said yet: Stöck in hand, then further Weise. (UB-BERG-02, UB-AUSM-03)"""
    if deal.stoeck_holder() in (team, team + 2):
        write_held_stoeck(game, deal)
    if game.totals()[team] < target:
        for seat in (team, team + 2):
            weise = addable(game, deal, seat)
            if weise:
                deal.weisen.added[seat] = weise
        book_weise(game, deal)


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
            if game.totals()[winner] < ending.target:
                _write_needed(game, deal, winner, ending.target)
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
    """Take out what came from a source in this deal, written or due, and remember it for an appeal."""
    gone = [due.entry for due in game.due if due.entry.deal == deal.number and due.entry.source is source]
    gone += [entry for entry in game.ledger.of_deal(deal.number) if entry.source is source]
    game.due = [due for due in game.due if due.entry not in gone]
    game.ledger.strike(deal.number, source)
    deal.struck += gone


def _reopen(game: Game, deal: Deal) -> None:
    """Take back the end by thanks, so that the order of finishing decides. (JR-AUSM-08)"""
    struck, deal.struck = deal.struck, []
    _strike(game, deal, Source.STICH)
    deal.struck = []
    for entry in struck:
        game.write(entry)
    game.over, game.over_by, game.winner, game.schneider = False, "", None, False
    game.finished_deals.remove(deal)
    deal.phase, deal.broken_off = Phase.PLAYING, False


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
        rule = book.rule("penalties.false-thanks")
        game.penalties.append((event.seat, book.penalties["false-thanks"].points, rule))


def resume_thanks(game: Game) -> None:
    """A Bedanken that counted a wrong card: it stands if the points are reached without it, otherwise it lapses. (JR-BED-09)"""
    team, game.thanks_waiting = game.thanks_waiting, None
    if team is not None and not game.over and game.totals()[team] >= game.book.ending.target:
        finish_with(game, team, "thanks")


def may_invoke(game: Game) -> bool:
    """Whether the order of finishing may be invoked: both parties are out with the first trick, the book waits. (JR-AUSM-01)"""
    deal, ending = game.deals[-1] if game.deals else None, game.book.ending
    if deal is None or not deal.open or not in_first_trick(deal) or game.over or ending.finish is Finish.AUTOMATIC:
        return False
    if not game.ausmach or not 0 < ending.target <= max(game.totals()):
        return False
    try:
        _first_by_order(game, 0)
    except RuleViolation:
        return False
    return True


def _first_by_order(game: Game, seat: int) -> int:
    """The party that the order of finishing puts first; refused where it cannot be invoked. (JR-AUSM-03, 07, 08)"""
    if not game.ausmach or not game.book.ending.target:
        raise game.refuse("ending.ausmach", "no-ausmach")
    deal = game.deal
    if not deal.tricks:
        raise game.refuse("ending.ausmach_first_trick", "ausmach-first-trick", seat=seat)
    late = (game.over and game.over_by != "thanks") or len(deal.tricks) != 1 or deal.has_played(seat, 2)
    if late or not game.book.ending.ausmach_appeal:
        raise game.refuse("ending.ausmach_appeal", "ausmach-too-late" if late else "no-appeal", seat=seat)
    now = _standing_at_end(game, deal) if game.over else standing(game, deal)
    target = game.book.ending.target
    winner = first_to(target, now, game.ausmach, game.book.ending.ausmach_reading)
    if winner is None or min(now.total(0), now.total(1)) < target:  # both were out before, and nothing in this trick counts
        raise game.refuse("ending.ausmach_first_trick", "ausmach-not-both", totals=(now.total(0), now.total(1)))
    return winner


def invoke_ausmach(game: Game, event: AusmachInvoked) -> None:
    """Have the order of finishing applied to the first trick; who thanked first does not matter. (JR-AUSM-03, 07, 08)"""
    winner = _first_by_order(game, event.seat)
    deal = game.deal
    if game.over:
        _reopen(game, deal)
    finish_with(game, winner, "ausmach")


def _standing_at_end(game: Game, deal: Deal) -> Standing:
    """The standing of the first trick after thanks: its trick is written already, what the loser may not count is struck."""
    now = standing(game, deal)
    base, weis = list(now.base), list(now.weis)
    for entry in (*game.ledger.of_deal(deal.number), *(due.entry for due in game.due if due.entry.deal == deal.number)):
        if entry.source is Source.STICH:
            base[entry.team] -= entry.points
    for entry in deal.struck:
        if entry.source is Source.WEIS:
            weis[entry.team] += entry.points
    return Standing((base[0], base[1]), now.stoeck, (weis[0], weis[1]), now.stich)


HANDLERS: Mapping[type, Callable[[Game, Any], None]] = {Thanked: thank, AusmachInvoked: invoke_ausmach}
