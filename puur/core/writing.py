"""Writing: what the Schreiber has to do in time, counts and results entered by hand, corrections, the slate.

With automatic keeping everything is written when it arises, so that nothing can be forfeited.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from puur.core.control import check_deal, deal_sum
from puur.core.counting import BonusDeadline, Control, ResultDeadline
from puur.core.deal import Deal, Phase
from puur.core.events import (
    AusmachInvoked,
    CorrectionMade,
    Counted,
    ResultEntered,
    SlateAcknowledged,
    SlateRequested,
    StoeckShown,
    Thanked,
    WeisAnnounced,
    Wrote,
)
from puur.core.finish import require_undecided
from puur.core.ledger import Entry
from puur.core.outcome import bergpreis_again, say_again, take_back_end
from puur.core.reglement import FalseThanks, Source
from puur.core.seats import other, team_of

if TYPE_CHECKING:
    from puur.core.game import Game

BONUS = (Source.WEIS, Source.STOECK)
BROKEN_OFF = "broken-off"
MOST_WRITTEN = 5000  # in one deal


class Due(NamedTuple):
    """An entry that the Schreiber has not written yet, and the trick in which it arose."""

    entry: Entry
    trick: int


class Warning_(NamedTuple):
    """Something that the book tolerates but people should look at."""

    rule: str
    reason: str
    facts: tuple[tuple[str, object], ...]


def forfeit_at_card(game: Game, seat: int) -> None:
    """The Schreiber plays a card: what should have been written before it is lost. (JR-WRITE-02, JR-WRITE-08, JR-STOE-03)"""
    deal, rules = game.deal, game.book.writing

    def lost(due: Due) -> bool:
        if game.schreiber_of(due.entry.team) != seat:
            return False
        if due.entry.source in BONUS and due.entry.deal == deal.number:
            return rules.bonus is BonusDeadline.SCHREIBER_CARD and due.trick < len(deal.tricks) + 1
        return rules.result is ResultDeadline.SCHREIBER_CARD and due.entry.deal < deal.number

    game.due = [due for due in game.due if not lost(due)]


def require_written(game: Game) -> None:
    """Refuse the next deal while the last one is not written, where the book waits for it. (TAM-ES-62)"""
    if game.book.writing.result is ResultDeadline.BEFORE_NEXT_DEAL and game.due:
        raise game.refuse("writing.result", "result-not-written", due=len(game.due))


def forfeit_at_deal(game: Game) -> None:
    """The next deal is dealt: where that is the limit, what is not written is lost. (AJZ-2.2.1-50, AJZ-2.2.1-51)"""
    if game.book.writing.result is ResultDeadline.NEXT_DEAL:
        game.due = [due for due in game.due if due.entry.deal >= game.deal.number]


def write(game: Game, event: Wrote) -> None:
    """The Schreiber of a team writes what is due. (JR-WRITE-01, JR-WRITE-07, NWS-2-02)"""
    if game.schreiber and game.schreiber_of(event.team) != event.seat:
        raise game.refuse("table.schreiber", "not-the-schreiber", seat=event.seat)

    def meant(due: Due) -> bool:
        is_bonus = due.entry.source in BONUS
        wanted = due.entry.source is event.source if event.source in BONUS else not is_bonus
        return due.entry.team == event.team and wanted

    fitting = [due for due in game.due if meant(due)]
    if not fitting:
        own_limit = event.source in BONUS and game.book.writing.bonus is not BonusDeadline.WITH_RESULT
        raise game.refuse("writing.bonus" if own_limit else "writing.result", "nothing-due", team=event.team)
    if game.book.writing.both_count and event.source not in BONUS and len(game.counts) < 2:
        raise game.refuse("writing.both_count", "counts-missing", counted=len(game.counts))
    game.due = [due for due in game.due if not meant(due)]
    for due in fitting:
        game.ledger.add(due.entry)


def count(game: Game, event: Counted) -> None:
    """Both teams state their counts of the deal just played; together they make 157. (NWS-2-03, NWS-7-01, NWS-7-02)"""
    if not game.deals or game.deal.phase is not Phase.OVER:
        raise game.refuse("writing.both_count", "deal-not-over")
    team = game.sides[event.seat]
    counts = {**game.counts, team: event.points}
    if len(counts) == len(game.ledger.totals):
        check = check_deal(game.book, tuple(counts.values()))
        if not check.ok:
            if game.book.writing.control is Control.BLOCK:
                raise game.refuse("writing.control", "control-sum", found=check.found, difference=check.difference)
            game.warn("writing.control", "control-sum", found=check.found, difference=check.difference)
    game.counts[team] = event.points


def enter_result(game: Game, event: ResultEntered) -> None:
    """A deal known by its result alone, as from paper. (TAM-ES-62, NWS-2-02, NWS-7-03, JR-CNT-01, UB-POINTS-06)"""
    game.require_running()
    book = game.book
    if not game.between_deals:
        raise game.refuse("writing.result", "deal-under-way")
    game.require_schreiber()
    require_written(game)
    require_undecided(game)
    if event.by is not None and game.schreiber and event.by not in game.schreiber:
        raise game.refuse("table.schreiber", "not-the-schreiber", seat=event.by)
    _check_basis(game, event)
    if event.mode is None and game.form.needs_mode(book):
        raise game.refuse("modes", "mode-needed")
    if len(event.points) != len(game.ledger.totals):
        raise game.refuse("scoring.total", "points-out-of-range", points=event.points)
    least, most = (0, deal_sum(book)) if game.form.counts_on_paper else (-MOST_WRITTEN, MOST_WRITTEN)
    if min(event.points) < least or max(event.points) > most:
        raise game.refuse("scoring.total", "points-out-of-range", points=event.points)
    for bonus, rules in ((event.weis, book.weis.enabled), (event.stoeck, book.stoeck.enabled)):
        if any(bonus) and not rules:
            raise game.refuse("weis.enabled" if bonus is event.weis else "stoeck.enabled", "bonus-not-played")
        if min(bonus) < 0:
            raise game.refuse("scoring.total", "points-out-of-range", points=bonus)
    if not game.form.counts_on_paper:
        _enter(game, event, None)
        return
    check = check_deal(book, event.points)
    if event.basis == BROKEN_OFF:
        _check_broken_off(game, event)
    elif not check.ok and (book.writing.control is Control.BLOCK or event.basis == "estimated"):
        raise game.refuse("scoring.total", "control-sum", found=check.found, difference=check.difference)
    if event.match is not None and event.points[event.match] != book.scoring.total:
        raise game.refuse("scoring.match_bonus", "match-without-all-points", points=event.points)
    _check_bergpreis(game, event)
    _enter(game, event, game.form.own_of_paper(game, event.said))
    if not check.ok and event.basis != BROKEN_OFF:
        game.warn("writing.control", "control-sum", found=check.found, difference=check.difference)


def _check_basis(game: Game, event: ResultEntered) -> None:
    if event.basis == "split" and not game.book.writing.split:
        raise game.refuse("writing.split", "no-splitting")
    if event.basis not in ("played", "estimated", "split", BROKEN_OFF):
        raise game.refuse("writing.estimate", "basis-unknown", basis=event.basis)
    if event.basis == "estimated" and not game.book.writing.estimate:
        raise game.refuse("writing.estimate", "no-estimates")


def _check_broken_off(game: Game, event: ResultEntered) -> None:
    """The last deal, left off when a party was out or said so: less than a whole deal. (JR-BED-01, JR-BED-06, UB-AUSM-05)

    Where nobody is there yet somebody thanked wrongly; `Thanked` says who, where the book lets that lose the game.
    """
    ending = game.book.ending
    target = ending.target
    if not target or event.match is not None or sum(event.points) >= game.book.scoring.total:
        raise game.refuse("ending.finish", "not-broken-off", points=event.points)
    if ending.false_thanks is not FalseThanks.GAME_LOST and max(_totals_with(game, event)) < target:
        raise game.refuse("ending.target", "nobody-out", totals=_totals_with(game, event), target=target)


def _totals_with(game: Game, event: ResultEntered) -> tuple[int, ...]:
    """The score that an entered result leads to."""
    book = game.book
    factor = game.form.factor(game, event.mode, event.variant)
    totals = list(game.totals())
    for team, points in enumerate(event.points):
        made = points + (book.scoring.match_bonus if event.match == team else 0)
        bonus = (event.weis[team] + event.stoeck[team]) * (factor if book.weis.times_factor else 1)
        totals[team] += made * factor + bonus
    return tuple(totals)


def _check_bergpreis(game: Game, event: ResultEntered) -> None:
    """Only the table knows who was first when both reach the half in one deal; nobody else can have won it. (UB-BERG-01, 03)"""
    book = game.book
    if not book.bergpreis and event.bergpreis is None:
        return
    there = [total >= book.half for total in _totals_with(game, event)]
    to_win = book.bergpreis and game.bergpreis is None
    if event.bergpreis is None and to_win and all(there):
        raise game.refuse("striche.bergpreis", "bergpreis-untold")
    if event.bergpreis is not None and not (to_win and there[event.bergpreis]):
        raise game.refuse("striche.bergpreis", "bergpreis-not-won")


def _enter(game: Game, event: ResultEntered, own: object) -> None:
    book = game.book
    dealer = game.next_dealer() or 0
    announcer = event.announcer if event.announcer is not None else (dealer + 1) % len(game.seats)
    if event.mode is not None:
        game.form.check_entered(game, announcer, event.mode, event.variant)
    deal = game.open_deal(dealer)
    deal.entered = True
    deal.announcer = announcer
    deal.first_speaker = deal.speaker = deal.after(dealer)
    deal.own = own
    if event.mode is not None:
        game.form.enter(game, deal, event.mode, event.variant)
    deal.points = list(event.points)
    deal.match = event.match
    deal.broken_off = event.basis == BROKEN_OFF
    deal.phase = Phase.OVER
    game.finished_deals.append(deal)
    factor = game.bonus_factor(deal)
    for source, amounts, rule in ((Source.WEIS, event.weis, "weis.values.runs"), (Source.STOECK, event.stoeck, "stoeck.points")):
        for team, raw in enumerate(amounts):
            if raw:
                game.ledger.add(Entry(deal.number, team, source, raw, factor, raw * factor, book.rule(rule)))
    for entry in game.form.entries(game, deal) if game.form.counts_on_paper else _as_written(game, deal):
        if event.basis == "estimated":  # the mark of a reconstructed result (JR-CNT-01)
            entry = entry._replace(rule=book.rule("writing.estimate"))
        game.ledger.add(entry)
    if event.bergpreis is not None:
        game.bergpreis, game.bergpreis_at = event.bergpreis, (deal.number, 0)


def _as_written(game: Game, deal: Deal) -> list[Entry]:
    """The numbers of a deal as people wrote them, where only they know what was bid and made."""
    rule = game.book.rule("scoring.total")
    return [Entry(deal.number, side, Source.RESULT, points, 1, points, rule) for side, points in enumerate(deal.points)]


def correct(game: Game, event: CorrectionMade) -> None:
    """Correct what was written for a deal; with a single Schreiber during the whole following deal. (JR-WRITE-05)"""
    numbers = [deal.number for deal in game.deals]
    if event.deal not in numbers:
        raise game.refuse("writing.correction", "no-such-deal", deal=event.deal)
    finished = len(game.finished_deals)
    running = game.deals[-1]
    following_over = event.deal + 1 < running.number or (event.deal + 1 == running.number and running.phase is Phase.OVER)
    if event.by is not None and following_over and game.book.ending.target:
        raise game.refuse("writing.correction", "correction-too-late", deal=event.deal, finished=finished)
    rule = game.book.rule("writing.correction")
    said = take_back_end(game) if game.over and game.before_end is not None else []
    game.ledger.add(Entry(event.deal, event.team, Source.CORRECTION, event.points, 1, event.points, rule))
    if game.book.bergpreis:
        bergpreis_again(game)
    for word in said:  # a Bedanken is judged by the right score, what was shown in time counts
        if isinstance(word, Thanked | AusmachInvoked | StoeckShown | WeisAnnounced):
            say_again(game, word)


def request_slate(game: Game, event: SlateRequested) -> None:
    """Ask the Schreiber for a clearer slate; the request stays until it is acknowledged. (JR-WRITE-06, UB-SLATE-06)"""
    if event.seat not in game.slate_requests:
        game.slate_requests.append(event.seat)


def acknowledge_slate(game: Game, event: SlateAcknowledged) -> None:
    """The Schreiber has seen to it; where each team has one, to what the opponents asked for. (JR-WRITE-06)"""
    if game.schreiber and event.seat not in game.schreiber:
        raise game.refuse("table.schreiber", "not-the-schreiber", seat=event.seat)
    waiting = [seat for seat in game.slate_requests if game.schreiber_of(other(team_of(seat))) not in (None, event.seat)]
    game.slate_requests = waiting


HANDLERS: Mapping[type, Callable[[Game, Any], None]] = {
    Wrote: write,
    Counted: count,
    ResultEntered: enter_result,
    CorrectionMade: correct,
    SlateRequested: request_slate,
    SlateAcknowledged: acknowledge_slate,
}
