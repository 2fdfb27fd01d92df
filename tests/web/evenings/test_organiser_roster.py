"""Lists of players as people bring them: Excel's encodings, workbooks, broken lines, doubles, nonsense. Nothing is lost."""

from __future__ import annotations

import io
import zipfile

import pytest
from openpyxl import Workbook

from puur.core.errors import Refusal
from puur.web.evenings import listed
from puur.web.evenings.models import RosterUpload
from tests.web.evenings.organiser_help import Organiser

pytestmark = pytest.mark.usefixtures("database")
LIST = "Nr;Name;Verein\r\n1;Müller Ännchen;Jassclub Zürich\r\n2;Größli José;\r\n"


@pytest.fixture
def desk() -> Organiser:
    found = Organiser()
    found.create()
    return found


def bring(desk: Organiser, data: bytes, name: str = "liste.csv") -> str:
    """Upload a list; the refusal, or nothing."""
    file = io.BytesIO(data)
    file.name = name
    return desk.post("players/list/", file=file)


def workbook(*rows: tuple[object, ...]) -> bytes:
    book = Workbook()
    sheet = book.active
    assert sheet is not None
    for row in rows:
        sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("data", "encoding"),
    [
        (LIST.encode(), "UTF-8"),
        (LIST.encode("utf-8-sig"), "UTF-8"),  # Excel: CSV UTF-8
        (LIST.encode("cp1252"), "Windows-1252"),  # Excel: CSV
        (LIST.replace(";", "\t").encode("utf-16"), "UTF-16"),  # Excel: Unicode text
        (("sep=;\r\n" + LIST).encode("cp1252"), "Windows-1252"),
        (workbook(("Nr", "Name", "Verein"), (1.0, "Müller Ännchen", "Jassclub Zürich"), (2, "Größli José", None)), "Excel"),
    ],
)
def test_what_excel_writes_is_read(desk: Organiser, data: bytes, encoding: str) -> None:
    assert not bring(desk, data)
    page = desk.get("players/list/")
    assert f"Gelesen als {encoding}" in page
    assert "2 Personen übernehmen" in page
    assert not desk.engine().players  # nothing before the organiser agrees
    assert not desk.post("players/list/", do="import")
    assert {one.id: (one.name, one.club) for one in desk.engine().players.values()} == {
        "1": ("Müller Ännchen", "Jassclub Zürich"),
        "2": ("Größli José", ""),
    }
    assert not RosterUpload.objects.filter(evening__code=desk.code).exists()


def test_broken_lines_and_doubles_are_named_and_the_rest_is_taken(desk: Organiser) -> None:
    assert not desk.post("players/", name="Anna Meier", number="1")
    text = (
        "Nr,Name,Fester Tisch\n"
        "1,Anna Meier,\n"  # is on the list
        "2,Beat Kunz,3\n"
        "2,Carla Moser,\n"  # number twice
        "3,,\n"  # no name
        "4,Dora Frei,links\n"  # no table
        "5,beat  KUNZ,\n"  # same name: a second person
        "1,Emil Graf,\n"  # the number is on line 2 already
        f"7,{'x' * 90},\n"
    )
    assert not bring(desk, text.encode())
    page = desk.get("players/list/")
    for word in (
        "Zeile 4",
        "Zeile 5",
        "Zeile 6",
        "Zeile 8",
        "Zeile 9",
        "Der Name fehlt",
        "ist keine Tischnummer",
        "gleicher Name wie Zeile 3: zwei Personen",
    ):
        assert word in page, word
    assert "2 Personen übernehmen" in page
    assert not desk.post("players/list/", do="import")
    assert sorted(desk.engine().players) == ["1", "2", "5"]
    assert desk.engine().fixed == {"2": 3}
    assert not bring(desk, text.encode())  # the same list again: everybody is there
    assert "0 Personen übernehmen" not in desk.get("players/list/")
    assert [one.name for one in desk.engine().players.values()] == ["Anna Meier", "Beat Kunz", "beat KUNZ"]


