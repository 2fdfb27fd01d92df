"""Who may do what in a club: one table from roles to permissions, and the decorator that every page carries.

Roles are never stored. They come from the club's own events by date (membership, offices, deputies of a day, a seat at a table),
and one more for whoever administers the club on this server. The engine checks the acting person only where an event names one;
the pages always name one, and this table decides who may open the page and send its form at all. A page without `@needs` is a
mistake that a test finds (`tests/web/clubs/test_access.py`).

    @needs("table.see", post="table.enter")
    def table(request: HttpRequest, here: Here, series: str) -> HttpResponse: ...

A view of a club gets `here` (who, which club, which day) instead of the slug and the day in the address. Strangers get 404 from a
club that is not public, so that nobody learns that it exists; everybody else without the right gets 403 with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.shortcuts import render
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from puur.season import Club as ClubState
from puur.season.book import ClubBook
from puur.season.days import Day, Meeting
from puur.web.clubs import store
from puur.web.clubs.models import HOST, Club, ClubPerson

# Outside any club.
ANYONE, ACCOUNT = "anyone", "account"

# Role -> permissions. `person` is anybody with a link of his own, guests included; `seat` sits at the series table in the address;
# `present` counts as a member on the day in the address and is there: only such people decide (AJZ-1.8-07).
TABLE: dict[str, frozenset[str]] = {
    role: frozenset(permissions.split())
    for role, permissions in {
        "visitor": "public.see",
        "person": "public.see me.see me.name me.report me.sign feed.see",
        "member": "club.see day.see table.see trail.see stats.see",
        "played": "day.see",  # a guest or substitute, on the day itself and after it
        "seat": "table.see table.enter",
        "sat": "table.see",  # the day is closed: what was entered is the Chef Jahrestrophy's
        "present": "club.see day.see table.see rulings.make",
        # The offices, by what the book says they do.
        "vorstand": "people.manage invites.manage offices.give days.plan days.order series.override dauerersatz.approve "
        "credit.decide club.settings year.confirm money.see data.export data.import",
        "clock": "attendance.enter deputy.name",  # AJZ-1.3-10
        "ritual": "day.open deputy.name",  # AJZ-1.1-15, AJZ-1.1-17
        "sheets": "table.enter sheets.file results.publish series.roll day.lot deputy.name",  # AJZ-3.1
        "rules": "rulings.make deputy.name",  # AJZ-1.8-02
        "emergencies": "rulings.make",  # AJZ-1.8-01
        "cash": "money.see money.book money.cash money.bill money.import fee.set deputy.name",  # AJZ-1.3-17
        "cash-deputy": "money.cash",  # for one day
        # Whoever set the club up here: people, settings and dates, nothing that an office decides.
        "host": "public.see club.see day.see table.see club.settings people.manage invites.manage offices.give days.plan "
        "trail.see stats.see data.export data.import club.end",
    }.items()
}
PERMISSIONS = frozenset({ANYONE, ACCOUNT}).union(*TABLE.values())
_SALT = "puur.clubs.feed"
LINKS = "club_links"  # in the session: club -> hash of the personal link it was opened with


@dataclass(frozen=True, slots=True)
class Actor:
    """Who is asking: a person of the club ('' for none), and whether this account administers it."""

    person: str = ""
    host: bool = False
    link: ClubPerson | None = None

    @property
    def signs(self) -> str:
        """How this actor signs an event."""
        return self.person or (HOST if self.host else "")

    @property
    def stranger(self) -> bool:
        """Whether the club does not know this visitor."""
        return not self.person and not self.host


@dataclass(frozen=True, slots=True)
class Here:
    """What a page of a club is about: the club, who asks, the day and the series in the address."""

    row: Club
    actor: Actor
    day: Day | None = None
    meeting: Meeting | None = None
    series: str = ""

    @property
    def club(self) -> ClubState:
        """The engine's club under the settings of the day or meeting in the address, otherwise of today; only ask it."""
        occasion = self.day or self.meeting
        return store.engine(self.row).on(occasion.date if occasion is not None else store.today())

    @property
    def entered(self) -> ClubBook:
        """The settings that were entered last, also where they hold only later: what is planned and set up goes by them."""
        return store.engine(self.row).book

    @property
    def me(self) -> str:
        """The person who asks, or ''."""
        return self.actor.person

    @property
    def the_day(self) -> Day:
        """The Jasstag in the address."""
        if self.day is None:
            raise Http404
        return self.day

    @property
    def occasion(self) -> Day | Meeting:
        """The Jasstag or meeting in the address."""
        occasion = self.day or self.meeting
        if occasion is None:
            raise Http404
        return occasion

    @property
    def key(self) -> str:
        """The key of the day or meeting in the address, or ''."""
        return self.occasion.key if self.day or self.meeting else ""

    @property
    def roles(self) -> frozenset[str]:
        """The roles of the one who asks, today, on this day, at this table."""
        return roles_of(self.club, self.row, self.actor, self.day, self.series)

    def may(self, permission: str) -> bool:
        """Whether the one who asks has this permission here."""
        return any(permission in TABLE[role] for role in self.roles)

    def at(self, day: Day | None, series: str = "") -> Here:
        """The same for another day and table."""
        return replace(self, day=day, series=series)


def judge_at(club: ClubState, day: Day, series: str, affected: str = "") -> tuple[str, str] | None:
    """Who decides on Jassregeln for a table: nobody who plays there, unless nobody else is present. (AJZ-1.8-02, AJZ-1.8-05)"""
    table = [participant.person for participant in club.participants(day, series) if participant.person]
    return club.judge(day, "jassregeln", table) or club.judge(day, "jassregeln", [affected])


