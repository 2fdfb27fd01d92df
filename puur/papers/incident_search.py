"""Finding an incident by what somebody types: four languages, dialect and slips, told by the words of `incident.words.*`.

RapidFuzz says how alike two words are; a word that belongs to few incidents weighs more than one that belongs to many. Which
incidents there are is the referee's; what a book says of one is asked elsewhere.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rapidfuzz import fuzz, process

from puur.papers.dialect import DIALECT
from puur.referee.offences import OFFENCES
from puur.words import LANGUAGES, texts

# The incidents that are asked for most often, on the first screen of every book.
COMMONEST = (
    "revoke",
    "wrong-lead",
    "misdeal",
    "early-card",
    "undertrump",
    "remark",
    "false-weis",
    "looked",
    "exposed-card",
    "miscounted",
)
LONGEST_QUERY = 100
ALIKE = 72  # of 100: below this two words are different ones
CERTAIN = 88  # what the parts of a compound have to reach
LEAST_PART = 4  # letters of a part of a compound
OWN_LANGUAGE = 1.05  # the same word means more in the reader's own language
WHOLE = 0.35  # how much of a score is whether the query says all of a name, and not only whether the name says all of the query
LEAST = 0.3  # an incident that has less in common with the query is not offered


@dataclass(frozen=True, slots=True)
class Phrase:
    """One name of an incident in one language."""

    incident: str
    lang: str
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Index:
    """Every name of every incident, and how much each word weighs."""

    phrases: tuple[Phrase, ...]
    weights: Mapping[str, float]


def search(query: str, lang: str, most: int = 8) -> list[str]:
    """The incidents that fit what was typed, the likeliest first."""
    index = _index()
    asked = list(dict.fromkeys(part for word in words_of(query[:LONGEST_QUERY]) for part in _parted(word, index)))
    alike = {word: _alike(word, index) for word in asked}
    weight = {word: _weight(alike[word], index) for word in asked}
    scores: dict[str, float] = defaultdict(float)
    for phrase in index.phrases:
        likeness = {word: max((alike[word].get(own, 0.0) for own in phrase.words), default=0.0) for word in asked}
        said = sum(likeness[word] * weight[word] for word in asked)
        if not said:
            continue
        own = sum(index.weights[word] for word in phrase.words)
        covered = sum(index.weights[word] * max(alike[other].get(word, 0.0) for other in asked) for word in phrase.words)
        score = (1 - WHOLE) * said / sum(weight.values()) + WHOLE * covered / own
        score *= OWN_LANGUAGE if phrase.lang == lang else 1
        scores[phrase.incident] = max(scores[phrase.incident], score)
    ranked = sorted(scores, key=lambda incident: -scores[incident])
    return [incident for incident in ranked if scores[incident] >= LEAST][:most]


def names_of(incident: str, lang: str) -> tuple[str, ...]:
    """What an incident is called in a language: its name in rulings first, then what people say."""
    known = texts()
    said = known.get(f"incident.words.{incident}")
    return (known[f"referee.offence.{incident}"][lang], *(said[lang].split(" / ") if said else ()))


def words_of(text: str) -> list[str]:
    """The words of a text as they are compared: dialect as it is written, small letters without accents, doubled ones once."""
    return [_WRITTEN.get(word, word) for word in plain_words(text)]


def plain_words(text: str) -> list[str]:
    """The words of a text in small letters without accents, doubled ones once; what an index is sorted by."""
    plain = "".join(sign for sign in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(sign))
    plain = re.sub(r"(.)\1+", r"\1", re.sub("[’']", " ", plain).replace("ue", "u").replace("oe", "o").replace("ae", "a"))
    return re.findall(r"[a-z0-9]+", plain)


_WRITTEN = {plain_words(said)[0]: plain_words(written)[0] for said, written in DIALECT.items()}


@cache
def _index() -> Index:
    phrases = tuple(
        Phrase(incident, lang, tuple(words))
        for incident in OFFENCES
        for lang in LANGUAGES
        for name in names_of(incident, lang)
        if (words := words_of(name))
    )
    holders: dict[str, set[str]] = defaultdict(set)
    for phrase in phrases:
        for word in phrase.words:
            holders[word].add(phrase.incident)
    most = math.log(1 + len(OFFENCES))
    weights = {word: max(0.05, math.log((1 + len(OFFENCES)) / len(incidents)) / most) for word, incidents in holders.items()}
    return Index(phrases, weights)


def _parted(word: str, index: Index) -> tuple[str, ...]:
    """A typed word, or the two known words that it is put together from where nothing known resembles it."""
    if len(word) < 2 * LEAST_PART or _alike(word, index):
        return (word,)
    for at in range(LEAST_PART, len(word) - LEAST_PART + 1):
        parts = tuple(_WRITTEN.get(part, part) for part in (word[:at], word[at:]))
        if all(_alike(part, index, CERTAIN) for part in parts):
            return parts
    return (word,)


def _alike(word: str, index: Index, least: int = ALIKE) -> dict[str, float]:
    """The known words that resemble a typed one, and how much; short words have to be right."""
    limit = least if len(word) > 3 else 99
    matches = process.extract(word, index.weights.keys(), scorer=fuzz.ratio, score_cutoff=limit, limit=None)
    return {known: (likeness / 100) ** 2 for known, likeness, _ in matches}


def _weight(alike: Mapping[str, float], index: Index) -> float:
    """How much a typed word says: as much as the known word that it resembles most; an unknown one says little."""
    return index.weights[max(alike, key=lambda known: alike[known])] if alike else 0.3
