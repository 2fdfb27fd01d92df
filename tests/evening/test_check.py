"""The checker sees every broken promise; seatings are written by hand here, so the counts are too."""

from __future__ import annotations

import pytest

from puur.core.evening import Repeat
from puur.evening.check import Report, check, repeat_free
from puur.evening.draw import Wishes
from tests.evening.support import seated


def kinds(report: Report) -> list[tuple[str, int]]:
    return [(fault.kind, fault.round) for fault in report.faults]


def test_counts_of_a_seating_by_hand() -> None:
    rounds = [seated(1, "a b c d", "e f g h"), seated(2, "a b c e", "d f h g")]
    report = check(rounds, Wishes(clubs={"a": "X", "b": "X", "c": "Y"}))
    # a+c are partners twice; at table 1 a, b and c meet again (3 pairs), at table 2 f, g and h (3 pairs).
    assert report.partner_repeats == {("a", "c"): (1, 2)}
    assert set(report.repeats) == {("a", "b"), ("a", "c"), ("b", "c"), ("f", "g"), ("f", "h"), ("g", "h")}
    assert report.repeated_meetings == 6
    assert report.same_club == 2
    assert report.number_repeats == 6  # all but d and e have their table number again
    assert report.wrote == (0, 1)
    assert (report.players, report.tables, report.repeat_free) == (8, 2, False)
    assert kinds(report) == [("partner-repeat", 2)]


@pytest.mark.parametrize(
    ("rounds", "wishes", "expected"),
    [
        ([seated(1, "a b c d", "e f g a")], Wishes(), ("player-twice", 1)),
        ([seated(1, "a b c d", out=["d"])], Wishes(), ("player-twice", 1)),
        ([seated(2, "a b c d")], Wishes(), ("round-number", 2)),
        ([seated(1, "a b c d", "- - - -")], Wishes(), ("table-empty", 1)),
        ([seated(1, "a b c d")], Wishes(apart=frozenset({frozenset("ac")})), ("forbidden-pair", 1)),
        ([seated(1, "a b c d", "e f g h")], Wishes(fixed={"a": 2}), ("fixed-seat", 1)),
        ([seated(1, "a b c d")], Wishes(partners=frozenset({frozenset("ab"), frozenset("cd")})), ("pair-parted", 1)),
        ([seated(1, "a b c d", out="e"), seated(2, "a c b d", out="e")], Wishes(), ("sat-out-again", 2)),
    ],
)
def test_every_kind_of_fault_is_seen(rounds: list, wishes: Wishes, expected: tuple[str, int]) -> None:  # type: ignore[type-arg]
    assert expected in kinds(check(rounds, wishes))


def test_a_repeat_counts_as_a_fault_only_where_it_need_not_be() -> None:
    sixteen = [
        seated(1, "a b c d", "e f g h", "i k l m", "n o p q"),
        seated(2, "a e i n", "b f k o", "c g l p", "d h m q"),
        seated(3, "a f l q", "e b m p", "i o c h", "n k g d"),
    ]
    assert check(sixteen).faults == ()
    again = [*sixteen, seated(4, "b a n q", "c d e f", "g h i k", "l m o p")]
    assert ("met-again", 4) in kinds(check(again))
    small = [seated(1, "a b c d", "e f g h"), seated(2, "a c e g", "b d f h")]
    assert check(small).faults == ()
    assert kinds(check(small, opponents=Repeat.NEVER))[0] == ("met-again", 2)


def test_a_stand_in_meets_nobody() -> None:
    rounds = [seated(1, "a b c -", "e f g -"), seated(2, "a - e -", "b f - c")]
    report = check(rounds)
    assert report.stand_ins == 5
    assert set(report.repeats) == {("b", "c")}


@pytest.mark.parametrize(
    ("players", "rounds", "expected"),
    [(12, 2, False), (16, 5, True), (16, 6, False), (20, 5, True), (24, 7, True), (24, 8, False), (28, 6, True), (30, 3, False)],
)
def test_where_no_repeat_is_possible(players: int, rounds: int, expected: bool) -> None:
    assert repeat_free(players, rounds) is expected


@pytest.mark.parametrize(("rounds", "fault"), [(3, True), (4, False)])
def test_a_partner_twice_is_a_fault_only_while_there_are_others(rounds: int, fault: bool) -> None:
    """Four people have three possible partners each: in three rounds nobody need sit with one of them twice, in four all must."""
    tables = ("a b c d", "a c b d", "a d c b", "a b d c")[:rounds]
    report = check([seated(number, table) for number, table in enumerate(tables, 1)], partners=Repeat.AVOIDED)
    assert any(one.kind == "partner-repeat" for one in report.faults) is fault
