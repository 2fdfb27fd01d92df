"""The constructions: every schedule is counted out, whatever the algebra says."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest

from puur.evening import designs
from puur.evening.designs import Schedule


def meetings(schedule: Schedule) -> Counter[tuple[int, ...]]:
    return Counter(tuple(sorted(couple)) for one in schedule for group in one for couple in combinations(group, 2))


@pytest.mark.parametrize("tables", range(1, 101))
def test_nobody_meets_twice_in_any_schedule_of_fours(tables: int) -> None:
    most = designs.most_rounds(tables)
    for rounds in {min(most, rounds) for rounds in (3, 5, 6, 12)}:
        schedule = designs.fours(tables, rounds)
        assert schedule is not None
        assert all(sorted(player for group in one for player in group) == list(range(4 * tables)) for one in schedule)
        assert max(meetings(schedule).values()) == 1
    assert designs.fours(tables, most + 1) is None


def test_the_promised_sizes_have_a_schedule() -> None:
    assert all(designs.most_rounds(tables) >= 5 for tables in range(4, 101))
    assert all(designs.most_rounds(tables) >= 6 for tables in range(7, 101))


def test_sixteen_players_play_the_affine_plane() -> None:
    # 5 rounds of 4 tables: 120 meetings, that is every pair of 16 exactly once.
    schedule = designs.fours(4, 5)
    assert schedule is not None
    assert len(meetings(schedule)) == 120


@pytest.mark.parametrize("players", designs.WHIST)
def test_whist_everybody_once_as_partner_and_twice_as_opponent(players: int) -> None:
    schedule = designs.whist(players, players - 1)
    assert schedule is not None
    partners = Counter(frozenset(couple) for one in schedule for a, b, c, d in one for couple in ((a, c), (b, d)))
    assert set(partners.values()) == {1}
    assert len(partners) == players * (players - 1) // 2
    assert set(meetings(schedule).values()) == {3}
    assert designs.whist(players, players) is None


@pytest.mark.parametrize("units", [2, 4, 6, 10, 38])
def test_pairs_meet_every_other_pair_once(units: int) -> None:
    schedule = designs.pairs(units, units - 1)
    assert schedule is not None
    assert set(meetings(schedule).values()) == {1}
    assert len(meetings(schedule)) == units * (units - 1) // 2
    assert designs.pairs(units, units) is None
    assert designs.pairs(units + 1, 1) is None


# How long the printed movement lasts, from the rule T (coprime to 6), T/2 (even), T/3 (divisible by three).
@pytest.mark.parametrize(
    ("tables", "rounds"), [(4, 2), (5, 5), (6, 2), (7, 7), (8, 4), (9, 3), (10, 5), (12, 4), (25, 25), (30, 10)]
)
def test_the_printed_movement_lasts_so_long_and_no_longer(tables: int, rounds: int) -> None:
    assert designs.movement_rounds(tables) == rounds
    assert max(meetings(designs.movement(tables, rounds)).values()) == 1
    assert max(meetings(designs.movement(tables, rounds + 1)).values()) > 1


def test_the_movement_is_what_the_card_says() -> None:
    first, second = designs.movement(5, 2)
    assert first[0] == (0, 5, 10, 15)  # the first of each line at table 1
    assert second[0] == (0, 9, 13, 17)  # line A stays, B comes from the table before, C from two, D from three before
