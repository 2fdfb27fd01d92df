"""The catalogue of provisions: what the five rule books say, each entry with its id, in four languages.

Values of a rule book, rulings and refusals cite these ids; this module answers what stands behind one. The texts are our own
words, `quote` is a brief quotation of the printed sentence; `note` says what a book leaves open and what Puur does then. Which
tests cover a provision is not known here.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

BOOKS: tuple[str, ...] = ("jassregeln", "ajz08", "tam2014", "nws2020", "ub2024")
PREFIXES: Mapping[str, str] = {"JR": "jassregeln", "AJZ": "ajz08", "TAM": "tam2014", "NWS": "nws2020", "UB": "ub2024"}
_ID = re.compile(rf"({'|'.join(PREFIXES)})-[A-Z0-9.]+(-[A-Z0-9]+)*", re.IGNORECASE)
_HEADING = re.compile(r'^\["([^"]+)"\]$', re.MULTILINE)
_FOLDER = Path(__file__).parent / "catalogue"
_FALLBACK = "de"


@dataclass(frozen=True, slots=True)
class Provision:
    """One provision: where it stands, who asks for it (`part`), how far software takes it (`automate`), and its texts."""

    id: str
    book: str
    article: str
    area: str
    part: str
    automate: str
    variants: tuple[str, ...]
    texts: Mapping[str, str]
    notes: Mapping[str, str]
    quote: str = ""  # the sentence of the book as it is printed, briefly; in German whatever the language


class UnknownProvision(KeyError):
    """An id that the catalogue does not have; `suggestions` are the ids that resemble it."""

    def __init__(self, asked: str) -> None:
        self.asked = asked[:60]
        from difflib import get_close_matches  # only mistakes need it

        self.suggestions = tuple(get_close_matches(self.asked.upper(), _all(), n=3))
        super().__init__(self.asked)

    def __str__(self) -> str:
        near = f"; did you mean {', '.join(self.suggestions)}?" if self.suggestions else ""
        return f"{self.asked!r} is no provision of the catalogue{near}"


def provisions(book: str) -> tuple[Provision, ...]:
    """The provisions of a book in the order of the book; the four books of TAM 2014 share theirs."""
    key = catalogue_of(book)
    if key is None:
        raise KeyError(f"no catalogue {book[:60]!r}: expected one of {', '.join(BOOKS)}")
    return _read(key)


def catalogue_of(book: str) -> str | None:
    """The catalogue that a book belongs to: `tam2014` for `tam2014-cp`, None for a book without one."""
    return next((key for key in BOOKS if book == key or book.startswith(key + "-")), None)


def provision(asked: str) -> Provision:
    """The provision with this id, in any case of letters."""
    key = asked.strip().upper()
    book = PREFIXES.get(key.partition("-")[0])
    entry = _by_id(book).get(key) if book is not None else None  # of the five books only this one is read
    if entry is None:
        raise UnknownProvision(asked)
    return entry


def identified(asked: str) -> str:
    """An id as the catalogue writes it, or `UnknownProvision`; only the headings are read for it, not the texts of a book."""
    key = asked.strip().upper()
    if key not in _ids(PREFIXES.get(key.partition("-")[0], "")):
        raise UnknownProvision(asked)
    return key


def looks_like_id(text: str) -> bool:
    """Whether a text is written like an id of the catalogue; a club's own `Statuten Art. 4` is not."""
    return _ID.fullmatch(text.strip()) is not None


def text(of: Provision, lang: str) -> tuple[str, bool]:
    """The text in a language and whether it is that language; what is not translated is given in German."""
    return _in(of.texts, lang)


def note(of: Provision, lang: str) -> tuple[str, bool]:
    """What the book leaves open and what Puur does then, like `text`; empty where nothing is open."""
    return _in(of.notes, lang) if of.notes else ("", True)


def _in(texts: Mapping[str, str], lang: str) -> tuple[str, bool]:
    return (texts[lang], True) if lang in texts else (texts[_FALLBACK], False)


@cache
def _ids(book: str) -> frozenset[str]:
    return frozenset(_HEADING.findall(_file(book))) if book else frozenset()


def _file(book: str) -> str:
    return (_FOLDER / f"{book}.toml").read_text(encoding="utf-8")


@cache
def _by_id(book: str) -> Mapping[str, Provision]:
    return {entry.id: entry for entry in _read(book)}


@cache
def _all() -> Mapping[str, Provision]:
    return {entry.id: entry for book in BOOKS for entry in _read(book)}


@cache
def _read(book: str) -> tuple[Provision, ...]:
    entries = tomllib.loads(_file(book))
    translations = {
        language.name: tomllib.loads((language / f"{book}.toml").read_text(encoding="utf-8"))
        for language in _FOLDER.iterdir()
        if language.is_dir()
    }
    return tuple(
        Provision(
            id=key,
            book=book,
            article=entry["article"],
            area=entry["area"],
            part=entry["part"],
            automate=entry["automate"],
            variants=tuple(entry.get("variants", ())),
            texts={lang: entry[lang] for lang in ("de", "en")} | {lang: texts[key] for lang, texts in translations.items()},
            notes={lang: entry[f"note_{lang}"] for lang in ("de", "en") if f"note_{lang}" in entry},
            quote=entry.get("quote", ""),
        )
        for key, entry in entries.items()
    )
