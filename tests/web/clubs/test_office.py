"""What a board does without a spreadsheet: statutes by form, money by itself, contacts, letters and mails, the assembly."""

from __future__ import annotations

import io
import re
from datetime import date, datetime
from typing import Any

import pytest
from django.test import Client, override_settings
from pypdf import PdfReader

from puur.season import events as ev
from puur.season import load
from puur.season.fines import cascade
from puur.season.lineup import draw_lot
from puur.web.clubs import store
from puur.web.clubs.models import BankImport, Club, ClubBudget, ClubContact
from puur.web.server.post import postman
from tests.smtp import Post, text_of
from tests.web.clubs.support import answered, at, enter_as, host_of, make_club, until

pytestmark = pytest.mark.usefixtures("database")
MOMENT = datetime(2027, 4, 17, 23, 30)  # Jasstag 3, late in the evening
FORM = {
    "people": "8", "series": "2", "days": "6", "rounds": "3", "movement": "1", "percent": "1", "best_days": "0",
    "besammlung": "19:00", "spielbeginn": "19:30",
    "town": "Wald", "startgeld": "15", "late": "5, 10, 20, 30, 40", "absent": "50", "late_name": "10",
    "due_days": "30", "surcharge": "0", "beer_round": "50", "article": "Statuten Art. 4", "since": "2027-01-01",
}  # fmt: skip


def page(client: Client, row: Club, path: str = "", **more: Any) -> str:
    answer = client.get(f"/clubs/{row.slug}/{path}", **more)
    assert answer.status_code == 200, (path, answer.status_code)
    return str(answer.content.decode())


def test_a_club_of_eight_is_set_up_by_a_form_and_its_first_lot_works() -> None:
    row = make_club()
    host = host_of(row)
    text = host.post(f"/clubs/{row.slug}/statutes/", {**FORM, "do": "try"}).content.decode()
    assert "2 Tische zu vier: A, B." in text
    assert "Alle 6 Jasstage gehen auf" in text
    assert "720.00" in text  # eight people, six days, fifteen francs
    assert store.engine(row).book.members == 12  # nothing is adopted yet
    answer = host.post(f"/clubs/{row.slug}/statutes/", {**FORM, "do": "adopt"})
    assert answer.status_code == 302
    names = "\n".join(f"Person {number}" for number in range(1, 9))
    host.post(f"/clubs/{row.slug}/do/people-add/", {"names": names, "since": "2027-01-01", "n": "1"})
    row.refresh_from_db()
    club = store.engine(row)
    assert (club.book.members, club.book.fees.startgeld, club.book.rule("fines.absent")) == (8, 15, "Statuten Art. 4")
    members = club.roster.members(date(2027, 2, 1))
    store.submit(row, [ev.DayPlanned(number=1, date=date(2027, 2, 6))], "@host")
    store.submit(row, [ev.LotDrawn(day="2027-1", seed=1, order=draw_lot(members, 1))], "@host")
    line_up = store.engine(row).day("2027-1").line_up
    assert line_up is not None
    assert [len(seats) for seats in line_up.members] == [4, 4]


def test_a_fine_and_the_programme_of_a_day_cite_the_statutes_of_the_form() -> None:
    """What the form states is cited by the article that stands there, each of several amounts too."""
    row = make_club()
    host_of(row).post(f"/clubs/{row.slug}/statutes/", {**FORM, "do": "adopt"})
    row.refresh_from_db()
    book = store.engine(row).book
    assert cascade(book, 12) == (10, "Statuten Art. 4")  # the second band, up to 15 minutes
    assert {book.rule("town.0"), book.rule("town.1"), book.rule("town")} == {"Statuten Art. 4"}
    ajz = load("ajz08")
    assert [cascade(ajz, minutes) for minutes in (5, 12, 89)] == [(10, "AJZ-1.3-04"), (20, "AJZ-1.3-05"), (150, "AJZ-1.3-08")]


def test_a_date_that_is_none_is_refused_in_words() -> None:
    row = make_club()
    host = host_of(row)
    for path, given in (("statutes/", {**FORM, "do": "try"}), ("people/import/", {"text": "Frei;Rosa", "do": "look"})):
        answer = host.post(f"/clubs/{row.slug}/{path}", {**given, "since": "31.12.2027"})
        assert "«31.12.2027» ist kein Datum." in answer.content.decode(), path


