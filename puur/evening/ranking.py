"""The ranking: totals, each book's tie-breaks in their order, who is not ranked and why, prizes, and the reason for each placing.

A tie-break that decides is named with its provision. What stays equal shares the rank, the next rank is skipped, and the
Turnierleitung may settle it by an event of its own. (NWS-8-01 to 03, TAM-ES-23, TAM-CP-06, UB-MODE-03, UB-STR-09)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING

from puur.core.evening import TieBreak, Visa
from puur.core.form import lower_ranks
from puur.core.reglement import Reglement
from puur.evening.sheets import How, Standblatt, sheets

if TYPE_CHECKING:
    from puur.evening.evening import Evening


class Unranked(StrEnum):
    """Why somebody has no rank."""

    EXCLUDED = "excluded"
    DISQUALIFIED = "disqualified"
    WITHDRAWN = "withdrawn"
    NOT_PLAYED = "not-played"
    UNSIGNED = "unsigned"
    NOT_HANDED_IN = "not-handed-in"


PENDING = (Unranked.UNSIGNED, Unranked.NOT_HANDED_IN)  # what can still come right before the ranking is closed


@dataclass(frozen=True, slots=True)
class Scored:
    """What ranks: one person or pair with the counted rounds, best first."""

    key: str
    total: int
    rounds: tuple[int, ...]
    dropped: tuple[int, ...] = ()
    matches: int = 0

    @property
    def result(self) -> tuple[object, ...]:
        """Everything that ranks."""
        return self.total, self.rounds, self.dropped, self.matches


@dataclass(frozen=True, slots=True)
class Settlement:
    """How a tie was settled: the level of each who shared the rank then, and the results of each; it decides no other tie."""

    levels: Mapping[str, int]
    results: Mapping[str, tuple[object, ...]]


@dataclass(frozen=True, slots=True)
class Why:
    """Why somebody is behind the one above: what decided, both values, and the provision."""

    by: str  # "total", a tie-break, "settled", or "shared"
    own: int
    above: int
    rule: str


@dataclass(frozen=True, slots=True)
class Placing:
    """One line of the ranking."""

    rank: int
    players: tuple[str, ...]
    scored: Scored
    why: Why | None  # None for the first
    pending: Unranked | None = None  # what the sheet still lacks while the ranking is open
    unconfirmed: bool = False  # somebody has yet to confirm having played by the rules


@dataclass(frozen=True, slots=True)
class NotRanked:
    """Somebody without a rank: why, with the provision."""

    players: tuple[str, ...]
    reason: Unranked
    total: int
    rule: str


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking of an evening as it stands."""

    rows: tuple[Placing, ...]
    unranked: tuple[NotRanked, ...]
    final: bool


@dataclass(frozen=True, slots=True)
class Prize:
    """What a place wins, in francs; shared places share their prizes, and the Turnierleitung settles how."""

    rank: int
    players: tuple[str, ...]
    amount: Fraction
    rule: str
    shared: bool


@dataclass(frozen=True, slots=True)
class Step:
    """What is compared between two, one step after the other: more is better, or less where it counts `upwards`."""

    by: str
    values: Sequence[float]
    rule: str
    upwards: bool = False

    @property
    def key(self) -> list[float]:
        """For sorting, the best last."""
        return [-value if self.upwards else value for value in self.values]


def order(
    book: Reglement, entries: Sequence[Scored], seed: str = "", settled: Sequence[Settlement] = ()
) -> list[tuple[int, Scored, Why | None]]:
    """Rank by total and the book's tie-breaks: rank, entry, and why it stands behind the one above."""
    lot = {entry.key: random.Random(f"{seed}/lot/{entry.key}").random() for entry in entries}
    lower = lower_ranks(book)
    levels: dict[str, tuple[int, ...]] = {}

    def steps(entry: Scored) -> list[Step]:
        compared = [Step("total", (entry.total,), book.rule("evening.rank_by"), lower)]
        for place, tie in enumerate(book.evening.tie_breaks):
            values: Sequence[float] = {
                TieBreak.BEST_ROUNDS: sorted(entry.rounds, reverse=not lower),
                TieBreak.DROPPED_ROUND: sorted(entry.dropped, reverse=not lower),
                TieBreak.MATCHES: (entry.matches,),
                TieBreak.LOT: (lot[entry.key],),
            }[tie]
            upwards = lower and tie in (TieBreak.BEST_ROUNDS, TieBreak.DROPPED_ROUND)
            compared.append(Step(tie.value, values, book.rule(f"evening.tie_breaks.{place}"), upwards))
        compared.append(Step("settled", levels.get(entry.key, ()), book.rule("evening.tie_breaks"), upwards=True))
        return compared

    levels = _levels(entries, lambda entry: [step.key for step in steps(entry)], settled)
    ranked = sorted(entries, key=lambda entry: [step.key for step in steps(entry)], reverse=True)
    result: list[tuple[int, Scored, Why | None]] = []
    for place, entry in enumerate(ranked, start=1):
        if not result:
            result.append((1, entry, None))
            continue
        rank, above, _ = result[-1]
        why = _difference(book, steps(above), steps(entry))
        result.append((rank if why.by == "shared" else place, entry, why))
    return result


