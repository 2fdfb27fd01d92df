"""Texts for people, in every language of Puur: which sentence is said, never when.

One TOML file per area in `texts/`, and one in the folder of each game that has words of its own: one table per key, one entry per
language with `str.format` placeholders. A further language is one file in `languages/`: its `name`, and under `[texts]` every key.
Knows nothing of the rest of Puur: the shells pass facts in. Promise, kept by a test: every key has all languages with the same
placeholders.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path
from typing import Any

_FURTHER = Path(__file__).parent / "languages"
_OWN = {"de": "Deutsch", "fr": "Français", "it": "Italiano", "en": "English"}
MISSING = "–"
Texts = Mapping[str, Mapping[str, str]]  # by key and language


def further_languages(folder: Path = _FURTHER) -> dict[str, dict[str, Any]]:
    """The languages that have a file of their own, by their code."""
    return {file.stem: tomllib.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.toml"))}


NAMES: Mapping[str, str] = _OWN | {lang: file["name"] for lang, file in further_languages().items()}  # of each language, in itself
LANGUAGES = tuple(NAMES)
DEFAULT = "de"


class Facts(dict[str, object]):
    """Facts for `str.format_map`; a missing one is a dash."""

    def __missing__(self, key: str) -> str:
        return MISSING


def say(key: str, lang: str, /, **facts: object) -> str:
    """The text `key` in `lang` with the facts filled in; KeyError for an unknown key, language or fact."""
    return texts()[key][lang].format(**facts)


def preferred(env: Mapping[str, str]) -> str:
    """The language the environment asks for: PUUR_LANG, then the locale, else German."""
    for name in ("PUUR_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        lang = env.get(name, "").replace("-", "_").partition("_")[0].partition(".")[0].lower()
        if lang in LANGUAGES:
            return lang
    return DEFAULT


@cache
def texts() -> Texts:
    """All texts of all areas, by key and language, read once."""
    known: dict[str, Mapping[str, str]] = {}
    areas = [file for file in files(__package__).joinpath("texts").iterdir() if file.name.endswith(".toml")]
    games = [file for folder in import_module("puur.games").__path__ for file in Path(folder).glob("*/words.toml")]
    for file in (*sorted(areas, key=lambda file: file.name), *games):
        area = tomllib.loads(file.read_text(encoding="utf-8"))
        if twice := known.keys() & area.keys():
            raise ValueError(f"{file.name}: said in another area already: {', '.join(sorted(twice))}")
        known |= area
    return with_languages(known, further_languages())


def with_languages(
    known: Mapping[str, Mapping[str, str]], further: Mapping[str, Mapping[str, Any]]
) -> Mapping[str, Mapping[str, str]]:
    """The same texts in further languages too; a key that nobody knows is an error."""
    for lang, file in further.items():
        if strange := file["texts"].keys() - known.keys():
            raise ValueError(f"{lang}: no such text: {', '.join(sorted(strange))}")
    said = {lang: file["texts"] for lang, file in further.items()}
    return {key: {**entry, **{lang: own[key] for lang, own in said.items() if key in own}} for key, entry in known.items()}