def test_what_a_list_of_members_holds_and_nobody_takes_over_is_said() -> None:
    row = make_club()
    host = host_of(row)
    given = {"text": "Name;Funktion;PLZ;Geburtstag;leer\nRosa Frei;Kassierin;8000;1.2.1960;\n;;8001;;\nUrs Gut;;;;", "do": "look"}
    text = host.post(f"/clubs/{row.slug}/people/import/", given).content.decode()
    assert "2 Personen gelesen" in text
    assert "Nicht übernommen werden diese Spalten: Funktion, Geburtstag." in text
    assert "Ohne Namen und darum weggelassen: Zeilen 3." in text
    plain = host.post(f"/clubs/{row.slug}/people/import/", {"text": "Rosa Frei\nUrs Gut", "do": "look"}).content.decode()
    assert "Nicht übernommen" not in plain
    assert "Ohne Namen" not in plain
    many = "\n".join(f"Person {number}" for number in range(1, 302))
    text = host.post(f"/clubs/{row.slug}/people/import/", {"text": many, "do": "take"}).content.decode()
    assert "Die Liste hat 301 Namen, auf einmal gehen 300." in text
    assert not any(person.name.startswith("Person ") for person in store.engine(row).roster.people.values())


def test_two_of_one_name_are_two_members_and_told_apart() -> None:
    row = make_club()
    host = host_of(row)
    given = {"text": "Name;Vorname;E-Mail\nGisler;Toni;a@example.ch\nGisler;Toni;b@example.ch\nHerger;Rosa;c@example.ch"}
    given |= {"since": "2027-01-01", "n": "0"}
    text = host.post(f"/clubs/{row.slug}/people/import/", {**given, "do": "look"}).content.decode()
    assert text.count("gleicher Name: noch eine Person") == 1
    assert host.post(f"/clubs/{row.slug}/people/import/", {**given, "do": "take", "agrees": "1"}).status_code == 302
    ClubContact.objects.filter(club=row, person="toni-gisler-2").update(pool=True, agrees=True)
    row.refresh_from_db()
    roster = store.engine(row).roster
    shown = sorted(roster.name(key) for key in roster.members(date(2027, 2, 1)))
    assert shown == ["Rosa Herger", "Toni Gisler (1)", "Toni Gisler (2)"]
    # The same list once more enters nobody twice, and takes back neither a consent nor a readiness to be asked.
    host.post(f"/clubs/{row.slug}/people/import/", {**given, "n": str(row.n), "do": "take"})
    assert len(store.engine(row).roster.people) == 3
    kept = [(each.person, each.email, each.agrees, each.pool) for each in ClubContact.objects.filter(club=row).order_by("person")]
    assert kept == [
        ("rosa-herger", "c@example.ch", False, False),
        ("toni-gisler", "a@example.ch", False, False),
        ("toni-gisler-2", "b@example.ch", True, True),
    ]
    text = host.post(f"/clubs/{row.slug}/do/people-add/", {"names": "Rosa Frei\nRosa Frei", "since": "2027-01-01", "n": str(row.n)})
    assert text.status_code == 302
    row.refresh_from_db()
    assert [each.name for each in store.engine(row).roster.people.values()].count("Rosa Frei") == 2


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"people": "3"}, "von 4 bis 200"),
        ({"late": "5, 10"}, "5 Beträge"),
        ({"absent": "viel"}, "Betrag"),
        ({"series": "9"}, "Für 9 Serien braucht es so viele Tische; 8 Personen füllen 2."),  # tables of four, by hand
        ({"spielbeginn": "18:59"}, "Der Spielbeginn kann nicht vor der Besammlung liegen."),
        ({"best_days": "7"}, "Von 6 Jasstagen können nicht mehr zählen, als es gibt."),
    ],
)
def test_statutes_that_cannot_be_are_refused_with_everything_kept(changed: dict[str, str], said: str) -> None:
    row = make_club()
    answer = host_of(row).post(f"/clubs/{row.slug}/statutes/", {**FORM, **changed, "do": "adopt"})
    assert answer.status_code == 400
    assert said in answer.content.decode()
    assert 'value="Statuten Art. 4"' in answer.content.decode()


