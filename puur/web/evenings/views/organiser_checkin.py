"""Check-in at the door: who is here, who has paid, and chairs for those who come late."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse

from puur.core.errors import Refusal
from puur.evening.evening import Evening as EveningState
from puur.evening.events import CheckedIn, Event, SeatTaken
from puur.evening.seating import SEAT_LETTERS
from puur.evening.seats import free_chairs, unseated
from puur.web.evenings import store
from puur.web.evenings.desk import action, desk, done, franks, money, number, player_of, show
from puur.web.evenings.fold import folded
from puur.web.evenings.rights import Access
from puur.web.evenings.views.organiser_people import HELPERS, accepts, rows_of


@desk(*HELPERS)
def checkin(request: HttpRequest, access: Access) -> HttpResponse:
    """Who is here and who has paid: big rows, one touch each."""
    row = access.row
    if request.method == "POST":
        _checked(request, access)
        return done(request, "evening-checkin", "", row.code)
    engine = folded(row).engine
    rows = rows_of(engine)
    context = {
        "people": rows,
        "here": sum(line["person"].playing for line in rows),
        "unpaid": sum(line["person"].playing and row.fee > line["person"].paid for line in rows),
        "paid_total": franks(sum(line["person"].paid for line in rows)),
        "fee": franks(row.fee) if row.fee else "",
        "over": len(engine.playing()) % len(engine.sides),
        "locked": bool(engine.rounds),
        "pending": len(engine.rounds) > engine.released,
        "absent": [line["person"] for line in rows if not line["person"].here and not line["person"].excluded],
        "only_missing": bool(request.GET.get("missing")),
        "chairs": _chairs(engine),
        "late": set(unseated(engine, engine.released)) if engine.released and not engine.closed else set(),
        "round": engine.released,
    }
    return show(request, access, "checkin", "checkin", **context)


def _checked(request: HttpRequest, access: Access) -> None:
    row, task = access.row, request.POST.get("do", "")
    engine = folded(row).engine
    if task == "all":
        _all_here(request, access)
        return
    person = player_of(engine, request.POST.get("player", ""))
    if task in ("paid", "unpaid") and (person.withdrawn or person.excluded):
        raise Refusal("pay-gone", name=person.name)
    if task == "seat":
        table, seat = number(request, "table", 1, 999), number(request, "seat", 0, 3)
        store.submit(row.code, SeatTaken(engine.released, table, seat, person.id), by=access.name, action=action(request))
    elif task == "here":
        store.submit(row.code, CheckedIn(person.id, accepted=accepts(request)), by=access.name, action=action(request))
    elif task == "paid":
        due = max(row.fee - person.paid, 0) or money(request.POST.get("amount", ""))
        store.submit(row.code, CheckedIn(person.id, due, accepts(request)), by=access.name, action=action(request))
    elif task == "unpaid":
        store.submit(row.code, CheckedIn(person.id, -person.paid), by=access.name, action=action(request))
    elif task == "away":
        # A slip of the finger: as if it had not been, as long as nobody was drawn with it.
        numbers = [
            n for n, event in zip(folded(row).numbers, engine.events, strict=True)
            if isinstance(event, CheckedIn) and event.player == person.id
        ]  # fmt: skip
        if person.paid:
            raise Refusal("away-paid", name=person.name, paid=franks(person.paid))
        store.undo(row.code, numbers, access.name)


def _all_here(request: HttpRequest, access: Access) -> None:
    """Everybody who is ticked, or nobody ticked: everybody who is still missing, is here; with the fee where the box says so."""
    fee = access.row.fee if request.POST.get("paid") else 0
    ticked = set(request.POST.getlist("who"))

    def arrived(now: EveningState) -> list[Event]:
        missing = [player for player in now.players.values() if not player.here and not player.excluded and not player.withdrawn]
        wanted = [player for player in missing if not ticked or player.id in ticked]
        return [CheckedIn(player.id, fee, accepts(request)) for player in wanted]

    store.submit(access.row.code, arrived, by=access.name, action=action(request))


def _chairs(engine: EveningState) -> list[dict[str, Any]]:
    """Empty chairs of the round that is on, where somebody who comes late could still sit down."""
    if not engine.released:
        return []
    return [{"table": table, "seat": place, "letter": SEAT_LETTERS[place]} for table, place in free_chairs(engine, engine.released)]
