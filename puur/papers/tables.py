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
from puur.evening.sheets import sheets
from puur.evening.state import Player
from puur.papers.sheets import alphabet

Rows = list[list[str]]


def in_order(evening: Evening) -> list[Player]:
    """Everybody in the order of the alphabet."""
    return sorted(evening.players.values(), key=lambda person: (alphabet(person.name), alphabet(person.id)))


def _players(evening: Evening) -> Rows:
    rows = [["Nr", "Name", "Paar", *(each.metadata["heading"] for each in FIELDS), "Fester Tisch", "Da", "Bezahlt"]]
    for person in in_order(evening):
        fixed, here, paid = str(evening.fixed.get(person.id, "")), "x" if person.playing else "", f"{person.paid / 100:.2f}"
        rows.append([person.id, person.name, person.pair, *details_of(person.details).values(), fixed, here, paid])
    return rows


def _draw(evening: Evening) -> Rows:
    return draw_rows(evening.rounds, {key: person.name for key, person in evening.players.items()})


def _results(evening: Evening) -> Rows:
    rows = [["Nr", "Name", *(f"Passe {number}" for number in range(1, evening.planned + 1)), "Matches"]]
    for key, own in sheets(evening).items():
        if any(row.score is not None for row in own.rows):
            scores = [str(row.score or 0) for row in own.rows]
            rows.append([key, evening.players[key].name, *scores, str(own.matches)])
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
