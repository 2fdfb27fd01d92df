"""QR-bills and bank statements: the payload by the guidelines, scanned back from the PDF, and payments matched by reference."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path

import pypdfium2
import pytest
import zxingcpp
from pypdf import PdfReader

from puur.core.errors import Refusal
from puur.papers.bills import BillLine, Letter, bills_pdf
from puur.season import billing, camt
from puur.season import events as ev
from puur.season.dues import settle
from puur.season.qrbill import Bill, Party, check_iban, in_fours, number_of, reference, reference_is_right
from puur.season.state import Club
from puur.words import LANGUAGES, say
from tests.season.support import closed, not_there, opened, season, totals

CREDITOR = Party("Jassclub Musterlingen", "Dorfplatz", "1", "8000", "Zürich")
DEBTOR = Party("Zoë Müller-Lüthi", "Rue de l’Église".replace("’", "'"), "12a", "1700", "Fribourg")
IBAN = "CH9300762011623852957"  # the example IBAN of the ISO 13616 registry
BILL = Bill(CREDITOR, IBAN, DEBTOR, Decimal("337.50"), reference("ajz08", 42), "Rechnung vom 2027-05-01")
ON = date(2018, 3, 31)


def test_the_payload_line_by_line() -> None:
    # Swiss Implementation Guidelines QR-bill 2.3, chapter 4: header, creditor, ultimate creditor (empty), amount, debtor, reference
    assert BILL.payload().split("\n") == [
        "SPC", "0200", "1", "CH9300762011623852957",
        "S", "Jassclub Musterlingen", "Dorfplatz", "1", "8000", "Zürich", "CH",
        "", "", "", "", "", "", "",
        "337.50", "CHF",
        "S", "Zoë Müller-Lüthi", "Rue de l'Église", "12a", "1700", "Fribourg", "CH",
        "SCOR", BILL.reference, "Rechnung vom 2027-05-01", "EPD",
    ]  # fmt: skip
    assert "\nK\n" not in BILL.payload()  # combined addresses are not accepted by banks any more


def test_creditor_references() -> None:
    assert reference_is_right("RF18 5390 0754 7034")  # the example of ISO 11649
    assert not reference_is_right("RF19 5390 0754 7034")
    for number in (1, 97, 12345678):
        made = reference("ajz08", number)
        assert reference_is_right(made)
        assert number_of("ajz08", made) == number
        assert number_of("other", made) is None
    assert number_of("ajz08", "RF18539007547034") is None
    assert in_fours("RF18539007547034") == "RF18 5390 0754 7034"


@pytest.mark.parametrize(
    ("iban", "reason"),
    [
        ("CH9300762011623852958", "iban"),  # wrong check digits
        ("DE89370400440532013000", "iban"),  # only Swiss and Liechtenstein accounts
        ("CH4431999123000889012", "qr-iban"),  # the example QR-IBAN of the guidelines
    ],
)
def test_accounts_that_can_not_carry_the_reference(iban: str, reason: str) -> None:
    with pytest.raises(Refusal) as caught:
        check_iban(iban)
    assert caught.value.reason == reason
    assert check_iban("CH93 0076 2011 6238 5295 7") == IBAN


@pytest.mark.parametrize(
    ("wrong", "reason", "where"),
    [
        ({"debtor": replace(DEBTOR, town="")}, "bill-address", "town"),
        ({"debtor": replace(DEBTOR, name="x" * 71)}, "bill-address", "name"),
        ({"debtor": replace(DEBTOR, name="李明")}, "bill-address", "name"),
        ({"debtor": replace(DEBTOR, name="two\nlines")}, "bill-address", "name"),
        ({"debtor": replace(DEBTOR, country="Schweiz")}, "bill-address", "country"),
        ({"creditor": replace(CREDITOR, postcode="")}, "bill-address", "postcode"),
        ({"amount": Decimal(0)}, "amount", None),
        ({"amount": Decimal("0.005")}, "amount", None),
        ({"reference": "RF00AJZ0800000042"}, "bill-reference", None),
        ({"message": "x" * 141}, "bill-message", None),
    ],
)
def test_what_a_bank_would_refuse_is_refused(wrong: dict[str, object], reason: str, where: str | None) -> None:
    with pytest.raises(Refusal) as refused:
        replace(BILL, **wrong).payload()
    assert (refused.value.reason, refused.value.facts.get("field")) == (reason, where)


def scanned(pdf: bytes) -> list[bytes]:
    """Every QR code on the first page, as bytes."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        assert len(document) == 1
        bitmap = document[0].render(scale=6, grayscale=True)
        data, wide = bytes(bitmap.buffer), bitmap.stride
        rows = b"".join(data[line * wide : line * wide + bitmap.width] for line in range(bitmap.height))
        picture = memoryview(rows).cast("B", (bitmap.height, bitmap.width))
        return [code.bytes for code in zxingcpp.read_barcodes(picture)]
    finally:
        document.close()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_printed_code_scans_back_byte_by_byte(lang: str) -> None:
    labels = [say(f"club.bill.{name}", lang) for name in ("receipt", "payment", "rule")]
    fine = BillLine("17.04.2027", "Busse, Jasstag 3/2027", "AJZ-1.3-08", "150.00")
    lines = [fine, BillLine("30.04.2027", "Zuschlag", "AJZ-1.3-19", "187.50")]
    pdf = bills_pdf([Letter(BILL, "Rechnung", "01.05.2027", lines)], lang)
    assert scanned(pdf) == [BILL.payload().encode()]
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded()
    for word in (*labels, in_fours(IBAN), in_fours(BILL.reference), "337.50", "1.3"):
        assert word in text