def test_namesakes_are_kept_and_a_name_that_is_there_is_asked_about(desk: Organiser) -> None:
    assert not desk.post("players/list/", pasted="Hans Meier\nHans Meier\nRosa Frei\n")
    assert "3 Personen übernehmen" in desk.get("players/list/")
    assert not desk.post("players/list/", do="import")
    assert not desk.post("players/list/", pasted="Hans Meier\nHans Meier\nHans Meier\nRosa Frei\n")
    page = desk.get("players/list/")
    assert "1 Person übernehmen" in page  # the third Hans Meier; the others are on the list
    assert "Denselben Namen hat Nummer 3" in page
    assert page.count('name="another"') == 3  # each of them is asked about, for itself
    assert not desk.post("players/list/", do="import", another="2")
    assert sorted(one.name for one in desk.engine().players.values()) == ["Hans Meier"] * 4 + ["Rosa Frei"]


def test_a_name_the_other_way_round_is_the_same_name_and_a_sum_is_nobody(desk: Organiser) -> None:
    """By hand: two are on the list, one of them is written surname first; “Total 3” below is no third person."""
    assert not desk.post("players/list/", pasted="Rosa Ammann\nHans Meier\n")
    assert not desk.post("players/list/", do="import")
    assert not bring(desk, b"E-Mail;Teilnehmer\n;Ammann Rosa\nurs@example.ch;Urs Frei\n;Total 3\n")
    page = desk.get("players/list/")
    assert "Denselben Namen hat Nummer 1." in page
    assert "1 Person übernehmen" in page
    assert "Zeile 4" in page
    assert not desk.post("players/list/", do="import")
    assert [one.name for one in desk.engine().players.values()] == ["Rosa Ammann", "Hans Meier", "Urs Frei"]


def test_a_name_without_its_number_and_once_more_with_it_is_no_mistake_of_ours(desk: Organiser) -> None:
    assert not desk.post("players/", name="Hans Meier", number="1")
    assert not bring(desk, b"Nr;Name\n;Hans Meier\n1;Hans Meier\n")
    assert "Denselben Namen hat Nummer 1." in desk.get("players/list/")


def test_the_columns_are_guessed_shown_and_changed(desk: Organiser) -> None:
    table = workbook(
        ("Chlausjass 2026",),
        ("Anmeldungen bis 3.11.",),
        ("Ort", "Start-Nr", "Wer"),
        ("Uster", 7, "Frei Rosa"),
        ("Wald", 9, "Meier Urs"),
    )
    assert not bring(desk, table, "liste.xlsx")
    page = desk.get("players/list/")
    assert "A: Ort, Uster, Wald" in page or "A: Uster, Wald" in page
    assert not desk.post("players/list/", do="columns", column0="club", column1="id", column2="turned", top="3")
    page = desk.get("players/list/")
    assert "Zeile 1: Chlausjass 2026" in page  # nothing is dropped without a word
    assert not desk.post("players/list/", do="import")
    assert {one.id: (one.name, one.club) for one in desk.engine().players.values()} == {
        "7": ("Rosa Frei", "Uster"),
        "9": ("Urs Meier", "Wald"),
    }
    assert not bring(desk, table)
    assert "zwei Spalten" in desk.post("players/list/", do="columns", column0="name", column2="name")
    assert "Name steht" in desk.post("players/list/", do="columns", column0="club")


def test_a_number_that_somebody_has_already_is_replaced_by_a_free_one(desk: Organiser) -> None:
    assert not desk.post("players/", name="Anna Meier", number="1")
    assert not bring(desk, b"Nr;Name\n1;Beat Kunz\n2;Carla Moser\n")
    assert "Nummer 1 ist vergeben" in desk.get("players/list/")
    assert not desk.post("players/list/", do="import")
    assert {one.id: one.name for one in desk.engine().players.values()} == {"1": "Anna Meier", "3": "Beat Kunz", "2": "Carla Moser"}


