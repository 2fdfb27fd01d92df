"""The whole made-up Jassjahr through the web: every form sent by the person whose duty it is, the clock at that moment.

Expected are the figures of tests/season/data/musterjahr.toml, worked out by hand apart from the engine, as for the files.
"""

from __future__ import annotations

import re
import tomllib
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from puur.log import SEASON
from puur.reglement.old_forms import ACTS
from puur.season import events as ev
from puur.season.accounts import reminders, statement, year_report
from puur.season.beer import open_rounds
from puur.season.rollover import preview
from puur.season.yearly import hall_of_fame, standings, winners
from puur.web.clubs import store
from puur.web.clubs.models import Club
from puur.web.clubs.views.rulings import judge_at
from tests.web.clubs.support import DATA, MUSTERJAHR, at, enter_as, new_user

EXPECTED: dict[str, Any] = tomllib.loads((DATA / "musterjahr.toml").read_text(encoding="utf-8"))
PEOPLE = {one.person: one for one in MUSTERJAHR if isinstance(one, ev.PersonAdded)}
MEMBERS = [one.person for one in MUSTERJAHR if isinstance(one, ev.MemberAdmitted)]


class Web:
    """The club as its people use it."""

    def __init__(self) -> None:
        self.host = Client(HTTP_HOST="localhost")
        self.host.force_login(new_user("gruenderin"))
        answer = self.host.post("/clubs/new/", {"name": "Jassclub Musterlingen", "me": "", "book": "ajz08", "book_text": ""})
        assert answer.status_code == 302
        self.row = Club.objects.get(slug=answer.url.strip("/").split("/")[-1])
        self.clients: dict[str, Client] = {}

    @property
    def club(self):
        self.row.refresh_from_db()
        return store.engine(self.row)

    def key(self, person: str) -> str:
        """The key that the web gave to a person of the file, found by the name."""
        return next(key for key, one in self.club.roster.people.items() if one.name == PEOPLE[person].name)

    def short(self, key: str) -> str:
        """The key in the file of a person of the web."""
        return next(short for short, one in PEOPLE.items() if one.name == self.club.roster.people[key].name)

    def client(self, person: str) -> Client:
        if not person:
            return self.host
        if person not in self.clients:
            self.clients[person] = enter_as(self.row, person)
        return self.clients[person]

    def post(self, who: str, url: str, moment: datetime, data: dict[str, Any]) -> None:
        self.row.refresh_from_db()
        with at(moment):
            answer = self.client(who).post(url, {"n": str(self.row.n), **data})
        if answer.status_code != 302:
            told = re.findall(r'(?:role="alert"|errorlist)[^>]*>(.*?)</', answer.content.decode(), re.DOTALL)
            raise AssertionError(f"{url} as {who or 'host'}: {answer.status_code} {told}")

    def do(self, who: str, name: str, moment: datetime, *place: str, **data: Any) -> None:
        """Send the form of an action as somebody."""
        self.post(who, reverse(f"club-do-{name}", args=[self.row.slug, *place]), moment, data)


def set_up(web: Web) -> None:
    """People, addresses, membership and offices; the offices of the year before are those of the same people."""
    moment = datetime(2027, 1, 2, 10)
    names = "\n".join(PEOPLE[one].name for one in MEMBERS)
    web.do("", "people-add", moment, names=names, since="2020-01-01")
    guests = "\r\n".join(one.name for key, one in PEOPLE.items() if key not in MEMBERS)
    web.do("", "people-add", moment, names=guests, since="")
    for key, one in PEOPLE.items():
        facts = {name: getattr(one, name) for name in ("name", "street", "house", "postcode", "town", "country")}
        url = reverse("club-person", args=[web.row.slug, web.key(key)])
        web.post("", url, moment, {**facts, "born": one.born.isoformat()})
    given = [one for one in MUSTERJAHR if isinstance(one, ev.OfficeGiven)]
    for one in given:
        web.do("", "office-give", moment, office=one.office, person=web.key(one.person), on=one.on.isoformat())
        if one.on.year == 2027:  # day 1 comes before the Generalversammlung
            web.do("", "office-give", moment, office=one.office, person=web.key(one.person), on="2026-02-13")
    anna = web.key("anna")
    for one in MUSTERJAHR:
        if isinstance(one, ev.DayPlanned):
            facts = {"gathering": one.gathering, "venue": one.venue, "town": one.town}
            facts |= {"besammlung": f"{one.besammlung:%H:%M}"} if one.besammlung else {}
            facts |= {"after_break": "on"} if one.after_break else {}
            web.do(anna, "day-plan", moment, number=one.number, date=one.date.isoformat(), **facts)
        elif isinstance(one, ev.MeetingPlanned):
            web.do(anna, "meeting-plan", moment, sort=one.sort, starts=f"{one.starts:%Y-%m-%dT%H:%M}")


