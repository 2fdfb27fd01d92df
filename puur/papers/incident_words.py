"""What a text says of an incident: its words by sound, what they mean, and which two are said together.

A word counts for itself and for the concepts it belongs to (`concepts.toml`), so that a synonym, a slip or another language says
the same. Two concepts in one sentence say more than either: "partner" and "lead" are frequent, both together are not.
"""

from __future__ import annotations

import math
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path

from rapidfuzz import fuzz, process

from puur.papers.dialect import DIALECT
from puur.papers.sounds import fold, words
from puur.words import LANGUAGES

_HERE = Path(__file__).parent
SENSES: Mapping[str, tuple[tuple[str, ...], ...]] = {
    incident: tuple(tuple(sense.split()) for sense in senses)
    for incident, senses in tomllib.loads((_HERE / "incident_senses.toml").read_text(encoding="utf-8")).items()
}
CONCEPTS: Mapping[str, Mapping[str, str]] = tomllib.loads((_HERE / "concepts.toml").read_text(encoding="utf-8"))
EMPTY = "nothing"  # the concept of words that tell no incident from another
ALIKE = 74  # of 100: below this two words are different ones
SHORT = 3  # letters of a word that has to be right
CERTAIN = 88  # what the parts of a compound have to reach
LEAST_PART = 4  # letters of a part of a compound
MOST_READINGS = 2  # a word that is not known stands for as many that resemble it
LITERAL = 0.5  # what a word itself is worth beside what it means


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The words that are known by their sound, and the concepts that each belongs to."""

    known: tuple[str, ...]
    concepts: Mapping[str, tuple[str, ...]]


def features(typed: Sequence[str], vocabulary: Vocabulary) -> dict[str, float]:
    """How much a text says of each word, of each concept, and of each two concepts together."""
    heard = [_read(sound, vocabulary) for word in dict.fromkeys(typed) for sound in _heard(word, vocabulary)]
    return together(heard)


def together(heard: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """What several words say one by one, and their concepts two by two."""
    said: dict[str, float] = {}
    for word in heard:
        for feature, worth in word.items():
            said[feature] = max(said.get(feature, 0.0), worth)
    for word, other in combinations(heard, 2):
        for first, worth in word.items():
            for second, more in other.items():
                if first[0] == second[0] == "*" and first != second:
                    pair = f"{min(first, second)} {max(first, second)}"
                    said[pair] = max(said.get(pair, 0.0), worth * more)
    return said


def meant(sound: str, likeness: float, vocabulary: Vocabulary) -> dict[str, float]:
    """What a known word says: itself, and its concepts, each less where it has several."""
    concepts = vocabulary.concepts.get(sound, ())
    return {f"={sound}": likeness * LITERAL} | {f"*{concept}": likeness / math.sqrt(len(concepts)) for concept in concepts}


def _read(sound: str, vocabulary: Vocabulary) -> dict[str, float]:
    """What a typed word says, and how much of it nobody knows."""
    alike = _resembling(sound, vocabulary.known)
    near = {sound: 1.0} if sound in alike else dict(sorted(alike.items(), key=lambda item: -item[1])[:MOST_READINGS])
    said: dict[str, float] = {}
    for own, likeness in near.items():
        for feature, worth in meant(own, likeness, vocabulary).items():
            said[feature] = max(said.get(feature, 0.0), worth)
    return said | {f"?{sound}": 1 - max(near.values(), default=0.0)}


def _heard(word: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    """A typed word by its sound, or the two known words that it is put together from where nothing known resembles it."""
    whole = sound_of(word)
    if len(word) < 2 * LEAST_PART or _resembling(whole, vocabulary.known):
        return (whole,)
    for at in range(LEAST_PART, len(word) - LEAST_PART + 1):
        parts = tuple(sound_of(part) for part in (word[:at], word[at:]))
        if all(max(_resembling(part, vocabulary.known).values(), default=0) * 100 >= CERTAIN for part in parts):
            return parts
    return (whole,)


@lru_cache(maxsize=4_096)
def _resembling(sound: str, known: tuple[str, ...]) -> dict[str, float]:
    """The known words that sound like this one, and how much; short words have to be right."""
    limit = ALIKE if len(sound) > SHORT else 99
    near: dict[str, float] = {}
    for own, likeness, _ in process.extract(sound, known, scorer=fuzz.ratio, score_cutoff=limit, limit=None):
        as_written = aliases().get(own, own)
        near[as_written] = max(near.get(as_written, 0.0), (likeness / 100) ** 2)
    return near


def vocabulary_of(names: Sequence[Sequence[str]]) -> Vocabulary:
    """All words of these names, of the concepts, and of dialect."""
    concepts: dict[str, dict[str, None]] = defaultdict(dict)
    for concept, sound in meanings():
        concepts[sound][concept] = None
    known = dict.fromkeys([*(sound for name in names for sound in name), *concepts, *aliases()])
    return Vocabulary(tuple(known), {sound: tuple(own) for sound, own in concepts.items()})


def telling(text: str) -> list[str]:
    """The words of a text that tell something."""
    return [word for word in words(text) if word not in fillers() and fold(word) not in filling()]


@lru_cache(maxsize=20_000)
def sound_of(word: str) -> str:
    """A word by its sound, dialect as it is written."""
    return fold(written().get(word, word))


@cache
def fillers() -> frozenset[str]:
    """Words that tell no incident from another."""
    return frozenset(word for said in CONCEPTS[EMPTY].values() for word in words(said))


@cache
def filling() -> frozenset[str]:
    """How those words sound, where no word that tells something sounds like that."""
    telling_sounds = {sound for _, sound in meanings()}
    return frozenset(sound for word in fillers() if len(sound := fold(word)) > SHORT and sound not in telling_sounds)


@cache
def aliases() -> Mapping[str, str]:
    """How dialect sounds, and how the written word does; only where they differ and nothing else sounds like that."""
    taken = {sound for _, sound in meanings()} | {sound_of(word) for word in written().values()}
    said = {fold(dialect): fold(word) for dialect, word in written().items()}
    return {dialect: word for dialect, word in said.items() if dialect != word and dialect not in taken}


@cache
def written() -> Mapping[str, str]:
    """The words of dialect that sound too different, each with the written one."""
    return {words(said)[0]: words(written)[0] for said, written in DIALECT.items()}


@cache
def meanings() -> tuple[tuple[str, str], ...]:
    """Every concept with each word that says it, by its sound."""
    return tuple(_meanings())


def _meanings() -> Iterator[tuple[str, str]]:
    for concept, said in CONCEPTS.items():
        if concept != EMPTY:
            for lang in LANGUAGES:
                yield from ((concept, sound_of(word)) for word in words(said.get(lang, "")) if word not in fillers())
