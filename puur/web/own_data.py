"""What is stored about a person: history, statistics, export, deletion, and a guest who becomes an account."""

from __future__ import annotations

from collections import defaultdict
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from puur.reglement import load, shipped
from puur.web.evenings import own as evenings
from puur.web.live.state import Who
from puur.web.models import Guest, Participant, PlayedGame, Seat, SlateGame, Table

FORGOTTEN = "–"


def _own(who: Who) -> dict[str, Any]:
    return {"user_id": who.user} if who.user is not None else {"guest_id": who.guest}


def _played(user: Any) -> list[Participant]:
    return list(
        Participant.objects.filter(user=user, game__finished__isnull=False)
        .select_related("game", "game__table")
        .prefetch_related("game__participants")
        .order_by("-game__finished")[:2000]
    )


def _title(key: str) -> str:
    return load(key).title if key in shipped() else key


def history(user: Any, most: int = 50) -> list[dict[str, Any]]:
    """The finished games of somebody, the newest first."""
    found = []
    for one in _played(user)[:most]:
        game, team = one.game, one.seat % 2
        found.append(
            {
                "code": game.table.code,
                "game": game.number,
                "url": reverse("replay", args=[game.table.code, 1]) + f"?game={game.number}",
                "record": reverse("table-record", args=[game.table.code]) + f"?game={game.number}",
                "book": game.book,
                "title": _title(game.book),
                "finished": game.finished,
                "points": game.totals[team] if game.totals else 0,
                "against": game.totals[1 - team] if game.totals else 0,
                "won": game.winner == team,
                "tied": game.winner is None,
                "left": one.left,
                "striche": one.striche,
                "partner": next((other.name for other in game.participants.all() if other.seat == (one.seat + 2) % 4), ""),
                "names": [other.name for other in sorted(game.participants.all(), key=lambda other: other.seat)],
            }
        )
    return found


def statistics(user: Any) -> dict[str, Any]:
    """Results by rule book, by partner and by mode, and the trend; games that a bot had to finish do not count."""
    books: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    partners: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    modes: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    trend = []
    games = won = deals = 0
    for one in _played(user):
        if one.left:
            continue
        game, team = one.game, one.seat % 2
        victory = game.winner == team
        games += 1
        won += victory
        partner = next((other for other in game.participants.all() if other.seat == (one.seat + 2) % 4), None)
        for table, key in ((books, game.book), (partners, "" if partner is None else partner.name)):
            table[key][0] += 1
            table[key][1] += victory
        for deal in game.deals:
            points = deal["points"]
            row = modes[deal["mode"] or ""]
            row[0] += 1
            row[1] += points[team]
            row[2] += points[1 - team]
            row[3] += points[team] > points[1 - team]
            deals += 1
        trend.append({"when": game.finished, "points": game.totals[team], "against": game.totals[1 - team], "won": victory})
    return {
        "games": games,
        "won": won,
        "deals": deals,
        "by_book": [{"key": key, "title": _title(key), "games": row[0], "won": row[1]} for key, row in sorted(books.items())],
        "by_partner": [
            {"name": name, "games": row[0], "won": row[1]} for name, row in sorted(partners.items(), key=lambda item: -item[1][0])
        ],
        "by_mode": [
            {"mode": mode, "deals": row[0], "points": row[1], "against": row[2], "won": row[3]}
            for mode, row in sorted(modes.items())
        ],
        "trend": trend[:100][::-1],
    }


def exported(who: Who) -> dict[str, Any]:
    """Everything that is stored about a person."""
    own = _own(who)
    found: dict[str, Any] = {"id": who.key, "name": who.name}
    if who.user is not None:
        user = get_user_model().objects.get(pk=who.user)
        found["account"] = {
            "username": user.get_username(),
            "email": user.email,
            "joined": user.date_joined,
            "last_login": user.last_login,
        }
    found["seats"] = [
        {"table": seat.table.code, "seat": seat.number, "name": seat.name, "since": seat.table.created}
        for seat in Seat.objects.filter(**own).select_related("table")
    ]
    found["games"] = [
        {
            "table": one.game.table.code, "game": one.game.number, "book": one.game.book, "finished": one.game.finished,
            "seat": one.seat, "name": one.name, "totals": one.game.totals, "winner": one.game.winner, "deals": one.game.deals,
            "left": one.left,
        }
        for one in Participant.objects.filter(**own).select_related("game", "game__table")
    ]  # fmt: skip
    found["slates"] = [
        {"id": str(slate.pk), "book": slate.book, "names": slate.names, "ops": [op.data for op in slate.ops.all()]}
        for slate in SlateGame.objects.filter(**own).prefetch_related("ops")
    ]
    found["evenings"] = evenings.exported(own)
    return found


def live() -> Any:
    """The hub of this process, if it serves tables."""
    import sys

    module = sys.modules.get("puur.web.asgi")
    return getattr(module, "hub", None)


def forget_person(who: Who) -> None:
    """Delete a person: the account or guest, its slates and its name; the games of the others stay."""
    own = _own(who)
    codes = list(Seat.objects.filter(**own).values_list("table__code", flat=True))
    with transaction.atomic():
        for part in Participant.objects.filter(**own).select_related("game"):
            _rename(part.game, part.seat)
        running = Seat.objects.filter(**own).exclude(table__game=0).select_related("table")
        for seat in running:
            for game in PlayedGame.objects.filter(table=seat.table, finished__isnull=True):
                _rename(game, seat.number)
        Participant.objects.filter(**own).update(name=FORGOTTEN)
        Seat.objects.filter(table__state=Table.State.LOBBY, **own).update(name="", user=None, guest=None)
        # In a running game the others go on, with a bot in that place.
        Seat.objects.filter(**own).update(name=FORGOTTEN, stand_in=True)
        Table.objects.filter(host=who.key).update(host="")
        SlateGame.objects.filter(**own).delete()
        evenings.forget(who)
        if who.user is not None:
            get_user_model().objects.filter(pk=who.user).delete()
        else:
            Guest.objects.filter(pk=who.guest).delete()
    _tell(codes)


def _rename(game: PlayedGame, seat: int) -> None:
    names = list(game.setup["names"])
    names[seat] = FORGOTTEN
    game.setup = {**game.setup, "names": names}
    game.save(update_fields=["setup"])


def move_guest(guest: int, user: Any) -> None:
    """A guest has made an account: seats, games and slates come along."""
    codes = list(Seat.objects.filter(guest_id=guest).values_list("table__code", flat=True))
    with transaction.atomic():
        for model in (Seat, Participant, SlateGame):
            model.objects.filter(guest_id=guest).update(guest=None, user=user)
        Table.objects.filter(host=f"g{guest}").update(host=f"u{user.pk}")
        evenings.move(guest, user)
        Guest.objects.filter(pk=guest).delete()
    _tell(codes)


def tidy(now: datetime | None = None) -> None:
    """Forget what nobody needs: sessions that have run out, tables that never began, guests who never played."""
    now = now or timezone.now()
    Session.objects.filter(expire_date__lt=now).delete()
    Table.objects.filter(state=Table.State.LOBBY, game=0, created__lt=now - timedelta(days=7)).delete()
    idle = Guest.objects.filter(created__lt=now - timedelta(days=30), seat__isnull=True, participant__isnull=True)
    idle.filter(slategame__isnull=True, evenings__isnull=True, evening_roles__isnull=True).delete()


def _tell(codes: list[str]) -> None:
    hub = live()
    if hub is not None:
        for code in codes:
            hub.reload(code)
