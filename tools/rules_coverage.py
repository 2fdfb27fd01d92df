"""Which provisions of the rule books have a test: what `make rules` prints.

Reads the catalogue that ships in the package and the `rule` marks of all tests (collected, not run). Whether a test
shows what it claims is for its reader to judge; promised here is that every id named by a test exists, that a test is
named after one of its ids, and that a part called finished (`--require`) has no gap.
"""

from __future__ import annotations

import argparse
import io
import json
import re
import sys
import textwrap
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("core", "referee", "tournament", "club")  # in the order they are built
WIDTH = 110


class CoverageError(Exception):
    """The catalogue or the tests cannot be read; the message says where."""


@dataclass(frozen=True, slots=True)
class Provision:
    """One entry of the catalogue, as far as coverage goes."""

    id: str
    book: str
    part: str
    shown: bool  # inform-only with its text in both languages: `puur rules BOOK ID` is all the software owes

    def order(self) -> tuple[str, int, str]:
        """Sorts by book, then by part in building order."""
        return self.book, PARTS.index(self.part), self.part


@dataclass(frozen=True, slots=True)
class MarkedTest:
    """A test with its `rule` marks."""

    node: str  # what pytest calls it: file::function[case]
    name: str  # function[case]
    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The count for one part of one rule book."""

    book: str
    part: str
    provisions: int
    covered: int
    missing: tuple[str, ...]


def read_catalogue(folder: Path) -> dict[str, Provision]:
    """All provisions by id, from one TOML file per rule book."""
    provisions: dict[str, Provision] = {}
    for file in sorted(folder.glob("*.toml")):
        try:
            entries = tomllib.loads(file.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise CoverageError(f"{file}: {error}") from error
        for id_, entry in entries.items():
            if id_ in provisions:
                raise CoverageError(f"{file}: {id_} is in {provisions[id_].book} already")
            part = entry.get("part")
            if part not in PARTS:
                raise CoverageError(f"{file}: {id_}: part is {part!r}, expected one of {', '.join(PARTS)}")
            shown = entry.get("automate") == "inform" and bool(entry.get("de")) and bool(entry.get("en"))
            provisions[id_] = Provision(id_, file.stem, part, shown)
    if not provisions:
        raise CoverageError(f"no provisions in {folder}")
    return provisions


def collect(tests: Path) -> list[MarkedTest]:
    """The tests under `tests` that carry a `rule` mark; pytest imports them but runs none."""
    marks = _Marks()
    said = io.StringIO()
    with redirect_stdout(said):
        status = pytest.main(["--collect-only", "-q", "-p", "no:cacheprovider", str(tests)], plugins=[marks])
    if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
        raise CoverageError(f"pytest could not collect the tests:\n{said.getvalue()}")
    return marks.tests


class _Marks:
    """A pytest plugin that notes the marks of what was collected."""

    def __init__(self) -> None:
        self.tests: list[MarkedTest] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        for item in session.items:
            marks = list(item.iter_markers("rule"))
            # A test that is skipped or expected to fail shows nothing about a provision.
            if marks and not any(item.iter_markers("skip")) and not any(item.iter_markers("xfail")):
                ids = tuple(str(id_) for mark in marks for id_ in mark.args)
                self.tests.append(MarkedTest(item.nodeid, item.name, ids))


def slug(text: str) -> str:
    """`UB-WCMP-03` as a test name spells it: `ub_wcmp_03`."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def named_after(test: MarkedTest) -> bool:
    """Whether the name of the test contains one of its ids, as whole words: 1-1 is not in 1-10."""
    name = f"_{slug(test.name)}_"
    return any(f"_{slug(id_)}_" in name for id_ in test.ids)


def problems(provisions: Mapping[str, Provision], tests: Iterable[MarkedTest]) -> list[str]:
    """What is wrong with the marks themselves, one sentence each."""
    faults = []
    for test in tests:
        faults += [f"{test.node}: there is no provision {id_}" for id_ in test.ids if id_ not in provisions]
        if not named_after(test):
            expected = " or ".join(slug(id_) for id_ in test.ids) or "an id: the mark is empty"
            faults.append(f"{test.node}: the name does not contain {expected}")
    return faults


def coverage(provisions: Mapping[str, Provision], tests: Iterable[MarkedTest]) -> list[Row]:
    """One row for each part of each rule book."""
    tested = {id_ for test in tests for id_ in test.ids}
    rows = []
    for (book, _, part), group in groupby(sorted(provisions.values(), key=Provision.order), Provision.order):
        entries = list(group)
        missing = tuple(entry.id for entry in entries if not entry.shown and entry.id not in tested)
        rows.append(Row(book, part, len(entries), len(entries) - len(missing), missing))
    return rows


def as_text(rows: Sequence[Row], *, missing: bool = True) -> str:
    """The table for people, with the missing ids under each row unless `missing` is false."""
    lines = [f"{'book':<12} {'part':<12} {'provisions':>10} {'covered':>8} {'missing':>8}"]
    for row in rows:
        lines.append(f"{row.book:<12} {row.part:<12} {row.provisions:>10} {row.covered:>8} {len(row.missing):>8}")
        if missing and row.missing:
            # An id is never broken at its hyphens: it must stay searchable.
            lines += textwrap.wrap(
                " ".join(row.missing),
                WIDTH,
                initial_indent="    ",
                subsequent_indent="    ",
                break_on_hyphens=False,
                break_long_words=False,
            )
    total, covered = sum(row.provisions for row in rows), sum(row.covered for row in rows)
    lines.append(f"{'total':<25} {total:>10} {covered:>8} {total - covered:>8}")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the coverage; 0 when every mark is right and every required part complete, else 1."""
    options = _parse(argv)
    try:
        provisions = read_catalogue(options.catalogue)
        tests = collect(options.tests)
    except CoverageError as error:
        print(f"rules: {error}", file=sys.stderr)
        return 1
    rows = coverage(provisions, tests)
    wrong = problems(provisions, tests)
    for row in rows:
        if row.part in options.require and row.missing:
            wrong.append(f"{row.book}: {row.part} must be complete but lacks {', '.join(row.missing)}")
    if options.json:
        print(json.dumps({"rows": [asdict(row) for row in rows], "problems": wrong}, indent=2))
    else:
        print(as_text(rows, missing=not options.brief))
        for sentence in wrong:
            print(f"rules: {sentence}", file=sys.stderr)
    return 1 if wrong else 0


def _parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="rules_coverage", description="Which provisions of the rule books have a test.")
    parser.add_argument("--require", action="append", default=[], choices=PARTS, help="fail when this part has a gap")
    parser.add_argument("--json", action="store_true", help="the answer for a script")
    parser.add_argument("--brief", action="store_true", help="without the list of missing ids")
    parser.add_argument("--catalogue", type=Path, default=ROOT / "puur" / "reglement" / "catalogue")
    parser.add_argument("--tests", type=Path, default=ROOT / "tests")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
