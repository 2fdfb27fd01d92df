"""Which column holds what: headings below titles, in any order, and lists without any. The people are those a reader sees."""

from __future__ import annotations

import pytest

from puur.evening.columns import guessed
from puur.evening.lists import people_of


def names(*rows: tuple[str, ...]) -> list[tuple[str, str]]:
    """Starting number and whole name of everybody."""
    numbered = list(enumerate(rows, start=1))
    return [(own["id"], name) for _, name, own in people_of(numbered, guessed(numbered, {"name": 0, "club": 1}))]


PEOPLE = [("1", "Rosa Frei"), ("2", "Urs Meier")]
PLAIN = [("", "Rosa Frei"), ("", "Urs Meier")]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([("Chlausjass", "", ""), ("Stand 3.11.", "", ""), ("Start-Nr", "Name", "Ort"), ("1", "Rosa Frei", "A"),
          ("2", "Urs Meier", "")], PEOPLE),
        ([("Verein", "Vorname", "Nachname", "Nr."), ("A", "Rosa", "Frei", "1"), ("", "Urs", "Meier", "2")], PEOPLE),
        ([("Nr", "Name, Vorname"), ("1", "Frei Rosa"), ("2", "Meier Urs")], PEOPLE),
        ([("Nr", "Name/Vorname"), ("1", "Frei, Rosa"), ("2", "Meier, Urs")], PEOPLE),
        ([("Nr", "Name"), ("1", "Frei, Rosa"), ("2", "Meier, Urs")], PEOPLE),
        ([("N", "Prénom et nom"), ("1", "Rosa Frei"), ("2", "Urs Meier")], PEOPLE),
        ([("Teilnehmerliste",), ("Vorname und Name",), ("Rosa Frei",), ("Urs Meier",)], PLAIN),
        ([("1", "Rosa Frei", "Löwen"), ("2", "Urs Meier", "Löwen")], PEOPLE),
        ([("Jassturnier Löwen", "", ""), ("1", "Rosa Frei", "Löwen"), ("2", "Urs Meier", "Löwen")], PEOPLE),
        ([("Rosa Frei", "rosa@example.org"), ("Urs Meier", "urs@example.org")], PLAIN),
        ([("Frei", "Rosa"), ("Graf", "Beat"), ("Meier", "Urs")], [("", "Rosa Frei"), ("", "Beat Graf"), ("", "Urs Meier")]),
        ([("Rosa", "Frei"), ("Beat", "Graf"), ("Urs", "Meier")], [("", "Rosa Frei"), ("", "Beat Graf"), ("", "Urs Meier")]),
        ([("Rosa Frei",), ("Urs Meier",)], PLAIN),
    ],
)  # fmt: skip
def test_the_people_of_a_list_however_it_is_laid_out(rows: list[tuple[str, ...]], expected: list[tuple[str, str]]) -> None:
    assert names(*rows) == expected


def test_clubs_that_repeat_are_no_last_names() -> None:
    assert names(("Rosa", "Löwen"), ("Urs", "Löwen"), ("Beat", "Hirschen"), ("Eva", "Löwen")) == [
        ("", "Rosa"), ("", "Urs"), ("", "Beat"), ("", "Eva"),
    ]  # fmt: skip
