from __future__ import annotations

import tomllib
from collections import Counter
from pathlib import Path
from string import Formatter

import pytest

import puur.words
from puur.words import LANGUAGES, NAMES, fill, further_languages, preferred, say, texts, with_languages

FILES = sorted((Path(puur.words.__file__).parent / "texts").glob("*.toml"))


def placeholders(text: str) -> set[str]:
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def test_every_key_has_all_languages_and_the_same_placeholders() -> None:
    for key, entry in texts().items():
        assert set(entry) == set(LANGUAGES), key
        assert all(text.strip() for text in entry.values()), key
        found = {lang: placeholders(text) for lang, text in entry.items()}
        assert found == dict.fromkeys(LANGUAGES, placeholders(entry["de"])), key
        assert "" not in placeholders(entry["de"]), f"{key}: facts have names"


def test_german_is_swiss() -> None:
    assert [key for key, entry in texts().items() if "ß" in entry["de"]] == []


def test_keys_are_unique_and_begin_with_their_area() -> None:
    keys = [(file.stem, key) for file in FILES for key in tomllib.loads(file.read_text(encoding="utf-8"))]
    assert keys
    assert [key for area, key in keys if not key.startswith(f"{area}.")] == []
    assert [key for key, times in Counter(key for _, key in keys).items() if times > 1] == []


def test_say_fills_in_the_facts() -> None:
    assert say("cli.file.missing", "de", path="x.jass") == "Die Datei x.jass gibt es nicht."
    assert say("cli.file.missing", "en", path="{path}") == "There is no file {path}."


@pytest.mark.parametrize(
    ("count", "german", "french"), [(0, "0 Spiele", "0 donne"), (1, "1 Spiel", "1 donne"), ("2", "2 Spiele", "2 donnes")]
)
def test_a_word_goes_with_its_number(count: object, german: str, french: str) -> None:
    # French uses the singular below two (Grevisse), the other three only for one.
    assert fill("{n} {n:Spiel|Spiele}", "de", {"n": count}) == german
    assert fill("{n} {n:donne|donnes}", "fr", {"n": count}) == french


def test_french_signs_never_stand_alone_on_a_line() -> None:
    assert say("refusals.irregular-deal", "fr", sizes="8, 10, 9, 9", expected=9).startswith("Fausse donne\u00a0:")
    assert [
        key for key, entry in texts().items() if any(f" {sign}" in entry["fr"] for sign in ":;!?»") or "« " in entry["fr"]
    ] == []


@pytest.mark.parametrize(("key", "lang"), [("cli.nonsense", "de"), ("cli.help", "xx"), ("cli.file.missing", "de")])
def test_an_unknown_key_language_or_fact_is_a_key_error(key: str, lang: str) -> None:
    with pytest.raises(KeyError):
        say(key, lang)


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({}, "de"),
        ({"LANG": "C.UTF-8"}, "de"),
        ({"LANG": "fr_CH.UTF-8"}, "fr"),
        ({"LANG": "fr_CH.UTF-8", "LC_MESSAGES": "it_CH"}, "it"),
        ({"LANG": "fr", "LC_MESSAGES": "it", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ({"LC_ALL": "en_GB.UTF-8", "PUUR_LANG": "it"}, "it"),
        ({"LC_ALL": "en_GB.UTF-8", "PUUR_LANG": ""}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "de"),
        ({"PUUR_LANG": "fr-CH"}, "fr"),
        ({"PUUR_LANG": "EN"}, "en"),
        ({"LANG": "german"}, "de"),
    ],
)
def test_the_environment_chooses_the_language(env: dict[str, str], expected: str) -> None:
    assert preferred(env) == expected


def test_a_further_language_is_one_file(tmp_path: Path) -> None:
    (tmp_path / "rm.toml").write_text('name = "Rumantsch"\n[texts]\n"cli.help" = "Jass"\n', encoding="utf-8")
    further = further_languages(tmp_path)
    assert with_languages(texts(), further)["cli.help"] == {**texts()["cli.help"], "rm": "Jass"}
    assert NAMES["fr"] == "Français"
    further["rm"]["texts"]["cli.nonsense"] = ""
    with pytest.raises(ValueError, match=r"rm: no such text: cli\.nonsense"):
        with_languages(texts(), further)
