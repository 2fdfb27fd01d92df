"""The referee's search: what people type is found, in four languages, dialect and slips included."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from puur.papers.incident_search import COMMONEST, names_of, search
from puur.referee.offences import OFFENCES
from puur.words import LANGUAGES

QUERIES = tomllib.loads((Path(__file__).parent / "incident_queries.toml").read_text(encoding="utf-8"))
ASKED = [(lang, query, meant) for lang, queries in QUERIES.items() for query, meant in queries.items()]


def test_what_people_type_is_among_the_first_three() -> None:
    # What people say at a table, written down beside the index; 19 of 20 is what officials were promised.
    assert len(ASKED) >= 100
    assert {lang for lang, _, _ in ASKED} == set(LANGUAGES)
    missed = [(lang, query, search(query, lang)[:3]) for lang, query, meant in ASKED if meant not in search(query, lang)[:3]]
    assert len(missed) <= 0.05 * len(ASKED), missed


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_incident_is_found_by_its_own_name(lang: str) -> None:
    lost = [key for key in OFFENCES if key not in search(names_of(key, lang)[0], lang)[:3]]
    assert lost == []


def test_a_slip_and_the_language_of_the_neighbour_are_no_obstacle() -> None:
    assert search("Bock gsait", "de")[0] == search("bokc gesagt", "fr")[0] == "remark"
    assert search("pas fourni", "de")[0] == "revoke"
    assert search("TROPPE CARTE!!", "en")[0] == "misdeal"


@pytest.mark.parametrize("query", ["", "   ", "?!", "qwertz", "x" * 5000, "\0\udc80", "٣٤"])
def test_nonsense_finds_nothing_and_breaks_nothing(query: str) -> None:
    assert search(query, "de") == []


def test_the_commonest_are_ten_incidents() -> None:
    assert len(set(COMMONEST)) == 10
    assert set(COMMONEST) <= set(OFFENCES)