def _levels(
    entries: Sequence[Scored], compared: Callable[[Scored], object], settled: Sequence[Settlement]
) -> dict[str, tuple[int, ...]]:
    """The place of each among those tied, one number for each settlement of exactly this tie."""
    levels: dict[str, tuple[int, ...]] = {}
    for settlement in settled:
        named = [entry for entry in entries if entry.result == settlement.results.get(entry.key)]
        if not named or len(named) != len(settlement.levels):
            continue  # a result has changed since: this is another tie
        tied = [
            entry
            for entry in entries
            if compared(entry) == compared(named[0]) and levels.get(entry.key) == levels.get(named[0].key)
        ]
        if {entry.key for entry in tied} == settlement.levels.keys():
            levels |= {key: (*levels.get(key, ()), level) for key, level in settlement.levels.items()}
    return levels


def _difference(book: Reglement, above: Sequence[Step], own: Sequence[Step]) -> Why:
    for theirs, mine in zip(above, own, strict=False):
        for place, (better, worse) in enumerate(zip(theirs.values, mine.values, strict=False)):
            if better != worse:
                rules = book.rules("evening.tie_breaks") if mine.by == TieBreak.BEST_ROUNDS.value else (mine.rule,)
                return Why(mine.by, int(worse), int(better), rules[min(place, len(rules) - 1)])
    return Why("shared", int(own[0].values[0]), int(above[0].values[0]), (book.rules("evening.tie_breaks") or ("",))[-1])


def ranking(evening: Evening, *, provisional: bool = False) -> Ranking:
    """The ranking as the book has it now; it is final once it is closed.

    With `provisional` it is read as people read it while they play: a sheet that only lacks its Visum or the hand-in stands in
    the order and says what it waits for: NWS-7-11 and NWS-7-12 judge the sheets at the end.
    """
    provisional = provisional and not evening.closed
    entries: list[Scored] = []
    unranked: list[NotRanked] = []
    members: dict[str, tuple[str, ...]] = {}
    pending: dict[str, Unranked] = {}
    known = sheets(evening)
    for key, players in _units(evening):
        own = [known[player] for player in players]
        first = own[0]
        total = first.total - sum(partner.penalty for partner in own[1:])
        members[key] = players
        reason, field = next((refused for each in own if (refused := _unranked(evening, each)) is not None), (None, ""))
        if reason is not None and provisional and reason in PENDING:
            pending[key] = reason
        elif reason is not None:
            unranked.append(NotRanked(players, reason, total, evening.book.rule(field)))
            continue
        entries.append(Scored(key, total, first.counted, first.dropped, first.matches))
    placed = order(evening.book, entries, evening.setup.seed, evening.settled)
    rows = tuple(
        Placing(rank, members[entry.key], entry, why, pending.get(entry.key), _unconfirmed(evening, members[entry.key]))
        for rank, entry, why in placed
    )
    return Ranking(rows, tuple(unranked), evening.closed)


def _unconfirmed(evening: Evening, players: Sequence[str]) -> bool:
    """Whether the book wants a player's word and it is missing. (UB-SHEET-05)"""
    return evening.book.referee.confirm_result and not evening.honour.keys() >= set(players)


def _units(evening: Evening) -> list[tuple[str, tuple[str, ...]]]:
    if not evening.in_pairs:
        return [(person.id, (person.id,)) for person in evening.players.values() if person.here]
    pairs: dict[str, list[str]] = {}
    for person in evening.players.values():
        if person.here:
            pairs.setdefault(person.pair, []).append(person.id)
    return [(name, tuple(players)) for name, players in pairs.items()]


def _unranked(evening: Evening, own: Standblatt) -> tuple[Unranked, str] | None:
    """Why a sheet does not rank, and the field of the book behind it. (NWS-7-09 to 12, UB-CONDUCT-04)"""
    person, rules = evening.players[own.player], evening.book.evening
    if person.disqualified:
        return Unranked.DISQUALIFIED, "referee.disqualify"
    if person.excluded:
        return Unranked.EXCLUDED, "referee.warning_first"
    if person.withdrawn and (person.left_after or 0) < evening.planned:
        return Unranked.WITHDRAWN, "evening.rounds"
    if not any(row.how in (How.PLAYED, How.SET, How.SAT_OUT) for row in own.rows):
        return Unranked.NOT_PLAYED, "evening.rounds"
    if not rules.unsigned_ranked:
        rounds_signed = all(row.signed for row in own.rows if row.how is How.PLAYED)
        # a total that changed after its visa, by a penalty or a score that was set, is signed no longer (NWS-7-09)
        right = evening.closed or evening.stated.get(own.player, own.total) == own.total
        total_signed = rules.visa is not Visa.ROUNDS_AND_TOTAL or (right and (own.player, 0) in evening.signed)
        if not own.complete or not rounds_signed or not total_signed:
            return Unranked.UNSIGNED, "evening.unsigned_ranked"
    if rules.hand_in and own.player not in evening.handed_in:
        return Unranked.NOT_HANDED_IN, "evening.hand_in"
    return None


def prizes(evening: Evening) -> tuple[Prize, ...]:
    """What each place wins by the rule book. (UB-PRIZE-01 to 03, UB-EVENT-06)"""
    amounts = evening.book.evening.prizes
    by_rank: dict[int, list[tuple[str, ...]]] = {}
    for row in ranking(evening).rows:
        by_rank.setdefault(row.rank, []).append(row.players)
    won = []
    for rank, winners in by_rank.items():
        places = amounts[rank - 1 : rank - 1 + len(winners)]
        if not places:
            break
        rule = evening.book.rule(f"evening.prizes.{rank - 1}")
        for players in winners:
            won.append(Prize(rank, players, Fraction(sum(places), len(winners)), rule, len(winners) > 1))
    return tuple(won)
