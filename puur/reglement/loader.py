"""Loading a rule book: a shipped one by its key, or anybody's own file, with every mistake told at once.

A book is one TOML file: its head (key, title, source, form, extends), the modes with their factors, the list of penalties, and
one table per section: those of the play and the evening in `puur.core.reglement`, the season, and what other packages contribute. A
value is plain (`cut_min = 3`) or carries its provision (`cut_min = { value = 3, rule = "UB-DEAL-05" }`). `extends` names a shipped
book, or a file relative to this one; values and their provisions are inherited from it. Loading has no side effects and never runs
anything from the file.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TypeVar, cast

from puur.core.reglement import Reglement, contributed
from puur.games import find_form, form_names, game_books, load_forms
from puur.reglement.checks import clashes, idle
from puur.reglement.lines import DEEPEST, TooDeep, locate
from puur.reglement.old_forms import At, Modern, modern
from puur.reglement.problems import Problem, ReglementError
from puur.reglement.reader import Reader, refused, shown
from puur.reglement.schema import build, missing, near, slots, value_of

BIGGEST = 1 << 20
ALMOST = 0.85  # how much an act resembles a known one that was meant: devices and device, but not wrong-lead and wrong-card
Cited = TypeVar("Cited")
Entries = dict[object, object]
_SYNTAX = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)
_BOOKS = Path(__file__).parent / "books"  # importlib.resources would load tempfile, zipfile and more
_RULE_BOOKS = ("jassregeln", "ajz08", "tam2014-es", "tam2014-ps", "tam2014-es-at", "tam2014-cp", "nws2020", "ub2024")


def shipped() -> tuple[str, ...]:
    """The keys of the books that come with Puur: the rule books, the general rules first, then those of single games."""
    return (*_RULE_BOOKS, *game_books())


def load(source: str | Path) -> Reglement:
    """The rule book with this shipped key or in this file; `ReglementError` with every mistake otherwise."""
    if isinstance(source, str) and source in shipped():
        return _load_shipped(source)
    load_forms()
    path = Path(source)
    return _load(_read(path), str(source), path.parent, (path.resolve(),))


def idle_fields(book: Reglement) -> dict[str, str]:
    """The fields that somebody's own book states otherwise than the one behind it, and that mean nothing in it; each with why."""
    if not book.origin or book.origin == book.key:
        return {}
    base = load(book.origin)
    own = [name for name in _stated(book) if name in set(_stated(base)) and value_of(book, name) != value_of(base, name)]
    return {name: switch for name in own if (switch := idle(book, name)) is not None}


def misspelt_acts(book: Reglement) -> dict[str, str]:
    """The acts in a book's list of penalties that no shipped book knows, but that resemble a known one; each with that one.

    A club may list acts of its own, so this is no mistake; but the referee punishes by the known names alone.
    """
    from difflib import get_close_matches  # only mistakes need it

    known = {act for key in _RULE_BOOKS for act in load(key).penalties}
    pairs = ((act, get_close_matches(act, known, n=1, cutoff=ALMOST)) for act in book.penalties if act not in known)
    return {act: close[0] for act, close in pairs if close}


def load_text(text: str, name: str, folder: Path | None = None) -> Reglement:
    """The rule book in `text`, called `name` in messages; without a folder it can only extend shipped books."""
    load_forms()
    if len(text.encode(errors="surrogatepass")) > BIGGEST:
        raise _whole_file(name, f"{len(text)} characters", "too-big", high=str(BIGGEST))
    return _load(text, name, folder, ())


@cache
def _load_shipped(key: str) -> Reglement:
    own = game_books().get(key)
    file = own if own is not None else _BOOKS / f"{key}.toml"
    text = file.read_text(encoding="utf-8")
    try:
        return _load(text, f"{key}.toml", None, (), own=False, located=False)
    except ReglementError:
        load_forms()
        return _load(text, f"{key}.toml", None, (), own=False)  # somebody is changing it: say in which lines


def _whole_file(file: str, seen: str, kind: str, **facts: str) -> ReglementError:
    return ReglementError([Problem(file, 0, "", seen, kind, facts)])


