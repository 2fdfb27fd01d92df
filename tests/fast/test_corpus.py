"""The conformance corpus through the fast twin: its legality, winners, counts, Weis contests, lines and whole deals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from puur.core.cards import CARDS, CardSet, parse_card
from puur.core.mode import Mode, parse_mode
from puur.core.weis import LARGE, Step
from puur.fast.numbers import legal_cards
from puur.fast.tables import Segment, segment_of, segments
from puur.fast.weis import weis_tables
from tests.corpus.check import check
from tests.fast.positions import core_bits


def in_play(mode: Mode, trick: int) -> Segment:
    return segments(mode)[segment_of(mode, trick)]


def numbered(part: Segment, names: list[str]) -> list[int]:
    return [1 << part.place[parse_card(name).index] for name in names]


def table_of(part: Segment, trick: list[int]) -> tuple[int, int, int]:
    """Led suit, best card and its place, as the kernels keep them."""
    led, best, at = 0, 0, 0
    for place, bit in enumerate(trick):
        if place == 0:
            led, best = 0x1FF << (bit.bit_length() - 1) // 9 * 9, bit
        elif bit & (led | part.trump) > best:
            best, at = bit, place
    return led, best, at


def legal(part: Segment, hand: int, trick: list[int]) -> int:
    led, best, _ = table_of(part, trick)
    return int(legal_cards(hand, led, best, part.trump, part.puur))


def answer(kind: str, given: dict[str, Any], _name: str = "") -> Any:
    mode = parse_mode(given["mode"])
    if kind == "legal":
        part = in_play(mode, given["trick_number"])
        found = legal(part, sum(numbered(part, given["hand"])), numbered(part, given["trick"]))
        return {"legal": sorted(card.name for card in CardSet(bits=core_bits(part, found)))}
    if kind == "winner":
        part = in_play(mode, given["trick_number"])
        trick = numbered(part, given["trick"])
        worth = sum((sum(trick) & plane).bit_count() << bit for bit, plane in enumerate(part.planes))
        return {"winner": table_of(part, trick)[2], "points": worth}
    if kind == "weis":
        tables = weis_tables(mode, tuple(Step(name) for name in given["compare"]), LARGE)
        best, winner = -1, None
        for place in range(4):
            seat = (given["leader"] + place) % 4
            if str(seat) in given["announced"]:
                bits = CardSet(parse_card(name) for name in given["announced"][str(seat)]).bits
                rank = int(tables.rank[place, tables.bits.tolist().index(bits)])
                if rank > best:
                    best, winner = rank, seat
        return {"winner": winner}
    if kind == "perft":
        hands = [CardSet(parse_card(name) for name in hand).bits for hand in given["hands"]]
        counts = [0] * (4 * len(given["hands"][0]))
        count_lines(mode, hands, [], given["leader"], 0, counts)
        return {"counts": counts}
    return whole_deal(mode, given)


def count_lines(mode: Mode, hands: list[int], trick: list[int], leader: int, played: int, counts: list[int]) -> None:
    if played == len(counts):
        return
    part = in_play(mode, played // 4)
    seat = (leader + len(trick)) % 4
    rest = legal(part, part.bits(hands[seat]), trick)
    while rest:
        bit = rest & -rest
        rest ^= bit
        counts[played] += 1
        left = [held ^ CARDS[part.card[bit.bit_length() - 1]].bit if at == seat else held for at, held in enumerate(hands)]
        longer = [*trick, bit]
        if len(longer) == 4:
            count_lines(mode, left, [], (leader + table_of(part, longer)[2]) % 4, played + 1, counts)
        else:
            count_lines(mode, left, longer, leader, played + 1, counts)


def whole_deal(mode: Mode, given: dict[str, Any]) -> Any:
    leader, made, won = given["leader"], [0, 0], [0, 0]
    hands = [CardSet(parse_card(name) for name in hand).bits for hand in given["hands"]]
    for number in range(9):
        part = in_play(mode, number)
        trick: list[int] = []
        for place in range(4):
            card = parse_card(given["plays"][4 * number + place])
            bit, seat = 1 << part.place[card.index], (leader + place) % 4
            assert legal(part, part.bits(hands[seat]), trick) & bit, f"{card} is not legal"
            hands[seat] ^= card.bit
            trick.append(bit)
        leader = (leader + table_of(part, trick)[2]) % 4
        made[leader % 2] += sum((sum(trick) & plane).bit_count() << at for at, plane in enumerate(part.planes))
        won[leader % 2] += 1
    made[leader % 2] += 5
    return {"points": made, "tricks": won, "match": next((team for team in (0, 1) if won[team] == 9), None)}


@pytest.mark.parametrize("kind", ["legal", "winner", "weis", "perft", "deal"])
def test_the_fast_twin_answers_every_case(kind: str) -> None:
    asked, wrong = check(answer, (kind,))
    assert asked > 0
    assert wrong == []


def test_planes_are_integers_that_numpy_can_hold() -> None:
    assert all(np.int64(plane) == plane for plane in segments(parse_mode("trio-E-tuo"))[0].planes)
