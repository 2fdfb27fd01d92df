"""Files in and out: a club as a file of events, earlier seasons from CSV, everything out again, and a calendar feed.

A club file is text, one JSON object per line: first `{"format": "puur-club", "version": 2, "book": "ajz08"}`, then the events in
their order. It is complete: whoever has it has the club.
"""

from __future__ import annotations

import csv
import io
import json
import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from puur.core.errors import Refusal
from puur.log import Line, counted
from puur.season.days import Day, Meeting
from puur.season.events import Event, PersonAdded, ResultImported, TrophyImported, to_json
from puur.season.events.codec import line_from_json
from puur.season.feed import Entry, calendar
from puur.season.state import Club
from puur.season.yearly import columns, standings

FORMAT, VERSIONS = "puur-club", (1, 2)  # the last one is written
MOST_EVENTS, LONGEST_LINE = 30_000, 200_000  # of a club file; letters of a line
MOST_RESULTS, LONGEST_NAME = 10_000, 80  # of earlier seasons
_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")
_COLUMNS = {
    "year": ("year", "jahr", "jassjahr"),
    "number": ("day", "number", "jasstag", "tag"),
    "name": ("name", "member", "person", "mitglied"),
    "series": ("series", "serie"),
    "points": ("points", "punkte", "result", "resultat"),
    "trophy": ("trophy", "winner", "sieger", "jahrestrophy"),
}


@dataclass(frozen=True, slots=True)
class ClubFile:
    """What a club file says: the settings it names and its events with their lines."""

    book: str
    events: tuple[Event, ...]
    lines: tuple[int, ...]


def write(book: str, events: Iterable[Event]) -> str:
    """A club file."""
    head = json.dumps({"format": FORMAT, "version": VERSIONS[-1], "book": book}, ensure_ascii=False)
    return head + "\n" + "".join(json.dumps(to_json(event), ensure_ascii=False) + "\n" for event in events)


def read(text: str, *, head: bool = True) -> ClubFile:
    """A club file, or (without a head) just events; `Refusal` carries the line of a mistake."""
    lines: list[Line] = []
    book = ""
    place = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        if len(line) > LONGEST_LINE or place >= MOST_EVENTS:
            raise Refusal("too-long", line=number, most=MOST_EVENTS)
        try:
            raw = json.loads(line)
        except (ValueError, RecursionError) as problem:  # also a number of thousands of digits
            raise Refusal("line", line=number, detail=f"JSON: {problem}"[:200]) from None
        if head and not book:
            book = _head(raw, number)
            continue
        try:
            place += 1
            lines.append(Line(place, line_from_json(raw), at=number))
        except Refusal as problem:
            problem.facts["line"] = number
            raise
    if head and not book:
        raise Refusal("no-head", line=1)
    lines = counted(lines)
    return ClubFile(book, tuple(line.event for line in lines), tuple(line.at for line in lines))


def _head(raw: object, number: int) -> str:
    if not isinstance(raw, dict) or raw.get("format") != FORMAT or not isinstance(raw.get("book"), str) or not raw["book"]:
        raise Refusal("no-head", line=number)
    if raw.get("version") not in VERSIONS:
        raise Refusal("version", line=number, found=str(raw.get("version"))[:20], expected=VERSIONS[-1])
    return str(raw["book"])


def person_key(name: str) -> str:
    """A key made of a name: `Zoë Müller` gives `zoe-mueller`."""
    plain = name.lower()
    for sign, other in (("ä", "ae"), ("ö", "oe"), ("ü", "ue")):
        plain = plain.replace(sign, other)
    plain = unicodedata.normalize("NFKD", plain).encode("ascii", "ignore").decode()
    return re.sub("[^a-z0-9]+", "-", plain).strip("-") or "person"


def _free(key: str, taken: set[str], tried: dict[str, int]) -> str:
    """The key, or with the next number behind it that is free; `tried` remembers how far that went."""
    wanted = key
    while key in taken:
        tried[wanted] = tried.get(wanted, 1) + 1
        key = f"{wanted}-{tried[wanted]}"
    taken.add(key)
    return key