def test_a_closed_day_books_its_fines_and_the_person_sees_the_deadline_at_once() -> None:
    """Eva came twelve minutes late on Jasstag 1: 20 francs (AJZ-1.3-05), to be paid within ten days (AJZ-1.3-18)."""
    row = make_club(until(lambda event: isinstance(event, ev.DayClosed) and event.day == "2027-1"))
    moment = datetime(2027, 1, 30, 23, 0)
    with at(moment):
        assert "Nichts offen" in page(enter_as(row, "eva"), row, "me/")
        answer = enter_as(row, "beat").post(f"/clubs/{row.slug}/days/2027-1/do/close/", {"at": "22:50", "n": str(row.n)})
        assert answer.status_code == 302, answer.content.decode()
        text = page(enter_as(row, "eva"), row, "me/")
    assert "9.2.2027" in text or "09.02.2027" in text
    assert "40.00" in text  # the fine and the Startgeld of 20
    assert "AJZ-1.3-05" in text  # behind the article


def test_what_is_due_and_not_booked_yet_is_nowhere_called_paid() -> None:
    """A closed day out of a file has booked nothing. docs/clubs.md has Eva's month: 20 and 20, then 10 and 15."""
    row = make_club()
    events = until(lambda event: isinstance(event, ev.DayOpened) and event.day == "2027-2")
    with at(datetime(2027, 2, 25, 20, 0)):
        store.submit(row, events, "host")
        eva, home = page(enter_as(row, "eva"), row, "me/"), page(enter_as(row, "carla"), row)
        money = page(enter_as(row, "carla"), row, "money/")
    assert "Noch nicht verbucht" in eva
    assert "Nichts offen" not in eva
    assert all(amount in eva for amount in ("10.00", "15.00", "20.00"))
    assert "Alles bezahlt" not in home + money
    waiting = re.findall(r"(\d+) Buchungen sind fällig", home + money)
    assert len(waiting) == 2
    assert len(set(waiting)) == 1  # one number for one thing


def test_a_substitute_sees_the_day_he_plays_and_nothing_else() -> None:
    row = make_club(until(lambda event: isinstance(event, ev.RoundPlayed) and event.day == "2027-3" and event.series == "B"))
    with at(datetime(2027, 4, 17, 16, 30)):
        rolf = enter_as(row, "rolf")  # a guest in series A
        assert page(rolf, row, "days/2027-3/")
        assert rolf.get(f"/clubs/{row.slug}/days/2027-1/").status_code == 403  # no guests on the first day
        assert rolf.get(f"/clubs/{row.slug}/money/").status_code == 403


def test_a_payment_in_euros_is_put_aside_with_a_reason() -> None:
    row = make_club(until(lambda event: isinstance(event, ev.DayOpened) and event.day == "2027-1"))
    entry = {
        "id": "E1", "amount": "30.00", "currency": "EUR", "value": "2027-01-20", "reference": "", "payer": "Hans", "text": "",
        "reason": "currency",
    }  # fmt: skip
    BankImport.objects.create(club=row, by="carla", name="x", digest="d", unmatched=[entry])
    with at(datetime(2027, 1, 25, 12)):
        carla = enter_as(row, "carla")
        assert "fremde Währung" in page(carla, row, "money/bank/")
        carla.post(f"/clubs/{row.slug}/money/bank/assign/", {"id": "E1", "do": "dismiss", "reason": "privat"})
        assert "fremde Währung" not in page(carla, row, "money/bank/")
    assert BankImport.objects.get(club=row).dismissed == {"E1": {"by": "carla", "reason": "privat"}}