def test_a_bill_without_any_provision_has_no_empty_column_for_them() -> None:
    """A yearly fee cites nothing."""
    lines = [BillLine("01.05.2027", "Jahresbeitrag 2027", "", "337.50")]
    pdf = bills_pdf([Letter(BILL, "Rechnung", "01.05.2027", lines)])
    text = pypdfium2.PdfDocument(pdf)[0].get_textpage().get_text_bounded()
    assert "Jahresbeitrag 2027" in text
    assert say("club.bill.rule", "de") not in text
    assert scanned(pdf) == [BILL.payload().encode()]


def test_the_longest_bill_still_scans() -> None:
    party = Party("N" * 70, "S" * 70, "H" * 16, "P" * 16, "T" * 35)
    bill = replace(BILL, creditor=party, debtor=party, message="ü" * 140, amount=Decimal("999999999.99"))
    assert scanned(bills_pdf([Letter(bill, "x", "x", [])])) == [bill.payload().encode()]


def owing() -> Club:
    """A closed day; a2 came 40 minutes late: 100 francs and the Startgeld are booked."""
    found = season()
    found.submit(ev.CreditorSet(name="Jassclub", iban=IBAN, street="Dorfplatz", house="1", postcode="8000", town="Zürich"))
    key = opened(found, 3)
    found.submit(ev.Arrived(day=key, person="a2", at=found.day(key).besammlung.replace(minute=40)))
    for series in "ABCD":
        people = [one.person for one in found.participants(found.day(key), series)]
        totals(found, key, series, dict(zip(people, (5200, 5100, 4900, 4800), strict=True)))
    closed(found, key)
    settle(found, ON)
    return found


def test_a_bill_takes_reference_amount_and_address_from_the_books() -> None:
    found = owing()
    event = billing.issue(found, "a2", ON)
    found.submit(event)
    made = billing.bill(found, event.key)
    assert (made.amount, made.debtor.name, made.debtor.town) == (120, "A2", "Zürich")
    assert number_of("Jassclub", made.reference) == found.ledger.bills[event.key].number  # the name of the account
    single = billing.bill(found, "late:2018-3:a2")
    assert (single.amount, number_of("Jassclub", single.reference)) == (100, found.ledger.charges["late:2018-3:a2"].number)
    found.submit(ev.PersonAdded(person="a2", name="A2"))  # without an address no bill
    with not_there(found, "bill-address"):
        billing.bill(found, event.key)
    with not_there(found, "no-person"):
        found.submit(ev.BillIssued(key="b", person="nobody", charges=(), amount=Decimal(1), on=ON))


