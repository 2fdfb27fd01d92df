"""The compiled part of the search: sampling worlds, weighing them by how the others bid and played, and the search tree.

The rules of play and the reckoning are the functions of `bots.reckoning`, compiled as they stand. Everything here works on plain
arrays, runs without the GIL and is called in slices of some milliseconds, so that a clock or a stop can end it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import exp, log, sqrt
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from puur.bots import reckoning as r
from puur.fast import bits, jit

F = TypeVar("F", bound=Callable[..., Any])


# Numba would not notice a change of the reckoning, so the folder of the compiled code has a hash of the sources in its name.
_SOURCES = (Path(__file__), Path(r.__file__), Path(bits.__file__), Path(jit.__file__))
_FOLDER = jit.CACHE and jit.CACHE.parent / f"bots-{jit.source_hash(_SOURCES)}"
CACHE = _FOLDER if _FOLDER and jit.writable(_FOLDER) else None


def kernel(function: F) -> F:
    """Compile `function` on its first call, or load it from the cache beside that of `puur.fast`."""
    return jit.kernel(function, CACHE)


for _function in (r.suit_of, r.legal_cards, r.play, r.none_of, r.kept, r.lead, r.score, r.reckoned, r.best_card):
    jit.extending.register_jitable(_function)
jit.extending.overload(r.popcount, inline="always", strict=False)(lambda x: lambda x: bits.popcount(x))  # noqa: ARG005
jit.extending.overload(r.lowest, inline="always", strict=False)(lambda x: lambda x: bits.lowest(x))  # noqa: ARG005

popcount, lowest, shift_right = bits.popcount, bits.lowest, bits.shift_right
# Without their types, which speak of lists: here they are compiled for arrays.
play: Any = r.play
legal_cards: Any = r.legal_cards
best_card: Any = r.best_card
reckoned: Any = r.reckoned

# What a node of the tree holds.
CARD, FIRST, NEXT, NODE = 0, 1, 2, 3  # whole numbers: card, first child, next brother
VISITS, SEEN, SUM, STATS = 0, 1, 2, 3  # real numbers: visits, times it could be played, sum of rewards for team 0


@kernel
def draw(rng: Any) -> int:
    """64 random bits (xorshift with a multiplication)."""
    x = rng[0]
    x ^= shift_right(x, 12)
    x ^= x << 25
    x ^= shift_right(x, 27)
    rng[0] = x
    return int(x * 0x2545F4914F6CDD1D)


@kernel
def below(rng: Any, n: int) -> int:
    """A random number from 0 to n - 1."""
    return int((shift_right(draw(rng), 32) * n) >> 32)


@kernel
def unit(rng: Any) -> float:
    """A random number from 0 to 1."""
    return shift_right(draw(rng), 11) * (1.0 / 9007199254740992.0)


@kernel
def nth(bits: int, n: int) -> int:
    """The number of the n-th bit that is set, from 0."""
    for _ in range(n):
        bits &= bits - 1
    return lowest(bits)


@kernel
def sample(state: Any, seat: int, sure: Any, barred: Any, rng: Any, hands: Any) -> float:
    """Deal the unseen cards to the other three as far as known: into `hands`; the logarithm of its weight, or -inf for a dead end.

    The cards that fewest seats may hold come first; each goes to a seat as likely as it has room. The weight makes up for it, so
    that all consistent deals together are drawn evenly.
    """
    unseen = state[r.REST] & ~state[r.HANDS + seat]
    room = np.empty(4, np.int64)
    for who in range(4):
        hands[who] = 0
        room[who] = state[r.LEFT + who]
    room[seat] = 0
    hands[seat] = state[r.HANDS + seat]
    for who in range(4):
        if who != seat:
            mine = sure[who] & unseen
            hands[who] = mine
            room[who] -= popcount(mine)
            if room[who] < 0:
                return -np.inf
            unseen &= ~mine
    weight = 0.0
    second, third, fourth = (seat + 1) & 3, (seat + 2) & 3, (seat + 3) & 3
    a, b, c = unseen & ~barred[second], unseen & ~barred[third], unseen & ~barred[fourth]
    if unseen & ~(a | b | c):
        return -np.inf
    for kind in range(3):
        if kind == 0:  # cards for which one seat is left
            group = (a & ~b & ~c) | (b & ~a & ~c) | (c & ~a & ~b)
        elif kind == 1:
            group = (a & b & ~c) | (a & c & ~b) | (b & c & ~a)
        else:
            group = a & b & c
        left = popcount(group)
        while left:
            card = nth(group, below(rng, left))
            bit = 1 << card
            group &= ~bit
            left -= 1
            whole = 0
            for who in range(4):
                if who != seat and not barred[who] & bit:
                    whole += room[who]
            if whole <= 0:
                return -np.inf
            at = below(rng, whole)
            for who in range(4):
                if who != seat and not barred[who] & bit:
                    if at < room[who]:
                        weight -= log(room[who] / whole) if kind < 2 else 0.0
                        hands[who] |= bit
                        room[who] -= 1
                        break
                    at -= room[who]
    return weight


@kernel
def bid_values(hand: int, table: Any, out: Any) -> None:
    """What a hand is worth in the four suits, Obenabe and Undeufe, by the table of `bots.bidtable`."""
    oben, unten, side = 0.0, 0.0, 0.0
    for suit in range(4):
        ranks = hand >> (9 * suit) & 0x1FF
        side += table[1, ranks]
        oben += table[2, ranks]
        unten += table[3, ranks]
    for suit in range(4):
        ranks = hand >> (9 * suit) & 0x1FF
        out[suit] = side - table[1, ranks] + table[0, ranks]
    out[4] = oben
    out[5] = unten


@kernel
def bid_likelihood(hands: Any, said: Any, table: Any, factors: Any, push: float, heat: float) -> float:
    """The logarithm of how likely the others would have bid as they did; rows of `said` are seat and mode (-1: pushed)."""
    total = 0.0
    values = np.empty(6)
    for row in range(said.shape[0]):
        hand = hands[said[row, 0]]
        bid_values(hand, table, values)
        most = -1e9
        for mode in range(6):
            values[mode] = (2.0 * values[mode] - 157.0) * factors[mode]
            most = max(most, values[mode])
        pushing = 1.0 / (1.0 + exp((most - push) / heat)) if said[row, 2] else 0.0
        if said[row, 1] < 0:
            total += log(0.02 + 0.98 * pushing)
        else:
            whole = 0.0
            for mode in range(6):
                whole += exp((values[mode] - most) / heat)
            total += log(0.01 + 0.99 * (1.0 - pushing) * exp((values[said[row, 1]] - most) / heat) / whole)
    return total


@kernel
def play_likelihood(
    hands: Any, seat: int, leaders: Any, played: Any, tables: Any, weights: Any, chances: Any, announcer: int, heats: Any
) -> float:  # fmt: skip
    """The logarithm of how likely the others would have played as they did, had these been their hands."""
    st = np.zeros(r.SIZE, np.int64)
    out = np.empty(9)
    st[r.REST] = (1 << 36) - 1
    st[r.ANNOUNCER] = announcer
    for who in range(4):
        st[r.HANDS + who] = hands[who]
        st[r.LEFT + who] = 9
    for number in range(len(played)):
        who = (leaders[number // 4] + number % 4) & 3
        st[r.HANDS + who] |= 1 << played[number]
    total = 0.0
    for number in range(len(played)):
        who = (leaders[number // 4] + number % 4) & 3
        card = played[number]
        if who != seat:
            legal = legal_cards(st, tables, who)
            if not legal >> card & 1:
                return -np.inf
            if legal & (legal - 1):
                count = reckoned(st, tables, weights, chances, who, legal, out)
                most = out[0]
                for at in range(1, count):
                    most = max(most, out[at])
                whole = 0.0
                for at in range(count):
                    whole += exp((out[at] - most) / heats[0])
                mine = exp((out[popcount(legal & ((1 << card) - 1))] - most) / heats[0]) / whole
                total += log(heats[2] / count + (1.0 - heats[2]) * mine)
        if number % 4 == 0:
            st[r.LEADER] = who
        play(st, tables, who, card)
    return total


@kernel
def worlds(
    n: int, state: Any, seat: int, sure: Any, barred: Any, leaders: Any, played: Any, tables: Any, weights: Any, chances: Any,
    said: Any, bid_table: Any, factors: Any, push: float, heats: Any, rng: Any, out: Any, logs: Any,
) -> int:  # fmt: skip
    """Up to `n` worlds into the rows of `out` with the logarithms of their weights; how many were found."""
    count = 0
    hands = np.empty(4, np.int64)
    whole = np.empty(4, np.int64)
    for _ in range(4 * n):
        if count == n:
            break
        weight = sample(state, seat, sure, barred, rng, hands)
        if weight == -np.inf:
            continue
        if heats[1] > 0.0 and said.shape[0] > 0:
            for who in range(4):
                whole[who] = hands[who]
            for number in range(len(played)):
                whole[(leaders[number // 4] + number % 4) & 3] |= 1 << played[number]
            weight += bid_likelihood(whole, said, bid_table, factors, push, heats[1])
        if heats[0] > 0.0 and len(played) > 0:
            weight += play_likelihood(hands, seat, leaders, played, tables, weights, chances, state[r.ANNOUNCER], heats)
            if weight == -np.inf:
                continue
        for who in range(4):
            out[count, who] = hands[who]
        logs[count] = weight
        count += 1
    return count


@kernel
def rollout(st: Any, tables: Any, weights: Any, chances: Any, rng: Any, slip: float) -> None:
    """Play a position to its end: by reckoning, and with chance `slip` any legal card."""
    while st[r.NUMBER] < 9:
        seat = (st[r.LEADER] + st[r.COUNT]) & 3
        legal = legal_cards(st, tables, seat)
        if legal & (legal - 1) == 0:
            card = lowest(legal)
        elif slip > 0.0 and (slip >= 1.0 or unit(rng) < slip):
            card = nth(legal, below(rng, popcount(legal)))
        else:
            card = best_card(st, tables, weights, chances, seat, legal)
        play(st, tables, seat, card)


@kernel
def search(
    rounds: int, state: Any, pool: Any, tables: Any, weights: Any, chances: Any, explore: float, slip: float,
    nodes: Any, stats: Any, used: int, rng: Any,
) -> int:  # fmt: skip
    """So many rounds of information-set search over the worlds of `pool`; how many nodes are used afterwards.

    One tree for all worlds: a node stands for the cards played since the root. A round takes a world, goes down among the cards
    that are legal in it, adds one node, plays on by reckoning and books the result (share of the points of the rest, for team 0).
    """
    st = np.empty(r.SIZE, np.int64)
    path = np.empty(40, np.int64)
    rest = 0.0
    for card in range(36):
        if state[r.REST] >> card & 1:
            rest += tables[r.VALUES + card]
    rest += r.LAST + state[r.POT]
    base = state[r.POINTS]
    for _ in range(rounds):
        world = below(rng, pool.shape[0])
        for at in range(r.SIZE):
            st[at] = state[at]
        for who in range(4):
            st[r.HANDS + who] = pool[world, who]
        node, depth = 0, 0
        while st[r.NUMBER] < 9:
            who = (st[r.LEADER] + st[r.COUNT]) & 3
            legal = legal_cards(st, tables, who)
            untried = legal
            child = nodes[node, FIRST]
            best, most = -1, -1e9
            while child >= 0:
                card = nodes[child, CARD]
                if legal >> card & 1:
                    untried &= ~(1 << card)
                    stats[child, SEEN] += 1.0
                    mean = stats[child, SUM] / stats[child, VISITS]
                    if who & 1:
                        mean = 1.0 - mean
                    mean += explore * sqrt(log(stats[child, SEEN]) / stats[child, VISITS])
                    if mean > most:
                        best, most = child, mean
                child = nodes[child, NEXT]
            if untried:
                if used >= nodes.shape[0]:
                    break
                card = nth(untried, below(rng, popcount(untried)))
                nodes[used, CARD], nodes[used, FIRST], nodes[used, NEXT] = card, -1, nodes[node, FIRST]
                stats[used, VISITS], stats[used, SEEN], stats[used, SUM] = 0.0, 1.0, 0.0
                nodes[node, FIRST] = used
                path[depth] = used
                depth += 1
                used += 1
                play(st, tables, who, card)
                break
            path[depth] = best
            depth += 1
            play(st, tables, who, nodes[best, CARD])
            node = best
        rollout(st, tables, weights, chances, rng, slip)
        reward = (st[r.POINTS] - base) / rest
        for at in range(depth):
            stats[path[at], VISITS] += 1.0
            stats[path[at], SUM] += reward
    return used


@kernel
def play_out(
    pool: Any, leader: int, announcer: int, tables: Any, weights: Any, chances: Any, slip: float, rng: Any, out: Any
) -> None:  # fmt: skip
    """Play every deal of `pool` from its first card by reckoning: points of both teams and tricks of team 0 into `out`."""
    st = np.empty(r.SIZE, np.int64)
    for world in range(pool.shape[0]):
        fresh(st, pool, world, leader, announcer)
        rollout(st, tables, weights, chances, rng, slip)
        out[world, 0], out[world, 1], out[world, 2] = st[r.POINTS], st[r.POINTS + 1], st[r.WON]


@kernel
def fresh(st: Any, pool: Any, world: int, leader: int, announcer: int) -> None:
    """The position before the first card of a deal."""
    for at in range(r.SIZE):
        st[at] = 0
    for who in range(4):
        st[r.HANDS + who] = pool[world, who]
        st[r.LEFT + who] = 9
    st[r.REST] = (1 << 36) - 1
    st[r.LEADER], st[r.ANNOUNCER] = leader, announcer


@kernel
def duel(pool: Any, announcers: Any, tables: Any, trial: Any, rival: Any, chances: Any, out: Any) -> None:
    """Every deal twice, seat 0 leads, sides exchanged: what the weights `trial` made against `rival`, the sum of both deals."""
    st = np.empty(r.SIZE, np.int64)
    for world in range(pool.shape[0]):
        out[world] = 0.0
        for swap in range(2):
            fresh(st, pool, world, 0, announcers[world])
            while st[r.NUMBER] < 9:
                seat = (st[r.LEADER] + st[r.COUNT]) & 3
                legal = legal_cards(st, tables, seat)
                if (seat + swap) & 1 == 0:
                    card = best_card(st, tables, trial, chances, seat, legal)
                else:
                    card = best_card(st, tables, rival, chances, seat, legal)
                play(st, tables, seat, card)
            out[world] += st[r.POINTS + swap]