def test_members_come_from_a_list_and_are_reached_only_where_they_agree(smtp: Post) -> None:
    row = make_club(until(lambda event: isinstance(event, ev.DayOpened) and event.day == "2027-1"))
    with at(datetime(2027, 1, 25, 12)):
        anna = enter_as(row, "anna")
        text = "Nachname;Vorname;E-Mail;Telefon;PLZ;Ort\nFrei;Rosa;rosa@example.org;079 123 45 67;8636;Wald\nGut;Zoë;;;;\n"
        look = anna.post(f"/clubs/{row.slug}/people/import/", {"text": text, "since": "2027-01-01", "do": "look"}).content.decode()
        assert "2 Personen gelesen" in look
        assert "Rosa Frei" in look
        with override_settings(**smtp.settings):
            brought = {"text": text, "since": "2027-01-01", "do": "take", "agrees": "1", "ask": "1"}
            assert anna.post(f"/clubs/{row.slug}/people/import/", brought).status_code == 302
            postman.deliver()
        rosa = next(
            key for key, person in store.engine(Club.objects.get(pk=row.pk)).roster.people.items() if person.name == "Rosa Frei"
        )
        kim = enter_as(row, "kim")
        kim.post(f"/clubs/{row.slug}/me/contact/", {"email": "kim@example.org", "phone": "", "pool": "1"})  # without consent
        assert ClubContact.objects.get(club=row, person="kim").agrees is False
        assert "rosa@example.org" not in page(kim, row, f"people/{rosa}/"), "nobody says for Rosa that members may see it"
        assert "rosa@example.org" in page(anna, row, f"people/{rosa}/"), "the Vorstand has entered it"
        assert "kim@example.org" not in page(enter_as(row, "eva"), row, "people/kim/")
        answered(smtp.mails[0], "yes")
        with override_settings(**smtp.settings):
            anna.post(f"/clubs/{row.slug}/mail/", {"subject": "Ausflug", "text": "Am Samstag.", "do": "send"})
            postman.deliver()
        paper = anna.post(f"/clubs/{row.slug}/mail/", {"subject": "Ausflug", "text": "Am Samstag.", "do": "paper"})
    assert [mail["To"] for mail in smtp.mails] == ["rosa@example.org"] * 2, "the question, and what Rosa has agreed to"
    assert text_of(smtp.mails[1]).startswith("Am Samstag.\n")
    assert paper.headers["Content-Type"] == "application/pdf"


def test_the_yearly_fee_the_opening_balance_the_budget_and_a_bill_by_mail(smtp: Post) -> None:
    row = make_club(until(lambda event: isinstance(event, ev.DayOpened) and event.day == "2027-1"))
    with at(datetime(2027, 1, 25, 12)):
        carla = enter_as(row, "carla")
        members = len(store.engine(row).roster.members(date(2027, 1, 25)))
        sent = {"text": "Jahresbeitrag", "amount": "60", "once": "abcdefgh12"}
        for _ in range(2):  # a second click charges nobody twice
            carla.post(f"/clubs/{row.slug}/money/all/", sent)
        carla.post(
            f"/clubs/{row.slug}/money/opening/", {"on": "2027-01-01", "cash": "120.50", "bank": "1'000", "text": "Eröffnung"}
        )
        carla.post(f"/clubs/{row.slug}/money/year/2027/budget/", {"startgeld": "2400", "drinks": "800"})
        row.refresh_from_db()
        club = store.engine(row)
        fees = [charge for charge in club.ledger.charges.values() if charge.rule == "Jahresbeitrag"]
        assert (len(fees), {charge.amount for charge in fees}) == (members, {60})
        assert club.ledger.balance("1020 Bank") == 1000
        assert ClubBudget.objects.get(club=row).amounts == {"startgeld": "2400", "drinks": "800"}
        assert "2400.00" in page(carla, row, "money/year/2027/")
        assert "AccountDebit" in carla.get(f"/clubs/{row.slug}/money/accounting.txt").content.decode()
        carla.post(f"/clubs/{row.slug}/money/bills/", {"person": "eva"})
        with override_settings(**smtp.settings):
            enter_as(row, "eva").post(f"/clubs/{row.slug}/me/contact/", {"email": "eva@example.org", "mail": "1"})
            postman.deliver()
            carla.post(f"/clubs/{row.slug}/money/bills/mail/")
            postman.deliver()
            assert len(smtp.mails) == 1, "an address that has not answered gets no bill"
            answered(smtp.mails[0], "yes")
            carla.post(f"/clubs/{row.slug}/money/bills/mail/")
            postman.deliver()
    assert [mail["To"] for mail in smtp.mails] == ["eva@example.org"] * 2
    attached = [part for part in smtp.mails[1].walk() if part.get_content_type() == "application/pdf"]
    assert attached[0].get_payload(decode=True).startswith(b"%PDF")


