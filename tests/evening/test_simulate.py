"""Random evenings through the engine: whatever happens, sums, sheets and the ranking agree, and a replay gives the same."""

from __future__ import annotations

import json
import random

import pytest

from puur.core.control import passe_sum
from puur.evening.check import check
from puur.evening.evening import Evening
from puur.evening.files import evening_from_plain, evening_to_plain
from puur.evening.ranking import ranking
from puur.evening.sheets import How, sheet
from puur.reglement import load
from tests.evening.simulate import Trouble, play

BOOKS = ("nws2020", "tam2014-es", "tam2014-es-at", "tam2014-ps", "tam2014-cp", "ub2024")


def judge(evening: Evening) -> None:
    """What is true of every evening."""
    report = check(evening.rounds, evening.wishes())
    assert not {fault.kind for fault in report.faults} & {"player-twice", "table-twice", "pair-parted", "sat-out-again"}
    assert evening.in_pairs or report.partner_repeats == {}
    _results_add_up(evening)
    found = ranking(evening)
    listed = [player for row in (*found.rows, *found.unranked) for player in row.players]
    assert sorted(listed) == sorted(evening.players)
    totals = [row.scored.total for row in found.rows]
    assert totals == sorted(totals, reverse=True)
    for row, after in zip(found.rows, found.rows[1:], strict=False):
        assert row.rank <= after.rank
        assert after.why is not None
        assert (after.rank == row.rank) == (after.why.by == "shared")
    for row in found.rows:
        own = [sheet(evening, player) for player in row.players]
        assert row.scored.total == sum(own[0].counted) - sum(one.penalty for one in own)
    again = evening_from_plain(json.loads(json.dumps(evening_to_plain(evening))))
    assert ranking(again) == found


def _results_add_up(evening: Evening) -> None:
    """Every chair of every table gets what the table made: nothing is lost or counted twice."""
    for number in range(1, evening.planned + 1):
        tables = evening.round(number).tables
        made = 0
        for table in tables:
            version = evening.result(number, table.number)
            assert version is not None
            if passe_sum(evening.book):
                assert version.points is not None
                assert sum(version.points) == passe_sum(evening.book)
                made += sum(version.points[place % 2] for place, seat in enumerate(table.seats) if seat.sitter is not None)
        if passe_sum(evening.book):
            rows = [sheet(evening, player).rows[number - 1] for player in evening.players]
            assert sum(row.score or 0 for row in rows if row.how is How.PLAYED) == made


@pytest.mark.parametrize("key", BOOKS)
def test_random_evenings(key: str) -> None:
    for seed in range(8):
        rng = random.Random(f"{key}/{seed}")
        judge(play(rng, load(key), rng.randint(8, 26)))


@pytest.mark.slow
@pytest.mark.parametrize("key", BOOKS)
@pytest.mark.parametrize("batch", range(10))
def test_thousands_of_random_evenings(key: str, batch: int) -> None:
    for seed in range(40):
        rng = random.Random(f"{key}/{batch}/{seed}")
        judge(play(rng, load(key), rng.choice((8, 9, 10, 11, 13, 16, 17, 20, 24, 30, 45))))


def test_an_evening_without_trouble_ranks_everybody() -> None:
    calm = Trouble(0, 0, 0, 0, 0, 0)
    for key in BOOKS:
        evening = play(random.Random(1), load(key), 16, calm)
        assert ranking(evening).unranked == ()
        assert check(evening.rounds, evening.wishes()).faults == ()
