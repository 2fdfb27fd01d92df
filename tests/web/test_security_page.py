"""docs/security.md: every promise names the test that would notice if it did not hold, and each of those tests is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
DONE = PAGE.partition("## What is done")[2].partition("\n## ")[0]
PROMISES = [item for item in re.split(r"\n(?=- |\n|### )", DONE) if item.startswith("- ")]
NAMED = re.compile(r"`((?:tests/)?[\w/]*test_\w+\.py|tests/[\w/]+)`")


@pytest.mark.parametrize("promise", PROMISES, ids=lambda promise: re.sub(r"\W+", " ", promise)[:40].strip())
def test_every_promise_names_its_test(promise: str) -> None:
    assert NAMED.search(promise), promise


def test_every_test_that_is_named_is_there() -> None:
    names = NAMED.findall(PAGE)
    assert len(names) > 30
    for name in names:
        beside = list((ROOT / "tests").rglob(name.rpartition("/")[2])) if not name.startswith("tests/") else []
        assert (ROOT / name).exists() or beside, name
