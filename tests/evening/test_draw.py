"""The draw keeps its promises, by the checker, over all sizes; and it is a pure function of its arguments."""

from __future__ import annotations

import time
from collections import Counter

import pytest

from puur.core.evening import Repeat, Rest
from puur.evening.check import check
from puur.evening.draw import NoDraw, Wishes, fewest_coincidences, next_round, plan
from puur.evening.seating import Round, meetings
from tests.evening.support import couples, people


def promise(players: int, rounds: int, seed: str = "Losrad 1") -> None:
    """What the issue of a draw owes for this size, counted by the checker."""
    report = check(plan(seed, people(players), rounds))
    assert report.faults == ()
    assert report.partner_repeats == {}
    assert report.wrote[1] - report.wrote[0] <= 1
    if (players >= 16 and rounds <= 5) or players >= 28:
        assert report.repeat_free
        assert report.repeats == {}


@pytest.mark.parametrize("players", [4, 8, 12, 16, 20, 24, 28, 40, 48, 60, 92, 120])
def test_nobody_twice_with_a_partner_or_at_a_table(players: int) -> None:
    for rounds in (3, 4, 5, 6):
        if rounds < players:
            promise(players, rounds)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(4, 121, 4))
def test_the_promise_for_all_sizes(players: int) -> None:
    for rounds in (1, 2, 3, 4, 5, 6):
        for seed in ("a", "b", "c"):
            if rounds < players:
                promise(players, rounds, seed)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(124, 401, 12))
def test_the_promise_up_to_four_hundred(players: int) -> None:
    promise(players, 4)
    promise(players, 6)


@pytest.mark.parametrize("players", [5, 6, 7, 9, 13, 18, 21, 31, 50, 83, 119])
@pytest.mark.parametrize("rest", [Rest.STAND_IN, Rest.SIT_OUT])
def test_any_number_of_players(players: int, rest: Rest) -> None:
    rounds = plan("s", people(players), 4, rest=rest)
    report = check(rounds)
    assert report.faults == ()
    assert report.partner_repeats == {}
    if rest is Rest.STAND_IN:
        assert report.stand_ins == 4 * (-players % 4)
        assert not report.sat_out
    else:
        assert report.stand_ins == 0
        assert sum(report.sat_out.values()) == 4 * (players % 4)
        assert max(report.sat_out.values()) - min(report.sat_out.get(name, 0) for name in people(players)) <= 1
    if players >= 21:
        assert report.repeats == {}


@pytest.mark.slow
@pytest.mark.parametrize("players", [n for n in range(4, 121) if n % 4])
def test_any_number_of_players_all_sizes(players: int) -> None:
    for rest in (Rest.STAND_IN, Rest.SIT_OUT):
        report = check(plan("s", people(players), 4, rest=rest))
        assert report.faults == ()
        assert report.partner_repeats == {} or players < 6  # five players: four partners at most, and one sits out


