"""Modes: what was announced, which card is stronger in a trick, and what a card counts in the deal.

A mode is not a suit: Obenabe has no trump, Slalom changes its order from trick to trick. Two questions are kept apart:
`Mode.order(trick)` says how one trick is decided, `Mode.values` what the cards count, which holds for the whole deal so that
every deal is worth 152 points and 5 for the last trick. (JR-CNT-03, JR-PLAY-06, TAM-CP-25 to 31)
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from puur.core.cards import CARDS, SUITS, Card, Rank, Suit, card_of


class Kind(Enum):
    """The family that a mode belongs to."""

    TRUMP = "trump"
    OBENABE = "obenabe"
    UNDEUFE = "undeufe"
    SLALOM = "slalom"
    GUSTI = "gusti"
    TRIO = "trio"
    HINDEROBSI = "hinderobsi"


class Block(Enum):
    """How a single trick is decided: with trump, from the top, or from the bottom."""

    TRUMP = "t"
    OBEN = "o"
    UNTEN = "u"


class TrioValues(Enum):
    """Which card values hold in Trio; the book is silent, so it is a switch. (TAM-CP-31)"""

    FIRST_BLOCK = "first-block"
    OBEN = "oben"
    TRUMP = "trump"


TRUMP_ORDER = "678BOKA9U"  # weakest first (JR-PLAY-06)
NATURAL_ORDER = "6789BUOKA"
LAST_TRICK = 5
CARD_POINTS = 152


def _weakest_first(block: Block, suit: Suit, trump: Suit | None) -> str:
    if block is Block.TRUMP and suit is trump:
        return TRUMP_ORDER
    return NATURAL_ORDER[::-1] if block is Block.UNTEN else NATURAL_ORDER


class Order:
    """How one trick is decided. `power[led][card]` is 0 for a card that cannot win; otherwise the higher wins."""

    __slots__ = ("block", "power", "puur", "trump")

    def __init__(self, block: Block, trump: Suit | None) -> None:
        self.block = block
        self.trump = trump if block is Block.TRUMP else None
        self.puur: Card | None = card_of(self.trump, Rank.UNDER) if self.trump else None
        self.power: tuple[tuple[int, ...], ...] = tuple(tuple(self._power(card, led) for card in CARDS) for led in SUITS)

    def _power(self, card: Card, led: Suit) -> int:
        place = 1 + _weakest_first(self.block, card.suit, self.trump).index(card.rank.value)
        if self.trump is not None and card.suit is self.trump:
            return 100 + place
        return place if card.suit is led else 0

    def beats(self, card: Card, other: Card, led: Suit) -> bool:
        """Whether `card` beats `other` in a trick that was led in `led`."""
        power = self.power[led.index]
        return power[card.index] > power[other.index]


_PLAIN = {Rank.ACE: 11, Rank.KING: 4, Rank.OBER: 3, Rank.UNDER: 2, Rank.BANNER: 10}
_TRUMP = {**_PLAIN, Rank.UNDER: 20, Rank.NINE: 14}
_OBEN = {**_PLAIN, Rank.EIGHT: 8}
_UNTEN = {**_OBEN, Rank.SIX: 11, Rank.ACE: 0}


def _values(block: Block, trump: Suit | None) -> tuple[int, ...]:
    def value(card: Card) -> int:
        if block is Block.TRUMP:
            return (_TRUMP if card.suit is trump else _PLAIN).get(card.rank, 0)
        return (_OBEN if block is Block.OBEN else _UNTEN).get(card.rank, 0)

    return tuple(value(card) for card in CARDS)


_ORDERS: dict[tuple[Block, Suit | None], Order] = {(Block.TRUMP, suit): Order(Block.TRUMP, suit) for suit in SUITS}
_ORDERS[Block.OBEN, None] = Order(Block.OBEN, None)
_ORDERS[Block.UNTEN, None] = Order(Block.UNTEN, None)


class NotAMode(ValueError):
    """Text that is no mode; the message quotes it and says what was expected."""


@dataclass(frozen=True, slots=True, repr=False)
class Mode:
    """What was announced: `blocks` tells for each of the nine tricks how it is decided."""

    kind: Kind
    trump: Suit | None
    blocks: tuple[Block, ...]
    trio_values: TrioValues = TrioValues.FIRST_BLOCK

    @property
    def orders(self) -> tuple[Order, ...]:
        """How each of the nine tricks is decided."""
        return _orders(self)

    def orders_for(self, tricks: int) -> tuple[Order, ...]:
        """How each trick of a deal of this length is decided; beyond the ninth the last block goes on."""
        orders = _orders(self)
        return orders if tricks == len(orders) else (orders + orders[-1:] * tricks)[:tricks]

    def order(self, trick: int) -> Order:
        """How trick number `trick` (0 to 8) is decided."""
        return _orders(self)[trick]

    @property
    def values(self) -> tuple[int, ...]:
        """What each card counts, by card index; one table for the whole deal, so that it totals 152."""
        return _values_of(self)

    @property
    def low_wins(self) -> bool:
        """Whether the lowest card ranks highest from the first trick on, which turns the ranking of Weise. (JR-WEQ-03)"""
        return self.blocks[0] is Block.UNTEN

    @property
    def family(self) -> str:
        """What it belongs to: its suit letter, `obenabe`, `undeufe`, `slalom`, `gusti`, `trio` or `hinderobsi`."""
        return str(self.trump) if self.kind is Kind.TRUMP else self.kind.value

    @property
    def backward(self) -> bool:
        """Whether each side writes what the other one takes."""
        return self.kind is Kind.HINDEROBSI

    @property
    def steady(self) -> bool:
        """Whether all nine tricks are decided alike."""
        return len(set(self.blocks)) == 1

    def value(self, card: Card) -> int:
        """What `card` counts in this mode."""
        return _values_of(self)[card.index]

    def __repr__(self) -> str:
        return f"Mode({str(self)!r})"

    def __str__(self) -> str:
        if self.kind is Kind.TRUMP:
            return str(self.trump)
        if self.kind in (Kind.SLALOM, Kind.GUSTI):
            return f"{self.kind.value}-{'oben' if self.blocks[0] is Block.OBEN else 'unten'}"
        if self.kind is Kind.TRIO:
            return f"trio-{self.trump}-{''.join(block.value for block in self.blocks[::3])}"
        return str(self.kind.value)


@lru_cache(maxsize=256)
def _orders(mode: Mode) -> tuple[Order, ...]:
    return tuple(_ORDERS[block, mode.trump if block is Block.TRUMP else None] for block in mode.blocks)


@lru_cache(maxsize=256)
def _values_of(mode: Mode) -> tuple[int, ...]:
    first = mode.blocks[0]
    if mode.kind is Kind.TRIO and mode.trio_values is not TrioValues.FIRST_BLOCK:
        first = Block.OBEN if mode.trio_values is TrioValues.OBEN else Block.TRUMP
    return _values(first, mode.trump)


@lru_cache(maxsize=8)
def trump_mode(suit: Suit) -> Mode:
    """The game with `suit` as trump."""
    return Mode(Kind.TRUMP, suit, (Block.TRUMP,) * 9)


def slalom(first: Block) -> Mode:
    """Slalom: from the top and from the bottom in turn, beginning with `first`. (TAM-CP-29)"""
    second = Block.UNTEN if first is Block.OBEN else Block.OBEN
    return Mode(Kind.SLALOM, None, tuple(first if trick % 2 == 0 else second for trick in range(9)))


def gusti(first: Block) -> Mode:
    """Gusti: five tricks one way, then four the other way. (TAM-CP-27, TAM-CP-28)"""
    second = Block.UNTEN if first is Block.OBEN else Block.OBEN
    return Mode(Kind.GUSTI, None, (first,) * 5 + (second,) * 4)


def trio(suit: Suit, blocks: tuple[Block, Block, Block], values: TrioValues = TrioValues.FIRST_BLOCK) -> Mode:
    """Trio: three tricks each of trump, from the bottom and from the top, in the order `blocks`. (TAM-CP-30)"""
    if set(blocks) != set(Block):
        raise NotAMode(f"Trio needs each of t, u and o once, got {''.join(block.value for block in blocks)!r}")
    return Mode(Kind.TRIO, suit, tuple(block for block in blocks for _ in range(3)), values)


EICHELN, ROSEN, SCHELLEN, SCHILTEN = (trump_mode(suit) for suit in SUITS)
OBENABE = Mode(Kind.OBENABE, None, (Block.OBEN,) * 9)
UNDEUFE = Mode(Kind.UNDEUFE, None, (Block.UNTEN,) * 9)
# Played and counted like Obenabe, written the wrong way round: jasswiki.ch/ansagen/misere (the side wants the others to make the
# points), urikon.ch (Schiäber: the Match belongs to who takes no trick). That both sides write so is our reading of the two.
HINDEROBSI = Mode(Kind.HINDEROBSI, None, (Block.OBEN,) * 9)
PLAIN_MODES: tuple[Mode, ...] = (EICHELN, ROSEN, SCHELLEN, SCHILTEN, OBENABE, UNDEUFE)
_BLOCK_OF = {block.value: block for block in Block}
_SIMPLE: dict[str, Mode] = {
    **{str(mode): mode for mode in (*PLAIN_MODES, HINDEROBSI)},
    **{f"{name}-{way}": make(block) for name, make in (("slalom", slalom), ("gusti", gusti))
       for way, block in (("oben", Block.OBEN), ("unten", Block.UNTEN))},
}  # fmt: skip


def parse_mode(text: str, trio_values: TrioValues = TrioValues.FIRST_BLOCK) -> Mode:
    """The mode written as `text`: `E`, `obenabe`, `slalom-oben`, `gusti-unten`, `trio-E-tuo` and so on."""
    if text in _SIMPLE:
        return _SIMPLE[text]
    if not isinstance(text, str):
        raise TypeError(f"expected the text of a mode, got {type(text).__name__}")
    parts = text.split("-")
    if len(parts) == 3 and parts[0] == "trio" and len(parts[2]) == 3:
        suits = [suit for suit in SUITS if suit.value == parts[1]]
        if suits and set(parts[2]) == {"t", "u", "o"}:
            first, second, third = (_BLOCK_OF[letter] for letter in parts[2])
            return trio(suits[0], (first, second, third), trio_values)
    raise NotAMode(
        f"{text[:30]!r} is no mode: expected E, R, S, L, obenabe, undeufe, slalom-oben, slalom-unten, "
        "gusti-oben, gusti-unten, hinderobsi, or trio with suit and order such as trio-E-tuo"
    )
