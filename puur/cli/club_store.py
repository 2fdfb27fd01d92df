"""A club's file on disk: read into a `Club`, appended to whole or not at all, with every mistake as one clear sentence."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from rich.progress import Progress

from puur.cli.errors import UserError
from puur.cli.files import LIMIT, read_bytes, read_text, replace_bytes, text_of
from puur.cli.interrupts import heard_while_waiting
from puur.cli.records import STREAM
from puur.cli.settings import console, settings, tell
from puur.log.sheets import FLAT
from puur.reglement import ReglementError
from puur.season import ClubBook, Refusal, load
from puur.season.book import shipped
from puur.season.events import Event, from_json, kinds
from puur.season.exchange import read, write
from puur.season.state import Club
from puur.words.refusals import explain, refused

_MANY = 2000  # from here on a bar shows how far the reading is


def in_words(problem: Refusal, lang: str = "") -> str:
    """A refusal as a sentence, with its provision where there is one."""
    area, cause, lang = "club.refused" if problem.rule else "club.missing", problem.__cause__, lang or settings().lang
    facts = {**problem.facts, "why": explain(cause.reason, cause.facts, lang)} if isinstance(cause, Refusal) else problem.facts
    sentence = refused((area,), problem.reason, facts, lang)
    return f"{sentence} [{problem.rule}]" if problem.rule else sentence


@dataclass(slots=True)
class Store:
    """An open club file; what the club takes in is on disk after `save`."""

    path: Path
    key: str
    club: Club
    held: bytes  # by the file

    def save(self) -> None:
        """Write the file with everything the club has taken in, whole or not at all."""
        data = write(self.key, self.club.events).encode()
        replace_bytes(str(self.path), self.held, data)
        self.held = data


def settings_of(key: str, folder: Path) -> ClubBook:
    """The club settings with this key, or in a file beside the club's."""
    source: str | Path = key if key in shipped() else folder / key
    try:
        return load(source)
    except ReglementError as error:
        raise UserError(tell("club.error.settings", path=key, problems=error)) from None


def open_club(path: Path) -> Store:
    """The club in a file."""
    data = read_bytes(path, LIMIT)
    try:
        file = read(text_of(path, data))
    except Refusal as problem:
        raise UserError(_with_line(path, problem)) from None
    club = Club(settings_of(file.book, path.parent))
    club.replaying = True
    quiet = len(file.events) < _MANY
    with Progress(console=console(stderr=True), transient=True, disable=quiet) as bar:
        task = bar.add_task(tell("club.progress"), total=len(file.events))
        for line, event in zip(file.lines, file.events, strict=True):
            try:
                club.submit(event)
            except Refusal as problem:
                raise UserError(tell("club.error.line", file=path, line=line, why=in_words(problem))) from None
            bar.advance(task)
    club.replaying = False
    return Store(path, file.book, club, data)


def _with_line(path: Path | str, problem: Refusal) -> str:
    line = problem.facts.get("line")
    why = in_words(problem)
    return tell("club.error.line", file=path, line=line, why=why) if line and problem.reason not in _OWN_LINE else f"{path}: {why}"


_OWN_LINE = ("line", "no-head", "version", "csv-value")


def read_events(name: str) -> list[Event]:
    """Events from a file or from standard input."""
    if name == STREAM:
        with heard_while_waiting():
            text = sys.stdin.read()
    else:
        text = read_text(Path(name))
    try:
        return list(read(text, head=False).events)
    except Refusal as problem:
        raise UserError(_with_line(name, problem)) from None


def event_from_words(words: Sequence[str]) -> Event:
    """`round-played day=2027-3 points:=[2034,1500]` as an event; lists of names may be written a,b,c."""
    raw: dict[str, Any] = {"event": words[0] if words else ""}
    hints = kinds().get(raw["event"])
    for word in words[1:]:
        name, sign, value = word.partition("=")
        if not sign:
            raise UserError(tell("club.error.pair", text=word))
        if name.endswith(":"):
            try:
                raw[name[:-1]] = json.loads(value)
            except json.JSONDecodeError:
                raise UserError(tell("club.error.pair", text=word)) from None
        else:
            raw[name] = _typed(hints, name, value)
    try:
        return from_json(raw)
    except Refusal as problem:
        raise UserError(in_words(problem)) from None


def _typed(kind: type[Event] | None, name: str, value: str) -> Any:
    """A plain word as the type of its field."""
    other = "tuple[int" if name in FLAT else ""  # a sheet may be typed as its points
    hint = str(kind.__annotations__.get(name, other)) if kind else ""
    if hint.startswith("int") and value.lstrip("-").isdigit():
        return int(value)
    if hint == "bool":
        return {"true": True, "false": False, "yes": True, "no": False}.get(value.lower(), value)
    if hint.startswith("tuple[str"):
        return value.split(",") if value else []
    if hint.startswith("tuple[int"):
        return [int(part) if part.lstrip("-").isdigit() else part for part in value.split(",")]
    return value


def date_of(text: str) -> date:
    """A date on the command line; today where nothing is said."""
    if not text:
        return date.today()
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise UserError(tell("club.error.date", text=text)) from None
