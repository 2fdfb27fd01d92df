"""What is stored about a person: history, statistics, export, deletion, and a guest who becomes an account.

Other applications that keep something about people `register` how it is exported, forgotten and moved; then it is part of the
same file and goes with the same button.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone

from puur.core.seats import partner_of
from puur.notation.game_events import SETUP
from puur.reglement import load, shipped
from puur.web import consent, mailing, tokens
from puur.web.clubs.models import Club, ClubAnswer, ClubContact, ClubPerson
from puur.web.clubs.persons import entries
from puur.web.clubs.store import engine, trail
from puur.web.doors import ties as played_evenings
from puur.web.doors.played import games_of
from puur.web.evenings import own as evenings
from puur.web.live.socket import ended_person, ended_session
from puur.web.live.state import Who, read_setup
from puur.web.models import ALONE, Guest, Participant, PlayedGame, ProgramToken, Seat, SlateGame, Table
from puur.web.people import owned_by

FORGOTTEN = "–"


@dataclass(frozen=True, slots=True)
class Keeper:
    """What an application does with its rows about a person; all of it happens in one transaction with the rest."""

    name: str  # in the export
    exported: Callable[[Who], Any]  # as JSON knows it
    forget: Callable[[Who], None]  # before the person is deleted
    move: Callable[[int, User], None]  # from a guest's key to an account


KEEPERS: dict[str, Keeper] = {}


def register(keeper: Keeper) -> None:
    """Take part in export, deletion and moving; from the `ready` of an application."""
    KEEPERS[keeper.name] = keeper


def _played(user: User) -> list[Participant]:
    return list(
        games_of(Who(f"u{user.pk}", "", user.pk, None))
        .filter(game__finished__isnull=False)
        .select_related("game", "game__table")
        .prefetch_related("game__participants")
        .order_by("-game__finished")[:2000]
    )


def _title(game: PlayedGame) -> str:
    """What a book is called; one with another target, or somebody's own, as its table was."""
    return load(game.book).title if game.book in shipped() else game.table.title or game.book


def _score(totals: list[int], side: int) -> tuple[int, int]:
    """What a side has made, and what each of the others has on average."""
    others = [points for each, points in enumerate(totals) if each != side]
    return totals[side], round(sum(others) / len(others))


def _partner(part: Participant) -> Participant | None:
    """Who played with somebody; nobody where everybody plays alone."""
    if len(part.game.totals or (0, 0)) != 2:
        return None
    return next((other for other in part.game.participants.all() if other.seat == partner_of(part.seat)), None)


def history(user: User, most: int = 50) -> list[dict[str, Any]]:
    """The finished games of somebody, the newest first."""
    games = []
    for part in _played(user)[:most]:
        game = part.game
        people = sorted(game.participants.all(), key=lambda other: other.seat)
        sides = len(game.totals or (0, 0))
        team, partner = part.seat % sides, _partner(part)
        points, against = _score(game.totals, team) if game.totals else (0, 0)
        games.append(
            {
                "code": game.table.code, "game": game.number,
                "url": reverse("replay", args=[game.table.code, 1]) + f"?game={game.number}",
                "record": reverse("table-record", args=[game.table.code]) + f"?game={game.number}", "book": game.book,
                "title": _title(game), "finished": game.finished, "points": points, "against": against,
                "won": game.winner == team, "tied": game.winner is None, "left": part.left, "striche": part.striche,
                "partner": "" if partner is None else partner.name, "partner_bot": "" if partner is None else partner.bot,
                "names": [other.name for other in people], "alone": game.table.playing == ALONE,
                "opponents": [other.name for other in people if other.seat % sides != team],
            }
        )  # fmt: skip
    return games


