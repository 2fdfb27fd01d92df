"""What the readers and writers share of the JSON game log of the HSLU research kit and of Swisslos.

Three shapes are in use, all read: the bare state of one deal; a log entry, one JSON object to a line, with `game`, `date` and
`player_ids`; and the Swisslos log, one line per table with a date prefix and `players` and `rounds`. The format is
documented by its readers only, so what they ignore is ignored here too. It holds cards and trumps and nothing else of a
game: `Loss` names what is left behind. Whether the play was legal is for the replay: that kit lets some trumps through
that no rule book allows.

Seats there are numbered clockwise from North while play runs the other way, so North is A, West B, South C, East D. Suits go by
their French faces: D Ecke is E, H Herz is R, C Kreuz is S, S Schaufel is L.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from puur.core.cards import CARDS, Card
from puur.core.mode import EICHELN, OBENABE, ROSEN, SCHELLEN, SCHILTEN, UNDEUFE, Mode
from puur.core.trick import winner

VERSION = "V0.2"
LAST_TRICK = 5  # that log counts it to the ninth trick
MODES: tuple[Mode, ...] = (EICHELN, ROSEN, SCHILTEN, SCHELLEN, OBENABE, UNDEUFE)  # D H S C O U
NAMES = ("Nord", "West", "Süd", "Ost")  # A to D
DATE_LENGTH = len("27.11.17 20:10:08")
_SUITS = {"E": "D", "R": "H", "S": "C", "L": "S"}
_RANKS = {"B": "10", "U": "J", "O": "Q"}
NAME_OF = {card: _SUITS[card.suit.value] + _RANKS.get(card.rank.value, card.rank.value) for card in CARDS}
CARD_OF = {name: card for card, name in NAME_OF.items()}


class Loss(StrEnum):
    """What got lost; the sentence is the text `record.loss.<value>`."""

    BOOK = "book"  # read: the rule book is not in the log
    BONUS = "bonus"  # read: neither is Weis, Stöck or the score
    UNFINISHED = "unfinished"  # a deal without its 36 cards
    NO_CARDS = "no-cards"  # a deal known by its points alone
    MODE = "mode"  # a mode that the format does not know
    SPEAKER = "speaker"  # somebody else than right of the dealer spoke or led first
    EVENTS = "events"  # Weis, Stöck, Bedanken, rulings and the like
    SETUP = "setup"  # names, tags, setup
    POINTS = "points"  # read: the points of a trick are not what its cards count
    WINNER = "winner"  # read: the log names another winner of a trick


@dataclass(frozen=True, slots=True)
class Lost:
    """One thing that got lost, and how often or where."""

    what: Loss
    where: str = ""


def judge(number: int, trick: Sequence[tuple[int, Card]], mode: Mode) -> tuple[int, int]:
    """Who takes a complete trick, and what it counts."""
    cards = [card for _, card in trick]
    points = sum(mode.value(card) for card in cards) + (LAST_TRICK if number == 8 else 0)
    return trick[winner(cards, mode.order(number))][0], points


def is_date(text: str) -> bool:
    """Whether this is a date as the log writes it: 27.11.17 20:10:08."""
    shape = "dd.dd.dd dd:dd:dd"
    return len(text) == len(shape) and all(
        sign.isascii() and sign.isdigit() if kind == "d" else sign == kind for sign, kind in zip(text, shape, strict=True)
    )
