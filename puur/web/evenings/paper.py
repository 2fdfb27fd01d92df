"""Every sheet of an evening as PDF: which documents there are and what goes on them. What they look like is `puur.print`."""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence

import segno
from pypdf import PdfReader, PdfWriter

from puur.print import Document, Event, Paper, render, sheets
from puur.print.document import LABELS
from puur.tournament.evening import Evening as Engine
from puur.tournament.files import Entrant
from puur.tournament.ranking import Why, ranking
from puur.tournament.sheets import sheets as personal
from puur.web.evenings.fold import Refused
from puur.words import texts
from puur.words.evening import why as in_words

# In the order in which they are needed when the computer dies.
KINDS = ("seating", "rounds", "standblatt", "jasszettel", "tables", "ranking", "movement", "diploma")
BLANKS = ("blank-jasszettel", "blank-standblatt")
EVERYTHING = ("seating", "rounds", "standblatt", "jasszettel", "blank-jasszettel", "tables", "movement", "ranking")
SPARE = 8  # empty sheets in the bundle


def qr(url: str) -> str:
    """A QR code as SVG."""
    out = io.BytesIO()
    # One mask is as valid as another; trying all eight would take seconds for a hall of three hundred.
    segno.make(url, error="m", micro=False, mask=4, boost_error=False).save(out, kind="svg", border=1, scale=4, xmldecl=False)
    return out.getvalue().decode()


def pdf(
    engine: Engine,
    kind: str,
    lang: str,
    paper: Paper = Paper.A4,
    only: int = 0,
    tables: Mapping[tuple[int, int], str] | None = None,
    people: Mapping[str, str] | None = None,
) -> bytes:
    """One kind of sheet, or `all` in one file; `tables` and `people` are addresses for the QR codes."""
    head = Event(engine.setup.name, _date(engine.setup.date), engine.setup.venue)
    labels = {name: texts()[f"print.label.{name}"][lang] for name in LABELS}
    kinds = EVERYTHING if kind == "all" else (kind,)
    made: list[bytes] = []
    for one in kinds:
        document = _document(engine, one, labels, lang, only, tables or {}, people or {})
        if document is not None:
            made.append(render(document, head, labels, paper, lang))
    if not made:
        raise Refused("no-draw-yet" if kind not in ("ranking", "diploma") else "no-ranking-yet")
    return made[0] if len(made) == 1 else _joined(made)


def _joined(parts: Sequence[bytes]) -> bytes:
    writer = PdfWriter()
    for part in parts:
        writer.append(PdfReader(io.BytesIO(part)))
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def _date(iso: str) -> str:
    year, _, rest = iso.partition("-")
    month, _, day = rest.partition("-")
    return f"{int(day)}.{int(month)}.{year}" if day.isdecimal() and month.isdecimal() else iso


def _document(
    engine: Engine,
    kind: str,
    labels: Mapping[str, str],
    lang: str,
    only: int,
    tables: Mapping[tuple[int, int], str],
    people: Mapping[str, str],
) -> Document | None:
    book = engine.book
    listed = [
        Entrant(one.id, one.name, one.club, one.pair, engine.fixed.get(one.id, 0), one.email)
        for one in engine.players.values()
        if not one.excluded
    ]
    rounds = [one for one in engine.rounds if only in (0, one.number)]
    variants = {name: texts()[f"rules.mode.{name}"][lang] for name in book.coiffeur.factors}
    count = max((table.number for one in engine.rounds for table in one.tables), default=0)
    match kind:
        case "standblatt" if listed:
            codes = {player: qr(url) for player, url in people.items()}
            return sheets.standblatt(book, listed, engine.rounds, engine.planned, labels, personal(engine), engine.remarks, codes)
        case "jasszettel" if rounds:
            wanted = {one.number for one in rounds}
            return sheets.jasszettel(
                book, listed, rounds, labels, variants, {key: qr(url) for key, url in tables.items() if key[0] in wanted}
            )
        case "seating" if rounds:
            return sheets.where_list(listed, rounds, labels)
        case "rounds" if rounds:
            return sheets.round_lists(book, listed, rounds, labels)
        case "tables":
            return sheets.table_cards(range(1, max(count, -(-len(listed) // 4), 1) + 1))
        case "movement":
            return sheets.movement_card(max(count, -(-len(listed) // 4), 1), engine.planned, labels)
        case "blank-jasszettel":
            return sheets.blank_jasszettel(book, SPARE, labels, variants)
        case "blank-standblatt":
            return sheets.blank_standblatt(book, SPARE, engine.planned, labels)
        case "ranking" | "diploma":
            return _ranking(engine, kind, labels, lang)
    return None


def _ranking(engine: Engine, kind: str, labels: Mapping[str, str], lang: str) -> Document | None:
    found = ranking(engine)
    if not found.rows and not found.unranked:
        return None
    lines = [
        sheets.RankLine(
            row.rank, names(engine, row.players), row.scored.total, tuple(map(str, row.scored.rounds)), note(row.why, lang)
        )
        for row in found.rows
    ]
    if kind == "diploma":
        return sheets.diplomas(engine.book, [one for one in lines if one.rank is not None and one.rank <= 3], labels)
    lines += [
        sheets.RankLine(
            None, names(engine, one.players), one.total, (), f"{texts()[f'tournament.unranked.{one.reason}'][lang]} [{one.rule}]"
        )
        for one in found.unranked
    ]
    wide = max((len(one.cells) for one in lines), default=0)
    columns = [f"{labels['round_short']}{number}" for number in range(1, wide + 1)]
    subtitle = labels["final"] if engine.closed else labels["preliminary"].format(round=engine.released)
    return sheets.ranking_list(lines, columns, subtitle)


def names(engine: Engine, players: Sequence[str]) -> str:
    """A person, or a pair."""
    return " / ".join(engine.players[player].name for player in players)


def note(why: Why | None, lang: str) -> str:
    """What decided a placing, where it was not the total."""
    if why is None or why.by == "total":
        return ""
    return f"{in_words(why.by, why.own, why.above, lang)} [{why.rule}]"
