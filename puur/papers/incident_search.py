"""Finding an incident by what somebody types: four languages, dialect, slips, whole sentences or single words.

What is typed is compared with every name of every incident, and with all names of an incident taken together, by what they say
(`puur.papers.incident_words`). Names are the texts `incident.words.*`, what they come down to (`incident_senses.toml`), and what
people have typed before (`incident_asked.toml`). The page computes the same from `packed` (`referee-search.js`), offline too.
"""

from __future__ import annotations

import math
import tomllib
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from puur.papers import incident_words as said
from puur.papers.incident_words import SENSES, Vocabulary, features, meant, sound_of, telling, together, vocabulary_of
from puur.papers.sounds import ENDINGS, FOLDS, SHORTEST, words
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
BEST = 0.5  # how much of a score is the name that fits best, and not all names of the incident together
OWN_LANGUAGE = 1.05  # the same name means more in the reader's own language
LEAST_RARE = 0.05  # what tells no incident from another still says a little
LEAST = 0.2  # an incident that has less in common with the query is not offered
FOREIGN = 0.85  # what an incident is worth that cannot happen under the book
_ASKED = Path(__file__).parent / "incident_asked.toml"


@dataclass(frozen=True, slots=True)
class Name:
    """One name of an incident: in a language, or in concepts where that is empty; its words by sound, concepts with a star."""

    incident: str
    lang: str
    sounds: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Index:
    """All names with what they say, by feature: which name or incident says it, and how much."""

    names: tuple[Name, ...]
    vocabulary: Vocabulary
    rarity: Mapping[str, float]
    of_names: Mapping[str, tuple[tuple[int, float], ...]]
    of_incidents: Mapping[str, tuple[tuple[str, float], ...]]


def search(query: str, lang: str, most: int = 8, foreign: Collection[str] = ()) -> list[str]:
    """The incidents that fit what was typed, the likeliest first; those that cannot happen under the book come later."""
    index = _index()
    asked = _weighed(features(telling(query[:LONGEST_QUERY]), index.vocabulary), index.rarity)
    alike: dict[int, float] = defaultdict(float)
    scores: dict[str, float] = defaultdict(float)
    for feature, worth in asked.items():
        for place, own in index.of_names.get(feature, ()):
            alike[place] += worth * own
        for incident, own in index.of_incidents.get(feature, ()):
            scores[incident] += worth * own * (1 - BEST)
    best: dict[str, float] = defaultdict(float)
    for place, likeness in alike.items():
        name = index.names[place]
        best[name.incident] = max(best[name.incident], likeness * (OWN_LANGUAGE if name.lang == lang else 1))
    for incident, likeness in best.items():
        scores[incident] = (scores[incident] + likeness * BEST) * (FOREIGN if incident in foreign else 1)
    ranked = sorted(scores, key=lambda incident: -scores[incident])
    return [incident for incident in ranked if scores[incident] >= LEAST][:most]


def names_of(incident: str, lang: str) -> tuple[str, ...]:
    """What an incident is called in a language: its name in rulings first, then what people say."""
    known = texts()
    others = known.get(f"incident.words.{incident}")
    return (known[f"referee.offence.{incident}"][lang], *(others[lang].split(" / ") if others else ()))


def plain_words(text: str) -> list[str]:
    """The words of a text in small letters without accents; what an index on paper is sorted by."""
    return [word.replace("ä", "a").replace("ö", "o").replace("ü", "u") for word in words(text)]


def packed() -> dict[str, Any]:
    """Everything that a page needs to search without a connection."""
    index, written = _index(), said.written()
    numbers = {sound: number for number, sound in enumerate(index.vocabulary.known)}
    places = {incident: place for place, incident in enumerate(OFFENCES)}
    return {
        "folds": FOLDS, "endings": ENDINGS, "shortest": SHORTEST, "foreign": FOREIGN,
        "fillers": sorted(said.fillers()), "filling": sorted(said.filling()),
        "said": {dialect: sound_of(dialect) for dialect in written}, "aliases": said.aliases(),
        "known": index.vocabulary.known, "concepts": index.vocabulary.concepts, "incidents": list(OFFENCES),
        "names": [
            [places[name.incident], name.lang, [numbers.get(sound, sound) for sound in name.sounds]] for name in index.names
        ],
        "by": {
            "alike": said.ALIKE, "short": said.SHORT, "certain": said.CERTAIN, "part": said.LEAST_PART,
            "readings": said.MOST_READINGS, "literal": said.LITERAL, "best": BEST, "own": OWN_LANGUAGE, "rare": LEAST_RARE,
            "least": LEAST, "longest": LONGEST_QUERY,
        },
    }  # fmt: skip


@cache
def _index() -> Index:
    names = tuple(_names())
    vocabulary = vocabulary_of([name.sounds for name in names if name.lang])
    told = [
        together([{sound: 1.0} if sound[0] == "*" else meant(sound, 1.0, vocabulary) for sound in name.sounds]) for name in names
    ]
    counts = Counter(name.incident for name in names)
    shares: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for name, features_of in zip(names, told, strict=True):
        for feature in features_of:
            shares[feature][name.incident] += 1 / counts[name.incident]
    rarity = {feature: _rarity(own.values()) for feature, own in shares.items()}
    of_names: dict[str, list[tuple[int, float]]] = defaultdict(list)
    whole: dict[str, dict[str, float]] = {incident: defaultdict(float) for incident in OFFENCES}
    for place, (name, features_of) in enumerate(zip(names, told, strict=True)):
        for feature, worth in _weighed(features_of, rarity).items():
            of_names[feature].append((place, worth))
            whole[name.incident][feature] += worth
    of_incidents: dict[str, list[tuple[str, float]]] = defaultdict(list)
    for incident, all_said in whole.items():
        for feature, worth in _normal(all_said).items():
            of_incidents[feature].append((incident, worth))
    return Index(
        names,
        vocabulary,
        rarity,
        {feature: tuple(own) for feature, own in of_names.items()},
        {feature: tuple(own) for feature, own in of_incidents.items()},
    )


def _names() -> Iterator[Name]:
    asked = tomllib.loads(_ASKED.read_text(encoding="utf-8"))
    for incident in OFFENCES:
        for lang in LANGUAGES:
            for name in (*names_of(incident, lang), *asked.get(lang, {}).get(incident, ())):
                sounds = tuple(dict.fromkeys(sound_of(word) for word in telling(name)))
                if sounds:
                    yield Name(incident, lang, sounds)
        for sense in SENSES[incident]:
            yield Name(incident, "", tuple(f"*{concept}" for concept in sense))


def _weighed(told: Mapping[str, float], rarity: Mapping[str, float]) -> dict[str, float]:
    return _normal({feature: worth * math.sqrt(rarity.get(feature, 1.0)) for feature, worth in told.items()})


def _normal(told: Mapping[str, float]) -> dict[str, float]:
    length = math.sqrt(sum(worth * worth for worth in told.values())) or 1.0
    return {feature: worth / length for feature, worth in told.items()}


def _rarity(shares: Collection[float]) -> float:
    """How much a feature tells: 1 where the names of a single incident say it, little where all say it as often."""
    total = sum(shares)
    spread = -sum(share / total * math.log(share / total) for share in shares)
    return max(LEAST_RARE, 1 - spread / math.log(len(OFFENCES)))
