"""Players of an evening: the list, somebody new by hand, and everything about one person."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from puur.core.errors import Refusal
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
    TableFixed,
    Warned,
    Withdrawn,
)
from puur.evening.seats import stand_ins
from puur.evening.sheets import sheet
from puur.papers.tables import in_order
from puur.web import people
from puur.web.asking import again, asks
from puur.web.doors import preview
from puur.web.evenings import keys, roster, store
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
)
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening, Role, RosterUpload
from puur.web.evenings.rights import Access
from puur.web.evenings.telling import name_of
from puur.web.evenings.views.papers import base_of

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
    return show(request, access, "players", "players", people=rows_of(engine), waiting=wanted, fields=_asked(engine))


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
            events.append(CheckedIn(key, money(request.POST.get("paid", "")), accepts(request)))
    return events


def accepts(request: HttpRequest) -> bool:
    """Whether the box is ticked by which somebody accepts the rules."""
    return bool(request.POST.get("accepted"))


def _details(request: HttpRequest, ending: str = "") -> dict[str, str]:
    """What the form notes of a person; the second of a pair has own fields where there are any, otherwise those of the first."""
    given = {each.name: f"{each.name}{ending}" for each in FIELDS}
    return {
        each.name: text(request, given[each.name] if given[each.name] in request.POST else each.name, each.metadata["most"])
        for each in FIELDS
    }


def fields_of(engine: EveningState, details: Details | None = None) -> list[dict[str, Any]]:
    """The fields of the form, each with whether the book wants it and what is noted."""
    wanted = {column.value for column in engine.book.evening.sheet}
    return [
        {"name": each.name, "kind": each.metadata["kind"], "most": each.metadata["most"], "needed": each.name in wanted}
        | {"value": getattr(details, each.name, "")}
        for each in FIELDS
    ]


def _asked(engine: EveningState) -> list[dict[str, Any]]:
    """The fields of the form for somebody new: addresses only where the book wants them."""
    return [each for each in fields_of(engine) if each["needed"] or each["kind"] != "email"]


def rows_of(engine: EveningState) -> list[dict[str, Any]]:
    """The list as it is shown: each person with what was noted, agreed and paid."""
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
    running = engine.released if engine.released else 1
    seat = engine.rounds[running - 1].seat_of(player) if len(engine.rounds) >= running else None
    return show(
        request, access, "person", "players", person=entrant, sheet=sheet(engine, player), officials=officials(engine, lang),
        others=[other for other in in_order(engine) if other.id != player], fixed=engine.fixed.get(player, ""), seat=seat,
        now=running,
        apart=[(name_of(engine, other), other) for both in engine.apart if player in both for other in both - {player}],
        penalties=[given for given in engine.penalties if given[0] == player], remark=engine.remarks.get(player, ""),
        link=base_of(request) + link if link else "", fields=fields_of(engine, entrant.details),
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
            return [CheckedIn(player, money(request.POST.get("amount", "")) - entrant.paid, accepts(request))]
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
