"""What `puur referee` shows: a ruling in words, the comparison, the matrix for `docs/referee.md`, and facts for `--json`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from puur.cli.settings import settings, tell
from puur.core.cards import Card
from puur.core.effects import PenaltyPoints
from puur.core.seats import SEAT_NAMES
from puur.papers.rulings import effect_words, notes, origin
from puur.referee.asking import Answer
from puur.referee.compare import BOOKS, matrix
from puur.referee.offences import OFFENCES
from puur.referee.ruling import Choice, Citation, Ruling
from puur.referee.told import Step, Told
from puur.reglement import load
from puur.words import say, texts

NOTHING = "–"


def page(ruling: Ruling, names: Sequence[str] = SEAT_NAMES) -> Iterator[RenderableType]:
    """A ruling as people read it."""
    yield Text(_offence(ruling.offence, settings().lang), style="bold")
    yield Text(sentence(ruling, settings().lang))
    for line in _lines(ruling, names):
        yield Text(line)
    yield Text(tell("referee.provisions", rules=", ".join(ruling.provisions) or NOTHING), style="cyan")


def cards(offence: str, cases: Sequence[Answer], lang: str) -> Iterator[RenderableType]:
    """The answer as a card to read aloud; where a fact is open, one for each case, and once where cases are ruled alike."""
    yield Text(_offence(offence, lang), style="bold")
    alike: dict[tuple[Told, tuple[str, ...]], list[Answer]] = {}
    for case in cases:
        alike.setdefault((case.told, case.ruling.provisions), []).append(case)
    for first, *others in alike.values():
        for case in (first, *others):
            if case.facts:
                said = [" / ".join(say(f"referee.fact.{fact}", lang) for fact in facts) for facts in case.facts.values()]
                asked = [say(f"referee.question.{key}", lang) for key in case.facts]
                facts = "; ".join(f"{question} {fact}" for question, fact in zip(asked, said, strict=True))
                yield Text(say("referee.if", lang, fact=facts), style="bold yellow")
        yield from _card(first, lang)


def _card(case: Answer, lang: str) -> Iterator[RenderableType]:
    told, ruling = case.told, case.ruling
    yield Text(sentence(ruling, lang))
    yield from (Text(f"  - {_step(step, lang)}") for step in told.steps)
    for choice in told.choices:
        yield Text(say("referee.card.chooses", lang, who=say(f"referee.role.{choice.by}", lang)))
        for option in choice.options:
            follows = "; ".join(_step(step, lang) for step in option.steps) or say("referee.card.nothing", lang)
            yield Text(f"  - {say(f'referee.option.{option.key}', lang)}: {follows}")
    if told.limit:
        state = say("referee.passed" if told.late else "referee.running", lang)
        yield Text(f"{say(f'referee.deadline.{told.limit}', lang)} ({state})")
    who, *others = [_official(role, lang) for role in told.deciders]
    key = "referee.card.decides-else" if others else "referee.card.decides"
    yield Text(say(key, lang, who=who, **({"other": others[0]} if others else {})))
    yield from (Text(line) for line in origin(ruling, lang))
    for cited in ruling.citations:
        yield from _citation(cited, lang)


def _citation(cited: Citation, lang: str) -> Iterator[RenderableType]:
    marks = [say("referee.card.guidance", lang)] if cited.guidance else []
    marks += [say("referee.card.reading", lang)] if cited.reading else []
    head = f"{cited.chapter}: «{cited.quote}»" if cited.quote else cited.chapter
    yield Text(" ".join((head, *marks, f"[{cited.id}]")), style="cyan")


def _step(step: Step, lang: str) -> str:
    who = say(f"referee.role.{step.who}", lang) if f"referee.role.{step.who}" in texts() else _official(step.who, lang)
    return say(f"referee.step.{step.key}", lang, who=who, amount=step.amount)


def _official(role: str, lang: str) -> str:
    known = texts().get(f"referee.who.{role}")
    return known[lang] if known else role


def answer_facts(case: Answer) -> dict[str, Any]:
    """An answer for programs: the ruling in roles, the facts that lead to it, and the printed sentences; no cards and no seats."""
    told, ruling = case.told, case.ruling
    return {
        "book": ruling.book,
        "offence": ruling.offence,
        "facts": {key: list(values) for key, values in case.facts.items()},
        "ruling": told.text,
        "text": sentence(ruling, settings().lang),
        "upheld": told.upheld,
        "steps": [_plain_step(step) for step in told.steps],
        "choices": [
            {
                "choice": choice.key,
                "by": choice.by,
                "options": [
                    {"option": option.key, "steps": [_plain_step(step) for step in option.steps]} for option in choice.options
                ],
            }
            for choice in told.choices
        ],
        "deadline": {"until": told.deadline, "passed": told.late} if told.deadline else None,
        "decided": told.decided,
        "official": ruling.official,
        "deciders": list(told.deciders),
        "fallback": ruling.fallback,
        "authority": ruling.authority,
        "gap": ruling.gap,
        "provisions": list(ruling.provisions),
        "citations": [
            {"id": cited.id, "chapter": cited.chapter, "quote": cited.quote, "guidance": cited.guidance, "reading": cited.reading}
            for cited in ruling.citations
        ],
    }


def _plain_step(step: Step) -> dict[str, Any]:
    return {"step": step.key, "who": step.who, "amount": step.amount, "text": _step(step, settings().lang)}


def _lines(ruling: Ruling, names: Sequence[str]) -> Iterator[str]:
    if ruling.effects:
        yield tell("referee.effects")
        yield from (f"  - {effect_words(effect, settings().lang, names)}" for effect in ruling.effects)
    for choice in ruling.choices:
        yield tell("referee.choice", who=" + ".join(names[seat] for seat in choice.by), options=" / ".join(_options(choice)))
    yield from notes(ruling, settings().lang)


def sentence(ruling: Ruling, lang: str) -> str:
    """The ruling itself in a language."""
    return say(f"referee.text.{ruling.text}", lang, **{"name": "", **ruling.facts})


def _offence(key: str, lang: str) -> str:
    return say(f"referee.offence.{key}", lang)


def _options(choice: Choice) -> list[str]:
    said = texts()
    keys = [option.key for option in choice.options]
    return [tell(f"referee.option.{key}") if f"referee.option.{key}" in said else key for key in keys]


def comparison(offence: str, rulings: Mapping[str, Ruling | None]) -> Iterator[RenderableType]:
    """What every book says, one row each."""
    yield Text(tell("referee.compare.head", offence=_offence(offence, settings().lang)), style="bold")
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for key in ("referee.book", "referee.ruling", "referee.articles"):
        table.add_column(tell(key))
    table.columns[2].style = "cyan"
    for book, ruling in rulings.items():
        if ruling is None:
            table.add_row(book, NOTHING, NOTHING)
            continue
        said = [sentence(ruling, settings().lang)]
        said += [f"{effect_words(effect, settings().lang)}." for effect in ruling.effects if isinstance(effect, PenaltyPoints)]
        said += origin(ruling, settings().lang)
        table.add_row(book, Text(" ".join(said)), Text(", ".join(ruling.provisions) or NOTHING))
    yield table


def facts(ruling: Ruling) -> dict[str, Any]:
    """A ruling for programs."""
    from puur.notation.game_events import EFFECT  # only records need it

    return {
        "book": ruling.book,
        "offence": ruling.offence,
        "seat": SEAT_NAMES[ruling.seat],
        "ruling": ruling.text,
        "text": sentence(ruling, settings().lang),
        "provisions": list(ruling.provisions),
        "upheld": ruling.upheld,
        "effects": [EFFECT.write(effect) for effect in ruling.effects],
        "choices": [
            {
                "choice": choice.key,
                "by": [SEAT_NAMES[seat] for seat in choice.by],
                "options": [
                    {"option": option.key, "effects": [EFFECT.write(effect) for effect in option.effects]}
                    for option in choice.options
                ],
            }
            for choice in ruling.choices
        ],
        "deadline": None if ruling.deadline is None else {"until": ruling.deadline.key, "passed": ruling.deadline.passed},
        "official": ruling.official,
        "decided": ruling.decided,
        "fallback": ruling.fallback,
        "authority": ruling.authority,
        "guidance": list(ruling.guidance),
        "readings": list(ruling.readings),
        "gap": ruling.gap,
        "facts": {name: _plain(value) for name, value in ruling.facts.items()},
    }


def _plain(value: object) -> Any:
    if isinstance(value, tuple | list):
        return [_plain(item) for item in value]
    return str(value) if isinstance(value, Card) else value if isinstance(value, int | str | None) else str(value)


_INTRO = """# The referee

