"""What the hall sees: big slides that turn by themselves (where everybody sits, the ranking, the clock); nobody has to touch it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import segno
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from puur.evening.evening import Evening as EveningState
from puur.evening.seating import SEAT_LETTERS, surname_first
from puur.papers.ranking import RankRow, public_names
from puur.papers.sheets import alphabet
from puur.web import people
from puur.web.evenings import clock, store
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening
from puur.web.evenings.views.papers import base_of
from puur.web.evenings.views.players import evening_of, key_of, live, shown_board

# So few that they can be read from 15 metres: a line is then a sixteenth of the height of the picture.
SEATS, RANKS = 20, 10
SECONDS, LEAST, MOST = 9, 1, 120


def slides_of(engine: EveningState, ranks: Sequence[RankRow], missing: list[int]) -> list[dict[str, Any]]:
    """The slides in their order: seats of the round, tables that still play, ranking."""
    slides: list[dict[str, Any]] = []
    if engine.released and not engine.closed:
        current = engine.rounds[engine.released - 1]
        if len(missing) == len(current.tables):  # once results come in, everybody has found their seat
            places = seat_list(engine)
            pages = [places[start : start + SEATS] for start in range(0, len(places), SEATS)]
            slides += [
                {"kind": "seats", "round": current.number, "rows": rows, "page": n, "pages": len(pages)}
                for n, rows in enumerate(pages, 1)
            ]
        else:
            slides.append({"kind": "missing", "round": current.number, "tables": missing, "all": len(current.tables)})
    boards = [ranks[start : start + RANKS] for start in range(0, len(ranks), RANKS)]
    if any(played.score is not None for row in ranks for played in row.rounds):
        slides += [{"kind": "ranking", "rows": rows, "page": n, "pages": len(boards)} for n, rows in enumerate(boards, 1)]
    return slides or [{"kind": "welcome"}]


def seat_list(engine: EveningState) -> list[dict[str, Any]]:
    """Everybody with table and seat in the order of the last names; names as everybody may read them."""
    current = engine.rounds[engine.released - 1]
    names = public_names(engine)
    rows: list[dict[str, Any]] = []
    for table in current.tables:
        for place, seat in enumerate(table.seats):
            if seat.player is not None and not seat.stand_in:
                rows.append({"key": seat.player, "table": table.number, "letter": SEAT_LETTERS[place], "out": False})
    rows += [{"key": player, "table": None, "letter": "", "out": True} for player in current.sitting_out]
    full = engine.setup.full_names
    for row in rows:
        row["name"] = surname_first(names[row["key"]]) if full else names[row["key"]]
    return sorted(rows, key=lambda row: alphabet(surname_first(engine.players[row["key"]].name)))


@require_safe
def beamer(request: HttpRequest, code: str) -> HttpResponse:
    """The slides; `?seconds=` for each of them."""
    row = evening_of(code)
    engine = folded(row).engine

    def inner() -> dict[str, Any]:
        board, frozen = shown_board(row, people.lang_of(request))
        missing = engine.missing_results(engine.released) if engine.released else []
        return {
            "evening": row, "date": engine.setup.date, "venue": engine.setup.venue,
            "slides": slides_of(engine, board.rows, missing), "board": board, "frozen": frozen,
            "code": follow_code(request, code),
        }  # fmt: skip

    given = request.GET.get("seconds", "")
    seconds = min(MOST, max(LEAST, int(given))) if given.isascii() and given.isdigit() and len(given) < 5 else SECONDS
    clock_now = _clock(row)
    outer = {"evening": row, "seconds": seconds, "clock": clock_now}
    response = live(
        request, "evenings/entry/beamer.html", "evenings/entry/_slides.html", outer, inner, (*key_of(row), request.get_host())
    )
    # The clock is no part of what is compared: it changes all the time.
    response.headers["X-Clock"] = clock_now
    return response


def follow_code(request: HttpRequest, code: str) -> str:
    """The QR code of the public ranking, as a picture inside the page; the address is one that phones can reach."""
    address = base_of(request) + reverse("evening-ranking", args=[code])
    made: str = segno.make(address, error="m").svg_inline(border=2, light="#fff", dark="#000", omitsize=True)
    return made


def _clock(row: Evening) -> str:
    """State, milliseconds left and whole time."""
    shown = clock.view(row.clock, store.now_ms())
    return f"{shown['state']} {shown['left']} {shown['total']}"
