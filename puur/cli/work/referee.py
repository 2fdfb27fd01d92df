"""`puur referee`: the ruling on an irregularity, asked in a short dialogue, by name, in one's own words, or of a record.

Without a record the referee asks what decides under the book and nothing else (`puur.referee.asking`); what nobody knows is
answered for every case. What is printed is `puur.cli.referee_pages`. The dialogue asks again where it does not understand;
otherwise that is status 2.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from rich.text import Text

from puur.cli import referee_pages as pages
from puur.cli.errors import UserError
from puur.cli.files import load_book
from puur.cli.interrupts import heard_while_waiting
from puur.cli.settings import answer, console, settings, tell
from puur.core.events import IncidentReported
from puur.core.reglement import Reglement
from puur.referee.asking import answers, questions
from puur.referee.compare import in_scenes, side_by_side
from puur.referee.offences import OFFENCES
from puur.referee.questions import QUESTIONS, answer_key
from puur.referee.rule import UnknownOffence, rule
from puur.referee.ruling import Ruling
from puur.reglement import load, shipped
from puur.reglement.catalogue import catalogue_of
from puur.words import say

DEFAULT_BOOK = "jassregeln"
MOST_FITTING = 6
T = TypeVar("T")


def referee(
    words: list[str] | None, reglement: str, trick: int, turned: bool, fact: list[str] | None, incident: str, as_json: bool
) -> None:
    """What `puur referee` does."""
    asked = list(words or ())
    comparing = asked[:1] == ["compare"]
    if comparing:
        asked = asked[1:]
    if incident:
        _of_record(incident, reglement, comparing=comparing, as_json=as_json)
    elif asked == ["list"] or (comparing and not asked):
        _list(as_json=as_json)
    elif asked == ["matrix"]:
        sys.stdout.write(pages.matrix_page())
    elif comparing:
        if len(asked) > 1:
            raise UserError(tell("referee.wrong.words", found=" ".join(asked)))
        _show_all(_offence(asked[0]), in_scenes(_offence(asked[0]), trick=trick, turned=turned), as_json=as_json)
    elif len(asked) == 1 and (asked[0] in OFFENCES or UnknownOffence(asked[0]).suggestions):
        offence = _offence(asked[0])
        known = _facts(offence, [*(fact or ()), *(["turned"] if turned else [])])
        _show_answers(load_book(reglement or DEFAULT_BOOK), offence, known, as_json=as_json)
    elif asked and as_json:
        _list_fitting(" ".join(asked))
    else:
        _dialogue(reglement, " ".join(asked), as_json=as_json)


def _offence(name: str) -> str:
    if name not in OFFENCES:
        unknown = UnknownOffence(name)
        near = f" ({', '.join(unknown.suggestions)}?)" if unknown.suggestions else ""
        raise UserError(tell("referee.wrong.offence", found=unknown.asked, near=near))
    return name


def _facts(offence: str, named: Sequence[str]) -> dict[str, str]:
    """The answers that were named, by the question that they answer."""
    known: dict[str, str] = {}
    for name in named:
        key = answer_key(offence, name)
        if not key:
            may_be = ", ".join(value for question in QUESTIONS.get(offence, ()) for value in question.answers)
            raise UserError(tell("referee.wrong.fact", found=name[:40], facts=may_be or "–"))
        known[key] = name
    return known


def _show_answers(book: Reglement, offence: str, known: dict[str, str], *, as_json: bool) -> None:
    """The ruling; where it hangs on a fact that nobody named, that of every case."""
    cases = answers(book, offence, known)
    if not cases:
        raise UserError(tell("referee.wrong.scene"))
    shown = [pages.answer_facts(case) for case in cases]
    asked = [{"question": left.key, "answers": list(left.answers)} for left in questions(book, offence, known)]
    facts = shown[0] | ({"branches": shown, "questions": asked} if len(shown) > 1 else {})
    answer(as_json, facts, *pages.cards(offence, cases, settings().lang))


def _of_record(file: str, reglement: str, *, comparing: bool, as_json: bool) -> None:
    from puur.cli.records import book_of, choose, load_file, shown_name
    from puur.core.errors import RuleViolation
    from puur.core.game import Game

    record = choose(load_file(file, None, reglement or DEFAULT_BOOK), None, file)
    places = [place for place, event in enumerate(record.events) if isinstance(event, IncidentReported)]
    if not places:
        raise UserError(tell("referee.wrong.incident", file=shown_name(file)))
    happened = record.events[places[-1]]
    assert isinstance(happened, IncidentReported)
    _offence(happened.offence)
    try:
        game = Game.replay(book_of(record, reglement, file), record.setup, record.events[: places[-1] + 1])
    except RuleViolation as refused:
        raise UserError(f"{shown_name(file)}: {refused}") from None
    if comparing:
        _show_all(happened.offence, side_by_side(game, happened), as_json=as_json)
    else:
        _show(rule(game, happened), as_json=as_json, names=game.setup.names)


def _show(ruling: Ruling, *, as_json: bool, names: Sequence[str] = "ABCD") -> None:
    answer(as_json, pages.facts(ruling), *pages.page(ruling, names))


def _show_all(offence: str, rulings: dict[str, Ruling] | dict[str, Ruling | None], *, as_json: bool) -> None:
    facts = {book: None if ruling is None else pages.facts(ruling) for book, ruling in rulings.items()}
    answer(as_json, facts, *pages.comparison(offence, rulings))


def _list(*, as_json: bool) -> None:
    facts = [
        {"offence": known.key, "subject": known.subject, "facts": list(known.facts),
         "questions": [{"question": asked.key, "answers": list(asked.answers)} for asked in QUESTIONS.get(known.key, ())]}
        for known in OFFENCES.values()
    ]  # fmt: skip
    answer(as_json, facts, *(f"{key:20} {tell(f'referee.offence.{key}')}" for key in OFFENCES))


# ---- the dialogue: book, subject, offence, and only what decides -------------------------------------------------------------


def _dialogue(reglement: str, query: str, *, as_json: bool) -> None:
    fitting = _fitting(query) if query else []
    book = load_book(reglement) if reglement else _until(_book, _books_offered())
    offence = _pick_of(fitting) if fitting else _until(_meant, _subjects_offered())
    known: dict[str, str] = {}
    unknown: set[str] = set()
    lang = settings().lang
    while left := [question for question in questions(book, offence, known) if question.key not in unknown]:
        said = _pick_fact(
            say(f"referee.question.{left[0].key}", lang), [say(f"referee.fact.{key}", lang) for key in left[0].answers]
        )
        if said is None:
            unknown.add(left[0].key)
        else:
            known[left[0].key] = left[0].answers[said]
    _show_answers(book, offence, known, as_json=as_json)


def _subjects() -> list[str]:
    return list(dict.fromkeys(known.subject for known in OFFENCES.values()))


def _subjects_offered() -> str:
    """Offer the subjects; what is then asked for is a number, or what happened."""
    _offered(tell("referee.ask.subject"), [tell(f"referee.subject.{key}") for key in _subjects()])
    return tell("referee.ask.number-or-words")


def _meant(said: str) -> str:
    """The offence behind the number of a subject, or behind somebody's own words."""
    if not said.isascii() or not said.isdigit():
        return _pick_of(_fitting(said))
    subject = _subjects()[_number(said, low=1, high=len(_subjects())) - 1]
    return _pick_of([key for key, known in OFFENCES.items() if known.subject == subject])


