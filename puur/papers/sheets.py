"""Which data goes on which sheet: from a draw, an evening or a ranking to the documents that `document.render` prints."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from puur.core.control import has_control_sum, passe_sum
from puur.core.evening import RankBy, Visa
from puur.core.form import lines_of
from puur.core.reglement import Reglement
from puur.evening.designs import movement, movement_rounds
from puur.evening.files import Entrant
from puur.evening.seating import SCHREIBER, SEAT_LETTERS, Round, Seat
from puur.evening.sheets import Sheet
from puur.papers.document import Document
from puur.papers.ranking import RankingTable, RankRow

Labels = Mapping[str, str]


def _striche(book: Reglement | None) -> bool:
    return book is not None and book.evening.rank_by is RankBy.STRICHE


def _round_word(book: Reglement | None, labels: Labels) -> str:
    return labels["partie"] if book is not None and not has_control_sum(book) else labels["round"]


def standblatt(
    book: Reglement | None,
    people: Sequence[Entrant],
    rounds: Sequence[Round],
    planned: int,
    labels: Labels,
    sheets: Mapping[str, Sheet] | None = None,
    remarks: Mapping[str, str] | None = None,
    codes: Mapping[str, str] | None = None,
    excluded: Collection[str] = (),
) -> Document:
    """Personal sheets with the table numbers that are drawn; results where there are any. (NWS-1-08, UB-SHEET-01 to 06)"""
    names = {one.id: one.name for one in people}
    visa = book is None or book.evening.visa is not Visa.NONE
    found = []
    for one in [one for one in people if one.id not in excluded]:
        rows = [_own_row(one.id, rounds[number - 1] if number <= len(rounds) else None, number, names, labels)
                for number in range(1, planned + 1)]  # fmt: skip
        own = sheets.get(one.id) if sheets else None
        if own is not None:
            for row, done in zip(rows, own.rows, strict=False):
                row["score"], row["signed"] = done.score, done.signed
                if done.striche is not None:
                    row["striche"] = [done.striche.match, done.striche.bergpreis, done.striche.victory, done.striche.schneider]
        found.append({
            "number": one.id, "name": one.name, "club": one.club, "email": one.email, "rows": rows,
            "total": own.total if own is not None and own.complete else None,
            "remark": (remarks or {}).get(one.id, ""), "code": (codes or {}).get(one.id),
        })  # fmt: skip
    note = labels["note_visa"] if book is not None and not book.evening.unsigned_ranked else ""
    return Document("standblatt", {"people": found, "striche": _striche(book), "visa": visa, "note": note})


def blank_standblatt(book: Reglement | None, count: int, planned: int, labels: Labels) -> Document:
    """Personal sheets to fill in by hand."""
    return standblatt(book, [Entrant("", "") for _ in range(count)], (), planned, labels)


def _own_row(player: str, one: Round | None, number: int, names: Mapping[str, str], labels: Labels) -> dict[str, Any]:
    row: dict[str, Any] = {
        "round": number, "table": None, "seat": None, "partner": "", "out": False, "score": None, "striche": None, "signed": "",
    }  # fmt: skip
    if one is None:
        return row
    row["out"] = player in one.sitting_out
    found = one.seat_of(player)
    if found is not None:
        table, place = found
        row |= {"table": table.number, "seat": SEAT_LETTERS[place], "partner": _seat_name(table.partner(place), names, labels)}
    return row


def _seat_name(seat: Seat, names: Mapping[str, str], labels: Labels) -> str:
    if seat.stand_in:
        return f"{seat.stand_in} ({labels['helper']})"
    return labels["helper"] if seat.player is None else names.get(seat.player, seat.player)


def jasszettel(
    book: Reglement | None,
    people: Sequence[Entrant],
    rounds: Iterable[Round],
    labels: Labels,
    variants: Mapping[str, str] | None = None,
    codes: Mapping[tuple[int, int], str] | None = None,
) -> Document:
    """A sheet per table and round, with the four names; `codes` are SVG pictures for the phone."""
    names = {one.id: one.name for one in people}
    tables = [
        {
            "round": one.number, "table": table.number, "code": (codes or {}).get((one.number, table.number)),
            "seats": [
                {"letter": SEAT_LETTERS[place], "name": _seat_name(seat, names, labels), "writes": place == SCHREIBER}
                for place, seat in enumerate(table.seats)
            ],
        }
        for one in rounds for table in one.tables
    ]  # fmt: skip
    return _zettel(book, tables, labels, variants)


def blank_jasszettel(book: Reglement | None, count: int, labels: Labels, variants: Mapping[str, str] | None = None) -> Document:
    """Sheets for tables to fill in by hand."""
    seats = [{"letter": letter, "name": "", "writes": False} for letter in SEAT_LETTERS]
    tables: list[dict[str, Any]] = [{"round": None, "table": None, "seats": seats, "code": None} for _ in range(count)]
    return _zettel(book, tables, labels, variants)


def _zettel(book: Reglement | None, tables: list[dict[str, Any]], labels: Labels, variants: Mapping[str, str] | None) -> Document:
    form, deals, deal_sum, whole, note = "deals", 12, 157, 12 * 157, ""
    rows: list[dict[str, Any]] = []
    if book is not None:
        deals, deal_sum = book.ending.deals or 12, book.scoring.total
        if lines := lines_of(book):
            form, whole, note = "rows", passe_sum(book), labels["note_rows"]
            rows = [{"name": (variants or {}).get(line.name, line.name), "factor": line.factor} for line in lines]
        elif book.ending.deals:
            whole = passe_sum(book)
        else:
            rules = book.striche
            form = "partie"
            note = labels["note_partie"].format(
                target=book.ending.target, half=book.half, match=rules.match, bergpreis=rules.bergpreis, sieg=rules.victory,
                schneider=rules.schneider,
            )  # fmt: skip
    if form == "deals":
        bonus = book.scoring.match_bonus if book is not None else 0
        said = labels["note_bonus"] if bonus else labels["note_points"]
        note = said.format(deal=deal_sum, round=whole, bonus=bonus)
    data = {
        "tables": tables,
        "form": form,
        "deals": deals,
        "deal_sum": deal_sum,
        "round_sum": whole,
        "variants": rows,
        "note": note,
    }
    return Document("jasszettel", data | {"round_word": _round_word(book, labels)})


def table_cards(numbers: Iterable[int]) -> Document:
    """Cards to fold and put on the tables."""
    return Document("cards", {"numbers": list(numbers)})


def where_list(people: Sequence[Entrant], rounds: Sequence[Round], labels: Labels, excluded: Collection[str] = ()) -> Document:
    """Everybody in the order of the alphabet with table and seat per round."""

    def place(player: str, one: Round) -> dict[str, Any] | None:
        found = one.seat_of(player)
        if found is None:
            return {"out": True, "table": 0, "seat": ""} if player in one.sitting_out else None
        return {"out": False, "table": found[0].number, "seat": SEAT_LETTERS[found[1]]}

    listed = [
        {"number": one.id, "name": one.name, "places": [place(one.id, each) for each in rounds]}
        for one in sorted(people, key=lambda one: alphabet(one.name))
        if one.id not in excluded
    ]
    numbers = [one.number for one in rounds]
    return Document("where", {"people": listed, "rounds": numbers, "round_short": labels["round_short"]})


def alphabet(name: str) -> tuple[object, ...]:
    """A name for sorting as people look it up: umlauts as their letters, numbers by size."""
    folded = "".join(sign for sign in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(sign))
    return (0, int(folded), "") if folded.isdigit() else (1, 0, folded)


def round_lists(book: Reglement | None, people: Sequence[Entrant], rounds: Sequence[Round], labels: Labels) -> Document:
    """Every table of every round with its four."""
    names = {one.id: one.name for one in people}
    listed = [
        {
            "number": one.number,
            "tables": [
                {"number": table.number, "seats": [_seat_name(seat, names, labels) for seat in table.seats]} for table in one.tables
            ],
            "out": [names.get(player, player) for player in one.sitting_out],
        }
        for one in rounds
    ]
    return Document("rounds", {"rounds": listed, "round_word": _round_word(book, labels)})


def ranking_list(ranking: RankingTable, subtitle: str) -> Document:
    """The ranking."""
    rows = [
        {"rank": row.rank, "name": row.name, "total": row.total, "note": row.note, "cells": list(row.cells)}
        for row in ranking.lines
    ]
    return Document("ranking", {"rows": rows, "columns": list(ranking.columns), "subtitle": subtitle})


def diplomas(book: Reglement | None, ranked: Sequence[RankRow], labels: Labels) -> Document:
    """A diploma for each of the first three ranks."""
    score = labels["score_striche"] if _striche(book) else labels["score_points"]
    rows = [
        {
            "name": one.name, "score": score.format(total=one.total),
            "place": labels["place_first" if one.rank == 1 else "place"].format(rank=one.rank),
        }
        for one in ranked
        if one.rank is not None and one.rank <= 3
    ]  # fmt: skip
    return Document("diplomas", {"rows": rows})


def movement_card(tables: int, rounds: int, labels: Labels) -> Document:
    """The movement that needs no computer: who sits where in every round."""
    lasts = movement_rounds(tables)
    shown = [
        [[f"{SEAT_LETTERS[one // tables]}{one % tables + 1}" for one in four] for four in turn]
        for turn in movement(tables, min(rounds, max(lasts, 1)))
    ]
    return Document("movement", {
        "tables": tables, "rounds": shown, "rule": labels["movement_rule"],
        "lasts": labels["movement_lasts"].format(tables=tables, rounds=lasts), "round_word": labels["round"],
    })  # fmt: skip