def clock(moment: datetime) -> str:
    return f"{moment:%H:%M}"


class Player:
    """Sends one event of the file after the other by the form that belongs to it."""

    def __init__(self, web: Web) -> None:
        self.web, self.signed = web, []
        self.anna, self.beat, self.fritz = web.key("anna"), web.key("beat"), web.key("fritz")

    def play(self, event: ev.Event) -> None:
        getattr(self, "on_" + SEASON.kind_of(event).tag.replace("-", "_"))(event)

    def day(self, key: str) -> Any:
        return self.web.club.day(key)

    def evening(self, key: str) -> datetime:
        return self.day(key).besammlung + timedelta(hours=1)

    def after(self, key: str) -> datetime:
        return self.day(key).besammlung + timedelta(days=1)

    def on_lot_drawn(self, event: ev.LotDrawn) -> None:
        self.web.do(self.fritz, "lot", self.evening(event.day), event.day, seed=event.seed)

    def on_arrived(self, event: ev.Arrived) -> None:
        self.web.do(self.anna, "arrived", event.at, event.day, person=self.web.key(event.person), at=clock(event.at))

    def on_day_opened(self, event: ev.DayOpened) -> None:
        self.web.do(self.beat, "open", event.at, event.day, at=clock(event.at))

    def on_day_closed(self, event: ev.DayClosed) -> None:
        self.web.do(self.beat, "close", event.at, event.day, at=clock(event.at))

    def on_round_played(self, event: ev.RoundPlayed) -> None:
        """By somebody at the table."""
        teams = [[self.web.key(one) for one in team] for team in event.teams]
        points, matches = event.sheet.totals or (0, 0), event.sheet.matches or (0, 0)
        facts = {"first": points[0], "second": points[1], "ended": clock(event.ended) if event.ended else ""}
        facts |= {"first_matches": matches[0], "second_matches": matches[1]}
        offered = ["/".join("+".join(team) for team in order) for order in self.orders(teams)]
        web = self.web
        url = reverse("club-table", args=[web.row.slug, event.day, event.series])
        with at(event.ended or self.evening(event.day)):
            page = web.client(teams[0][0]).get(url).content.decode()
        choices = re.findall(r'<option value="([^"]*\+[^"]*)"', page)
        chosen = next(one for one in choices if one in offered)
        first = set(chosen.split("/")[0].split("+"))
        if first != set(teams[0]):  # the page names the other team first
            facts = {**facts, "first": facts["second"], "second": facts["first"]}
            facts |= {"first_matches": matches[1], "second_matches": matches[0]}
        web.do(teams[0][0], "round", event.ended or self.evening(event.day), event.day, event.series, teams=chosen, **facts)

    @staticmethod
    def orders(teams: list[list[str]]) -> list[list[list[str]]]:
        one, other = teams
        sides = [[list(a), list(b)] for a in (one, one[::-1]) for b in (other, other[::-1])]
        return [*sides, *([b, a] for a, b in sides)]

    def on_break_taken(self, event: ev.BreakTaken) -> None:
        self.web.do(self.fritz, "break", self.evening(event.day), event.day, event.series, minutes=event.minutes)

    def on_drinks_billed(self, event: ev.DrinksBilled) -> None:
        self.web.do(self.fritz, "drinks", self.evening(event.day), event.day, event.series, amount=event.amount)

    def on_sheet_signed(self, event: ev.SheetSigned) -> None:
        """On the first day everybody signs at the screen, later on paper."""
        if event.day == "2027-1":
            self.web.do(self.web.key(event.person), "sign", self.evening(event.day), event.day, event.series)
        else:
            self.signed.append(self.web.key(event.person))

    def on_sheet_filed(self, event: ev.SheetFiled) -> None:
        self.web.do(self.fritz, "sheet", self.after(event.day), event.day, event.series, signed=self.signed)
        self.signed = []

    def answering(self, day: str, member: str) -> str:
        return self.web.club.answers_for(self.day(day), self.web.key(member))

    def on_guest_named(self, event: ev.GuestNamed) -> None:
        """In time or not: late, the page asks once more."""
        who = self.answering(event.day, event.member)
        url = reverse("club-do-name-guest", args=[self.web.row.slug, event.day])
        with at(event.at):
            page = self.web.client(who).get(url).content.decode()
        late = 'name="late"' in page
        assert late == (event.at > self.day(event.day).besammlung - timedelta(hours=2))
        facts = {"person": self.web.key(event.person), "member": self.web.key(event.member)} | ({"late": "on"} if late else {})
        self.web.do(who, "name-guest", event.at, event.day, **facts)

    def on_substitute_named(self, event: ev.SubstituteNamed) -> None:
        who = self.web.key(event.member)
        self.web.do(who, "name-substitute", event.at, event.day, person=self.web.key(event.person))

    def on_person_informed(self, event: ev.PersonInformed) -> None:
        named = {one.person: one.member for _, one in self.web.club.everybody(self.day(event.day))}
        person = self.web.key(event.person)
        who = self.web.club.answers_for(self.day(event.day), named[person])
        self.web.do(who, "inform", self.evening(event.day) - timedelta(hours=4), event.day, person=person)

    def on_absence_announced(self, event: ev.AbsenceAnnounced) -> None:
        who = self.web.key(event.member)
        self.web.do(who, "absent", self.evening(event.day) - timedelta(days=1), event.day)

    def on_penalty_given(self, event: ev.PenaltyGiven) -> None:
        """By the competent person; the Chef Regelwerk first, whoever sits at that table never. (AJZ-1.8-02, AJZ-1.8-05)"""
        judge = judge_at(self.web.club, self.day(event.day), event.series)
        assert judge == (self.web.key("dario"), "chef-regelwerk")
        act = ACTS.get(event.act, event.act)  # version 0.1 wrote the year; the page offers the names of today
        self.web.do(judge[0], "penalty", event.at, event.day, person=self.web.key(event.person), act=act, at=clock(event.at))

    def on_device_used(self, event: ev.DeviceUsed) -> None:
        """Chef Regelwerk and Präsident sit at Wim's table on day 4: the deputy decides. (AJZ-1.8-05)"""
        day = self.day(event.day)
        judge = judge_at(self.web.club, day, self.web.club.place(day, self.web.key(event.person))[0])
        assert judge == (self.web.key("eva"), "deputy-chef-regelwerk")
        facts = {"person": self.web.key(event.person), "how": event.how, "at": clock(event.at)}
        self.web.do(judge[0], "device", event.at, event.day, **facts, **({"presumed": "on"} if event.presumed else {}))

    def on_emergency_decided(self, event: ev.EmergencyDecided) -> None:
        facts = {"person": self.web.key(event.person), "matter": event.matter, "recognised": "yes" if event.recognised else "no"}
        self.web.do(self.web.key(event.by), "emergency", self.evening(event.day), event.day, **facts)

    def on_series_aborted(self, event: ev.SeriesAborted) -> None:
        facts = {"person": self.web.key(event.person), "at": clock(event.at), "goes_on": event.goes_on}
        self.web.do(self.web.key("eva"), "abort", event.at, event.day, event.series, **facts)

    def on_dauerersatz_named(self, event: ev.DauerersatzNamed) -> None:
        facts = {"person": self.web.key(event.person), "since": event.since.isoformat(), "until": event.until.isoformat()}
        self.web.do(self.web.key(event.member), "abroad", datetime(2027, 3, 20, 12), **facts)

    def on_dauerersatz_approved(self, event: ev.DauerersatzApproved) -> None:
        which = f"{self.web.key(event.member)} {self.web.key(event.person)}"
        moment = datetime.combine(event.on, datetime.min.time()).replace(hour=12)
        self.web.do(self.web.key(event.by), "dauerersatz-approve", moment, which=which, on=event.on.isoformat())

    def on_report_sent(self, event: ev.ReportSent) -> None:
        self.web.do(self.web.key(event.member), "report", event.at, event.day)

    def on_meeting_cancelled(self, event: ev.MeetingCancelled) -> None:
        self.web.do(self.web.key(event.person), "cancel-meeting", event.at, event.meeting)

    def roll(self, day: str, **data: Any) -> None:
        url = reverse("club-roll", args=[self.web.row.slug, day])
        self.web.post(self.fritz, url, self.after(day), data)

    def on_tie_broken(self, event: ev.TieBroken) -> None:
        order = [self.web.key(one) for one in event.order]
        ties = preview(self.web.club, self.day(event.day)).ties
        place = next(i for i, tie in enumerate(ties) if tie.purpose == event.purpose and sorted(tie.among) == sorted(order))
        self.roll(event.day, how="tie", tie=place, order=order)

    def on_rolled_over(self, event: ev.RolledOver) -> None:
        self.roll(event.day, how="roll")