def _read(path: Path) -> str:
    name = str(path)
    try:
        if path.exists() and not path.is_file():
            raise _whole_file(name, "a directory" if path.is_dir() else "a device", "not-a-file")
        with path.open("rb") as file:
            data = file.read(BIGGEST + 1)
    except (OSError, ValueError) as problem:
        reason = "no such file" if isinstance(problem, FileNotFoundError) else getattr(problem, "strerror", None) or str(problem)
        kind, facts = near("missing-file", path.name, shipped())
        safe = "".join(sign if sign.isprintable() else "�" for sign in name[:200])
        raise _whole_file(safe, reason, kind, **facts) from None
    if len(data) > BIGGEST:
        raise _whole_file(name, f"more than {BIGGEST} bytes", "too-big", high=str(BIGGEST))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as problem:
        line = data.count(b"\n", 0, problem.start) + 1
        byte = f"byte 0x{data[problem.start]:02x}"
        raise ReglementError([Problem(name, line, "", byte, "not-utf8", {"at": str(problem.start)})]) from None


def _parse(text: str, file: str, located: bool) -> tuple[Mapping[str, object], Mapping[At, int]]:
    try:
        lines = locate(text) if located else {}
        return tomllib.loads(text, parse_float=Decimal), lines
    except TooDeep as problem:
        raise ReglementError([Problem(file, problem.line, "", "deeper nesting", "too-deep", {"high": str(DEEPEST)})]) from None
    except tomllib.TOMLDecodeError as problem:
        match = _SYNTAX.fullmatch(str(problem))
        detail, line, column = match.groups() if match else (str(problem), None, None)
        row = int(line) if line else text.count("\n") + 1
        rows = text.splitlines()
        row_text = shown(rows[row - 1].strip()) if 0 < row <= len(rows) else "the end of the file"
        raise ReglementError([Problem(file, row, "", row_text, "syntax", {"detail": detail}, int(column or 0))]) from None
    except (RecursionError, ValueError, ArithmeticError) as problem:  # a number with thousands of digits, or such an exponent
        raise _whole_file(file, str(problem)[:100], "syntax", detail="values of usual size") from None


def _load(
    text: str, file: str, folder: Path | None, chain: tuple[Path, ...], *, own: bool = True, located: bool = True
) -> Reglement:
    """A book out of its file and those that it extends: the whole book, and a section of its own where that one says so.

    `located`: whether mistakes shall have their lines, which takes as long as reading the file.
    """
    raw, lines = _parse(text, file, located)
    new = modern(raw, lines) if located else Modern(dict(raw), {})  # what comes with Puur is in today's form
    if not own:
        _know(raw)
    tables = {key: table for key in contributed() if isinstance(table := new.raw.get(key), dict) and "extends" in table}
    reader = Reader(file, new.lines, apart=[(key, "extends") for key in tables])
    base, broken = _base(reader, ("extends",), new.raw.get("extends"), folder, chain)
    parts = [(key, *_base(reader, (key, "extends"), table["extends"], folder, chain)) for key, table in tables.items()]
    baseless = bool(reader.problems)
    if new.club and base is not None and base.ending.deals:
        new.raw.pop("ending", None)  # a target was stated for every club, and meant nothing where deals are counted
    broken = (*broken, *(problem for _, _, problems in parts for problem in problems))
    head = reader.head(new.raw, next((book for _, book, _ in parts), base), None if new.club else shipped() if own else ())
    reader.body(new.raw)
    if not broken and not baseless:
        book = _build(reader, head, base, [(key, book) for key, book, _ in parts if book], new.replaced)
        if not reader.problems:
            return book if own else replace(book, origin=book.key)
    raise ReglementError([*broken, *sorted(reader.problems, key=lambda problem: problem.line)])


def _know(raw: Mapping[str, object]) -> None:
    """Load the sections that a shipped book states; somebody's own book may state any, and all of them are loaded before."""
    for key in raw:
        if key == "season":
            import_module("puur.reglement.season")
        else:
            find_form(key.replace("_", "-"))


def _build(
    reader: Reader, head: dict[str, object], base: Reglement | None, parts: list[tuple[str, Reglement]], replaced: Mapping[str, str]
) -> Reglement:
    """The book out of what it states and inherits; a value stated anew brings its own provision or none."""
    values: dict[str, object] = {}
    provisions: dict[str, str] = {}
    citations: dict[str, tuple[str, ...]] = {}
    for key, source in [("", base), *parts]:
        if source is not None:
            values |= {name: value_of(source, name) for name in _stated(source) if _inherited(name, key, head["form"])}
            provisions |= {name: rule for name, rule in source.provisions.items() if _inherited(name, key, head["form"])}
            citations |= {name: rules for name, rules in source.citations.items() if _inherited(name, key, head["form"])}
    for name, stays in replaced.items():
        values[name] = {key: entry for key, entry in cast(Entries, values.get(name, {})).items() if key == stays}
        provisions = {at: rule for at, rule in provisions.items() if at == f"{name}.{stays}" or not at.startswith(name)}
    for name, value in reader.values.items():
        values[name] = cast(Entries, values.get(name, {})) | cast(Entries, value) if slots()[name].by_entry else value
    book = build(
        values,
        **head,
        provisions=_kept(provisions, reader.stated) | reader.provisions,
        citations=_kept(citations, reader.stated) | reader.citations,
        origin=base.origin if base else "",
    )
    _compare(reader, book, values)
    return book


