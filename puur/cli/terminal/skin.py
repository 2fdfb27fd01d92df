"""How cards look and how they may be typed: both faces, in colour where the terminal has any.

On the screen a card is a suit sign and a rank sign. Typed, it may be written as on the screen, in the two letters of the
record (`E9`, `LU`), or in words, of the person's language first; where two readings collide, what the screen shows wins.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from puur.core.cards import CARDS, Card, CardSet, Rank, Suit
from puur.core.faces import RANK_NAMES, SUIT_NAMES, SUIT_SIGNS, Faces
from puur.core.mode import Block, Kind, Mode, Order, trump_mode
from puur.spoken import card_called
from puur.words import say, texts

_COLOURS: dict[Faces, dict[Suit, str]] = {
    Faces.GERMAN: {Suit.EICHELN: "green", Suit.ROSEN: "red", Suit.SCHELLEN: "yellow", Suit.SCHILTEN: "bright_blue"},
    Faces.FRENCH: {Suit.EICHELN: "red", Suit.ROSEN: "red", Suit.SCHELLEN: "default", Suit.SCHILTEN: "default"},
}
_BLOCKS = {Block.OBEN: "oben", Block.UNTEN: "unten", Block.TRUMP: "trump"}


class Skin:
    """Cards and modes in one language and one kind of faces."""

    def __init__(self, faces: Faces, lang: str) -> None:
        self.faces, self.lang = faces, lang
        signs = say(f"play.ranks.{faces.value}", lang).split()
        self._rank = dict(zip(Rank, signs, strict=True))
        self._typed = self._spellings()

    def sign(self, card: Card) -> str:
        """A card as it stands on the screen, for instance `♦9` or `E9`."""
        return SUIT_SIGNS[self.faces][card.suit] + self._rank[card.rank]

    def card(self, card: Card, style: str = "") -> Text:
        """The card in its colour."""
        return Text(self.sign(card), style=f"{_COLOURS[self.faces][card.suit]} {style}".strip())

    def cards(self, cards: Sequence[Card], between: str = " ") -> Text:
        """Several cards in a row."""
        return Text(between).join(self.card(card) for card in cards)

    def parse(self, typed: str, trump: Suit | None = None) -> Card | None:
        """The card that somebody typed, or None; with a trump, `Puur` is one too."""
        return self._typed.get(_bare(typed)) or card_called(typed, trump)

    def suit(self, suit: Suit) -> str:
        """A suit by its name, with its sign where that is no letter."""
        name = say(f"play.suit.{self.faces.value}.{suit.value}", self.lang)
        sign = SUIT_SIGNS[self.faces][suit]
        return name if sign.isalpha() else f"{name} {sign}"

    def mode(self, mode: Mode) -> str:
        """A mode as it is announced."""
        if mode.kind is Kind.TRUMP and mode.trump is not None:
            return self.suit(mode.trump)
        name = self.variant(mode.kind.value)
        if mode.kind in (Kind.SLALOM, Kind.GUSTI):
            return f"{name} ({self.block(mode.blocks[0])})"
        if mode.kind is Kind.TRIO and mode.trump is not None:
            return f"{name} {self.suit(mode.trump)} ({self.blocks(mode)})"
        return name

    def variant(self, name: str) -> str:
        """A variant of the Coiffeur sheet by its name."""
        suit = next((suit for suit in Suit if suit.value == name), None)
        if suit is not None:
            return self.suit(suit)
        return say(f"play.mode.{name}", self.lang) if f"play.mode.{name}" in texts() else name

    def announced(self, mode: Mode, variant: str) -> str:
        """What was announced, with the Joker where it was used."""
        said = self.mode(mode)
        return f"{self.variant(variant)}: {said}" if variant and variant != mode.family else said

    def facts(self, facts: dict[str, object]) -> dict[str, object]:
        """Facts of an event as people read them."""
        spoken = dict(facts)
        for name, value in facts.items():
            if isinstance(value, Mode):
                spoken[name] = self.mode(value)
            elif isinstance(value, Card):
                spoken[name] = self.sign(value)
            elif name == "contract":
                spoken[name] = say(f"play.contract.{value}", self.lang)
        return spoken

    def block(self, block: Block) -> str:
        """How a trick is decided, in a word."""
        return say(f"play.block.{_BLOCKS[block]}", self.lang)

    def blocks(self, mode: Mode) -> str:
        """The three blocks of a Trio in their order."""
        return ", ".join(self.block(block) for block in mode.blocks[::3])

    def fact(self, fact: str, value: str) -> str:
        """A fact of a refusal in words: a card, a suit, a mode, a variant."""
        card = next((card for card in CARDS if card.name == value), None)
        if card is not None:
            return self.sign(card)
        if fact in ("led", "trump", "mode", "variant", "accepted", "open"):
            return self.variant(value)
        if fact == "weis":
            return "-".join(self.fact("card", card) for card in value.split("-"))
        return value

    def _spellings(self) -> dict[str, Card]:
        cards: dict[str, Card] = {}
        for card in CARDS:  # what is said first stays: the screen, then the record, then words
            cards.setdefault(_bare(self.sign(card)), card)
            cards.setdefault(_bare(card.suit.value + self._rank[card.rank]), card)
        for card in CARDS:
            suits = [card.suit.value, *(SUIT_SIGNS[faces][card.suit] for faces in Faces)]
            suits += [SUIT_NAMES[faces][card.suit] for faces in Faces]
            suits += [say(f"play.suit.{faces.value}.{card.suit.value}", self.lang) for faces in Faces]
            ranks = [self._rank[card.rank], card.rank.value, *(RANK_NAMES[faces][card.rank] for faces in Faces)]
            for suit in suits:
                for rank in ranks:
                    cards.setdefault(_bare(suit + rank), card)
        return cards


def _bare(typed: str) -> str:
    return "".join(sign for sign in typed.casefold() if sign.isalnum() or sign in "♦♥♣♠")


def in_order(hand: CardSet, mode: Mode | None, number: int = 0) -> tuple[Card, ...]:
    """A hand sorted for the eye: trumps first, then suit by suit, the strong cards in front."""
    order: Order = (mode or trump_mode(Suit.EICHELN)).order(min(number, 8))
    trump = mode.trump if mode is not None else None
    natural = mode is None

    def key(card: Card) -> tuple[bool, int, int]:
        strength = card.rank.index if natural else order.power[card.suit.index][card.index]
        return card.suit is not trump, card.suit.index, -strength

    return tuple(sorted(hand, key=key))
