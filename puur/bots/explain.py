"""Why a card: a reason that a Jass player would give, and what every legal card is expected to bring.

A reason is a key with facts; the sentences (`bots.reason.KEY`, four languages) are in `puur.words`. The expected points come from
*Jasskönig*, who plays every card out in worlds that fit what was seen and bid, with their uncertainty; where it does not know the
book, from the search of *Meister*; where a game wants something else than points, from the counting player and what it wants
(`Form.aim`). They are told apart from the reason: the reason is what one can see at the table.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean, stdev
from typing import Literal

from puur.bots import levels
from puur.bots import reckoning as r
from puur.bots.base import cards_offered
from puur.bots.budget import Budget
from puur.bots.knowledge import Knowledge, NotSearchable, knowledge
from puur.core.aim import Aim
from puur.core.cards import Card
from puur.core.form import form_for
from puur.core.seats import PAIRS
from puur.core.view import View
from puur.games.counting import worths

DEAR = 10  # from so many points on a card is dear
Z = 1.96
LEAST_WORLDS, ROUNDS_PER_WORLD = 48, 30  # a world that is played out takes as long as so many rounds of the search
Reason = Literal[
    "only", "takes", "takes_last", "cuts", "smears", "draws", "bock", "partner_suit", "ruff", "shows", "throws", "ducks", "holds",
    "best", "behind",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Expected:
    """A legal card and the points that the own side makes in the whole deal if it is played."""

    card: Card
    points: float
    error: float = 0.0  # half of the 95 % interval; 0 where nothing is known of it
    apart: float = 0.0  # the same of its distance to the best card: surer, since all cards meet the same worlds


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a card is played."""

    card: Card
    reason: Reason
    pot: int  # points on the table with this card
    gain: float  # how much better than the next best card, 0 without a comparison
    loss: float  # how much worse than the best card
    best: Card  # the best card, as far as was searched
    cards: tuple[Expected, ...]  # the best first; empty if nothing was searched
    doubt: float = 0.0  # half of the 95 % interval of `loss`, or of `gain` for the best card
    unit: str = "points"  # what the numbers of `cards` are: text `bots.worth.<unit>`
    dear: float = 5.0  # from so much on a loss is a mistake

    @property
    def text(self) -> str:
        """The key of its sentence in `puur.words`; its facts are card, pot, loss and best."""
        return f"bots.reason.{self.reason}"


def explain(view: View, card: Card, rng: random.Random, budget: Budget | None = None, *, search: bool = True) -> Explanation:
    """Why `card` could be played now; `NotSearchable` where the position is out of the ordinary."""
    budget = budget or Budget(rounds=2000, seconds=1.0)
    form = form_for(view.book)
    if view.mode is not None and (aim := form.aim(view)) is not None:
        return _by_aim(view, card, rng, aim, budget, search)
    if form.advises(view.book):
        raise NotSearchable("this game wants something else than points")
    known = knowledge(view)
    expected: list[Expected] = []
    if search and len(cards_offered(view)) > 1:
        expected = _expected(view, rng, budget)
    pot = known.state[r.POT] + view.mode.value(card) if view.mode else 0
    return _compared(card, reason_for(known, card, cards_offered(view)), pot, expected)


def _compared(card: Card, reason: Reason, pot: int, expected: Sequence[Expected]) -> Explanation:
    """A card beside the others, of which the best stands first."""
    mine = next((choice.points for choice in expected if choice.card is card), 0.0)
    others = [choice.points for choice in expected if choice.card is not card]
    gain = max(0.0, mine - max(others)) if others else 0.0
    best = expected[0] if expected else Expected(card, mine)
    if best.card is not card and reason == "best":
        reason = "behind"
    compared = next((choice for choice in expected if choice.card is card), best)
    doubt = expected[1].apart if best.card is card and len(expected) > 1 else compared.apart
    return Explanation(card, reason, pot, gain, best.points - mine, best.card, tuple(expected), doubt)


