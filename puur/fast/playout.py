"""Random playouts by the million: fresh deals or given ones, any mode, results as NumPy arrays.

The work is done by the kernel in `puur.fast.lanes`; here its tables are filled and the work is shared out to threads. The same
arguments give the same results, whatever the number of threads.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from puur.core.cards import Card
from puur.core.mode import LAST_TRICK, PLAIN_MODES, Mode
from puur.fast.position import BadPosition, Position
from puur.fast.tables import Segment, renumbering, segment_of, segments, shifts

Ints = NDArray[np.int64]
Results = NDArray[np.int16]
NO_STARTS: Ints = np.zeros((0, 8), np.int64)


def playouts(
    n: int,
    mode: Mode | None = None,
    seed: int = 0,
    hands: ArrayLike | None = None,
    *,
    leader: int = 0,
    trick: Sequence[Card] = (),
    threads: int = 1,
) -> Results:
    """Play `n` deals to the end, every legal card equally likely: an array of n rows.

    The columns are the card points of team 0 and team 1 (with the 5 of the last trick) and the tricks of both. Without `hands`
    each row is a fresh deal. `hands` are the bits of four hands, or rows of four that take turns: row i starts from hands
    number i modulo their number. With `trick` these cards, led by `leader`, lie on the table and are no longer in the hands.
    Without a mode row i is played in the Schieber mode number i modulo 6.
    """
    if n < 0:
        raise ValueError(f"n must not be negative, got {n}")
    out = np.empty((n, 4), np.int16)
    if mode is None:
        if hands is not None:
            raise ValueError("hands need a mode")
        for number, plain in enumerate(PLAIN_MODES):
            share = out[number::6]
            share[:] = playouts(len(share), plain, seed * 6 + number, leader=leader, threads=threads)
        return out
    given = None if hands is None else np.asarray(hands, np.int64).reshape(-1, 4)
    if n:
        _run(out, mode, seed, given, leader, tuple(trick), threads)
    return out


def rollouts(position: Position, n: int, seed: int = 0, *, threads: int = 1) -> Results:
    """Play a position to the end `n` times; what was made before is not counted."""
    return playouts(n, position.mode, seed, position.hands, leader=position.leader, trick=position.trick, threads=threads)


def deals(n: int, seed: int = 0, *, threads: int = 1) -> Ints:
    """`n` random deals: rows of four hands as bits of the core, every deal equally likely."""
    from puur.fast.lanes import CHUNK, deal_chunks

    out = np.empty((n, 4), np.int64)
    in_threads(lambda first, last: deal_chunks(signed(seed), first, last, out), -(-n // CHUNK), threads)
    return out


def signed(seed: int) -> int:
    """Any integer as 64 bits with a sign, for the kernels."""
    return (seed + (1 << 63)) % (1 << 64) - (1 << 63)


def in_threads(work: Callable[[int, int], None], chunks: int, threads: int) -> None:
    """Share out the chunks evenly; kernels run without the GIL."""
    threads = max(1, min(threads, chunks))
    if threads == 1:
        work(0, chunks)
        return
    borders = [chunks * part // threads for part in range(threads + 1)]
    with ThreadPoolExecutor(threads) as pool:
        for done in [pool.submit(work, first, last) for first, last in pairwise(borders)]:
            done.result()


def renumbered(hands: Ints, to: tuple[int, ...]) -> Ints:
    """Sets of cards in another numbering, all at once."""
    moved = np.zeros_like(hands)
    for mask, by in shifts(to):
        moved |= (hands & mask) << by if by >= 0 else (hands & mask) >> -by
    return moved


class _Tables(NamedTuple):
    tricks: Ints
    trumps: Ints
    puurs: Ints
    planes: Ints
    masks: Ints
    shifts: Ints


@lru_cache(maxsize=256)
def _tables(mode: Mode, number: int) -> _Tables:
    """What the kernel has to know of the segments from trick number `number` on."""
    first = segment_of(mode, number)
    rest = segments(mode)[first:]
    tricks = [segment.first + segment.tricks - max(segment.first, number) for segment in rest]
    moves = [shifts(renumbering(before, after)) for before, after in pairwise(rest)]
    width = max((len(move) for move in moves), default=0)
    padded = [[*move, *[(0, 0)] * (width - len(move))] for move in moves]
    masks, by = ([[pair[part] for pair in move] for move in padded] for part in (0, 1))
    shape = (len(moves), width)
    return _Tables(
        np.array(tricks, np.int64),
        np.array([segment.trump for segment in rest], np.int64),
        np.array([segment.puur for segment in rest], np.int64),
        np.array([segment.planes for segment in rest], np.int64),
        np.array(masks, np.int64).reshape(shape),
        np.array(by, np.int64).reshape(shape),
    )


def _run(out: Results, mode: Mode, seed: int, hands: Ints | None, leader: int, trick: tuple[Card, ...], threads: int) -> None:
    from puur.fast.lanes import CHUNK, play_chunks

    number, total, starts = 0, sum(mode.values), NO_STARTS
    if hands is not None:
        sample = Position(mode, _four(hands[0]), leader, trick)  # all rows have to look alike
        sizes = np.bitwise_count(hands)
        if (sizes != sizes[0]).any():
            raise BadPosition("the rows of hands differ in the number of cards")
        number, total = sample.number, 0
        segment = segments(mode)[segment_of(mode, number)]
        starts = _starts(hands, segment, leader, trick)
        held = np.bitwise_or.reduce(starts[:, :4], axis=1) | starts[:, 6]
        totals = sum(np.bitwise_count(held & plane).astype(np.int64) << bit for bit, plane in enumerate(segment.planes))
        if (totals != totals[0]).any():
            for row in range(len(starts)):  # different cards are left: each row counts by itself
                mine = out[row :: len(starts)]
                mine[:] = playouts(len(mine), mode, seed + row, hands[row], leader=leader, trick=trick, threads=threads)
            return
        total = int(totals[0])
    elif trick:
        raise BadPosition("a trick on the table needs hands")
    tables = _tables(mode, number)
    total += LAST_TRICK

    def work(first: int, last: int) -> None:
        play_chunks(signed(seed), first, last, leader, starts, len(trick), total, *tables, LAST_TRICK, out)

    in_threads(work, -(-len(out) // CHUNK), threads)


def _four(row: Ints) -> tuple[int, int, int, int]:
    first, second, third, fourth = (int(hand) for hand in row)
    return first, second, third, fourth


def _starts(hands: Ints, segment: Segment, leader: int, trick: tuple[Card, ...]) -> Ints:
    """Rows as the kernel wants them: hands from the leader on, led suit, best card, trick, leader and place of the best card."""
    starts = np.zeros((len(hands), 8), np.int64)
    moved = renumbered(hands, segment.place)
    for place in range(4):
        starts[:, place] = moved[:, (leader + place) % 4]
    led = best = pot = at = 0
    for place, card in enumerate(trick):
        bit = 1 << segment.place[card.index]
        if place == 0:
            led, best = 0x1FF << segment.place[card.index] // 9 * 9, bit
        strong = bit & (led | segment.trump)
        if strong > best:
            best, at = strong, place
        pot |= bit
    starts[:, 4:8] = led, best, pot, leader | at << 2
    return starts
