"""The treasurer's books: balance sheet, report of the auditors, credits, references, the accountant's files, settings in the trail.

Expected amounts are worked out by hand: from the bands of AJZ 08 (12 minutes late 20 francs, 4 minutes 10) and from what each test
books itself.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal

import pytest
from pypdf import PdfReader

from puur.season import billing
from puur.season import events as ev
from puur.season.balance import balance_sheet
from puur.season.qrbill import reference
from puur.web.clubs import contacts, store
from puur.web.clubs.models import BankImport, Club
from tests.web.clubs.support import at, enter_as, host_of, make_club, until

MOMENT = datetime(2027, 1, 25, 12)
IBAN = "CH9300762011623852957"  # the example of the ISO 13616 registry
ACCOUNT = {"name": "Jassverein Zürisee", "street": "", "house": "", "postcode": "8700", "town": "Küsnacht", "iban": IBAN}


@pytest.fixture
def row(database: str) -> Iterator[Club]:
    """A club before its first Jasstag, nothing booked, on 25 January 2027; carla is Kassierin, anna Präsidentin."""
    del database
    events = until(lambda event: isinstance(event, ev.DayOpened) and event.day == "2027-1")
    with at(MOMENT):
        yield make_club(tuple(event for event in events if not isinstance(event, ev.CreditorSet)))


def book(row: Club, *events: ev.Event) -> None:
    row.refresh_from_db()
    store.submit(row, events, "carla")


def fine(key: str, debtor: str, amount: int) -> ev.Charged:
    return ev.Charged(key=key, sort="fine", debtor=debtor, amount=Decimal(amount), on=date(2027, 1, 20), rule="AJZ-1.3-05")


def cash(key: str, payer: str, amount: int, *charges: str) -> ev.Paid:
    return ev.Paid(key=key, payer=payer, amount=Decimal(amount), on=date(2027, 1, 21), method="cash", charges=charges)


def credit(row: Club, person: str) -> Decimal:
    row.refresh_from_db()
    return store.engine(row).ledger.credit(person)


def said(answer: object) -> str:
    return " ".join(answer.content.decode().split())  # type: ignore[attr-defined]


def paper(answer: object) -> str:
    pages = PdfReader(io.BytesIO(answer.content)).pages  # type: ignore[attr-defined]
    return " ".join(" ".join(page.extract_text() for page in pages).split())


def test_the_balance_sheet_has_both_sides_in_every_year(row: Club) -> None:
    """2026: 1000 at the bank, 100 drinks. 2027: two fines of 20 and 30, 50 paid by eva: 30 too much, which the club owes her."""
    book(
        row,
        ev.Journal(key="opening", on=date(2026, 1, 1), text="Eröffnung", lines=(("bank", "1000"), ("equity", "-1000"))),
        ev.Journal(key="journal:1", on=date(2026, 5, 1), text="Bier", lines=(("drinks", "100"), ("bank", "-100"))),
        fine("f:eva", "eva", 20),
        fine("f:beat", "beat", 30),
        cash("p:eva", "eva", 50, "f:eva"),
    )
    club = store.engine(row)
    before, now = balance_sheet(club, date(2026, 12, 31)), balance_sheet(club, date(2027, 1, 25))
    assert (before.assets, before.liabilities) == ((("1020 Bank", Decimal(900)),), (("2800 Vereinsvermögen", Decimal(1000)),))
    assert (before.credits, before.earlier, before.result, before.total) == (0, 0, -100, 900)
    assert now.assets == (("1000 Kasse", Decimal(50)), ("1020 Bank", Decimal(900)), ("1100 Guthaben", Decimal(30)))
    assert (now.credits, now.earlier, now.result, now.total) == (30, -100, 50, 980)
    assert before.balanced
    assert now.balanced
    carla = enter_as(row, "carla")
    page = said(carla.get(f"/clubs/{row.slug}/money/year/2027/"))
    for text in ("Bilanz am 25.1.2027", "Von Mitgliedern zu viel bezahlt", "Ergebnisse früherer Jahre", "980.00"):
        assert text in page, text
    report = paper(carla.get(f"/clubs/{row.slug}/money/year/2026.pdf"))
    assert "Bilanz am 31.12.2026" in report
    assert "Aktiven" in report


def test_the_auditors_find_what_was_booked_by_hand_and_taken_back(row: Club) -> None:
    book(
        row,
        ev.Journal(key="journal:1", on=date(2027, 1, 5), text="Bier im Rössli", lines=(("drinks", "88.80"), ("cash", "-88.80"))),
        fine("f:eva", "eva", 20),
        ev.Reversed(key="f:eva", on=date(2027, 1, 22), reason="Irrtum der Uhr"),
        fine("f:beat", "beat", 30),
    )
    for lang, words in {"de": ("Revisionsbericht 2027", "entlasten"), "fr": ("Rapport de révision 2027", "décharge")}.items():
        carla = enter_as(row, "carla")
        text = paper(carla.get(f"/clubs/{row.slug}/money/year/2027/audit.pdf", headers={"accept-language": lang}))
        for word in (*words, "Bier im Rössli", "88.80", "Irrtum der Uhr", "Jassclub Musterlingen"):
            assert word in text, (lang, word)
    assert enter_as(row, "kim").get(f"/clubs/{row.slug}/money/year/2027/audit.pdf").status_code == 403


def test_a_fine_corrected_after_payment_is_set_off_in_one_click_and_the_rest_paid_back(row: Club) -> None:
    """Eva pays 20 for 12 minutes; it were 4, which cost 10: one click uses 10 of her 20, another one gives her 10 back."""
    book(
        row,
        fine("late:2027-1:eva", "eva", 20),
        cash("p:eva", "eva", 20, "late:2027-1:eva"),
        ev.Reversed(key="late:2027-1:eva", on=date(2027, 1, 22), reason="not-due"),
        fine("late:2027-1:eva#2", "eva", 10),
    )
    carla = enter_as(row, "carla")
    overview = said(carla.get(f"/clubs/{row.slug}/money/"))
    assert "1 Person hat Guthaben und Schulden zugleich: CHF 10.00" in overview
    assert "Wer hat Guthaben" in overview
    assert enter_as(row, "anna").post(f"/clubs/{row.slug}/money/credits/").status_code == 403  # the Vorstand looks on
    for _ in range(2):  # a second click books nothing
        carla.post(f"/clubs/{row.slug}/money/credits/", {"once": "abcdefgh12"})
    assert credit(row, "eva") == 10
    assert billing.open_charges(store.engine(row), "eva", date(2027, 1, 25)) == ()
    assert "Guthaben bar auszahlen (CHF 10.00)" in said(carla.get(f"/clubs/{row.slug}/money/person/eva/"))
    for _ in range(2):
        carla.post(f"/clubs/{row.slug}/money/person/eva/back/", {"method": "cash", "once": "abcdefgh34"})
    assert credit(row, "eva") == 0
    assert store.engine(row).ledger.balance("1000 Kasse") == 10  # 20 came, 10 went
    assert "Guthaben ausbezahlt: Eva Muster CHF 10.00" in said(carla.get(f"/clubs/{row.slug}/trail/"))
    assert "Guthaben ausbezahlt" not in said(enter_as(row, "kim").get(f"/clubs/{row.slug}/trail/"))


def test_nothing_is_paid_back_that_was_not_paid_too_much(row: Club) -> None:
    book(row, fine("f:eva", "eva", 20))
    before = row.n
    carla = enter_as(row, "carla")
    for method in ("cash", "credit"):
        carla.post(f"/clubs/{row.slug}/money/person/eva/back/", {"method": method})
    row.refresh_from_db()
    assert row.n == before


def test_a_reference_carries_the_name_of_the_club_and_earlier_ones_are_understood(row: Club) -> None:
    carla = enter_as(row, "carla")
    carla.post(f"/clubs/{row.slug}/money/account/", ACCOUNT)
    book(row, fine("f:eva", "eva", 20), fine("f:beat", "beat", 30))
    for person in ("eva", "beat"):
        book(row, billing.issue(store.engine(row), person, date(2027, 1, 25)))
    club = store.engine(row)
    eva, beat = club.ledger.bills.values()
    new = billing.bill(club, eva.key).reference
    assert new[4:] == f"JASSVERE{eva.number:08d}"
    old = reference("ajz08", beat.number)  # as bills of earlier versions were printed
    carla.post(f"/clubs/{row.slug}/money/account/", {**ACCOUNT, "name": "Anders"})  # bills under the old name are still paid
    entries = "".join(
        f'<Ntry><Amt Ccy="CHF">{amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><ValDt><Dt>2027-01-24</Dt></ValDt><AcctSvcrRef>{key}'
        f"</AcctSvcrRef><NtryDtls><TxDtls><RmtInf><Strd><CdtrRefInf><Ref>{ref}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls></NtryDtls></Ntry>"
        for key, amount, ref in (("B1", "20.00", new), ("B2", "30.00", old))
    )
    head = '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>'
    account = f"<Acct><Id><IBAN>{IBAN}</IBAN></Id></Acct>"
    file = io.BytesIO(f"{head}{account}{entries}</Stmt></BkToCstmrStmt></Document>".encode())
    file.name = "camt.xml"
    assert "2 gebucht, 0 schon bekannt, 0 ohne Zuordnung" in said(
        carla.post(f"/clubs/{row.slug}/money/bank/", {"file": file}, follow=True)
    )
    row.refresh_from_db()
    assert store.engine(row).ledger.balance("1020 Bank") == 50


def test_a_member_reaches_the_own_bill_and_no_other(row: Club) -> None:
    carla, kim = enter_as(row, "carla"), enter_as(row, "kim")
    carla.post(f"/clubs/{row.slug}/money/account/", ACCOUNT)
    book(row, fine("f:eva", "eva", 20), fine("f:kim", "kim", 30))
    for person in ("eva", "kim"):
        book(row, billing.issue(store.engine(row), person, date(2027, 1, 25)))
    eva, own = (bill.number for bill in store.engine(row).ledger.bills.values())
    address = f"/clubs/{row.slug}/me/bill/{{}}.pdf"
    assert address.format(own) in said(kim.get(f"/clubs/{row.slug}/me/"))
    assert "JASS VERE" in paper(kim.get(address.format(own)))
    assert kim.get(address.format(eva)).status_code == 404
    book(row, cash("p:kim", "kim", 30, "f:kim"))
    assert "/me/bill/" not in said(kim.get(f"/clubs/{row.slug}/me/"))  # nothing is left to pay


def test_what_was_put_aside_is_listed_and_can_be_taken_up_again(row: Club) -> None:
    entry = {
        "id": "E1", "amount": "30.00", "currency": "CHF", "value": "2027-01-20", "reference": "", "payer": "Rosa", "text": "",
        "reason": "no-reference",
    }  # fmt: skip
    BankImport.objects.create(club=row, by="carla", name="x", digest="d", unmatched=[entry])
    carla, address = enter_as(row, "carla"), f"/clubs/{row.slug}/money/bank/assign/"
    carla.post(address, {"id": "E1", "do": "dismiss", "reason": "Trinkgeld"})
    page = said(carla.get(f"/clubs/{row.slug}/money/bank/"))
    assert "Beiseitegelegt: 1" in page
    assert "Trinkgeld" in page
    carla.post(address, {"id": "E1", "do": "again"})
    assert "Beiseitegelegt" not in said(carla.get(f"/clubs/{row.slug}/money/bank/"))
    carla.post(address, {"id": "E1", "account": "other-income"})
    row.refresh_from_db()
    assert store.engine(row).ledger.balance("1020 Bank") == 30


def test_the_accountant_gets_sentences_and_a_chart(row: Club) -> None:
    book(
        row,
        fine("late:2027-1:eva", "eva", 20),
        fine("f:eva2", "eva", 30),
        cash("p:eva", "eva", 60, "late:2027-1:eva", "f:eva2"),
        ev.Charged(key="f:eva3", sort="other", debtor="eva", amount=Decimal(5), on=date(2027, 1, 22), rule="Karten"),
        ev.Paid(key="c:eva", payer="eva", amount=Decimal(5), on=date(2027, 1, 22), method="credit", charges=("f:eva3",)),
    )
    carla = enter_as(row, "carla")
    head, *lines = carla.get(f"/clubs/{row.slug}/money/accounting.txt").content.decode().splitlines()
    cells = [dict(zip(head.split("\t"), line.split("\t"), strict=True)) for line in lines]
    assert [(cell["AccountDebit"], cell["AccountCredit"], cell["Amount"]) for cell in cells] == [
        ("1100", "3100", "20.00"), ("1100", "3100", "30.00"), ("1000", "1100", "60.00"), ("1100", "3900", "5.00"),
    ]  # fmt: skip
    assert (cells[0]["Date"], cells[2]["Description"]) == ("2027-01-20", "Zahlung, Eva Muster")
    chart = carla.get(f"/clubs/{row.slug}/money/accounts.txt").content.decode().splitlines()
    assert {"1000\tKasse\t1", "2800\tVereinsvermögen\t2", "3100\tBussen\t4", "4000\tBier und Schnaps\t3"} <= set(chart)


def test_a_wrong_opening_balance_is_reversed_and_entered_again(row: Club) -> None:
    carla, address = enter_as(row, "carla"), f"/clubs/{row.slug}/money/opening/"
    for amount in ("1000", "2000"):  # the second one is refused while the first stands
        carla.post(address, {"on": "2027-01-01", "cash": "", "bank": amount, "text": "Eröffnung"})
    row.refresh_from_db()
    assert store.engine(row).ledger.balance("1020 Bank") == 1000
    carla.post(f"/clubs/{row.slug}/money/reverse/", {"key": "opening", "reason": "vertippt"})
    carla.post(address, {"on": "2027-01-01", "cash": "", "bank": "2000", "text": "Eröffnung"})
    row.refresh_from_db()
    assert store.engine(row).ledger.balance("1020 Bank") == 2000


def test_the_trail_tells_of_settings(row: Club) -> None:
    host, carla = host_of(row), enter_as(row, "carla")
    host.post(
        f"/clubs/{row.slug}/settings/", {"name": "Jassverein Zürisee", "book": "ajz08", "since": "2027-02-01", "public": "on"}
    )
    host.post(f"/clubs/{row.slug}/public/names/", {"names": "initials"})
    for _ in range(2):  # the same plan again is no change
        carla.post(f"/clubs/{row.slug}/money/year/2027/budget/", {"startgeld": "2400"})
    trail = said(enter_as(row, "kim").get(f"/clubs/{row.slug}/trail/?only=decisions"))
    for text in (
        "Name des Vereins: Jassverein Zürisee (vorher: Jassclub Musterlingen)", "Öffentliche Seite: ja (vorher: nein)",
        "Namen auf der öffentlichen Seite: Anfangsbuchstaben (vorher: Vorname und Anfangsbuchstabe)",
    ):  # fmt: skip
        assert trail.count(text) == 1, text
    assert trail.count("Budget 2027: 3000 Startgelder 2400.00 (vorher: –)") == 1


def test_the_overview_says_what_is_open_to_those_who_see_the_money_alone(row: Club) -> None:
    book(row, fine("f:eva", "eva", 20), fine("f:beat", "beat", 30))
    assert "Offen sind CHF 50.00 von 2 Personen." in said(enter_as(row, "carla").get(f"/clubs/{row.slug}/"))
    assert "50.00" not in said(enter_as(row, "kim").get(f"/clubs/{row.slug}/"))


@pytest.mark.parametrize(
    ("given", "street", "house"),
    [
        ("Rosenweg 12", "Rosenweg", "12"),
        ("Rosenweg 12a", "Rosenweg", "12a"),
        ("Strasse des 8. Mai 3", "Strasse des 8. Mai", "3"),
        ("Rosenweg", "Rosenweg", ""),
        ("Quartier 2000", "Quartier", "2000"),
        ("12, rue du Lac", "12, rue du Lac", ""),
    ],
)
def test_a_list_parts_street_and_number_as_the_bill_wants_them(given: str, street: str, house: str) -> None:
    (person,) = contacts.read([(1, ("Name", "Adresse", "PLZ")), (2, ("Rosa Frei", given, "8000"))]).people
    assert (person.street, person.house) == (street, house)
