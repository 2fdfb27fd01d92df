"""What `puur rules` shows: pages and tables for people, plain facts for `--json`. It decides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import time
from enum import Enum

from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from puur.cli.settings import settings, tell
from puur.core.cards import Card
from puur.core.faces import Faces, card_name
from puur.core.reglement import Reglement
from puur.core.sanctions import Penalty
from puur.reglement.catalogue import Provision, catalogue_of, note, provisions, text
from puur.reglement.compare import Difference, Row, rows
from puur.reglement.dump import plain
from puur.reglement.problems import Problem, ReglementError
from puur.words import texts
from puur.words.problems import problem_text

NOTHING = "–"


def dim(said: str) -> Text:
    """Words in the background."""
    return Text(said, style="dim")


def provision_count(book: Reglement) -> int:
    """How many provisions the catalogue has of a book; 0 for one that has none of its own."""
    return len(provisions(book.key)) if catalogue_of(book.key) else 0


def book_list(books: Sequence[Reglement]) -> Table:
    """The books, one line each."""
    table = _table(tell("rules.list.key"), tell("rules.list.name"), tell("rules.list.form"), tell("rules.list.length"))
    table.add_column(tell("rules.list.provisions"), justify="right")
    for book in books:
        cells = (_strong(book.key), Text(book.title), Text(_form(book)), Text(_length(book)))
        table.add_row(*cells, Text(str(provision_count(book))))
    table.columns[0].no_wrap = True
    return table


def book_page(book: Reglement) -> Iterator[RenderableType]:
    """A whole book: its head, then every section with each value in words and the provision behind it."""
    yield _strong(f"{book.title} ({book.key})")
    yield Text(f"{_form(book)} · {_length(book)}")
    yield Text(tell("rules.book.source", source=book.source))
    if book.falls_back_on:
        yield Text(tell("rules.book.falls_back", book=book.falls_back_on))
    by_section: dict[str, list[Row]] = {}
    for row in rows(book):
        by_section.setdefault(row.section, []).append(row)
    for section, own_rows in by_section.items():
        yield Text(f"\n{tell(f'rules.section.{section}')}", style="bold")
        table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), pad_edge=False)
        table.add_column(width=30)
        table.add_column(width=30)
        table.add_column(style="cyan", overflow="fold")
        for row in own_rows:
            table.add_row(Text(label(row.name)), Text(in_words(row.name, row.value, book)), Text(row.rule or NOTHING))
        yield Padding(table, (0, 0, 0, 2))


def provision_list(entries: Sequence[Provision]) -> Table:
    """Provisions, each with its id and text."""
    table = Table(box=None, show_header=False, padding=(0, 1, 0, 0), pad_edge=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for entry in entries:
        said, own = text(entry, settings().lang)
        table.add_row(entry.id, Text(said if own else f"{said} {tell('rules.not_translated')}"))
    return table


def provision_page(entry: Provision, citing: Mapping[str, Sequence[str]]) -> Iterator[RenderableType]:
    """One provision: where it stands, its text, what it leaves open, and the values that it stands behind."""
    lang = settings().lang
    yield _strong(entry.id)
    yield dim(tell("rules.provision.article", article=entry.article))
    kind = {"part": entry.part, "area": entry.area, "automate": entry.automate}
    yield dim(tell("rules.provision.kind", **{name: tell(f"rules.{name}.{value}") for name, value in kind.items()}))
    if entry.variants:
        yield dim(tell("rules.provision.variants", variants=", ".join(entry.variants)))
    said, own = text(entry, lang)
    yield Text(f"\n{said}")
    open_, own_note = note(entry, lang)
    if open_:
        yield Text(f"\n{tell('rules.provision.note', note=open_)}")
    if not (own and own_note):
        yield dim(f"\n{tell('rules.not_translated')}")
    if citing:
        yield Text("")
    for book, names in citing.items():
        yield dim(tell("rules.provision.used", book=book, fields=", ".join(names)))


def difference_table(first: Reglement, second: Reglement, differing: Sequence[Difference]) -> Table:
    """What two books do not share, side by side, each value with its provision below."""
    table = _table(tell("rules.diff.field"), first.key, second.key)
    table.columns[0].width, table.columns[1].width, table.columns[2].width = 22, 26, 26
    section = ""
    for each in differing:
        here = each.name.split(".")[0]
        if here != section:
            table.add_row(Text(tell(f"rules.section.{here}"), style="bold"))
            section = here
        table.add_row(Text(label(each.name)), _cell(first, each.one), _cell(second, each.two))
    return table


def label(name: str) -> str:
    """A field in words, or its own name where there are none yet."""
    section, _, key = name.rpartition(".")
    if section == "modes" or section.endswith(".factors"):
        return _say(f"rules.mode.{key}", key)
    table = f"{tell(f'rules.field.{section}')}: {key}" if f"rules.field.{section}" in texts() else name
    return _say(f"rules.field.{name}", table)


def in_words(name: str, value: object, book: Reglement) -> str:
    """A value as people say it."""
    if name.startswith("modes.") or ".factors." in name:
        return f"× {value}"
    if isinstance(value, bool):
        return tell("rules.yes") if value else tell("rules.no")
    if isinstance(value, Enum):
        return _say(f"rules.value.{type(value).__name__}.{value.value}", str(value.value))
    if isinstance(value, Card):
        names = (card_name(value, faces) for faces in (book.table.faces, *Faces))
        return " / ".join(dict.fromkeys(names))
    if isinstance(value, time):
        return f"{value:%H:%M}"
    if isinstance(value, tuple):
        return ", ".join(in_words(name, item, book) for item in value) or tell("rules.empty")
    return NOTHING if value is None else str(value.points if isinstance(value, Penalty) else value)


def problems_text(error: ReglementError) -> str:
    """Every mistake of a file on a line of its own."""
    lines = [problem_text(problem, settings().lang) for problem in error.problems]
    if len(lines) == 1:
        return lines[0]
    return "\n".join([tell("rules.check.failed", count=len(lines)), *(f"  {line}" for line in lines)])


def book_facts(book: Reglement) -> dict[str, object]:
    """A book in JSON: what it is."""
    return {
        "key": book.key, "title": book.title, "source": book.source, "form": book.form, "target": book.ending.target,
        "deals": book.ending.deals, "falls_back_on": book.falls_back_on,
    }  # fmt: skip


def row_facts(row: Row) -> dict[str, object]:
    """A value in JSON: field, value, provision."""
    return {"field": row.name, "value": plain(row.value), "rule": row.rule}


def provision_facts(entry: Provision, lang: str) -> dict[str, object]:
    """A provision in JSON; `translated` says whether text and note are in the asked language."""
    said, own = text(entry, lang)
    open_, own_note = note(entry, lang)
    return {
        "id": entry.id, "book": entry.book, "article": entry.article, "area": entry.area, "part": entry.part,
        "automate": entry.automate, "variants": list(entry.variants), "text": said, "note": open_,
        "lang": lang if own else "de", "translated": own and own_note,
    }  # fmt: skip


def difference_facts(first: Reglement, second: Reglement, each: Difference) -> dict[str, object]:
    """A difference in JSON: the field, and per book its value and provision, or null where it does not apply."""
    sides = {"one": (first, each.one), "two": (second, each.two)}
    told: dict[str, object] = {"field": each.name}
    for side, (book, row) in sides.items():
        told[side] = {"book": book.key, "value": plain(row.value), "rule": row.rule} if row else None
    return told


def problem_facts(problem: Problem) -> dict[str, object]:
    """A mistake in JSON."""
    return {
        "file": problem.file, "line": problem.line, "column": problem.column, "field": problem.field,
        "found": problem.found, "kind": problem.kind, "expected": tell(f"rules.problem.{problem.kind}", **problem.facts),
    }  # fmt: skip


def _say(key: str, otherwise: str) -> str:
    return tell(key) if key in texts() else otherwise


def _table(*columns: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(column)
    return table


def _cell(book: Reglement, row: Row | None) -> Text:
    if row is None:
        return Text(NOTHING)
    return Text(in_words(row.name, row.value, book)).append(f"\n{row.rule or NOTHING}", style="cyan")


def _strong(said: str) -> Text:
    return Text(said, style="bold")


def _form(book: Reglement) -> str:
    return _say(f"rules.form.{book.form}", book.form)


def _length(book: Reglement) -> str:
    if book.ending.target:
        return tell("rules.length.target", points=book.ending.target)
    return tell("rules.length.deals", count=book.ending.deals)
