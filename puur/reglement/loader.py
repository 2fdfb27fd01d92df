"""Loading a rule book: a shipped one by its key, or anybody's own file, with every mistake told at once.

A book is one TOML file: its head (key, title, source, form, extends), the modes with their factors, and one table per section
of `puur.core.reglement.Reglement`. A value is plain (`cut_min = 3`) or carries its provision
(`cut_min = { value = 3, rule = "UB-DEAL-05" }`). `extends` names a shipped book, or a file relative to this one; values and
their provisions are inherited from it. Loading has no side effects and never runs anything from the file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import resources
from pathlib import Path
from typing import TypeVar

from puur.core.reglement import Reglement
from puur.reglement.checks import clashes
from puur.reglement.lines import DEEPEST, TooDeep, locate
from puur.reglement.problems import Problem, ReglementError
from puur.reglement.reader import Reader, refused, shown
from puur.reglement.schema import build, near, slots, value_of

BIGGEST = 1 << 20
Cited = TypeVar("Cited")
_SYNTAX = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
_SHIPPED = ("jassregeln", "ajz08", "tam2014-es", "tam2014-ps", "tam2014-es-at", "tam2014-cp", "nws2020", "ub2024")


def shipped() -> tuple[str, ...]:
    """The keys of the books that come with Puur, the general rules first."""
    return _SHIPPED


def load(source: str | Path) -> Reglement:
    """The rule book with this shipped key or in this file; `ReglementError` with every mistake otherwise."""
    if isinstance(source, str) and source in _SHIPPED:
        return _load_shipped(source)
    path = Path(source)
    return _load(_read(path), str(source), path.parent, (path.resolve(),))


def load_text(text: str, name: str, folder: Path | None = None) -> Reglement:
    """The rule book in `text`, called `name` in messages; without a folder it can only extend shipped books."""
    if len(text.encode(errors="surrogatepass")) > BIGGEST:
        raise _whole_file(name, f"{len(text)} characters", "too-big", high=str(BIGGEST))
    return _load(text, name, folder, ())


@cache
def _load_shipped(key: str) -> Reglement:
    file = resources.files("puur.reglement") / "books" / f"{key}.toml"
    return _load(file.read_text(encoding="utf-8"), f"{key}.toml", None, (), own=False)


def _whole_file(file: str, found: str, kind: str, **facts: str) -> ReglementError:
    return ReglementError([Problem(file, 0, "", found, kind, facts)])


def _read(path: Path) -> str:
    name = str(path)
    try:
        if path.exists() and not path.is_file():
            raise _whole_file(name, "a directory" if path.is_dir() else "a device", "not-a-file")
        with path.open("rb") as file:
            data = file.read(BIGGEST + 1)
    except (OSError, ValueError) as problem:
        reason = "no such file" if isinstance(problem, FileNotFoundError) else str(problem)
        kind, facts = near("missing-file", name, _SHIPPED)
        raise _whole_file(name[:200], reason, kind, **facts) from None
    if len(data) > BIGGEST:
        raise _whole_file(name, f"more than {BIGGEST} bytes", "too-big", high=str(BIGGEST))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        found = f"byte 0x{data[problem.start]:02x}"
        raise ReglementError([Problem(name, line, "", found, "not-utf8", {"at": str(problem.start)})]) from None


def _parse(text: str, file: str) -> tuple[Mapping[str, object], Mapping[tuple[str | int, ...], int]]:
    try:
        lines = locate(text)
        return tomllib.loads(text), lines
    except TooDeep as problem:
        raise ReglementError([Problem(file, problem.line, "", "deeper nesting", "too-deep", {"high": str(DEEPEST)})]) from None
    except tomllib.TOMLDecodeError as problem:
        match = _SYNTAX.fullmatch(str(problem))
        detail, line, column = match.groups() if match else (str(problem), None, None)
        row = int(line) if line else text.count("\n") + 1
        rows = text.splitlines()
        found = shown(rows[row - 1].strip()) if 0 < row <= len(rows) else "the end of the file"
        raise ReglementError([Problem(file, row, "", found, "syntax", {"detail": detail}, int(column or 0))]) from None
    except (RecursionError, ValueError) as problem:  # ValueError: a number with thousands of digits
        raise _whole_file(file, str(problem)[:100], "syntax", detail="values of usual size") from None


def _load(text: str, file: str, folder: Path | None, chain: tuple[Path, ...], *, own: bool = True) -> Reglement:
    raw, lines = _parse(text, file)
    reader = Reader(file, lines)
    base, broken = _base(reader, raw.get("extends"), folder, chain)
    head = reader.head(raw, base, taken=_SHIPPED if own else ())
    values, provisions = reader.body(raw)
    if not broken:
        inherited = {name: value_of(base, name) for name in slots()} if base else {}
        cited = _kept(base.citations if base else {}, values) | reader.cited
        book = build(inherited | values, **head, provisions=_provisions(base, values, provisions), citations=cited)
        faulty = frozenset(problem.field for problem in reader.problems)
        for clash in clashes(book):
            if not any(refused(name, faulty) for name in (clash.name, *clash.beside)):
                reader.report(tuple(clash.name.split(".")), clash.found, clash.kind, clash.facts)
        if not reader.problems:
            return book
    raise ReglementError([*broken, *sorted(reader.problems, key=lambda problem: problem.line)])


def _provisions(base: Reglement | None, values: Mapping[str, object], own: Mapping[str, str]) -> Mapping[str, str]:
    """Inherited provisions stay with inherited values; a value stated anew brings its own or none."""
    return _kept(base.provisions if base else {}, values) | dict(own)


def _kept(inherited: Mapping[str, Cited], values: Mapping[str, object]) -> dict[str, Cited]:
    return {
        name: rule
        for name, rule in inherited.items()
        if name not in values and not any(name.startswith(f"{stated}.") for stated in values)
    }


def _base(
    reader: Reader, extends: object, folder: Path | None, chain: tuple[Path, ...]
) -> tuple[Reglement | None, tuple[Problem, ...]]:
    """The book that this one extends, and the problems of that one."""
    if extends is None:
        return None, ()
    if not isinstance(extends, str) or not extends.strip() or not extends.isprintable() or len(extends) > 500:
        reader.report(("extends",), extends, *near("missing-file", None, _SHIPPED))
        return None, ()
    if extends in _SHIPPED:
        return _load_shipped(extends), ()
    if folder is None:
        reader.report(("extends",), extends, *near("no-folder", None, _SHIPPED))
        return None, ()
    path = folder / extends
    resolved = path.resolve()
    if resolved in chain:
        circle = " -> ".join(one.name for one in (*chain[chain.index(resolved) :], resolved))
        reader.report(("extends",), extends, "cycle", {"chain": circle})
        return None, ()
    try:
        return _load(_read(path), str(path), path.parent, (*chain, resolved)), ()
    except ReglementError as problem:
        reader.report(("extends",), extends, "base")
        return None, problem.problems