@pytest.fixture(scope="module")
def year(database: str) -> Web:
    """The season, played through the forms."""
    del database
    web = Web()
    set_up(web)
    player = Player(web)
    done = (ev.PersonAdded, ev.MemberAdmitted, ev.OfficeGiven, ev.DayPlanned, ev.MeetingPlanned, ev.CreditorSet)
    for event in MUSTERJAHR:
        if not isinstance(event, done):
            player.play(event)
    return web


def test_line_ups_and_results_of_every_day(year: Web) -> None:
    club = year.club
    for number in range(1, 9):
        wanted, day = EXPECTED["day"][str(number)], club.day(f"2027-{number}")
        seats = {
            name: [year.short(one) for one in row] for name, row in zip(day.line_up.design.names, day.line_up.members, strict=True)
        }
        assert seats == {name: wanted[name] for name in seats}
        rows = [row for group in club.results(day).values() for row in group if row.participant.status != "gast"]
        assert {year.short(row.member): row.final for row in rows} == wanted["final"]


def test_the_jahreswertung(year: Web) -> None:
    assert {year.short(line.member): line.points for line in standings(year.club, 2027)} == EXPECTED["total"]
    assert [year.short(line.member) for line in winners(year.club, 2027)] == ["gabi"]


def the_money(web: Web) -> None:
    """The treasurer's year, as in the test by files: book, take the Startgelder in cash, and the fines as they come in."""
    carla = web.key("carla")

    def noon(on: date) -> datetime:
        return datetime.combine(on, datetime.min.time()).replace(hour=12)

    def named(charge: str) -> str:
        """A key of the file with the web's people in it."""
        head, plus, rest = charge.partition("/")
        parts = head.split(":")
        return ":".join([*parts[:-1], web.key(parts[-1])]) + plus + rest

    def pay(payer: str, amount: str, on: date, *charges: str, method: str = "bank") -> None:
        url = reverse("club-money-pay", args=[web.row.slug, payer])
        data = {"charge": list(charges), "method": method, "amount": amount, "on": on.isoformat()}
        web.post(carla, url, noon(on), {**data, "once": f"t{web.row.n}"})

    steps: dict[date, tuple[str, str, tuple[str, ...]]] = {
        date(2027, 2, 20): ("beat", "30", ("late:2027-gv:beat",)),
        date(2027, 2, 22): ("eva", "45", ("late:2027-1:eva", "late:2027-1:eva/+1", "late:2027-1:eva/+2")),
        date(2027, 3, 10): ("fritz", "20", ("name:2027-2:gast:fritz",)),
        date(2027, 4, 19): ("", "", ("late:2027-3:tina",)),  # notified
        date(2027, 5, 12): ("wim", "337.50", ("late:2027-3:tina", "late:2027-3:tina/+1", "late:2027-3:tina/+2")),
        date(2027, 6, 29): ("beat", "200", ("left:2027-5:beat",)),
        date(2027, 7, 25): ("kim", "300", ("absent:2027-sommerloch:kim", "absent:2027-sommerloch:kim/+1")),
        date(2027, 10, 20): ("fritz", "220", ("absent:2027-7:member:fritz", "name:2027-7:ersatz:fritz")),
    }
    for on in sorted({*steps, *(day.date for day in web.club.days.values()), date(2028, 1, 1)}):
        web.post(carla, reverse("club-money-book", args=[web.row.slug]), noon(on), {})
        if on in steps:
            payer, amount, charges = steps[on]
            if payer:
                pay(web.key(payer), amount, on, *map(named, charges))
            else:
                web.post(carla, reverse("club-money-notify", args=[web.row.slug]), noon(on), {"charge": named(charges[0])})
        for charge in [one for one in web.club.ledger.charges.values() if one.sort == "startgeld" and one.open and one.on == on]:
            pay(charge.debtor, "20", on, charge.key, method="cash")


