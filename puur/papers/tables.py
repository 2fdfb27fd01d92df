"""Tables that a spreadsheet opens: players, draw and results of an evening, and how rows become a file.

A further table is a further entry of `TABLES`.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence

from puur.evening.details import FIELDS, details_of
from puur.evening.evening import Evening
from puur.evening.lists import draw_rows
from puur.evening.seating import surname_first
from puur.evening.state import Player
from puur.papers.ranking import of_evening
from puur.papers.sheets import alphabet

Rows = list[list[str]]


def in_order(evening: Evening) -> list[Player]:
    """Everybody in the order of last names, as on the wall."""
    return sorted(evening.players.values(), key=lambda person: (alphabet(surname_first(person.name)), alphabet(person.id)))


def _players(evening: Evening) -> Rows:
    rows = [["Nr", "Name", "Paar", *(each.metadata["heading"] for each in FIELDS), "Fester Tisch", "Da", "Bezahlt"]]
    for person in in_order(evening):
        fixed, here, paid = str(evening.fixed.get(person.id, "")), "x" if person.playing else "", f"{person.paid / 100:.2f}"
        rows.append([person.id, person.name, person.pair, *details_of(person.details).values(), fixed, here, paid])
    return rows


def _draw(evening: Evening) -> Rows:
    return draw_rows(evening.rounds, {key: person.name for key, person in evening.players.items()})


def _results(evening: Evening) -> Rows:
    sums = ["Gestrichen", "Strafe", "Total", "Matches", "Zeichen"]  # the numbers before the total make it
    rows = [["Nr", "Name", *(f"Passe {number}" for number in range(1, evening.planned + 1)), *sums]]
    for line in of_evening(evening, "de").lines:
        if any(played.score is not None for played in line.rounds):
            name = " / ".join(evening.players[player].name for player in line.players)
            scores = ["" if played.score is None else str(played.score) for played in line.rounds]
            numbers = (line.dropped, -line.penalty, line.total, line.matches)
            rows.append([line.key, name, *scores, *map(str, numbers), line.signs])
    return rows


TABLES = {"players": _players, "draw": _draw, "results": _results}


def csv_bytes(rows: Sequence[Sequence[str]]) -> bytes:
    """Rows as Excel opens them by a double click: semicolons and a byte order mark. A name never becomes a formula."""
    out = io.StringIO()
    csv.writer(out, delimiter=";", lineterminator="\r\n").writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def _harmless(cell: str) -> str:
    number = cell[1:].replace(".", "", 1).isdigit()  # a loss of points stays a number
    return f"'{cell}" if cell.startswith(("=", "+", "-", "@", "\t", "\r")) and not number else cell
