"""Weis and Stöck of many deals against the core, hand by hand and in whole games."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from puur.core.bonuses import Announce
from puur.core.cards import CARDS, CardSet
from puur.core.deal import Phase
from puur.core.mode import Mode
from puur.core.reglement import Reglement, Source
from puur.core.weis import Step, best_of, weise_in
from puur.core.weisen import Announcement, Weisen, further
from puur.fast import deals, stoeck_points, weis_points
from puur.fast.weis import weis_tables
from puur.reglement.loader import load
from tests.fast.positions import MODES
from tests.random_play import prepare, start, step
from tests.support import book

BOOKS = ("ub2024", "ajz08", "jassregeln")  # the other shipped books have no Weis


def by_the_core(rules: Reglement, mode: Mode, hands: list[CardSet], leader: int) -> list[int]:
    """What both teams write if everybody announces the highest Weis and adds what may be added, as the core does it."""
    weisen = Weisen()
    for seat, hand in enumerate(hands):
        best = best_of(weise_in(hand), mode, rules.weis.steps, rules.weis.values)
        if best is not None:
            weisen.announced[seat] = Announcement(best.points(rules.weis.values), best, True)
    weisen.decide(rules, mode, leader)
    if weisen.best is not None and rules.weis.announce is not Announce.ONE:
        limit = weisen.announced[weisen.best].points
        for seat in (weisen.best, (weisen.best + 2) % 4):
            more = further(rules, mode, hands[seat], weisen.announced.get(seat))
            weisen.added[seat] = tuple(one for one in more if one.points(rules.weis.values) <= limit)
    return [weisen.points(rules, team) for team in (0, 1)]


def check(rules: Reglement, mode: Mode, n: int, seed: int) -> None:
    rng = random.Random(seed)
    rows = deals(n, seed)
    for row in rows[: n // 2]:  # Weise are rare in fair deals: sorted packs have many
        pack = sorted(CARDS, key=lambda card: card.index + rng.gauss(0, 3) if rng.random() < 0.8 else rng.randrange(36))
        row[:] = [CardSet(pack[9 * seat : 9 * seat + 9]).bits for seat in range(4)]
    leader = seed % 4
    found = weis_points(rows, mode, rules, leader=leader)
    for row, points in zip(rows, found.tolist(), strict=True):
        hands = [CardSet(bits=int(hand)) for hand in row]
        assert points == by_the_core(rules, mode, hands, leader), f"{rules.key} {mode} {hands}"
    assert len({tuple(points) for points in found.tolist()}) > 20


@pytest.mark.parametrize("key", BOOKS)
def test_the_contest_of_weise_is_that_of_the_core(key: str) -> None:
    for number, mode in enumerate(MODES):
        check(load(key), mode, 120, number)


def test_a_book_may_count_a_card_once_and_compare_in_another_order() -> None:
    for number, mode in enumerate(MODES[::3]):
        check(book("ub2024", weis__kreuzweis=False), mode, 400, number)
        check(book("ub2024", weis__steps=(Step.CARDS, Step.RANK, Step.POINTS, Step.ORDER)), mode, 400, number)


@pytest.mark.slow
def test_many_contests_of_weise() -> None:
    for seed in range(40):
        for key in BOOKS:
            check(load(key), MODES[seed % len(MODES)], 1000, seed)


def test_the_tables_hold_every_weis() -> None:
    """By hand: 7 + 6 + 5 + 4 + 3 + 2 + 1 = 28 runs in each of four suits, and nine fours."""
    rules = load("ub2024").weis
    tables = weis_tables(MODES[0], rules.steps, rules.values)
    assert len(tables.points) == 4 * 28 + 9
    assert len(set(tables.bits.tolist())) == len(tables.bits)


def test_no_weis_in_a_book_without_and_no_stoeck_without_trump() -> None:
    rows = deals(200, 1)
    rules = book("ub2024", weis__enabled=False, stoeck__enabled=False)
    assert not weis_points(rows, MODES[0], rules).any()
    assert not stoeck_points(rows, MODES[0], rules).any()
    assert not stoeck_points(rows, MODES[4], load("ub2024")).any()
    held = stoeck_points(rows, MODES[0], load("ub2024"))
    assert set(held.ravel().tolist()) == {0, 20}
    assert (held.sum(axis=1) <= 20).all()


@pytest.mark.parametrize("key", ["ub2024", "jassregeln"])
def test_weis_and_stoeck_are_what_the_core_writes_in_whole_deals(key: str) -> None:
    """Random deals of the core, everybody announcing all there is: its ledger by source against the sum here."""
    rules = load(key)
    rules = replace(rules, ending=replace(rules.ending, target=0, deals=40))
    rng = random.Random(3)
    game = start(rules, rng)
    while not game.over:
        prepare(game, rng)
        while not game.over and game.deal.phase is not Phase.OVER:
            step(game, rng, withhold=0)
    assert len(game.finished_deals) == 40
    sources: set[Source] = set()
    for deal in game.finished_deals:
        assert deal.mode is not None
        rows = np.array([deal.dealt], np.int64)
        expected = [0, 0]
        for entry in game.ledger.of_deal(deal.number):
            if entry.source in (Source.WEIS, Source.STOECK):
                expected[entry.team] += entry.raw
                sources.add(entry.source)
        holder = deal.stoeck_holder()
        if holder is not None and deal.stoeck is None:  # the random player did not get to show them in time
            expected[holder % 2] += rules.stoeck.points
        weis = weis_points(rows, deal.mode, rules, leader=deal.tricks[0].leader)
        assert (weis + stoeck_points(rows, deal.mode, rules))[0].tolist() == expected
    assert sources == {Source.WEIS, Source.STOECK}
