"""Cards of the 36-card Jass deck: what a card is, never what it is worth.

Worth and strength depend on the mode and live in `core.mode`. A card reads and prints as two letters, suit then rank; logs,
tests and the corpus all use that form, so it never changes. French faces are a skin (`core.faces`).

There is one object per card: `parse_card("EU") is CARDS[5]`. A `CardSet` is a set of them held in one small integer, which
is what makes the readable core fast enough to play thousands of deals a second.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from enum import Enum


class Suit(Enum):
    """One of the four suits; the value is its letter."""

    EICHELN = "E"
    ROSEN = "R"
    SCHELLEN = "S"
    SCHILTEN = "L"

    index: int

    def __str__(self) -> str:
        return str(self.value)


class Rank(Enum):
    """One of the nine ranks in natural order; the value is its letter."""

    SIX = "6"
    SEVEN = "7"
    EIGHT = "8"
    NINE = "9"
    BANNER = "B"
    UNDER = "U"
    OBER = "O"
    KING = "K"
    ACE = "A"

    index: int

    def __str__(self) -> str:
        return str(self.value)


SUITS: tuple[Suit, ...] = tuple(Suit)
RANKS: tuple[Rank, ...] = tuple(Rank)
for _number, _suit in enumerate(SUITS):
    _suit.index = _number
for _number, _rank in enumerate(RANKS):
    _rank.index = _number


class Card:
    """A card of the deck. Get one from `parse_card` or `card_of`; equal cards are the same object."""

    __slots__ = ("bit", "index", "name", "rank", "suit")

    suit: Suit
    rank: Rank
    index: int  # 0 to 35: suit by suit, within a suit in natural order
    bit: int
    name: str

    def __init__(self, suit: Suit, rank: Rank) -> None:
        self.suit, self.rank = suit, rank
        self.index = suit.index * 9 + rank.index
        self.bit = 1 << self.index
        self.name = suit.value + rank.value

    def __str__(self) -> str:
        return self.name

    def __repr__(self) -> str:
        return self.name

    def __lt__(self, other: Card) -> bool:
        return self.index < other.index

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return parse_card, (self.name,)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, _memo: dict[int, object]) -> Card:
        return self


CARDS: tuple[Card, ...] = tuple(Card(suit, rank) for suit in SUITS for rank in RANKS)
_BY_NAME: dict[str, Card] = {card.name: card for card in CARDS}
_BY_BIT: dict[int, Card] = {card.bit: card for card in CARDS}


class NotACard(ValueError):
    """Text that is no card; the message quotes it and says what was expected."""


def parse_card(text: str) -> Card:
    """The card written as `text`, for instance `E9` or `LU`."""
    card = _BY_NAME.get(text)
    if card is None:
        if not isinstance(text, str):
            raise TypeError(f"expected the text of a card, got {type(text).__name__}")
        quoted = text if len(text) <= 20 else text[:20] + "…"
        raise NotACard(f"{quoted!r} is no card: expected a suit (E R S L) and a rank (6 7 8 9 B U O K A), for instance 'E9'")
    return card


def card_of(suit: Suit, rank: Rank) -> Card:
    """The card of this suit and rank."""
    return CARDS[suit.index * 9 + rank.index]


class CardSet:
    """An immutable set of cards, such as a hand; iterates suit by suit in natural order."""

    __slots__ = ("bits",)

    bits: int

    def __init__(self, cards: Iterable[Card] = (), *, bits: int = 0) -> None:
        try:
            for card in cards:
                bits |= card.bit
        except AttributeError:
            raise TypeError("a CardSet is made of cards; CardSet.parse reads a text") from None
        self.bits = bits

    @classmethod
    def parse(cls, text: str) -> CardSet:
        """The set written as cards with blanks between them; a card named twice is an error."""
        cards = cards_of(text)
        held = cls(cards)
        if len(held) != len(cards):
            twice = next(card for card in cards if cards.count(card) > 1)
            raise NotACard(f"{twice} is named twice in {text[:100]!r}")
        return held

    def __iter__(self) -> Iterator[Card]:
        rest = self.bits
        while rest:
            bit = rest & -rest
            yield _BY_BIT[bit]
            rest ^= bit

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __bool__(self) -> bool:
        return self.bits != 0

    def __contains__(self, card: Card) -> bool:
        return self.bits & card.bit != 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CardSet) and self.bits == other.bits

    def __hash__(self) -> int:
        return hash(self.bits)

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(bits=self.bits | other.bits)

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(bits=self.bits & other.bits)

    def __sub__(self, other: CardSet) -> CardSet:
        return CardSet(bits=self.bits & ~other.bits)

    def __le__(self, other: CardSet) -> bool:
        return self.bits & ~other.bits == 0

    def of_suit(self, suit: Suit) -> CardSet:
        """The cards of one suit."""
        return CardSet(bits=self.bits & SUIT_BITS[suit.index])

    def __str__(self) -> str:
        return " ".join(card.name for card in self)

    def __repr__(self) -> str:
        return f"CardSet({str(self)!r})"


SUIT_BITS: tuple[int, ...] = tuple(0b111_111_111 << (9 * index) for index in range(4))
DECK: CardSet = CardSet(CARDS)


def cards_of(text: str) -> tuple[Card, ...]:
    """The cards written in `text`, in that order."""
    if not isinstance(text, str):
        raise TypeError(f"expected the text of cards, got {type(text).__name__}")
    return tuple(parse_card(word) for word in text.split())


def cards_in(bits: int) -> list[Card]:
    """The cards whose bits are set, in deck order."""
    cards = []
    while bits:
        bit = bits & -bits
        cards.append(_BY_BIT[bit])
        bits ^= bit
    return cards


def shuffled(rng: random.Random, cards: Iterable[Card] = CARDS) -> tuple[Card, ...]:
    """A uniformly random order of `cards`; the same generator state gives the same order. (JR-DEAL-02)"""
    pack = list(cards)
    rng.shuffle(pack)
    return tuple(pack)
