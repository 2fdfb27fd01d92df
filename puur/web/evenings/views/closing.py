"""The end of an evening: ranking with its reasons, the freeze, protests, ties, the close, prizes."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_POST

from puur.core.errors import Refusal
from puur.evening.evening import Evening as EveningState
from puur.evening.events import Event, PrizeHanded, ProtestDecided, ProtestFiled, RankingClosed, RankingReopened, TieSettled
from puur.evening.ranking import prizes
from puur.papers.ranking import of_evening
from puur.papers.tables import in_order
from puur.web import people
from puur.web.evenings import store
from puur.web.evenings.desk import action, desk, done, number, official, officials, player_of, show, text
from puur.web.evenings.fold import folded
from puur.web.evenings.models import STAFF, Evening
from puur.web.evenings.rights import Access
from puur.web.evenings.telling import name_of
from puur.words.evening import cited


@desk(*STAFF)
def ranking_page(request: HttpRequest, access: Access) -> HttpResponse:
    """The ranking as it stands, and everything that ends the evening."""
    engine, lang = folded(access.row).engine, people.lang_of(request)
    table = of_evening(engine, lang)
    missing = [(number_, tables) for number_ in range(1, engine.released + 1) if (tables := engine.missing_results(number_))]
    won = [
        {"rank": prize.rank, "names": " / ".join(name_of(engine, key) for key in prize.players),
         "amount": f"{float(prize.amount):.2f}", "shared": prize.shared,
         "rule": cited(prize.rule), "player": prize.players[0],
         "handed": any(player in engine.prizes_handed for player in prize.players)}
        for prize in (prizes(engine) if engine.closed else ())
    ]  # fmt: skip
    protests = [
        {"number": place, "who": name_of(engine, protest.player), "protest": protest, "persons": ", ".join(protest.persons)}
        for place, protest in enumerate(engine.protests, start=1)
    ]
    return show(
        request, access, "ranking", "ranking", table=table, missing=missing,
        prizes=won, protests=protests, people=in_order(engine), officials=officials(engine, lang), today=date.today().isoformat(),
        ties=table.ties(), days=engine.book.referee.protest_days, protest_to=engine.book.referee.protest_to,
        may_close=engine.released >= engine.planned and not missing and not engine.closed,
        last_round=engine.released >= engine.planned - 1,
    )  # fmt: skip


@require_POST
@desk()
def act(request: HttpRequest, access: Access) -> HttpResponse:
    """One act at the end of an evening."""
    row, task = access.row, request.POST.get("do", "")
    if task == "freeze":
        last = folded(row).numbers[-1] if folded(row).numbers else 0
        Evening.objects.filter(pk=row.pk).update(frozen=last)
        return done(request, "evening-standing", "frozen", row.code)
    if task == "thaw":
        Evening.objects.filter(pk=row.pk).update(frozen=None)
        return done(request, "evening-standing", "thawed", row.code)
    store.submit(row.code, lambda engine: _acts(request, engine, task), by=access.name, action=action(request))
    if task == "close":  # what everybody waited for
        Evening.objects.filter(pk=row.pk).update(frozen=None, clock={})
    return done(request, "evening-standing", f"ranking-{task}", row.code)


def _acts(request: HttpRequest, engine: EveningState, task: str) -> list[Event]:
    match task:
        case "close":
            return [RankingClosed()]
        case "reopen":
            return [RankingReopened(text(request, "reason", 200, needed=True))]
        case "tie":
            first = player_of(engine, request.POST.get("first", "")).id
            tied = (player_of(engine, key).id for key in request.POST.getlist("order") if key != first)
            return [TieSettled((first,), text(request, "reason", 200, needed=True), tuple(tied))]
        case "prize":
            return [PrizeHanded(player_of(engine, request.POST.get("player", "")).id)]
        case "protest":
            who = player_of(engine, request.POST.get("player", ""))
            persons = tuple(person.strip() for person in text(request, "persons", 200).split(",") if person.strip())
            incident, sent = request.POST.get("incident", "")[:10], request.POST.get("sent", "")[:10]
            return [ProtestFiled(who.id, incident, sent, text(request, "account", 1000, needed=True), persons)]
        case "decide":
            upheld, decision = request.POST.get("upheld") == "yes", text(request, "decision", 300, needed=True)
            return [ProtestDecided(number(request, "number", 1, 999), upheld, decision, official(request, engine))]
    raise Refusal("unknown-act")
