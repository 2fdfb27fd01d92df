"""A sheet as JSON, and the shapes in which version 0.1 wrote it: in events, in drafts and from phones."""

from __future__ import annotations

from typing import Any

import pytest

from puur.core.errors import Refusal
from puur.core.form import form_for, lines_of
from puur.core.sheet import Origin, Penalty, Row, Sheet
from puur.core.striche import Striche
from puur.core.typed import read
from puur.evening.events import ResultConfirmed, ResultEntered
from puur.log import EVENING
from puur.log.sheets import SHEET, decoded
from puur.reglement import load

DEALS = (Row(1, ((100,), (57,))), Row(2, ((0,), (157,))))


def test_what_is_empty_is_left_out_and_everything_comes_back() -> None:
    whole = Sheet((100, 214), DEALS, (0, 1), (Striche(1), Striche(victory=2)), (2,), (Penalty(3, 50, "X-1"),), Origin.TABLE, "ABCD")
    assert SHEET.read(SHEET.write(whole)) == whole
    assert SHEET.write(Sheet((1000, 884))) == {"totals": [1000, 884]}
    assert SHEET.write(Sheet(rows=DEALS[:1])) == {"rows": [{"deal": 1, "cells": [[100], [57]]}]}


@pytest.mark.parametrize(
    ("stored", "sheet"),
    [
        ({"way": "total", "points": [1000, 884], "matches": [0, 0], "estimated": []}, Sheet((1000, 884))),
        ({"way": "deals", "points": [100, 214], "matches": [0, 1], "deals": [[100, 57], [0, 157]], "estimated": [2]},
         Sheet((100, 214), DEALS, (0, 1), estimated=(2,))),
        ({"way": "deals", "deals": [[100, 57], [0, 157]]}, Sheet((100, 214), DEALS)),
        ({"way": "rows", "points": [770, 990], "matches": [0, 0], "rows": {"E": [10, 12]}}, Sheet((770, 990))),
        ({"way": "striche", "striche": [{"match": 1, "bergpreis": 0, "victory": 2, "schneider": 0}, {}], "totals": [3, 0]},
         Sheet(striche=(Striche(1, 0, 2), Striche()))),
    ],
)  # fmt: skip
def test_a_draft_of_version_0_1_is_read(stored: dict[str, Any], sheet: Sheet) -> None:
    assert decoded(stored) == sheet


def test_events_of_version_0_1_carry_their_sheet() -> None:
    flat = {"type": "ResultEntered", "round": 1, "table": 2, "points": [1000, 884], "by": "Anna", "reason": "x"}
    assert EVENING.read(flat) == ResultEntered(1, 2, Sheet((1000, 884)), "Anna", "x")
    assert EVENING.read({"type": "ResultConfirmed", "round": 1, "table": 2}) == ResultConfirmed(1, 2)
    again = EVENING.write(EVENING.read(flat))
    assert again == {
        "event": "result-entered", "v": 2, "round": 1, "table": 2, "sheet": {"totals": [1000, 884]}, "by": "Anna", "reason": "x",
    }  # fmt: skip


@pytest.mark.parametrize("broken", [None, [], {"totals": "x"}, {"rows": [{"deal": 1}]}, {"way": "deals", "deals": [[1, 2], None]}])
def test_what_is_no_sheet_is_refused(broken: Any) -> None:
    with pytest.raises(Refusal, match="form"):
        decoded(broken)


def test_typed_lines_have_to_be_shared_out_whole() -> None:
    # TAM-CP-32: a deal makes sixteen tens; 10 to 5 times the factor leaves a ten over.
    book = load("tam2014-cp")
    rows = tuple(
        Row(0, ((10 * line.factor,), (6 * line.factor,)), line.name, line.factor, side)
        for line in lines_of(book)
        for side in (0, 1)
    )
    assert read(book, Sheet(rows=rows)).totals == (20 * 55, 12 * 55)
    first = rows[0]
    wrong = Row(0, (first.cells[0], (5 * first.factor,)), first.name, first.factor, 0)
    with pytest.raises(Refusal, match="number"):
        read(book, Sheet(rows=(wrong, *rows[1:])))


def test_typed_lines_are_read_for_as_many_sides_as_the_game_has(monkeypatch: pytest.MonkeyPatch) -> None:
    # Four who play alone share the sixteen tens of each line: 7, 5, 3 and 1, whoever chose it; the factors make 55.
    book = load("tam2014-cp")
    monkeypatch.setattr(type(form_for(book)), "sides", lambda _form, players: tuple(range(players)))
    rows = tuple(
        Row(0, tuple((tens * line.factor,) for tens in (7, 5, 3, 1)), line.name, line.factor, side)
        for line in lines_of(book)
        for side in range(4)
    )
    assert read(book, Sheet(rows=rows)).totals == (4 * 7 * 55, 4 * 5 * 55, 4 * 3 * 55, 4 * 55)
    with pytest.raises(Refusal, match="incomplete"):
        read(book, Sheet(rows=rows[:20]))
