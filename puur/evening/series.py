"""Several evenings as one: standings over a year or several venues, and who has qualified for the final.

A person is known by the name, and by the club too where a name occurs twice at one evening. Knows no storage and no page.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum

from puur.core.errors import RuleViolation
from puur.core.form import lower_ranks
from puur.evening.columns import fold
from puur.evening.evening import Evening
from puur.evening.ranking import ranking


class Counts(Enum):
    """What an evening counts for the series."""

    TOTAL = "total"  # its points
    RANK = "rank"  # points by rank


class Qualified(Enum):
    """How somebody has come into the final."""

    BEST = "best"
    THRESHOLD = "threshold"
    WILDCARD = "wildcard"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeriesRules:
    """What counts and who comes into the final; 0 and nothing mean that there is no such rule."""

    counts: Counts = Counts.TOTAL
    rank_points: tuple[int, ...] = ()  # by rank, where ranks count
    best: int = 0  # how many of somebody's evenings count; 0: all
    qualify: int = 0  # so many of the standings
    threshold: int = 0  # whoever has reached so many points at one evening
    wildcards: tuple[str, ...] = ()  # keys of people


@dataclass(frozen=True, slots=True)
class Place:
    """One line of the standings."""

    rank: int
    key: str
    name: str
    club: str
    total: int
    results: tuple[int | None, ...]  # one for each evening
    counted: tuple[bool, ...]
    qualified: Qualified | None = None
    players: tuple[str, ...] = ()  # who that is at each evening; nothing where there is no result


@dataclass(slots=True)
class _Person:
    name: str
    club: str
    results: dict[int, int] = field(default_factory=dict)
    players: dict[int, str] = field(default_factory=dict)


def standings(evenings: Sequence[Evening], rules: SeriesRules) -> list[Place]:
    """Everybody over the evenings; equal totals share the rank. An evening without a result yet counts nothing."""
    twice = _twice(evenings)
    people: dict[str, _Person] = {}
    points: dict[str, int] = {}  # the best evening, for the threshold
    lower = bool(evenings) and lower_ranks(evenings[0].book) and rules.counts is Counts.TOTAL
    for place, evening in enumerate(evenings):
        taken: Counter[str] = Counter()
        for rank, total, player in _ranked(evening):
            person = evening.players[player]
            key = key_of(person.name, person.club, twice)
            taken[key] += 1
            if taken[key] > 1:  # two of one name and club at one evening: nobody's result is lost, however they are told apart
                key = f"{key}|{taken[key]}"
            own = people.setdefault(key, _Person(person.name, person.club))
            own.players[place] = player
            own.results[place] = total if rules.counts is Counts.TOTAL else _by_rank(rank, rules.rank_points)
            points[key] = max(points.get(key, 0), total)
    rows = [(key, own, *_sum(own, len(evenings), rules.best, lower=lower)) for key, own in people.items()]
    rows.sort(key=lambda row: (row[2] if lower else -row[2], fold(row[1].name)))
    places: list[Place] = []
    for number, (key, own, total, counted) in enumerate(rows, start=1):
        rank = places[-1].rank if places and places[-1].total == total else number
        results = tuple(own.results.get(place) for place in range(len(evenings)))
        players = tuple(own.players.get(place, "") for place in range(len(evenings)))
        how = _qualified(key, rank, points[key], rules)
        places.append(Place(rank, key, own.name, own.club, total, results, counted, how, players))
    return places


def qualified_pairs(evenings: Sequence[Evening], places: Sequence[Place]) -> list[tuple[Place, ...]]:
    """Who plays the final together: a pair comes with both, as it last played; somebody without a partner comes alone."""
    twice, together = _twice(evenings), dict[str, tuple[Place, ...]]()
    for evening in evenings:  # the last evening says who is whose partner
        for pair in evening.members.values():
            people = [evening.players[player] for player in pair]
            partners = tuple(Place(0, key_of(each.name, each.club, twice), each.name, each.club, 0, (), ()) for each in people)
            together |= dict.fromkeys((place.key for place in partners), partners)
    pairs, seated = list[tuple[Place, ...]](), set[str]()
    for place in places:
        partners = together.get(place.key, (place,))
        if place.key not in seated:
            pairs.append(tuple(each for each in partners if each.key not in seated))
            seated |= {each.key for each in partners}
    return pairs


def key_of(name: str, club: str, twice: Collection[str]) -> str:
    """By what a person is known from one evening to the next."""
    plain = fold(name) or name
    return f"{plain}|{fold(club)}" if plain in twice else plain


def _twice(evenings: Iterable[Evening]) -> set[str]:
    """Names that two people have at one evening."""
    names: set[str] = set()
    for evening in evenings:
        counted = Counter(fold(person.name) or person.name for person in evening.players.values())
        names |= {name for name, count in counted.items() if count > 1}
    return names


def _ranked(evening: Evening) -> Iterable[tuple[int, int, str]]:
    if not evening.results:
        return
    try:
        standing = ranking(evening, provisional=True)
    except RuleViolation:
        return
    for row in standing.rows:
        yield from ((row.rank, row.scored.total, player) for player in row.players)


def _by_rank(rank: int, points: Sequence[int]) -> int:
    return points[min(rank, len(points)) - 1] if points else 0


def _sum(own: _Person, evenings: int, best: int, *, lower: bool) -> tuple[int, tuple[bool, ...]]:
    """What counts in all, and which evenings make it."""
    order = sorted(own.results, key=lambda place: own.results[place], reverse=not lower)
    chosen = set(order[:best] if best else order)
    return sum(own.results[place] for place in chosen), tuple(place in chosen for place in range(evenings))


def _qualified(key: str, rank: int, points: int, rules: SeriesRules) -> Qualified | None:
    if rules.qualify and rank <= rules.qualify:
        return Qualified.BEST
    if rules.threshold and points >= rules.threshold:
        return Qualified.THRESHOLD
    return Qualified.WILDCARD if key in rules.wildcards else None
