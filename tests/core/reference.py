"""A deliberately simple second reading of the rules of play, for differential tests.

Written from the provisions with strings and lists and nothing of the core, so that a mistake in one is not repeated in the other.
Cards are two letters; `block` is `t`, `o` or `u`; `trump` a suit letter or "".
"""

from __future__ import annotations

TRUMP = "U9AKOB876"  # strongest first (JR-PLAY-06)
PLAIN = "AKOUB9876"
TRUMP_POINTS = {"U": 20, "9": 14, "A": 11, "B": 10, "K": 4, "O": 3}
PLAIN_POINTS = {"A": 11, "B": 10, "K": 4, "O": 3, "U": 2}


def ranks(card: str, block: str, trump: str) -> str:
    """The ranks of a card's suit, strongest first."""
    if block == "t" and card[0] == trump:
        return TRUMP
    return PLAIN[::-1] if block == "u" else PLAIN


def beats(new: str, old: str, block: str, trump: str) -> bool:
    """Whether `new` takes the trick from `old`, which holds it."""
    if new[0] == old[0]:
        order = ranks(new, block, trump)
        return order.index(new[1]) < order.index(old[1])
    return block == "t" and new[0] == trump


def taker(trick: list[str], block: str, trump: str) -> int:
    """The place of the card that takes the trick."""
    best = 0
    for place in range(1, len(trick)):
        if beats(trick[place], trick[best], block, trump):
            best = place
    return best


def legal(hand: list[str], trick: list[str], block: str, trump: str) -> set[str]:
    """The legal cards by the general rules. (JR-PLAY-03, JR-PLAY-05, JR-BAUER-01, JR-UNDER-01)"""
    if not trick:
        return set(hand)
    led = trick[0][0]
    same = [card for card in hand if card[0] == led]
    if block != "t":
        return set(same) if same else set(hand)
    if led == trump:
        # The Puur need not be given: with the Puur as only trump everything is free.
        return set(same) if [card for card in same if card[1] != "U"] else set(hand)
    allowed = set()
    laid = [card for card in trick if card[0] == trump]
    for card in hand:
        if card[0] == trump:
            under = any(TRUMP.index(card[1]) > TRUMP.index(one[1]) for one in laid)
            only_trumps = all(one[0] == trump for one in hand)
            if not under or only_trumps:
                allowed.add(card)
        elif card[0] == led or not same:
            allowed.add(card)
    return allowed


def value(card: str, block: str, trump: str) -> int:
    """What a card counts."""
    if block == "t":
        return (TRUMP_POINTS if card[0] == trump else PLAIN_POINTS).get(card[1], 0)
    if card[1] == "8":
        return 8
    if block == "u":
        return {"6": 11, "A": 0}.get(card[1], PLAIN_POINTS.get(card[1], 0))
    return PLAIN_POINTS.get(card[1], 0)


def deal_points(hands: list[list[str]], tricks: list[list[str]], leader: int, blocks: str, trump: str, counting: str) -> list[int]:
    """The card points of both teams and the last trick, for nine tricks played in order."""
    points = [0, 0]
    for number, trick in enumerate(tricks):
        won = (leader + taker(trick, blocks[number], trump)) % 4
        points[won % 2] += sum(value(card, counting, trump) for card in trick)
        leader = won
        for place, card in enumerate(trick):
            assert any(card in hand for hand in hands), (place, card)
    points[leader % 2] += 5
    return points
