"""Names say what they hold: no local, parameter or comprehension variable is called `one` or `found`; fields are not looked at."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SAY_NOTHING = frozenset({"one", "found"})


def empty_names(source: str) -> list[tuple[int, str]]:
    """Where a name that says nothing is given to a value; fields of a class and keywords of a call are not counted."""
    tree = ast.parse(source)
    fields = {id(part.target) for cls in ast.walk(tree) if isinstance(cls, ast.ClassDef) for part in cls.body
              if isinstance(part, ast.AnnAssign)}  # fmt: skip
    given: list[tuple[int, str]] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and id(node) not in fields:
            given.append((node.lineno, node.id))
        elif isinstance(node, ast.arg):
            given.append((node.lineno, node.arg))
        elif isinstance(node, ast.MatchAs | ast.MatchStar | ast.ExceptHandler) and node.name:
            given.append((node.lineno, node.name))
    return [(line, name) for line, name in given if name in SAY_NOTHING]


@pytest.mark.parametrize("folder", ["puur", "tools", "bench", "examples"])
def test_names_say_what_they_hold(folder: str) -> None:
    empty = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sorted((ROOT / folder).rglob("*.py"))
        for line, name in empty_names(path.read_text(encoding="utf-8"))
    ]
    assert empty == []


def test_names_of_pages_and_scripts_say_what_they_hold() -> None:
    """What a loop of a template, or a script, calls `one` or `found`; two that are compared may be one and other."""
    loops = re.compile(r"\{% for (?:\w+, )*(?:one|found)(?:, \w+)* in|%\} as (?:one|found)\b")
    locals_ = re.compile(r"\b(?:const|let|var) (?:one|found)\b|\(?\b(?:one|found)\)? =>")
    empty = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for ending, names in (("html", loops), ("js", locals_))
        for path in sorted((ROOT / "puur").rglob(f"*.{ending}"))
        for match in names.finditer(path.read_text(encoding="utf-8"))
    ]
    assert empty == []


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("one = 1", ["one"]),
        ("def f(found, *, one=1): ...", ["found", "one"]),
        ("[one.x for one in y]", ["one"]),
        ("match y:\n    case [one, *found]: ...", ["one", "found"]),
        ("if (found := y): ...", ["found"]),
        ("class A:\n    found: int\n    def f(self): return self.found + g(one=1)", []),
    ],
)
def test_the_check_sees_them(source: str, names: list[str]) -> None:
    assert sorted(name for _, name in empty_names(source)) == sorted(names)
