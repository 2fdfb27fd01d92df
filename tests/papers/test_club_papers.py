"""Papers of a club: the rule book holds every provision, the report the figures worked out by hand, each bill its own code."""

from __future__ import annotations

import io
import re
import tomllib
from datetime import date
from pathlib import Path

import pypdfium2
import pytest
import zxingcpp
from pypdf import PdfReader

from puur.papers import Document, Head, render
from puur.papers.bills import bills_pdf, letter
from puur.papers.club import report, statements
from puur.papers.rulebook import changes, rule_book
from puur.papers.words import club_labels, club_words
from puur.reglement.catalogue import provision, provisions, text
from puur.reglement.statutes import Statutes, text_of
from puur.season import Club, billing, load, load_text
from puur.season.dues import settle
from puur.season.events import CreditorSet
from puur.season.exchange import read
from puur.words import LANGUAGES

DATA = Path(__file__).parents[1] / "season" / "data"
BY_HAND = tomllib.loads((DATA / "musterjahr.toml").read_text(encoding="utf-8"))
OWN = """
key = "unser-club"
title = "Unser Club"
extends = "ajz08"
[days]
number = { value = 6, rule = "Statuten Art. 12" }
[movement]
movers = [2]
"""


@pytest.fixture(scope="module")
def club() -> Club:
    return Club(load("ajz08"), read((DATA / "musterjahr.jsonl").read_text(encoding="utf-8")).events)


def words(document: Document, lang: str = "de") -> str:
    pages = PdfReader(io.BytesIO(render(document, Head("Club"), lang=lang))).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


@pytest.mark.parametrize("lang", ["de", "it"])
@pytest.mark.rule("AJZ-5-03")
def test_ajz_5_03_the_printed_rule_book_holds_every_provision(lang: str) -> None:
    found = rule_book(load("ajz08"), "Unser Club", date(2027, 1, 1), lang)
    rows = [row for part in found.data["parts"] for section in part["sections"] for row in section["rows"]]
    assert [row["text"] for row in rows] == [text(one, lang)[0] for one in provisions("ajz08")]
    printed = words(found, lang)
    missing = [one.id for one in provisions("ajz08") if one.id.removeprefix("AJZ-") not in printed]
    assert missing == []
    assert found.data["changed"] == []
    assert found.data["translated"] is True


def test_what_a_club_changed_stands_at_the_provision_it_replaces() -> None:
    own = load_text(OWN, "own.toml")
    here = changes(own, club_words("de"))
    # AJZ-3.3-04: eight Jasstage; AJZ-4.2-01 and AJZ-4.2-02: one goes up, one goes down
    assert here == {
        "AJZ-3.3-04": "Hier gilt: 6 Jasstage im Jahr (Statuten Art. 12)",
        "AJZ-4.2-01": "Hier gilt, je Grenze von oben: 2",
        "AJZ-4.2-02": "Hier gilt, je Grenze von oben: 2",
    }
    assert "Hier gilt: 6 Jasstage im Jahr (Statuten Art. 12)" in words(rule_book(own, "Unser Club", date(2027, 1, 1), "de"))


def test_every_difference_of_a_small_club_says_what_it_counts() -> None:
    """Eight people at two tables of four, four Jasstage; AJZ 08 has twelve in four series with a guest each, and eight Jasstage."""
    own = load_text(text_of(Statutes(title="Zwerg", people=8, series=2, days=4), "own-zwerg"), "Zwerg")
    here = changes(own, club_words("de"))
    assert "Hier gilt: 8 Mitglieder" in here["AJZ-4.1-04"]
    assert "Mitglieder je Serie 4, 4" in here["AJZ-4.1-04"]  # three and a guest in AJZ 08: three fields change this provision
    assert "Gastjasser je Serie 0, 0" in here["AJZ-4.1-04"]
    assert "4 Jasstage im Jahr" in here["AJZ-3.3-04"]
    assert here["AJZ-1.3-04"] == "Hier gilt: CHF 5 (Statuten)"
    assert here["AJZ-1.3-05"] == "Hier gilt: CHF 10 (Statuten)"  # the second of 5, 10, 20, 30, 40
    assert "30 Tage" in here["AJZ-1.3-18"]
    assert "0 %" in here["AJZ-1.3-19"]
    bare = {rule for rule, said in here.items() if re.match(r"Hier gilt: [\d, –]+( \(|$)", said)}
    assert {provision(rule).article for rule in bare} <= {"1.1", "3.2"}  # a time, a coefficient


