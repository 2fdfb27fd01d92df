"""A deal in the middle of play with every card known: what a solver and a playout start from.

Pure and built on the core alone, so it works before and without any compiled code. Seats, cards and points are those of the
core; cards that lost their Stechwert by a ruling are not supported. Values are immutable: `play` gives a new position.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from puur.core.cards import Card, CardSet, cards_of
from puur.core.deal import Deal
from puur.core.form import sides_of
from puur.core.mode import LAST_TRICK, Mode, parse_mode
from puur.core.reglement import Reglement
from puur.core.seats import PAIRS, SEAT_NAMES, SEATS
from puur.core.trick import Undertrump, judge, points, winner

Hands: TypeAlias = tuple[int, int, int, int]
TRICKS = 9


class BadPosition(ValueError):
    """Cards that cannot lie so; the message says what does not fit."""


def unsupported(book: Reglement) -> tuple[str, ...]:
    """The fields of a book by which the kernels neither play nor count; none in shipped books. (JR-BAUER-01, JR-UNDER-01)"""
    same = {
        "play.puur_exempt": book.play.puur_exempt,
        "play.undertrump": book.play.undertrump is Undertrump.ONLY_TRUMPS,
        "scoring.last_trick": book.scoring.last_trick == LAST_TRICK,
    }
    return tuple(name for name, usual in same.items() if not usual)


def unsolved(book: Reglement) -> tuple[str, ...]:
    """The fields of a book by which its games have no exact answer: it is one for two pairs who want points, all cards dealt."""
    pairs = sides_of(book) == PAIRS and sum(book.dealing.packets) == TRICKS
    return (*(() if pairs else ("form",)), *unsupported(book))


def _count(text: str) -> int:
    """A number of points or tricks; `int` would read other digits and signs too."""
    if not (text.strip().isascii() and text.strip().isdigit() and len(text.strip()) < 4):
        raise ValueError(text)
    return int(text)


@dataclass(frozen=True, slots=True)
class Position:
    """Four hands, the trick on the table, and what was made so far."""

    mode: Mode
    hands: Hands  # what each seat still holds, as bits of the core
    leader: int  # who led to the trick on the table, or leads to the next one
    trick: tuple[Card, ...] = ()
    points: tuple[int, int] = (0, 0)  # card points that the teams have made so far
    won: tuple[int, int] = (0, 0)  # tricks that the teams have made so far

    def __post_init__(self) -> None:
        sizes = [hand.bit_count() for hand in self.hands]
        for place in range(4):
            seat = (self.leader + place) % 4
            expected = sizes[self.leader] + (1 if place >= len(self.trick) > 0 else 0)
            if sizes[seat] != expected:
                raise BadPosition(f"seat {seat} holds {sizes[seat]} cards, expected {expected}")
        together = CardSet(self.trick).bits
        if len(self.trick) > 3 or together.bit_count() != len(self.trick):
            raise BadPosition(f"{' '.join(card.name for card in self.trick)} is no trick in progress")
        for hand in self.hands:
            if together & hand:
                raise BadPosition(f"{CardSet(bits=together & hand)} is in two places")
            together |= hand

    @classmethod
    def from_deal(cls, deal: Deal) -> Position:
        """The position of a deal of the core, with all hands; ValueError where they are not known or no mode is announced."""
        if deal.hands is None or deal.mode is None:
            raise BadPosition("the deal has no hands or no mode yet")
        if deal.dead:
            raise BadPosition("dead cards are not supported")
        first, second, third, fourth = deal.hands
        running = () if deal.open else tuple(deal.cards)
        made, won = deal.points, deal.won
        return cls(deal.mode, (first, second, third, fourth), deal.leader, running, (made[0], made[1]), (won[0], won[1]))

    @classmethod
    def parse(cls, text: str) -> Position:
        """The position that prints so; BadPosition says what does not fit.

        >>> str(Position.parse("R | A: | E6 EA R6 / RU L7 L8 / EK R9 L9 / R7 R8 S6"))
        'R | A: | E6 EA R6 / RU L7 L8 / EK R9 L9 / R7 R8 S6 | 0:0 | 0:0'
        """
        if not isinstance(text, str):
            raise TypeError(f"expected the text of a position, got {type(text).__name__}")
        mode, running, hands, *made = (part.strip() for part in text.split("|")) if text.count("|") >= 2 else ("", "", "")
        leader, colon, trick = running.partition(":")
        held = hands.split("/")
        try:
            if not colon or leader.strip() not in tuple(SEAT_NAMES) or len(held) != len(SEATS) or len(made) > 2:
                raise ValueError(text)
            first, second, third, fourth = (CardSet.parse(hand).bits for hand in held)
            points, won = ((_count(left), _count(right)) for left, right in (part.split(":") for part in [*made, *["0:0"] * 2][:2]))
            announced, cards = parse_mode(mode), cards_of(trick)
        except ValueError as wrong:
            raise BadPosition(
                f"{text[:200]!r} is no position; one is: R | A: E6 | E7 / E8 S6 / E9 S7 / EB S8 | 40:22 | 4:2"
            ) from wrong
        return cls(announced, (first, second, third, fourth), SEAT_NAMES.index(leader.strip()), cards, points, won)

    def __repr__(self) -> str:
        return f"Position.parse({str(self)!r})"

    def __str__(self) -> str:
        """One line: mode, leader and trick on the table, hands from A to D, points and tricks of both sides."""
        trick = " ".join(card.name for card in self.trick)
        hands = " / ".join(str(CardSet(bits=hand)) for hand in self.hands)
        made = " | ".join(f"{ours}:{theirs}" for ours, theirs in (self.points, self.won))
        return f"{self.mode} | {f'{SEAT_NAMES[self.leader]}: {trick}'.strip()} | {hands} | {made}"

    @classmethod
    def dealt(cls, hands: Sequence[CardSet], mode: Mode, leader: int = 0) -> Position:
        """The position before the first trick."""
        first, second, third, fourth = (hand.bits for hand in hands)
        return cls(mode, (first, second, third, fourth), leader)

    @property
    def turn(self) -> int:
        """Whose turn it is."""
        return (self.leader + len(self.trick)) % 4

    @property
    def left(self) -> int:
        """How many tricks are not complete yet."""
        return self.hands[self.turn].bit_count()

    @property
    def number(self) -> int:
        """The number of the trick on the table, from 0; positions with fewer cards are the end of a deal."""
        return TRICKS - self.left

    @property
    def over(self) -> bool:
        """Whether all cards are played."""
        return not self.left

    @property
    def rest(self) -> int:
        """The points that nobody has made yet, those of the last trick included."""
        values = self.mode.values
        cards = CardSet(bits=self.hands[0] | self.hands[1] | self.hands[2] | self.hands[3])
        return points((*self.trick, *cards), values) + (0 if self.over else LAST_TRICK)

    def legal(self) -> CardSet:
        """The cards that may be played now."""
        return judge(CardSet(bits=self.hands[self.turn]), self.trick, self.mode.order(self.number)).allowed

    def play(self, card: Card) -> Position:
        """The position after a card, which has to be legal."""
        seat = self.turn
        if card not in self.legal():
            raise BadPosition(f"{card} may not be played by seat {seat}")
        first, second, third, fourth = (held ^ card.bit if at == seat else held for at, held in zip(SEATS, self.hands, strict=True))
        hands, trick = (first, second, third, fourth), (*self.trick, card)
        if len(trick) < 4:
            return replace(self, hands=hands, trick=trick)
        taker = (self.leader + winner(trick, self.mode.order(self.number))) % 4
        made, won = list(self.points), list(self.won)
        made[taker % 2] += points(trick, self.mode.values) + (LAST_TRICK if self.left == 1 else 0)
        won[taker % 2] += 1
        return Position(self.mode, hands, taker, (), (made[0], made[1]), (won[0], won[1]))
