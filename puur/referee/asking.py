"""Asking the referee without a record: only what changes the answer, and every answer where something is unknown.

`questions` says what has still to be asked under a book, `answers` what the book says: one answer where everything that decides is
known, otherwise one for each case. Both try every combination of facts in a scene of its own, so that nothing is assumed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from puur.core.errors import RuleViolation
from puur.core.form import form_for, lines_of, players_of
from puur.core.reglement import Reglement
from puur.core.seats import SEAT_NAMES
from puur.referee.offences import OFFENCES
from puur.referee.questions import QUESTIONS, Question, combinations
from puur.referee.rule import rule, under
from puur.referee.ruling import Ruling
from puur.referee.scenes import NoScene, scene
from puur.referee.told import Told, told
from puur.reglement.loader import load

GENERAL = "jassregeln"


@dataclass(frozen=True, slots=True)
class Answer:
    """What a book says in one case: the facts that make it (all answers that lead here), the ruling, and it in roles."""

    facts: Mapping[str, tuple[str, ...]]
    ruling: Ruling
    told: Told


def foreign_to(book: Reglement) -> frozenset[str]:
    """The incidents that cannot happen under a book: Weise where it has none, variants where the game has none."""
    weise = (
        frozenset(key for key, offence in OFFENCES.items() if offence.subject == "weis") if not book.weis.enabled else frozenset()
    )
    return weise | (frozenset() if lines_of(book) else {"played-variant"})


class UnknownFact(ValueError):
    """A fact that the questions of the offence do not have; the message names those they have."""


def questions(book: Reglement, offence: str, known: Mapping[str, str] | None = None) -> tuple[Question, ...]:
    """What still changes the answer under this book, the first to be asked first; nothing where the answer is certain."""
    cases = _cases(book, offence, _checked(offence, known or {}))
    left = [question for question in QUESTIONS.get(offence, ()) if question.key not in (known or {})]
    for question in reversed(left.copy()):  # without this one the others still tell every two different answers apart
        rest = [other for other in left if other is not question]
        if _decided_by(cases, rest):
            left = rest
    return tuple(Question(question.key, _possible(cases, question)) for question in left)


def answers(book: Reglement, offence: str, known: Mapping[str, str] | None = None) -> tuple[Answer, ...]:
    """What the book says: one answer, or one for each case that the unknown facts make."""
    return tuple(_branches(book, offence, _checked(offence, known or {}), {}))


def _branches(book: Reglement, offence: str, known: Mapping[str, str], path: Mapping[str, tuple[str, ...]]) -> Iterator[Answer]:
    asked = questions(book, offence, known)
    if not asked:
        cases = _cases(book, offence, known)
        if cases:
            _, ruling, roles = cases[0]
            yield Answer(path, ruling, roles)
        return
    first = asked[0]
    merged: list[tuple[list[str], tuple[Answer, ...]]] = []
    for answer in first.answers:
        below = tuple(_branches(book, offence, {**known, first.key: answer}, {}))
        same = next((said for said, others in merged if alike(others, below)), None)
        if same is not None:
            same.append(answer)
        else:
            merged.append(([answer], below))
    for said, below in merged:
        for branch in below:
            yield Answer({**path, first.key: tuple(said), **branch.facts}, branch.ruling, branch.told)


def alike(some: Sequence[Answer], others: Sequence[Answer]) -> bool:
    """Whether two lists of answers say the same of the same facts."""
    return [(branch.facts, branch.told) for branch in some] == [(branch.facts, branch.told) for branch in others]


def _checked(offence: str, known: Mapping[str, str]) -> dict[str, str]:
    """What is known, as far as the offence asks for it; an answer that does not exist is refused."""
    asked = {question.key: question.answers for question in QUESTIONS.get(offence, ())}
    for key, answer in known.items():
        if answer not in asked.get(key, ()):
            may_be = "; ".join(f"{name}: {', '.join(values)}" for name, values in asked.items())
            raise UnknownFact(f"{key[:40]} = {answer[:40]!r} is no fact of {offence}: {may_be or 'nothing is asked'}")
    return dict(known)


_Case = tuple[Mapping[str, str], Ruling, Told]


def _cases(book: Reglement, offence: str, known: Mapping[str, str]) -> list[_Case]:
    """Every combination of facts that agrees with what is known and can happen, with its ruling."""
    return [case for case in _all_cases(_Book(book), offence) if known.items() <= case[0].items()]


def _decided_by(cases: Sequence[_Case], asked: Sequence[Question]) -> bool:
    seen: dict[tuple[str, ...], Told] = {}
    return all(seen.setdefault(tuple(facts[question.key] for question in asked), roles) == roles for facts, _, roles in cases)


def _possible(cases: Sequence[_Case], question: Question) -> tuple[str, ...]:
    can_be = {facts[question.key] for facts, _, _ in cases}
    return tuple(answer for answer in question.answers if answer in can_be)


class _Book:
    """A book to remember answers by: the same object asks the same thing."""

    def __init__(self, book: Reglement) -> None:
        self.book = book

    def __hash__(self) -> int:
        return id(self.book)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Book) and other.book is self.book


@lru_cache(maxsize=1024)
def _all_cases(of: _Book, offence: str) -> tuple[_Case, ...]:
    layout = form_for(of.book).layout(of.book, players_of(of.book), 1)
    cases = tuple(_staged(of.book, of.book, offence)) if layout.players == layout.receivers == len(SEAT_NAMES) else ()
    if cases or offence in foreign_to(of.book):
        return cases
    # An auction, an exchange or another number of hands: what happened is shown in a Schieber and ruled by the book that holds.
    return tuple(_staged(load(GENERAL), of.book, offence))


def _staged(played: Reglement, holds: Reglement, offence: str) -> Iterator[_Case]:
    """Every case in a game under the book that is played, ruled by the one that holds."""
    for facts in combinations(offence, {}):
        try:
            game, incident = scene(played, offence, facts=facts)
            game = game if holds is played else under(game, holds)
            ruling = rule(game, incident)
            yield facts, ruling, told(game, incident, ruling)
        except (NoScene, RuleViolation):
            continue