class _Row:
    """A line of the statistics."""

    __slots__ = ("against", "count", "facts", "points", "won")

    def __init__(self, **facts: Any) -> None:
        self.count = self.won = self.points = self.against = 0
        self.facts = facts

    def add(self, points: int, against: int, *, won: bool) -> None:
        """One game or deal more."""
        self.count += 1
        self.won += won
        self.points += points
        self.against += against

    def shown(self, count: str) -> dict[str, Any]:
        """For a page: shares in percent, points per game or deal."""
        both = self.points + self.against
        return {
            **self.facts, count: self.count, "won": self.won,
            "won_share": round(100 * self.won / self.count) if self.count else 0, "points": self.points, "against": self.against,
            "mean": round(self.points / self.count) if self.count else 0,
            "mean_against": round(self.against / self.count) if self.count else 0,
            "share": round(100 * self.points / both) if both else 50,
        }  # fmt: skip


def statistics(user: User) -> dict[str, Any]:
    """Results by rule book, by partner and by mode, and the trend.

    Games that a bot had to finish do not count, nor those whose cards a browser has dealt.
    """
    books: dict[str, _Row] = {}
    partners: dict[tuple[str, str], _Row] = {}
    modes: dict[str, _Row] = {}
    whole, deals, trend = _Row(), 0, []
    for part in _played(user):
        game = part.game
        if part.left or not game.totals or game.table.playing == ALONE:
            continue
        sides = len(game.totals)
        team = part.seat % sides
        (points, against), victory = _score(game.totals, team), game.winner == team
        whole.add(points, against, won=victory)
        title = _title(game)
        books.setdefault(title, _Row(key=game.book, title=title)).add(points, against, won=victory)
        partner = _partner(part)
        name, bot = ("", "") if partner is None else (partner.name if not partner.bot else "", partner.bot)
        if sides == 2:
            partners.setdefault((name, bot), _Row(name=name, bot=bot)).add(points, against, won=victory)
        for deal in game.deals:
            deals += 1
            if deal["mode"] and sides == 2:  # a deal that was thanked away before the announcement has none
                mode = deal["mode"].partition("-")[0]  # Slalom, Gusti and Trio however they began
                made = deal["points"]
                modes.setdefault(mode, _Row(mode=mode)).add(made[team], made[1 - team], won=made[team] > made[1 - team])
        trend.append({"when": game.finished, "points": points, "against": against, "won": victory})
    return {
        **whole.shown("games"), "deals": deals, "by_book": [row.shown("games") for row in _most(books)],
        "by_partner": [row.shown("games") for row in _most(partners)],
        "by_mode": [modes[mode].shown("deals") for mode in sorted(modes, key=_mode_order)], "trend": trend[:100][::-1],
    }  # fmt: skip


def _most(rows: dict[Any, _Row]) -> list[_Row]:
    return sorted(rows.values(), key=lambda row: (-row.count, str(sorted(row.facts.items()))))


_MODES = ("E", "R", "S", "L", "obenabe", "undeufe", "slalom", "gusti", "trio", "hinderobsi")


def _mode_order(mode: str) -> tuple[int, str]:
    return (_MODES.index(mode) if mode in _MODES else len(_MODES)), mode


def exported(who: Who) -> dict[str, Any]:
    """Everything that is stored about a person."""
    own = owned_by(who)
    data: dict[str, Any] = {"id": who.key, "name": who.name}
    if who.user is not None:
        user = User.objects.get(pk=who.user)
        data["account"] = {
            "username": user.get_username(),
            "email": user.email,
            "joined": user.date_joined,
            "last_login": user.last_login,
        }
    data["seats"] = [
        {
            "table": seat.table.code, "seat": seat.number, "name": seat.name, "since": seat.table.created,
            "host": seat.table.host == who.key, "share": seat.share,
        }
        for seat in Seat.objects.filter(**own).select_related("table")
    ]  # fmt: skip
    data["games"] = [
        {
            "table": part.game.table.code, "game": part.game.number, "book": part.game.book, "finished": part.game.finished,
            "seat": part.seat, "name": part.name, "totals": part.game.totals, "winner": part.game.winner, "deals": part.game.deals,
            "left": part.left, "striche": part.striche,
            "record": reverse("table-record", args=[part.game.table.code]) + f"?game={part.game.number}",
        }
        for part in games_of(who).select_related("game", "game__table")
    ]  # fmt: skip
    data["slates"] = [
        {"id": str(slate.pk), "book": slate.book, "names": slate.names, "ops": [op.data for op in slate.ops.all()]}
        for slate in SlateGame.objects.filter(**own).prefetch_related("ops")
    ]
    data |= {keeper.name: keeper.exported(who) for keeper in KEEPERS.values()}
    return data


