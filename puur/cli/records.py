"""Game records that people name on the command line: read, or refused with one clear sentence; written whole or not at all."""

from __future__ import annotations

import sys
from pathlib import Path

from puur.cli.errors import UserError
from puur.cli.files import load_book, read_bytes, write_bytes
from puur.cli.interrupts import heard_while_waiting
from puur.cli.settings import settings, tell
from puur.core.reglement import Reglement
from puur.notation.formats import Loaded, format_of, read_record
from puur.notation.hslu import Lost
from puur.notation.names import Format
from puur.notation.record import MAX_BYTES, Record, RecordError
from puur.reglement import shipped
from puur.words.records import unreadable

STREAM = "-"


def load_file(name: str, format: Format | None, book: str) -> Loaded:
    """What the file holds; `format` as asked for, or by suffix and contents."""
    data = _read(name)
    promised = format_of(name)
    if format is None and promised is not Format.JSON:  # a .json file may be somebody else's log
        format = promised
    try:
        return read_record(data, format, book)
    except RecordError as error:
        raise UserError(explain(error, shown_name(name))) from None


def shown_name(name: str) -> str:
    """How the file is called in messages."""
    return tell("record.error.stdin") if name == STREAM else name


def _read(name: str) -> bytes:
    if name != STREAM:
        return read_bytes(Path(name), MAX_BYTES)
    with heard_while_waiting():
        return sys.stdin.buffer.read(MAX_BYTES + 1)


def explain(error: RecordError, file: str) -> str:
    """A mistake in a record as a sentence."""
    return unreadable(error, settings().lang, file)


def notes(lost: list[Lost]) -> list[str]:
    """What a format could not hold, one sentence each."""
    return [tell("record.convert.note", text=tell(f"record.loss.{loss.what}", where=loss.where)) for loss in lost]


def choose(loaded: Loaded, number: int | None, name: str) -> Record:
    """The record that is meant, where a log holds several."""
    count = len(loaded.records)
    if number is None:
        if count > 1:
            raise UserError(tell("record.convert.several", path=shown_name(name), count=count))
        return loaded.records[0]
    if not 1 <= number <= count:
        raise UserError(tell("record.convert.no_such", path=shown_name(name), count=count, number=number))
    return loaded.records[number - 1]


def book_of(record: Record, asked: str, name: str) -> Reglement:
    """The rule book to score by: the one asked for, or the record's own; a file is looked for beside the record."""
    source: str | Path = asked or record.book
    if not asked and record.book not in shipped():
        folder = Path() if name == STREAM else Path(name).parent
        source = folder / record.book
    return load_book(source)


def write_file(name: str, text: str, *, force: bool) -> None:
    """Write a text to a file whole or not at all, or to standard output."""
    if name == STREAM:
        sys.stdout.write(text)
    else:
        write_bytes(name, text.encode(), force=force)
