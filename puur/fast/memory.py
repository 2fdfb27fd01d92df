"""Blocks of bytes for kernels: the solver keeps its tables in one.

Kernels get the address of a block, which costs one register where an array costs seven. Tests may pass the array itself, so
that numba checks every index (NUMBA_BOUNDSCHECK=1). Numbers lie with their lowest byte first.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from puur.fast.bits import shift_right
from puur.fast.jit import instruction, ir, teach, types


def load8(memory: Any, at: int) -> int:
    """The byte at `at`."""
    return int(memory[at])


def load16(memory: Any, at: int) -> int:
    """Two bytes from `at` on, as a number without sign."""
    return load8(memory, at) | load8(memory, at + 1) << 8


def load32(memory: Any, at: int) -> int:
    """Four bytes from `at` on, as a number without sign."""
    return load16(memory, at) | load16(memory, at + 2) << 16


def load64(memory: Any, at: int) -> int:
    """Eight bytes from `at` on, as a number with sign."""
    value = load32(memory, at) | load32(memory, at + 4) << 32
    return value - (1 << 64) if value >> 63 else value


def store8(memory: Any, at: int, value: int) -> None:
    """Write a byte."""
    memory[at] = value & 0xFF


def store16(memory: Any, at: int, value: int) -> None:
    """Write two bytes."""
    store8(memory, at, value)
    store8(memory, at + 1, value >> 8)


def store32(memory: Any, at: int, value: int) -> None:
    """Write four bytes."""
    store16(memory, at, value)
    store16(memory, at + 2, value >> 16)


def store64(memory: Any, at: int, value: int) -> None:
    """Write eight bytes."""
    store32(memory, at, value)
    store32(memory, at + 4, value >> 32)


def _give(bits: int, load: Callable[[Any, int], int], store: Callable[[Any, int, int], None]) -> None:
    """Teach numba `load` and `store`: on an address one instruction, on an array byte by byte."""
    word, whole, size = ir.IntType(bits), ir.IntType(64), bits // 8

    def read(builder: Any, memory: Any, at: Any) -> Any:
        number = builder.load(builder.inttoptr(builder.add(memory, at), word.as_pointer()), align=1)
        return number if bits == 64 else builder.zext(number, whole)

    def write(builder: Any, memory: Any, at: Any, value: Any) -> None:
        value = value if bits == 64 else builder.trunc(value, word)
        builder.store(value, builder.inttoptr(builder.add(memory, at), word.as_pointer()), align=1)

    read_address, write_address = instruction(2, read), instruction(3, write, answers=False)

    def from_address(memory: Any, at: Any) -> Any:
        return read_address(memory, at)

    def from_array(memory: Any, at: Any) -> Any:
        whole_number = np.int64(0)
        for number in range(size):
            whole_number |= np.int64(memory[at + number]) << (8 * number)
        return whole_number

    def to_address(memory: Any, at: Any, value: Any) -> Any:
        write_address(memory, at, value)

    def to_array(memory: Any, at: Any, value: Any) -> Any:
        for number in range(size):
            memory[at + number] = np.uint8(shift_right(value, 8 * number) & 0xFF)

    teach(load, lambda memory, _at: from_address if isinstance(memory, types.Integer) else from_array)
    teach(store, lambda memory, _at, _value: to_address if isinstance(memory, types.Integer) else to_array)


_give(8, load8, store8)
_give(16, load16, store16)
_give(32, load32, store32)
_give(64, load64, store64)