def test_names_can_be_pasted_and_a_list_can_be_dropped(desk: Organiser) -> None:
    assert not desk.post("players/list/", pasted="Anna Meier\nBeat Kunz\n")
    assert "2 Personen übernehmen" in desk.get("players/list/")
    assert not desk.post("players/list/", do="drop")
    assert not RosterUpload.objects.filter(evening__code=desk.code).exists()
    assert "Wähle eine Datei" in desk.post("players/list/", do="import")
    assert "Wähle eine Datei" in desk.post("players/list/", pasted="   ")


def test_a_second_column_without_heading_is_the_club(desk: Organiser) -> None:
    assert not desk.post("players/list/", pasted="Anna Meier; JC Löwen\nBeat Kunz\n")
    assert not desk.post("players/list/", do="import")
    assert {one.name: one.club for one in desk.engine().players.values()} == {"Anna Meier": "JC Löwen", "Beat Kunz": ""}


def bomb() -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("xl/worksheets/sheet1.xml", b"0" * (listed.UNPACKED + 1))
    return out.getvalue()


def stuffed(name: str, begin: bytes, piece: bytes, times: int, end: bytes) -> bytes:
    """A real workbook with one part that repeats the same tag."""
    out, whole = io.BytesIO(), io.BytesIO(workbook(("Name",), ("Anna",)))
    with zipfile.ZipFile(whole) as good, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bad:
        for part in good.namelist():
            bad.writestr(part, begin + piece * times + end if part == name else good.read(part))
    return out.getvalue()


def styles() -> bytes:
    """Kilobytes that unpack to millions of styles."""
    head = b'<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cellXfs>'
    return stuffed("xl/styles.xml", head, b"<xf/>", 3_000_000, b"</cellXfs></styleSheet>")


def cells() -> bytes:
    """Kilobytes that unpack to millions of empty cells in one row."""
    head = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData><row>'
    return stuffed("xl/worksheets/sheet1.xml", head, b"<c/>", 5_000_000, b"</row></sheetData></worksheet>")


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "keine Zeilen"),
        (b"\n\n;;\n", "keine Zeilen"),
        (b"Name;Verein\n", "keine Zeilen"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "keine Liste"),
        (b"Name\n\x01\x02\x03\n", "keine Liste"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 100, "alte Excel-Format"),
        (b"PK\x03\x04 no workbook", "lässt sich nicht lesen"),
        (workbook(), "keine Zeilen"),
        (bomb(), "viel zu gross"),
        (styles(), "viel zu gross"),
        (cells(), "viel zu gross"),
        (b";" * 100_000, "keine Zeilen"),
        (b"Name" + b";x" * 1000, "keine Liste"),
        (b"Name\n" + b"".join(b"Person %d\n" % n for n in range(10_000)), "10000 Zeilen; ein Anlass fasst höchstens 1000"),
        (b"Name\n" + b"x\n" * 25_000, "mehr als 20000 Zeilen"),
        (b"x" * (listed.BIGGEST + 1), "zu gross"),
    ],
)
def test_nonsense_gets_a_clear_word_and_changes_nothing(desk: Organiser, data: bytes, word: str) -> None:
    assert not bring(desk, b"Name\nAnna Meier\n")  # a list that waits for its import
    assert word in bring(desk, data)
    assert "Anna Meier" in desk.get("players/list/")
    assert not desk.engine().players


def test_pairs_from_a_list_have_to_be_two(desk: Organiser) -> None:
    desk.create("tam2014-ps")
    assert not bring(desk, b"Name;Paar\nAnna;Rot\nBeat;Rot\nCarla;Rot\nDora;\n")
    page = desk.get("players/list/")
    assert "2 Personen übernehmen" in page
    assert "Zeile 4" in page
    assert "Zeile 5" in page


def test_refusals_of_the_reader_have_texts_in_every_language() -> None:
    from puur.web.evenings.store import sentence
    from puur.words import LANGUAGES

    with pytest.raises(Refusal) as caught:
        listed.read(b"PK nothing")
    assert len({sentence(caught.value, lang) for lang in LANGUAGES}) == 4
