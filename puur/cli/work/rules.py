"""`puur rules`: list, read, compare and check rule books, and read the provisions behind their values.

The words after `rules` say what is wanted: nothing, a book, a book and a provision, `diff` with two books, `check` with a
file. What it prints is `puur.cli.rules_pages`; with `--json` the same facts for programs.
"""

from __future__ import annotations

import sys
from dataclasses import replace

import typer
from rich.text import Text

from puur.bots.levels import unknown
from puur.cli import rules_pages as pages
from puur.cli.errors import UserError
from puur.cli.files import load_book
from puur.cli.settings import answer, console, settings, show_json, tell
from puur.core.reglement import Reglement
from puur.reglement import ReglementError, dump, load, shipped
from puur.reglement.catalogue import Provision, UnknownProvision, catalogue_of, provision, provisions
from puur.reglement.compare import differences, rows
from puur.reglement.loader import idle_fields, misspelt_acts

PARTS = ("core", "referee", "tournament", "club")


def rules(words: list[str] | None, all_provisions: bool, part: str, as_json: bool, as_toml: bool) -> None:
    """What `puur rules` does."""
    if part and part not in PARTS:
        raise UserError(tell("rules.wrong.part", part=part, values=", ".join(PARTS)))
    match words or []:
        case []:
            _list(as_json)
        case ["diff", first, second]:
            _diff(first, second, as_json)
        case ["diff", *_]:
            raise UserError(tell("rules.wrong.diff"))
        case ["check", file]:
            _check(file, as_json)
        case ["check", *_]:
            raise UserError(tell("rules.wrong.check"))
        case [book] if all_provisions or part:
            _provisions(book, part, as_json)
        case [book]:
            _book(book, as_json, as_toml)
        case [book, asked]:
            _provision(book, asked, as_json)
        case more:
            raise UserError(tell("rules.wrong.words", words=" ".join(more)))


def _list(as_json: bool) -> None:
    books = [load(key) for key in shipped()]
    facts = [pages.book_facts(book) | {"provisions": pages.provision_count(book)} for book in books]
    answer(as_json, facts, pages.book_list(books), pages.dim(tell("rules.list.hint")))


def _book(name: str, as_json: bool, as_toml: bool) -> None:
    family = [key for key in shipped() if catalogue_of(key) == name]
    if name not in shipped() and family:  # tam2014: one catalogue, four books
        books = [load(key) for key in family]
        heading = Text(tell("rules.book.family", book=name))
        answer(as_json, [pages.book_facts(book) for book in books], heading, pages.book_list(books))
        return
    book = load_book(name)
    if as_toml:
        # A file of one's own has a key of its own, so that `rules check` takes what is written here.
        sys.stdout.write(dump(replace(book, key=f"own-{book.key}") if book.key in shipped() else book))
        return
    facts = pages.book_facts(book) | {"values": [pages.row_facts(row) for row in rows(book)]}
    example = next((rule for row in rows(book) if (rule := row.rule) and catalogue_of(book.key)), None)
    hint = [pages.dim(tell("rules.book.hint", book=book.key, example=example))] if example else []
    answer(as_json, facts, *pages.book_page(book), *hint)


def _provisions(name: str, part: str, as_json: bool) -> None:
    key = catalogue_of(name) or catalogue_of(load_book(name).key)
    if key is None:
        raise UserError(tell("rules.wrong.no_catalogue", book=name))
    wanted = [entry for entry in provisions(key) if not part or entry.part == part]
    facts = [pages.provision_facts(entry, settings().lang) for entry in wanted]
    answer(as_json, facts, Text(tell("rules.provisions.count", book=key, count=len(wanted))), pages.provision_list(wanted))


def _provision(name: str, asked: str, as_json: bool) -> None:
    if catalogue_of(name) is None:
        load_book(name)  # a book of one's own may cite any catalogue, but it has to exist
    try:
        entry = provision(asked)
    except UnknownProvision as unknown:
        near = ", ".join(unknown.suggestions)
        key = "rules.wrong.provision_near" if near else "rules.wrong.provision"
        raise UserError(tell(key, id=unknown.asked, **({"near": near} if near else {}))) from None
    if catalogue_of(name) not in (None, entry.book):
        raise UserError(tell("rules.wrong.other_book", id=entry.id, other=entry.book, book=name))
    citing = _citing(entry, name)
    facts = pages.provision_facts(entry, settings().lang) | {"values": citing}
    answer(as_json, facts, *pages.provision_page(entry, citing))


def _citing(entry: Provision, name: str) -> dict[str, list[str]]:
    """The values that name this provision, per book: the asked one, or all of its catalogue."""
    keys = [name] if name in shipped() else [key for key in shipped() if catalogue_of(key) == entry.book]
    cited = {key: _fields_citing(load(key), entry.id) for key in keys}
    return {key: names for key, names in cited.items() if names}


def _fields_citing(book: Reglement, rule: str) -> list[str]:
    """The fields of a book that name a provision, for the whole value or for one place of a list."""
    places = {field for field, cited in book.provisions.items() if cited == rule}
    whole = {field.rpartition(".")[0] for field in places if field.rpartition(".")[2].isdigit()}
    return [row.name for row in rows(book) if row.rule == rule or row.name in whole]


def _diff(first: str, second: str, as_json: bool) -> None:
    left, right = load_book(first), load_book(second)
    differing = differences(left, right)
    facts = [pages.difference_facts(left, right, each) for each in differing]
    title = Text(tell("rules.diff.title", one=left.title, two=right.title, count=len(differing)))
    answer(as_json, facts, title, *([pages.difference_table(left, right, differing)] if differing else []))


def _check(file: str, as_json: bool) -> None:
    if not as_json:
        book = load_book(file)
        console().print(Text(tell("rules.check.ok", file=file, title=book.title, book=book.key)), soft_wrap=True)
        for name, switch in idle_fields(book).items():
            console().print(Text(tell("rules.check.idle", field=name, switch=switch)), soft_wrap=True)
        for act, known in misspelt_acts(book).items():
            console().print(Text(tell("rules.check.act", field=f"penalties.{act}", near=known)), soft_wrap=True)
        for level, fields in unknown(book).items():
            console().print(Text(tell("bots.other_rules", level=level, fields=", ".join(fields))), soft_wrap=True)
        return
    try:
        book = load(file)
    except ReglementError as error:
        show_json({"ok": False, "problems": [pages.problem_facts(problem) for problem in error.problems]})
        raise typer.Exit(2) from None
    notes = {"idle": idle_fields(book), "misspelt_acts": misspelt_acts(book), "unknown_to_bots": unknown(book)}
    show_json({"ok": True, "problems": [], "book": pages.book_facts(book), **notes})