ENTRY = """<Ntry><Amt Ccy="{ccy}">{amount}</Amt><CdtDbtInd>{sign}</CdtDbtInd>{reversal}<Sts>{status}</Sts>
<BookgDt><Dt>{on}</Dt></BookgDt><ValDt><Dt>{on}</Dt></ValDt><AcctSvcrRef>{id}</AcctSvcrRef><NtryDtls>{details}</NtryDtls></Ntry>"""
DETAIL = """<TxDtls><Refs><AcctSvcrRef>{id}</AcctSvcrRef></Refs><Amt Ccy="{ccy}">{amount}</Amt><CdtDbtInd>{sign}</CdtDbtInd>
<RltdPties><Dbtr><Nm>Z. Zahler</Nm></Dbtr></RltdPties>
<RmtInf><Strd><CdtrRefInf><Ref>{ref}</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>"""


def entry(id: str, amount: str, ref: str = "", **more: str) -> str:
    facts = {"ccy": "CHF", "sign": "CRDT", "status": "BOOK", "on": "2018-04-03", "reversal": ""} | more
    detail = DETAIL.format(id=id, amount=amount, ref=ref, ccy=facts["ccy"], sign=facts["sign"]) if ref else ""
    return ENTRY.format(id=id, amount=amount, details=detail, **facts)


def document(*entries: str, kind: str = "053", iban: str = IBAN) -> bytes:
    outer, inner = ("BkToCstmrStmt", "Stmt") if kind == "053" else ("BkToCstmrDbtCdtNtfctn", "Ntfctn")
    head = f'<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.{kind}.001.04">'
    account = f"<Acct><Id><IBAN>{iban}</IBAN></Id></Acct>"
    return f"<?xml version='1.0'?>{head}<{outer}><{inner}>{account}{''.join(entries)}</{inner}></{outer}></Document>".encode()


def test_payments_are_matched_by_reference_and_never_booked_twice() -> None:
    found = owing()
    event = billing.issue(found, "a2", ON)
    found.submit(event)
    ref = billing.bill(found, event.key).reference
    statement = document(entry("T1", "120.00", in_fours(ref)), entry("T2", "55.00"))
    got = billing.match(found, camt.read(statement, IBAN))
    assert [(one.payer, one.amount, one.on, one.method) for one in got.payments] == [("a2", 120, date(2018, 4, 3), "bank")]
    for payment in got.payments:
        found.submit(payment)
    assert found.ledger.charges["late:2018-3:a2"].open == 0
    again = billing.match(found, camt.read(statement, IBAN))
    assert (again.payments, len(again.known)) == ((), 1)
    notice = billing.match(found, camt.read(document(entry("T1", "120.00", ref), kind="054"), IBAN))
    assert notice.payments == ()  # the same movement in another kind of file


def test_a_single_charge_is_paid_by_its_own_reference_with_its_surcharges() -> None:
    found = owing()
    settle(found, date(2018, 4, 11))
    ref = billing.bill(found, "late:2018-3:a2").reference
    for payment in billing.match(found, camt.read(document(entry("T9", "150.00", ref, on="2018-04-12")))).payments:
        found.submit(payment)
    assert [one.open for one in found.ledger.charges.values() if one.key.startswith("late:2018-3:a2")] == [0, 0]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (entry("T1", "10.00"), "no-reference"),
        (entry("T1", "10.00", "RF18539007547034"), "unknown-reference"),
        (entry("T1", "10.00", "RF18539007547034", sign="DBIT"), "debit"),
        (entry("T1", "10.00", "RF18539007547034", ccy="EUR"), "currency"),
        (entry("T1", "10.00", "RF18539007547034", status="PDNG"), "pending"),
        (entry("T1", "10.00", "RF18539007547034", reversal="<RvslInd>true</RvslInd>"), "reversal"),
    ],
)
def test_what_can_not_be_matched_is_listed(line: str, reason: str) -> None:
    got = billing.match(owing(), camt.read(document(line)))
    assert (got.payments, [one.reason for one in got.unmatched]) == ((), [reason])


