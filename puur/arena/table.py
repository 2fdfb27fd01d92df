"""One deal at the arena: four seats, two sides, given cards; what each side wrote and how long its decisions took.

The deal is the first one of a game under the given book, played through `puur.core`, so nobody can play anything illegal, and
every decision is made from a view. A deal is never cut short by a target.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from puur.bots.base import Bidder, CardPlayer, beside, bids_of, cards_offered
from puur.bots.budget import Budget
from puur.core.actions import to_act
from puur.core.cards import Card, CardSet, shuffled
from puur.core.deal import Phase
from puur.core.events import Announced, CardPlayed, Event, HandsRecorded, Pushed, SchreiberNamed
from puur.core.game import Game
from puur.core.housekeeping import schreiber_seats
from puur.core.reglement import Reglement
from puur.core.setup import Setup
from puur.core.view import View, view_of

ENDLESS = 1_000_000


@runtime_checkable
class SeesAll(Protocol):
    """A player who is shown the whole game, for measurements alone (`arena.ceiling`)."""

    def seen_card(self, game: Game, view: View, rng: random.Random) -> Card:
        """The card to play with all cards known."""
        ...


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the table: who bids, who plays, and what a decision may cost."""

    bidder: Bidder
    player: CardPlayer
    budget: Budget

    def choose(self, view: View, rng: random.Random) -> Event:
        """What a seat of this side does now, out of `view.options`: first a remark, then a bid or a card."""
        said = beside(self.player, view)
        if said is not None:
            return said
        if bids_of(view):
            return self.bidder.bid(view, rng, self.budget)
        cards = cards_offered(view)
        return CardPlayed(view.seat, cards[0] if len(cards) == 1 else self.player.card(view, rng, self.budget))


@dataclass(slots=True)
class Outcome:
    """What a deal brought: points as written, by team, and the seconds of every decision, by team."""

    points: tuple[int, int]
    bids: tuple[Announced | Pushed, ...]
    tricks: tuple[int, int]
    times: tuple[list[float], list[float]] = field(default_factory=lambda: ([], []))


def prepared(book: Reglement, weis: bool) -> Reglement:
    """The book for single deals: no target, and without `weis` neither Weis nor Stöck nor Match bonus."""
    if book.ending.target:
        book = replace(book, ending=replace(book.ending, target=ENDLESS))
    if not weis:
        book = replace(
            book,
            key=f"{book.key}:cards",  # so that nobody bids for a Weis that does not count
            weis=replace(book.weis, enabled=False),
            stoeck=replace(book.stoeck, enabled=False),
            scoring=replace(book.scoring, match_bonus=0),
        )
    return book


def dealt_hands(rng: random.Random) -> tuple[CardSet, CardSet, CardSet, CardSet]:
    """Four hands of nine."""
    pack = shuffled(rng)
    first, second, third, fourth = (CardSet(pack[9 * seat : 9 * seat + 9]) for seat in range(4))
    return first, second, third, fourth


def opened(book: Reglement, hands: tuple[CardSet, CardSet, CardSet, CardSet], dealer: int) -> Game:
    """A game whose first deal lies on the table."""
    game = Game(book, Setup(first_dealer=dealer))
    for seat in schreiber_seats(book, dealer):
        game.submit(SchreiberNamed(seat))
    game.submit(HandsRecorded(dealer, hands))
    return game


def play_deal(
    book: Reglement,
    hands: tuple[CardSet, CardSet, CardSet, CardSet],
    dealer: int,
    sides: tuple[Side, Side],
    seed: str,
    said: Sequence[Announced | Pushed] = (),
) -> Outcome:
    """Play one deal; `said` are bids that are settled already."""
    return play_on(opened(book, hands, dealer), sides, seed, said)


def play_on(game: Game, sides: tuple[Side, Side], seed: str, said: Sequence[Announced | Pushed] = ()) -> Outcome:
    """Play the deal on the table to its end. Chance belongs to the seat, not to the side."""
    chance = [random.Random(f"{seed}/{seat}") for seat in range(4)]
    spoken = [random.Random(f"{seed}/{seat}/bid") for seat in range(4)]  # apart: settled bids take no chance away
    bids: list[Announced | Pushed] = []
    times: tuple[list[float], list[float]] = ([], [])
    given = list(said)
    while (seat := to_act(game)) is not None:
        side = sides[seat % 2]
        view = view_of(game, seat)
        event: Event | None = beside(side.player, view)
        if event is None:
            if bids_of(view):
                bid = given.pop(0) if given else side.bidder.bid(view, spoken[seat], side.budget)
                bids.append(bid)
                event = bid
            else:
                cards = cards_offered(view)
                if len(cards) == 1:
                    event = CardPlayed(seat, cards[0])
                else:
                    began = time.perf_counter()
                    if isinstance(side.player, SeesAll):
                        card = side.player.seen_card(game, view, chance[seat])
                    else:
                        card = side.player.card(view, chance[seat], side.budget)
                    event = CardPlayed(seat, card)
                    times[seat % 2].append(time.perf_counter() - began)
        game.submit(event)
        if game.deals[-1].phase is Phase.OVER:
            break
    written = game.ledger.totals
    won = game.deals[-1].won
    return Outcome((written[0], written[1]), tuple(bids), (won[0], won[1]), times)
