"""A section that another package contributes: read, inherited, checked, written out and shown like any other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

import pytest

from puur.core import reglement
from puur.core.fields import Clash, limited
from puur.core.reglement import Reglement, contributed_section
from puur.reglement import ReglementError, dump, load, load_text
from puur.reglement.compare import rows
from puur.reglement.season import Season
from puur.words.problems import problem_text

HEAD = 'key = "x"\ntitle = "X"\nextends = "jassregeln"\n'


@dataclass(frozen=True, slots=True, kw_only=True)
class Wager:
    """A section for these tests only."""

    cited: ClassVar[tuple[str, ...]] = ("open",)

    stakes: tuple[int, ...] = limited(1, 9, default=(1, 2), length=(1, 3))
    limit: int = limited(1, 50, default=20)

    def clashes(self, book: Reglement) -> Iterator[Clash]:
        if self.limit > book.ending.target:
            yield Clash("wager.limit", self.limit, "int", {"low": "1", "high": str(book.ending.target)}, ("ending.target",))


@pytest.fixture(autouse=True)
def _contributed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reglement, "_KEYS", dict(reglement._KEYS))
    contributed_section("wager")(Wager)


def test_every_book_has_the_section_with_its_defaults() -> None:
    assert load("ub2024").section(Wager) == Wager()
    assert load("ajz08").section(Season).town == "Zürich"


def test_what_a_file_states_is_read_cited_inherited_written_out_and_shown() -> None:
    text = HEAD + '[wager]\nlimit = { value = 30, rule = "Art. 3" }\nopen = ["Art. 4", "Art. 5"]\n'
    book = load_text(text, "x.toml")
    assert (book.section(Wager), book.rule("wager.limit")) == (Wager(limit=30), "Art. 3")
    assert book.rules("wager.open") == ("Art. 4", "Art. 5")
    assert load_text(dump(book), "x.toml") == book
    assert ("wager.limit", 30, "Art. 3") in [(row.name, row.value, row.rule) for row in rows(book)]
    assert replace(book, sections={}) != book


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[wager]\nlimit = 51", "x.toml:5: wager.limit: found 51; expected a whole number from 1 to 50"),
        ("[wager]\nlimt = 3", "x.toml:5: wager.limt: found \"limt\"; expected limit? Possible: stakes, limit, open"),
        ("[wager]\nstakes = []", "x.toml:5: wager.stakes: found []; expected a list of 1 to 3 values"),
        ("[wager]\nstakes = [1, 10]", "x.toml:5: wager.stakes[1]: found 10; expected a whole number from 1 to 9"),
        ("[wager]\nopen = false", "x.toml:5: wager.open: found false; expected true: this holds in every rule book"),
        ("[ending]\ntarget = 10", "x.toml:5: wager.limit: found 20; expected a whole number from 1 to 10"),  # two sections
        ("wager = 3", "x.toml:4: wager: found 3; expected a table [wager]"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_like_any_other(text: str, problem: str) -> None:
    with pytest.raises(ReglementError) as caught:
        load_text(HEAD + text, "x.toml")
    assert [problem_text(mistake, "en").replace("; expected: ", "; expected ") for mistake in caught.value.problems] == [problem]


def test_a_key_is_taken_once() -> None:
    for key in ("wager", "season", "weis", "penalties", "title"):
        with pytest.raises(ValueError, match=key):
            contributed_section(key)(Wager)


def test_a_book_without_a_season_says_so() -> None:
    with pytest.raises(LookupError, match="ub2024 has no section season"):
        load("ub2024").section(Season)
