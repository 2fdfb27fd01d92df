"""Making puzzles: deals played by *Jasskönig*, and out of them the decisions in which one answer is clearly the best.

A card becomes a puzzle when three who think differently agree on it: the network (with and without looking ahead), the search
of *Meister*, and the solver over worlds that fit what was seen. It has to be ahead of the next one by `AHEAD` points in the
search and by `AHEAD_SOLVED` with all cards known on average. A bid needs the network and the simulation of *Meister*,
`AHEAD_BID` apart. Everything hangs on the seed of the deal, so a puzzle can be made again.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from puur.arena.table import dealt_hands, opened
from puur.bots.base import Bot, bids_of, cards_offered
from puur.bots.budget import PLENTY, Budget
from puur.bots.knowledge import NotSearchable
from puur.bots.levels import bot
from puur.bots.search import Judged, Style, judge_cards
from puur.bots.simulation import SimulationBidder
from puur.core.actions import to_act
from puur.core.cards import CARDS, Card
from puur.core.deal import Phase
from puur.core.events import Announced, CardPlayed, Event, Pushed
from puur.core.view import View, view_of
from puur.puzzles.collection import LEAST
from puur.puzzles.puzzle import PUSH, SIGNS, Puzzle, book, sign_of
from puur.puzzles.themes import theme_of

AHEAD, AHEAD_BID, AHEAD_SOLVED = LEAST["card"], LEAST["bid"], 2.0  # points of the deal
FIRST, ROUNDS, LOOKS = 500, 4000, 128  # rounds of the search: a first look, and in earnest; worlds of the network's look ahead
EASY, EASY_BID = 0.15, 0.5  # how many of those that the rule player sees are looked at
SOLVED = Style(exact=9, worlds=60)  # every world solved
SEARCHED = Style(exact=3)
MOST_LEFT = 7  # cards in hand for which all worlds are solved; before that the search alone is asked


@dataclass(frozen=True, slots=True)
class Made:
    """What was played and said so far in a deal that is being made."""

    deal: str
    dealer: int
    said: str
    played: str


@lru_cache(maxsize=8)
def _bot(name: str) -> Bot:
    return bot(name)


def puzzles(seed: str, first: int, deals: int) -> Iterator[tuple[int, list[Puzzle]]]:
    """The puzzles of so many deals, deal by deal."""
    for number in range(first, first + deals):
        yield number, from_deal(seed, number)


def from_deal(seed: str, number: int) -> list[Puzzle]:
    """The puzzles of one deal: at most one bid and one card, so that nobody meets the same hands ten times."""
    rng = random.Random(f"{seed}/{number}")
    hands, dealer = dealt_hands(rng), rng.randrange(4)
    game = opened(book(), hands, dealer)
    seats = {card: seat for seat, hand in enumerate(hands) for card in hand}
    deal = "".join(str(seats[card]) for card in CARDS)
    king, bids, cards = _bot("jasskoenig"), list[Puzzle](), list[Puzzle]()
    said = played = ""
    while (seat := to_act(game)) is not None and game.deal.phase is not Phase.OVER:
        view, made = view_of(game, seat), Made(deal, dealer, said, played)
        chance = random.Random(f"{seed}/{number}/{len(said)}/{len(played)}")
        event: Event
        if bids_of(view):
            event = king.bid(view, chance, PLENTY)
            if not bids:
                bids += _bid_puzzle(view, event, made, chance)
            said += sign_of(event)
        else:
            offered = cards_offered(view)
            card = offered[0] if len(offered) == 1 else king.card(view, chance, PLENTY)
            if len(offered) > 1 and len(view.hand) > 2 and not cards:
                cards += _card_puzzle(view, card, made, chance)
            event = CardPlayed(seat, card)
            played += sign_of(event)
        game.submit(event)
    return [*bids, *cards]


# ---- cards -------------------------------------------------------------------------------------------------------------------


def _card_puzzle(view: View, card: Card, made: Made, rng: random.Random) -> list[Puzzle]:
    plain = _bot("stammtisch").card(view, rng, PLENTY)
    if plain is card and rng.random() > EASY:  # what the rule player sees is a puzzle for beginners: some are enough
        return []
    try:
        if not _clear(judge_cards(view, rng, Budget(FIRST, 3600.0), FIRST, SEARCHED), card, AHEAD * 0.7):
            return []
        judged = judge_cards(view, rng, Budget(ROUNDS, 3600.0), ROUNDS, SEARCHED)
        if not _clear(judged, card, AHEAD):
            return []
        if len(view.hand) <= MOST_LEFT:
            solved = judge_cards(view, rng, Budget(240, 3600.0), 240, SOLVED)
            if not _clear(solved, card, AHEAD_SOLVED):
                return []
    except NotSearchable:
        return []
    if _bot("jasskoenig").card(view, rng, Budget(LOOKS, 3600.0)) is not card:
        return []
    ordered = sorted(judged, key=lambda choice: -choice.points)
    values = tuple((SIGNS[choice.card.index], round(choice.points, 1)) for choice in ordered)
    level = _level(view, card, plain, rng)
    return [Puzzle(made.deal, made.dealer, made.said, made.played, SIGNS[card.index], theme_of(view, card), level, values)]


def _clear(judged: list[Judged], card: Card, ahead: float) -> bool:
    best, *others = sorted(judged, key=lambda choice: -choice.points)
    return best.card is card and bool(others) and best.points - others[0].points >= ahead


def _level(view: View, card: Card, plain: Card, rng: random.Random) -> int:
    """1: even an apprentice sees it; 2: the rule player; 3: a short search; 4: a long one; 5: hardly anybody."""
    tries = [_bot("lehrling").card(view, random.Random(rng.random()), PLENTY) is card for _ in range(5)]
    if plain is card:
        return 1 if sum(tries) >= 4 else 2
    short = [_bot("klub").card(view, random.Random(rng.random()), Budget(100, 3600.0)) is card for _ in range(4)]
    return 3 if sum(short) >= 3 else 4 if any(short) else 5


# ---- bids --------------------------------------------------------------------------------------------------------------------


def _bid_puzzle(view: View, event: Announced | Pushed, made: Made, rng: random.Random) -> list[Puzzle]:
    plain = _bot("stammtisch").bid(view, rng, PLENTY)
    if plain == event and rng.random() > EASY_BID:
        return []
    weighed = [pair for _ in range(3) for pair in SimulationBidder().weighed(view, rng, PLENTY)]
    by_sign: dict[str, list[float]] = {}
    for said, worth in weighed:
        by_sign.setdefault(sign_of(said), []).append((worth + 157.0) / 2.0)
    ordered = sorted(((sign, round(sum(made_) / len(made_), 1)) for sign, made_ in by_sign.items()), key=lambda pair: -pair[1])
    best = sign_of(event)
    if len(ordered) < 2 or ordered[0][0] != best or ordered[0][1] - ordered[1][1] < AHEAD_BID:
        return []
    level = 2 if plain == event else 4 if ordered[0][1] - ordered[1][1] < 2 * AHEAD_BID else 3
    if plain == event and _bot("lehrling").bid(view, rng, PLENTY) == event:
        level = 1
    theme = "push" if best == PUSH else "no_trump" if best in "ou" else "trump"
    return [Puzzle(made.deal, made.dealer, made.said, made.played, best, theme, level, tuple(ordered))]
