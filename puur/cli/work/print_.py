"""`puur print`: sheets as PDF from a draw, an evening or a list of results; blank ones without anything.

The words after `print` are the kind of sheet and the file. `all` is everything that is needed to finish the evening on paper. What
is on a sheet is `puur.papers.evening`.
"""

from __future__ import annotations

from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.evening_files import is_evening, looks_like_json, read_bytes, read_draw, read_evening, read_json
from puur.cli.files import load_book, write_bytes
from puur.cli.print_ import ALL, BOOKLET, KINDS
from puur.cli.settings import console, settings, tell
from puur.cli.work.rank import ranked
from puur.papers import Document, Head, Paper, render
from puur.papers.booklet import booklet
from puur.papers.evening import Occasion, compose, occasion
from puur.papers.kinds import EVERYTHING, RESULTS, Kind

BLANKS = {Kind.STANDBLATT: Kind.BLANK_STANDBLATT, Kind.JASSZETTEL: Kind.BLANK_JASSZETTEL}
MOST_BLANK = 500


def print_(
    what: str,
    file: str,
    out: str,
    reglement: str,
    paper: Paper,
    title: str,
    date: str,
    venue: str,
    only: int,
    blank: int,
    force: bool,
) -> None:
    """What `puur print` does."""
    if what not in KINDS:
        raise UserError(tell("print.error.kind", what=what, kinds=", ".join(KINDS)))
    if not 0 <= blank <= MOST_BLANK:
        raise UserError(tell("draw.error.too_many", count=blank, most=MOST_BLANK))
    target = out or f"{what}.pdf"
    if not target.lower().endswith(".pdf"):
        raise UserError(tell("draw.error.ending", path=target, endings=".pdf"))
    if what == BOOKLET:  # the referee on paper needs a book and nothing else
        write_bytes(target, booklet(load_book(reglement or "jassregeln"), settings().lang), force=force)
        console().print(Text(tell("draw.written", path=target)))
        return
    kinds = EVERYTHING if what == ALL else (Kind(what),)
    source = _occasion(kinds, file, reglement)
    head = Head(title or source.head.title, date or source.head.date, venue or source.head.venue)
    documents = _documents(source, kinds, file, only, blank)
    # One document is one file; `all` becomes one file per document beside each other.
    for kind, document in documents:
        name = target if len(kinds) == 1 else f"{target[:-4]}-{kind}.pdf"
        write_bytes(name, render(document, head, paper, settings().lang), force=force)
        console().print(Text(tell("draw.written", path=name)))


def _occasion(kinds: tuple[Kind, ...], file: str, reglement: str) -> Occasion:
    """What a file says; without one a rule book alone."""
    book = load_book(reglement) if reglement else None
    planned = book.evening.rounds if book else 0
    if not file:
        return Occasion(Head(book.title if book else ""), book, planned or 4)
    data = read_bytes(file)
    if looks_like_json(data) and is_evening(read_json(file, data)):
        return occasion(read_evening(file), settings().lang)
    if kinds[0] in RESULTS:
        ranking, book = ranked(file, reglement or "nws2020")
        return Occasion(Head(book.title), book, ranking.after, ranking=ranking)
    drawn = read_draw(file)
    if book is None and drawn.reglement:
        book = load_book(drawn.reglement)
    return Occasion(Head(book.title if book else ""), book, max(planned, len(drawn.rounds)), drawn.players, drawn.rounds)


def _documents(source: Occasion, kinds: tuple[Kind, ...], file: str, only: int, blank: int) -> list[tuple[Kind, Document]]:
    if blank:
        kinds = tuple(BLANKS.get(kind, kind) for kind in kinds)
    elif not source.players and not set(kinds) & {*RESULTS}:
        raise UserError(tell("print.error.needs_file"))
    elif source.players and not source.rounds and kinds != (Kind.STANDBLATT,):
        raise UserError(tell("print.error.needs_rounds", path=file))
    lang = settings().lang
    made = [(kind, page) for kind in kinds if (page := compose(source, kind, lang, only, blank)) is not None]
    if not made:
        raise UserError(tell("print.error.empty"))
    return made
