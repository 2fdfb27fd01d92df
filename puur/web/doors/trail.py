"""Where the result of a table comes from: who entered which version when and why, how it was kept, its deals, and its penalties.

Whoever may see the number may ask: the staff of the evening, and those for whom the table counts. From a web table each deal leads
to its cards.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from puur.core.errors import Refusal
from puur.core.sheet import Origin, Row, Sheet
from puur.evening.evening import Evening as EveningState
from puur.evening.events import ResultEntered
from puur.papers.ranking import public_names
from puur.web import people
from puur.web.doors import hosting, preview
from puur.web.doors.evening import names_at
from puur.web.doors.models import HostedTable
from puur.web.evenings import rights, store
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening, EveningEvent, PlayerLink, Role
from puur.web.evenings.views.entry import phase_of
from puur.web.evenings.views.entry_door import at_link
from puur.web.evenings.views.office_forms import from_form, side_fields
from puur.web.store import Folded
from puur.words import say

STAFF = (Role.OFFICE, Role.CONTROLLER)
Where = Callable[[int], str]  # the address of the cards of a deal


@require_safe
def for_staff(request: HttpRequest, code: str, round_: int, table: int) -> HttpResponse:
    """For the organiser, the office and the controllers."""
    access = rights.need(request, code, *STAFF)
    back = reverse("evening-round", args=[code, round_])
    correct = reverse("evening-office-table", args=[code, round_, table])
    return result_page(request, access.row, round_, table, back, correct=correct)


@require_safe
@at_link
def for_player(request: HttpRequest, secret: str, link: PlayerLink, round_: int) -> HttpResponse:
    """For a player, of the own table in a round."""
    engine = folded(link.evening).engine
    seat = engine.rounds[round_ - 1].seat_of(link.player) if 1 <= round_ <= engine.released else None
    if seat is None:
        raise Http404
    version = engine.result(round_, seat[0].number)
    if version is not None and version.sheet.source is Origin.TABLE:
        code = version.sheet.game.partition("/")[0]
        if HostedTable.objects.filter(live__code=code, evening=link.evening).exists():  # the file of an evening may name any table
            hosting.show_cards(request, code)
    return result_page(request, link.evening, round_, seat[0].number, back=reverse("evening-player", args=[secret]), public=True)


def _corrected(request: HttpRequest, row: Evening, round_: int, table: int, lang: str) -> dict[str, Any]:
    """What another result would change, as asked in the address; a refusal in words."""
    engine = folded(row).engine
    try:
        sheet = from_form(request.GET, engine.book)
        wanted = ResultEntered(round_, table, sheet, reason="?", decided_by=(engine.book.referee.officials or ("?",))[-1])
        return {"trial": preview.with_events(row, [wanted], lang), "problem": ""}
    except Refusal as problem:
        return {"trial": None, "problem": store.sentence(problem, lang, engine)}


def result_page(
    request: HttpRequest,
    row: Evening,
    round_: int,
    table: int,
    back: str,
    *,
    correct: str = "",
    public: bool = False,
    state: Folded[EveningState] | None = None,
    cards: Where | None = None,
) -> HttpResponse:
    """The page of one table's result; `correct` is where it is corrected, in `public` names are short.

    With `state`, for everybody: the evening as it is shown, `cards` where they are, and nothing of who said what.
    """
    silent, state, lang = state is not None, state or folded(row), people.lang_of(request)
    engine = state.engine
    if phase_of(engine, round_, table) == "gone" or not engine.results.get((round_, table)):
        raise Http404
    lines = {entry.n: entry for entry in EveningEvent.objects.filter(evening=row)}
    full = {key: player.name for key, player in engine.players.items()}
    people_of = public_names(engine) if public else full

    def who(text: str) -> str:
        return "" if silent else _in_short(text, full, people_of)

    versions = []
    for number, version in enumerate(engine.results[round_, table], start=1):
        entry = lines[state.numbers[version.number]]
        versions.append({
            "n": number, "score": " : ".join(map(str, version.score)), "by": who(version.by or entry.by),
            "reason": who(version.reason),
            "rule": version.rule, "at": datetime.fromtimestamp(entry.at / 1000, tz=timezone.get_current_timezone()),
            "source": say(f"doors.source.{version.sheet.source.value}", lang),
        })  # fmt: skip
    kept = [version.sheet for version in reversed(engine.results[round_, table])]
    sheet, deals = kept[0], next((each for each in kept if each.rows), kept[0])
    begun = hosting.begun(evening=row, round=round_, table=table)
    names = names_at(engine, engine.table(round_, table), lang, people_of)
    context = {
        "evening": row, "round": round_, "table": table, "back": back, "versions": versions[::-1], "sheet": sheet,
        "confirmed": who(engine.confirmed.get((round_, table), "")), "names": names,
        "deals": deals_of(deals, cards, begun, lambda deal: reverse("evening-cards", args=[row.code, round_, table, deal])),
        "corrected": deals is not sheet, "correct": correct,
        "fields": side_fields(engine, names, request.GET) if correct and sheet.striche is None else [],
        "would": _corrected(request, row, round_, table, lang) if correct and "points0" in request.GET else None,
        "penalties": _penalties(engine, sheet, (round_, table), names, people_of, silent=silent),
        "sides": [" + ".join(name for place, name in enumerate(names) if engine.sides[place] == side)
                  for side in sorted(set(engine.sides))],
    }  # fmt: skip
    answer = render(request, "doors/trail.html", context)
    answer.headers["Cache-Control"] = "no-store"
    return answer


def _in_short(text: str, full: Mapping[str, str], shown: Mapping[str, str]) -> str:
    """The same with the names of players as they are shown: the sides of a table stand there by name."""
    known = {name: shown[key] for key, name in full.items() if name}
    longest_first = "|".join(re.escape(name) for name in sorted(known, key=len, reverse=True))
    return re.sub(rf"\b(?:{longest_first})(?!\w)", lambda match: known[match[0]], text) if known else text


def deals_of(
    sheet: Sheet, cards: Where | None = None, begun: Sequence[Row] = (), before: Where | None = None
) -> list[dict[str, Any]]:
    """The deals on a sheet, those of a web table with the address of their cards.

    Those that were `begun` at a web table before it went on with cards are `before`, where the sheet has them as they were played;
    of a sheet that has nothing but sums they are all that is known.
    """
    code, _, game = sheet.game.partition("/")
    known = sheet.source is Origin.TABLE and HostedTable.objects.filter(live__code=code).exists()
    where = cards or (lambda deal: f"{reverse('replay', args=[code, deal])}?game={game}")
    if known or before is None:
        return [{"row": row, "url": where(row.deal) if known else ""} for row in sheet.rows]
    played = {row.deal: row.points for row in begun}
    return [
        {"row": row, "url": before(row.deal) if played.get(row.deal) == row.points else "", "begun": row.deal in played}
        for row in sheet.rows or begun
    ]


def _penalties(
    engine: EveningState, sheet: Sheet, place: tuple[int, int], names: list[str], people_of: Mapping[str, str], *, silent: bool
) -> list[dict[str, Any]]:
    """What rulings took: at this table, and from its people in the evening as a whole."""
    own = [{"name": names[booked.seat], "points": booked.points, "rule": booked.rule, "reason": ""} for booked in sheet.penalties]
    seated = engine.table(*place).players()
    return own + [
        {"name": people_of[player], "points": points, "rule": rule, "reason": "" if silent else reason}
        for player, points, reason, rule in engine.penalties
        if player in seated
    ]
