"""The end of an evening: penalties, remarks, protests, ties, the closed ranking and the prizes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

from puur.evening.events import (
    PenaltyGiven,
    PrizeHanded,
    ProtestDecided,
    ProtestFiled,
    RankingClosed,
    RankingReopened,
    Remarked,
    TieSettled,
)
from puur.evening.ranking import Settlement, prizes, ranking
from puur.evening.results import total_still_right
from puur.evening.state import Protest
from puur.referee.protests import check_protest

if TYPE_CHECKING:
    from puur.evening.evening import Evening


def _penalty_given(evening: Evening, event: PenaltyGiven) -> None:
    evening.player(event.player)
    evening.still_open()
    if not event.reason.strip():
        evening.refuse("evening.rank_by", "reason-needed")
    if event.fine < 0 or (event.fine and not event.rule.strip()):
        evening.refuse("evening.rank_by", "fine-article")
    evening.penalties.append((event.player, event.points, event.reason, event.rule))


def _remarked(evening: Evening, event: Remarked) -> None:
    evening.player(event.player)
    evening.remarks[event.player] = event.text


def _protest_filed(evening: Evening, event: ProtestFiled) -> None:
    """As the book wants it; one that an earlier version took stays. (TAM-ES-75 to 77, NWS-9-08)"""
    evening.player(event.player)
    incident, sent = (evening.day(text, "referee.protest_days") for text in (event.incident, event.sent))
    if not evening.replaying:
        check_protest(
            evening.book,
            written=event.written,
            incident_on=incident,
            sent_on=sent,
            account=event.account,
            persons=event.persons,
        )
        _that_evening(evening, incident)
    rule = evening.book.rule("referee.protest_days")
    evening.protests.append(Protest(event.player, event.account, event.persons, event.sent, rule))


def _that_evening(evening: Evening, incident: date) -> None:
    """The days count from the incident: one of this evening, which may last past midnight. (TAM-ES-76, TAM-CP-47)"""
    try:
        held = date.fromisoformat(evening.setup.date)
    except ValueError:
        return
    if not held <= incident <= held + timedelta(days=1):
        evening.refuse("referee.protest_days", "protest-other-day", incident=incident.isoformat(), date=held.isoformat())


def _protest_decided(evening: Evening, event: ProtestDecided) -> None:
    evening.official(event.by, "referee.officials")
    if not 1 <= event.number <= len(evening.protests):
        evening.refuse("referee.protest_days", "no-such-protest", number=event.number)
    known = evening.protests[event.number - 1]
    if known.upheld is not None:
        evening.refuse("referee.protest_days", "protest-decided", number=event.number)
    evening.protests[event.number - 1] = replace(known, upheld=event.upheld, decision=event.decision)


def _tie_settled(evening: Evening, event: TieSettled) -> None:
    """Only what is tied now, and all of it: nobody falls behind by not being named."""
    named = (*event.order, *event.rest)
    rows = [row for row in ranking(evening).rows if set(row.players) & set(named)]
    if not event.order or len(rows) < 2 or len({row.rank for row in rows}) > 1 or len(rows) != len(named):
        evening.refuse("evening.tie_breaks", "no-tie", players=list(named))
    tied = [row for row in ranking(evening).rows if row.rank == rows[0].rank]
    if len(tied) != len(rows) and not evening.replaying:
        left = [row.players[0] for row in tied if row not in rows]
        evening.refuse("evening.tie_breaks", "tie-incomplete", players=left)
    ahead = {player: place for place, player in enumerate(event.order)}
    behind = len(event.order) - (not event.rest)
    levels = {row.scored.key: min((ahead[each] for each in row.players if each in ahead), default=behind) for row in tied}
    evening.settled.append(Settlement(levels, {row.scored.key: row.scored.result for row in tied}))


def _closed(evening: Evening, _: RankingClosed) -> None:
    evening.still_open()
    if evening.released < evening.planned:
        evening.refuse("evening.rounds", "rounds-to-play", released=evening.released, rounds=evening.planned)
    for number in range(1, evening.released + 1):
        if missing := evening.missing_results(number):
            evening.refuse("evening.rank_by", "results-missing", round=number, tables=missing)
    for place in evening.disputes:
        evening.undisputed(*place)
    for player in evening.stated if not evening.replaying else ():
        total_still_right(evening, player)
    evening.closed = True


def _reopened(evening: Evening, event: RankingReopened) -> None:
    if not evening.closed:
        evening.refuse("evening.rank_by", "ranking-open")
    if not event.reason.strip():
        evening.refuse("evening.rank_by", "reason-needed")
    evening.closed = False


def _prize_handed(evening: Evening, event: PrizeHanded) -> None:
    """Only by the closed ranking: who wins is known when all rounds are played. (UB-MODE-03, UB-PRIZE-01)"""
    if not evening.closed and not evening.replaying:
        evening.refuse("evening.prizes", "prize-too-early")
    if all(event.player not in prize.players for prize in prizes(evening)):
        evening.refuse("evening.prizes", "no-prize", player=event.player)
    evening.prizes_handed.add(event.player)


HANDLERS: dict[type, Callable[[Any, Any], None]] = {
    PenaltyGiven: _penalty_given,
    Remarked: _remarked,
    ProtestFiled: _protest_filed,
    ProtestDecided: _protest_decided,
    TieSettled: _tie_settled,
    RankingClosed: _closed,
    RankingReopened: _reopened,
    PrizeHanded: _prize_handed,
}