def actor_of(request: HttpRequest, row: Club) -> Actor:
    """Who asks: by account first, else by the personal link this browser was opened with."""
    user = request.user
    link = None
    host = False
    if user.is_authenticated:
        host = row.host_id == user.pk
        link = ClubPerson.objects.filter(club=row, user=user).first()
    if link is None:
        known = request.session.get(LINKS, {}).get(str(row.pk))
        if isinstance(known, str) and known:
            link = ClubPerson.objects.filter(club=row, token_hash=known).first()
    roster = store.engine(row).roster
    person = roster.who(link.person) if link is not None and roster.who(link.person) in roster.people else ""
    return Actor(person, host, link if person else None)


def roles_of(club: ClubState, row: Club, actor: Actor, day: Day | None = None, series: str = "") -> frozenset[str]:
    """The roles somebody has today; offices of the day count for pages of that day, and so do its deputies."""
    roles = {"host"} if actor.host else set()
    if row.public or not actor.stranger:
        roles.add("visitor")
    person, today = actor.person, store.today()
    if not person:
        return frozenset(roles)
    roles.add("person")
    roster, offices = club.roster, club.book.offices
    member = roster.is_member(person, today)
    roles |= {"member"} if member else set()
    held = set(roster.offices_of(person, today)) if member else set()  # an office ends with the membership
    if day is not None:
        held |= {office for (on, office), deputy in roster.deputies.items() if on == day.key and deputy == person}
    roles |= {"vorstand"} if member and roster.is_vorstand(person, today) else set()
    roles |= {"rules"} if held & set(club.book.officials) else set()
    roles |= {"emergencies"} if held & set(offices.emergencies) else set()
    for role in ("clock", "ritual", "sheets"):
        roles |= {role} if getattr(offices, role) in held else set()
    if member and roster.holder(offices.cash, today) == person:
        roles.add("cash")
    elif offices.cash in held:
        roles.add("cash-deputy")
    if day is not None and day.line_up is not None:
        if person in club.counting_as_members(day) and person in club.present(day):
            roles.add("present")
        if any(seat.person == person for _, seat in club.everybody(day)):
            roles.add("played")
        if series in day.line_up.design.names and any(
            participant.person == person for participant in club.participants(day, series)
        ):
            roles.add("seat" if day.closed is None else "sat")
    return frozenset(roles)


def here_of(request: HttpRequest, slug: str, day: str | None = None, series: str = "") -> Here:
    """The club, the actor and the day of an address; 404 for what does not exist."""
    row = Club.objects.filter(slug=slug).first()
    if row is not None and row.ends is not None and row.ends <= timezone.now():
        row.delete()
        row = None
    if row is None:
        raise Http404
    here = Here(row, actor_of(request, row), series=series)
    if day is not None:
        club = here.club
        here = replace(here, day=club.days.get(day), meeting=club.meetings.get(day))
        if here.day is None and here.meeting is None:
            raise Http404
    return here


View = Callable[..., HttpResponse]


def needs(permission: str, *, post: str = "") -> Callable[[View], View]:
    """Let only those in who have `permission` (for a form that is sent: `post`, else the same)."""
    for asked in (permission, post or permission):
        if asked not in PERMISSIONS:
            raise ValueError(f"no permission {asked!r}")

    def mark(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, **address: Any) -> HttpResponse:
            if request.method not in ("GET", "HEAD", "POST"):
                return HttpResponseNotAllowed(["GET", "HEAD", "POST"])
            wanted = (post or permission) if request.method == "POST" else permission
            if wanted == ACCOUNT and not request.user.is_authenticated:
                return redirect_to_login(request.get_full_path())
            if "slug" not in address:
                return view(request, **address)
            try:
                here = here_of(request, address.pop("slug"), address.pop("day", None), address.get("series", ""))
                if "person" in address:  # an entry that is another person by now leads there
                    address["person"] = here.club.roster.who(address["person"])
                if wanted not in (ANYONE, ACCOUNT) and not here.may(wanted):
                    return denied(request, here, wanted)
                answer = view(request, here, **address)
            except Http404:
                return nowhere(request)
            if not here.row.public or here.actor.signs:
                answer.headers.setdefault("Cache-Control", "private, no-store")
            return answer

        guarded.needs = (permission, post or permission)  # type: ignore[attr-defined]
        return guarded

    return mark


def nowhere(request: HttpRequest) -> HttpResponse:
    """404, the same for a club that does not exist and for one that is not for this visitor."""
    answer = render(request, "clubs/nowhere.html", status=404)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def denied(request: HttpRequest, here: Here, permission: str) -> HttpResponse:
    """403 with who could do it; strangers do not learn that a private club exists."""
    if here.actor.stranger and not here.row.public:
        raise Http404
    roles = sorted(role for role, held in TABLE.items() if permission in held)
    answer = render(request, "clubs/denied.html", {"here": here, "roles": roles}, status=403)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer


def feed_token(link: ClubPerson) -> str:
    """The unguessable part of a person's calendar link; it dies when `link.feed` is raised."""
    return signing.Signer(salt=_SALT).signature(f"{link.club_id}:{link.pk}:{link.feed}")


def of_feed(row: Club, token: str) -> ClubPerson | None:
    """Whose calendar link that is."""
    for link in ClubPerson.objects.filter(club=row):
        if constant_time_compare(feed_token(link), token):
            return link
    return None
