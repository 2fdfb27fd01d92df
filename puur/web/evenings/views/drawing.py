"""The draw: wishes, the draw itself with its proof, swaps with a warning before they are made, stand-ins, the start of a round."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from puur.core.errors import Refusal, RuleViolation
from puur.core.evening import DrawWhen, Rest
from puur.evening.check import Report, check
from puur.evening.evening import Evening as EveningState
from puur.evening.events import KeptApart, RoundReleased, RoundsDrawn, SeatsSwapped, StandInNamed, TableFixed, WriterNamed
from puur.evening.seating import SEAT_LETTERS, Round
from puur.evening.seats import empty_seats, swapped, unseated
from puur.papers.evening import proof
from puur.papers.tables import in_order
from puur.web import people
from puur.web.evenings import clock, keys, store
from puur.web.evenings.desk import action, desk, done, number, player_of, show, small, text
from puur.web.evenings.fold import folded, fork
from puur.web.evenings.models import Evening, ResultDraft
from puur.web.evenings.rights import Access
from puur.web.evenings.telling import fault, name_of, sitter
from puur.words import say


@desk()
def draw(request: HttpRequest, access: Access) -> HttpResponse:
    """The draw as it stands, what it promises and what can still be changed."""
    engine, lang = folded(access.row).engine, people.lang_of(request)
    rules = engine.book.evening
    report = check(engine.rounds, engine.wishes(), rules.partners, rules.opponents) if engine.rounds else None
    left = engine.planned - engine.released
    return show(
        request, access, "draw", "draw",
        report=report, proof=proof(report, lang, clubs=bool(engine.wishes().clubs)) if report else [],
        faults=_faults(report, engine, lang),
        rounds=[shown_round(engine, drawn, lang) for drawn in engine.rounds[::-1]],
        pending=len(engine.rounds) > engine.released, ahead=rules.draw is DrawWhen.AHEAD, left=left, next=engine.released + 1,
        here=len(engine.playing()), over=len(engine.playing()) % len(engine.sides), rest=engine.rest.value,
        refuses=engine.rest is Rest.REFUSE,
        missing=engine.missing_results(engine.released) if engine.released else [], seed=_seed(engine),
        people=in_order(engine), fixed=[(name_of(engine, key), key, table) for key, table in sorted(engine.fixed.items())],
        apart=[tuple((name_of(engine, key), key) for key in sorted(both)) for both in sorted(engine.apart, key=sorted)],
        clubs=sorted({player.club for player in engine.players.values() if player.club}),
        undo=_may_undo(access, engine), swap=_swap(request, engine, lang),
        letters=list(enumerate(SEAT_LETTERS[: len(engine.sides)])),
        empty=[(table, place, SEAT_LETTERS[place]) for table, place in empty_seats(engine, engine.released + 1)]
        if len(engine.rounds) > engine.released else [],
        unseated=[(key, name_of(engine, key)) for key in unseated(engine, engine.released + 1)]
        if len(engine.rounds) > engine.released else [],
        minutes=access.row.clock.get("total", 0) // 60_000 or "",
    )  # fmt: skip


def _faults(report: Report | None, engine: EveningState, lang: str) -> list[str]:
    return [fault(broken, engine, lang) for broken in report.faults[:50]] if report else []


def _seed(engine: EveningState) -> str:
    """The lot that the next draw uses; drawing again takes another one."""
    again = sum(isinstance(event, RoundsDrawn) and event.rounds[0].number == engine.released + 1 for event in engine.events)
    return f"{engine.setup.seed}-{again + 1}" if again else engine.setup.seed


def _may_undo(access: Access, engine: EveningState) -> bool:
    if not engine.rounds:
        return False
    last = next(event.rounds[0].number for event in reversed(engine.events) if isinstance(event, RoundsDrawn))
    typed = ResultDraft.objects.filter(evening=access.row, round__gte=last).exists()
    return not typed and not any(round_ >= last for round_, _ in engine.results)


def shown_round(engine: EveningState, drawn: Round, lang: str) -> dict[str, Any]:
    """A round for a template: its tables with names, who sits out, whether it has begun."""
    return {
        "number": drawn.number,
        "released": drawn.number <= engine.released,
        "tables": [
            {
                "number": table.number,
                "done": engine.result(drawn.number, table.number) is not None,
                "seats": [
                    {"letter": SEAT_LETTERS[place], "name": sitter(engine, seat, lang), "player": seat.player, "place": place,
                     "helper": seat.player is None or bool(seat.stand_in)}
                    for place, seat in enumerate(table.seats)
                ],
            }
            for table in drawn.tables
        ],
        "out": [name_of(engine, player) for player in drawn.sitting_out],
    }  # fmt: skip


def _swap(request: HttpRequest, engine: EveningState, lang: str) -> dict[str, Any] | None:
    """What the checker would say after the swap that is being considered."""
    first, second, at = request.GET.get("one", ""), request.GET.get("two", ""), small(request.GET.get("round", ""))
    if not first or not second or not at:
        return None
    swap: dict[str, Any] = {"one": first, "two": second, "round": at}
    if first == second or first not in engine.players or second not in engine.players:
        return swap | {"blocked": say("evenings.org.swap.two", lang)}
    event = SeatsSwapped(at, first, second, "-")
    try:
        fork(engine).submit(event)
        _, after = swapped(engine, event)
    except RuleViolation as problem:
        return swap | {"blocked": store.sentence(problem, lang, engine)}
    rules = engine.book.evening
    before = check(engine.rounds, engine.wishes(), rules.partners, rules.opponents)
    known = {fault(each, engine, lang) for each in before.faults}
    return swap | {
        "names": (name_of(engine, first), name_of(engine, second)),
        "warnings": [each for each in _faults(after, engine, lang) if each not in known],
        "more": after.repeated_meetings - before.repeated_meetings,
        "proof": proof(after, lang, clubs=bool(engine.wishes().clubs)),
        "kept": after.kept,
    }


@require_POST
@desk()
def act(request: HttpRequest, access: Access) -> HttpResponse:
    """One act on the draw."""
    code, task, by, sent = access.row.code, request.POST.get("do", ""), access.name, action(request)
    engine = folded(access.row).engine
    if task == "draw":
        seed = text(request, "seed") or engine.setup.seed
        made = store.submit(code, lambda now: [now.drawn(seed)], by=by, action=sent)
        first = made.engine.released + 1
        return done(request, "evening-draw", "drawn", code, round=first, tables=len(made.engine.round(first).tables))
    if task == "undo":
        store.undo_draw(code, by)
        return done(request, "evening-draw", "draw-undone", code)
    if task == "release":
        return _release(request, access, sent)
    if task == "swap":
        mover, other = (player_of(engine, request.POST.get(name, "")) for name in ("one", "two"))
        event = SeatsSwapped(number(request, "round", 1, 99), mover.id, other.id, text(request, "reason", 200, needed=True))
        store.submit(code, event, by=by, action=sent)
        return done(request, "evening-draw", "swapped", code, one=mover.name, two=other.name)
    if task == "standin":
        round_, table, seat = number(request, "round", 1, 99), number(request, "table", 1, 999), number(request, "seat", 0, 3)
        name = text(request, "name", needed=True)
        store.submit(code, StandInNamed(round_, table, seat, name, text(request, "reason", 200)), by=by, action=sent)
        return done(request, "evening-draw", "standin", code, name=name, table=table)
    if task == "writer":
        round_, table, seat = number(request, "round", 1, 99), number(request, "table", 1, 999), number(request, "seat", 0, 3)
        store.submit(code, WriterNamed(round_, table, seat), by=by, action=sent)
        return done(request, "evening-draw", "writer", code, table=table, seat=SEAT_LETTERS[seat])
    if task == "fix":
        person = player_of(engine, request.POST.get("player", ""))
        store.submit(code, TableFixed(person.id, number(request, "table", 0, 999, default=0)), by=by, action=sent)
        return done(request, "evening-draw", "wish", code)
    if task == "apart":
        mover, other = (player_of(engine, request.POST.get(name, "")) for name in ("one", "two"))
        store.submit(code, KeptApart(mover.id, other.id), by=by, action=sent)
        return done(request, "evening-draw", "wish", code)
    if task == "together":
        both = {request.POST.get("one"), request.POST.get("two")}
        pairs = zip(folded(access.row).numbers, engine.events, strict=True)
        store.undo(code, [n for n, event in pairs if isinstance(event, KeptApart) and {event.one, event.two} == both], by)
        return done(request, "evening-draw", "wish", code)
    raise Refusal("unknown-act")


def _release(request: HttpRequest, access: Access, sent: str | None) -> HttpResponse:
    """Start the round, and its clock if a time is given."""
    row = access.row
    minutes = number(request, "minutes", 0, clock.MOST_MINUTES, default=0)
    without = tuple(key for key in request.POST.getlist("without") if key in folded(row).engine.players)
    wanted = number(request, "round", 1, 99, default=folded(row).engine.released + 1)  # a second click starts no further round
    made = store.submit(row.code, RoundReleased(wanted, without), by=access.name, action=sent)
    keys.passes(store.row(row.code), made.engine.released)
    Evening.objects.filter(pk=row.pk).update(clock=clock.started(minutes, store.now_ms()) if minutes else {})
    return done(request, "evening-round-now", "released", row.code, round=made.engine.released)
