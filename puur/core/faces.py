"""The two faces of the deck: German-Swiss and French names for the same 36 cards.

The books tie the suits by their factors and by the first-trump card: Eichel is Ecke, Rose is Herz, Schelle is Kreuz, Schilte is
Schaufel. Dame, Bube and 10 take the places of Ober, Under and Banner. (AJZ-2.1-03, AJZ-2.2.1-08, AJZ-2.2.1-58, UB-FACTOR-05)
"""

from __future__ import annotations

from enum import Enum

from puur.core.cards import Card, Rank, Suit


class Faces(Enum):
    """Which faces are printed on the cards."""

    GERMAN = "german"
    FRENCH = "french"


SUIT_NAMES: dict[Faces, dict[Suit, str]] = {
    Faces.GERMAN: {Suit.EICHELN: "Eichel", Suit.ROSEN: "Rose", Suit.SCHELLEN: "Schelle", Suit.SCHILTEN: "Schilte"},
    Faces.FRENCH: {Suit.EICHELN: "Ecke", Suit.ROSEN: "Herz", Suit.SCHELLEN: "Kreuz", Suit.SCHILTEN: "Schaufel"},
}
SUIT_SIGNS: dict[Faces, dict[Suit, str]] = {
    Faces.GERMAN: {suit: suit.value for suit in Suit},
    Faces.FRENCH: {Suit.EICHELN: "♦", Suit.ROSEN: "♥", Suit.SCHELLEN: "♣", Suit.SCHILTEN: "♠"},
}
_NUMBERS = {Rank.SIX: "6", Rank.SEVEN: "7", Rank.EIGHT: "8", Rank.NINE: "9"}
RANK_NAMES: dict[Faces, dict[Rank, str]] = {
    Faces.GERMAN: {
        **_NUMBERS, Rank.BANNER: "Banner", Rank.UNDER: "Under", Rank.OBER: "Ober", Rank.KING: "König", Rank.ACE: "Ass",
    },
    Faces.FRENCH: {
        **_NUMBERS, Rank.BANNER: "10", Rank.UNDER: "Bube", Rank.OBER: "Dame", Rank.KING: "König", Rank.ACE: "Ass",
    },
}  # fmt: skip


def card_name(card: Card, faces: Faces) -> str:
    """The name of a card as players say it, for instance `Schilte-7` or `Schaufel-7`."""
    return f"{SUIT_NAMES[faces][card.suit]}-{RANK_NAMES[faces][card.rank]}"
