"""The evening part of the conformance kit: two rounds of any game, drawn, entered from played sheets, ranked and printed."""

from __future__ import annotations

import io
from dataclasses import replace

from pypdf import PdfReader

from puur.core.control import judge
from puur.core.evening import Visa
from puur.core.form import Way, form_of, lower_ranks
from puur.core.reglement import Reglement
from puur.core.sheet import Row, Sheet
from puur.core.typed import read
from puur.evening.evening import Evening
from puur.evening.events import CheckedIn, Entered, ResultConfirmed, ResultEntered, RoundReleased, Signed
from puur.evening.state import EveningSetup
from puur.log.sheets import SHEET, decoded
from puur.papers.evening import pdf
from puur.papers.kinds import Kind
from puur.papers.ranking import of_evening
from tests.games import kit

TABLES, ROUNDS = 2, 2


def held(book: Reglement) -> Evening:
    """Two rounds at two tables: every sheet comes from a game that was played, and is confirmed as people type it."""
    fixed = book.evening.rounds if book.evening.rounds_fixed else 0
    evening = Evening(book, EveningSetup("Kit", "2026-11-14", "Saal", "Los", rounds=fixed or ROUNDS))
    chairs = len(evening.sides)
    for number in range(TABLES * chairs):
        pair = f"Paar {number // 2}" if evening.in_pairs else ""
        evening.submit(Entered(str(number), f"Person {number}", email=f"p{number}@example.org", pair=pair))
        evening.submit(CheckedIn(str(number), accepted=True))
    for round_ in range(1, ROUNDS + 1):
        if len(evening.rounds) < round_:
            evening.submit(evening.drawn())
        evening.submit(RoundReleased(round_))
        for table in evening.round(round_).tables:
            assert len(table.seats) == chairs
            game = kit.played(book, chairs, 10 * round_ + table.number)
            sheet = game.form.sheet(game)
            evening.submit(ResultEntered(round_, table.number, sheet))
            for typed in as_typed(book, sheet):
                evening.submit(ResultConfirmed(round_, table.number, replace(typed, matches=())))
        if book.evening.visa is not Visa.NONE:
            for player in evening.round(round_).players():
                evening.submit(Signed(player, round_, (*book.referee.officials, "x")[0]))
    return evening


def as_typed(book: Reglement, sheet: Sheet) -> list[Sheet]:
    """The same sheet as somebody types it on a phone, in every way that its form has, read back from JSON."""
    form = form_of(book.form)
    assert form is not None
    plain = tuple(Row(row.deal, tuple((side,) for side in row.points)) for row in sheet.rows)
    ways = {
        Way.DEALS: Sheet(rows=plain),
        Way.LINES: Sheet(rows=sheet.rows),
        Way.STRICHE: Sheet(striche=sheet.striche),
        Way.TOTALS: Sheet(sheet.totals, matches=sheet.matches),
    }
    return [read(book, decoded(SHEET.write(ways[way]))) for way in form.typed(book)]


def adds_up(book: Reglement, sheet: Sheet) -> None:
    """What a game has written is accepted by the one judge, and so is what people type of it."""
    assert SHEET.read(SHEET.write(sheet)) == sheet
    for each in (sheet, *as_typed(book, sheet)):
        assert judge(book, each).refused is None
        assert each.score == sheet.score


def ranked(evening: Evening) -> None:
    """Everybody has the sum of the own side's results, and the best in the game's own direction stands first."""
    made: dict[str, int] = dict.fromkeys(evening.players, 0)
    for (round_, table), versions in evening.results.items():
        for place, seat in enumerate(evening.table(round_, table).seats):
            made[str(seat.player)] += versions[-1].sheet.score[evening.sides[place]]
    rows = of_evening(evening, "de").rows
    totals = {player: row.total for row in rows for player in row.players}
    assert totals == made
    listed = [row.total for row in rows]
    assert listed == sorted(listed, reverse=not lower_ranks(evening.book))
    best = min(made.values()) if lower_ranks(evening.book) else max(made.values())
    assert (rows[0].rank, rows[0].total) == (1, best)


def printed(evening: Evening) -> None:
    """The ranking, the personal sheets and the sheets of the tables as PDF, with their numbers."""

    def words(kind: Kind) -> list[str]:
        data = pdf(evening, (kind,), "de")
        return " ".join(page.extract_text() for page in PdfReader(io.BytesIO(data)).pages).replace("−", "-").split()

    on_ranking, on_sheets, on_tables = words(Kind.RANKING), words(Kind.STANDBLATT), words(Kind.JASSZETTEL)
    for row in of_evening(evening, "de").rows:
        assert str(row.total) in on_ranking
    for versions in evening.results.values():
        for score in versions[-1].sheet.score:
            assert str(score) in on_sheets
    each_its_own = evening.book.key == "ub2024"  # UB-SLATE-04: a Schreiber in each team, so that the sheet names nobody
    assert on_tables.count("(schreibt)") == (0 if each_its_own else TABLES * len(evening.rounds))
    assert set("ABCD"[: len(evening.sides)]) <= set(on_tables)
