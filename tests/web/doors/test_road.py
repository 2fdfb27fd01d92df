"""One ruling from the referee's page to the bill by the pages that people use, and back again, with nothing typed twice."""

from __future__ import annotations

import io
import re
from datetime import date
from decimal import Decimal
from html import unescape
from typing import Any

import pytest
from django.test import Client
from pypdf import PdfReader

from puur.evening.events import CheckedIn, Entered, RoundReleased
from puur.evening.files import SETUP
from puur.evening.ranking import ranking
from puur.evening.state import EveningSetup
from puur.season import billing
from puur.web.clubs import store as clubs
from puur.web.clubs.models import Club, ClubPerson
from puur.web.evenings import keys, store
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening, EveningRole
from tests.evening.evenings import result_entered
from tests.web.clubs.support import enter_as, new_user
from tests.web.clubs.test_treasury import IBAN
from tests.web.doors.test_club_evenings import BOOK, DATE, day_after, officer, points, under
from tests.web.evenings.entry_help import browser

__all__ = ["day_after"]  # a fixture

ACCOUNT = {"name": "Jassclub Dorf", "iban": IBAN, "postcode": "8000", "town": "Zürich"}
WON = 2051  # a Jassrunde of AJZ 08 is won with 1999 (AJZ-2.2.1)
SLIP = 100  # a card that falls face down (AJZ-3.4)
FINE = Decimal("20.00")


class Road:
    """A club, an evening of it under AJZ 08, and the people with their browsers."""

    def __init__(self) -> None:
        self.club = under(BOOK)
        self.chief, self.cashier = officer(self.club, "sheets"), officer(self.club, "cash")
        self.chair, self.till, self.member = (enter_as(self.club, who) for who in (self.chief, self.cashier, "anna"))
        names = clubs.engine(self.club).roster
        people: list[Any] = []
        for number, name in enumerate([*(names.person(key).name for key in ("anna", "beat", "carla")), "Fremd"], start=1):
            people += [Entered(str(number), name), CheckedIn(str(number), paid=1000, accepted=True)]
        setup = EveningSetup("Dorfjass", date=DATE, seed="Los", rounds=1)
        owner = ClubPerson.objects.get(club=self.club, person=self.chief).user
        self.row = Evening.objects.create(title=setup.name, book="ajz08", setup=SETUP.write(setup), user=owner)
        store.submit(self.row.code, people)
        store.submit(self.row.code, lambda engine: [engine.drawn()])
        side = self.seat("1") % 2
        score = (WON, 1500) if side == 0 else (1500, WON)
        store.submit(self.row.code, [RoundReleased(1), result_entered(1, 1, points=score)])
        self.judge = browser()
        user = new_user("kari")
        self.judge.force_login(user)
        EveningRole.objects.create(evening=self.row, role="controller", name="Kari", user=user)
        self.home, self.page = f"/evenings/{self.row.code}/", f"/clubs/{self.club.slug}/"

    def seat(self, player: str) -> int:
        return folded(store.row(self.row.code)).engine.table(1, 1).players().index(player)

    def get(self, client: Client, address: str) -> str:
        answer = client.get(address)
        assert answer.status_code == 200, address
        return unescape(answer.content.decode())

    def post(self, client: Client, address: str, **given: str) -> None:
        assert client.post(address, given).status_code == 302, address

    def total(self) -> int:
        rows = ranking(folded(store.row(self.row.code)).engine).rows
        return next(line.scored.total for line in rows if "1" in line.players)

    def owed(self) -> Decimal:
        ledger = clubs.engine(Club.objects.get(pk=self.club.pk)).ledger
        assert sum(ledger.balances().values()) == 0
        return ledger.balance(ledger.debtor("anna"))

    def form(self, page: str) -> dict[str, str]:
        """What the form of rulings holds, as the page has filled it in."""
        return dict(re.findall(r'<input id="(points|reason|rule|fine)"[^>]*value="([^"]*)"', page))


@pytest.fixture
def road(database: str) -> Road:
    del database
    return Road()


