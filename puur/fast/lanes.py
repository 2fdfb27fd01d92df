"""The playout kernel: 64 deals side by side, each card step one loop without branches, which the compiler turns into vector code.

The state of the deals is a table with a row per quantity and a column (lane) per deal. A trick is four steps: the leader
chooses among all cards, the others among the legal ones, always uniformly; the hands are then turned so that the winner's
comes first. The numbers come from `puur.fast.tables`; the kernel itself knows no card and no mode.

Uniform means: card number `r * count >> 32` with a random `r` of 32 bits, so no probability is off by more than 9 in 2**32.
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from puur.fast.bits import pick, popcount, shift_right
from puur.fast.jit import inline, kernel

Ints: TypeAlias = NDArray[np.int64]
Results: TypeAlias = NDArray[np.int16]

LANES = 64
ROUNDS = 16
CHUNK = LANES * ROUNDS  # deals that share a random stream: the result does not depend on who plays which chunk

# Rows of the table. Hands stand in the order of play, the leader's first.
HAND, LED, BEST, POT, WON, LEADER, WINNER, SPARE, RANDOM, LEGAL, CHOICE, POINTS, TRICKS = (
    0,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
    15,
    16,
    17,
    18,
)
ROWS = 19

LOW = 0xFFFF_FFFF
DECK = (1 << 36) - 1
SUIT = 0x1FF
FLAGS = 0x8000_8000_8000
SHARES = 9 | 18 << 16 | 27 << 32  # cards left for the first one, two and three hands


@inline
def seeded(table: Ints, seed: int, chunk: int) -> None:
    """Start the random stream of every lane (sfc64, seeded by splitmix64)."""
    for lane in range(LANES):
        state = seed * 0x5851F42D4C957F2D + (chunk * LANES + lane) * 0x2545F4914F6CDD1D
        for word in range(3):
            state += -0x61C8864680B583EB
            x = state
            x = (x ^ shift_right(x, 30)) * -0x40A7B892E31B1A47
            x = (x ^ shift_right(x, 27)) * -0x6B2FB644ECCEEE15
            table[(RANDOM + word) * LANES + lane] = x ^ shift_right(x, 31)
        table[(RANDOM + 3) * LANES + lane] = 1
    for _ in range(12):
        for lane in range(LANES):
            draw(table, lane)


@inline
def draw(table: Ints, lane: int) -> int:
    """64 random bits."""
    a = table[RANDOM * LANES + lane]
    b = table[(RANDOM + 1) * LANES + lane]
    c = table[(RANDOM + 2) * LANES + lane]
    count = table[(RANDOM + 3) * LANES + lane]
    drawn = a + b + count
    table[(RANDOM + 3) * LANES + lane] = count + 1
    table[RANDOM * LANES + lane] = b ^ shift_right(b, 11)
    table[(RANDOM + 1) * LANES + lane] = c + (c << 3)
    table[(RANDOM + 2) * LANES + lane] = ((c << 24) | shift_right(c, 40)) + drawn
    return int(drawn)


@inline
def hand_out(table: Ints, lane: int, r: int, left: int) -> None:
    """Give one card to a hand, each as likely as it has room: the three sums of SHARES are compared in one subtraction."""
    shares = table[LED * LANES + lane]
    r = (r * left) >> 32
    beyond = ((r | r << 16 | r << 32 | FLAGS) - shares) & FLAGS
    table[LED * LANES + lane] = shares - ((beyond ^ FLAGS) >> 15)
    table[lane] = table[lane] << 1 | (beyond >> 15 & 1)
    table[LANES + lane] = table[LANES + lane] << 1 | (beyond >> 31 & 1)
    table[2 * LANES + lane] = table[2 * LANES + lane] << 1 | (beyond >> 47 & 1)


@inline
def deal_cards(table: Ints) -> None:
    """Deal 36 cards to four hands, every deal equally likely."""
    for lane in range(LANES):
        table[lane] = 0
        table[LANES + lane] = 0
        table[2 * LANES + lane] = 0
        table[LED * LANES + lane] = SHARES
    for dealt in range(0, 36, 2):
        for lane in range(LANES):
            r = draw(table, lane)
            hand_out(table, lane, r & LOW, 36 - dealt)
            hand_out(table, lane, shift_right(r, 32), 35 - dealt)
    for lane in range(LANES):
        after_first = table[lane]
        after_second = table[LANES + lane]
        after_third = table[2 * LANES + lane]
        table[lane] = DECK ^ after_first
        table[LANES + lane] = after_first ^ after_second
        table[2 * LANES + lane] = after_second ^ after_third
        table[3 * LANES + lane] = after_third


@inline
def choose(table: Ints) -> None:
    """Turn the drawn number into the chosen card."""
    for lane in range(LANES):
        table[CHOICE * LANES + lane] = pick(table[LEGAL * LANES + lane], table[CHOICE * LANES + lane])


@inline
def lead(table: Ints) -> None:
    """The leader plays any card."""
    for lane in range(LANES):
        hand = table[lane]
        r = draw(table, lane)
        table[SPARE * LANES + lane] = shift_right(r, 32)
        table[CHOICE * LANES + lane] = ((r & LOW) * popcount(hand)) >> 32
        table[LEGAL * LANES + lane] = hand
    choose(table)
    for lane in range(LANES):
        card = table[CHOICE * LANES + lane]
        table[lane] = table[lane] ^ card
        led = SUIT
        led = SUIT << 9 if card >= 1 << 9 else led
        led = SUIT << 18 if card >= 1 << 18 else led
        led = SUIT << 27 if card >= 1 << 27 else led
        table[LED * LANES + lane] = led
        table[BEST * LANES + lane] = card
        table[POT * LANES + lane] = card
        table[WINNER * LANES + lane] = 0


@inline
def follow(table: Ints, place: int, trump: int, puur: int) -> None:
    """A later player plays a legal card; see `puur.core.trick.judge`, which says why."""
    for lane in range(LANES):
        if place == 2:
            r = draw(table, lane)
            table[SPARE * LANES + lane] = shift_right(r, 32)
            r = r & LOW
        else:
            r = table[SPARE * LANES + lane]
        hand = table[place * LANES + lane]
        led = table[LED * LANES + lane]
        following = hand & led
        trumps = hand & trump
        legal = (following | trumps) if (following & ~puur) != 0 else hand
        legal = legal & ~(trump & ~led & (table[BEST * LANES + lane] - 1))
        legal = hand if trumps == hand else legal
        table[LEGAL * LANES + lane] = legal
        table[CHOICE * LANES + lane] = (r * popcount(legal)) >> 32
    choose(table)
    for lane in range(LANES):
        card = table[CHOICE * LANES + lane]
        best = table[BEST * LANES + lane]
        strong = card & (table[LED * LANES + lane] | trump)
        table[place * LANES + lane] = table[place * LANES + lane] ^ card
        table[POT * LANES + lane] = table[POT * LANES + lane] | card
        table[BEST * LANES + lane] = strong if strong > best else best
        table[WINNER * LANES + lane] = place if strong > best else table[WINNER * LANES + lane]


@inline
def turn(table: Ints) -> None:
    """Give the trick to its winner, who leads next."""
    for lane in range(LANES):
        winner = table[WINNER * LANES + lane]
        leader = (table[LEADER * LANES + lane] + winner) & 3
        first = leader & 1 == 0
        table[LEADER * LANES + lane] = leader
        table[WON * LANES + lane] = table[WON * LANES + lane] | (table[POT * LANES + lane] if first else 0)
        table[TRICKS * LANES + lane] = table[TRICKS * LANES + lane] + (1 if first else 0)
        hand0, hand1, hand2, hand3 = table[lane], table[LANES + lane], table[2 * LANES + lane], table[3 * LANES + lane]
        odd = winner & 1 != 0
        a = hand1 if odd else hand0
        b = hand2 if odd else hand1
        c = hand3 if odd else hand2
        d = hand0 if odd else hand3
        far = winner & 2 != 0
        table[lane] = c if far else a
        table[LANES + lane] = d if far else b
        table[2 * LANES + lane] = a if far else c
        table[3 * LANES + lane] = b if far else d


@inline
def count(table: Ints, planes: Ints, segment: int) -> None:
    """Add up what the first team won in this segment, one bit of the values at a time."""
    p0, p1, p2 = planes[segment, 0], planes[segment, 1], planes[segment, 2]
    p3, p4 = planes[segment, 3], planes[segment, 4]
    for lane in range(LANES):
        won = table[WON * LANES + lane]
        points = popcount(won & p0) + (popcount(won & p1) << 1) + (popcount(won & p2) << 2)
        points += (popcount(won & p3) << 3) + (popcount(won & p4) << 4)
        table[POINTS * LANES + lane] = table[POINTS * LANES + lane] + points
        table[WON * LANES + lane] = 0


@inline
def renumber(table: Ints, masks: Ints, shifts: Ints, segment: int) -> None:
    """Carry the hands over to the numbering of the next segment."""
    for hand in range(4):
        for lane in range(LANES):
            table[LEGAL * LANES + lane] = table[hand * LANES + lane]
            table[hand * LANES + lane] = 0
        for group in range(masks.shape[1]):
            mask, by = masks[segment, group], shifts[segment, group]
            if by >= 0:
                for lane in range(LANES):
                    moved = (table[LEGAL * LANES + lane] & mask) << by
                    table[hand * LANES + lane] = table[hand * LANES + lane] | moved
            else:
                for lane in range(LANES):
                    moved = (table[LEGAL * LANES + lane] & mask) >> -by
                    table[hand * LANES + lane] = table[hand * LANES + lane] | moved


@kernel
def play_chunks(
    seed: int,
    first: int,
    last: int,
    leader: int,
    starts: Ints,
    played: int,
    total: int,
    tricks: Ints,
    trumps: Ints,
    puurs: Ints,
    planes: Ints,
    masks: Ints,
    shifts: Ints,
    last_trick: int,
    out: Results,
) -> None:
    """Play the chunks `first` to `last` - 1 to the end of the deal; row i of `out` gets points and tricks of both teams.

    `starts` are positions that take turns, all with `played` cards of the current trick on the table; without any, cards are
    dealt and `leader` leads. `tricks`, `trumps` and so on describe the segments that are still to be played.
    """
    table = np.zeros(ROWS * LANES, np.int64)
    for chunk in range(first, last):
        seeded(table, seed, chunk)
        for turn_number in range(ROUNDS):
            base = chunk * CHUNK + turn_number * LANES
            if base >= out.shape[0]:
                break
            if starts.shape[0] == 0:
                deal_cards(table)
                for lane in range(LANES):
                    table[LEADER * LANES + lane] = leader
            else:
                for lane in range(LANES):
                    row = (base + lane) % starts.shape[0]
                    for at in range(7):
                        table[at * LANES + lane] = starts[row, at]
                    table[LEADER * LANES + lane] = starts[row, 7] & 3
                    table[WINNER * LANES + lane] = starts[row, 7] >> 2
                    table[SPARE * LANES + lane] = shift_right(draw(table, lane), 32)
            for lane in range(LANES):
                table[WON * LANES + lane] = 0
                table[POINTS * LANES + lane] = 0
                table[TRICKS * LANES + lane] = 0
            on_table = played
            all_tricks = 0
            for segment in range(tricks.shape[0]):
                if segment > 0:
                    renumber(table, masks, shifts, segment - 1)
                trump, puur = trumps[segment], puurs[segment]
                for _ in range(tricks[segment]):
                    if on_table <= 0:
                        lead(table)
                    if on_table <= 1:
                        follow(table, 1, trump, puur)
                    if on_table <= 2:
                        follow(table, 2, trump, puur)
                    follow(table, 3, trump, puur)
                    turn(table)
                    on_table = 0
                    all_tricks += 1
                count(table, planes, segment)
            for lane in range(min(LANES, out.shape[0] - base)):
                mine = table[POINTS * LANES + lane]
                if table[LEADER * LANES + lane] & 1 == 0:
                    mine += last_trick
                out[base + lane, 0] = mine
                out[base + lane, 1] = total - mine
                out[base + lane, 2] = table[TRICKS * LANES + lane]
                out[base + lane, 3] = all_tricks - table[TRICKS * LANES + lane]


@kernel
def deal_chunks(seed: int, first: int, last: int, out: Ints) -> None:
    """Deal the chunks `first` to `last` - 1: row i of `out` gets the four hands."""
    table = np.zeros(ROWS * LANES, np.int64)
    for chunk in range(first, last):
        seeded(table, seed, chunk)
        for turn_number in range(ROUNDS):
            base = chunk * CHUNK + turn_number * LANES
            if base >= out.shape[0]:
                break
            deal_cards(table)
            for lane in range(min(LANES, out.shape[0] - base)):
                for hand in range(4):
                    out[base + lane, hand] = table[hand * LANES + lane]
