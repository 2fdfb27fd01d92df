"""The sheets: pages and words of the PDF, for every kind, language and paper; names with umlauts and very long ones."""

from __future__ import annotations

import io

import pypdfium2
import pytest
from pypdf import PdfReader

from puur.core.form import lines_of
from puur.core.striche import Striche
from puur.evening.draw import plan
from puur.evening.events import Remarked
from puur.evening.files import Entrant
from puur.evening.ranking import Unranked
from puur.evening.sheets import sheet
from puur.papers import Document, Head, Paper, render, sheets
from puur.papers.evening import Occasion, compose
from puur.papers.kinds import Kind
from puur.papers.ranking import RankingTable, RankRow, Round
from puur.papers.words import EVENING, evening_labels
from puur.reglement import load
from puur.words import LANGUAGES, texts
from tests.evening.evenings import opened, result_entered, start, submit
from tests.evening.support import seated

EVENT = Head("Jasskönig", "24. Oktober 2026", "Mehrzweckhalle Dörfli")
LONG = "Marie-Thérèse Aeschlimann-von Grünigen-Dell’Acqua zu Oberwiesenthal"
PEOPLE = [
    Entrant(str(n), name, "JC Züri") for n, name in enumerate(["Jürg Müller", "Éloïse Ötztal", LONG, "Urs Meier"] * 4, start=1)
]
ROUNDS = plan("s", [one.id for one in PEOPLE], 3)


def labels(lang: str = "de") -> dict[str, str]:
    return evening_labels(lang)


def ranked(table: RankingTable) -> Document:
    """The ranking on paper."""
    made = compose(Occasion(EVENT, ranking=table), Kind.RANKING, "de")
    assert made is not None
    return made


def read(document: Document, paper: Paper = Paper.A4, lang: str = "de") -> list[str]:
    """The text of every page."""
    pages = PdfReader(io.BytesIO(render(document, EVENT, paper, lang))).pages
    return [" ".join(page.extract_text().split()) for page in pages]


def picture(pdf: bytes, page: int) -> bytes:
    """A page as it looks."""
    with pypdfium2.PdfDocument(pdf) as document:
        return bytes(document[page].render(scale=1).buffer)


def test_every_label_has_a_text_and_none_is_left_over() -> None:
    assert {key.removeprefix("print.label.") for key in texts() if key.startswith("print.label.")} == set(EVENING)


def test_standblatt_says_where_everybody_sits() -> None:
    pages = read(sheets.standblatt(load("nws2020"), PEOPLE, ROUNDS, 3, labels()))
    assert len(pages) == 8  # two on an A4 page
    first = ROUNDS[0].seat_of("1")
    assert first is not None
    assert "Jürg Müller" in pages[0]
    assert f"1 {first[0].number} {'ABCD'[first[1]]}" in pages[0]
    assert "Ohne Visum und ohne Abgabe zählt das Standblatt nicht." in pages[0]
    assert len(read(sheets.standblatt(load("nws2020"), PEOPLE, ROUNDS, 3, labels()), Paper.A5)) == 16


def test_wertetabelle_shows_the_striche_the_visum_and_the_remark() -> None:
    evening = opened("ub2024", ["a", "b", "c", "d"])
    start(evening, seated(1, "a b c d"))
    submit(evening, result_entered(1, 1, striche=(Striche(1, 1, 2, 0), Striche())), Remarked("a", "UB-Jasskönig*in"))
    people = [Entrant("a", "Anna", email="a@example.org")]
    document = sheets.standblatt(evening.book, people, evening.rounds, 3, labels(), {"a": sheet(evening, "a")}, evening.remarks)
    (page,) = read(document)
    for word in ("Wertetabelle", "Match Bergpreis Sieg Schneider Total Visum Spielleiter", "1 1A 1 1 2 0 4", "Tagestotal"):
        assert word in page
    assert "UB-Jasskönig*in" in page
    assert "a@example.org" in page


def test_a_blank_wertetabelle_has_lines_for_place_and_date() -> None:
    blank = sheets.blank_standblatt(load("ub2024"), 1, 3, labels())
    pages = PdfReader(io.BytesIO(render(blank, Head("UB Jassturnier")))).pages
    text = " ".join(pages[0].extract_text().split())
    assert "Name E-Mail Spielort Datum" in text
    assert "Spielort" not in read(blank)[0]


@pytest.mark.parametrize(
    ("book", "words"),
    [
        ("nws2020", ["Spiel Trumpf A + C B + D Kontrolle", "12 157", "1884", "zusammen 157 Punkte, alle zusammen 1884."]),
        ("tam2014-cp", ["Variante Faktor", "Obenabe × 5", "Joker × 10", "1760"]),
        ("ub2024", ["Partie", "Match Bergpreis Sieg Schneider Total", "Ziel 2000 Punkte, Bergpreis und Schneider bei 1000"]),
    ],
)
@pytest.mark.parametrize("paper", Paper)
def test_jasszettel_of_each_form_is_one_page_per_table(book: str, words: list[str], paper: Paper) -> None:
    names = {key: texts()[f"rules.mode.{key}"]["de"] for key in (line.name for line in lines_of(load(book)))}
    pages = read(sheets.jasszettel(load(book), PEOPLE, ROUNDS[:2], labels(), names), paper)
    assert len(pages) == 8
    for word in words:
        assert word in pages[0]
    four = [PEOPLE[int(seat.player or 0) - 1].name.split()[0] for seat in ROUNDS[0].tables[0].seats]
    assert all(name in pages[0] for name in four)