def test_a_ruling_from_the_referees_page_reaches_the_bill_and_its_withdrawal_takes_all_of_it_back(road: Road) -> None:
    # The official comes from the page of the round to the referee, is answered, and puts the ruling on record.
    base = f"{road.home}referee/1/1/"
    assert base in road.get(road.chair, f"{road.home}round/1/")
    assert f"{base}card-fallen/record/?f=hidden" in road.get(road.judge, f"{base}card-fallen/?f=hidden")
    shown = road.judge.post(f"{base}card-fallen/record/?f=hidden", {"player": "1", "case": "0"}).content.decode()
    assert re.search(rf"\({WON}\)\s*→\s*\d\. \({WON - SLIP}\)", shown)
    filled = road.form(shown)
    assert (filled["points"], filled["rule"][:8]) == (str(SLIP), "AJZ-3.4-")
    article = filled["rule"]
    assert road.total() == WON  # only shown
    given = {"player": "1", **{name: unescape(value) for name, value in filled.items()}, "fine": "20"}
    asked = road.judge.post(f"{road.home}rulings/", {**given, "do": "try"}).content.decode()
    assert "Busse CHF 20.–" in asked
    road.post(road.judge, f"{road.home}rulings/", **given, do="give")

    # The sheet, the own page of the player and the ranking have it, each with the article or its words.
    assert road.total() == WON - SLIP
    assert f"/{article}/" in road.get(road.chair, f"{road.home}from/1/1/")
    own = road.get(browser(), f"/evenings/p/{keys.links(store.row(road.row.code), ['1'])['1']}/")
    assert ("Karte gefallen" in own, str(WON - SLIP) in own) == (True, True)

    # The ranking is closed and counts for the year; the treasurer takes the fine over and bills it.
    road.post(road.chair, f"{road.home}standing/act/", do="close")
    road.post(road.chair, f"{road.page}evenings/", evening=road.row.code, do="count")
    assert points(road.club)["anna"] == WON - SLIP
    before = road.owed()
    road.post(road.till, f"{road.page}evenings/", evening=road.row.code, do="fines")
    assert road.owed() - before == FINE
    road.post(road.till, f"{road.page}money/account/", **ACCOUNT, country="CH")
    road.post(road.till, f"{road.page}money/bills/", person="anna")
    number = next(iter(clubs.engine(Club.objects.get(pk=road.club.pk)).ledger.bills.values())).number
    printed = PdfReader(io.BytesIO(road.till.get(f"{road.page}money/bills/{number}.pdf").content)).pages[0].extract_text()
    assert ("20.00" in printed, "Dorfjass" in printed) == (True, True)
    account = road.get(road.till, f"{road.page}money/person/anna/")
    assert f"/{article}/" in account
    source = f"{road.home}place/1/"  # whoever sees the debt asks where it comes from
    assert source in account
    assert source in road.get(road.member, f"{road.page}me/")
    assert f"/{article}/" in road.get(road.member, source)

    # The member asks where the place in the year comes from, back to the sheet with the ruling.
    trail = road.get(road.member, f"{road.page}from/{date.fromisoformat(DATE).year}/anna/")
    assert (f"/{article}/" in trail, str(WON - SLIP) in trail) == (True, True)
    assert f"{road.page}from/{road.row.code}/1/1/" in trail

    # It is withdrawn: what goes is told first, and what is closed.
    line = re.search(r"\?withdraw=(\d+)", road.get(road.judge, f"{road.home}rulings/"))
    assert line
    told = road.get(road.judge, f"{road.home}rulings/?withdraw={line[1]}")
    assert "Die Rangliste ist abgeschlossen" in told
    assert re.search(rf"\({WON - SLIP}\)\s*→\s*\d\. \({WON}\)", told)
    assert "20.00" in told
    assert "storniert" in told
    road.judge.post(f"{road.home}rulings/", {"do": "withdraw", "n": line[1], "reason": "Irrtum"})
    assert (road.total(), road.owed() - before) == (WON - SLIP, FINE)  # refused while the ranking is closed
    road.post(road.chair, f"{road.home}standing/act/", do="reopen", reason="Irrtum")
    road.post(road.judge, f"{road.home}rulings/", do="withdraw", n=line[1], reason="Irrtum")
    assert (road.total(), road.owed()) == (WON, before)
    road.post(road.chair, f"{road.home}standing/act/", do="close")
    assert points(road.club)["anna"] == WON
    assert f"/{article}/" not in road.get(road.member, f"{road.page}from/{date.fromisoformat(DATE).year}/anna/")
    assert f"/{article}/" not in road.get(road.chair, f"{road.home}from/1/1/")
    club = clubs.engine(Club.objects.get(pk=road.club.pk))
    assert [billing.asked(club, bill) for bill in club.ledger.bills.values()] == [
        before
    ]  # the bill asks for nothing of it any more
    answer = road.till.get(f"{road.page}money/bills/{number}.pdf")
    assert answer.headers.get("Content-Type") != "application/pdf"  # and nobody prints one over nothing