def _fitting(query: str) -> list[str]:
    """The incidents that these words may mean, the likeliest first."""
    from puur.papers.incident_search import search

    if not (fitting := search(query, settings().lang, most=MOST_FITTING)):
        raise UserError(tell("referee.wrong.query", found=query[:60]))
    return fitting


def _list_fitting(query: str) -> None:
    """For programs: what these words may mean; choosing is left to them."""
    answer(True, [{"offence": key, "name": tell(f"referee.offence.{key}")} for key in _fitting(query)])


def _pick_of(offences: Sequence[str]) -> str:
    return offences[_pick(tell("referee.ask.offence"), [tell(f"referee.offence.{key}") for key in offences])]


def _ask(question: str) -> str:
    console(stderr=True).print(question, end=" ", soft_wrap=True)
    with heard_while_waiting():
        line = sys.stdin.readline()
    if not line:
        raise UserError(tell("referee.wrong.words", found=""))
    return line.strip()


def _offered(question: str, options: Sequence[str]) -> None:
    out = console(stderr=True)
    out.print(question)
    for number, option in enumerate(options, start=1):
        out.print(f"  {number} {option}")


def _pick(question: str, options: Sequence[str]) -> int:
    _offered(question, options)
    return _until(partial(_number, low=1, high=len(options)), tell("referee.ask.number")) - 1


def _pick_fact(question: str, options: Sequence[str]) -> int | None:
    """Like `_pick`; None where nobody knows."""
    _offered(question, options)
    picked = _until(lambda said: _number(said, low=1, high=len(options)) if said else 0, tell("referee.ask.fact-number"))
    return picked - 1 if picked else None


def _until(understand: Callable[[str], T], question: str) -> T:
    """Ask until the answer is understood."""
    while True:
        said = _ask(question)
        try:
            return understand(said)
        except UserError as slip:
            console(stderr=True).print(Text(str(slip)), soft_wrap=True)


def _printed() -> list[str]:
    """The books that people have in print: those whose provisions Puur knows."""
    return [key for key in shipped() if catalogue_of(key)]


def _books_offered() -> str:
    """Offer the printed books by number; any other one is named."""
    _offered(tell("referee.ask.book"), [f"{key:14} {load(key).title}" for key in _printed()])
    return tell("referee.ask.book-number", others=len(shipped()) - len(_printed()), usual=DEFAULT_BOOK)


def _book(said: str) -> Reglement:
    """The book behind a number, a key, or a file."""
    if said.isascii() and said.isdigit():
        return load(_printed()[_number(said, low=1, high=len(_printed())) - 1])
    return load_book(said or DEFAULT_BOOK)


def _number(said: str, low: int, high: int) -> int:
    if not (said.isascii() and said.isdigit() and low <= int(said[:6]) <= high):
        raise UserError(tell("play.wrong", typed=said, expected=tell("referee.expected.number", low=low, high=high)))
    return int(said)
