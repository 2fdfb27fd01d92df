"""The exact check of claims against brute force over every continuation, in all kinds of modes and for both readings."""

from __future__ import annotations

import random

import pytest

from puur.core.cards import CARDS, CardSet, cards_in
from puur.core.claim import claim_holds
from puur.core.mode import parse_mode
from puur.core.reglement import Claims
from puur.core.trick import judge
from tests.support import book, endgame

MODES = ("E", "obenabe", "undeufe", "slalom-oben", "slalom-unten", "gusti-oben", "trio-R-tuo", "trio-S-out")


def brute(rules, deal, seat: int, hands: list[int], trick: list, leader: int, number: int) -> bool:
    """Whether the claimant wins every trick in every legal line, written without any short cut.

    The partner's cards never win where the book leaves them out (JR-REST-04), and a dead card never wins.
    """
    if number == 9:
        return True
    turn = (leader + len(trick)) % 4
    order, play = deal.orders[number], rules.play
    judged = judge(
        CardSet(bits=hands[turn]), trick, order, undertrump=play.undertrump, puur_exempt=play.puur_exempt, dead=deal.dead
    )
    for card in cards_in(judged.allowed.bits):
        left = list(hands)
        left[turn] ^= card.bit
        now = [*trick, card]
        if len(now) < 4:
            if not brute(rules, deal, seat, left, now, leader, number):
                return False
            continue
        power = order.power[now[0].suit.index]
        mine = now[(seat - leader) % 4]
        rivals = [now[(other - leader) % 4] for other in range(4) if other != seat]
        if rules.play.claims is Claims.OPPONENTS:
            rivals.remove(now[(seat + 2 - leader) % 4])
        living = [power[one.index] for one in rivals if not one.bit & deal.dead]
        if mine.bit & deal.dead or not power[mine.index] or max(living, default=0) > power[mine.index]:
            return False
        if not brute(rules, deal, seat, left, [], seat, number + 1):
            return False
    return True


@pytest.mark.parametrize("claims", [Claims.OPPONENTS, Claims.ALL_TRICKS])
@pytest.mark.parametrize("mode", MODES)
def test_claims_agree_with_every_continuation(mode: str, claims: Claims) -> None:
    rng = random.Random(f"{mode}{claims}")
    rules = book("jassregeln", play__claims=claims, modes={parse_mode(mode): 1})
    held = 0
    for _ in range(60):
        size = rng.choice((1, 2, 2, 3))
        pack = list(CARDS)
        rng.shuffle(pack)
        strong = sorted(pack[: 4 * size], key=lambda card: (card.suit.value, -card.rank.index))
        if rng.random() < 0.6:  # a strong hand, so that some claims hold
            pack[: 4 * size] = strong
        hands = {name: " ".join(card.name for card in pack[size * seat : size * seat + size]) for seat, name in enumerate("ABCD")}
        leader = rng.randrange(4)
        game = endgame(rules, mode, leader=leader, **hands)
        if rng.random() < 0.2:
            game.deal.dead = rng.choice(pack[: 4 * size]).bit
        for seat in range(4):
            expected = brute(rules, game.deal, seat, list(game.deal.hands), [], leader, 9 - size)
            assert claim_holds(rules, game.deal, seat) is expected, (mode, hands, leader, seat)
            held += expected
    assert held > 5  # both answers occur
