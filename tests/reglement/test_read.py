"""Each value of a book is read by something, and no provision is stated in two places."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import puur
from puur.games import load_forms
from puur.reglement import load, shipped
from puur.reglement.schema import slots
from tests.reglement.reading import read_in, read_in_templates, section_classes

ROOT = Path(puur.__file__).parent
# Reading, checking, comparing and writing books is no use of their values.
SOURCES = {
    str(path): path.read_text(encoding="utf-8")
    for path in sorted(ROOT.rglob("*.py"))
    if path.parent.name != "reglement" or path.name == "season.py"
}
TEMPLATES = [path.read_text(encoding="utf-8") for path in sorted(ROOT.rglob("*.html"))]
TEXT = "\n".join(SOURCES.values())


@pytest.fixture(autouse=True, scope="module")
def every_section() -> None:
    """A section that a game or the season contributes is known once it is imported, whichever test comes first."""
    load_forms()
    load("ajz08")


def unread(sources: dict[str, str], names: list[str]) -> list[str]:
    found = read_in(sources) | read_in_templates(TEMPLATES)
    whole = {name.removesuffix(".*") for name in found if name.endswith(".*")}
    assert whole <= {"striche", "season.offices"}  # read by names that are known when it runs
    return [name for name in names if name not in found and name.rpartition(".")[0] not in whole]


def test_every_value_of_a_book_is_read() -> None:
    values = [name for name, slot in slots().items() if not slot.is_cite and "." in name]
    assert unread(SOURCES, values) == []
    assert {"modes", "penalties"} <= slots().keys()
    assert {"season.fines.absent", "differenzler.trump"} <= set(values)  # sections of others are among them
    assert "book.modes" in TEXT
    assert "book.penalties" in TEXT


def test_every_provision_that_a_book_only_cites_is_cited() -> None:
    cited = [name for name, slot in slots().items() if slot.is_cite]
    assert [name for name in cited if f'"{name}"' not in TEXT] == []
    season = load("ajz08").sections["season"]
    dynamic = {"among-best", "among-worst"}  # put together in movement.py
    assert [name for name in season.cites.keys() - dynamic if not re.search(rf'["\']{re.escape(name)}["\']', TEXT)] == []


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("def f(book): return book.ending.target", {"ending.target"}),
        ("def f(book):\n    play, ending = book.play, book.ending\n    return ending.target", {"ending.target"}),
        ("def f(rules: EveningRules): return rules.rounds", {"evening.rounds"}),
        ("class Case:\n    @property\n    def rules(self) -> RefereeRules: ...\ndef f(case): return case.rules.looking",
         {"referee.looking"}),
        ("def of(game) -> Ending: ...\ndef f(game):\n    rules, n = of(game), 1\n    return rules.target, of(game).deals",
         {"ending.target", "ending.deals"}),
        ("def f(book): return book.weis.values.four", {"weis.values.four"}),
        ("def f(club): return club.book.fines.absent", {"season.fines.absent"}),
        ("class Case:\n    def __init__(self, game): self.rules = game.book.referee\ndef f(case): return case.rules.looking",
         {"referee.looking"}),
        ("def f(book: ClubBook): return book.fines.absent + book.absences", {"season.fines.absent", "season.absences"}),
        ("def f(book): return book.scoring.target, target, book.rule('ending.target')", set()),  # elsewhere, or only cited
        ("def f(book): return book.ending", set()),
    ],
)  # fmt: skip
def test_a_read_is_found_and_nothing_else(source: str, read: set[str]) -> None:
    values = [name for name, slot in slots().items() if not slot.is_cite]
    assert read_in({"x.py": source}) & set(values) == read


@pytest.mark.parametrize("name", ["ending.target", "referee.exposed_card", "season.fines.absent"])
def test_a_field_that_nobody_reads_is_noticed(name: str) -> None:
    """The same sources without the one word are not enough, and a field that is new is unread."""
    field = name.rpartition(".")[2]
    without = {path: re.sub(rf"\.{field}\b", ".renamed", text) for path, text in SOURCES.items()}
    assert unread(without, [name, "ending.made_up"]) == [name, "ending.made_up"]


# One provision behind values in two sections, and why that is not one value stated twice.
ONE_SENTENCE = "the sentence fixes two different values"
AND_ITS_BREACH = "the sentence states a rule of the play, the referee's section what a breach of it leads to"
LISTED = "the list has the points, the referee's section that nothing else follows at the table"
TWICE = {
    "JR-TRUMP-01": ONE_SENTENCE, "NWS-1-07": ONE_SENTENCE, "TAM-ES-03": ONE_SENTENCE, "AJZ-4.1-04": ONE_SENTENCE,
    "TAM-CP-08": ONE_SENTENCE,
    "JR-TRUMP-05": AND_ITS_BREACH, "JR-MISS-02": AND_ITS_BREACH, "TAM-ES-34": AND_ITS_BREACH, "TAM-ES-40": AND_ITS_BREACH,
    "TAM-CP-43": AND_ITS_BREACH, "NWS-4-03": AND_ITS_BREACH, "NWS-6-07": AND_ITS_BREACH,
    "JR-DEAL-08": "so many cards for so many players: how they are dealt, and who speaks first",
    "JR-DEAL-11": "nine cards for four: how they are dealt, and how many play",
    "AJZ-3.4-11": LISTED, "AJZ-3.4-15": LISTED, "AJZ-3.4-18": LISTED, "AJZ-3.4-19": LISTED, "AJZ-3.4-20": LISTED,
    "AJZ-3.4-21": LISTED,
}  # fmt: skip


def stated_twice(provisions: dict[str, str]) -> dict[str, set[str]]:
    """Provisions that are the source of values in two sections of one book."""
    places: dict[str, set[str]] = defaultdict(set)
    for name, rule in provisions.items():
        slot = slots().get(name)
        if name.startswith("season.cites.") or name.rpartition(".")[2].isdigit() or (slot is not None and slot.is_cite):
            continue  # no value, or one place of a list
        parts = name.split(".")
        places[rule].add(".".join(parts[:-1]) if parts[0] == "season" else parts[0])
    return {rule: sections for rule, sections in places.items() if len(sections) > 1}


def test_no_provision_is_stated_in_two_sections() -> None:
    found = {rule for key in shipped() for rule in stated_twice(dict(load(key).provisions))}
    assert found == set(TWICE)


def test_a_second_statement_would_be_noticed() -> None:
    provisions = {**load("ajz08").provisions, "ending.deals": "AJZ-2.1-04"}  # the rounds of a day, stated again
    assert stated_twice(provisions)["AJZ-2.1-04"] == {"ending", "season.table"}


PROVISION = re.compile(r"\b(?:JR|AJZ|TAM|NWS|UB)-[A-Z0-9.]+(?:-[A-Z0-9]+)*")


def constants_with_provisions(path: str, text: str) -> Iterator[tuple[str, str]]:
    """Statements that give a number a name, and the provisions that the comment beside them names; not the fields of a book."""
    comments = {
        token.start[0]: token.string
        for token in tokenize.generate_tokens(io.StringIO(text).readline)
        if token.type == tokenize.COMMENT
    }
    tree = ast.parse(text)
    sections = section_classes()
    own = {id(part) for node in ast.walk(tree) if isinstance(node, ast.ClassDef) and node.name in sections for part in node.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None and id(node) not in own:
            at_top = node in tree.body
            if is_number(node.value) or (at_top and any(map(is_number, ast.walk(node.value)))):
                said = " ".join(comments.get(line, "") for line in range(node.lineno, (node.end_lineno or node.lineno) + 1))
                yield from ((f"{Path(path).name}:{node.lineno}", rule) for rule in PROVISION.findall(said))


def is_number(value: ast.AST) -> bool:
    """Whether something is a number that may come from a book; zero and one say that there is none, or the first."""
    return isinstance(value, ast.Constant) and type(value.value) in (int, float) and value.value not in (0, 1)


def defaults_with_provisions(path: str, text: str) -> Iterator[tuple[str, str]]:
    """Parameters with a number as their default, and the provisions that the docstring of the function names."""
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if any(map(is_number, [*node.args.defaults, *filter(None, node.args.kw_defaults)])):
            said = ast.get_docstring(node) or ""
            yield from ((f"{Path(path).name}:{node.lineno}", rule) for rule in PROVISION.findall(said))


def test_no_constant_in_the_code_repeats_a_value_of_a_book() -> None:
    behind = {rule for key in shipped() for rule in load(key).provisions.values()}
    citing = [(path, text) for path, text in SOURCES.items() if PROVISION.search(text)]
    stated = [*(constants_with_provisions(*source) for source in citing), *(defaults_with_provisions(*source) for source in citing)]
    assert [(place, rule) for places in stated for place, rule in places if rule in behind] == []


@pytest.mark.parametrize(
    "source",
    [
        "TARGET = 1999  # AJZ-2.2.1-52\n",
        "class Score:\n    target: int = 1999  # AJZ-2.2.1-52\n",
        "def f():\n    target = 1999  # AJZ-2.2.1-52\n",
        'def f(target=1999):\n    """Whether it is reached. (AJZ-2.2.1-52)"""\n',
        'def f(*, target: int = 1999):\n    """Whether it is reached. (AJZ-2.2.1-52)"""\n',
    ],
)
def test_a_value_in_the_code_would_be_noticed(source: str) -> None:
    stated = [*constants_with_provisions("x.py", source), *defaults_with_provisions("x.py", source)]
    assert [rule for _, rule in stated] == ["AJZ-2.2.1-52"]