def live() -> Any:
    """The hub of this process, if it serves tables."""
    import sys

    module = sys.modules.get("puur.web.asgi")
    return getattr(module, "hub", None)


def end_sockets(session: str = "", person: str = "") -> None:
    """A session is over, or all of a person are to be judged anew: whoever is connected by them, in any process."""
    import sys

    sockets = getattr(sys.modules.get("puur.web.asgi"), "sockets", None)
    if sockets is not None:
        sockets.end(*[ended_session(session)] * bool(session), *[ended_person(person)] * bool(person))


def forget_person(who: Who) -> None:
    """Delete a person: the account or guest, its slates and its name; the games of the others stay."""
    own = owned_by(who)
    codes = list(Seat.objects.filter(**own).values_list("table__code", flat=True))
    with transaction.atomic():
        parts = list(games_of(who).select_related("game"))
        for part in parts:
            _rename(part.game, part.seat)
        running = Seat.objects.filter(**own).exclude(table__game=0).select_related("table")
        for seat in running:
            for game in PlayedGame.objects.filter(table=seat.table, finished__isnull=True):
                _rename(game, seat.number)
        Participant.objects.filter(pk__in=[part.pk for part in parts]).update(name=FORGOTTEN)
        Seat.objects.filter(table__state=Table.State.LOBBY, **own).update(name="", user=None, guest=None)
        # In a running game the others go on, with a bot in that place.
        Seat.objects.filter(**own).update(name=FORGOTTEN, stand_in=True)
        Table.objects.filter(host=who.key).update(host="")
        SlateGame.objects.filter(**own).delete()
        for keeper in KEEPERS.values():
            keeper.forget(who)
        if who.user is not None:
            user = User.objects.get(pk=who.user)
            mailing.forget(to=user.email)
            user.delete()
        elif who.guest is not None:
            Guest.objects.filter(pk=who.guest).delete()
    _tell(codes)


def _rename(game: PlayedGame, seat: int) -> None:
    setup = read_setup(game.setup)
    names = tuple(FORGOTTEN if place == seat else name for place, name in enumerate(setup.names))
    game.setup = SETUP.write(replace(setup, names=names))
    game.save(update_fields=["setup"])


def move_guest(guest: int, user: User) -> None:
    """A guest has made an account: seats, games and slates come along."""
    codes = list(Seat.objects.filter(guest_id=guest).values_list("table__code", flat=True))
    with transaction.atomic():
        for model in (Seat, Participant, SlateGame):
            model.objects.filter(guest_id=guest).update(guest=None, user=user)
        Table.objects.filter(host=f"g{guest}").update(host=f"u{user.pk}")
        for keeper in KEEPERS.values():
            keeper.move(guest, user)
        Guest.objects.filter(pk=guest).delete()
    _tell(codes)


def tidy(now: datetime | None = None) -> None:
    """Forget what nobody needs: sessions and tokens that have run out, tables that never began, guests who never played."""
    now = now or timezone.now()
    Session.objects.filter(expire_date__lt=now).delete()
    Club.objects.filter(ends__lte=now).delete()
    ProgramToken.objects.filter(ends__lte=now).delete()
    Table.objects.filter(state=Table.State.LOBBY, game=0, created__lt=now - timedelta(days=7)).delete()
    consent.tidy(now)
    idle = Guest.objects.filter(created__lt=now - timedelta(days=30), seat__isnull=True, participant__isnull=True)
    idle.filter(slategame__isnull=True, evenings__isnull=True, evening_roles__isnull=True).delete()


