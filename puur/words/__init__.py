"""Texts for people, in four languages: which sentence is said, never when.

One TOML file per area in `texts/`, and one in the folder of each game that has words of its own: one table per key, one entry per
language with `str.format` placeholders. Knows nothing of the rest of Puur: the shells pass facts in. Promise, kept by a test:
every key has all four languages with the same placeholders.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from pathlib import Path

LANGUAGES = ("de", "fr", "it", "en")
DEFAULT = "de"
MISSING = "–"


class Facts(dict[str, object]):
    """Facts for `str.format_map`; one that is not there is a dash."""

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
def texts() -> Mapping[str, Mapping[str, str]]:
    """All texts of all areas, by key and language, read once."""
    known: dict[str, Mapping[str, str]] = {}
    areas = [file for file in files(__package__).joinpath("texts").iterdir() if file.name.endswith(".toml")]
    games = [file for folder in import_module("puur.games").__path__ for file in Path(folder).glob("*/words.toml")]
    for file in (*sorted(areas, key=lambda file: file.name), *games):
        area = tomllib.loads(file.read_text(encoding="utf-8"))
        if twice := known.keys() & area.keys():
            raise ValueError(f"{file.name}: said in another area already: {', '.join(sorted(twice))}")
        known |= area
    return known
