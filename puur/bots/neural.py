"""Jasskönig: plays and bids by a network that was trained by self-play (`puur.training`), with NumPy alone.

A view goes in as numbers (`bots.sight`), the best-looking legal card comes out, without chance. Many seats can be answered at
once. With rounds in its budget it looks one card ahead over so many worlds (`bots.lookahead`). In the odd position that the network
does not know (a dead card by a ruling) the simple bot plays.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from puur.bots import solo
from puur.bots.base import bids_of, cards_offered, push_of
from puur.bots.bidding import HASTE, READY, line_kind
from puur.bots.budget import Budget
from puur.bots.cardplay import choose_card
from puur.bots.factors import factors_of
from puur.bots.knowledge import NotSearchable
from puur.bots.lookahead import Search
from puur.bots.network import Floats, Network, trained
from puur.bots.position import KIT, bid_chances, position
from puur.bots.sheet import at_hand, sheet_of
from puur.bots.sight import card_at, flags_of, sight, stake_of, turned
from puur.bots.stakes import ENDLESS, GAME
from puur.core.aim import Foreseen
from puur.core.cards import Card, CardSet
from puur.core.events import Announced, Event, Pushed
from puur.core.view import View
from puur.core.weis import weise_in
from puur.fast.batch import DEAL
from puur.fast.offers import Modes, needs, offers, push_rows, tell_rows

Doubles = NDArray[np.float64]
Z = 1.96
CLEARLY = 0.01  # deals: less is within what the network does not know
PORTION = 16  # worlds that are judged at a time
MOST_WORLDS = 1024  # more would only fill the memory
AS_DEALT = tuple(range(36))


@dataclass(frozen=True, slots=True)
class JudgedCard:
    """What a card is expected to bring, over worlds that fit what was seen."""

    card: Card
    points: float  # of the own side in the whole deal
    error: float  # half of its 95 % interval
    apart: float  # half of the 95 % interval of its distance to the best card, in the same worlds


class Jasskoenig:
    """Plays what looks best to the network."""

    def __init__(self, network: Network | None = None) -> None:
        self.network = network or trained()

    def prompt(self, view: View) -> bool:
        """Whether nothing has to be reckoned out before it answers."""
        bids = bids_of(view)
        return not bids or not bids[0].variant or at_hand(view.book)

    def card(self, view: View, rng: random.Random, budget: Budget) -> Card:
        """The card that looks best, or does best over as many worlds as there are rounds."""
        if not budget.rounds:
            return self.cards([view], rng)[0]
        try:
            place = position(view)
        except NotSearchable:
            return choose_card(view, rng)
        search = self._search(rng, min(MOST_WORLDS, budget.rounds))
        chosen = search.choose(place.batch, place.played, place.first, bid_chances(view, self.network, place.order))
        return card_at(place.order, int(chosen[0]))

    def _search(self, rng: random.Random, worlds: int) -> Search:
        chance = np.random.default_rng(rng.getrandbits(64))
        return Search(KIT, self.network.looks, self._quick, lambda shape: chance.random(shape, np.float32), worlds)

    def judged(self, view: View, rng: random.Random, worlds: int, seconds: float = 3600.0) -> list[JudgedCard]:
        """Every legal card with the points that the own side makes with it, best first; `NotSearchable` out of the ordinary.

        Worlds are played out some at a time; after so many seconds those that are done have to do.
        """
        place, legal = position(view), cards_offered(view)
        said = bid_chances(view, self.network, place.order)
        values: list[Floats] = []
        logs: list[Floats] = []
        until = time.monotonic() + seconds
        while len(logs) * PORTION < worlds and (not logs or time.monotonic() < until):
            portion = self._search(rng, PORTION).judged(place.batch, place.played, place.first, said)
            values.append(portion[0][0])
            logs.append(portion[1][0])
        points = np.concatenate(values)[:, [place.order[card.index] for card in legal]].astype(np.float64)  # [world, card]
        counts = np.concatenate(logs).astype(np.float64)
        weight = np.exp(counts - counts.max())[:, None]
        weight /= weight.sum()
        means = (points * weight).sum(axis=0)
        best = int(means.argmax())

        def interval(numbers: Doubles) -> Doubles:
            spread = (numbers - (numbers * weight).sum(axis=0)) ** 2
            half: Doubles = Z * np.sqrt((spread * weight).sum(axis=0) * (weight**2).sum())
            return half

        errors, apart = interval(points), interval(points - points[:, [best]])
        cards = [JudgedCard(card, *map(float, row)) for card, *row in zip(legal, means, errors, apart, strict=True)]
        return sorted(cards, key=lambda judged: -judged.points)

    def _quick(self, suits: Floats, facts: Floats) -> Floats:
        return self.network.looks(suits, facts, "quick")

    def chances(self, view: View) -> dict[Card, float]:
        """How likely the network would play each legal card, the likeliest first; `NotSearchable` out of the ordinary."""
        return chances(self.network, view)

    def cards(self, views: Sequence[View], rng: random.Random) -> list[Card]:
        """The best-looking card for each of several seats, at one go."""
        cards: list[Card] = []
        seen = []
        for place, view in enumerate(views):
            legal = cards_offered(view)
            cards.append(legal[0])
            try:
                seen.append((place, *sight(view, legal)))
            except NotSearchable:
                cards[place] = choose_card(view, rng)
        if seen:
            looks = self.network.looks(np.stack([suits for _, suits, _, _ in seen]), np.stack([facts for _, _, facts, _ in seen]))
            for (place, suits, _, order), row in zip(seen, looks, strict=True):
                legal_plane = suits[:, 72:81].reshape(36)
                cards[place] = card_at(order, int(np.where(legal_plane > 0, row, -np.inf).argmax()))
        return cards

    def advise(self, view: View) -> Event | None:
        """What to do in the Differenzler; None in other games."""
        return solo.advise(view)

    def foreseen(self, view: View, said: Event) -> Foreseen | None:
        """What is to be said of a prediction in the Differenzler; None in other games."""
        return solo.foreseen(view, said)

    def tells(self, view: View) -> bool:
        """Whether to announce the Weis: not where keeping it quiet clearly promises more, as when it is beaten already."""
        if view.mode is None or view.leader is None or view.variant or len(view.sides) != 4:
            return True
        shown = [card for place, card in enumerate(view.trick) if (view.leader + place) % 4 == view.seat]
        hand = view.hand | CardSet(shown)
        own = [weis.points() for weis in weise_in(hand)]
        if not own or len(hand) != 9:
            return True
        stated = np.zeros((1, 3), np.float32)
        for claim in view.weise:
            if claim.seat != view.seat:
                stated[0, (claim.seat - view.seat) % 4 - 1] = claim.points
        stake = stake_of(view, float(max(1, view.factor)))
        first = view.tricks[0].leader if view.tricks else view.leader
        announcer = view.seat if view.announcer is None else view.announcer
        row = tell_rows(
            KIT, flags_of(hand.bits, turned(view.mode))[None], Modes(KIT, [view.mode]).how, np.array([(view.seat - first) % 4]),
            np.array([(announcer - view.seat) % 4]), stated, np.array([[max(own), sum(own)]], np.float32),
            np.array([stake.match], np.float32), np.array([stake.need], np.float32), np.array([stake.ends]),
            np.array([stake.prize], np.float32), np.array([view.pushes > 0]),
        )  # fmt: skip
        said, quiet = self.network.tells(row)[0]
        return bool(quiet < said + CLEARLY)

    def bid(self, view: View, rng: random.Random, budget: Budget) -> Announced | Pushed:
        """The announcement that promises most, or a push that promises more."""
        bids = bids_of(view)
        return self._line(view, bids) if bids[0].variant else self._mode(view, bids)

    def _mode(self, view: View, bids: list[Announced]) -> Announced | Pushed:
        worths = self._mode_worths(view, bids)
        best = int(worths.argmax())
        push = push_of(view)
        if push is not None and view.pushes == 0 and self._push_worth(view) > worths[best]:
            return push
        return bids[best]

    def _mode_worths(self, view: View, bids: list[Announced]) -> Floats:
        """What each announcement brings with its factor, in deals."""
        factor_of = dict(view.factors)
        factors = np.array([[float(factor_of[str(bid.mode)]) for bid in bids]], np.float32)
        worths: Floats = self._worths(view, bids, factors) * factors[0]
        return worths

    def _push_worth(self, view: View) -> float:
        """What pushing brings, in the same measure."""
        six = np.array([factors_of(view)], np.float32)
        weis, match = _bonuses(view)
        hand = flags_of(view.hand.bits, AS_DEALT)[None]
        row = push_rows(KIT, hand, six, weis, match, _written(view), GAME)
        return float(self.network.pushes(row)[0]) * float(six.max())

    def worths(self, view: View) -> dict[str, float]:
        """What each announcement, and pushing, brings the own side, in written points; none for the lines of a sheet."""
        bids = bids_of(view)
        if not bids or bids[0].variant:
            return {}
        brought = {str(bid.mode): float(worth) for bid, worth in zip(bids, self._mode_worths(view, bids), strict=True)}
        if push_of(view) is not None and view.pushes == 0:
            brought["push"] = self._push_worth(view)
        return {name: worth * DEAL / 2.0 for name, worth in brought.items()}

    def _worths(self, view: View, bids: list[Announced], factors: Floats) -> Floats:
        """What each announcement brings the own side over the other, for each factor, in deals."""
        weis, match = _bonuses(view)
        pushed = np.array([view.pushes > 0 and not bids[0].variant])
        need, ends, prize = needs(KIT, _written(view), factors, GAME)
        hand = flags_of(view.hand.bits, AS_DEALT)[None]
        rows = offers(KIT, hand, Modes(KIT, [bid.mode for bid in bids]), pushed, weis, match, need, ends, prize)
        worths: Floats = self.network.offers(rows)[0]
        return worths

    def _line(self, view: View, bids: list[Announced]) -> Announced | Pushed:
        """The field of the sheet that brings most, with what the others will bring later; a push if that promises more."""
        factors, push = dict(view.factors), push_of(view)
        worths = self._worths(view, bids, np.ones((1, len(bids)), np.float32))
        sheet, still_open = sheet_of(view.book), view.own.get("open")
        if sheet is None or not isinstance(still_open, list):
            asked = np.array([READY[line_kind(bid)] - HASTE * view.pushes for bid in bids])
            lead = np.array([factors[bid.variant] for bid in bids]) * ((worths + 1.0) * DEAL / 2.0 - asked)
            best, better = int(lead.argmax()), float(lead.max())
        else:
            brought = [(bid.variant, factors[bid.variant] * float(worth)) for bid, worth in zip(bids, worths, strict=True)]
            best, better = sheet.choose(brought, still_open[1 - view.seat % 2], view.pushes)
        return push if push is not None and better < 0.0 else bids[best]


def chances(network: Network, view: View, *, name: str = "policy", heat: float = 1.0, remembered: int = 9) -> dict[Card, float]:
    """How likely a network plays each legal card, the likeliest first: the more `heat`, the more often its lower choices."""
    legal = cards_offered(view)
    suits, facts, order = sight(view, legal, remembered)
    looks = network.looks(suits[None], facts[None], name)[0]
    places = [order[card.index] for card in legal]
    odds = np.exp((looks[places] - looks[places].max()) / np.float32(heat))
    shares = (odds / odds.sum()).tolist()
    return dict(sorted(zip(legal, shares, strict=True), key=lambda pair: -pair[1]))


def _written(view: View) -> Floats:
    """[1, 2]: what the own side and the other still need, in written points."""
    if not 0 < view.target < ENDLESS or bids_of(view)[0].variant:
        return np.full((1, 2), 1e6, np.float32)
    side = view.seat % 2
    return np.array([[view.target - view.totals[side], view.target - view.totals[1 - side]]], np.float32).clip(1.0)


def _bonuses(view: View) -> tuple[Floats, Floats]:
    """Whether there are Weise, and what a Match brings."""
    weis = view.book.weis.enabled and not bids_of(view)[0].variant
    return np.array([weis], np.float32), np.array([stake_of(view, 1.0).match], np.float32)
