"""Which data goes on which sheet: from a draw, an evening or a ranking to the documents that `document.render` prints."""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from puur.core.control import passe_sum
from puur.core.evening import RankBy, Visa
from puur.core.form import form_for, lines_of, sides_of
from puur.core.reglement import Reglement
from puur.evening.designs import movement, movement_rounds
from puur.evening.files import Entrant
from puur.evening.seating import SEAT_LETTERS, Round, Seat, one_writes, partners_of, side_letters, surname_first, told_apart
from puur.evening.sheets import Standblatt
from puur.papers.document import Document
from puur.papers.ranking import RankRow

Labels = Mapping[str, str]


def _striche(book: Reglement | None) -> bool:
    return book is not None and book.evening.rank_by is RankBy.STRICHE


def _round_word(book: Reglement | None, labels: Labels) -> str:
    return labels["partie"] if book is not None and not passe_sum(book) else labels["round"]


def standblatt(
    book: Reglement | None,
    people: Sequence[Entrant],
    rounds: Sequence[Round],
    planned: int,
    labels: Labels,
    sheets: Mapping[str, Standblatt] | None = None,
    remarks: Mapping[str, str] | None = None,
    codes: Mapping[str, str] | None = None,
    excluded: Collection[str] = (),
    honour: Mapping[str, str] | None = None,
) -> Document:
    """Personal sheets with the table numbers that are drawn; results where there are any. (NWS-1-08, UB-SHEET-01 to 06)"""
    names = told_apart({person.id: person.name for person in people})
    visa, sides = book is None or book.evening.visa is not Visa.NONE, sides_of(book)
    printed = []
    for person in (person for person in people if person.id not in excluded):
        rows = [_own_row(person.id, rounds[number - 1] if number <= len(rounds) else None, number, names, labels, sides)
                for number in range(1, planned + 1)]  # fmt: skip
        own = sheets.get(person.id) if sheets else None
        if own is not None:
            for row, done in zip(rows, own.rows, strict=False):
                row["score"], row["signed"] = done.written or None, done.signed
                if done.striche is not None:
                    row["striche"] = [done.striche.match, done.striche.bergpreis, done.striche.victory, done.striche.schneider]
        printed.append({
            "number": person.id, "name": person.name, "club": person.club, "email": person.email, "rows": rows,
            "total": own.total if own is not None and own.complete else None,
            "penalty": own.taken if own is not None and own.penalty else "",
            "honour": (honour or {}).get(person.id, ""),
            "remark": (remarks or {}).get(person.id, ""), "code": (codes or {}).get(person.id),
        })  # fmt: skip
    note = labels["note_visa"] if book is not None and not book.evening.unsigned_ranked else ""
    mates = labels["partner" if len(set(sides)) < len(sides) else "opponents"]
    return Document("standblatt", {
        "people": printed, "striche": _striche(book), "visa": visa, "note": note, "mates": mates,
        "declared": book is not None and book.referee.confirm_result,
    })  # fmt: skip


def blank_standblatt(book: Reglement | None, count: int, planned: int, labels: Labels) -> Document:
    """Personal sheets to fill in by hand."""
    return standblatt(book, [Entrant("", "") for _ in range(count)], (), planned, labels)


def _own_row(
    player: str, drawn: Round | None, number: int, names: Mapping[str, str], labels: Labels, sides: Sequence[int]
) -> dict[str, Any]:
    """A round on a personal sheet: with the partner, or with everybody at the table where all play alone."""
    row: dict[str, Any] = {
        "round": number, "table": None, "seat": None, "mates": "", "out": False, "score": None, "striche": None, "signed": "",
    }  # fmt: skip
    if drawn is None:
        return row
    row["out"] = player in drawn.sitting_out
    seat = drawn.seat_of(player)
    if seat is not None:
        table, place = seat
        beside = partners_of(place, sides) or tuple(other for other in range(len(table.seats)) if other != place)
        mates = ", ".join(_seat_name(table.seats[other], names, labels) for other in beside)
        row |= {"table": table.number, "seat": SEAT_LETTERS[place], "mates": mates}
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
    writers: Mapping[tuple[int, int], int] | None = None,
) -> Document:
    """A sheet per table and round, with its names; `codes` are SVG pictures, `variants` the words of lines and columns.

    `writers`: the seat that writes, where a table has chosen another than the last.
    """
    names = told_apart({person.id: person.name for person in people})
    chosen, last = writers or {}, len(sides_of(book)) - 1
    tables = [
        {
            "round": drawn.number, "table": table.number, "code": (codes or {}).get((drawn.number, table.number)),
            "seats": [
                {
                    "letter": SEAT_LETTERS[place], "name": _seat_name(seat, names, labels),
                    "writes": one_writes(book) and place == chosen.get((drawn.number, table.number), last),
                }
                for place, seat in enumerate(table.seats)
            ],
        }
        for drawn in rounds for table in drawn.tables
    ]  # fmt: skip
    return _zettel(book, tables, labels, variants)


def blank_jasszettel(book: Reglement | None, count: int, labels: Labels, variants: Mapping[str, str] | None = None) -> Document:
    """Sheets for tables to fill in by hand."""
    seats = [{"letter": letter, "name": "", "writes": False} for letter in SEAT_LETTERS[: len(sides_of(book))]]
    tables: list[dict[str, Any]] = [{"round": None, "table": None, "seats": seats, "code": None} for _ in range(count)]
    return _zettel(book, tables, labels, variants)


