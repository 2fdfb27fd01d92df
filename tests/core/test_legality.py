"""Which cards are legal: hand-written traps, all small positions against the reference, and legal lines counted (perft)."""

from __future__ import annotations

import random

import pytest

from puur.core.cards import CARDS, CardSet, cards_of, shuffled
from puur.core.mode import PLAIN_MODES, Mode, parse_mode
from puur.core.trick import Objection, Undertrump, judge, winner
from tests.core import reference

TRAPS = [
    # mode, trick, hand, legal cards
    ("R", "E6", "EA R7", "EA R7"),  # one may trump instead of following
    ("R", "E6", "EA L7", "EA"),
    ("R", "R6", "RU L7", "RU L7"),  # a bare Puur stays home
    ("R", "R6", "RU R9 L7", "RU R9"),  # but with another trump one has to follow
    ("R", "E6 RK", "EA R7", "EA"),  # no undertrumping while following is possible
    ("R", "E6 RK", "EA R7 L6", "EA"),
    ("R", "E6 RK", "R7 L6", "L6"),
    ("R", "E6 RK", "R7 R8", "R7 R8"),  # nothing but trumps
    ("R", "E6 RK", "R7 RA L6", "RA L6"),  # overtrumping stays allowed
    ("R", "R6 RK", "R7 R8 L6", "R7 R8"),  # trump led: lower trumps are plain following
    # The known trap: with two trumps on the trick the higher one counts, whichever came first.
    ("R", "E6 R9 R8", "RA RU L6", "RU L6"),
    ("R", "E6 R8 R9", "RA RU L6", "RU L6"),
    ("R", "E6 R8 RB", "RO R7 L6", "RO L6"),
    ("R", "E6 RB R8", "RO R7 L6", "RO L6"),
    ("obenabe", "E6", "EA R7 L6", "EA"),
    ("undeufe", "E6 R9 R8", "RA RU L6", "RA RU L6"),
]


@pytest.mark.parametrize(("mode", "trick", "hand", "expected"), TRAPS)
def test_traps(mode: str, trick: str, hand: str, expected: str) -> None:
    verdict = judge(CardSet.parse(hand), cards_of(trick), parse_mode(mode).order(0))
    assert verdict.allowed == CardSet.parse(expected)


def test_the_reason_says_which_duty_is_broken() -> None:
    verdict = judge(CardSet.parse("EA R7 L6"), cards_of("E6 RK"), parse_mode("R").order(0))
    reasons = {card.name: verdict.objection(card) for card in cards_of("EA R7 L6 S9")}
    assert reasons == {
        "EA": None, "R7": Objection.UNDERTRUMP, "L6": Objection.FOLLOW_SUIT, "S9": Objection.NOT_IN_HAND,
    }  # fmt: skip


def test_undertrumping_by_the_other_readings() -> None:
    hand, trick, order = CardSet.parse("R7 L6"), cards_of("E6 RK"), parse_mode("R").order(0)
    assert judge(hand, trick, order, undertrump=Undertrump.VOID).allowed == hand  # JR-UNDER-02
    with_led = CardSet.parse("E9 R7 L6")
    assert judge(with_led, trick, order, undertrump=Undertrump.VOID).allowed == CardSet.parse("E9")
    assert judge(with_led, trick, order, undertrump=Undertrump.FREE).allowed == CardSet.parse("E9 R7")


def test_a_dead_trump_neither_cuts_nor_is_undertrumped() -> None:
    order, trick = parse_mode("R").order(0), cards_of("E6 RK EA")
    dead = CardSet.parse("RK").bits
    assert winner(trick, order, dead) == 2
    assert judge(CardSet.parse("R7 L6"), trick[:2], order, dead=dead).allowed == CardSet.parse("R7 L6")


@pytest.mark.parametrize("mode", PLAIN_MODES, ids=str)
def test_random_positions_against_the_reference(mode: Mode) -> None:
    rng = random.Random(f"legality {mode}")
    block, trump, order = mode.blocks[0].value, str(mode.trump or ""), mode.order(0)
    for _ in range(4000):
        cards = shuffled(rng)
        on_table, size = rng.randint(0, 3), rng.randint(1, 9)
        trick, hand = cards[:on_table], cards[on_table : on_table + size]
        got = {card.name for card in judge(CardSet(hand), trick, order).allowed}
        assert got == reference.legal([c.name for c in hand], [c.name for c in trick], block, trump), (trick, hand)
        assert got, "a hand always has a legal card"
        if trick:
            assert winner(trick, order) == reference.taker([c.name for c in trick], block, trump)


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["R", "obenabe", "undeufe"])
def test_every_three_card_trick_with_every_two_card_hand_of_two_suits(mode: str) -> None:
    """All tricks of up to three cards and hands of two over two suits and a half: small, but complete."""
    chosen = parse_mode(mode)
    block, trump, order = chosen.blocks[0].value, str(chosen.trump or ""), chosen.order(0)
    deck = [card for card in CARDS if card.suit.value in "ER" or card.name in ("L6", "LA")]
    for first in deck:
        for second in deck:
            for third in deck:
                trick = (first, second, third)
                if len(set(trick)) < 3:
                    continue
                names = [card.name for card in trick]
                assert winner(trick, order) == reference.taker(names, block, trump)
                for hand in ((deck[0], deck[12]), (deck[5], deck[18]), (deck[10], deck[14])):
                    if not set(hand) & set(trick):
                        got = {card.name for card in judge(CardSet(hand), trick, order).allowed}
                        assert got == reference.legal([card.name for card in hand], names, block, trump)


def perft(hands: list[int], trick: list[str], leader: int, mode: Mode, depth: int, number: int = 0) -> int:
    """How many legal lines of `depth` cards there are."""
    if depth == 0:
        return 1
    turn = (leader + len(trick)) % 4
    total = 0
    for card in judge(CardSet(bits=hands[turn]), cards_of(" ".join(trick)), mode.order(number)).allowed:
        left = list(hands)
        left[turn] ^= card.bit
        longer = [*trick, card.name]
        if len(longer) == 4:
            won = (leader + winner(cards_of(" ".join(longer)), mode.order(number))) % 4
            total += perft(left, [], won, mode, depth - 1, number + 1)
        else:
            total += perft(left, longer, leader, mode, depth - 1, number)
    return total


@pytest.mark.parametrize(
    ("mode", "hands", "expected"),
    [
        ("R", "R6 E6 EA / RU L7 L8 / R9 EK L9 / R7 R8 S6", [3, 9, 13, 24]),  # counted by hand
        # Counted by hand: two choices for each of the four (nobody else has A's suits but B, who has two of them), then one each.
        ("obenabe", "R6 E6 / R7 R8 / L6 L7 / S6 S7", [2, 4, 8, 16, 16, 16, 16, 16]),
    ],
)
def test_perft_counted_by_hand(mode: str, hands: str, expected: list[int]) -> None:
    held = [CardSet.parse(part.strip()).bits for part in hands.split("/")]
    assert [perft(held, [], 0, parse_mode(mode), depth) for depth in range(1, len(expected) + 1)] == expected
