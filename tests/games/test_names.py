"""No game is asked for by its name: the names of games stand in their folders, their books and their tests alone.

Comments and docstrings may speak of a game; names and texts of the code may not.
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

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


def test_no_script_asks_for_a_game_by_name() -> None:
    found = []
    for path in sorted(PUUR.rglob("*.js")):
        code = re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        found += [f"{path.relative_to(PUUR.parent)}: {match.group()}" for match in NAMES.finditer(code)]
    assert found == []
