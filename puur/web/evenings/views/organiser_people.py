"""Players of an evening: the list by hand, by CSV or Excel with a preview, check-in, and everything about one person."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from puur.core.errors import Refusal
from puur.evening.columns import PERSON
from puur.evening.details import FIELDS, Details
from puur.evening.evening import Evening as EveningState
from puur.evening.events import (
    Amended,
    BreachNoted,
    CheckedIn,
    Disqualified,
    Entered,
    Event,
    Excluded,
    HonourConfirmed,
    KeptApart,
    PenaltyGiven,
    Remarked,
    ScoreSet,
    SeatTaken,
    TableFixed,
    Warned,
    Withdrawn,
)
from puur.evening.seating import SEAT_LETTERS
from puur.evening.seats import free_chairs, stand_ins, unseated
from puur.evening.sheets import sheet
from puur.papers.tables import in_order
from puur.web import people
from puur.web.asking import again, asks
from puur.web.doors import preview
from puur.web.evenings import keys, listed, roster, store
from puur.web.evenings.desk import (
    action,
    desk,
    done,
    franks,
    money,
    number,
    official,
    officials,
    optional,
    player_of,
    show,
    text,
    upload,
)
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening, Role, RosterUpload
from puur.web.evenings.rights import Access
from puur.web.evenings.telling import name_of
from puur.web.evenings.views.papers import base_of
from puur.web.server.reading import readers

HELPERS = (Role.OFFICE,)


@desk(*HELPERS)
def players(request: HttpRequest, access: Access) -> HttpResponse:
    """The list, and somebody new on it."""
    code = access.row.code
    if request.method == "POST":
        added = store.submit(code, lambda engine: _entries(request, engine), by=access.name, action=action(request))
        names = [event.name for event in added.engine.events[-len(added.numbers) :] if isinstance(event, Entered)]
        return done(request, "evening-players", "" if added.repeated else "entered", code, name=" / ".join(names))
    engine = folded(access.row).engine
    wanted = RosterUpload.objects.filter(evening=access.row).values_list("name", flat=True).first()
    return show(request, access, "players", "players", people=_rows(engine), waiting=wanted, fields=_asked(engine))


def _entries(request: HttpRequest, engine: EveningState) -> list[Event]:
    """Who is entered by the form: one, or the two of a pair; here at once if the box is ticked."""
    if len(engine.players) >= roster.MOST_PLAYERS:
        raise Refusal("list-long", lines=len(engine.players) + 1, most=roster.MOST_PLAYERS)
    names = [text(request, "name", needed=True)]
    pair = ""
    if engine.in_pairs:
        names.append(text(request, "name2", needed=True))
        pair = text(request, "pair") or " / ".join(names)[:80]
        if pair in {player.pair for player in engine.players.values()}:
            raise Refusal("pair-taken", pair=pair)
    own = text(request, "number", 20)
    if own and own in engine.players:
        raise Refusal("number-taken", number=own, name=name_of(engine, own))
    fresh = (str(place) for place in range(1, 10_000) if str(place) not in engine.players and str(place) != own)
    events: list[Event] = []
    for place, who in enumerate(names):
        key = own if own and place == 0 else next(fresh)
        noted = _details(request, "2" if place else "")
        events.append(Entered(key, who, pair, bool(request.POST.get("public")), **noted))
        if request.POST.get("here"):
            events.append(CheckedIn(key, money(request.POST.get("paid", "")), _accepts(request)))
    return events


def _accepts(request: HttpRequest) -> bool:
    """Whether the box is ticked by which somebody accepts the rules."""
    return bool(request.POST.get("accepted"))


def _details(request: HttpRequest, ending: str = "") -> dict[str, str]:
    """What the form notes of a person; the second of a pair has own fields where there are any, otherwise those of the first."""
    given = {each.name: f"{each.name}{ending}" for each in FIELDS}
    return {
        each.name: text(request, given[each.name] if given[each.name] in request.POST else each.name, each.metadata["most"])
        for each in FIELDS
    }


def _fields(engine: EveningState, details: Details | None = None) -> list[dict[str, Any]]:
    """The fields of the form, each with whether the book wants it and what is noted."""
    wanted = {column.value for column in engine.book.evening.sheet}
    return [
        {"name": each.name, "kind": each.metadata["kind"], "most": each.metadata["most"], "needed": each.name in wanted}
        | {"value": getattr(details, each.name, "")}
        for each in FIELDS
    ]


def _asked(engine: EveningState) -> list[dict[str, Any]]:
    """The fields of the form for somebody new: addresses only where the book wants them."""
    return [each for each in _fields(engine) if each["needed"] or each["kind"] != "email"]


def _rows(engine: EveningState) -> list[dict[str, Any]]:
    return [
        {
            "person": player,
            "noted": [getattr(player.details, each.name) for each in FIELDS if each.metadata["kind"] != "email"],
            "fixed": engine.fixed.get(player.id),
            "apart": [name_of(engine, next(iter(both - {player.id}))) for both in engine.apart if player.id in both],
            "late": player.first_round if player.here and player.first_round > 1 else 0,
            "paid": franks(player.paid) if player.paid else "",
        }
        for player in in_order(engine)
    ]


@desk(*HELPERS)
def bring(request: HttpRequest, access: Access) -> HttpResponse:
    """A list from a file or pasted: first what would become of it, then the import."""
    row, engine, lang = access.row, folded(access.row).engine, people.lang_of(request)
    kept = RosterUpload.objects.filter(evening=row).first()
    waiting = listed.again(bytes(kept.data)) if kept is not None else None
    if request.method == "POST" and request.POST.get("do") == "drop":
        RosterUpload.objects.filter(evening=row).delete()
        return done(request, "evening-players", "", row.code)
    if request.method == "POST" and request.POST.get("do") == "import":
        if kept is None or waiting is None:
            raise Refusal("file-none")
        doubles = bool(request.POST.get("doubles"))
        added = store.submit(
            row.code,
            lambda now: roster.previewed(now, waiting, lang, doubles=doubles)[1],
            by=access.name,
            action=action(request),
        )
        kept.delete()
        count = sum(isinstance(event, Entered) for event in added.engine.events[len(added.engine.events) - len(added.numbers) :])
        return done(request, "evening-players", "list", row.code, n=count)
    if request.method == "POST" and request.POST.get("do") == "columns":
        if kept is None or waiting is None:
            raise Refusal("file-none")
        chosen = listed.mapped(waiting, *_columns(request, waiting))
        RosterUpload.objects.filter(pk=kept.pk).update(data=listed.kept(chosen))
        return done(request, "evening-list", "", row.code)
    if request.method == "POST":
        data, name = _uploaded(request)
        brought = readers.read(listed.read, data)
        roster.previewed(engine, brought, lang)  # refuses what can be no list before it takes the place of another
        lines = {"data": listed.kept(brought), "name": name, "at": store.now_ms()}
        RosterUpload.objects.update_or_create(evening=row, defaults=lines)
        return done(request, "evening-list", "", row.code)
    if kept is None or waiting is None:
        return done(request, "evening-players", "", row.code)
    shown, events = roster.previewed(engine, waiting, lang)
    taken = roster.previewed(engine, waiting, lang, doubles=True)[0] if shown.count("double") else shown
    broken = [line for line in shown.lines if line.fate == "broken"]
    return show(
        request, access, "list", "players", name=kept.name, listed=shown, mapping=_mapping(shown), tops=range(_tops(shown)),
        skipped=[(line, " · ".join(filter(None, cells))) for line, cells in shown.rows[: shown.guess.top]],
        fields=_fields(engine),
        entries=sum(isinstance(event, Entered) for event in events),
        doubles=[line for line in shown.lines if line.fate == "double"], broken=broken[:200], hidden=max(0, len(broken) - 200),
        fine=[line for line in shown.lines if line.fate == "new"][:300], same=shown.count("same"), with_doubles=taken.count("new"),
    )  # fmt: skip


def _tops(shown: listed.Listed) -> int:
    """How many rows may stand above the people."""
    return min(len(shown.rows), 16)


def _mapping(shown: listed.Listed) -> list[dict[str, Any]]:
    """The columns of the file, each with its first cells and with what it holds."""
    width = max((len(cells) for _, cells in shown.rows), default=0)
    held = {place: what for what, place in shown.guess.columns if what in PERSON}
    body = [cells for _, cells in shown.rows[shown.guess.top :]]
    columns = []
    for place in range(width):
        cells = [cells[place] for cells in body if place < len(cells) and cells[place]]
        if cells:
            choices = [(what, held.get(place) == what) for what in PERSON]
            columns.append({"place": place, "letter": _letter(place), "cells": cells[:3], "choices": choices})
    return columns


def _letter(place: int) -> str:
    """The name of a column as a spreadsheet has it."""
    return chr(65 + place) if place < 26 else _letter(place // 26 - 1) + _letter(place % 26)


def _columns(request: HttpRequest, waiting: listed.Listed) -> tuple[int, dict[str, int]]:
    """What the organiser says the columns hold; somewhere there has to be a name, and nothing stands in two columns."""
    columns: dict[str, int] = {}
    for place in range(listed.MOST_COLUMNS):
        what = request.POST.get(f"column{place}", "")
        if what in PERSON:
            if what in columns:
                raise Refusal("columns-twice", column=_letter(place), other=_letter(columns[what]))
            columns[what] = place
    if not columns.keys() & {"name", "turned", "first"}:
        raise Refusal("columns-name")
    return number(request, "top", 0, _tops(waiting), default=waiting.guess.top), columns


def _uploaded(request: HttpRequest) -> tuple[bytes, str]:
    file = upload(request, "file", listed.BIGGEST)
    if file is not None:
        return file.read(), str(file.name)[:120]
    pasted = request.POST.get("pasted", "")
    if not pasted.strip():
        raise Refusal("file-none")
    return pasted.encode(), "–"


# ---- check-in ----------------------------------------------------------------------------------------------------------------


@desk(*HELPERS)
def checkin(request: HttpRequest, access: Access) -> HttpResponse:
    """Who is here and who has paid: big rows, one touch each."""
    row = access.row
    if request.method == "POST":
        _checked(request, access)
        return done(request, "evening-checkin", "", row.code)
    engine = folded(row).engine
    rows = _rows(engine)
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
        store.submit(row.code, CheckedIn(person.id, accepted=_accepts(request)), by=access.name, action=action(request))
    elif task == "paid":
        due = max(row.fee - person.paid, 0) or money(request.POST.get("amount", ""))
        store.submit(row.code, CheckedIn(person.id, due, _accepts(request)), by=access.name, action=action(request))
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
        return [CheckedIn(player.id, fee, _accepts(request)) for player in wanted]

    store.submit(access.row.code, arrived, by=access.name, action=action(request))


def _chairs(engine: EveningState) -> list[dict[str, Any]]:
    """Empty chairs of the round that is on, where somebody who comes late could still sit down."""
    if not engine.released:
        return []
    return [{"table": table, "seat": place, "letter": SEAT_LETTERS[place]} for table, place in free_chairs(engine, engine.released)]


# ---- one person --------------------------------------------------------------------------------------------------------------


@require_safe
@desk(*HELPERS)
def person(request: HttpRequest, access: Access) -> HttpResponse:
    """Everything about one person, and everything that can be done."""
    engine, lang = folded(access.row).engine, people.lang_of(request)
    entrant = player_of(engine, request.GET.get("player", ""))
    player = entrant.id
    secret = keys.links(access.row, [player])[player]
    link = optional("evening-player", secret)
    now = engine.released if engine.released else 1
    seat = engine.rounds[now - 1].seat_of(player) if len(engine.rounds) >= now else None
    return show(
        request, access, "person", "players", person=entrant, sheet=sheet(engine, player), officials=officials(engine, lang),
        others=[other for other in in_order(engine) if other.id != player], fixed=engine.fixed.get(player, ""), seat=seat, now=now,
        apart=[(name_of(engine, other), other) for both in engine.apart if player in both for other in both - {player}],
        penalties=[given for given in engine.penalties if given[0] == player], remark=engine.remarks.get(player, ""),
        link=base_of(request) + link if link else "", fields=_fields(engine, entrant.details),
        paid=franks(entrant.paid), rounds=range(1, engine.planned + 1), accepted=_accepted_at(access.row, player),
    )  # fmt: skip


def _accepted_at(row: Evening, player: str) -> datetime | None:
    """When a person accepted the rules: the time of the check-in. (UB-BASIS-02)"""
    state = folded(row)
    events = zip(state.numbers, state.engine.events, strict=True)
    number = next((n for n, event in events if isinstance(event, CheckedIn) and event.player == player and event.accepted), None)
    return None if number is None else datetime.fromtimestamp(row.events.get(n=number).at / 1000, tz=UTC)


@require_POST
@desk(*HELPERS)
def act(request: HttpRequest, access: Access) -> HttpResponse:
    """One act on a person's page."""
    code, task = access.row.code, request.POST.get("do", "")
    player = player_of(folded(access.row).engine, request.POST.get("player", "")).id
    if task not in ("amend", "pay", "honour") and not access.organiser:
        raise Refusal("organiser-only")
    if asks(request):
        return _tried(request, access, player, task)
    if task == "together":
        other = text(request, "other", 40)
        pairs = zip(folded(access.row).numbers, folded(access.row).engine.events, strict=True)
        both = {player, other}
        store.undo(code, [n for n, event in pairs if isinstance(event, KeptApart) and {event.one, event.two} == both], access.name)
    elif task == "remove":
        _remove(access, player)
        return done(request, "evening-players", "removed", code)
    else:
        store.submit(code, lambda engine: _acts(request, engine, player, task), by=access.name, action=action(request))
    return done(request, f"{reverse('evening-person', args=[code])}?{urlencode({'player': player})}", f"person-{task}")


