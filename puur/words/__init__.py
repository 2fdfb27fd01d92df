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
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from threading import Lock
from typing import Any

_AREAS = Path(__file__).parent / "texts"
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


class _Texts(Mapping[str, Mapping[str, str]]):
    """All texts by key; the file of an area is read when one of its keys is asked for, so that a command need not wait for all."""

    def __init__(self) -> None:
        self._reading = Lock()
        self._known: dict[str, Mapping[str, str]] = {}
        self._unread = {file.stem: file for file in sorted(_AREAS.glob("*.toml"))}
        games = find_spec("puur.games")
        for folder in (games and games.submodule_search_locations) or ():
            for file in sorted(Path(folder).glob("*/words.toml")):
                self._read(file)
        if further := further_languages():
            self._known = dict(with_languages({key: self[key] for key in self}, further))

    def __getitem__(self, key: str) -> Mapping[str, str]:
        if key not in self._known:
            self._fetch(key.partition(".")[0])
        return self._known[key]

    def __iter__(self) -> Iterator[str]:
        for area in list(self._unread):
            self._fetch(area)
        return iter(self._known)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _fetch(self, area: str) -> None:
        with self._reading:
            if file := self._unread.get(area):
                self._read(file)
                del self._unread[area]

    def _read(self, file: Path) -> None:
        area = tomllib.loads(file.read_text(encoding="utf-8"))
        if twice := self._known.keys() & area.keys():
            raise ValueError(f"{file.name}: said in another area already: {', '.join(sorted(twice))}")
        self._known |= {key: {**entry, "fr": _unbroken(entry["fr"])} for key, entry in area.items()}


@cache
def texts() -> Texts:
    """All texts of all areas, by key and language, read once."""
    return _Texts()


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