def test_the_assembly_in_the_browser_from_the_agenda_to_the_office() -> None:
    row = make_club(until(lambda event: isinstance(event, ev.DayOpened) and event.day == "2027-1"))
    store.submit(row, [ev.MeetingPlanned(meeting="gv-2028", sort="generalversammlung", starts=datetime(2028, 1, 14, 19))], "anna")
    address = f"/clubs/{row.slug}/days/gv-2028/assembly/"
    with at(datetime(2028, 1, 10, 12)):
        anna, kim = enter_as(row, "anna"), enter_as(row, "kim")
        anna.post(address, {"do": "agenda", "items": "Begrüssung\nWahl des Kassiers\n"})
        kim.post(address, {"do": "motion", "text": "Ein neues Kartenset"})
        assert kim.post(address, {"do": "agenda", "items": "Putsch"}).status_code == 404
        text = page(kim, row, "days/gv-2028/")
        assert "Wahl des Kassiers" in text
        assert "Ein neues Kartenset" in text
        assert "Abmelden bis" in text
        draft = page(anna, row, "mail/?about=gv-2028")
        assert "2. Wahl des Kassiers" in draft
        # AJZ-1.3-28: until eight in the evening before; AJZ-1.3-09: 200 francs for who does not appear
        assert "bis 13.1.2028 20:00 (Art. 1.3). Wer ohne Abmeldung fehlt, zahlt 200.00 Franken (Art. 1.3)." in draft
        trail = page(anna, row, "trail/")
        assert "Traktanden für Generalversammlung 14.1.2028: Begrüssung" in trail
        store.submit(row, [ev.MeetingCancelled(meeting="gv-2028", person="eva", at=datetime(2028, 1, 10, 12))], "eva")
        assert "Anwesend 0 von 12" in page(anna, row, "days/gv-2028/")
        early = {"do": "vote", "item": "2", "question": "Kassierin", "yes": "1", "no": "0", "abstained": "0"}
        assert "Vorher stimmt niemand ab" in anna.post(address, early, follow=True).content.decode()
        assert 'value="vote"' not in page(anna, row, "days/gv-2028/")
    with at(datetime(2028, 1, 14, 20)):
        assert "Anwesend 11 von 12" in page(anna, row, "days/gv-2028/")  # who came on time needs no entry
        vote = {"do": "vote", "item": "2", "question": "Kassierin", "yes": "8", "no": "2", "abstained": "1", "majority": "absolute"}
        more = anna.post(address, {**vote, "yes": "9"}, follow=True).content.decode()
        assert "12 Stimmen, aber anwesend sind 11" in more
        anna.post(address, {**vote, "office": "kassier", "person": "kim"})
        row.refresh_from_db()
        assert store.engine(row).roster.holder("kassier", date(2028, 1, 15)) == "kim"
        answer = kim.get(f"/clubs/{row.slug}/days/gv-2028/minutes.pdf")
    minutes = " ".join(PdfReader(io.BytesIO(answer.content)).pages[0].extract_text().split())
    # Eleven are there: everybody but Eva, who has cancelled. 8 of 11 votes are more than half.
    for said in ("Anwesend (11)", "2. Wahl des Kassiers", "8 ja, 2 nein", "angenommen", "Ein neues Kartenset", "Vorsitz"):
        assert said in minutes, said


def test_the_poll_says_who_can_come_and_who_may_be_asked() -> None:
    row = make_club(until(lambda event: isinstance(event, ev.DayOpened) and event.day == "2027-1"))
    with at(datetime(2027, 1, 25, 12)):
        kim = enter_as(row, "kim")
        kim.post(f"/clubs/{row.slug}/me/answer/", {"day": "2027-1", "answer": "no"})
        ClubContact.objects.create(club=row, person="rolf", pool=True)
        text = page(enter_as(row, "anna"), row, "days/2027-1/")
    assert "Umfrage: 0 ja, 0 vielleicht, 1 nein" in text
    assert "Als Ersatz anfragbar" in text
