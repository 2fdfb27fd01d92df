"""What a person means by a text: a card or a bid, in any language and by both faces of the deck.

`Herz As`, `♥A`, `HA`, `as de cœur`, `jack of hearts`, `Trumpf Bauer`; `trump hearts`, `Obe abe`. The letters of the record come
first: `SA` is the ace of Schellen. Beyond them a text counts only where it can mean one thing alone: `KD` is the queen of clubs in
German and the king of diamonds in English, and so neither.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate

from puur.core.cards import CARDS, RANKS, SUITS, Card, NotACard, Rank, Suit, card_of, parse_card
from puur.core.events import Announced, CardPlayed, Event, Pushed
from puur.core.faces import RANK_NAMES, SUIT_NAMES, SUIT_SIGNS, Faces
from puur.core.game import Game
from puur.core.view import view_of
from puur.notation import RecordError
from puur.notation.forms import MODE_OF
from puur.notation.statements import said
from puur.notation.writer import spoken
from puur.words import LANGUAGES, say, texts

MAX_TEXT = 100  # nobody types more for one card
_BEGINNING = 3  # so many letters of a name will do
_RECORD = {card.name for card in CARDS}
_SIGNS = str.maketrans("♢♡♧♤", "♦♥♣♠")
_FOLDED = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss"})


def meant(game: Game, text: str, seat: int) -> Event:
    """What a seat means by a text; `RecordError` for what neither a record nor a person would say."""
    text = text.strip()
    try:
        return CardPlayed(seat, parse_card(text[:1].upper() + text[1:].upper()))
    except NotACard:
        pass
    try:
        return said(text, seat)
    except RecordError as problem:
        view = view_of(game, seat)
        bids = [option for option in view.options if not isinstance(option, CardPlayed)]
        card = card_called(text, view.mode.trump if view.mode is not None else None)
        if (bid := _bid(bids, text)) is not None:
            return bid
        if card is not None:
            return CardPlayed(seat, card)
        problem.add_note(f"possible now: {', '.join(map(spoken, view.options))}")
        raise


def _bid(bids: Sequence[Event], text: str) -> Event | None:
    """The bid that a person means: a mode, or the beginning of what one of the languages calls a bid; None where several fit."""
    mode, low = mode_called(text), "".join(words_of(text))
    if mode is not None:
        return next((bid for bid in bids if spoken(bid) == mode), None)

    def called(option: Event) -> Iterator[str]:
        yield spoken(option)
        for lang in LANGUAGES:
            if isinstance(option, Pushed):
                yield from say("play.bid.push_words", lang).split()
            elif isinstance(option, Announced) and (key := f"play.mode.{option.mode}") in texts():
                yield say(key, lang)

    fitting = [
        bid for bid in bids if len(low) >= _BEGINNING and any("".join(words_of(name)).startswith(low) for name in called(bid))
    ]
    return fitting[0] if len(fitting) == 1 else None


def words_of(text: str) -> tuple[str, ...]:
    """The words and suit signs of a text in small letters without accents, but for words that say nothing (`ich mache`)."""
    bare = unicodedata.normalize("NFKD", text[: MAX_TEXT + 1].translate(_SIGNS).casefold().translate(_FOLDED))
    bare = re.sub(r"\b[dl]['’]", " ", "".join(sign for sign in bare if not unicodedata.combining(sign)))
    return tuple(word for word in re.findall(r"[^\W_]+|[♦♥♣♠]", bare) if word not in _said("play.typed.nothing"))


def card_called(text: str, trump: Suit | None = None) -> Card | None:
    """The only card that a text can mean, None where it is none or several; with a trump, `Puur` and `Trumpf As` are cards too."""
    words = words_of(text)
    joined = "".join(words)
    if not joined or len(text) > MAX_TEXT:
        return None
    if joined.upper() in _RECORD:
        return parse_card(joined.upper())
    if trump is not None and (left := tuple(word for word in words if word not in _said("play.typed.trump"))) != words:
        cards = {card_of(trump, rank) for rank in _ranks().get("".join(left), ())}
    elif trump is not None and (high := [rank for rank, names in _HIGH.items() if joined in _said(names)]):
        cards = {card_of(trump, rank) for rank in high}
    elif joined in _ranks():  # `As` is no ace of Schellen
        return None
    else:
        cards = {
            card_of(suit, rank)
            for suit_word, rank_word in _halves(words)
            for suit in suits_called(suit_word, len(words) > 1)
            for rank in _ranks().get(rank_word, ())
        }
    return next(iter(cards)) if len(cards) == 1 else None


def mode_called(text: str) -> str | None:
    """What a record writes for the mode that a text names: `R` for `trump hearts`, `obenabe` for `Obe abe`; None for others."""
    words = tuple(word for word in words_of(text) if word not in _said("play.typed.trump"))
    joined = "".join(words)
    if len(text) > MAX_TEXT or not joined:
        return None
    if joined in MODE_OF:
        return str(MODE_OF[joined])
    suits = [Suit(joined.upper())] if joined.upper() in SUIT_SIGNS[Faces.GERMAN].values() else list(suits_called(joined))
    if len(suits) == 1:
        return str(suits[0].value)
    named = {
        mode for mode in ("obenabe", "undeufe") for lang in LANGUAGES if "".join(words_of(say(f"play.mode.{mode}", lang))) == joined
    }
    return named.pop() if len(named) == 1 else None


@cache
def suits_called(word: str, beginnings: bool = True) -> frozenset[Suit]:
    """The suits that a word can mean: a letter, a sign, a name, or the beginning of a name."""
    return frozenset(
        suit
        for suit in SUITS
        for name in _suit_names()[suit]
        if word == name or (name.startswith(word) and (len(word) == 1 or (beginnings and len(word) >= _BEGINNING)))
    )


@cache
def _suit_names() -> Mapping[Suit, frozenset[str]]:
    """The names and signs of each suit, by both faces in every language."""
    return {
        suit: frozenset(
            "".join(words_of(name))
            for faces in Faces
            for name in (
                SUIT_SIGNS[faces][suit],  # of the German faces a letter
                SUIT_NAMES[faces][suit],
                *(say(f"play.suit.{faces.value}.{suit.value}", lang) for lang in LANGUAGES),
            )
        )
        for suit in SUITS
    }


@cache
def _ranks() -> Mapping[str, frozenset[Rank]]:
    """The ranks that a name or a letter can mean, by both faces in every language."""
    meant: dict[str, set[Rank]] = {}
    for faces in Faces:
        for lang in LANGUAGES:
            for key in (f"play.ranks.{faces.value}", f"web.ranks.{faces.value}"):
                for rank, name in zip(RANKS, say(key, lang).split(), strict=True):
                    meant.setdefault("".join(words_of(name)) or name.casefold(), set()).add(rank)
        for rank, name in RANK_NAMES[faces].items():
            meant.setdefault("".join(words_of(name)), set()).add(rank)
    for rank, names in _HIGH.items():
        for name in _said(names):
            meant.setdefault(name, set()).add(rank)
    return {name: frozenset(ranks) for name, ranks in meant.items()}


_HIGH = {Rank.UNDER: "play.typed.puur", Rank.NINE: "play.typed.nell"}  # these two have names of their own in trumps


@cache
def _said(key: str) -> frozenset[str]:
    """The words of a text, in every language."""
    return frozenset(word for said in texts()[key].values() for word in said.split())


def _halves(words: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Suit and rank, in either order: several words between any two; one word as a letter and a rank (`HA`), or as two names."""
    joined = "".join(words)
    for place in accumulate(map(len, words[:-1])) if len(words) > 1 else range(1, len(joined)):
        for suit, rank in ((joined[:place], joined[place:]), (joined[place:], joined[:place])):
            short = len(suit) == 1 and (len(rank) == 1 or rank == "10")
            if len(words) > 1 or short or min(len(suit), len(rank)) > 1:
                yield suit, rank