def _tell(codes: list[str]) -> None:
    hub = live()
    if hub is not None:
        for code in codes:
            hub.reload(code)


# ---- the applications of this project ------------------------------------------------------------------------------------------


def _clubs(who: Who) -> list[dict[str, Any]]:
    if who.user is None:
        return []
    hosted = [{"club": club.slug, "name": club.name, "as": "host"} for club in Club.objects.filter(host_id=who.user)]
    ties = ClubPerson.objects.filter(user_id=who.user).select_related("club")
    return [*hosted, *map(_membership, ties)]


def _membership(tie: ClubPerson) -> dict[str, Any]:
    """What a club holds of one of its people: every line that names them, and what they owe."""
    club, lines = engine(tie.club), trail(tie.club)
    person, keys = club.roster.who(tie.person), entries(tie)
    own = [{"n": line.n, "at": line.at, "event": line.data} for line in lines if any(_names(line.data, key) for key in keys)]
    contact = ClubContact.objects.filter(club=tie.club, person__in=keys).values("email", "phone", "agrees", "pool", "changed")
    answers = ClubAnswer.objects.filter(club=tie.club, person__in=keys).values()
    return {
        "club": tie.club.slug, "name": tie.club.name, "as": "person", "person": person, "lines": own,
        "contact": contact.first(), "answers": list(answers), "mail": _written_to(tie),
        "balance": str(club.ledger.balances().get(club.ledger.debtor(person), 0)),
        "stays": "The club's record: results and bookings are the club's, and books are kept for ten years (OR 958f).",
    }  # fmt: skip


def _written_to(tie: ClubPerson) -> dict[str, Any] | None:
    """What was answered to the question whether the club may write to this person, and what waits to be sent to them."""
    address = ClubContact.objects.filter(club=tie.club, person__in=entries(tie)).values_list("email", flat=True).first() or ""
    row = consent.of(consent.club_name(tie.club_id), [address]).get(address)
    facts = {} if row is None else {"asked": row.asked, "agreed": row.agreed, "refused": row.refused}
    return {**facts, "waiting": mailing.waiting_for(address)} if address else None


def _names(value: object, person: str) -> bool:
    """Whether a person is named anywhere in these values."""
    if isinstance(value, dict | list):
        return any(_names(part, person) for part in (value.values() if isinstance(value, dict) else value))
    return value == person


def _leave_clubs(who: Who) -> None:
    """The account is untied from the clubs; what a club has recorded is the club's. One that nobody else can enter goes along."""
    if who.user is not None:
        for club in Club.objects.filter(host_id=who.user):
            ways_in = club.people.exclude(user_id=who.user).filter(Q(user__isnull=False) | Q(token_hash__isnull=False))
            if not ways_in.exists():
                club.delete()
        Club.objects.filter(host_id=who.user).update(host=None)
        for tie in ClubPerson.objects.filter(user_id=who.user):  # how somebody is reached is no book of the club
            _forget_contact(tie)
        ClubPerson.objects.filter(user_id=who.user).update(user=None)


def _forget_contact(tie: ClubPerson) -> None:
    for contact in ClubContact.objects.filter(club_id=tie.club_id, person__in=entries(tie)):
        consent.forget(consent.club_name(tie.club_id), contact.email)
        mailing.forget(to=contact.email)
        contact.delete()


register(Keeper("evenings", evenings.exported, evenings.forget, evenings.move))
register(Keeper("organising", evenings.exported_beside, lambda _who: None, lambda _guest, _user: None))
register(Keeper("clubs", _clubs, _leave_clubs, lambda _guest, _user: None))
register(Keeper("played_evenings", played_evenings.exported, lambda _who: None, lambda _guest, _user: None))
register(Keeper("tokens", tokens.exported, lambda _who: None, lambda _guest, _user: None))
