"""A whole club out of a file: unpacked, read, computed and compared, before anything of it is stored.

Pure: it runs in a process apart (`server.reading`), outside of any transaction. Only declared refusals leave it: `Refusal` with the
line of a mistake, `ReglementError` for settings that are none.
"""

from __future__ import annotations

import io
import json
import zipfile
import zlib
from dataclasses import dataclass

from puur.core.errors import Refusal
from puur.season import Club, load, load_text
from puur.season.book import shipped
from puur.season.events import Event
from puur.season.exchange import import_seasons, read
from puur.season.tables import differences, everything
from puur.web.json_text import unstorable
from puur.web.own_books import BIGGEST_BOOK

BIGGEST_FILE = 8 << 20  # bytes
BIGGEST_PART = 32 << 20  # what a part of a ZIP may unpack to
EVENTS, SETTINGS, FIGURES = "club.jsonl", "settings.toml", "figures.json"


@dataclass(frozen=True, slots=True)
class Brought:
    """The club of a file: its settings by name or as text, the club itself, and where its figures differ (None: there are none)."""

    book: str
    book_text: str
    club: Club
    wrong: list[str] | None


def brought(raw: bytes) -> Brought:
    """The club of a file; a refusal names the line it comes from."""
    parts = unpack(raw)
    file = read(parts[EVENTS])
    own = "" if file.book in shipped() else parts.get(SETTINGS, "")
    if len(own) > BIGGEST_BOOK:
        raise Refusal("archive-size", part=SETTINGS)
    if file.book not in shipped() and not own:
        raise Refusal("archive-settings", book=file.book)
    club = Club(load_text(own, SETTINGS) if own else load(file.book))
    club.replaying = True  # a club that another machine, or an earlier version, has kept
    for line, event in zip(file.lines, file.events, strict=True):
        try:
            club.submit(event)
        except Refusal as problem:
            problem.facts["line"] = line
            raise
    club.replaying = False
    return Brought("" if own else file.book, own, club, _compared(parts, club))


def earlier(club: Club, text: str) -> tuple[Club, list[Event]]:
    """The club with earlier seasons from a CSV, and the events that bring them."""
    events = import_seasons(club, text)
    for event in events:
        club.submit(event)
    return club, events


def _compared(parts: dict[str, str], club: Club) -> list[str] | None:
    if FIGURES not in parts:
        return None
    try:
        figures = json.loads(parts[FIGURES])
    except (ValueError, RecursionError):  # also a number of thousands of digits
        return [FIGURES]
    if unstorable(parts[FIGURES].encode()):
        return [FIGURES]
    return differences(figures, everything(club))


def unpack(raw: bytes) -> dict[str, str]:
    """The texts of a ZIP that matter, or the one text of a club file; anything else is refused."""
    if not zipfile.is_zipfile(io.BytesIO(raw)):
        if raw.startswith(b"PK"):  # a ZIP that was cut off
            raise Refusal("archive")
        try:
            return {EVENTS: raw.decode("utf-8-sig")}
        except UnicodeDecodeError:
            raise Refusal("no-head", line=1) from None
    parts = {}
    try:
        with zipfile.ZipFile(io.BytesIO(raw)) as packed:
            for name in (EVENTS, SETTINGS, FIGURES):
                if name in packed.namelist():
                    with packed.open(name) as part:
                        text = part.read(BIGGEST_PART + 1)
                    if len(text) > BIGGEST_PART:
                        raise Refusal("archive-size", part=name)
                    parts[name] = text.decode("utf-8-sig")
    except (zipfile.BadZipFile, zlib.error, ValueError, NotImplementedError, RuntimeError, EOFError, OSError):
        raise Refusal("archive") from None
    if EVENTS not in parts:
        raise Refusal("archive")
    return parts