def _tried(request: HttpRequest, access: Access, player: str, task: str) -> HttpResponse:
    """What an act would change, before it is done."""
    engine, lang = folded(access.row).engine, people.lang_of(request)
    trial = preview.with_events(access.row, _acts(request, engine, player, task), lang)
    back = f"{reverse('evening-person', args=[access.row.code])}?{urlencode({'player': player})}"
    return show(request, access, "asked", "players", back=back, of=name_of(engine, player), trial=trial, again=again(request))


def _remove(access: Access, player: str) -> None:
    """Take somebody off the list who was entered by mistake: as if it had not been."""
    state = folded(access.row)
    player_of(state.engine, player)
    numbers = [
        n for n, event in zip(state.numbers, state.engine.events, strict=True)
        if player in (getattr(event, "player", None), getattr(event, "one", None), getattr(event, "two", None))
    ]  # fmt: skip
    store.undo(access.row.code, numbers, access.name)


def _acts(request: HttpRequest, engine: EveningState, player: str, task: str) -> list[Event]:
    entrant = player_of(engine, player)
    by = official(request, engine)
    match task:
        case "amend":
            public = bool(request.POST.get("public"))
            return [Amended(player, text(request, "name", needed=True), public, **_details(request))]
        case "pay":
            if entrant.withdrawn or entrant.excluded:  # paying means being here
                raise Refusal("pay-gone", name=entrant.name)
            return [CheckedIn(player, money(request.POST.get("amount", "")) - entrant.paid, _accepts(request))]
        case "withdraw":
            return [Withdrawn(player, text(request, "reason", 200) or "–")]
        case "return":
            return [CheckedIn(player)]
        case "fix":
            return [TableFixed(player, number(request, "table", 0, 999, default=0))]
        case "apart":
            return [KeptApart(player, player_of(engine, request.POST.get("other", "")).id)]
        case "warn":
            return [Warned(player, text(request, "reason", 200, needed=True), by)]
        case "breach":
            return [BreachNoted(player, text(request, "reason", 200, needed=True), by)]
        case "exclude" | "disqualify":
            gone = Excluded if task == "exclude" else Disqualified
            reason, name = text(request, "reason", 200, needed=True), engine.book.referee.substitute
            return [gone(player, reason, by), *(stand_ins(engine, player, name, reason, all_rounds=True) if name else ())]
        case "penalty":
            points = number(request, "points", -10_000, 10_000)
            return [PenaltyGiven(player, points, text(request, "reason", 200, needed=True), text(request, "rule", 40))]
        case "honour":
            return [HonourConfirmed(player, text(request, "date", 10))]
        case "remark":
            return [Remarked(player, text(request, "text", 300))]
        case "score":
            round_, points = number(request, "round", 1, engine.planned), number(request, "points", -10_000, 100_000)
            return [ScoreSet(player, round_, points, text(request, "reason", 200, needed=True))]
        case "standin":
            name, reason = text(request, "name", needed=True), text(request, "reason", 200)
            if named := stand_ins(engine, player, name, reason, all_rounds=bool(request.POST.get("all"))):
                return [*named]
            raise Refusal("no-seat", name=entrant.name)
    raise Refusal("unknown-act")
