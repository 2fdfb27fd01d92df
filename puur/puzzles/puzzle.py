"""One puzzle: a deal as far as it has come, who has to decide, the best answer, and what every other one costs.

A puzzle is a line of text (`Puzzle.line`, `parse_line`; the format is in docs/puzzles.md), so that a collection can be read by
any program. It holds the whole deal, so that it can be checked; whoever solves it is shown the view of the seat alone.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from puur.arena.table import opened, prepared
from puur.core.actions import to_act
from puur.core.cards import CARDS, Card, CardSet
from puur.core.errors import RuleViolation
from puur.core.events import Announced, CardPlayed, Event, Pushed
from puur.core.game import Game
from puur.core.mode import PLAIN_MODES, Mode
from puur.core.reglement import Reglement
from puur.core.view import View, view_of
from puur.reglement import load

BOOK = "tam2014-es"  # cards alone: every mode counts once, no Weis, no Stöck, no Match
SIGNS = "0123456789abcdefghijklmnopqrstuvwxyz"  # a card, by its number
PUSH = "p"
MODES: Mapping[str, Mode] = dict(zip("ERSLou", PLAIN_MODES, strict=True))
THEMES = (
    "takes", "cuts", "smears", "draws", "bock", "partner_suit", "shows", "throws", "ducks", "holds", "lead", "follow",
    "trump", "no_trump", "push",
)  # fmt: skip
_LINE = re.compile(
    r"(?P<key>[0-9a-f]{8}) (?P<deal>[0-3]{36}) (?P<dealer>[0-3]) (?P<said>-|p?[ERSLou]?) (?P<played>-|[0-9a-z]{1,35}) "
    r"(?P<best>[0-9a-zERSLop]) (?P<theme>[a-z_]+) (?P<level>[1-5]) (?P<values>[0-9a-zERSLou:.,-]+)"
)


class BadPuzzle(ValueError):
    """A line that is no puzzle; the message says why."""


@lru_cache(maxsize=1)
def book() -> Reglement:
    """The rules of all puzzles."""
    return prepared(load(BOOK), False)


def sign_of(event: Event) -> str:
    """An answer as a sign of the line."""
    if isinstance(event, CardPlayed):
        return SIGNS[event.card.index]
    if isinstance(event, Pushed):
        return PUSH
    assert isinstance(event, Announced)
    return next(sign for sign, mode in MODES.items() if mode == event.mode)


@dataclass(frozen=True)
class Puzzle:
    """One puzzle; hands and cards as numbers, bids as signs."""

    deal: str  # the seat that was dealt each of the 36 cards
    dealer: int
    said: str  # what was bid so far: `p` for a push, then the mode
    played: str  # the cards so far, each as its sign
    best: str
    theme: str
    level: int  # 1 to 5: who of the bots sees it
    values: tuple[tuple[str, float], ...]  # every answer with the points that the own side is expected to make, the best first

    @cached_property
    def key(self) -> str:
        """A name that hangs on the position alone."""
        return hashlib.sha256(f"{self.deal}/{self.dealer}/{self.said}/{self.played}".encode()).hexdigest()[:8]

    @property
    def kind(self) -> str:
        """Whether a card or a bid is asked for."""
        return "card" if any(sign in MODES for sign in self.said) else "bid"

    @property
    def gain(self) -> float:
        """How many points the best answer is ahead of the next one."""
        return round(self.values[0][1] - self.values[1][1], 1)

    @property
    def line(self) -> str:
        """As a line of the collection."""
        values = ",".join(f"{sign}:{points:g}" for sign, points in self.values)
        said, played = self.said or "-", self.played or "-"
        return f"{self.key} {self.deal} {self.dealer} {said} {played} {self.best} {self.theme} {self.level} {values}"

    def game(self) -> Game:
        """The game as far as it has come; `BadPuzzle` where that cannot be."""
        hands = tuple(CardSet(card for card in CARDS if self.deal[card.index] == str(seat)) for seat in range(4))
        if any(len(hand) != 9 for hand in hands):
            raise BadPuzzle(f"{self.key}: a hand does not have nine cards")
        game = opened(book(), (hands[0], hands[1], hands[2], hands[3]), self.dealer)
        try:
            for event in self.events(game):
                game.submit(event)
        except RuleViolation as problem:
            raise BadPuzzle(f"{self.key}: {problem}") from None
        return game

    def events(self, game: Game) -> list[Event]:
        """What has happened since the deal, for a game that stands there."""
        again, events = Game.replay(game.book, game.setup, game.events), list[Event]()
        for sign in (*self.said, *self.played):
            seat = to_act(again)
            if seat is None:
                raise BadPuzzle(f"{self.key}: nobody has to play")
            event = answer(again, seat, sign)
            again.submit(event)
            events.append(event)
        return events

    def view(self) -> View:
        """What the seat that has to decide knows."""
        game = self.game()
        seat = to_act(game)
        if seat is None:
            raise BadPuzzle(f"{self.key}: nobody has to play")
        return view_of(game, seat)


def answer(game: Game, seat: int, sign: str) -> Event:
    """What a sign says at this moment of a game."""
    if game.deal.mode is None:
        return Pushed(seat) if sign == PUSH else Announced(seat, _mode(sign))
    return CardPlayed(seat, card_of_sign(sign))


def _mode(sign: str) -> Mode:
    if sign not in MODES:
        raise BadPuzzle(f"{sign!r} is no bid")
    return MODES[sign]


def card_of_sign(sign: str) -> Card:
    """The card behind a sign."""
    if sign not in SIGNS:
        raise BadPuzzle(f"{sign!r} is no card")
    return CARDS[SIGNS.index(sign)]


def parse_line(text: str) -> Puzzle:
    """The puzzle of a line; `BadPuzzle` says what does not fit."""
    match = _LINE.fullmatch(text.strip())
    if match is None:
        raise BadPuzzle(f"no puzzle: {text[:60]!r}")
    try:
        values = tuple((part.split(":")[0], float(part.split(":")[1])) for part in match["values"].split(","))
    except (IndexError, ValueError):
        raise BadPuzzle(f"{match['key']}: values {match['values']!r}") from None
    said, played = match["said"].replace("-", ""), match["played"].replace("-", "")
    puzzle = Puzzle(match["deal"], int(match["dealer"]), said, played, match["best"], match["theme"], int(match["level"]), values)
    if puzzle.key != match["key"]:
        raise BadPuzzle(f"{match['key']}: is {puzzle.key}")
    if puzzle.theme not in THEMES or len(values) < 2 or values[0][0] != puzzle.best:
        raise BadPuzzle(f"{puzzle.key}: theme, values and best answer do not go together")
    return puzzle
