"""The texts that scripts need, one file for each language: compressed once, at an address that names its content.

A table needs a third of them at first: what its scripts name. It gets those alone (`TABLE`), and the rest when it misses one.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import re
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.urls import reverse

from puur.web.server.bundles import made
from puur.web.server.static import File, present
from puur.words import texts

# What scripts may need to say; the rest is said by pages and the command line.
AREAS = (
    "web.",
    "play.",
    "score.",
    "rules.length.",
    "referee.offence.",
    "referee.option.",
    "referee.text.",
    "bots.",
    "glossary.",
    "learn.",
    "doors.slate.",
)


TABLE = "table"
_NOTHING = File(b"", None, "", "")
_SCRIPTS = {TABLE: "puur/js/table.all.js"}
_LATER = ("referee.text.", "glossary.text.")  # long, and seldom said
_NAMED = re.compile(r"""["`]([a-z_]+(?:\.[A-Za-z0-9_]+)+)["`]""")  # a text by its key
_BEGUN = re.compile(r"`([a-z_]+(?:\.[A-Za-z0-9_]+)*\.)\$\{")  # the beginning of one, the rest is filled in


@dataclass(frozen=True, slots=True)
class Spoken:
    """The texts of one language, ready to be sent."""

    body: bytes
    zipped: bytes
    version: str


def spoken(lang: str, part: str = "") -> Spoken:
    """The texts of a language, all of them or one part; with PUUR_DEBUG made anew."""
    return _made(lang, part) if settings.DEBUG else _kept(lang, part)


def address(lang: str, part: str = "") -> str:
    """Where the texts are, as long as they are what they are."""
    return f"{reverse('texts', args=[lang])}?{f'of={part}&' if part else ''}v={spoken(lang, part).version}"


@cache
def _wanted(part: str) -> tuple[frozenset[str], tuple[str, ...]]:
    """The keys that the scripts of a page name, and the beginnings of keys."""
    source = made(_SCRIPTS[part], lambda name: (present().get(present().prefix + name) or _NOTHING).body.decode()).decode()
    return frozenset(_NAMED.findall(source)), tuple(key for key in set(_BEGUN.findall(source)) if key not in _LATER)


def _made(lang: str, part: str) -> Spoken:
    words = {key: entry[lang] for key, entry in texts().items() if key.startswith(AREAS)}
    if part:
        keys, begun = _wanted(part)
        words = {key: text for key, text in words.items() if key in keys or key.startswith(begun)}
    body = json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()
    return Spoken(body, gzip.compress(body, 9, mtime=0), hashlib.sha256(body).hexdigest()[:20])


_kept = cache(_made)
