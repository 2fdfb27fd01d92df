"""Random evenings: late entries, drop-outs, corrections, penalties, wrong sums, all played through the engine.

Pure: the `rng` decides everything. What the engine
refuses on purpose (a wrong sum, an unsigned sheet) is tried as well and has to be refused.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

from puur.core.control import passe_sum
from puur.core.counting import Difference
from puur.core.errors import RuleViolation
from puur.core.evening import RankBy, Rest, Visa
from puur.core.reglement import Reglement
from puur.core.striche import Striche
from puur.evening.evening import Evening
from puur.evening.events import (
    CheckedIn,
    Entered,
    Event,
    HandedIn,
    PenaltyGiven,
    RankingClosed,
    ResultEntered,
    RoundReleased,
    Signed,
    StandInNamed,
    TotalStated,
    Withdrawn,
)
from puur.evening.seats import empty_seats
from puur.evening.sheets import sheet
from puur.evening.state import EveningSetup
from tests.evening.evenings import result_confirmed, result_entered


@dataclass(frozen=True, slots=True)
class Trouble:
    """How often things happen that make an evening difficult, from 0 to 1."""

    late: float = 0.3  # somebody comes late, before each round
    leaves: float = 0.3  # somebody leaves, after each round
    corrected: float = 0.1  # a result, each table
    penalty: float = 0.1  # each round
    wrong: float = 0.1  # a wrong sum is entered first, each table
    unsigned: float = 0.05  # a sheet is never signed, where signatures are asked for


def play(rng: random.Random, book: Reglement, players: int, trouble: Trouble | None = None) -> Evening:
    """A whole evening from check-in to the closed ranking."""
    trouble = trouble or Trouble()
    rest = Rest.STAND_IN if book.evening.rest is Rest.REFUSE else None
    seed = str(rng.random())
    evening = Evening(book, EveningSetup("Simulation", "2024-10-24", "Saal", seed, rest=rest))
    coming = iter(range(1, 10_000))
    for _ in range(players):
        _enter(evening, next(coming))
    for number in range(1, evening.planned + 1):
        if number > 1 and rng.random() < trouble.late:
            _enter(evening, next(coming))
        evening.submit(evening.drawn())
        for table, place in empty_seats(evening, number):
            evening.submit(StandInNamed(number, table, place, "Jassleiter"))
        evening.submit(RoundReleased(number))
        for one in evening.round(number).tables:
            _result(rng, evening, number, one.number, trouble)
        _sign(rng, evening, number, trouble)
        if rng.random() < trouble.penalty:
            evening.submit(PenaltyGiven(rng.choice(evening.playing()), rng.randint(1, 50), "zu spät am Tisch"))
        if number < evening.planned and rng.random() < trouble.leaves and len(evening.playing()) > 8:
            _leave(rng, evening)
    _close(rng, evening, trouble)
    return evening


def _enter(evening: Evening, number: int) -> None:
    """One person, or both of a pair."""
    for half in ("a", "b") if evening.in_pairs else ("",):
        player = f"{number}{half}"
        pair = f"Paar {number}" if evening.in_pairs else ""
        evening.submit(Entered(player, f"Person {player}", pair, club=f"Club {number % 23}", email=f"p{player}@example.org"))
        evening.submit(CheckedIn(player, accepted=True))


def _leave(rng: random.Random, evening: Evening) -> None:
    gone = rng.choice(evening.playing())
    pair = evening.players[gone].pair
    for player in [one.id for one in evening.players.values() if one.id == gone or (pair and one.pair == pair)]:
        evening.submit(Withdrawn(player, "muss heim"))


def refused(evening: Evening, event: Event) -> bool:
    """Whether the engine refuses this; it is not applied otherwise either."""
    try:
        Evening.replay(evening.book, evening.setup, [*evening.events, event])
    except RuleViolation:
        return True
    return False


def _result(rng: random.Random, evening: Evening, number: int, table: int, trouble: Trouble) -> None:
    result = _sheet(rng, evening.book, number, table)
    if rng.random() < trouble.wrong and result.sheet.totals is not None and passe_sum(evening.book):
        wrong = result_entered(number, table, (result.sheet.totals[0] + rng.randint(1, 20), result.sheet.totals[1]))
        if evening.book.writing.difference is Difference.SPLIT:
            evening.submit(wrong)
            result = result_entered(number, table, result.sheet.totals, reason="nachgezählt")
        else:
            try:
                evening.submit(wrong)
                raise AssertionError("a wrong sum was accepted")
            except RuleViolation:
                pass
    evening.submit(result)
    if rng.random() < trouble.corrected:
        again = _sheet(rng, evening.book, number, table)
        evening.submit(replace(again, reason="falsch abgeschrieben"))
        result = again
    evening.submit(result_confirmed(number, table, result.sheet.totals, result.sheet.striche, "Gegner"))


def _sheet(rng: random.Random, book: Reglement, number: int, table: int) -> ResultEntered:
    if book.evening.rank_by is RankBy.STRICHE:
        rules = book.striche
        first = rng.random() < 0.5
        rows = [Striche(match=rules.match * rng.choice((0, 0, 0, 1, 2))) for _ in range(2)]
        winner, loser = (0, 1) if first else (1, 0)
        schneider = rng.random() < 0.2
        mountain = schneider or rng.random() < 0.7
        rows[winner] = Striche(rows[winner].match, rules.bergpreis * mountain, rules.victory, rules.schneider * schneider)
        rows[loser] = Striche(rows[loser].match, rules.bergpreis * (not mountain))
        return result_entered(number, table, striche=(rows[0], rows[1]))
    whole = passe_sum(book) or 2000
    one = rng.randint(whole // 4, 3 * whole // 4)
    return result_entered(number, table, (one, whole - one))


def _sign(rng: random.Random, evening: Evening, number: int, trouble: Trouble) -> None:
    rules = evening.book.evening
    if rules.visa is Visa.NONE:
        return
    by = evening.book.referee.officials[0]
    for player in evening.round(number).players():
        if rules.visa_before_draw or rng.random() >= trouble.unsigned:
            evening.submit(Signed(player, number, by))


def _close(rng: random.Random, evening: Evening, trouble: Trouble) -> None:
    rules = evening.book.evening
    for player in evening.playing():
        own = sheet(evening, player)
        if rules.visa is Visa.ROUNDS_AND_TOTAL and own.complete:
            evening.submit(TotalStated(player, own.total))
            evening.submit(Signed(player, 0, evening.book.referee.officials[0]))
            if rng.random() >= trouble.unsigned:
                evening.submit(HandedIn(player))
    evening.submit(RankingClosed())
