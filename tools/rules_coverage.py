"""Which provisions of the rule books are proven, and on which roads: what `make rules` prints.

Reads the catalogue that ships in the package and what the last run of the tests noted (`tools.roads`). A provision counts only if
a test marked with it ran, passed, and went through something that people do: a game, an evening, a season, a command or a page.
What the software owes no more than to show is counted apart. Provisions without a road stand in a list that may only shrink.
Whether a test shows what it claims is for its reader to judge; promised here is that every id named by a test exists, that a
test is named after one of its ids, and that a part called finished (`--require`) has no gap.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby
from pathlib import Path

from tools.roads import RECORD, ROADS

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("core", "referee", "tournament", "club")  # in the order they are built


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
    """A test with its `rule` marks, as it last ran."""

    node: str  # what pytest calls it: file::function[case]
    ids: tuple[str, ...]
    roads: tuple[str, ...] = ()
    passed: bool = True


@dataclass(frozen=True, slots=True)
class Row:
    """The count for one part of one rule book."""

    book: str
    part: str
    proven: Mapping[str, tuple[str, ...]]  # the roads of each provision
    shown: tuple[str, ...]  # nothing but their text is owed
    unreached: tuple[str, ...]  # on the list of those that no road reaches yet
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


def read_tests(record: Path) -> list[MarkedTest]:
    """The marked tests as they last ran."""
    try:
        noted = json.loads(record.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CoverageError(f"{record}: no test of a provision has run yet ({error})") from error
    return [
        MarkedTest(node, tuple(test["ids"]), tuple(test["roads"]), passed=test["outcome"] == "passed")
        for node, test in noted.items()
    ]


def read_unreached(file: Path) -> dict[str, str]:
    """The provisions that no road reaches yet, each with a sentence that says why."""
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}


def slug(text: str) -> str:
    """`UB-WCMP-03` as a test name spells it: `ub_wcmp_03`."""
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def named_after(test: MarkedTest) -> bool:
    """Whether the name of the test contains one of its ids, as whole words: 1-1 is not in 1-10."""
    name = f"_{slug(test.node.partition('::')[2])}_"
    return any(f"_{slug(id_)}_" in name for id_ in test.ids)


def roads_of(tests: Iterable[MarkedTest]) -> dict[str, tuple[str, ...]]:
    """The roads on which each provision is proven."""
    roads: dict[str, set[str]] = {}
    for test in tests:
        for id_ in test.ids if test.passed else ():
            roads.setdefault(id_, set()).update(test.roads)
    return {id_: tuple(road for road in ROADS if road in taken) for id_, taken in roads.items() if taken}


def problems(provisions: Mapping[str, Provision], tests: Sequence[MarkedTest], unreached: Iterable[str]) -> list[str]:
    """What is wrong with the marks and with the list, one sentence each."""
    sentences = []
    for test in tests:
        sentences += [f"{test.node}: there is no provision {id_}" for id_ in test.ids if id_ not in provisions]
        if not named_after(test):
            sentences.append(f"{test.node}: the name does not contain {' or '.join(slug(id_) for id_ in test.ids)}")
    roads = roads_of(tests)
    for id_ in unreached:
        if id_ not in provisions:
            sentences.append(f"not yet reachable: there is no provision {id_}")
        elif id_ in roads:
            sentences.append(f"not yet reachable: {id_} has a road now ({', '.join(roads[id_])}); take it off the list")
    return sentences


def coverage(provisions: Mapping[str, Provision], tests: Iterable[MarkedTest], unreached: Iterable[str] = ()) -> list[Row]:
    """One row for each part of each rule book."""
    roads, listed = roads_of(tests), set(unreached)
    rows = []
    for (book, _, part), group in groupby(sorted(provisions.values(), key=Provision.order), Provision.order):
        entries = list(group)
        owed = [entry.id for entry in entries if not entry.shown]
        rows.append(
            Row(
                book,
                part,
                proven={id_: roads[id_] for id_ in owed if id_ in roads},
                shown=tuple(entry.id for entry in entries if entry.shown),
                unreached=tuple(id_ for id_ in owed if id_ not in roads and id_ in listed),
                missing=tuple(id_ for id_ in owed if id_ not in roads and id_ not in listed),
            )
        )
    return rows


def as_text(rows: Sequence[Row], reasons: Mapping[str, str], *, brief: bool = False) -> str:
    """The table for people; without `brief` also the roads of each provision."""
    counts = ("proven", *ROADS, "shown", "unreached", "missing")
    lines = [f"{'book':<12} {'part':<12}" + "".join(f"{name:>10}" for name in counts)]
    total: Counter[str] = Counter()
    for row in rows:
        count = Counter(road for roads in row.proven.values() for road in roads)
        count.update(proven=len(row.proven), shown=len(row.shown), unreached=len(row.unreached), missing=len(row.missing))
        lines.append(f"{row.book:<12} {row.part:<12}" + "".join(f"{count[name]:>10}" for name in counts))
        total.update(count)
        if not brief:
            lines += [f"    {id_:<16} {', '.join(roads)}" for id_, roads in row.proven.items()]
            lines += [f"    {id_:<16} shown only" for id_ in row.shown]
            lines += [f"    {id_:<16} not yet reachable: {reasons[id_]}" for id_ in row.unreached]
        lines += [f"    {id_:<16} MISSING" for id_ in row.missing]
    lines.append(f"{'total':<25}" + "".join(f"{total[name]:>10}" for name in counts))
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the coverage; 0 when every mark is right and every required part complete, else 1."""
    options = _parse(argv)
    try:
        provisions = read_catalogue(options.catalogue)
        tests = read_tests(options.record)
    except CoverageError as error:
        print(f"rules: {error}", file=sys.stderr)
        return 1
    reasons = read_unreached(options.unreached)
    rows = coverage(provisions, tests, reasons)
    wrong = problems(provisions, tests, reasons)
    for row in rows:
        if row.part in options.require and row.missing:
            wrong.append(f"{row.book}: {row.part} must be complete but lacks {', '.join(row.missing)}")
    if options.json:
        print(json.dumps({"rows": [asdict(row) for row in rows], "problems": wrong}, indent=2))
    else:
        print(as_text(rows, reasons, brief=options.brief))
        for sentence in wrong:
            print(f"rules: {sentence}", file=sys.stderr)
    return 1 if wrong else 0


def _parse(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="rules_coverage", description="Which provisions of the rule books are proven, and where.")
    parser.add_argument("--require", action="append", default=[], choices=PARTS, help="fail when this part has a gap")
    parser.add_argument("--json", action="store_true", help="the answer for a script")
    parser.add_argument("--brief", action="store_true", help="only the counts, and what is missing")
    parser.add_argument("--catalogue", type=Path, default=ROOT / "puur" / "reglement" / "catalogue")
    parser.add_argument("--record", type=Path, default=ROOT / RECORD, help="what the last run of the tests noted")
    parser.add_argument("--unreached", type=Path, default=ROOT / "tests" / "rules" / "not_yet_reachable.toml")
    return parser.parse_args(argv)


if __name__ == "__main__":
    sys.exit(main())
