"""After the deal: replays, the game record, and the proof that a deal was fair. Never anything of a deal that still runs."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from puur.bots import levels
from puur.core.actions import to_act
from puur.core.cards import CardSet
from puur.core.deal import Deal, Phase
from puur.core.events import Shuffled
from puur.core.form import Form
from puur.core.game import Game
from puur.core.view import finished_events
from puur.notation import Record, RecordError, format_jass, to_json
from puur.reglement import shipped
from puur.web import fair, people
from puur.web.company import daily, progress
from puur.web.doors import hosting
from puur.web.doors.club_trail import may_ask
from puur.web.doors.played import games_of
from puur.web.forms import VerifyForm
from puur.web.live import bot_jobs
from puur.web.live.bot_pool import thinkers
from puur.web.live.limits import Buckets
from puur.web.live.store import game_of
from puur.web.live.wire import write_event
from puur.web.live.written import checked_json, entry_json
from puur.web.models import Seat, Table, TableEvent
from puur.web.opinions import Opinions, questions_of, spoken_of
from puur.web.proving import prove_file
from puur.web.server.reading import TooMuch, readers
from puur.web.views.tables import caller, describe, sought, too_often
from puur.words import say

asking = Buckets(40, 0.5)  # per person: deals to be judged


def may_see(table: Table, request: HttpRequest) -> bool:
    """Whether somebody may see the replays.

    Those who sat there, on whichever device, the staff of its evening, the members of a club for which it counts, and everybody
    once all have agreed. Of a set of given deals that others still play nobody sees cards without having finished it.
    """
    who = people.who_is(request)
    if daily.may_look(table, who) is False:
        return False
    if table.shared or hosting.leads(table, who) or hosting.shows_cards(request, table):
        return True
    sat = bool(who.key) and Seat.objects.filter(table=table, **people.owned_by(who)).exists()
    return sat or (bool(who.key) and games_of(who).filter(game__table=table).exists()) or may_ask(request, table)


def find(request: HttpRequest, code: str, number: int | None = None) -> tuple[Table, int, Game]:
    """The table and the game of an address, if whoever asks may see it; 404 otherwise."""
    table, number, game, _ = _find(request, code, number)
    return table, number, game


def _find(request: HttpRequest, code: str, number: int | None = None) -> tuple[Table, int, Game, list[TableEvent]]:
    """The same with the lines of the game."""
    table = sought(request, code)
    if table is None or not may_see(table, request):
        raise Http404
    if number is None:
        text = request.GET.get("game", "")
        number = int(text) if text.isascii() and text.isdigit() and len(text) < 6 else table.game
    played = game_of(table, number)
    if played is None:
        raise Http404
    return table, number, *played


def _lying(deal: Deal) -> list[list[object]]:
    """The cards on the table with their seats."""
    if deal.open and deal.tricks:
        return [[deal.tricks[-1].seat_of(place), card.name] for place, card in enumerate(deal.cards)]
    return [[deal.seat_at(place), card.name] for place, card in enumerate(deal.cards)]


def record_of(table: Table, game: Game) -> Record:
    """What is written of a game: its deals that are over."""
    tags = {"table": table.code, "date": table.created.date().isoformat()}
    own = bool(table.book_text) and game.book.key in shipped()  # a book of one's own is not taken for the one it is called after
    name = f"{game.book.key}.toml" if own else game.book.key
    return Record(book=name, setup=game.setup, sides=game.sides, events=tuple(finished_events(game)), tags=tags)


@require_safe
def record(request: HttpRequest, code: str, form: str) -> HttpResponse:
    """The game record."""
    table, number, game = find(request, code)
    written = record_of(table, game)
    text = to_json(written) if form == "json" else format_jass(written)
    headers = {"Content-Disposition": f'attachment; filename="puur-{table.code}-{number}.{form}"'}
    kind = "application/json" if form == "json" else "text/plain"
    return HttpResponse(text, content_type=f"{kind}; charset=utf-8", headers=headers)


def replay_of(table: Table, number: int, game: Game, deal_number: int) -> dict[str, object]:
    """One deal that is over, step by step, with all hands."""
    over = {deal.number: deal for deal in game.deals if deal.phase is Phase.OVER or game.over}
    deal = over.get(deal_number)
    if deal is None:
        raise Http404
    again = Game(game.book, game.setup)
    steps: list[dict[str, object]] = []
    shuffle = 0
    for n, event in enumerate(game.events, start=1):
        again.submit(event)
        current = again.deals[-1] if again.deals else None
        if current is None or current.number != deal_number:
            if steps:
                break
            shuffle += isinstance(event, Shuffled)
            continue
        if isinstance(event, Shuffled):
            shuffle += 1
            steps.clear()  # an annulled deal was dealt again
        hands = [[card.name for card in current.hand(seat)] for seat in game.seats]
        shown = {"event": "shuffled"} if isinstance(event, Shuffled) else write_event(event)
        steps.append(
            {
                "n": n, "event": shown, "hands": hands,
                "trick": _lying(current),
                "to_act": to_act(again), "points": list(current.points),
            }
        )  # fmt: skip
    checked = fair.check_events(game.events, fair.layouts_of(game))
    own = next((deal for deal in checked if deal.number == shuffle), None)
    return {
        "code": table.code, "game": number, "deal": deal_number, "deals": sorted(over), "book": game.book.key,
        "title": game.book.title, "names": list(game.setup.names), "sides": list(game.sides),
        "parties": list(deal.sides), "faces": game.faces.value,
        "dealer": deal.dealer, "announcer": deal.announcer, "mode": None if deal.mode is None else str(deal.mode),
        "variant": deal.variant, "factor": deal.factor,
        "hands": [[card.name for card in deal.dealt_hand(seat)] for seat in game.seats], "steps": steps,
        "tricks": [
            {"leader": trick.leader, "winner": trick.winner, "cards": [card.name for card in trick.cards], "points": trick.points}
            for trick in deal.tricks
        ],
        "entries": [entry_json(entry) for entry in game.ledger.of_deal(deal_number)], "totals": list(game.ledger.totals),
        "fair": None if own is None else {**checked_json(own), "ok": own.ok},
        "opinions": f"{reverse('replay-opinions', args=[table.code, deal_number])}?game={number}" if _judged(game) else None,
        "unjudged": not judgeable(game),
    }  # fmt: skip


@require_safe
def replay(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The page of a replay."""
    table, game_number, game = find(request, code)
    shown = replay_of(table, game_number, game, number)
    games = [number for number in range(1, table.game + 1) if number != game_number]
    return render(
        request, "replay.html", {"replay": shown, "games": games, "table": describe(request, table, people.who_is(request))}
    )


