"""The catalogue of provisions: complete, in four languages, and found by id."""

from __future__ import annotations

import re

import pytest

from puur.reglement.catalogue import (
    BOOKS,
    PREFIXES,
    UnknownProvision,
    catalogue_of,
    looks_like_id,
    note,
    provision,
    provisions,
    text,
)

# Counted in the source of the catalogue: entries per book.
COUNTS = {"ajz08": 292, "tam2014": 129, "nws2020": 107, "ub2024": 134, "jassregeln": 185}
# Counted there too: what the rules core owns.
CORE = {"ajz08": 89, "tam2014": 74, "nws2020": 34, "ub2024": 102, "jassregeln": 120}
ALL = [one for book in BOOKS for one in provisions(book)]


@pytest.mark.parametrize("book", sorted(COUNTS))
def test_every_provision_of_the_book_is_there(book: str) -> None:
    assert len(provisions(book)) == COUNTS[book]
    assert sum(one.part == "core" for one in provisions(book)) == CORE[book]


def test_847_provisions_with_one_id_each() -> None:
    assert len(ALL) == 847 == len({one.id for one in ALL})


def test_every_provision_is_complete_in_four_languages() -> None:
    for one in ALL:
        assert set(one.texts) == {"de", "en", "fr", "it"}, one.id
        assert set(one.notes) in (set(), {"de", "en"}), one.id
        assert one.article, one.id
        for said in (*one.texts.values(), *one.notes.values()):
            assert len(said) > 10, one.id
            assert said == said.strip(), one.id
            assert said[-1] in ".!?»)", one.id
            assert "  " not in said, one.id
        assert one.part in ("core", "referee", "tournament", "club"), one.id
        assert one.automate in ("full", "record", "inform"), one.id
        assert PREFIXES[one.id.split("-")[0]] == one.book


def test_swiss_spelling_and_one_word_for_the_mode() -> None:
    for one in ALL:
        said = " ".join((*one.texts.values(), *one.notes.values()))
        assert "ß" not in said, one.id
        assert not re.search(r"\bUn(de)?n?eufe\b", said.replace("Undeufe", "")), one.id
        assert "Undenufe" not in said, one.id
        assert "Uneufe" not in said, one.id


# Numbers that one language writes as a word, or with a zero before its comma.
IN_WORDS = {"AJZ-3.2-07", "UB-WCMP-03", *(f"UB-WVAL-{number:02}" for number in range(3, 10))}


def test_translations_state_the_same_numbers() -> None:
    """A slip in a number would be another rule."""

    def numbers(said: str) -> list[str]:
        without_ids = re.sub(r"\b[A-Z]+-[A-Z0-9.]+-\d+\b", "", said)
        return sorted(re.findall(r"\d+", re.sub(r"(\d\d):00", r"\1", without_ids)))

    for one in ALL:
        for lang in ("fr", "it"):
            if one.id not in IN_WORDS:
                assert numbers(one.texts[lang]) == numbers(one.texts["de"]), (one.id, lang)


def test_french_signs_stand_behind_no_break_spaces() -> None:
    for one in ALL:
        assert not re.search(r" [;:!?»%]|« ", one.texts["fr"]), one.id
        assert not re.search(r"[a-zà-ü]['\"]", one.texts["fr"] + one.texts["it"]), one.id


def test_no_account_numbers() -> None:
    for one in ALL:
        said = " ".join((*one.texts.values(), *one.notes.values()))
        assert not re.search(r"CH\d{2}(?: ?[0-9A-Z]{4}){4}|\b\d{2}-\d{3,6}-\d\b|IBAN", said), one.id


def test_ids_that_a_text_refers_to_exist() -> None:
    for one in ALL:
        for said in (*one.texts.values(), *one.notes.values()):
            for cited in re.findall(r"\b(?:AJZ|TAM|NWS|UB|JR)-[A-Z0-9.]+-\d\d\b", said):
                assert provision(cited), one.id


def test_the_order_is_that_of_the_book() -> None:
    assert [one.id for one in provisions("ub2024")][:2] == ["UB-EVENT-01", "UB-EVENT-02"]
    assert provisions("ajz08")[-1].id == "AJZ-5-05"


def test_id_in_any_case_of_letters() -> None:
    assert provision(" ub-wcmp-03 ").id == "UB-WCMP-03"


def test_unknown_id_suggests_the_meant_one() -> None:
    with pytest.raises(UnknownProvision) as unknown:
        provision("UB-WCMP-3")
    assert "UB-WCMP-03" in unknown.value.suggestions
    assert isinstance(unknown.value, KeyError)
    assert "UB-WCMP-03" in str(unknown.value)


def test_language_falls_back_on_german_and_says_so() -> None:
    one = provision("UB-WCMP-02")
    assert text(one, "de") == (one.texts["de"], True)
    assert text(one, "en") == (one.texts["en"], True)
    assert text(one, "fr") == ("Si deux annonces comptent autant de points, celle qui a le plus de cartes passe devant.", True)
    assert text(one, "rm") == (one.texts["de"], False)
    assert note(one, "it") == (one.notes["de"], False)
    assert note(provision("UB-WCMP-01"), "fr") == ("", True)


@pytest.mark.parametrize(
    ("said", "is_id"),
    [("UB-WCMP-03", True), ("ajz-2.2.1-09", True), ("TAM-CP-41", True), ("Statuten Art. 4", False), ("UB", False)],
)
def test_what_looks_like_an_id(said: str, is_id: bool) -> None:
    assert looks_like_id(said) is is_id


def test_the_books_of_tam_share_their_catalogue() -> None:
    assert catalogue_of("tam2014-es-at") == catalogue_of("tam2014") == "tam2014"
    assert provisions("tam2014-cp") is provisions("tam2014")
    assert catalogue_of("unser-club") is None
    with pytest.raises(KeyError, match="unser-club"):
        provisions("unser-club")
