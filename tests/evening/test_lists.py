"""Lists as people bring them: Excel's encodings, separators and headings, and every mistake with its line."""

from __future__ import annotations

import pytest

from puur.core.errors import Refusal
from puur.evening.draw import Wishes, plan
from puur.evening.files import Entrant
from puur.evening.lists import MOST_LINES, draw, draw_rows, players, results, same_names
from puur.papers.tables import csv_bytes

MUELLER = [Entrant("1", "Jürg Müller", "JC Züri"), Entrant("2", "Anna Dell’Acqua", "")]


@pytest.mark.parametrize(
    "data",
    [
        "Nr;Name;Verein\r\n1;Jürg Müller;JC Züri\r\n2;Anna Dell’Acqua;\r\n".encode("cp1252"),  # Excel, "CSV"
        "Nr;Name;Verein\r\n1;Jürg Müller;JC Züri\r\n2;Anna Dell’Acqua;\r\n".encode("utf-8-sig"),  # Excel, "CSV UTF-8"
        "Nr\tName\tVerein\r\n1\tJürg Müller\tJC Züri\r\n2\tAnna Dell’Acqua\t\r\n".encode("utf-16"),  # Excel, "Unicode-Text"
        "sep=,\nNr,Name,Verein\n1,Jürg Müller,JC Züri\n2,Anna Dell’Acqua,\n".encode(),
        'No,Nom,Club\n1,"Jürg Müller",JC Züri\n\n2," Anna  Dell’Acqua ",\n;;\n'.replace(";;\n", "").encode(),
        "Verein;Vorname;Name\nJC Züri;Jürg;Müller\n;Anna;Dell’Acqua\n".encode(),  # no numbers: in the order of the list
        "1;Jürg Müller;JC Züri\n2;Anna Dell’Acqua;\n".encode(),  # no headings
    ],
    ids=["cp1252", "utf-8-sig", "utf-16", "sep", "comma", "first-name", "no-heading"],
)
def test_the_same_two_people_however_they_are_written(data: bytes) -> None:
    assert players(data)[0] == MUELLER


def test_a_plain_list_of_names() -> None:
    found, lines = players("Jürg Müller\n\n  Anna Dell’Acqua\n".encode())
    assert [one.name for one in found] == ["Jürg Müller", "Anna Dell’Acqua"]
    assert lines.encoding == "UTF-8"


def test_all_columns() -> None:
    found, _ = players(b"Startnummer;Name;Paar;Fester Tisch;E-Mail\nA7;X;Die Asse;3;x@example.org\n;Y;Die Asse;;\n")
    assert found == [Entrant("A7", "X", "", "Die Asse", 3, "x@example.org"), Entrant("1", "Y", "", "Die Asse")]


def test_names_that_occur_twice_are_told() -> None:
    found, _ = players(b"Urs Meier\nurs  meier\nEva\n")
    assert same_names(found) == [("Urs Meier", ["1", "2"])]


@pytest.mark.parametrize(
    ("data", "reason", "facts"),
    [
        (b"", "empty", {}),
        (b"\n\n;;\n", "empty", {}),
        (b"Name;Club\n", "empty", {}),
        (b"Name;Club\nX;A\n;B\n", "no_name", {"line": 3}),
        (b"Nr;Name\n1;X\n1;Y\n", "twice", {"line": 3, "id": "1", "other": "X"}),
        (b"Name;Fester Tisch\nX;drei\n", "number", {"line": 2, "found": "drei"}),
        (b"PK\x03\x04 an xlsx file", "not_text", {}),
        (b"a\0b", "not_text", {}),
        (b"\xff\xfea", "not_text", {}),
        (b"x\n" * (MOST_LINES + 1), "too_many", {"most": MOST_LINES}),
    ],
)
def test_mistakes_name_their_line(data: bytes, reason: str, facts: dict[str, object]) -> None:
    with pytest.raises(Refusal) as error:
        players(data)
    assert error.value.reason == reason
    assert facts.items() <= error.value.facts.items()


def test_ten_thousand_lines() -> None:
    data = "Name;Verein\n" + "".join(f"Person {n};JC {n % 50}\n" for n in range(10_000))
    assert len(players(data.encode())[0]) == 10_000


def test_results_with_a_column_per_round() -> None:
    data = "Rang;Name;Passe 1;Passe 2;R3;Total;Matches\n1;Jürg;1'010;900;950.0;2860;2\n2;Anna;980;980;900;2860;\n"
    found, _ = results(data.encode())
    assert [(one.name, one.rounds, one.matches) for one in found] == [("Jürg", (1010, 900, 950), 2), ("Anna", (980, 980, 900), 0)]


@pytest.mark.parametrize(
    ("text", "reason", "facts"),
    [
        ("Punkte;Passe 1\n1;2\n", "columns", {"column": "Name"}),
        ("Name;Punkte\nX;2\n", "columns", {"column": "Passe 1"}),
        ("Name;P1\nX;\n", "number", {"line": 2, "column": "P1", "found": ""}),
        ("Name;P1;P2\nX;12\n", "number", {"line": 2, "column": "P2", "found": ""}),
        ("Name;P1\nX;12a\n", "number", {"line": 2, "found": "12a"}),
        ("Name;P1\n;12\n", "no_name", {"line": 2}),
        ("Nr;Name;P1\n1;X;1\n1;Y;1\n", "twice", {"line": 3}),
    ],
)
def test_mistakes_in_results(text: str, reason: str, facts: dict[str, object]) -> None:
    with pytest.raises(Refusal) as error:
        results(text.encode())
    assert error.value.reason == reason
    assert facts.items() <= error.value.facts.items()


def test_a_draw_survives_a_spreadsheet() -> None:
    rounds = plan("s", [str(n) for n in range(1, 15)], 3)
    names = {str(n): f"Person {n}" for n in range(1, 15)}
    text = "\n".join(";".join(row) for row in draw_rows(rounds, names))
    entrants, again = draw(text.encode())
    assert tuple(again) == rounds
    assert {one.id: one.name for one in entrants} == names


def test_a_draw_by_names_alone() -> None:
    entrants, rounds = draw(b"Tisch;Runde;A;B;C;D\n1;1;Urs;Eva;Ida;-\n0;1;Max;;;\n")
    assert rounds[0].sitting_out == ("Max",)
    assert rounds[0].tables[0].players() == ("Urs", "Eva", "Ida")
    assert len(entrants) == 4
    with pytest.raises(Refusal, match="seats"):
        draw(b"Tisch;Runde;A;B;C;D\n1;1;a;b;c;d\n1;1;e;f;g;h\n")
    with pytest.raises(Refusal, match="columns"):
        draw(b"Tisch;Runde;A;B;C\n1;1;a;b;c\n")


def test_a_draw_of_tables_of_three_survives_a_spreadsheet() -> None:
    names = {f"p{number}": f"Person {number}" for number in range(1, 7)}
    rounds = plan("s", list(names), 2, Wishes(sides=(0, 1, 2)))
    _, again = draw(csv_bytes(draw_rows(rounds, names)))
    assert tuple(again) == rounds
