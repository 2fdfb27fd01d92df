"""The texts that scripts need, one file for each language: compressed once, at an address that names its content."""

from __future__ import annotations

import gzip
import hashlib
import json
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.urls import reverse

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
    "doors.slate.",
)


@dataclass(frozen=True, slots=True)
class Spoken:
    """The texts of one language, ready to be sent."""

    body: bytes
    zipped: bytes
    version: str


def spoken(lang: str) -> Spoken:
    """The texts of a language; with PUUR_DEBUG made anew."""
    return _made(lang) if settings.DEBUG else _kept(lang)


def address(lang: str) -> str:
    """Where the texts are, as long as they are what they are."""
    return f"{reverse('texts', args=[lang])}?v={spoken(lang).version}"


def _made(lang: str) -> Spoken:
    words = {key: entry[lang] for key, entry in texts().items() if key.startswith(AREAS)}
    body = json.dumps(words, ensure_ascii=False, separators=(",", ":")).encode()
    return Spoken(body, gzip.compress(body, 9, mtime=0), hashlib.sha256(body).hexdigest()[:20])


_kept = cache(_made)