def _by_aim(view: View, card: Card, rng: random.Random, aim: Aim, budget: Budget, search: bool) -> Explanation:
    """The same in a game with an aim of its own: each card in worlds that fit what was seen, in what the game wants."""
    cards, lying = cards_offered(view), () if view.trick_open else view.trick
    expected: list[Expected] = []
    if search and len(cards) > 1:
        brings = worths(view, rng, aim, cards, max(LEAST_WORLDS, budget.rounds // ROUNDS_PER_WORLD), budget.seconds)
        best = max(cards, key=lambda each: sum(brings[each]))
        for each in cards:
            apart = [there - here for there, here in zip(brings[best], brings[each], strict=True)]
            expected.append(Expected(each, fmean(brings[each]), _half(brings[each]), _half(apart)))
        expected.sort(key=lambda choice: -choice.points)
    pot = sum(view.mode.value(each) for each in (*lying, card)) if view.mode else 0
    return replace(_compared(card, _seen(view, card, aim), pot, expected), unit=aim.unit, dear=aim.dear)


def _seen(view: View, card: Card, aim: Aim) -> Reason:
    """What one sees of a card where two pairs want points; elsewhere only that it is the best."""
    cards = cards_offered(view)
    pairs = view.parties == PAIRS and set(aim.wants) == {1} and aim.goals is None
    if len(cards) == 1 or not pairs or view.mode is None or view.mode.backward:
        return "only" if len(cards) == 1 else "best"
    return reason_for(knowledge(view), card, cards)


def _half(numbers: Sequence[float]) -> float:
    """Half of the 95 % interval of a mean."""
    return Z * stdev(numbers) / len(numbers) ** 0.5 if len(numbers) > 1 else 0.0


def _expected(view: View, rng: random.Random, budget: Budget) -> list[Expected]:
    """Every legal card with its points, the best first."""
    if levels.network_here() and not levels.unknown_to("jasskoenig", view.book):
        from puur.bots.neural import Jasskoenig

        worlds = max(LEAST_WORLDS, budget.rounds // ROUNDS_PER_WORLD)
        judged_cards = Jasskoenig().judged(view, rng, worlds, budget.seconds)
        return [Expected(choice.card, choice.points, choice.error, choice.apart) for choice in judged_cards]
    from puur.bots.search import Style, judge_cards

    judged = judge_cards(view, rng, budget, budget.rounds, Style())
    return sorted((Expected(choice.card, choice.points) for choice in judged), key=lambda choice: -choice.points)


def reason_for(known: Knowledge, card: Card, legal: Sequence[Card]) -> Reason:
    """What one sees at the table of this card."""
    if len(legal) == 1:
        return "only"
    st, tables, seat = known.state, known.tables, known.seat
    at = r.ORDERS + tables[r.ORDER_OF + st[r.NUMBER]] * r.ORDER_SIZE
    trump = tables[at + r.TRUMP]
    unseen = st[r.REST] & ~st[r.HANDS + seat]
    return _leading(known, card, at, trump, unseen) if not st[r.COUNT] else _following(known, card, at, trump, unseen)


def _leading(known: Knowledge, card: Card, at: int, trump: int, unseen: int) -> Reason:
    st, mate = known.state, (known.seat + 2) % 4
    higher = known.tables[at + r.ABOVE + card.index] & unseen
    if card.bit & trump:
        foes = ~(st[r.VOID + (known.seat + 1) % 4] & st[r.VOID + (known.seat + 3) % 4])
        return "draws" if unseen & trump & foes else "holds"
    if not higher:
        return "bock"
    if st[r.ASKED + mate] >> card.suit.index & 1:
        return "partner_suit"
    if st[r.VOID + mate] & r.suit_of(card.index) and unseen & trump & ~st[r.VOID + mate]:
        return "ruff"
    strong = any(not known.tables[at + r.ABOVE + other] & unseen & ~card.bit for other in _held(st[r.HANDS + known.seat], card))
    return "shows" if strong and known.tables[r.VALUES + card.index] < DEAR else "best"


def _held(hand: int, card: Card) -> list[int]:
    """The other cards of the same suit in the hand."""
    return [index for index in range(9 * card.suit.index, 9 * card.suit.index + 9) if hand >> index & 1 and index != card.index]


def _following(known: Knowledge, card: Card, at: int, trump: int, unseen: int) -> Reason:
    st, tables, seat = known.state, known.tables, known.seat
    best, last = st[r.BEST], st[r.COUNT] == 3
    suit, led = r.suit_of(card.index), r.suit_of(st[r.TRICK])
    wins = bool(tables[at + r.ABOVE + best] >> card.index & 1) if suit == r.suit_of(best) else suit == trump
    partners = st[r.TAKER] % 2 == seat % 2
    value = tables[r.VALUES + card.index]
    if wins:
        if suit == trump and led != trump:
            return "cuts"
        if last:
            return "takes_last"
        return "takes" if not tables[at + r.ABOVE + card.index] & unseen else "best"
    if partners:
        return "smears" if value >= DEAR else "holds"
    if value < DEAR:
        return "throws" if suit != led else "ducks"
    return "best"
