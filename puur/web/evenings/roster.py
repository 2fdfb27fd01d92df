"""Lists of players that organisers bring, made ready for a preview: every line with what becomes of it.

The file itself is read in `evenings.listed`. Nothing is stored here and nothing is given up at the first mistake: a broken line
is named with its reason and the others stay.
"""

from __future__ import annotations

from dataclasses import replace

from puur.core.errors import Refusal, RuleViolation
from puur.evening.columns import fold
from puur.evening.details import details_of
from puur.evening.evening import Evening
from puur.evening.events import Entered, Event, TableFixed
from puur.web.evenings.fold import fork
from puur.web.evenings.listed import MOST_ROWS, Line, Listed
from puur.web.evenings.store import sentence

MOST_PLAYERS = 1000


def previewed(engine: Evening, listed: Listed, lang: str, *, doubles: bool = False) -> tuple[Listed, list[Event]]:
    """What importing the list would do, line by line, and the events that do it.

    Two lines of the same name are two people. A line whose name is on the evening's list already is that person, unless `doubles`
    says that it is another one.
    """
    if listed.count("new") + len(engine.players) > MOST_PLAYERS:
        raise Refusal("list-long", lines=len(listed.lines), most=MOST_PLAYERS)
    trial = fork(engine)
    known_as: dict[str, list[str]] = {}
    for player in engine.players.values():
        known_as.setdefault(_known(player.name), []).append(player.id)
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
        if known is not None and _known(known.name) == _known(entry.name):
            lines.append(replace(entry, fate="same", note="same"))
            known_as[_known(entry.name)].remove(known.id)
            continue
        if (there := known_as.get(_known(entry.name))) and not doubles:
            lines.append(replace(entry, fate="double", note="double", other=there.pop(0)))
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
        if _known(entry.name) in names and not entry.note:
            entry = replace(entry, note="namesake", other=str(names[_known(entry.name)]))
        names.setdefault(_known(entry.name), entry.line)
        lines.append(entry)
        events += wanted
    return replace(listed, lines=tuple(lines)), events


def _known(name: str) -> str:
    return fold(name) or name
