"""A ruling as a card to read aloud: what happens now, who chooses what with which consequence, until when, who decides, why.

Page, booklet, picture and programs show the same card. Where nobody tapped in the real cards and people, the card names none:
seats are told by what they are to the offender, and a card is "the card". Promise: what is only Puur's reading, or guidance from
the general rules, is marked.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields

from puur.core.effects import CardDead, Effect, NextLeader, PenaltyPoints, WeisAllowed
from puur.core.form import sides_of
from puur.core.reglement import Reglement
from puur.papers.rulings import origin
from puur.referee.officials import PLAYERS
from puur.referee.ruling import Choice, Option, Ruling
from puur.reglement import load, shipped
from puur.reglement.catalogue import UnknownProvision, catalogue_of, note, provision, text
from puur.words import say, texts

ROLES = ("offender", "after", "partner", "before")


@dataclass(frozen=True, slots=True)
class Way:
    """One option of a choice, and what follows from it."""

    key: str
    label: str
    follows: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Picking:
    """A choice: who chooses among what."""

    key: str
    who: str
    ways: tuple[Way, ...]


@dataclass(frozen=True, slots=True)
class Source:
    """A provision behind the ruling: where it is printed, what it says, and whether it only guides or leaves something open."""

    id: str
    chapter: str
    text: str
    guidance: bool = False
    reading: str = ""


@dataclass(frozen=True, slots=True)
class Card:
    """The answer to a question to the referee, in a language."""

    incident: str
    title: str
    case: tuple[str, ...]
    now: str
    effects: tuple[str, ...]
    choices: tuple[Picking, ...]
    until: str
    decides: str
    concerned: str
    penalty: str
    points: int
    appeal: str
    sources: tuple[Source, ...]
    notes: tuple[str, ...]  # where the ruling comes from, if not from the book
    marks: tuple[str, ...]  # of what is not the law of this book: reading, guidance, gap
    upheld: bool
    decided: bool  # by the book; otherwise somebody has to

    def answer(self) -> tuple[object, ...]:
        """What the card says apart from the facts it was asked for: two cards with the same answer need no question."""
        return (self.now, self.effects, self.choices, self.until, self.penalty, self.decides)


def card(book: Reglement, ruling: Ruling, lang: str, case: Iterable[str] = ()) -> Card:
    """The card of a ruling; `case` are the facts that it was asked for, as keys."""
    points = sum(effect.points for effect in ruling.effects if isinstance(effect, PenaltyPoints))
    decides, concerned = _deciders(book, ruling, lang)
    marks = [("reading", bool(ruling.readings)), ("guidance", bool(ruling.guidance)), ("gap", ruling.gap)]
    return Card(
        incident=ruling.offence,
        title=say(f"referee.offence.{ruling.offence}", lang),
        case=tuple(fact_words(fact, lang) for fact in case),
        now=say(f"referee.text.{ruling.text}", lang, **{"name": "", **ruling.facts}),
        effects=does(book, ruling, ruling.effects, lang),
        choices=tuple(_picking(book, ruling, choice, lang) for choice in ruling.choices),
        until=_until(ruling, lang),
        decides=decides,
        concerned=concerned,
        penalty=say("incident.penalty.points", lang, points=points) if points else say("incident.penalty.none", lang),
        points=points,
        appeal=appeal(book, lang),
        sources=tuple(_source(ruling, key, lang) for key in ruling.provisions),
        notes=tuple(origin(ruling, lang)),
        marks=tuple(mark for mark, true in marks if true),
        upheld=ruling.upheld,
        decided=ruling.decided,
    )


def does(book: Reglement, ruling: Ruling, effects: Iterable[Effect], lang: str) -> tuple[str, ...]:
    """What effects do, each said once; penalty points stand in a line of their own."""
    listed = [effect for effect in effects if not isinstance(effect, PenaltyPoints)]
    said = [_does(book, ruling, effect, lang) for effect in listed]
    if sum(isinstance(effect, CardDead) for effect in listed) > 1:
        said.append(say("incident.does.CardDead.more", lang))
    return tuple(dict.fromkeys(said))


def _does(book: Reglement, ruling: Ruling, effect: Effect, lang: str) -> str:
    key = f"incident.does.{type(effect).__name__}"
    if isinstance(effect, NextLeader) and effect.after:
        key += ".after"
    values = {part.name: getattr(effect, part.name) for part in fields(effect)}
    facts: dict[str, object] = {}
    if isinstance(values.get("seat"), int):
        facts["seat"] = seat_words(ruling, values["seat"], len(sides_of(book)), lang)
    sides = sides_of(book)
    if isinstance(effect, WeisAllowed):
        values["team"] = sides[effect.seat]
    if isinstance(values.get("team"), int):
        facts["team"] = say(f"incident.role.{'side' if values['team'] == sides[ruling.seat] else 'foes'}", lang)
    return say(key, lang, **facts)


def seat_words(ruling: Ruling, seat: int, seats: int, lang: str) -> str:
    """A seat by what it is to the offender."""
    return say(f"incident.role.{ROLES[(seat - ruling.seat) % seats]}", lang)


def _picking(book: Reglement, ruling: Ruling, choice: Choice, lang: str) -> Picking:
    sides = sides_of(book)
    foes = all(sides[seat] != sides[ruling.seat] for seat in choice.by)
    who = say("incident.role.foes", lang) if foes else " + ".join(seat_words(ruling, seat, len(sides), lang) for seat in choice.by)
    return Picking(choice.key, who, tuple(_ways(book, ruling, choice.options, lang)))


def _ways(book: Reglement, ruling: Ruling, options: Iterable[Option], lang: str) -> Iterable[Way]:
    """The options in words; those that name cards of an invented hand are one."""
    known, seen = texts(), set()
    for option in options:
        words = known.get(f"referee.option.{option.key}") or known["incident.way.card"]
        if words[lang] in seen:
            continue
        seen.add(words[lang])
        yield Way(option.key, words[lang], does(book, ruling, option.effects, lang) or (say("incident.does.nothing", lang),))


def fact_words(fact: str, lang: str) -> str:
    """A deciding fact in the words of players."""
    known = texts()
    return (known.get(f"referee.fact.{fact}") or known[f"incident.fact.{fact}"])[lang]


def _until(ruling: Ruling, lang: str) -> str:
    if ruling.deadline is None:
        return ""
    words = say(f"referee.deadline.{ruling.deadline.key}", lang).partition(":")[2].strip()
    return f"{words}. {say('incident.late', lang)}" if ruling.deadline.passed else words


def official_words(official: str, lang: str) -> str:
    """An office by its name."""
    known = texts().get(f"referee.who.{official}")
    return known[lang] if known else official


def _deciders(book: Reglement, ruling: Ruling, lang: str) -> tuple[str, str]:
    """Who decides, and who if that person is concerned. (AJZ-1.8-02, AJZ-1.8-05, NWS-9-02, TAM-ES-73, UB-CONDUCT-04)"""
    officials = book.referee.officials
    first = official_words(ruling.official or (officials[0] if officials else PLAYERS), lang)
    decides = say(f"incident.decides.{'book' if ruling.decided else 'official'}", lang, official=first)
    if not officials:
        return decides, ""
    if len(officials) == 1:
        return decides, say("incident.concerned.nobody", lang)
    return decides, say("incident.concerned", lang, official=official_words(officials[1], lang))


def appeal(book: Reglement, lang: str) -> str:
    """Where a ruling can be taken, and until when. (TAM-ES-75 to 78, NWS-9-04)"""
    rules = book.referee
    if rules.protest_days:
        return say("incident.appeal.protest", lang, days=rules.protest_days, to=rules.protest_to or "–")
    if rules.appeal and len(rules.officials) > 1:
        return say("incident.appeal.next", lang, official=official_words(rules.officials[-1], lang))
    return say("incident.appeal.none", lang)


def _source(ruling: Ruling, key: str, lang: str) -> Source:
    try:
        known = provision(key)
    except UnknownProvision:  # a club's own article
        return Source(key, key, "")
    title = next((load(book).title for book in shipped() if catalogue_of(book) == known.book), known.book)
    return Source(
        key, say("incident.chapter", lang, book=title, chapter=known.article), text(known, lang)[0], key in ruling.guidance,
        note(known, lang)[0],
    )  # fmt: skip
