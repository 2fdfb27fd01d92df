"""Lists of players that organisers bring, made ready for a preview: every line with what becomes of it.

The file itself is read in `evenings.listed`. Nothing is stored here and nothing is given up at the first mistake: a broken line
is named with its reason and the others stay.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from puur.core.errors import Refusal, RuleViolation
from puur.evening.columns import known_as
from puur.evening.details import details_of
from puur.evening.evening import Evening
from puur.evening.events import Entered, Event, TableFixed
from puur.web.evenings.fold import fork
from puur.web.evenings.listed import MOST_ROWS, Line, Listed
from puur.web.evenings.store import sentence

MOST_PLAYERS = 1000


def previewed(engine: Evening, listed: Listed, lang: str, *, others: Container[int] = ()) -> tuple[Listed, list[Event]]:
    """What importing the list would do, line by line, and the events that do it.

    Two lines of the same name are two people. A line whose name is on the evening's list already, in whichever order, is that
    person, unless its number is among the `others`, who are somebody else.
    """
    if listed.count("new") + len(engine.players) > MOST_PLAYERS:
        raise Refusal("list-long", lines=len(listed.lines), most=MOST_PLAYERS)
    trial = fork(engine)
    there_as: dict[str, list[str]] = {}
    for player in engine.players.values():
        there_as.setdefault(known_as(player.name), []).append(player.id)
    names: dict[str, int] = {}  # of the list itself, with the line
    given = {line.id for line in listed.lines if line.id}
    fresh = (str(number) for number in range(1, 10 * MOST_ROWS) if str(number) not in given and str(number) not in engine.players)
    seen: dict[str, int] = {}
    lines: list[Line] = []
    events: list[Event] = []
    for entry in listed.lines:
        if entry.fate == "broken":
            lines.append(entry)
            continue
        if entry.id and entry.id in seen:
            lines.append(replace(entry, fate="broken", note="number-twice", other=str(seen[entry.id])))
            continue
        if entry.id:
            seen[entry.id] = entry.line
        known = engine.players.get(entry.id)
        if known is not None and known_as(known.name) == known_as(entry.name):
            lines.append(replace(entry, fate="same", note="same"))
            there_as[known_as(entry.name)] = [key for key in there_as[known_as(entry.name)] if key != known.id]
            continue
        there = there_as.get(known_as(entry.name))
        other = there.pop(0) if there else ""  # whether it is somebody else or not: the other lines stay as they were shown
        if other and entry.line not in others:
            lines.append(replace(entry, fate="double", note="double", other=other))
            continue
        if known is not None or not entry.id:  # a number that somebody else has already: the next free one
            entry = replace(entry, id=next(fresh), note="renumbered" if known is not None else "", other=entry.id)
        wanted: list[Event] = [Entered(entry.id, entry.name, entry.pair, False, **details_of(entry.details))]
        if entry.table:
            wanted.append(TableFixed(entry.id, entry.table))
        try:
            for event in wanted:
                trial.submit(event)
        except RuleViolation as problem:
            lines.append(replace(entry, fate="broken", said=sentence(problem, lang, trial)))
            continue
        if known_as(entry.name) in names and not entry.note:
            entry = replace(entry, note="namesake", other=str(names[known_as(entry.name)]))
        names.setdefault(known_as(entry.name), entry.line)
        lines.append(entry)
        events += wanted
    return replace(listed, lines=tuple(lines)), events
