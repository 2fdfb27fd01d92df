"""A fine in a ruling of an evening: the treasurer books it once, the bill asks for it, and it goes back with the ruling."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from decimal import Decimal

import pytest

from puur.core.sheet import Origin, Penalty
from puur.evening.events import PenaltyGiven, RankingClosed, RankingReopened, ResultEntered
from puur.season import billing
from puur.web.clubs import store as clubs
from puur.web.clubs.models import Club, ClubPerson
from puur.web.evenings import store
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening
from tests.web.clubs.support import enter_as, new_user
from tests.web.doors.test_club_evenings import BOOK, club, day_after, evening_of, officer, points, under

__all__ = ["club", "day_after"]  # fixtures


TRAIL = {
    "de": (
        "Belastet: Anna Muster CHF 20.00 (Busse, Dorfjass, Hausordnung 3)",
        "Storniert: Anna Muster, Busse, Dorfjass, Hausordnung 3 (nicht geschuldet)",
        "Rechnung {number} an Anna Muster",
    ),
    "fr": (
        "Débit : Anna Muster CHF 20.00 (amende, Dorfjass, Hausordnung 3)",
        "Extourné : Anna Muster, amende, Dorfjass, Hausordnung 3 (pas dû)",
        "Facture {number} à Anna Muster",
    ),
    "it": (
        "Addebito: Anna Muster CHF 20.00 (multa, Dorfjass, Hausordnung 3)",
        "Stornato: Anna Muster, multa, Dorfjass, Hausordnung 3 (non dovuto)",
        "Fattura {number} a Anna Muster",
    ),
    "en": (
        "Charged: Anna Muster CHF 20.00 (fine, Dorfjass, Hausordnung 3)",
        "Reversed: Anna Muster, fine, Dorfjass, Hausordnung 3 (not due)",
        "Bill {number} to Anna Muster",
    ),
}


@pytest.fixture
def evening(club: Club) -> Evening:
    """An evening of the treasurer, open again for rulings."""
    enter_as(club, officer(club, "cash"))
    made = evening_of(club, officer(club, "cash"))
    store.submit(made.code, [RankingReopened("Nachtrag")])
    return made


def owed(row: Club, person: str) -> Decimal:
    ledger = clubs.engine(Club.objects.get(pk=row.pk)).ledger
    return ledger.balance(ledger.debtor(person))


def test_a_fine_is_booked_once_billed_and_withdrawn_with_its_ruling(club: Club, evening: Evening) -> None:
    cashier = officer(club, "cash")
    desk, page = enter_as(club, cashier), f"/evenings/{evening.code}/rulings/"
    given = {"player": "1", "points": "50", "reason": "Handy", "fine": "20.-"}  # player 1 is anna
    desk.post(page, {**given, "do": "give"})
    assert "Busse CHF" not in desk.get(page).content.decode()  # refused: a fine needs its article
    tried = desk.post(page, {**given, "do": "try", "rule": "Hausordnung 3"}).content.decode()
    assert "Busse CHF 20.–" in tried
    desk.post(page, {**given, "do": "give", "rule": "Hausordnung 3"})
    assert "Busse CHF 20.–" in desk.get(page).content.decode()
    before = owed(club, "anna")
    address = f"/clubs/{club.slug}/evenings/"
    assert "Bussen verbuchen" in desk.get(f"{address}?evening={evening.code}").content.decode()
    stranger = next(person for person in ("beat", "carla") if person != cashier)
    assert enter_as(club, stranger).post(address, {"evening": evening.code, "do": "fines"}).status_code in (403, 404)
    for _ in range(2):
        desk.post(address, {"evening": evening.code, "do": "fines"})
    assert owed(club, "anna") - before == Decimal("20.00")
    fresh = Club.objects.get(pk=club.pk)
    clubs.submit(fresh, lambda engine: [billing.issue(engine, "anna", clubs.today())], cashier)
    engine = clubs.engine(fresh)
    (bill,) = [bill for bill in engine.ledger.bills.values() if bill.person == "anna"]
    with_it = billing.asked(engine, bill)
    line = re.search(r"\?withdraw=(\d+)", desk.get(page).content.decode())
    assert line
    asked = desk.get(f"{page}?withdraw={line[1]}").content.decode()
    assert "20.00 (Hausordnung 3) wird storniert" in asked
    desk.post(page, {"do": "withdraw", "n": line[1], "reason": "Missverständnis"})
    assert owed(club, "anna") == before
    engine = clubs.engine(Club.objects.get(pk=club.pk))
    assert with_it - billing.asked(engine, engine.ledger.bills[bill.key]) == Decimal("20.00")
    assert sum(engine.ledger.balances().values()) == 0
    for lang, (charged, back, billed) in TRAIL.items():  # and the trail says all of it in words, without a key
        told = html.unescape(desk.get(f"/clubs/{club.slug}/trail/", headers={"Accept-Language": lang}).content.decode())
        assert [part for part in (charged, back, billed.format(number=bill.number)) if part not in re.sub(r"\s", " ", told)] == []
        assert not re.search(r"evening-fine:|not-due|bill:", told)
    log = html.unescape(desk.get(f"/evenings/{evening.code}/log/").content.decode())
    assert "Abzug 50, Busse CHF 20.–: Handy (Hausordnung 3)" in log


def test_going_back_to_an_earlier_state_takes_the_fine_back_too(club: Club, evening: Evening) -> None:
    desk, page = enter_as(club, officer(club, "cash")), f"/evenings/{evening.code}/rulings/"
    before = owed(club, "anna")
    desk.post(page, {"do": "give", "player": "1", "points": "0", "reason": "Handy", "fine": "5", "rule": "Hausordnung 3"})
    desk.post(f"/clubs/{club.slug}/evenings/", {"evening": evening.code, "do": "fines"})
    assert owed(club, "anna") - before == Decimal("5.00")
    number = re.search(r"\?withdraw=(\d+)", desk.get(page).content.decode())
    assert number
    desk.post(f"/evenings/{evening.code}/log/", {"n": number[1]})
    assert owed(club, "anna") == before


def test_fees_and_fines_are_taken_back_each_by_its_own_button(club: Club, evening: Evening) -> None:
    desk, page, address = (
        enter_as(club, officer(club, "cash")),
        f"/evenings/{evening.code}/rulings/",
        f"/clubs/{club.slug}/evenings/",
    )
    before = owed(club, "anna")
    desk.post(page, {"do": "give", "player": "1", "points": "0", "reason": "Handy", "fine": "5", "rule": "Hausordnung 3"})
    for task in ("fees", "fines"):
        desk.post(address, {"evening": evening.code, "do": task})

    def till() -> Decimal:
        engine = clubs.engine(Club.objects.get(pk=club.pk))
        return engine.ledger.balance(engine.book.accounts["cash"])

    paid = till()
    assert paid == Decimal(40)  # four paid ten francs at the door
    seen = desk.get(f"{address}?evening={evening.code}").content.decode()
    assert [task for task in ("back-fees", "back-fines") if f'value="{task}"' not in seen] == []
    desk.post(address, {"evening": evening.code, "do": "back-fines", "reason": "Irrtum"})
    assert (owed(club, "anna") - before, till()) == (Decimal(0), paid)
    desk.post(address, {"evening": evening.code, "do": "fines"})
    desk.post(address, {"evening": evening.code, "do": "back-fees", "reason": "Irrtum"})
    assert (owed(club, "anna") - before, till()) == (Decimal("5.00"), Decimal(0))


def test_a_fine_is_put_to_a_ruling_of_a_web_table_and_goes_with_it(club: Club, evening: Evening) -> None:
    engine, before = folded(store.row(evening.code)).engine, owed(club, "anna")
    seat = engine.table(1, 1).players().index("1")  # player 1 is anna
    sheet = replace(
        engine.results[1, 1][-1].sheet, source=Origin.TABLE, game="KXRTB/1", penalties=(Penalty(seat, 50, "TAM-ES-47"),)
    )
    store.submit(evening.code, [ResultEntered(1, 1, sheet, reason="vom Web-Tisch", decided_by="turnierleitung")], "Büro")
    desk, page, address = (
        enter_as(club, officer(club, "cash")),
        f"/evenings/{evening.code}/rulings/",
        f"/clubs/{club.slug}/evenings/",
    )
    listed = html.unescape(desk.get(page).content.decode())
    link = re.search(r'href="([^"]+)#fine"', listed)
    assert link
    form = desk.get(link[1]).content.decode()
    filled = {
        name: html.unescape(value) for name, value in re.findall(r'<input id="(points|reason|rule)"[^>]*value="([^"]*)"', form)
    }
    chosen = re.search(r'<option value="([^"]+)" selected>', form)
    assert chosen
    assert (chosen[1], filled["points"], filled["rule"]) == ("1", "0", "TAM-ES-47")  # only the amount is typed
    desk.post(page, {**filled, "player": chosen[1], "fine": "20", "do": "give"})
    assert "#fine" not in desk.get(page).content.decode()  # it has its fine
    desk.post(address, {"evening": evening.code, "do": "fines"})
    assert owed(club, "anna") - before == Decimal("20.00")
    told = html.unescape(desk.get(f"{page}?withdraw=1.1.0").content.decode())
    assert "20.00 (TAM-ES-47) wird storniert" in told
    desk.post(page, {"do": "withdraw", "n": "1.1.0", "reason": "Missverständnis"})
    after = folded(store.row(evening.code)).engine
    assert (after.results[1, 1][-1].sheet.penalties, after.penalties) == ((), [])
    assert owed(club, "anna") == before


def test_an_evening_that_counts_for_two_clubs_has_its_money_in_one_ledger(club: Club, evening: Evening) -> None:
    """Anna is a member of both; the evening counts for both, but nobody pays twice."""
    store.submit(evening.code, [PenaltyGiven("1", 0, "Handy", "Hausordnung 3", 2000), RankingClosed()], "Kari")
    other = under(BOOK)
    Evening.objects.filter(pk=evening.pk).update(fee=1500)  # all have paid ten
    tills = {}
    for row in (club, other):
        cashier, chief = officer(row, "cash"), officer(row, "sheets")
        tills[row.slug] = enter_as(row, cashier)
        for who in (cashier, chief):
            user = ClubPerson.objects.get_or_create(club=row, person=who, defaults={"user": new_user(who)})[0].user
            evening.roles.get_or_create(user=user, defaults={"role": "organiser", "name": who})
        count = enter_as(row, chief).post(f"/clubs/{row.slug}/evenings/", {"evening": evening.code, "do": "count"})
        assert count.status_code == 302
    assert points(club) == points(other) != {}

    def book(row: Club, task: str, status: int, **given: str) -> str:
        answer = tills[row.slug].post(f"/clubs/{row.slug}/evenings/", {"evening": evening.code, "do": task, **given})
        assert answer.status_code == status, task
        return html.unescape(answer.content.decode())

    def page(row: Club) -> str:
        seen = tills[row.slug].get(f"/clubs/{row.slug}/evenings/?evening={evening.code}")
        return html.unescape(seen.content.decode())

    assert 'value="fines"' in page(other)
    book(club, "fees", 302)
    book(club, "fines", 302)
    owed_first = owed(club, "anna")
    assert owed_first == Decimal(25)  # the fine, and five francs of the fee
    assert 'value="fines"' not in page(other)
    assert 'value="fees"' not in page(other)
    assert "Kassabuch (ein anderer Verein)" in page(other)  # which is private
    assert "Kassabuch (ein anderer Verein)" in book(other, "fees", 400)
    book(other, "fines", 302)  # nothing is left
    assert owed(other, "anna") == 0
    Club.objects.filter(pk=club.pk).update(public=True)
    assert f"Kassabuch ({club.name})" in page(other)
    for task in ("back-fees", "back-fines"):
        book(club, task, 302, reason="gehört den andern")
    assert owed(club, "anna") == 0
    book(other, "fees", 302)
    book(other, "fines", 302)
    assert owed(other, "anna") == owed_first
