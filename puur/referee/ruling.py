"""A ruling as a value: what the book says of an incident, what is still to be chosen, and what it does to the deal.

A ruling says which text fits and with which facts; the sentence itself is the shell's. It is carried out by submitting
`event_of(ruling)` to the game, once every choice is made and, where an official decides, the decision is there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from puur.core.effects import Effect
from puur.core.events import RulingMade
from puur.reglement.catalogue import looks_like_id, provision


class NotDecided(ValueError):
    """A ruling that cannot be carried out yet, or a choice that does not exist; the message says what is missing."""


@dataclass(frozen=True, slots=True)
class Option:
    """One way to choose, and what it does."""

    key: str
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that somebody may choose: the seats that may, and the options."""

    key: str
    by: tuple[int, ...]
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Deadline:
    """Until when it may be raised, and whether that has passed."""

    key: str
    passed: bool = False


@dataclass(frozen=True, slots=True)
class Citation:
    """A provision behind a ruling: the book and chapter it is printed in, its sentence there, and what it is worth here."""

    id: str
    book: str  # the catalogue; empty for an own article of a club
    chapter: str
    quote: str
    guidance: bool  # of the general rules, where the book itself says nothing
    reading: bool  # it leaves something open: the ruling rests on Puur's reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What a book says of an incident."""

    book: str
    offence: str
    seat: int
    text: str  # key of the sentence
    provisions: tuple[str, ...]
    facts: Mapping[str, object] = field(default_factory=dict)
    upheld: bool = True  # False: no offence, too late, or without consequences
    effects: tuple[Effect, ...] = ()
    choices: tuple[Choice, ...] = ()
    deadline: Deadline | None = None
    official: str = ""  # who decides; empty where the book does
    decided: bool = True  # False: the official still has to say
    fallback: bool = False  # the book is silent: this is what the general rules say, as guidance and not as law
    guidance: tuple[str, ...] = ()  # of the provisions, those of the general rules, where the book itself says nothing
    authority: str = ""  # what a silent book names instead
    gap: bool = False  # no book says anything
    own: tuple[str, ...] = ()  # fields that a club's own book sets itself

    @property
    def readings(self) -> tuple[str, ...]:
        """The cited provisions that leave something open: there the ruling rests on Puur's reading."""
        return tuple(rule for rule in self.provisions if looks_like_id(rule) and provision(rule).notes)

    @property
    def citations(self) -> tuple[Citation, ...]:
        """The provisions as they are printed."""
        return tuple(self._cited(rule) for rule in self.provisions)

    def _cited(self, rule: str) -> Citation:
        if not looks_like_id(rule):
            return Citation(rule, "", rule, "", guidance=False, reading=False)
        known = provision(rule)
        return Citation(rule, known.book, known.article, known.quote, rule in self.guidance, bool(known.notes))

    @property
    def ready(self) -> bool:
        """Whether it can be carried out now."""
        return self.decided and not self.choices


def choose(ruling: Ruling, choice: str, option: str) -> Ruling:
    """The ruling after somebody has chosen; what was chosen follows the effects that were certain."""
    asked = next((each for each in ruling.choices if each.key == choice), None)
    if asked is None:
        raise NotDecided(f"no choice {choice!r}: open are {', '.join(each.key for each in ruling.choices) or 'none'}")
    taken = next((way for way in asked.options if way.key == option), None)
    if taken is None:
        raise NotDecided(f"no option {option!r}: {choice!r} has {', '.join(way.key for way in asked.options)}")
    rest = tuple(each for each in ruling.choices if each is not asked)
    facts = {**ruling.facts, choice: option}
    return replace(ruling, effects=(*ruling.effects, *taken.effects), choices=rest, facts=facts)


def decide(ruling: Ruling, official: str, effects: tuple[Effect, ...] = (), words: str = "") -> Ruling:
    """The ruling after the official has decided; it takes effect at once. (NWS-9-03, TAM-ES-74, AJZ-1.8-03)"""
    facts = {**ruling.facts, "words": words} if words else ruling.facts
    return replace(ruling, official=official, decided=True, effects=(*ruling.effects, *effects), choices=(), facts=facts)


def event_of(ruling: Ruling) -> RulingMade:
    """The event that carries the ruling out."""
    if not ruling.decided:
        raise NotDecided(f"{ruling.official or 'somebody'} has to decide first")
    if ruling.choices:
        raise NotDecided(f"still to choose: {', '.join(choice.key for choice in ruling.choices)}")
    first, *further = ruling.provisions or (ruling.book,)
    return RulingMade(first, ruling.text, ruling.seat, ruling.effects, ruling.official, " ".join(further))
