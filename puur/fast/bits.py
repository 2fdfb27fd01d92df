"""Bit operations for kernels: each is a Python function, which says what it does and runs anywhere, and in compiled code one
instruction of the processor, or few."""

from __future__ import annotations

from typing import Any

from puur.fast.jit import config, inline, instruction, ir, llvm, teach

_WORD = ir.IntType(64)
_DEFINED = ir.Constant(ir.IntType(1), 0)  # also for 0


def popcount(x: int) -> int:
    """How many bits are set."""
    return x.bit_count()


def lowest(x: int) -> int:
    """The number of the lowest bit that is set; `x` is not 0."""
    return (x & -x).bit_length() - 1


def highest(x: int) -> int:
    """The number of the highest bit that is set; `x` is not 0 and not negative."""
    return x.bit_length() - 1


def shift_right(x: int, by: int) -> int:
    """A shift that fills up with zeros, also for a negative number."""
    return (x & 0xFFFF_FFFF_FFFF_FFFF) >> by


def pick(mask: int, k: int) -> int:
    """The set bit number `k` of a mask of 36 bits, counted from the lowest, as a mask of one bit."""
    for _ in range(k):
        mask &= mask - 1
    return mask & -mask


def _pdep(builder: Any, x: Any, mask: Any) -> Any:
    name = "llvm.x86.bmi.pdep.64"
    function = builder.module.globals.get(name)
    if function is None:
        function = ir.Function(builder.module, ir.FunctionType(_WORD, [_WORD, _WORD]), name)
    return builder.call(function, [x, mask])


count_bits = instruction(1, lambda builder, x: builder.ctpop(x))
first_bit = instruction(1, lambda builder, x: builder.cttz(x, _DEFINED))
last_bit = instruction(1, lambda builder, x: builder.sub(ir.Constant(_WORD, 63), builder.ctlz(x, _DEFINED)))
logical_shift = instruction(2, lambda builder, x, by: builder.lshr(x, by))
spread_bits = instruction(2, _pdep)


def has_pdep() -> bool:
    """Whether the processor picks a bit in one fast instruction; the first two generations of Zen do it in microcode."""
    if config.CPU_NAME or config.CPU_FEATURES:  # somebody compiles for another processor
        return False
    if llvm.get_process_triple().split("-")[0] not in ("x86_64", "amd64"):
        return False
    return bool(llvm.get_host_cpu_features().get("bmi2")) and llvm.get_host_cpu_name() not in ("znver1", "znver2")


@inline
def pick_by_halving(mask: int, k: int) -> int:
    """`pick` without branches, so that a loop over it becomes vector code: halve the mask and follow the count."""
    at = 0
    count = popcount(mask & 0x3FFFF)
    beyond = k >= count
    k = k - count if beyond else k
    at = 18 if beyond else at
    mask = mask >> 18 if beyond else mask
    count = popcount(mask & 0x1FF)
    beyond = k >= count
    k = k - count if beyond else k
    at = at + 9 if beyond else at
    mask = mask >> 9 if beyond else mask
    count = popcount(mask & 0xF)
    beyond = k >= count
    k = k - count if beyond else k
    at = at + 4 if beyond else at
    mask = mask >> 4 if beyond else mask
    count = popcount(mask & 3)
    beyond = k >= count
    k = k - count if beyond else k
    at = at + 2 if beyond else at
    mask = mask >> 2 if beyond else mask
    count = mask & 1
    beyond = k >= count
    k = k - count if beyond else k
    at = at + 1 if beyond else at
    mask = mask >> 1 if beyond else mask
    count = mask & 1
    at = at + 1 if k >= count else at
    return 1 << at


teach(popcount, lambda _: lambda x: count_bits(x))
teach(lowest, lambda _: lambda x: first_bit(x))
teach(highest, lambda _: lambda x: last_bit(x))
teach(shift_right, lambda *_: lambda x, by: logical_shift(x, by))
if has_pdep():
    teach(pick, lambda *_: lambda mask, k: spread_bits(1 << k, mask))
else:
    teach(pick, lambda *_: lambda mask, k: pick_by_halving(mask, k))
