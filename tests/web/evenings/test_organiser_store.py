"""The store: two savers at once in real threads and processes on a real SQLite file, repeats, constraints, undo."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from puur.core.errors import Refusal, RuleViolation
from puur.evening.events import CheckedIn, Entered, RoundReleased
from puur.web.evenings import keys, store
from puur.web.evenings.fold import folded, fork, refold
from puur.web.evenings.models import ConfirmedResult, Evening, EveningEvent, TablePass
from tests.evening.evenings import result_confirmed, result_entered

pytestmark = pytest.mark.usefixtures("database")


@pytest.fixture
def code() -> str:
    """An evening of eight with its first round running: two tables, 1884 points each (12 deals of 157)."""
    row = Evening.objects.create(title="Abend", book="tam2014-es", setup={"name": "Abend", "seed": "Los", "rounds": 2})
    store.submit(row.code, [event for n in range(1, 9) for event in (Entered(str(n), f"Person {n}"), CheckedIn(str(n)))])
    store.submit(row.code, lambda engine: [engine.drawn(), RoundReleased(1)], by="Leitung")
    return row.code


def saver(code: str, points: tuple[int, int], gate: Any, told: Callable[[str], None]) -> None:
    """Somebody who saves the result of table 1 at the same moment as somebody else."""
    try:
        gate.wait(300)
        store.submit(code, [result_entered(1, 1, points=points), result_confirmed(1, 1)], by=str(points[0]))
        told("stored")
    except RuleViolation as refused:
        told(refused.reason)
    except Exception as problem:  # the test names it
        told(repr(problem))
    finally:
        connection.close()


def test_two_threads_save_at_once_one_wins_and_one_is_told(code: str) -> None:
    for _ in range(3):
        gate, answers = threading.Barrier(4), []
        threads = [threading.Thread(target=saver, args=(code, (1000 + n, 884 - n), gate, answers.append)) for n in range(4)]
        for one in threads:
            one.start()
        for one in threads:
            one.join(300)
        assert sorted(answers) == ["correction-reason"] * 3 + ["stored"]
        found = ConfirmedResult.objects.get(evening__code=code, round=1, table=1)
        assert found.event.data["sheet"]["totals"] == list(folded(store.row(code)).engine.result(1, 1).points or ())  # type: ignore[union-attr]
        assert [one.n for one in EveningEvent.objects.filter(evening__code=code)] == list(
            range(1, EveningEvent.objects.filter(evening__code=code).count() + 1)
        )
        store.undo(code, [found.event.n, found.event.n + 1])
        assert not ConfirmedResult.objects.filter(evening__code=code).exists()


PROCESS = """
import sys, django
django.setup()
from puur.core.errors import RuleViolation
from puur.core.sheet import Sheet
from puur.evening.events import ResultEntered
from puur.web.evenings import store
from puur.web.evenings.fold import folded
code, first = sys.argv[1], int(sys.argv[2])
folded(store.row(code)).engine
print("ready", flush=True)
sys.stdin.readline()
try:
    store.submit(code, ResultEntered(1, 1, Sheet((first, 1884 - first))), by=str(first))
    print("stored")
except RuleViolation as refused:
    print(refused.reason)