@pytest.mark.parametrize(("players", "rounds", "least"), [(4, 3, 18), (8, 3, 12), (8, 4, 24), (12, 3, 9), (12, 4, 18)])
def test_few_players_meet_again_as_seldom_as_can_be(players: int, rounds: int, least: int) -> None:
    # Two tables: two rounds share at least four pairs; three tables: three; one: all six. The draw reaches that bound.
    assert fewest_coincidences(players // 4, rounds) == least
    met = Counter((one, two) for _, one, two, _ in meetings(plan("s", people(players), rounds)))
    assert sum(count * (count - 1) // 2 for count in met.values()) == least


def test_the_same_arguments_give_the_same_tables_and_another_seed_others() -> None:
    assert plan("a", people(40), 4) == plan("a", people(40), 4)
    assert plan("a", people(40), 4) != plan("b", people(40), 4)


def test_the_lot_treats_everybody_alike() -> None:
    # Who meets whom first is near enough uniform: 3 of 19 others, 1000 draws, so 158 expected and 6 deviations allowed.
    met = Counter(two for seed in range(1000) for _, one, two, _ in meetings(plan(str(seed), people(20), 1)) if one == "p1")
    assert len(met) == 19
    assert all(90 < count < 230 for count in met.values())


def test_round_by_round_equals_the_plan_while_everybody_stays() -> None:
    players, history = people(16), list[Round]()
    for _ in range(5):
        history.append(next_round("s", players, 5, None, history))
    assert tuple(history) == plan("s", players, 5)
    assert check(history).repeats == {}


@pytest.mark.parametrize("players", [21, 23, 37, 42, 59, 83, 117])
def test_late_entries_and_drop_outs_cause_no_repeat(players: int) -> None:
    names, history = people(players), list[Round]()
    for turn in range(4):
        if turn == 1:
            names += ["late1", "late2"]
        if turn == 2:
            names = [name for name in names if name not in ("p1", "p4", "p8")]
        history.append(next_round("s", names, 4, None, history, Rest.SIT_OUT))
    report = check(history)
    assert report.faults == ()
    assert report.repeats == {}
    assert max(report.sat_out.values(), default=0) <= 1


@pytest.mark.parametrize("players", [16, 20, 40, 80])
def test_wishes_are_met(players: int) -> None:
    clubs = {name: f"club {place // 4}" for place, name in enumerate(people(players)) if players >= 40}
    wishes = Wishes(
        fixed={"p1": 2, "p9": 3},
        apart=frozenset({frozenset({"p2", "p3"}), frozenset({"p5", "p12"})}),
        clubs=clubs,
    )
    report = check(plan("s", people(players), 4, wishes), wishes)
    assert report.faults == ()
    assert report.repeats == {}
    assert report.same_club == 0


def test_a_club_bigger_than_the_hall_sits_together_as_little_as_possible() -> None:
    # 100 of 300 in one club, 75 tables: 25 tables of each round have two of them.
    wishes = Wishes(clubs=dict.fromkeys(people(300)[:100], "Jassclub"))
    report = check(plan("s", people(300), 4, wishes), wishes)
    assert report.same_club == 100
    assert report.faults == ()


@pytest.mark.parametrize(("pairs", "rounds"), [(2, 1), (4, 3), (6, 5), (10, 4), (75, 4), (5, 3)])
def test_fixed_pairs_stay_together_and_never_meet_twice(pairs: int, rounds: int) -> None:
    wishes = Wishes(partners=couples(pairs))
    report = check(plan("s", people(2 * pairs), rounds, wishes), wishes, opponents=Repeat.NEVER)
    assert report.faults == ()
    assert report.repeats == {}
    assert report.stand_ins == (2 * rounds if pairs % 2 else 0)


def test_an_odd_pair_sits_out_in_turn() -> None:
    wishes = Wishes(partners=couples(5))
    rounds = plan("s", people(10), 5, wishes, rest=Rest.SIT_OUT)
    assert sorted(player for one in rounds for player in one.sitting_out) == sorted(people(10))
    assert check(rounds, wishes).faults == ()


def test_a_pair_that_comes_late_meets_others_only_once() -> None:
    history = list(plan("s", people(12), 1, Wishes(partners=couples(6))))
    wishes = Wishes(partners=couples(8))
    for _ in range(3):
        history.append(next_round("s", people(16), 4, wishes, history))
    assert check(history, wishes, opponents=Repeat.NEVER).faults == ()


@pytest.mark.parametrize(
    ("players", "wishes", "rest", "reason"),
    [
        (people(10), Wishes(), Rest.REFUSE, "not-divisible"),
        (people(3), Wishes(), Rest.SIT_OUT, "too-few"),
        ([*people(7), "p1"], Wishes(), Rest.STAND_IN, "player-twice"),
        (people(8), Wishes(fixed={"p1": 3}), Rest.STAND_IN, "no-such-table"),
        (people(8), Wishes(fixed={"p1": 1, "p2": 1}), Rest.STAND_IN, "table-fixed-twice"),
        (people(9), Wishes(partners=couples(4)), Rest.STAND_IN, "not-in-one-pair"),
        (people(7), Wishes(partners=couples(4)), Rest.STAND_IN, "partner-missing"),
    ],
)
def test_what_can_not_be_drawn_is_refused_with_a_reason(players: list[str], wishes: Wishes, rest: Rest, reason: str) -> None:
    with pytest.raises(NoDraw) as refused:
        plan("s", players, 3, wishes, rest=rest)
    assert refused.value.reason == reason


def test_three_hundred_players_in_less_than_a_second() -> None:
    wishes = Wishes(clubs={name: f"club {place % 40}" for place, name in enumerate(people(300))}, fixed={"p1": 1})
    took = []
    for _ in range(3):
        start = time.thread_time()  # of the processor: others may use it too
        plan("s", people(300), 4, wishes)
        took.append(time.thread_time() - start)
    assert min(took) < 1


ALONE = {3: Wishes(sides=(0, 1, 2)), 4: Wishes(sides=(0, 1, 2, 3))}


@pytest.mark.parametrize(("chairs", "players"), [(3, 9), (3, 10), (4, 16), (4, 18)])
def test_players_alone_sit_at_tables_of_three_or_four(chairs: int, players: int) -> None:
    rounds = plan("s", people(players), 3, ALONE[chairs])
    report = check(rounds, ALONE[chairs])
    assert report.kept, report.faults
    assert {len(table.seats) for drawn in rounds for table in drawn.tables} == {chairs}
    assert report.partner_repeats == {}  # nobody has a partner
    assert report.stand_ins == 3 * (-players % chairs)
    assert report.wrote[1] - report.wrote[0] <= 1
    if chairs == 3 and players == 9:  # three times three in lines of a square: nobody need meet twice (Kirkman, counted by hand)
        assert report.repeated_meetings == 0


def test_a_table_with_too_few_chairs_is_a_broken_promise() -> None:
    rounds = plan("s", people(9), 1, ALONE[3])
    assert [fault.kind for fault in check(rounds, ALONE[4]).faults] == ["table-seats"] * 3


def test_a_round_more_than_was_planned_is_drawn_too() -> None:
    """Where an organiser has planned two rounds and goes on, nobody plays twice with the same partner."""
    players, history = people(16), list[Round]()
    for _ in range(3):
        history.append(next_round("s", players, 2, None, history))
    assert [one.number for one in history] == [1, 2, 3]
    assert check(history).partner_repeats == {}