@pytest.mark.rule("NWS-2-01", "UB-SLATE-04")
def test_nws_2_01_ub_slate_04_the_jasszettel_names_the_one_who_writes() -> None:
    """NWS: «Die 4 Jasser bestimmen am Tisch einen Schreiber»; UB: «Jedes Team bestimmt einen Schreiber»: nobody is named."""
    first = ROUNDS[0].tables[0]
    for key, writers, written in (("nws2020", {}, 3), ("nws2020", {(1, first.number): 2}, 2), ("ub2024", {}, None)):
        page = read(sheets.jasszettel(load(key), PEOPLE, ROUNDS[:1], labels(), writers=writers))[0]
        own = [f"{'' if written is None else first.seats[written].player}) (schreibt)" in page, page.count("(schreibt)")]
        assert own == ([False, 0] if written is None else [True, 1])  # with the starting number that tells namesakes apart
    assert "(schreibt)" in " ".join(read(sheets.round_lists(load("nws2020"), PEOPLE, ROUNDS, labels())))
    assert "(schreibt)" not in " ".join(read(sheets.round_lists(load("ub2024"), PEOPLE, ROUNDS, labels())))


def test_a_bonus_for_the_match_stands_on_the_jasszettel() -> None:
    from tests.support import book

    page = read(sheets.blank_jasszettel(book("nws2020", scoring__match_bonus=100), 1, labels()))[0]
    assert "(mit jedem Match 100 mehr)" in page


def test_cards_lists_ranking_and_diplomas() -> None:
    assert len(read(sheets.table_cards(range(1, 6)))) == 5
    assert read(sheets.table_cards([12]), Paper.A5)[0].count("12") == 2
    (where,) = read(sheets.where_list(PEOPLE[:4], ROUNDS, labels()))
    # By last names, as people look themselves up: Meier, Müller, Ötztal, zu Oberwiesenthal.
    assert where.index("Meier Urs") < where.index("Müller Jürg") < where.index("Ötztal Éloïse") < where.index("zu Oberwiesenthal")
    pages = read(sheets.round_lists(load("nws2020"), PEOPLE, ROUNDS, labels()))
    assert [" ".join(page.split()[:2]) for page in pages] == ["Passe 1", "Passe 2", "Passe 3"]
    first = RankRow(("1",), LONG, 1, 2906, (Round(1000), Round(1906)), 0, cells=("1000", "1906"))
    rounds = (Round(10), Round(None))
    last = RankRow(("2",), "Urs", None, 10, rounds, 0, None, Unranked.UNSIGNED, "ohne Visum", "NWS-7-11", cells=("10", ""))
    (ranking,) = read(ranked(RankingTable(("P1", "P2"), (first,), (last,))))
    assert "1. " in ranking
    assert "ohne Visum [NWS-7-11]" in ranking
    (diploma,) = read(sheets.diplomas(load("nws2020"), [first, last], labels()))
    assert "1. Rang 2906 Punkte" in diploma


def test_two_hundred_names_fill_as_many_pages_as_they_need() -> None:
    people = [Entrant(str(n), f"Person Nummer {n:03}") for n in range(1, 201)]
    rounds = plan("s", [one.id for one in people], 4)
    pages = read(sheets.where_list(people, rounds, labels()))
    assert 5 <= len(pages) <= 8  # in type of 20 points a page holds 30 to 40 lines
    text = " ".join(pages)
    assert all(one.name in text for one in people)
    assert all(
        table in " ".join(read(sheets.round_lists(None, people, rounds[:1], labels()))) for table in ("1 Person", "50 Person")
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("paper", Paper)
def test_every_sheet_in_every_language(lang: str, paper: Paper) -> None:
    own = labels(lang)
    book = load("nws2020")
    documents = [
        sheets.standblatt(book, PEOPLE, ROUNDS, 3, own),
        sheets.blank_standblatt(load("ub2024"), 2, 3, own),
        sheets.blank_jasszettel(book, 1, own),
        sheets.where_list(PEOPLE, ROUNDS, own),
        ranked(RankingTable((), (RankRow(("1",), "A", 1, 1, (), 0),))),
        sheets.movement_card(7, 4, own),
    ]
    titles = ("standblatt", "wertetabelle", "jasszettel", "seating", "ranking", "movement")
    for document, title in zip(documents, titles, strict=True):
        pages = read(document, paper, lang)
        assert own[title] in pages[0]
        assert "{" not in " ".join(pages)
    assert len(read(documents[2], paper, lang)) == 1


def test_the_movement_card_is_the_movement() -> None:
    (page,) = read(sheets.movement_card(5, 3, labels()))
    assert "1 A1 B1 C1 D1 A1 B5 C4 D3 A1 B4 C2 D5" in page  # Rule: A stays, B comes from one table before, C two, D three
    assert "5 Passen lang trifft sich niemand zweimal" in page


def pixels(document: Document) -> list[bytes]:
    """What the pages look like."""
    return [bytes(page.render().buffer) for page in pypdfium2.PdfDocument(render(document, EVENT, labels(), Paper.A5))]


def test_a_code_is_printed_as_a_picture() -> None:
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><rect width="10" height="10"/></svg>'
    with_code = sheets.jasszettel(load("nws2020"), PEOPLE, ROUNDS[:1], labels(), codes={(1, 1): svg})
    plain = sheets.jasszettel(load("nws2020"), PEOPLE, ROUNDS[:1], labels())
    assert read(with_code)[0].split()[:2] == read(plain)[0].split()[:2]
    one, two = (render(document, EVENT, Paper.A5) for document in (with_code, plain))
    assert picture(one, 0) != picture(two, 0)
    assert picture(one, 1) == picture(two, 1)


def test_text_from_people_is_text_and_never_markup() -> None:
    name = "#panic() *Eva* $x$ \\ “Jass” <Eva>"
    (page,) = read(ranked(RankingTable((), (RankRow(("1",), name, 1, 1, (), 0),))))
    assert "#panic() *Eva* $x$ \\" in page
