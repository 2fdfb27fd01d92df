"""A ruling as a card to read aloud: what happens now, who chooses what with which consequence, until when, who decides, why.

Page, booklet, picture and programs show the same card. It tells the answer in roles (`puur.referee.told`): nobody is named, and no
card of an invented hand. Promise: what is only Puur's reading, or guidance from the general rules, is marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from puur.core.reglement import Reglement
from puur.papers.rulings import origin
from puur.referee.asking import Answer
from puur.referee.ruling import Citation
from puur.referee.told import Choosing, Step
from puur.reglement import load, shipped
from puur.reglement.catalogue import catalogue_of, looks_like_id, note, provision, text
from puur.words import say, texts

_COSTS = ("penalty", "fine", "fine-half", "beer")  # steps that are told as the penalty


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
    """A provision behind the ruling: where it is printed, its sentence there, whether it only guides or leaves something open."""

    id: str
    chapter: str
    quote: str  # as printed; empty where it only follows from other sentences
    text: str  # in our own words
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


def card(book: Reglement, answer: Answer, lang: str, case: Iterable[str] = ()) -> Card:
    """The card of an answer; `case` are the facts that it was asked for, in words."""
    told, ruling = answer.told, answer.ruling
    costs = [step for step in told.steps if step.key in _COSTS]
    marks = [("reading", bool(ruling.readings)), ("guidance", bool(ruling.guidance)), ("gap", ruling.gap)]
    return Card(
        incident=ruling.offence,
        title=say(f"referee.offence.{ruling.offence}", lang),
        case=(*case, *(case_words(key, facts, lang) for key, facts in answer.facts.items())),
        now=say(f"referee.text.{ruling.text}", lang, **{"name": "", **ruling.facts}),
        effects=tuple(step_words(step, lang) for step in told.steps if step not in costs),
        choices=tuple(_picking(choice, lang) for choice in told.choices),
        until=_until(told.limit, told.late, lang),
        decides=say(f"incident.decides.{'book' if told.decided else 'official'}", lang, official=_who(told.deciders[0], lang)),
        concerned=_concerned(told.deciders, lang),
        penalty=", ".join(step_words(step, lang) for step in costs) or say(f"incident.penalty.{_unlisted(ruling.text)}", lang),
        points=sum(step.amount for step in costs if step.key == "penalty"),
        appeal=appeal(book, lang, told.deciders[0]),
        sources=tuple(_source(book, cited, lang) for cited in ruling.citations),
        notes=tuple(origin(ruling, lang)),
        marks=tuple(mark for mark, true in marks if true),
        upheld=told.upheld,
        decided=told.decided,
    )


def _unlisted(text: str) -> str:
    """What stands as the penalty where no points are listed: a disqualification, or nothing. (UB-CONDUCT-04)"""
    return "disqualified" if text == "conduct-disqualified" else "none"


def fact_words(fact: str, lang: str) -> str:
    """A deciding fact in the words of players."""
    return say(f"referee.fact.{fact}", lang)


def case_words(question: str, facts: Iterable[str], lang: str) -> str:
    """A question with its answer; several where each leads to the same card."""
    return f"{say(f'referee.question.{question}', lang)} {' / '.join(fact_words(fact, lang) for fact in facts)}"


def step_words(step: Step, lang: str) -> str:
    """One thing that happens now, in words."""
    return say(f"referee.step.{step.key}", lang, who=_who(step.who, lang), amount=step.amount)


def _who(role: str, lang: str) -> str:
    """A role at the table, or an office, by its name."""
    known = texts()
    words = known.get(f"referee.role.{role}") or known.get(f"referee.who.{role}")
    return words[lang] if words else role


def _picking(choice: Choosing, lang: str) -> Picking:
    ways = tuple(
        Way(
            option.key,
            say(f"referee.option.{option.key}", lang),
            tuple(step_words(step, lang) for step in option.steps) or (say("referee.card.nothing", lang),),
        )
        for option in choice.options
    )
    return Picking(choice.key, _who(choice.by, lang), ways)


def _until(deadline: str, late: bool, lang: str) -> str:
    if not deadline:
        return ""
    words = say(f"referee.deadline.{deadline}", lang).partition(":")[2].strip()
    return f"{words}. {say('incident.late', lang)}" if late else words


def _concerned(deciders: Sequence[str], lang: str) -> str:
    """Who decides if the first one is concerned. (AJZ-1.8-02, AJZ-1.8-05, NWS-9-02)"""
    if len(deciders) > 1:
        return say("incident.concerned", lang, official=", ".join(_who(official, lang) for official in deciders[1:]))
    return say("incident.concerned.nobody", lang) if deciders[0] != "players" else ""


def officials_words(book: Reglement, lang: str) -> str:
    """Everybody who may decide under a book, in order."""
    return ", ".join(_who(official, lang) for official in book.referee.officials or ("players",))


def appeal(book: Reglement, lang: str, decider: str = "") -> str:
    """Where a ruling can be taken, and until when; nowhere from whoever has the last word. (TAM-ES-75 to 78, NWS-9-04, NWS-9-08)"""
    rules = book.referee
    if rules.protest_days:
        return say("incident.appeal.protest", lang, days=rules.protest_days, to=rules.protest_to or "–")
    if rules.appeal and decider == rules.officials[-1]:
        return say("incident.appeal.final", lang)
    if rules.appeal and len(rules.officials) > 1:
        return say("incident.appeal.next", lang, official=_who(rules.officials[-1], lang))
    return say("incident.appeal.none", lang)


def _source(book: Reglement, cited: Citation, lang: str) -> Source:
    if not looks_like_id(cited.id):  # a club's own article
        return Source(cited.id, cited.chapter, "", "")
    known = provision(cited.id)
    reading = note(known, lang)[0]
    chapter = f"{_printed_in(book, known.book, part := cited.id.split('-')[1])}, {cited.chapter.removeprefix(f'{part}, ')}"
    return Source(cited.id, chapter, cited.quote, text(known, lang)[0], cited.guidance, reading)


def _printed_in(asked: Reglement, catalogue: str, part: str) -> str:
    """The title of the book that a provision is printed in; where a catalogue has several (TAM), the one of its part."""
    printed = [key for key in shipped() if catalogue_of(key) == catalogue]
    home = next((key for key in printed if key.endswith(f"-{part.lower()}")), next(iter(printed), ""))
    if not home:
        return catalogue
    origin = asked.origin or asked.key
    same_part = origin in printed and load(origin).form == load(home).form  # Austria and pairs play by the same printed pages
    return load(origin if same_part else home).title