def _compare(reader: Reader, book: Reglement, values: Mapping[str, object]) -> None:
    """Note what is missing, and what does not go together, unless one of the values is refused already."""
    for name, value in reader.values.items():
        if _foreign(name, book.form) and value != slots()[name].default:  # whole books of version 0.1 repeat the defaults
            reader.report(tuple(name.split(".")), name.partition(".")[0], "other-game", {"value": book.form})
    faulty = frozenset(problem.field for problem in reader.problems)
    for key in contributed():
        if any(name.startswith(f"{key}.") for name in values):
            for name in missing(key, values):
                if not refused(name, faulty):
                    reader.report(tuple(name.split(".")), None, "required")
    for name, claimed in reader.claimed.items():
        actual = value_of(book, name)
        if claimed != actual and not faulty:
            kind = "only-true" if actual is True else "total"
            reader.report(tuple(name.split(".")), claimed, kind, {"value": str(actual)})
    for clash in clashes(book):
        unlisted = clash.kind == "penalty" and not reader.stated.intersection(clash.beside)  # a list of version 0.1 was whole
        if not unlisted and not any(refused(name, faulty) for name in (clash.name, *clash.beside)):
            beside = [tuple(name.split(".")) for name in clash.beside]
            reader.report(tuple(clash.name.split(".")), clash.found, clash.kind, clash.facts, beside)


def _stated(book: Reglement) -> Iterator[str]:
    """The names of the values that a book has: all but those of sections that it has not, and what it only cites."""
    others = contributed().keys()
    for name, slot in slots().items():
        section = name.partition(".")[0]
        if not slot.is_cite and (section not in others or section in book.sections):
            yield name


def _foreign(name: str, form: object) -> bool:
    """Whether a value stands in the section of another game than the one that the book is for."""
    section = name.partition(".")[0]
    return section in contributed() and section in form_names() and section != form


def _inherited(name: str, key: str, form: object) -> bool:
    """Whether a value comes from a book that is extended: all of it, or what belongs to the section `key`; never another game's."""
    return (not key or _of_section(name, key)) and not _foreign(name, form)


def _of_section(name: str, key: str) -> bool:
    """Whether a value belongs to a contributed section, or comes along with it."""
    along = (key, *getattr(contributed()[key], "brings", ()))
    return any(name == section or name.startswith(f"{section}.") for section in along)


def _kept(inherited: Mapping[str, Cited], gone: Collection[str]) -> dict[str, Cited]:
    """The inherited provisions of values that are not stated anew, by themselves or with a table around them."""
    tables = tuple(f"{table}." for table in gone)
    return {name: rule for name, rule in inherited.items() if name not in gone and not name.startswith(tables)}


def _base(
    reader: Reader, at: tuple[str, ...], extends: object, folder: Path | None, chain: tuple[Path, ...]
) -> tuple[Reglement | None, tuple[Problem, ...]]:
    """The book that this one extends, and the problems of that one."""
    if extends is None:
        return None, ()
    if not isinstance(extends, str) or not extends.strip() or not extends.isprintable() or len(extends) > 500:
        reader.report(at, extends, *near("missing-file", None, shipped()))
        return None, ()
    if extends in shipped():
        return _load_shipped(extends), ()
    if folder is None:
        reader.report(at, extends, *near("no-folder", extends, shipped()))
        return None, ()
    path = folder / extends
    if not path.exists():
        reader.report(at, extends, *near("missing-file", extends, shipped()))
        return None, ()
    resolved = path.resolve()
    if resolved in chain:
        circle = " -> ".join(link.name for link in (*chain[chain.index(resolved) :], resolved))
        reader.report(at, extends, "cycle", {"chain": circle})
        return None, ()
    try:
        return _load(_read(path), str(path), path.parent, (*chain, resolved)), ()
    except ReglementError as problem:
        reader.report(at, extends, "base")
        return None, problem.problems