"""


def test_two_processes_save_at_once_on_one_file(code: str) -> None:
    others = [
        subprocess.Popen([sys.executable, "-c", PROCESS, code, first], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for first in ("900", "1000")
    ]
    for one in others:
        assert one.stdout is not None
        assert one.stdout.readline() == "ready\n"
    for one in others:  # both at once
        assert one.stdin is not None
        one.stdin.write("\n")
        one.stdin.flush()
    answers = sorted(one.communicate(timeout=300)[0].strip() for one in others)
    assert answers == ["correction-reason", "stored"]
    row = Evening.objects.get(code=code)
    assert ConfirmedResult.objects.get(evening=row).event.by in ("900", "1000")
    assert folded(row).engine.result(1, 1) is not None  # this process sees what the other stored


def test_the_database_itself_refuses_a_second_confirmed_result(code: str) -> None:
    store.submit(code, result_entered(1, 1, points=(1000, 884)))
    kept = ConfirmedResult.objects.get(evening__code=code)
    with pytest.raises(IntegrityError), transaction.atomic():
        ConfirmedResult.objects.create(evening=kept.evening, round=1, table=1, event=kept.event)
    with pytest.raises(IntegrityError), transaction.atomic():
        EveningEvent.objects.create(evening=kept.evening, n=kept.event.n, at=0, data={})


def test_a_repeat_is_harmless_and_a_correction_needs_a_reason(code: str) -> None:
    event = result_entered(1, 1, points=(1000, 884))
    first = store.submit(code, event, by="Tisch 1", action="abc")
    again = store.submit(code, event, by="Tisch 1", action="abc")
    assert (first.repeated, again.repeated) == (False, True)
    assert again.numbers == first.numbers[:1]
    with pytest.raises(RuleViolation, match="correction-reason"):
        store.submit(code, result_entered(1, 1, points=(1001, 883)))
    store.submit(code, result_entered(1, 1, points=(1001, 883), reason="verschrieben"), by="Büro")
    found = ConfirmedResult.objects.get(evening__code=code)
    assert (found.version, found.by, found.event.data["reason"]) == (2, "Büro", "verschrieben")
    assert len(folded(store.row(code)).engine.results[1, 1]) == 2


def test_a_refused_event_takes_the_others_of_its_list_with_it(code: str) -> None:
    before, rows = folded(store.row(code)).engine, EveningEvent.objects.filter(evening__code=code).count()
    with pytest.raises(RuleViolation, match="no-such-table"):
        store.submit(code, [result_entered(1, 1, points=(1000, 884)), result_entered(1, 77, points=(1000, 884))])
    assert EveningEvent.objects.filter(evening__code=code).count() == rows
    assert folded(store.row(code)).engine is before  # what others read was never touched
    assert not before.results


def test_who_saw_an_older_state_is_told(code: str) -> None:
    seen = store.row(code).revision
    store.submit(code, result_entered(1, 1, points=(1000, 884)))
    with pytest.raises(Refusal) as caught:
        store.submit(code, result_entered(1, 2, points=(1000, 884)), expect=seen)
    assert caught.value.reason == "stale"


def test_every_table_of_every_round_has_a_pass_of_its_own(code: str) -> None:
    row = store.row(code)
    secrets = keys.passes(row, 1)
    assert keys.passes(row, 1) == secrets  # the same on every reprint
    store.submit(code, [result_entered(1, n, points=(1000, 884)) for n in (1, 2)])
    store.submit(code, lambda engine: [engine.drawn()])
    assert not set(keys.passes(store.row(code), 2).values()) & set(secrets.values())
    assert TablePass.objects.filter(evening=row).count() == 4


def test_a_fork_leaves_the_shared_value_alone(code: str) -> None:
    shared = folded(store.row(code)).engine
    copy = fork(shared)
    copy.submit(result_entered(1, 1, points=(1000, 884)))
    copy.submit(Entered("99", "Neu"))
    copy.players["1"].name = "Anders"
    copy.players["1"].warnings.append("x")
    assert not shared.results
    assert "99" not in shared.players
    assert (shared.players["1"].name, shared.players["1"].warnings) == ("Person 1", [])
    fresh = refold(store.row(code)).engine
    assert fresh.rounds == shared.rounds
    assert fresh.players == shared.players


def test_drafts_belong_to_a_running_round_and_go_with_the_result(code: str) -> None:
    store.draft(code, 1, 1, "phone", {"points": [1000, 884]}, side="ac", by="Anna")
    store.draft(code, 1, 1, "phone", {"points": [1001, 883]}, side="ac", by="Anna")
    store.draft(code, 1, 1, "phone", {"points": [1000, 884]}, side="bd", by="Beat")
    row = store.row(code)
    assert [one.data["points"] for one in store.drafts(row, 1, 1)] == [[1001, 883], [1000, 884]]
    with pytest.raises(RuleViolation, match="no-such-round"):
        store.draft(code, 2, 1, "phone", {})
    with pytest.raises(RuleViolation, match="no-such-table"):
        store.draft(code, 1, 9, "phone", {})
    with pytest.raises(Refusal) as caught:
        store.undo_draw(code)
    assert caught.value.reason == "draw-has-drafts"
    store.submit(code, result_entered(1, 1, points=(1000, 884)))
    assert store.drafts(row, 1, 1) == []
