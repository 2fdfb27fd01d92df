"""Everything that reads what somebody else has written: each parser with the errors that it documents, and nothing else.

A file in `corpus/<name>/` is a case of its own for ever: good ones to start from, and `found-*` for what once made a parser crash.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from puur.core.errors import Refusal, RuleViolation

CORPUS = Path(__file__).parent / "corpus"


@dataclass(frozen=True, slots=True)
class Parser:
    """What is called with the bytes, and what it may raise."""

    call: Callable[[bytes], object]
    errors: tuple[type[Exception], ...]


def text_of(data: bytes) -> str:
    return data.decode("utf-8", errors="replace")


def _record(name: str) -> Parser:
    from puur.core.game import Game
    from puur.notation import RecordError
    from puur.notation.formats import read_record, write_record
    from puur.notation.names import Format
    from puur.reglement import load, shipped

    def call(data: bytes) -> None:
        for record in read_record(data, Format(name)).records:
            if record.book in shipped():
                Game.replay(load(record.book), record.setup, record.events)
            write_record(record, Format.JASS)

    return Parser(call, (RecordError, RuleViolation))


def _guessed() -> Parser:
    from puur.notation import RecordError
    from puur.notation.formats import read_record

    return Parser(read_record, (RecordError,))


def _book() -> Parser:
    from puur.reglement import ReglementError, dump, load_text

    return Parser(lambda data: dump(load_text(text_of(data), "a.toml")), (ReglementError,))


def _club_book() -> Parser:
    from puur.reglement import ReglementError
    from puur.season import load_text

    return Parser(lambda data: load_text(text_of(data), "a.toml"), (ReglementError,))


def _club_file() -> Parser:
    from puur.season import Club, load
    from puur.season.exchange import read

    return Parser(lambda data: Club(load("ajz08"), read(text_of(data)).events), Refusal)


def _seasons() -> Parser:
    from puur.season import Club, load
    from puur.season.exchange import import_seasons

    def call(data: bytes) -> None:
        club = Club(load("ajz08"))
        for event in import_seasons(club, text_of(data)):
            club.submit(event)

    return Parser(call, Refusal)


def _camt() -> Parser:
    from puur.season import camt

    return Parser(camt.read, (Refusal,))


def _list(name: str) -> Parser:
    from puur.evening import lists

    return Parser(getattr(lists, name), (Refusal,))


def _evening() -> Parser:
    from puur.core.errors import Refusal
    from puur.log import Unfit
    from puur.web.evenings.evening_file import read

    return Parser(read, (Unfit, Refusal))


def _socket() -> Parser:
    from puur.web.live.acting import read_event
    from puur.web.live.socket import parse
    from puur.web.live.wire import BadMessage

    def call(data: bytes) -> None:
        message = parse(text_of(data))
        if message["t"] == "act":
            for free in (False, True):
                read_event(message.get("event"), 2, free=free)

    return Parser(call, (BadMessage,))


def _django() -> None:
    """Django as the web tests set it up."""
    import tests.web.environment  # noqa: F401


def _slate() -> Parser:
    from puur.web.slate_upload import previewed

    return Parser(lambda data: previewed(data, "de"), (Refusal,))


def _roster() -> Parser:
    from puur.web.evenings.listed import read

    return Parser(read, (Refusal,))


def _archive() -> Parser:
    from puur.reglement import ReglementError
    from puur.season import Refusal
    from puur.web.clubs.archive import brought

    return Parser(brought, (Refusal, ReglementError))


def _dump() -> Parser:
    _django()
    from puur.web.keeping.reading import verified

    def call(data: bytes) -> None:
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            verified(Path(file.name))

    return Parser(call, (Refusal,))


_MAKE: Mapping[str, Callable[[], Parser]] = {
    "jass": lambda: _record("jass"),
    "json": lambda: _record("json"),
    "hslu": lambda: _record("hslu"),
    "guessed": _guessed,
    "book": _book,
    "club-book": _club_book,
    "club-file": _club_file,
    "seasons": _seasons,
    "camt": _camt,
    "players": lambda: _list("players"),
    "results": lambda: _list("results"),
    "draw": lambda: _list("draw"),
    "evening": _evening,
    "socket": _socket,
    "slate": _slate,
    "roster": _roster,
    "archive": _archive,
    "dump": _dump,
}
NAMES = tuple(_MAKE)


@cache
def parser(name: str) -> Parser:
    """The parser of this name."""
    return _MAKE[name]()


def cases(name: str) -> list[Path]:
    """Its corpus."""
    return sorted((CORPUS / name).glob("*.case"))


def survives(name: str, data: bytes) -> Any:
    """Feed it; what it documents is fine, everything else goes through."""
    one = parser(name)
    try:
        return one.call(data)
    except one.errors:
        return None
