"""Texts for people, in every language of Puur: which sentence is said, never when.

One TOML file per area in `texts/`, and one in the folder of each game that has words of its own: one table per key, one entry per
language with `str.format` placeholders, and `{count:Spiel|Spiele}` for a word that goes with a number. French is typed with
ordinary spaces before `:` and the like; `texts` makes them no-break ones. A further language is one file in `languages/`: its
`name`, and under `[texts]` every key. Knows nothing of the rest of Puur: the shells pass facts in. Promise, kept by a test: every
key has all languages with the same placeholders.
"""

from __future__ import annotations

import re
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
_COUNTED = re.compile(r"\{(\w+):([^{}|]*)\|([^{}|]*)\}")
_SINGULAR = {"fr": ("0", "1")}  # French counts nothing in the singular too
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
    return fill(texts()[key][lang], lang, facts)


def fill(text: str, lang: str, facts: Mapping[str, object]) -> str:
    """A text with its facts; every shell says its texts through here, and `texts.js` does the same in the browser."""
    if "|" in text:
        text = _COUNTED.sub(lambda word: word[2 if str(facts[word[1]]) in _SINGULAR.get(lang, ("1",)) else 3], text)
    return text.format_map(facts)


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
        known |= {key: {**entry, "fr": _unbroken(entry["fr"])} for key, entry in area.items()}
    return with_languages(known, further_languages())


def _unbroken(text: str) -> str:
    """French, with spaces that no line breaks at: narrow before `;`, `!` and `?`, full before `:` and inside guillemets."""
    return re.sub(r" (?=[;!?])", "\u202f", re.sub(r" (?=[:»])|(?<=«) ", "\u00a0", text))


def with_languages(
    known: Mapping[str, Mapping[str, str]], further: Mapping[str, Mapping[str, Any]]
) -> Mapping[str, Mapping[str, str]]:
    """The same texts in further languages too; a key that nobody knows is an error."""
    for lang, file in further.items():
        if strange := file["texts"].keys() - known.keys():
            raise ValueError(f"{lang}: no such text: {', '.join(sorted(strange))}")
    said = {lang: file["texts"] for lang, file in further.items()}
    return {key: {**entry, **{lang: own[key] for lang, own in said.items() if key in own}} for key, entry in known.items()}