@require_safe
def replay_data(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The same for scripts."""
    table, game_number, game = find(request, code)
    return JsonResponse(replay_of(table, game_number, game, number))


def name_of(code: str, game: int, deal: int) -> str:
    """The name of the file with the opinions on a deal."""
    return f"{code}-{game}-{deal}"


@cache
def opinions() -> Opinions:
    """What bots think of finished deals."""
    return Opinions(settings.DATA / "opinions", thinkers, bot_jobs.judges())


def judgeable(game: Game) -> bool:
    """Whether cards can be judged: by the points of the own side, or by what the game says that it wants."""
    return not game.form.advises(game.book) or type(game.form).aim is not Form.aim


def _judged(game: Game) -> bool:
    return judgeable(game) and opinions().possible


@require_safe
def replay_opinions(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """What a strong bot thinks of every card of a deal that is over; to be asked again until it is `ready`."""
    table, game_number, game, rows = _find(request, code)
    if not _judged(game):
        raise Http404
    over = {deal.number for deal in game.deals if deal.phase is Phase.OVER or game.over}
    if number not in over:
        raise Http404
    name = name_of(table.code, game_number, number)
    judged = opinions().kept(name)
    if judged is None:
        if not asking.take(caller(request)):
            return too_often(request)
        judged = opinions().ask(name, questions_of(game, number, name), levels.above(table.level))
    if judged["state"] == "ready":
        progress.take(people.who_is(request), table, game_number, game, rows, number, judged)
        judged = {**judged, "spoken": [*judged.get("words", ()), *spoken_of(game, number)]}
    return JsonResponse(judged, headers={"Cache-Control": "no-store"})


# ---- fairness --------------------------------------------------------------------------------------------------------------------


def verify(request: HttpRequest) -> HttpResponse:
    """Compute deals again: from a record, from a table, or from seed and nonce."""
    data = request.POST if request.method == "POST" else request.GET
    form = VerifyForm(data or None, request.FILES or None)
    result = None
    if data or request.FILES:
        result = _verified(request, form) if form.is_valid() else {"ok": False, "wrong": True, "why": "input", "deals": []}
    return render(request, "verify.html", {"form": form, "result": result})


def _verified(request: HttpRequest, form: VerifyForm) -> dict[str, object]:
    given = form.cleaned_data
    wanted, unopened, unshuffled = given.get("deal"), "", ""
    checked: Sequence[fair.Checked]
    if given["file"] is not None:
        try:
            proof = readers.read(prove_file, given["file"].read())
        except (RecordError, TooMuch):
            return {"ok": False, "wrong": True, "why": "record", "deals": []}
        checked, unopened, unshuffled = proof.deals, proof.unopened, ", ".join(map(str, proof.unshuffled))
    elif given["code"]:
        table = sought(request, given["code"].strip().upper())
        if table is None or not may_see(table, request):
            return {"ok": False, "wrong": True, "why": "table", "deals": []}
        played = game_of(table, given["game"] or table.game)
        if played is None:
            return {"ok": False, "wrong": True, "why": "table", "deals": []}
        game = played[0]
        events = finished_events(game)
        checked, unopened = fair.check_events(events, fair.layouts_of(game)), fair.unopened(events)
    elif given["seed"]:
        # A single nonce: as deals were made at first.
        parsed = fair.parse_seed(f"{fair.WAY if '=' in given['nonce'] else fair.OLD_WAY}:{given['seed'].lower()}:{given['nonce']}")
        if parsed is None:
            return {"ok": False, "wrong": True, "why": "input", "deals": []}
        dealer, lifted, own = given["dealer"] or 0, given["lifted"] or 0, fair.commitment(parsed.seed)
        ok = given["commitment"].lower() in ("", own)
        hands = fair.hands_of(parsed.pack, lifted, dealer)
        why = "" if ok else "other-seed"
        checked = [fair.Checked(1, dealer, ok, why, own, parsed.seed.hex(), parsed.added, lifted, None, hands, parsed.way)]
        wanted = None
    else:
        return {"ok": False, "wrong": True, "why": "input", "deals": []}
    rows = [_row(deal, people.lang_of(request)) for deal in checked if wanted in (None, deal.number)]
    last = say("server.verify.unopened", people.lang_of(request), commitment=unopened) if unopened and wanted is None else ""
    bare = say("server.verify.unshuffled", people.lang_of(request), numbers=unshuffled) if unshuffled and wanted is None else ""
    ok = bool(rows) and not bare and all(row["ok"] for row in rows)
    wrong = not rows or any(row["why"] in fair.WRONG for row in rows)
    return {"ok": ok, "wrong": wrong, "why": "" if rows else "no-deal", "deals": rows, "unopened": last, "unshuffled": bare}


def _row(deal: fair.Checked, lang: str) -> dict[str, object]:
    def cards(hand: CardSet) -> list[str]:
        return [card.name for card in hand]

    said = say(f"server.verify.{deal.grade}", lang, number=deal.number, commitment=deal.commitment, added=deal.nonce or "–")
    return {**checked_json(deal), "hands": [cards(hand) for hand in deal.hands], "ok": deal.ok, "why": deal.why, "said": said}
