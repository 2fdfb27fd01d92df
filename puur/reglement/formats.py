"""The format of an evening as an organiser settles it: a shipped book with a few values of one's own, written as a book.

Knows the choices and the ready formats, never their words. Promise: `book_of` gives a book that the loader accepts, or raises the
loader's error; what a format leaves open is what its base says, with the base's provision.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum

from puur.core.evening import DrawWhen, Entry, Repeat, Rest, TieBreak
from puur.core.reglement import Reglement
from puur.reglement.loader import load, load_text

LONGEST_TITLE, LONGEST_RULE = 80, 60
NAMED = ("rounds", "deals", "entry", "partners", "rest", "match_bonus", "dropped", "tie_breaks", "prizes")  # may carry a provision
_SECTION = {"deals": "ending", "match_bonus": "scoring"}  # of the others: evening


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """What an organiser settles; `named` says in which article of the own rules a value stands."""

    base: str = "tam2014-es"
    title: str = ""
    rounds: int = 4
    deals: int = 12
    entry: Entry = Entry.SINGLE
    draw: DrawWhen = DrawWhen.EACH_ROUND
    partners: Repeat = Repeat.AVOIDED
    rest: Rest = Rest.SIT_OUT
    match_bonus: int = 0
    dropped: int = 0
    tie_breaks: tuple[TieBreak, ...] = ()
    prizes: tuple[int, ...] = ()
    named: tuple[tuple[str, str], ...] = ()

    def rule(self, name: str) -> str:
        """The article that somebody has named for a value, or nothing."""
        return dict(self.named).get(name, "").strip()


def format_of(key: str) -> Format:
    """What a shipped book says, as the beginning of a format."""
    book = load(key)
    evening = book.evening
    return Format(
        base=key, title=book.title, rounds=evening.rounds or 4, deals=book.ending.deals, entry=evening.entry, draw=evening.draw,
        partners=evening.partners, rest=evening.rest, match_bonus=book.scoring.match_bonus, dropped=evening.dropped,
        tie_breaks=evening.tie_breaks, prizes=evening.prizes,
    )  # fmt: skip


_BEST = (TieBreak.BEST_ROUNDS, TieBreak.LOT)
PRESETS: Mapping[str, Format] = {  # by key of its words; books as they are come from `format_of`
    "village": Format(rounds=4, deals=12, dropped=1, tie_breaks=_BEST),
    "short": Format(rounds=5, deals=8, tie_breaks=_BEST),
    "match": Format(rounds=4, deals=12, match_bonus=100, tie_breaks=(TieBreak.MATCHES, *_BEST)),
    "pairs": Format(base="tam2014-ps", rounds=5, deals=8, entry=Entry.PAIR, tie_breaks=_BEST),
}


def key_of(title: str) -> str:
    """The key of the book of a format."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    return f"own-{re.sub('[^a-z0-9]+', '-', plain).strip('-')[:30].rstrip('-') or 'format'}"


def text_of(wanted: Format) -> str:
    """The format as the file of a rule book: what differs from its base, and what an article is named for."""
    base, lines = format_of(wanted.base), {"ending": list[str](), "scoring": list[str](), "evening": ["rounds_fixed = false"]}
    for name, value in _values(wanted):
        rule = wanted.rule(name)
        if value == getattr(base, name) and not rule and (name != "rounds" or load(wanted.base).evening.rounds):
            continue
        plain = _plain(value)
        written = f"{{ value = {plain}, rule = {_plain(rule)} }}" if rule else plain
        lines[_SECTION.get(name, "evening")].append(f"{name} = {written}")
    head = {"key": key_of(wanted.title), "title": wanted.title, "source": wanted.title, "extends": wanted.base}
    parts = [f"{key} = {_plain(value)}" for key, value in head.items()]
    return "\n".join([*parts, *(line for key, own in lines.items() if own for line in ("", f"[{key}]", *own))]) + "\n"


def book_of(wanted: Format) -> Reglement:
    """The rule book of the format; `ReglementError` with every mistake if its values contradict each other."""
    return load_text(text_of(wanted), wanted.title)


def _values(wanted: Format) -> Iterator[tuple[str, object]]:
    yield from ((name, getattr(wanted, name)) for name in (*NAMED, "draw"))


def _plain(value: object) -> str:
    if isinstance(value, Enum):
        return _plain(value.value)
    if isinstance(value, tuple):
        return f"[{', '.join(_plain(each) for each in value)}]"
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)
