"""Dealing sheets for duplicate evenings: which cards each seat gets on each board, and where its result is written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puur.core.cards import SUITS, CardSet
from puur.papers.document import typeset
from puur.words import say


@dataclass(frozen=True, slots=True)
class Board:
    """One deal to be laid out: its number, who deals, and the hands by seat."""

    number: int
    dealer: int
    hands: tuple[CardSet, ...]


def suit_lines(hand: CardSet, lang: str) -> list[list[str]]:
    """A hand as lines: the suit and its ranks, highest first."""
    lines = []
    for suit in SUITS:
        ranks = [card.name[1] for card in hand if card.suit is suit]
        lines.append([say(f"play.suit.german.{suit.value}", lang), " ".join(reversed(ranks)) or "–"])
    return lines


def sheets(title: str, rounds: Sequence[Sequence[Board]], lang: str) -> bytes:
    """The sheets of an evening as a PDF: one page for each round, to be copied for every table."""
    words = {name: say(f"company.sheet.{name}", lang) for name in ("round", "board", "dealer", "stay", "points", "how")}
    data = {
        "title": title, "lang": lang, "words": words,
        "rounds": [
            [
                {"number": board.number, "dealer": "ABCD"[board.dealer], "hands": [suit_lines(hand, lang) for hand in board.hands]}
                for board in boards
            ]
            for boards in rounds
        ],
    }  # fmt: skip
    return typeset("dealing.typ", data)
