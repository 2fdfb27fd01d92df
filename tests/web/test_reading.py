"""Readers of files: what they answer, what they refuse, and that a file which takes too much ends its process and nothing else."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from puur.core.errors import Refusal, RuleViolation
from puur.web.server import reading
from puur.web.server.reading import Readers, TooMuch
from tests.web.readable import breaks, dies, double, endless, hungry, refuses


@pytest.fixture(scope="module")
def apart() -> Iterator[Readers]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(reading, "PATIENCE", 3.0)
        yield Readers(1)


def test_a_reader_answers_again_and_again(apart: Readers) -> None:
    assert [apart.read(double, b"x"), apart.read(double, b"yy")] == [b"xx", b"yyyy"]


@pytest.mark.parametrize("work", [endless, hungry, dies])
def test_a_file_that_takes_too_much_is_refused_and_the_next_one_is_read(apart: Readers, work: object) -> None:
    with pytest.raises(TooMuch) as caught:
        apart.read(work)  # type: ignore[arg-type]
    assert caught.value.reason == "file-work"
    assert apart.read(double, b"x") == b"xx"


def test_a_refusal_comes_back_as_it_was_and_a_bug_as_a_bug(apart: Readers) -> None:
    with pytest.raises(RuleViolation) as caught:
        apart.read(refuses)
    assert (caught.value.rule, caught.value.reason, caught.value.facts) == ("UB-1", "no", {"seat": 3})
    assert isinstance(caught.value, Refusal)
    assert isinstance(caught.value.__cause__, Refusal)
    assert caught.value.__cause__.reason == "because"
    with pytest.raises(RuntimeError, match="a bug"):
        apart.read(breaks)


def test_nobody_waits_for_a_reader_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "WAITING", 0.01)
    with pytest.raises(TooMuch) as caught:
        Readers(0).read(double, b"x")
    assert caught.value.reason == "file-busy"
