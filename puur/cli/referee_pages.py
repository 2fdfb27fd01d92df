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
from puur.notation.game_events import EFFECT
from puur.papers.rulings import effect_words, notes, origin
from puur.referee.compare import BOOKS, matrix
from puur.referee.offences import OFFENCES
from puur.referee.ruling import Choice, Ruling
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


def branches(rulings: Mapping[str, Ruling]) -> Iterator[RenderableType]:
    """A ruling for each fact that may decide; the fact is said where there are several."""
    for known, ruling in rulings.items():
        if known:
            yield Text(tell("referee.if", fact=tell(f"referee.fact.{known}")), style="bold yellow")
        yield from page(ruling)


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

What happens when something goes wrong at the table: `puur referee` asks at most five questions and answers with the ruling and its
provisions; `puur referee compare revoke --trick 3` shows what every book says; `puur referee --incident game.jass` rules the last
incident of a record. `puur.referee.rule(game, incident)` is the same for programs: it answers with a `Ruling`, whose effects the
core carries out when `event_of(ruling)` is submitted. A table with `Spielweise: frei` lets mistakes happen and remembers them.

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