def test_a_batch_has_one_line_for_each_payment() -> None:
    details = DETAIL.format(id="X1", amount="20.00", ref="RF18539007547034", ccy="CHF", sign="CRDT") + DETAIL.format(
        id="", amount="30.00", ref="", ccy="CHF", sign="CRDT"
    )
    facts = {"ccy": "CHF", "sign": "CRDT", "status": "BOOK", "on": "2018-04-03", "reversal": ""}
    found = camt.read(document(ENTRY.format(id="B", amount="50.00", details=details, **facts)))
    assert [(one.id, one.amount, one.payer) for one in found] == [("X1", 20, "Z. Zahler"), ("B/2", 30, "Z. Zahler")]


BOMB = b"""<?xml version="1.0"?><!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><Document>&b;</Document>"""


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (BOMB, "bank-hostile"),
        (b'<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><Document>&x;</Document>', "bank-hostile"),
        (b'<!DOCTYPE d SYSTEM "http://example.org/x.dtd"><Document/>', "bank-hostile"),
        (b"<Document>", "bank-xml"),
        (b"", "bank-xml"),
        (b"\xff\xfe\x00", "bank-xml"),
        (b"<Document/>", "bank-kind"),
        (b"<html><Stmt/></html>", "bank-kind"),
        (document(entry("T", "-5")), "bank-value"),
        (document(entry("T", "NaN")), "bank-value"),
        (document(entry("T", "5", on="yesterday")), "bank-value"),
        (document(entry("T", "5"), iban="CH5604835012345678009"), "bank-account"),
        (b" " * (camt.BIGGEST + 1), "bank-size"),
    ],
)
def test_hostile_and_foreign_files_are_refused(data: bytes, reason: str) -> None:
    with pytest.raises(Refusal) as caught:
        camt.read(data, IBAN)
    assert caught.value.reason == reason


def test_a_bill_is_set_in_an_allowed_typeface_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Style Guide QR-bill: Arial, Frutiger, Helvetica or Liberation Sans, nothing else."""
    letter = Letter(BILL, "Rechnung", "1.5.2027", [BillLine("1.5.2027", "Startgeld", "", "337.50")])
    pages = PdfReader(io.BytesIO(bills_pdf([letter], "de"))).pages
    faces = {str(font.get_object()["/BaseFont"]) for page in pages for font in page["/Resources"]["/Font"].values()}  # type: ignore[index]
    assert faces
    assert all(re.search("LiberationSans|Arial|Helvetica|Frutiger", face) for face in faces), faces
    monkeypatch.setenv("PUUR_FONTS", str(tmp_path))  # a machine that has none
    with pytest.raises(Refusal) as refusal:
        bills_pdf([letter], "de")
    assert refusal.value.reason == "bill-font"


def test_a_statement_has_as_many_movements_as_fit_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three movements, of which one has two payments, are four."""
    monkeypatch.setattr(camt, "MOST_ENTRIES", 4)
    details = "".join(DETAIL.format(id=id, amount="25.00", ref="RF1", ccy="CHF", sign="CRDT") for id in "CD")
    batch = ENTRY.format(
        id="B", amount="50.00", details=details, ccy="CHF", sign="CRDT", status="BOOK", on="2018-04-03", reversal=""
    )
    assert len(camt.read(document(entry("T1", "1.00"), entry("T2", "1.00"), batch))) == 4
    for more in ((entry("T3", "1.00"), batch), (batch, batch)):
        with pytest.raises(Refusal, match="bank-entries"):
            camt.read(document(entry("T1", "1.00"), entry("T2", "1.00"), *more))