What happens when something goes wrong at the table: `puur referee` asks what decides under the book, at most three things, and
answers with what happens now, who chooses, until when, who decides, and the printed sentence behind it. What nobody knows is
answered for every case; `--fact` names what is known. `puur referee z spoot gwise` finds it by one's own words, in four languages
and dialect. `puur referee compare revoke` shows what every book says; `puur referee --incident game.jass` rules the last incident
of a record. For programs `puur.referee.asking` has the same questions and answers, and `puur.referee.rule(game, incident)` answers
with a `Ruling`, whose effects the core carries out when `event_of(ruling)` is submitted. A table with `Spielweise: frei` lets
mistakes happen and remembers them.

## The matrix

Generated by `puur referee matrix`; every cell is a ruling in a small game under that book. *JR*: the book is silent; the general
rules are guidance and not law (in part: *partly JR*); what the book itself refers to stands in the table below. *jassleitung* and
the like: that official decides. †: a provision leaves something open, and the ruling rests on Puur's reading (`puur rules` shows
it). **?**: no book says anything, the official (or the players) decide.
"""


def matrix_page() -> str:
    """The whole matrix as Markdown: offences down, books across; what follows and the provisions in each cell."""
    lines = [_INTRO, *_authorities()]
    subject = ""
    for key, turned, row in matrix():
        if OFFENCES[key].subject != subject:
            subject = OFFENCES[key].subject
            head = " | ".join(("offence", *BOOKS))
            lines += ["", f"### {say(f'referee.subject.{subject}', 'en')}", "", f"| {head} |", "| --- " * (len(BOOKS) + 1) + "|"]
        name = f"`{key}` {_offence(key, 'en')}{', trick turned' if turned else ''}"
        lines.append(f"| {name} | {' | '.join(_cell(row[book]) for book in BOOKS)} |")
    return "\n".join(lines) + "\n"


def _authorities() -> Iterator[str]:
    yield from ("| book | refers to | decides |", "| --- | --- | --- |")
    for book in map(load, BOOKS):
        authority = book.rules("referee.authority")[0] if book.referee.authority else ""
        refers = f"{book.referee.authority} ({authority})" if authority else NOTHING
        yield f"| {book.key} | {refers} | {', '.join(book.referee.officials) or 'players'} |"


def _cell(ruling: Ruling | None) -> str:
    if ruling is None:
        return NOTHING
    if ruling.gap and not ruling.decided:
        return f"**?** *{ruling.official}*"
    said = sentence(ruling, "en").rstrip(".")
    fines = [f"{effect.points}" for effect in ruling.effects if isinstance(effect, PenaltyPoints)]
    if fines:
        said += f" [{' + '.join(fines)} penalty points]"
    silent = " *JR*" if ruling.fallback else " *partly JR*" if ruling.guidance else ""
    decides = f" *{ruling.official}*" if not ruling.decided else ""
    reading = " †" if ruling.readings else ""
    return f"{said}{silent}{decides}{reading} ({', '.join(ruling.provisions) or NOTHING})"


__all__ = ["comparison", "facts", "matrix_page", "page", "sentence"]
