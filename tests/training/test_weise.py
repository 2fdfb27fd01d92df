"""Weise of batches against `core.weis`, hand by hand."""

from __future__ import annotations

import random

import numpy as np

from puur.arena.table import dealt_hands
from puur.core.cards import CARDS, CardSet
from puur.core.mode import EICHELN, OBENABE, UNDEUFE
from puur.core.weis import LARGE, Step, strength, weise_in
from puur.fast.batch import Kit, blocks_of
from puur.training.weise import held_weise, settled

STEPS = (Step.POINTS, Step.CARDS, Step.RANK, Step.TRUMP, Step.ORDER)


def test_weise_are_those_of_the_core() -> None:
    rng, seen = random.Random(3), 0
    # Long suits and fours are rare in dealt hands, so half of the deals are sorted first.
    for number in range(400):
        if number % 2:
            cards = sorted(CARDS, key=lambda card: (card.rank.index if number % 4 == 1 else card.suit.index) + 1.5 * rng.random())
            hands = tuple(CardSet(cards[9 * seat : 9 * seat + 9]) for seat in range(4))
        else:
            hands = dealt_hands(rng)
        mode, leader = rng.choice((EICHELN, OBENABE, UNDEUFE)), rng.randrange(4)
        flags = np.zeros((1, 4, 36), bool)
        for seat, hand in enumerate(hands):
            flags[0, seat, [card.index for card in hand]] = True
        tells = [number % 3 > 0 or rng.random() < 0.5 for _ in range(4)]  # in some deals not everybody says what they have
        held_by_all = held_weise(Kit(), flags, np.array([blocks_of(mode)]))
        stated, shown, points = settled(Kit(), held_by_all, np.array([leader]), np.array([tells]))

        of_seats = [weise_in(hand) for hand in hands]
        highest = [max((weis.points() for weis in own), default=0) for own in of_seats]
        assert held_by_all.highest[0].tolist() == highest
        assert stated[0].tolist() == [points if told else 0 for points, told in zip(highest, tells, strict=True)]
        best = {
            seat: max(strength(weis, mode, STEPS, LARGE, (seat - leader) % 4) for weis in own)
            for seat, own in enumerate(of_seats)
            if own and tells[seat]
        }
        expected, open_cards = [0, 0], [0] * 4
        if best:
            side = max(best, key=lambda seat: best[seat]) % 2
            for seat in (side, side + 2):  # the quiet partner's too (JR-WEIS-05)
                expected[side] += sum(weis.points() for weis in of_seats[seat])
                for weis in of_seats[seat]:
                    open_cards[seat] |= weis.bits
            seen += 1
        for seat, hand in enumerate(hands):
            held = mode is EICHELN and all(CARDS[index] in hand for index in (6, 7))  # Stöck: Ober and König of Eicheln
            expected[seat % 2] += 20 if held else 0
        assert points[0].tolist() == expected
        assert [sum(1 << int(card) for card in np.flatnonzero(shown[0, seat])) for seat in range(4)] == open_cards
    assert seen > 250
