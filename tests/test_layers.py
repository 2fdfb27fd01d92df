"""The layers: import-linter keeps their order (contract in pyproject.toml); this keeps what leaves the package.

The core and the words are listed here with all that they may import. A new entry is a decision: it has to be pure.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PUUR = Path(__file__).resolve().parent.parent / "puur"

# Standard library without I/O, clock or process. `random` only for the type: randomness is an argument.
CORE_MAY_IMPORT = {
    "__future__",
    "abc",
    "collections",
    "dataclasses",
    "enum",
    "fractions",
    "functools",
    "itertools",
    "math",
    "operator",
    "random",
    "re",
    "types",
    "typing",
}
WORDS_MAY_IMPORT = {"__future__", "collections", "functools", "importlib", "pathlib", "re", "threading", "tomllib", "typing"}

# What reaches the outside without an import.
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "breakpoint", "__import__"}


def modules(package: str) -> list[Path]:
    return sorted((PUUR / package).rglob("*.py"))


def imports(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def strangers(source: str, package: str, allowed: set[str]) -> set[str]:
    """The modules that `source` imports although its package may not."""
    own = f"puur.{package}"
    return {
        name
        for name in imports(ast.parse(source))
        if name.partition(".")[0] not in allowed and name != own and not name.startswith(own + ".")
    }


def impurities(source: str) -> set[str]:
    """Calls in `source` that read, write, or draw from the hidden global generator."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in IMPURE_CALLS:
            found.add(node.func.id)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "random":
            found |= {f"random.{node.attr}"} - {"random.Random"}
        if isinstance(node, ast.ImportFrom) and node.module == "random":
            found |= {f"random.{alias.name}" for alias in node.names} - {"random.Random"}
    return found


@pytest.mark.parametrize(("package", "allowed"), [("core", CORE_MAY_IMPORT), ("words", WORDS_MAY_IMPORT)])
def test_core_and_words_import_only_what_is_listed(package: str, allowed: set[str]) -> None:
    assert allowed <= sys.stdlib_module_names
    found = {path.name: strangers(path.read_text(encoding="utf-8"), package, allowed) for path in modules(package)}
    assert found, f"no modules in puur.{package}"
    assert {name: names for name, names in found.items() if names} == {}


def test_core_is_pure() -> None:
    found = {path.name: impurities(path.read_text(encoding="utf-8")) for path in modules("core")}
    assert {name: names for name, names in found.items() if names} == {}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import os", {"os"}),
        ("from time import time", {"time"}),
        ("def f():\n    import rich.console", {"rich.console"}),
        ("from puur.words import say", {"puur.words"}),
        ("from puur.coreless import x", {"puur.coreless"}),
        ("from .. import words", {".."}),
        ("from collections.abc import Mapping\nfrom puur.core.cards import Card", set()),
    ],
)
def test_the_import_check_sees_a_stranger(source: str, expected: set[str]) -> None:
    assert strangers(source, "core", CORE_MAY_IMPORT) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import random\nrandom.shuffle(cards)", {"random.shuffle"}),
        ("from random import choice", {"random.choice"}),
        ("print(1)", {"print"}),
        ("import random\ndef f(rng: random.Random): rng.shuffle([])", set()),
    ],
)
def test_the_purity_check_sees_an_impurity(source: str, expected: set[str]) -> None:
    assert impurities(source) == expected