def _zettel(book: Reglement | None, tables: list[dict[str, Any]], labels: Labels, variants: Mapping[str, str] | None) -> Document:
    form, deals, deal_sum, whole, note = "deals", 12, 157, 12 * 157, ""
    rows: list[dict[str, Any]] = []
    words = variants or {}
    columns: tuple[str, ...] = ("points",)
    if book is not None:
        columns, whole = form_for(book).columns, passe_sum(book)
        deals, deal_sum = book.ending.deals or 12, book.scoring.total if whole else 0
        if lines := lines_of(book):
            form, note = "rows", labels["note_rows"]
            rows = [{"name": words.get(line.name, line.name), "factor": line.factor} for line in lines]
        elif not book.ending.deals:
            rules = book.striche
            form = "partie"
            note = labels["note_partie"].format(
                target=book.ending.target, half=book.half, match=rules.match, bergpreis=rules.bergpreis, sieg=rules.victory,
                schneider=rules.schneider,
            )  # fmt: skip
    if form == "deals" and whole:
        bonus = book.scoring.match_bonus if book is not None else 0
        said = labels["note_bonus"] if bonus else labels["note_points"]
        note = said.format(deal=deal_sum, round=whole, bonus=bonus)
    sides = sides_of(book)
    data = {
        "tables": tables, "form": form, "deals": deals, "deal_sum": deal_sum, "round_sum": whole, "variants": rows,
        "columns": [words.get(column, column) for column in columns] if len(columns) > 1 else [], "note": note,
        "sides": [
            {"letters": " + ".join(letters), "places": [place for place, own in enumerate(sides) if own == side]}
            | {name: labels[name].format(side=" + ".join(letters)) for name in ("chosen", "total_of", "sign_of")}
            for side, letters in enumerate(side_letters(sides))
        ],
    }  # fmt: skip
    return Document("jasszettel", data | {"round_word": _round_word(book, labels)})


def table_cards(numbers: Iterable[int]) -> Document:
    """Cards to fold and put on the tables."""
    return Document("cards", {"numbers": list(numbers)})


def where_list(people: Sequence[Entrant], rounds: Sequence[Round], labels: Labels, excluded: Collection[str] = ()) -> Document:
    """Everybody in the order of the last names, as people look themselves up on a wall, with table and seat per round."""

    def place(player: str, drawn: Round) -> dict[str, Any] | None:
        seat = drawn.seat_of(player)
        if seat is None:
            return {"out": True, "table": 0, "seat": ""} if player in drawn.sitting_out else None
        return {"out": False, "table": seat[0].number, "seat": SEAT_LETTERS[seat[1]]}

    listed = [
        {"number": person.id, "name": surname_first(person.name), "places": [place(person.id, drawn) for drawn in rounds]}
        for person in sorted(people, key=lambda person: (alphabet(surname_first(person.name)), alphabet(person.id)))
        if person.id not in excluded
    ]
    numbers = [drawn.number for drawn in rounds]
    return Document("where", {"people": listed, "rounds": numbers, "round_short": labels["round_short"]})


def alphabet(name: str) -> tuple[object, ...]:
    """A name for sorting as people look it up: umlauts as their letters, numbers by size."""
    folded = "".join(sign for sign in unicodedata.normalize("NFKD", name.casefold()) if not unicodedata.combining(sign))
    return (0, int(folded), "") if folded.isdigit() else (1, 0, folded)


def round_lists(book: Reglement | None, people: Sequence[Entrant], rounds: Sequence[Round], labels: Labels) -> Document:
    """Every table of every round with its people."""
    names = told_apart({person.id: person.name for person in people})
    listed = [
        {
            "number": drawn.number,
            "tables": [
                {"number": table.number, "seats": [_seat_name(seat, names, labels) for seat in table.seats]}
                for table in drawn.tables
            ],
            "out": [names.get(player, player) for player in drawn.sitting_out],
        }
        for drawn in rounds
    ]
    letters = list(SEAT_LETTERS[: len(sides_of(book))])
    if one_writes(book):
        letters[-1] += f" ({labels['writes']})"
    return Document("rounds", {"rounds": listed, "round_word": _round_word(book, labels), "letters": letters})


def diplomas(book: Reglement | None, ranked: Sequence[RankRow], labels: Labels) -> Document:
    """A diploma for each of the first three ranks."""
    score = labels["score_striche"] if _striche(book) else labels["score_points"]
    rows = [
        {
            "name": row.name, "score": score.format(total=row.total),
            "place": labels["place_first" if row.rank == 1 else "place"].format(rank=row.rank),
        }
        for row in ranked
        if row.rank is not None and row.rank <= 3
    ]  # fmt: skip
    return Document("diplomas", {"rows": rows})


def movement_card(tables: int, rounds: int, labels: Labels) -> Document:
    """The movement that needs no computer: who sits where in every round."""
    lasts = movement_rounds(tables)
    shown = [
        [[f"{SEAT_LETTERS[unit // tables]}{unit % tables + 1}" for unit in four] for four in turn]
        for turn in movement(tables, min(rounds, max(lasts, 1)))
    ]
    return Document("movement", {
        "tables": tables, "rounds": shown, "rule": labels["movement_rule"],
        "lasts": labels["movement_lasts"].format(tables=tables, rounds=lasts), "round_word": labels["round"],
    })  # fmt: skip
