"""Writing over a bad connection: a commit whose outcome is unknown is looked up, never doubled, and a fallen fence keeps out."""

from __future__ import annotations

import uuid
from collections.abc import Iterator, Sequence

import pytest
from django.db import OperationalError

from puur.web.live import leases, writing
from puur.web.live.state import Commit, Fence, NotOwner, NotStored, Row
from puur.web.models import Table, TableEvent
from puur.web.processes.models import Process

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture(autouse=True)
def nobody_left() -> Iterator[None]:
    """The processes of these tests do not outlive them: pages of other tests would show them."""
    yield
    Process.objects.all().delete()


def table() -> int:
    return int(Table.objects.create(book="jassregeln", host="g1", code=uuid.uuid4().hex[:10].upper()).pk)


def event(number: int, n: int, action: str | None = None, **more: object) -> Commit:
    row = Row(n, 1, 1_700_000_000_000, 0, action or uuid.uuid4().hex, "", None, '{"event":"pushed"}')  # type: ignore[arg-type]
    return Commit(number, [row], **more)  # type: ignore[arg-type]


def numbers(pk: int) -> list[int]:
    return list(TableEvent.objects.filter(table_id=pk).order_by("n").values_list("n", flat=True))


@pytest.mark.parametrize("arrived", [True, False])
def test_a_line_that_breaks_in_the_commit_stores_it_once(monkeypatch: pytest.MonkeyPatch, arrived: bool) -> None:
    pk, real, calls = table(), writing._transaction, 0

    def breaks_once(jobs: Sequence[Commit]) -> list[Commit]:
        nonlocal calls
        calls += 1
        if calls > 1:
            return real(jobs)
        if arrived:
            real(jobs)
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(writing, "_transaction", breaks_once)
    monkeypatch.setattr(writing, "_final", lambda _problem: False)
    assert writing.store_all([event(pk, 1), event(pk, 2)], patience=5) == [None, None]
    assert numbers(pk) == [1, 2]


def test_a_database_that_stays_away_confirms_nothing_and_ends_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(_jobs: object) -> list[Commit]:
        raise OperationalError("could not connect")

    pk = table()
    monkeypatch.setattr(writing, "_transaction", never)
    monkeypatch.setattr(writing, "_final", lambda _problem: False)
    (outcome,) = writing.store_all([event(pk, 1)], patience=0.2)
    assert isinstance(outcome, NotStored)
    assert numbers(pk) == []


def test_what_has_arrived_counts_even_if_the_disk_is_full_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = writing._transaction

    def stores_and_complains(jobs: Sequence[Commit]) -> list[Commit]:
        real(jobs)
        raise OperationalError("database or disk is full")

    pk = table()
    monkeypatch.setattr(writing, "_transaction", stores_and_complains)
    assert writing.store_all([event(pk, 1)], patience=5) == [None]
    assert numbers(pk) == [1]


def test_one_that_is_wrong_does_not_hold_up_the_others() -> None:
    pk = table()
    assert writing.store_all([event(pk, 1)], 1) == [None]
    outcomes = writing.store_all([event(pk, 2), event(pk, 2), event(pk, 3)], 1)
    assert [type(one) for one in outcomes] == [type(None), NotStored, type(None)]
    assert numbers(pk) == [1, 2, 3]


def test_an_action_that_is_stored_already_is_refused_by_the_database() -> None:
    pk = table()
    assert writing.store_all([event(pk, 1, "same")], 1) == [None]
    (outcome,) = writing.store_all([event(pk, 2, "same")], 1)
    assert isinstance(outcome, NotStored)


def test_what_an_earlier_holder_still_writes_is_refused() -> None:
    pk = table()
    code = Table.objects.get(pk=pk).code
    first, second = leases.register(f"first {pk}", 60_000), leases.register(f"second {pk}", 60_000)
    claim = leases.claim(code, first)
    assert claim is not None
    assert claim.fence is not None
    old = claim.fence
    assert writing.store_all([event(pk, 1, fence=old)], 1) == [None]
    other = leases.claim(code, second)
    assert other is not None
    assert (other.process, other.fence) == (first, None)  # it lives: it keeps the table
    leases.release([old])
    taken = leases.claim(code, second)
    assert taken is not None
    assert taken.fence == Fence(pk, second, old.token + 1)
    plain = table()
    outcomes = writing.store_all([event(pk, 2, fence=old), event(plain, 1)], 1)
    assert [type(one) for one in outcomes] == [NotOwner, type(None)]
    assert writing.store_all([event(pk, 2, fence=taken.fence)], 1) == [None]
    assert (numbers(pk), numbers(plain)) == ([1, 2], [1])
    assert not leases.holds(old)
    assert leases.holds(taken.fence)


def test_a_lease_that_has_run_out_may_be_taken_and_its_holder_learns_of_it() -> None:
    pk = table()
    code = Table.objects.get(pk=pk).code
    dead, living = leases.register(f"dead {pk}", -1), leases.register(f"living {pk}", 60_000)
    assert leases.claim(code, dead) is not None
    waiting = leases.claim(code, living, take=False)  # the database was away a moment ago: the living come first
    assert waiting is not None
    assert waiting.process == dead
    taken = leases.claim(code, living)
    assert taken is not None
    assert taken.process == living
    beat = leases.beat(dead, 60_000, True, 0, 0)
    assert beat.lapsed
    assert (pk, 1) not in leases.held(dead)
    assert living in beat.peers
    assert not leases.beat(dead, 60_000, True, 0, 0).lapsed


def test_a_process_with_the_same_name_replaces_the_one_before_at_once() -> None:
    pk = table()
    code = Table.objects.get(pk=pk).code
    before = leases.register(f"same {pk}", 60_000)
    assert leases.claim(code, before) is not None
    after = leases.register(f"same {pk}", 60_000)
    claim = leases.claim(code, after)
    assert claim is not None
    assert claim.process == after
    leases.retire(after)
    assert leases.held(after) == set()
