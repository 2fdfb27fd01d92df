"""`docs/architecture.md` and `CONTRIBUTING.md` tell the truth: the files, names, variables and packages in them are the code's."""

from __future__ import annotations

import ast
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PUUR = ROOT / "puur"
ARCHITECTURE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
PAGES = {"architecture": ARCHITECTURE, "contributing": (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")}
VARIABLE = re.compile(r"(?:PUUR|EMAIL)_[A-Z_]+|HOST|PORT|TZ|[A-Z]+_URL")
BETWEEN_OWN_PROCESSES = {"PUUR_FD", "PUUR_READY_FD", "PUUR_SLOT"}
DJANGO = {"EMAIL_BACKEND"}  # a setting of that name, and no variable
TOLD_ELSEWHERE = {"PUUR_LANG"}  # of people at the terminal, not of the server
# Folders that a page may name from: the root, and those that a table is about.
WITHIN = (
    "",
    "puur/",
    "puur/web/",
    "puur/core/",
    "puur/web/static/puur/js/",
    "puur/games/coiffeur/",
    "puur/referee/",
    "puur/words/texts/",
    "puur/web/evenings/templates/evenings/organiser/",
)
STUBS = re.compile(r"types-")  # typings of a package that is listed itself
# Words in code letters that are no name of ours.
FOREIGN = re.compile(r"docs\..*|[A-Z]+(_[A-Z]+)*|.*\.(md|json|html|toml|py|js|sh|conf|typ|txt)")


def rows(heading: str) -> list[str]:
    """The first cells of the first table after a heading or a line."""
    table = ARCHITECTURE[ARCHITECTURE.index(heading) :]
    cells = re.findall(r"^\| ([^|]+) \|", table.partition("\n\n## ")[0], flags=re.MULTILINE)
    return [cell for cell in cells[1:] if cell.strip("-")]


def test_the_variables_of_the_server_are_listed() -> None:
    texts = {text for path in PUUR.rglob("*.py") for text in re.findall(r'"([A-Z_]+)"', path.read_text(encoding="utf-8"))}
    read = {text for text in texts if VARIABLE.fullmatch(text)} - BETWEEN_OWN_PROCESSES - DJANGO - TOLD_ELSEWHERE
    assert read == {name for cell in rows("| variable |") for name in re.findall(r"`([^`]+)`", cell)}


def test_every_package_has_its_reason() -> None:
    names = set(json.loads((ROOT / "package.json").read_text(encoding="utf-8"))["devDependencies"])
    for file in (ROOT / "pyproject.toml", *ROOT.glob("packages/*/pyproject.toml")):
        data = tomllib.loads(file.read_text(encoding="utf-8"))
        extras = data["project"].get("optional-dependencies", {}).values()
        wanted = [*data["build-system"]["requires"], *data["project"].get("dependencies", []), *chain.from_iterable(extras)]
        names |= {re.split(r"[<>=\[;~! ]", package)[0] for package in wanted}
    names -= {path.name for path in (ROOT / "packages").iterdir()}
    listed = {name.strip() for cell in rows("| package |") for name in cell.replace(", with its pool", "").split(",")}
    assert {name for name in names if not STUBS.match(name)} == listed


@cache
def known() -> set[tuple[str, str]]:
    """All definitions."""
    return set(definitions())


def definitions() -> Iterator[tuple[str, str]]:
    """Everything that has a name in Python and in scripts, with what it stands in: a class, or a module."""
    for path in PUUR.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for owner in ast.walk(tree):
            for part in getattr(owner, "body", []) if isinstance(owner, ast.ClassDef | ast.Module) else []:
                home = owner.name if isinstance(owner, ast.ClassDef) else path.stem if path.stem != "__init__" else path.parent.name
                names = [getattr(part, "name", "")]
                names += [target.id for target in getattr(part, "targets", []) if isinstance(target, ast.Name)]
                names += [part.target.id] if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name) else []
                yield from ((home, name) for name in names if name)
            if isinstance(owner, ast.ClassDef):
                yield from ((owner.name, part.attr) for part in ast.walk(owner) if isinstance(part, ast.Attribute) and stored(part))
        yield path.parent.name, path.stem
    for path in PUUR.rglob("*.js"):
        code = path.read_text(encoding="utf-8")
        yield "js", path.stem
        yield from ((path.stem, name) for name in re.findall(r"(?:function|const|let|class) (\w+)", code))
        for name, body in re.findall(r"^export class (\w+).*?\{\n(.*?)^\}", code, flags=re.MULTILINE | re.DOTALL):
            yield from ((name, method) for method in re.findall(r"^  (?:async )?#?(\w+)\(", body, flags=re.MULTILINE))


def stored(part: ast.Attribute) -> bool:
    """Whether it is a field that an object gives itself."""
    return isinstance(part.ctx, ast.Store) and isinstance(part.value, ast.Name) and part.value.id == "self"


@pytest.mark.parametrize("page", PAGES)
def test_files_that_a_page_names_exist(page: str) -> None:
    named = re.findall(r"`((?:[\w.-]+/)*[\w.-]+(?:\.py|\.js|\.toml|\.md|\.html|\.json|/))`", PAGES[page])
    missing = {path for path in named if not any((ROOT / folder / path).exists() for folder in WITHIN)}
    # A folder that comes with the first further language.
    assert missing <= {"puur/words/languages/"}


@pytest.mark.parametrize("page", PAGES)
def test_names_that_a_page_names_exist(page: str) -> None:
    names = {name for _, name in known()}
    said = {word for word in re.findall(r"`([A-Za-z_]+(?:\.[A-Za-z_]+)*)(?:\(\))?`", PAGES[page]) if not FOREIGN.fullmatch(word)}
    missing = set()
    for word in said:
        *homes, name = word.split(".")
        if (homes and (homes[-1], name) not in known()) or (not homes and "_" in name and name not in names):
            missing.add(word)
    assert missing == set()