def import_seasons(club: Club, text: str) -> list[Event]:
    """Earlier seasons from CSV (year, day, name, series, points, trophy); people that are not known yet come first."""
    sample = text[:1000]
    reader = csv.reader(io.StringIO(text), delimiter=";" if sample.count(";") > sample.count(",") else ",")
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as problem:
        raise Refusal("csv-value", line=reader.line_num, found=str(problem)[:60]) from None
    rows = [(number, row) for number, row in rows if any(row)]
    if len(rows) > MOST_RESULTS:
        raise Refusal("too-long", line=rows[MOST_RESULTS][0], most=MOST_RESULTS)
    if not rows:
        raise Refusal("csv-empty")
    places = {}
    for place, title in enumerate(rows[0][1]):
        for column, names in _COLUMNS.items():
            if title.lower().lstrip("\ufeff") in names:
                places[column] = place
    if missing := [column for column in ("year", "number", "name", "points") if column not in places]:
        raise Refusal("csv-columns", missing=", ".join(missing), accepted=", ".join(_COLUMNS))
    by_name = {person.name.casefold(): key for key, person in club.roster.people.items()}
    taken = {*club.roster.people}
    tried: dict[str, int] = {}
    people: list[Event] = []
    results: list[Event] = []
    trophies: dict[int, str] = {}
    for number, row in rows[1:]:
        cells = {column: row[place] if place < len(row) else "" for column, place in places.items()}
        name = cells["name"]
        numbers = [cells[column] for column in ("year", "number", "points")]
        if not all(map(_NUMBER.fullmatch, numbers)):
            raise Refusal("csv-value", line=number, found=", ".join(row)[:60])
        year, day, points = map(int, numbers)
        if not 0 < len(name) <= LONGEST_NAME or not 1900 <= year <= 9999:
            raise Refusal("csv-value", line=number, found=", ".join(row)[:60])
        key = by_name.get(name.casefold()) or (name if name in club.roster.people else "")
        if not key:
            key = by_name[name.casefold()] = _free(person_key(name), taken, tried)
            people.append(PersonAdded(person=key, name=name))
        results.append(ResultImported(year=year, number=day, person=key, points=points, series=cells.get("series", "")))
        if cells.get("trophy", "").lower() in ("x", "1", "ja", "yes", "oui", "si"):
            trophies[year] = key
    return [*people, *results, *(TrophyImported(year=year, person=key) for year, key in sorted(trophies.items()))]


def standings_csv(club: Club, year: int) -> str:
    """The Jahreswertung as CSV: rank, member, total, one column per Jasstag."""
    out = io.StringIO()
    days = columns(club, year)
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["rank", "member", "name", "points", "absences", "eligible", *(f"day {number}" for number in days)])
    for line in standings(club, year):
        results = [line.results.get(number, "") for number in days]
        name = club.roster.name(line.member)
        writer.writerow([line.rank, line.member, safe(name), line.points, line.absences, int(line.eligible), *results])
    return out.getvalue()


def safe(cell: str) -> str:
    """A name that a spreadsheet does not take for a formula."""
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) else cell


def ics(club: Club, year: int, stamp: datetime, host: str = "puur") -> str:
    """The Jasstage and meetings of a year as a calendar (RFC 5545), in the club's local time."""
    days = [entry_of(day, f"Jasstag {day.number}: {day.kind}") for day in club.year(year)]
    meetings = [entry_of(meeting, meeting.sort.capitalize()) for meeting in club.meetings.values() if meeting.date.year == year]
    return calendar([*days, *meetings], stamp, host=host)


def entry_of(occasion: Day | Meeting, title: str, text: str = "") -> Entry:
    """A Jasstag or meeting as an appointment; a Jasstag that is not over yet gets seven hours."""
    if isinstance(occasion, Day):
        place = ", ".join(part for part in (occasion.gathering, occasion.venue, occasion.town) if part)
        until = occasion.closed or occasion.spielbeginn + timedelta(hours=7)
        return Entry(f"jasstag-{occasion.key}", occasion.besammlung, until, title, place, text)
    return Entry(f"meeting-{occasion.key}", occasion.besammlung, occasion.besammlung + timedelta(hours=3), title, "", text)
