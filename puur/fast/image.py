"""The solver's tables for a mode as one block of bytes, derived from `puur.fast.tables` once per mode and copied when needed."""

from __future__ import annotations

from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from puur.core.mode import Mode
from puur.fast import layout
from puur.fast.ordering import WEIGHTS
from puur.fast.tables import Segment, renumbering, segments

Bytes: TypeAlias = NDArray[np.uint8]


def contexts(mode: Mode) -> tuple[Segment, ...]:
    """The different numberings that a mode uses, in the order of their first trick."""
    by_numbering: dict[tuple[int, ...], Segment] = {}
    for segment in segments(mode):
        by_numbering.setdefault(segment.place, segment)
    return tuple(by_numbering.values())


def view(block: Bytes, at: int, count: int, kind: type[np.generic]) -> NDArray[np.generic]:
    """Part of a block as numbers of another kind."""
    return block[at : at + count * np.dtype(kind).itemsize].view(kind)


@lru_cache(maxsize=64)
def image(mode: Mode) -> Bytes:
    """Everything between the counters and the killers that does not depend on the deal."""
    block = np.zeros(layout.KILLERS, np.uint8)
    _fill_head(block, mode)
    for number, before in enumerate(contexts(mode)):
        _fill_context(block, number, before)
        for other, after in enumerate(contexts(mode)):
            to = renumbering(before, after)
            table = [[_moved(bits, to[9 * suit : 9 * suit + 9]) for bits in range(512)] for suit in range(4)]
            view(block, layout.REMAP + 4096 * (3 * number + other), 2048, np.uint16)[:] = np.array(table, np.uint16).ravel()
    block.setflags(write=False)
    return block


def _moved(bits: int, to: tuple[int, ...]) -> int:
    return sum(1 << to[rank] % 9 for rank in range(9) if bits >> rank & 1)


def _fill_head(block: Bytes, mode: Mode) -> None:
    different = contexts(mode)
    number_of = {segment.place: number for number, segment in enumerate(different)}
    to_come = [number_of[segment.place] for segment in segments(mode) for _ in range(segment.tricks)]
    for left in range(1, 10):
        rest = to_come[9 - left :]
        mixed = len(set(rest)) > 1 and any(different[number].trump for number in rest)
        view(block, layout.CONTEXT_OF + 8 * left, 1, np.int64)[0] = layout.CONTEXTS + layout.CONTEXT * rest[0]
        view(block, layout.STEADY + 8 * left, 1, np.int64)[0] = len(set(rest)) == 1
        view(block, layout.MIXED + 8 * left, 1, np.int64)[0] = mixed
    kth = view(block, layout.KTH, 5120, np.uint8).reshape(512, 10)
    for bits in range(1, 512):
        held = [rank for rank in range(8, -1, -1) if bits >> rank & 1]
        kth[bits, 1:] = [held[min(number, len(held)) - 1] for number in range(1, 10)]
    view(block, layout.WEIGHTS, 864, np.int16)[:] = np.array(WEIGHTS, np.int16).ravel()


def _fill_context(block: Bytes, number: int, segment: Segment) -> None:
    start, values = layout.CONTEXTS + layout.CONTEXT * number, segment.values
    classes = sorted(set(values) - {0})
    cards_of = {value: sum(1 << at for at, other in enumerate(values) if other == value) for value in (0, *classes)}
    numbers = [segment.trump, segment.puur, cards_of[0], len(classes), *(cards_of[value] for value in classes)]
    view(block, start + layout.TRUMP, len(numbers), np.int64)[:] = numbers
    view(block, start + layout.CLASS_VALUE, len(classes), np.uint8)[:] = classes
    view(block, start + layout.VALUE, 36, np.uint8)[:] = values
    view(block, start + layout.NUMBER, 1, np.int64)[0] = number
    sums = [sum(values[9 * suit + rank] for rank in range(9) if bits >> rank & 1) for suit in range(4) for bits in range(512)]
    view(block, start + layout.SUM, 2048, np.uint8)[:] = sums
