"""No game is asked for by its name: the names of games stand in their folders, their books and their tests alone.

Comments and docstrings may speak of a game; names and texts of the code may not.
"""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

import pytest

from puur.games import form_names

PUUR = Path(__file__).resolve().parent.parent.parent / "puur"
NAMES = re.compile("|".join(name.replace("-", "[-_]?") for name in form_names()), re.IGNORECASE)
# What was written, and is read, under this name for ever.
STORED = {
    "puur/arena/jasskit.py": {"schieber"},  # a word of a foreign protocol
    "puur/notation/hslu_writer.py": {"schieber"},  # a word of a foreign format
    "puur/core/reglement.py": {"schieber"},  # the form of a book that names none
    "puur/season/state.py": {"schieber"},  # what an order of a club says since version 0.1
    "puur/web/clubs/views/rulings.py": {"schieber"},
    "puur/bots/sheet.py": {"coiffeur"},  # reckons with the book of this game; its home would be above the bots
    "puur/bots/solo.py": {"differenzler"},  # plays this game with networks of its own, trained for it alone
    "puur/bots/levels.py": {"differenzler"},  # and says so
    "puur/web/company/opening.py": {"differenzler"},  # the key of a ready book
    "puur/web/company/ratings.py": {"schieber"},  # what ratings were stored under
    "puur/research/env.py": {"schieber"},  # the published name of the environment
}


def words_of(tree: ast.AST) -> list[str]:
    """The names and texts of a module, without docstrings."""
    said = {
        id(part.body[0].value)
        for part in ast.walk(tree)
        if isinstance(part, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and part.body
        and isinstance(part.body[0], ast.Expr)
    }
    words: list[str] = []
    for part in ast.walk(tree):
        if isinstance(part, ast.Constant) and isinstance(part.value, str) and id(part) not in said:
            words.append(part.value)
        words += [
            getattr(part, field) for field in ("id", "attr", "name", "arg", "module") if isinstance(getattr(part, field, None), str)
        ]
    return words


def test_no_python_asks_for_a_game_by_name() -> None:
    found = []
    for path in sorted(PUUR.rglob("*.py")):
        place = str(path.relative_to(PUUR.parent))
        if place.startswith("puur/games/") or "/migrations/" in place:
            continue
        named = {
            match.group().lower()
            for word in words_of(ast.parse(path.read_text(encoding="utf-8")))
            for match in NAMES.finditer(word)
        }
        found += [f"{place}: {name}" for name in sorted(named - STORED.get(place, set()))]
    assert found == []


COMMENTS = re.compile(r"/\*.*?\*/|\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}|(?<!:)//[^\n]*", re.DOTALL)


@pytest.mark.parametrize("kind", ["js", "ts", "css", "html", "typ", "svg"])
def test_no_part_of_a_page_or_a_paper_asks_for_a_game_by_name(kind: str) -> None:
    found = []
    for path in sorted(PUUR.rglob(f"*.{kind}")):
        code = COMMENTS.sub("", path.read_text(encoding="utf-8"))
        found += [f"{path.relative_to(PUUR.parent)}: {match.group()}" for match in NAMES.finditer(code)]
    assert found == []


def test_what_only_a_game_says_is_in_its_folder() -> None:
    """The keys of the texts; sentences of others may speak of a game, as the books do."""
    areas = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted((PUUR / "words" / "texts").glob("*.toml"))]
    assert [key for area in areas for key in area if NAMES.search(key)] == []
