"""Practice for whoever learns to jass: one idea at a time, each task made from a number and answered by the rules themselves.

A task shows cards and asks one thing; what is right comes from `puur.core` (for announcing: from the strongest player), so a lesson
can never teach what the table would refuse. The sentences are texts `learn.…`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field

from puur.bots.hints import hint
from puur.core.cards import CARDS, Card, CardSet, Rank, Suit, shuffled
from puur.core.events import Announced, HandsRecorded
from puur.core.game import Game
from puur.core.mode import OBENABE, trump_mode
from puur.core.setup import Setup
from puur.core.trick import judge, points, winner
from puur.core.view import view_of
from puur.core.weis import weise_in
from puur.reglement import load

BOOK = "jassregeln"


@dataclass(frozen=True, slots=True)
class Task:
    """One question: what is shown, what can be answered, and what is right."""

    idea: str
    ask: str  # the key of the question, after `learn.ask.`
    hand: tuple[str, ...] = ()  # cards to choose from, or to look at
    trick: tuple[str, ...] = ()  # on the table, in the order played
    trump: str = ""
    choices: tuple[str, ...] = ()  # answers that are no cards: numbers, or modes
    right: tuple[str, ...] = ()
    why: str = ""  # the key of the reason, after `learn.why.`; with a dot a key of its own
    facts: Mapping[str, int | str] = field(default_factory=dict)


def task(idea: str, seed: int) -> Task:
    """The task of an idea that belongs to a number; KeyError for an idea that is none."""
    return IDEAS[idea](random.Random(f"{idea} {seed}"))


def plain(made: Task) -> dict[str, object]:
    """A task as JSON."""
    return asdict(made)


def _names(cards: tuple[Card, ...] | list[Card]) -> tuple[str, ...]:
    return tuple(card.name for card in cards)


def _trumps_then_best(rng: random.Random) -> tuple[Suit, list[Card]]:
    suit = rng.choice(list(Suit))
    return suit, [card for card in CARDS if card.suit is suit]


def _rank(rng: random.Random) -> Task:
    """Which of four cards of a suit is the highest, without trump."""
    _, cards = _trumps_then_best(rng)
    shown = rng.sample(cards, 4)
    best = shown[winner(shown, OBENABE.order(0))]
    return Task("rank", "highest", hand=_names(shown), right=(best.name,), why="rank", facts={"card": best.name})


def _trump(rng: random.Random) -> Task:
    """Who wins a trick in which somebody has trumped."""
    trump, trumps = _trumps_then_best(rng)
    led = rng.choice([suit for suit in Suit if suit is not trump])
    cards = rng.sample([card for card in CARDS if card.suit is led], 3)
    cards.insert(rng.choice((1, 2, 3)), rng.choice(trumps))
    best = cards[winner(cards, trump_mode(trump).order(0))]
    return Task(
        "trump", "winner", trick=_names(cards), trump=trump.value, right=(best.name,), why="trump", facts={"card": best.name}
    )


def _follow(rng: random.Random) -> Task:
    """Which card may be played to a lead."""
    while True:
        pack = shuffled(rng)
        hand, lead, trump = CardSet(pack[:6]), pack[6], rng.choice(list(Suit))
        if lead.suit is trump:
            continue
        allowed = judge(hand, [lead], trump_mode(trump).order(0)).allowed
        follows = any(card.suit is lead.suit for card in hand)
        if follows and len(allowed) < len(hand):
            break
    right = _names(list(allowed))
    return Task(
        "follow", "allowed", hand=_names(list(hand)), trick=(lead.name,), trump=trump.value, right=right, why="follow",
        facts={"suit": lead.suit.value},
    )  # fmt: skip


def _puur(rng: random.Random) -> Task:
    """Which trump is the highest: Puur, then Näll."""
    trump, trumps = _trumps_then_best(rng)
    high = rng.choice((Rank.UNDER, Rank.NINE))
    shown = [next(card for card in trumps if card.rank is high)]
    shown += rng.sample([card for card in trumps if card.rank not in (Rank.UNDER, Rank.NINE)], 3)
    if high is Rank.UNDER:
        shown[1] = next(card for card in trumps if card.rank is Rank.NINE)
    rng.shuffle(shown)
    best = shown[winner(shown, trump_mode(trump).order(0))]
    return Task(
        "puur", "highest", hand=_names(shown), trump=trump.value, right=(best.name,), why="puur", facts={"card": best.name}
    )  # fmt: skip


def _points(rng: random.Random) -> Task:
    """What a trick counts."""
    trump = rng.choice(list(Suit))
    mode = trump_mode(trump)
    while True:
        cards = list(shuffled(rng)[:4])
        total = points(cards, mode.values)
        if total >= 5 and any(card.suit is trump for card in cards):
            break
    others = [number for number in (total - 10, total - 6, total - 3, total + 4, total + 7, total + 10) if number >= 0]
    answers = tuple(map(str, sorted([total, *rng.sample(others, 3)])))
    sums = " + ".join(str(mode.value(card)) for card in cards)
    facts: dict[str, int | str] = {"sum": sums, "total": total}
    return Task(
        "points", "points", trick=_names(cards), trump=trump.value, choices=answers, right=(str(total),), why="points", facts=facts
    )  # fmt: skip


def _weis(rng: random.Random) -> Task:
    """What the best Weis of a hand counts."""
    values = load(BOOK).weis.values
    while True:
        hand = CardSet(shuffled(rng)[:9])
        weise = sorted(weise_in(hand), key=lambda weis: -weis.points(values))
        if weise or rng.random() < 0.15:
            break
    worth = weise[0].points(values) if weise else 0
    facts: dict[str, int | str] = {"points": worth, "cards": "-".join(card.name for card in weise[0].cards) if weise else ""}
    why = "weis" if weise else "weis.none"
    answers = tuple(map(str, sorted({0, 20, 50, 100, 150, 200, worth})))
    return Task(
        "weis", "weis", hand=_names(list(hand)), choices=answers, right=(str(worth),), why=why, facts=facts
    )  # fmt: skip


def _push(rng: random.Random) -> Task:
    """What to announce with a hand, or to push."""
    pack = shuffled(rng)
    game = Game(load(BOOK), Setup(first_dealer=3))
    first, second, third, fourth = (CardSet(pack[9 * seat : 9 * seat + 9]) for seat in range(4))
    game.submit(HandsRecorded(3, (first, second, third, fourth)))
    view = view_of(game, 0)
    advice = hint(view, rng)
    assert advice is not None  # the first seat has to speak
    right = str(advice.event.mode) if isinstance(advice.event, Announced) else "push"
    modes = tuple(str(option.mode) for option in view.options if isinstance(option, Announced))
    return Task(
        "push", "push", hand=_names(list(first)), choices=(*modes, "push"), right=(right,), why=advice.key, facts=dict(advice.facts)
    )


IDEAS: Mapping[str, Callable[[random.Random], Task]] = {
    "rank": _rank,
    "trump": _trump,
    "follow": _follow,
    "puur": _puur,
    "points": _points,
    "weis": _weis,
    "push": _push,
}