def test_balances_at_year_end_and_the_trophy(year: Web) -> None:
    the_money(year)
    club = year.club
    # 119 Startgelder at 20; fines 840; surcharges 312.50 (as in tests/season/test_musterjahr.py)
    report = year_report(club, 2027)
    assert report.closing["3000 Startgelder"] == -2380
    assert report.closing["3100 Bussen"] == -840
    assert report.closing["3110 Zuschläge"] == Decimal("-312.50")
    assert (report.income, report.balanced, report.open_items) == (Decimal("3532.50"), True, ())
    assert report.closing["1000 Kasse"] == 2380
    assert report.closing["1020 Bank"] == Decimal("1152.50")
    assert reminders(club, date(2028, 1, 1)) == ()
    assert sum(club.ledger.balances().values()) == 0
    fines = {key: one for key, one in club.ledger.charges.items() if one.sort == "fine"}
    told = {":".join([*key.split(":")[:-1], year.short(key.split(":")[-1])]): one for key, one in fines.items()}
    assert {
        key: {"debtor": year.short(one.debtor), "amount": str(one.amount.quantize(Decimal(1)))} for key, one in told.items()
    } == EXPECTED["fines"]
    assert [(year.short(one.person), one.reason) for one in open_rounds(club, date(2027, 12, 31))] == [
        ("luca", "report"),
        ("wim", "device"),
    ]
    assert statement(club, year.key("luca"), date(2028, 1, 1)).open == 100
    year.do(year.key("anna"), "year-confirm", datetime(2028, 1, 5, 12), trophy=f"2027 {year.key('gabi')}")
    assert [(one.year, year.short(one.person), one.points) for one in hall_of_fame(year.club)] == [(2027, "gabi", 45414)]


def test_every_page_of_the_played_year_opens_for_the_people_of_the_club(year: Web) -> None:
    with at(datetime(2027, 12, 5, 12)):
        for who in ("anna", "fritz", "kim"):
            client = year.client(year.key(who))
            names = ["club", "club-me", "club-days", "club-people", "club-trail"]
            pages = [reverse(name, args=[year.row.slug]) for name in names]
            pages += [reverse("club-day", args=[year.row.slug, key]) for key in [*year.club.days, *year.club.meetings]]
            pages += [reverse("club-roll", args=[year.row.slug, f"2027-{number}"]) for number in range(1, 8)]
            for number in range(1, 9):
                for series in year.club.day(f"2027-{number}").line_up.design.names:
                    pages.append(reverse("club-table", args=[year.row.slug, f"2027-{number}", series]))
            for url in pages:
                answer = client.get(url)
                assert answer.status_code == 200, url
                assert "clubs." not in re.sub(r"<[^>]*>", "", answer.content.decode()), f"a text is missing on {url}"
