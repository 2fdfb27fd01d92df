"""The page about rule books tells the truth: its examples load, fail and print as shown, and it names every field."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from puur.reglement import ReglementError, load_text
from puur.reglement.schema import slots
from puur.words.problems import problem_text
from tools.book_fields import written

PAGE = (Path(__file__).parents[2] / "docs" / "reglement.md").read_text(encoding="utf-8")
GOOD, BAD = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_the_example_is_a_book() -> None:
    book = load_text(GOOD, "unser-club.toml")
    assert book.ending.target == 1500
    assert book.rule("ending.target") == "Anhang B, Art. 4"


def test_the_mistakes_are_those_on_the_page() -> None:
    with pytest.raises(ReglementError) as error:
        load_text(BAD, "falsch.toml")
    assert len(error.value.problems) == 4
    for problem in error.value.problems:
        assert problem_text(problem, "en") in PAGE


def test_the_tables_of_fields_are_those_of_the_schema() -> None:
    assert written(PAGE) == PAGE, "python -m tools.book_fields writes them anew"
    assert all(f"| `{name}` |" in PAGE for name in slots())
