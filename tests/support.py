"""What tests of the rules share: tables with a given score, hands that are filled up, cards played in turn, refusals.

Nothing here knows a rule; it only saves typing. Seats are named A B C D (0 to 3), teams 0 (A and C) and 1 (B and D).
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from enum import Enum
from functools import lru_cache
from itertools import islice
from typing import Any

import pytest

from puur.core.cards import CARDS, DECK, Card, CardSet, cards_of, parse_card
from puur.core.deal import Deal
from puur.core.errors import RuleViolation
from puur.core.events import Announced, CardPlayed, Event, HandsRecorded, Pushed, SchreiberNamed
from puur.core.faces import Faces, card_name
from puur.core.game import Game
from puur.core.ledger import Entry
from puur.core.mode import Mode, parse_mode
from puur.core.playing import legal_cards
from puur.core.reglement import Reglement, Schreiber, Source
from puur.core.seats import Direction
from puur.core.setup import Keeping, Setup, Turning
from puur.core.trick import Trick
from puur.core.weis import weise_in
from puur.reglement.loader import load, shipped

A, B, C, D = 0, 1, 2, 3
# Where the players after the dealer sit, the dealer in the south, seen from above.
AFTER_SOUTH = {Direction.COUNTERCLOCKWISE: ("E", "N", "W", "S"), Direction.CLOCKWISE: ("W", "N", "E", "S")}


def by_source(game: Game, team: int) -> dict[Source, int]:
    """The points of a team by where they came from."""
    found: dict[Source, int] = {}
    for entry in game.ledger.entries:
        if entry.team == team:
            found[entry.source] = found.get(entry.source, 0) + entry.points
    return found


def french(name: str) -> Card:
    """The card with this name in a French pack: `Schaufel-7`."""
    return next(one for one in CARDS if card_name(one, Faces.FRENCH) == name)


@lru_cache
def _load(key: str) -> Reglement:
    return load(key)


# The books of games in which two pairs announce and push; what every game has to keep is in tests/games.
PARTNER_BOOKS = tuple(key for key in shipped() if _load(key).form in ("schieber", "coiffeur"))


def book(key: str, **changes: Any) -> Reglement:
    """A shipped book; `weis__needs_trick=True` changes one field of it."""
    found = _load(key)
    for name, value in changes.items():
        section, _, field = name.partition("__")
        if section in found.sections:
            found = replace(found, sections={**found.sections, section: replace(found.sections[section], **{field: value})})
            continue
        new = replace(getattr(found, section), **{field: value}) if field else value
        found = replace(found, **{section: new})
    return found


def fill(**given: str) -> tuple[CardSet, CardSet, CardSet, CardSet]:
    """Four hands of nine: the given cards (`A="EU E9"`), the rest dealt out from the bottom of the deck upwards."""
    hands = [list(cards_of(given.get(name, ""))) for name in "ABCD"]
    used = [card for hand in hands for card in hand]
    assert len(set(used)) == len(used), "a card is given twice"
    rest = [card for card in CARDS if card not in used]
    for hand in hands:
        while len(hand) < 9:
            hand.append(rest.pop(0))
    one, two, three, four = (CardSet(hand) for hand in hands)
    return one, two, three, four


def scattered(**given: str) -> tuple[CardSet, CardSet, CardSet, CardSet]:
    """Four hands of nine like `fill`, but the cards filled up form no Weis and lengthen none."""
    named = [CardSet.parse(given.get(name, "")) for name in "ABCD"]
    rest = list(DECK - CardSet(card for hand in named for card in hand))
    rng = random.Random(0)
    for _ in range(10_000):
        rng.shuffle(rest)
        left = iter(rest)
        one, two, three, four = hands = [hand | CardSet(islice(left, 9 - len(hand))) for hand in named]
        if all(set(weise_in(full)) == set(weise_in(hand)) for full, hand in zip(hands, named, strict=True)):
            return one, two, three, four
    raise AssertionError("no such hands found")


def table(
    rules: Reglement | str,
    *,
    totals: tuple[int, int] = (0, 0),
    bergpreis: int | None = None,
    first_dealer: int = D,
    **setup: Any,
) -> Game:
    """A game ready for its first deal: Schreiber named as the book demands, score and Bergpreis from earlier deals."""
    rules = book(rules) if isinstance(rules, str) else rules
    game = Game(rules, Setup(first_dealer=first_dealer, **setup))
    needed = {Schreiber.NONE: (), Schreiber.ONE: (first_dealer,), Schreiber.PER_TEAM: (C, D)}[rules.table.schreiber]
    for seat in needed:
        game.submit(SchreiberNamed(seat))
    for team in (0, 1):
        if totals[team]:
            game.ledger.add(Entry(0, team, Source.RESULT, totals[team], 1, totals[team], "before"))
    game.bergpreis = bergpreis
    return game


def dealt(
    rules: Reglement | str,
    mode: Mode | str | None = None,
    *,
    hands: tuple[CardSet, ...] | None = None,
    dealer: int = D,
    pushed: bool = False,
    variant: str = "",
    **options: Any,
) -> Game:
    """A game with its first deal dealt and, if a mode is given, announced (after a push if wanted): the leader is to play."""
    game = table(rules, first_dealer=dealer, **options)
    one, two, three, four = hands if hands is not None else fill()
    game.submit(HandsRecorded(dealer, (one, two, three, four)))
    if mode is not None:
        announce(game, mode, pushed=pushed, variant=variant)
    return game


def announce(game: Game, mode: Mode | str, *, pushed: bool = False, variant: str = "") -> None:
    """Let the speaker (after a push: the next one) announce."""
    if pushed:
        game.submit(Pushed(game.deal.speaker))
    chosen = parse_mode(mode) if isinstance(mode, str) else mode
    game.submit(Announced(game.deal.speaker, chosen, variant))


def endgame(
    rules: Reglement | str,
    mode: Mode | str,
    *,
    leader: int = A,
    points: tuple[int, int] | None = None,
    tricks: tuple[int, int] | None = None,
    totals: tuple[int, int] = (0, 0),
    bergpreis: int | None = None,
    keeping: Keeping = Keeping.AUTOMATIC,
    turning: Turning = Turning.AUTOMATIC,
    dealer: int = D,
    **hands: str,
) -> Game:
    """A deal near its end: `A="EU E9 E6"` and so on are the cards left; earlier tricks are taken as played.

    `points` are the card points made so far (all that is not left, for team 1, if not given), `tricks` the tricks won so far.
    """
    game = dealt(rules, mode, totals=totals, bergpreis=bergpreis, keeping=keeping, turning=turning, dealer=dealer)
    deal = game.deal
    left = [CardSet.parse(hands.get(name, "")) for name in "ABCD"]
    size = len(left[0])
    assert all(len(hand) == size for hand in left), "hands of unequal length"
    done = 9 - size
    rest = sum(deal.values[card.index] for hand in left for card in hand)
    made = points if points is not None else (0, 152 - rest)
    assert sum(made) + rest == 152, f"points so far and the {rest} left do not make 152"
    won = tricks if tricks is not None else (0, done)
    assert sum(won) == done
    gone = [card for card in CARDS if not any(card in hand for hand in left)]
    deal.tricks = [Trick(0, tuple(gone[4 * n : 4 * n + 4]), 0 if n < won[0] else 1, 0) for n in range(done)]
    deal.hands = [hand.bits for hand in left]
    deal.dealt = tuple(deal.hands)
    deal.points, deal.won = list(made), list(won)
    deal.leader = deal.turn = leader
    return game


def play(game: Game, cards: str) -> None:
    """Play these cards, each from the seat whose turn it is."""
    for card in cards_of(cards):
        game.submit(CardPlayed(game.deal.turn, card))


def play_trick(game: Game, *said: Event) -> None:
    """Play one trick with the first legal card of each seat; the events of a seat follow on its card."""
    for _ in range(4):
        seat = game.deal.turn
        game.submit(CardPlayed(seat, next(iter(legal_cards(game, seat)))))
        submit(game, *(event for event in said if getattr(event, "seat", None) == seat))


def play_out(game: Game) -> None:
    """Play the running deal to its end with the first legal card of each seat."""
    while not game.between_deals:
        play_trick(game)


def legal(game: Game, seat: int | None = None) -> set[str]:
    """The names of the cards that the seat (or whose turn it is) may play."""
    return {card.name for card in legal_cards(game, game.deal.turn if seat is None else seat)}


def card(name: str) -> Card:
    """A card by its name."""
    return parse_card(name)


def refused(game: Game, event: Event, rule: str | None = None, reason: str | None = None) -> RuleViolation:
    """The event is refused, with this provision and reason if given, and nothing has changed."""
    before = snapshot(game)
    with pytest.raises(RuleViolation) as caught:
        game.submit(event)
    assert snapshot(game) == before, "a refused event changed the game"
    if rule is not None:
        assert caught.value.rule == rule, str(caught.value)
    if reason is not None:
        assert caught.value.reason == reason, str(caught.value)
    return caught.value


def submit(game: Game, *events: Event) -> Game:
    """Submit events one after the other."""
    for event in events:
        game.submit(event)
    return game


def snapshot(value: Any) -> Any:
    """The whole state behind a game as plain comparable values."""
    if isinstance(value, Card | CardSet | Enum | str | int | float | bool | None | Reglement | Setup):
        return value
    if type(value).__name__ == "Checkpoint":  # an earlier state, kept to go back to: it never changes, and holds the deal again
        return id(value)
    if isinstance(value, dict):
        return {key: snapshot(one) for key, one in value.items()}
    if isinstance(value, set | frozenset):
        return frozenset(snapshot(one) for one in value)
    if isinstance(value, list | tuple):
        return tuple(snapshot(one) for one in value)
    if isinstance(value, Game | Deal):
        given = ("book", "setup", "form", "manual", "free")
        return {name: snapshot(held) for name, held in vars(value).items() if name not in given}
    if is_dataclass(value):
        return (type(value).__name__, *(snapshot(getattr(value, one.name)) for one in fields(value)))
    if hasattr(value, "__slots__"):
        return (type(value).__name__, *(snapshot(getattr(value, name)) for name in value.__slots__))
    return value


def shape(deal: Deal) -> Iterable[str]:
    """The tricks of a deal as text, for messages."""
    return [" ".join(card.name for card in trick.cards) for trick in deal.tricks]
