"""Lines that are taken back: which ones count, what may be withdrawn, and the way back to an earlier state."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from puur.core.errors import Refusal
from puur.log import Line, Registry, Withdrawn, counted, withdraw
from puur.log.lines import back_to, withdrawals


@dataclass(frozen=True, slots=True)
class Paid:
    amount: int


@dataclass(frozen=True, slots=True)
class Decided:
    pass


REGISTRY = Registry("test", withdrawable=True)
REGISTRY.add(Paid)
REGISTRY.add(Decided, withdrawable=False)


def total(events: list[Paid | Decided]) -> int:
    """What is in the till, which is never less than nothing."""
    found = 0
    for event in events:
        found += event.amount if isinstance(event, Paid) else 0
        if found < 0:
            raise Refusal("empty")
    return found


def lines(*events: object) -> list[Line]:
    return [Line(n, event) for n, event in enumerate(events, start=1)]


def test_what_is_withdrawn_does_not_count_unless_the_withdrawal_is() -> None:
    stored = lines(Paid(10), Paid(5), Withdrawn((2,), "slip"))
    assert [line.n for line in counted(stored)] == [1]
    assert {n: line.n for n, line in withdrawals(stored).items()} == {2: 3}
    again = [*stored, Line(4, Withdrawn((3,), "it was right"))]
    assert [line.n for line in counted(again)] == [1, 2]


def test_a_withdrawal_needs_a_kind_that_allows_it_and_a_rest_that_holds() -> None:
    stored = lines(Paid(10), Paid(-8), Decided(), Paid(1))
    assert withdraw(REGISTRY, stored, [4], "slip", total) == (Withdrawn((4,), "slip"), 2)
    assert withdraw(REGISTRY, stored, [2, 1], "both", total) == (Withdrawn((1, 2), "both"), 1)
    gone = [*stored, Line(5, Withdrawn((4,)))]
    for found, n, reason in (
        (stored, 1, "needed-later"), (stored, 3, "not-withdrawable"), (stored, 9, "not-withdrawable"),
        (gone, 4, "withdrawn-already"),
    ):  # fmt: skip
        with pytest.raises(Refusal) as caught:
            withdraw(REGISTRY, found, [n], "slip", total)
        assert caught.value.reason == reason


def test_back_to_what_counted_before() -> None:
    """1 and 2 count; 2 is taken back, 4 is added, both are taken back again: each state can be reached."""
    stored = lines(Paid(1), Paid(2), Withdrawn((2,)), Paid(4), Withdrawn((3, 4)), Withdrawn((5,)))
    for live in ([1, 2], [1], [1, 4], [1, 2, 4], []):
        after = [*stored, Line(7, back_to(stored, live))]
        assert [line.n for line in counted(after)] == live
