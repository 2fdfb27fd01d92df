"""What `puur referee` shows: a ruling in words, the comparison, the matrix for `docs/referee.md`, and facts for `--json`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from puur.cli.settings import settings, tell
from puur.core.cards import Card, Suit
from puur.core.effects import DealVoid, Effect, PenaltyPoints
from puur.core.faces import SUIT_NAMES, Faces
from puur.core.seats import SEAT_NAMES
from puur.notation.game_events import EFFECT
from puur.referee.compare import BOOKS, matrix
from puur.referee.offences import OFFENCES
from puur.referee.ruling import Choice, Ruling
from puur.words import say, texts

NOTHING = "–"


def page(ruling: Ruling, names: Sequence[str] = SEAT_NAMES) -> Iterator[RenderableType]:
    """A ruling as people read it."""
    yield Text(_offence(ruling.offence, settings().lang), style="bold")
    yield Text(sentence(ruling, settings().lang))
    for line in _lines(ruling, names):
        yield Text(line)
    yield Text(tell("referee.provisions", rules=", ".join(ruling.provisions) or NOTHING), style="cyan")


def _lines(ruling: Ruling, names: Sequence[str]) -> Iterator[str]:
    if ruling.effects:
        yield tell("referee.effects")
        yield from (f"  - {effect_words(effect, names)}" for effect in ruling.effects)
    for choice in ruling.choices:
        yield tell("referee.choice", who=" + ".join(names[seat] for seat in choice.by), options=" / ".join(_options(choice)))
    if ruling.deadline is not None:
        state = tell("referee.passed" if ruling.deadline.passed else "referee.running")
        yield f"{tell(f'referee.deadline.{ruling.deadline.key}')} ({state})"
    if not ruling.decided:
        yield tell("referee.official", official=_who(ruling.official))
    if not ruling.upheld and not ruling.effects:
        yield tell("referee.no-consequence")
    if ruling.fallback:
        yield tell("referee.fallback")
    if ruling.gap:
        yield tell("referee.gap")


def sentence(ruling: Ruling, lang: str) -> str:
    """The ruling itself in a language."""
    return say(f"referee.text.{ruling.text}", lang, **{"name": "", **ruling.facts})


def _offence(key: str, lang: str) -> str:
    return say(f"referee.offence.{key}", lang)


def _options(choice: Choice) -> list[str]:
    said = texts()
    keys = [option.key for option in choice.options]
    return [tell(f"referee.option.{key}") if f"referee.option.{key}" in said else key for key in keys]


def _who(official: str) -> str:
    key = f"referee.who.{official}"
    return tell(key) if key in texts() else official


def effect_words(effect: Effect, names: Sequence[str] = SEAT_NAMES) -> str:
    """What an effect does, in words."""
    told: dict[str, object] = {}
    for field in fields(effect):
        value = getattr(effect, field.name)
        told[field.name] = _word(field.name, value, names)
    if isinstance(effect, DealVoid):
        told["seat"] = NOTHING if effect.dealer is None else names[effect.dealer]
    return tell(f"referee.effect.{type(effect).__name__}", **told)


def _word(name: str, value: object, names: Sequence[str]) -> object:
    if name in ("seat", "dealer") and isinstance(value, int):
        return names[value]
    if name == "team" and isinstance(value, int):
        return f"{names[value]} + {names[value + 2]}"
    if isinstance(value, Suit):
        return SUIT_NAMES[Faces.GERMAN][value]
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value)
    return value


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
        said += [f"{effect_words(effect)}." for effect in ruling.effects if isinstance(effect, PenaltyPoints)]
        said += [tell(f"referee.{key}") for key in ("fallback", "gap") if getattr(ruling, key)]
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

Generated by `puur referee matrix`; every cell is a ruling in a small game under that book. *JR*: the book is silent, the general
rules apply. **?**: no book says anything, the official (or the players) decide.
"""


def matrix_page() -> str:
    """The whole matrix as Markdown: offences down, books across; what follows and the provisions in each cell."""
    lines = [_INTRO]
    subject = ""
    for key, turned, row in matrix():
        if OFFENCES[key].subject != subject:
            subject = OFFENCES[key].subject
            head = " | ".join(("offence", *BOOKS))
            lines += ["", f"### {say(f'referee.subject.{subject}', 'en')}", "", f"| {head} |", "| --- " * (len(BOOKS) + 1) + "|"]
        name = f"`{key}` {_offence(key, 'en')}{', trick turned' if turned else ''}"
        lines.append(f"| {name} | {' | '.join(_cell(row[book]) for book in BOOKS)} |")
    return "\n".join(lines) + "\n"


def _cell(ruling: Ruling | None) -> str:
    if ruling is None:
        return NOTHING
    if ruling.gap and not ruling.decided:
        return "**?**"
    said = sentence(ruling, "en").rstrip(".")
    fines = [f"{effect.points}" for effect in ruling.effects if isinstance(effect, PenaltyPoints)]
    if fines:
        said += f" [{' + '.join(fines)} penalty points]"
    silent = " *JR*" if ruling.fallback else ""
    return f"{said}{silent} ({', '.join(ruling.provisions) or NOTHING})"


__all__ = ["comparison", "effect_words", "facts", "matrix_page", "page", "sentence"]