def test_the_rule_book_of_sixty_people_reads_in_columns() -> None:
    """Fifteen tables of four in five series: no column is so narrow that it takes a line for each syllable."""
    own = load_text(text_of(Statutes(title="Gross", people=60, series=5, days=6), "own-gross"), "Gross")
    document = rule_book(own, "Gross", date(2027, 1, 1), "de")
    glance = {row[0]: row[1] for row in document.data["glance"][0]["rows"]}
    assert glance["Serien (Mitglieder + Gäste)"].replace("\u00a0", " ") == "A1–E3 4"
    assert glance["Koeffizienten"].replace("\u00a0", " ") == "A1–A3 1.04 · B1–B3 1.03 · C1–C3 1.02 · D1–D3 1.01 · E1–E3 1"
    first = PdfReader(io.BytesIO(render(document, Head("Gross"), lang="de"))).pages[0].extract_text()
    lines = [line for line in first.splitlines() if line.strip()]
    assert sum(len(line.strip()) < 6 for line in lines) < len(lines) / 3
    assert "1.3-19" in first  # what is different here does not fill pages


def test_a_club_with_another_game_prints_that_game() -> None:
    own = load_text(OWN.replace('extends = "ajz08"', 'extends = "ajz08"\ngame = "jassregeln"'), "own.toml")
    parts = {part["number"]: part for part in rule_book(own, "Unser Club", date(2027, 1, 1), "de").data["parts"]}
    rows = [row["id"] for section in parts["2"]["sections"] for row in section["rows"]]
    assert rows == [one.id for one in provisions("jassregeln")]


def test_the_report_has_the_figures_that_were_worked_out_by_hand(club: Club) -> None:
    found = report(club, 2027, "Unser Club", date(2028, 1, 15), "de")
    totals = {row["name"]: int(row["points"]) for row in found.data["standings"]}
    names = {key: person.name for key, person in club.roster.people.items()}
    assert totals == {names[member]: points for member, points in BY_HAND["total"].items()}
    assert found.data["balanced"]
    assert found.data["sums"] == ["0.00", "0.00", "0.00"]  # every booking has two equal sides
    assert "Gabi Muster" in words(found)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_papers_have_words_in_every_language(club: Club, lang: str) -> None:
    printed = words(report(club, 2027, "Unser Club", date(2028, 1, 15), lang), lang)
    printed += words(statements(club, ["eva"], date(2027, 2, 25), "Unser Club", lang), lang)
    assert club_labels(lang)["standings"] in printed
    assert club_labels(lang)["statement"] in printed
    assert not re.search(r"\{\w+\}|reason\.|chapter\.", printed)


def test_several_bills_in_one_file_each_with_its_own_code(club: Club) -> None:
    own = Club(club.book, club.events)
    if own.creditor is None:
        own.submit(CreditorSet(name="Club", iban="CH9300762011623852957", postcode="8000", town="Zürich"))
    settle(own, date(2027, 2, 25))
    letters = []
    for person in ("eva", "beat"):
        event = billing.issue(own, person, date(2027, 2, 25))
        own.submit(event)
        letters.append(letter(own, event.key, "de"))
    document = pypdfium2.PdfDocument(bills_pdf(letters))
    scanned = []
    for page in document:
        bitmap = page.render(scale=6, grayscale=True)
        data, wide = bytes(bitmap.buffer), bitmap.stride
        rows = b"".join(data[line * wide : line * wide + bitmap.width] for line in range(bitmap.height))
        scanned += [
            code.bytes.decode() for code in zxingcpp.read_barcodes(memoryview(rows).cast("B", (bitmap.height, bitmap.width)))
        ]
    document.close()
    assert scanned == [one.bill.payload() for one in letters]
