"""Every sheet of an evening: which kinds there are and what goes on each, whoever asks for it.

An `Occasion` is what the sheets are made from: an evening, a draw alone, a list of results, or nothing but a rule book. Somebody
who was excluded plays no more (NWS-9-05, UB-CONDUCT-04) and has no sheet and no line in the list of seats; the name stays at the
tables where that person has played.
"""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from puur.core.form import form_for, lines_of, sides_of
from puur.core.reglement import Reglement
from puur.evening.check import Report
from puur.evening.evening import Evening
from puur.evening.files import DrawFile, Entrant
from puur.evening.seating import Round, Table
from puur.evening.sheets import Mark, Standblatt
from puur.evening.sheets import sheets as all_sheets
from puur.papers import sheets
from puur.papers.document import Document, Head, render
from puur.papers.kinds import Kind, Paper
from puur.papers.ranking import RankingTable, of_evening
from puur.papers.words import evening_labels
from puur.words import say

SPARE = 8  # empty sheets where nobody says how many


@dataclass(frozen=True, slots=True)
class Occasion:
    """What the sheets are made from; the addresses are those behind the QR codes."""

    head: Head
    book: Reglement | None = None
    planned: int = 4
    players: tuple[Entrant, ...] = ()
    rounds: tuple[Round, ...] = ()
    excluded: frozenset[str] = frozenset()
    results: Mapping[str, Standblatt] = field(default_factory=dict)
    remarks: Mapping[str, str] = field(default_factory=dict)
    writers: Mapping[tuple[int, int], int] = field(default_factory=dict)  # where a table has chosen another than the last seat
    honour: Mapping[str, str] = field(default_factory=dict)  # when a player declared to have played by the rules
    ranking: RankingTable | None = None
    released: int = 0
    table_urls: Mapping[tuple[int, int], str] = field(default_factory=dict)
    person_urls: Mapping[str, str] = field(default_factory=dict)

    @property
    def tables(self) -> int:
        """How many tables the hall needs: as drawn, or for everybody who is entered."""
        drawn = max((table.number for each in self.rounds for table in each.tables), default=0)
        return max(drawn, -(-(len(self.players) - len(self.excluded)) // len(sides_of(self.book))), 1)


def draw_of(evening: Evening) -> DrawFile:
    """The draw of an evening, without its results."""
    players = tuple(
        Entrant(person.id, person.name, person.club, person.pair, evening.fixed.get(person.id, 0), person.details.email)
        for person in evening.players.values()
    )
    apart = tuple((min(both), max(both)) for both in sorted(evening.apart, key=sorted))
    return DrawFile(players, tuple(evening.rounds), evening.setup.seed, evening.book.key, apart)


def occasion(evening: Evening, lang: str) -> Occasion:
    """Everything there is to print of an evening."""
    setup = evening.setup
    return Occasion(
        head=Head(setup.name, _shown(setup.date), setup.venue), book=evening.book, planned=evening.planned,
        players=draw_of(evening).players, rounds=tuple(evening.rounds),
        excluded=frozenset(key for key, person in evening.players.items() if person.excluded), results=all_sheets(evening),
        remarks=evening.remarks, writers=evening.writers, honour={key: _shown(day) for key, day in evening.honour.items()},
        ranking=of_evening(evening, lang), released=evening.released,
    )  # fmt: skip


def _shown(iso: str) -> str:
    year, _, rest = iso.partition("-")
    month, _, day = rest.partition("-")
    return f"{int(day)}.{int(month)}.{year}" if day.isdecimal() and month.isdecimal() else iso


def compose(of: Occasion, kind: Kind, lang: str, only: int = 0, count: int = 0) -> Document | None:
    """One kind of sheet, or None where there is nothing for it; `only` one round, `count` so many blank sheets or tables."""
    labels, rounds = evening_labels(lang), [drawn for drawn in of.rounds if only in (0, drawn.number)]
    variants = _words(of.book, lang)
    match kind:
        case Kind.SEATING if rounds:
            return sheets.where_list(of.players, rounds, labels, of.excluded)
        case Kind.ROUNDS if rounds:
            return sheets.round_lists(of.book, of.players, rounds, labels)
        case Kind.STANDBLATT if of.players:
            codes = {player: qr(url) for player, url in of.person_urls.items()}
            return sheets.standblatt(
                of.book, of.players, of.rounds, of.planned, labels, of.results, of.remarks, codes, of.excluded, of.honour,
            )  # fmt: skip
        case Kind.JASSZETTEL if rounds:
            wanted = {drawn.number for drawn in rounds}
            codes_at = {place: qr(url) for place, url in of.table_urls.items() if place[0] in wanted}
            return sheets.jasszettel(of.book, of.players, rounds, labels, variants, codes_at, of.writers)
        case Kind.TABLES:
            return sheets.table_cards(range(1, (count or of.tables) + 1))
        case Kind.MOVEMENT:
            return sheets.movement_card(count or of.tables, of.planned, labels)
        case Kind.BLANK_JASSZETTEL:
            return sheets.blank_jasszettel(of.book, count or SPARE, labels, variants)
        case Kind.BLANK_STANDBLATT:
            return sheets.blank_standblatt(of.book, count or SPARE, of.planned, labels)
        case Kind.RANKING if of.ranking is not None and of.ranking.lines:
            subtitle = labels["final"] if of.ranking.final else labels["preliminary"].format(round=of.released)
            rows = [
                {"rank": row.rank, "number": " / ".join(row.players), "name": row.name, "total": row.total}
                | {"note": row.note, "cells": [_struck(cell) for cell in row.cells]}
                for row in of.ranking.lines
            ]
            return Document(
                "ranking", {"rows": rows, "columns": list(of.ranking.columns), "subtitle": subtitle, "legend": of.ranking.legend}
            )
        case Kind.DIPLOMA if of.ranking is not None and of.ranking.rows and of.ranking.final:
            return sheets.diplomas(of.book, of.ranking.rows, labels)
    return None


def _struck(cell: str) -> dict[str, object]:
    """A cell for paper: the points of a dropped round are struck through."""
    return {"text": cell, "struck": Mark.DROPPED in cell}


def two_up(data: bytes) -> bytes:
    """Pages of A5, two side by side on each A4: half the paper, cut once."""
    from pypdf import PageObject, PdfReader, PdfWriter, Transformation  # large: only printing needs it

    reader, writer, out = PdfReader(io.BytesIO(data)), PdfWriter(), io.BytesIO()
    for place in range(0, len(reader.pages), 2):
        sheet = PageObject.create_blank_page(width=842, height=595)  # A4 across, in points
        for side, page in enumerate(reader.pages[place : place + 2]):
            sheet.merge_transformed_page(page, Transformation().translate(side * 421, 0))
        writer.add_page(sheet)
    writer.write(out)
    return out.getvalue()


def _words(book: Reglement | None, lang: str) -> dict[str, str]:
    """What the lines and columns of a book's sheet are called."""
    if book is None:
        return {}
    lines = {line.name: say(f"rules.mode.{line.name}", lang) for line in lines_of(book)}
    return lines | {column: say(f"score.column.{column}", lang) for column in form_for(book).columns}


def proof(report: Report, lang: str, *, clubs: bool) -> list[str]:
    """What the checker counted in a draw, line by line; of clubs only where somebody has one."""
    again = "draw.repeats.possible" if report.repeat_free else "draw.repeats"
    lines = [
        say("draw.partner_repeats", lang, count=sum(len(when) - 1 for when in report.partner_repeats.values())),
        say(again, lang, count=report.repeated_meetings),
        say("draw.number_repeats", lang, count=report.number_repeats),
        say("draw.wrote", lang, low=report.wrote[0], high=report.wrote[1]),
    ]
    if clubs:
        lines.append(say("draw.same_club", lang, count=report.same_club))
    if report.stand_ins:
        lines.append(say("draw.stand_ins", lang, count=report.stand_ins))
    if report.sat_out:
        lines.append(say("draw.out_total", lang, count=sum(report.sat_out.values()), most=max(report.sat_out.values())))
    return lines


def pdf(
    evening: Evening,
    kinds: tuple[Kind, ...],
    lang: str,
    paper: Paper = Paper.A4,
    only: int = 0,
    table_urls: Mapping[tuple[int, int], str] | None = None,
    person_urls: Mapping[str, str] | None = None,
    table: int = 0,
    two: bool = False,
) -> bytes:
    """These kinds of sheets in one file, as far as there is anything for them; empty where there is nothing at all.

    With `two` there are two sheets of A5 on a page.
    """
    of = replace(occasion(evening, lang), table_urls=table_urls or {}, person_urls=person_urls or {})
    if table:  # the sheet of one table again
        of = replace(of, rounds=tuple(replace(drawn, tables=_only(drawn.tables, table)) for drawn in of.rounds))
    made = [render(page, of.head, paper, lang) for kind in kinds if (page := compose(of, kind, lang, only)) is not None]
    if not made:
        return b""
    data = made[0] if len(made) == 1 else _joined(made)
    return two_up(data) if two else data


def _joined(made: list[bytes]) -> bytes:
    from pypdf import PdfReader, PdfWriter  # large: a command that prints nothing need not load it

    writer, out = PdfWriter(), io.BytesIO()
    for part in made:
        writer.append(PdfReader(io.BytesIO(part)))
    writer.write(out)
    return out.getvalue()


def _only(tables: tuple[Table, ...], number: int) -> tuple[Table, ...]:
    return tuple(table for table in tables if table.number == number)


def qr(url: str) -> str:
    """A QR code as SVG."""
    import segno  # large, like pypdf

    out = io.BytesIO()
    # One mask is as valid as another; trying all eight would take seconds for a hall of three hundred.
    segno.make(url, error="m", micro=False, mask=4, boost_error=False).save(out, kind="svg", border=1, scale=4, xmldecl=False)
    return out.getvalue().decode()
