"""Numbered lines of a stream, which of them count, and how one is taken back.

Nothing is ever deleted: a line that was wrong is withdrawn by a further one, which names it with a reason, and the state is folded
without it. A withdrawal can be withdrawn like anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from puur.core.errors import Refusal
from puur.log.old import WITHDRAWN
from puur.log.registry import EVENING, SEASON, Registry

State = TypeVar("State")


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """These lines are taken back together, with a reason; they stay on record, and the fold leaves them out."""

    numbers: tuple[int, ...]
    reason: str = ""


EVENING.add(Withdrawn, WITHDRAWN)
SEASON.add(Withdrawn, WITHDRAWN)


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a stream: its number, what happened, when, and by whom it was entered."""

    n: int
    event: Any
    at: Any = None
    by: str = ""


def counted(lines: Iterable[Line]) -> list[Line]:
    """The lines that count, without the withdrawals themselves."""
    return [line for line in _standing(lines) if not isinstance(line.event, Withdrawn)]


def _standing(lines: Iterable[Line]) -> list[Line]:
    """The lines that nothing takes back; what takes back stands behind what it names, so the last one is always in force."""
    gone: set[int] = set()
    kept = []
    for line in reversed(list(lines)):
        if line.n in gone:
            continue
        kept.append(line)
        if isinstance(line.event, Withdrawn):
            gone.update(line.event.numbers)
    return kept[::-1]


def withdrawals(lines: Iterable[Line]) -> dict[int, Line]:
    """What was taken back: the number of each line that does not count, with the withdrawal in force."""
    return {n: line for line in _standing(lines) if isinstance(line.event, Withdrawn) for n in line.event.numbers}


def withdraw(
    registry: Registry, lines: Sequence[Line], numbers: Iterable[int], reason: str, fold: Callable[[list[Any]], State]
) -> tuple[Withdrawn, State]:
    """The line that takes these back, and the state without them; a refusal where a kind does not allow it, or where the rest does
    not fold without them."""
    wanted = tuple(sorted(set(numbers)))
    known = {line.n: line.event for line in lines}
    standing = {line.n for line in counted(lines)}
    for n in wanted:
        if n not in known or not registry.kind_of(known[n]).withdrawable:
            raise Refusal("not-withdrawable", n=n)
        if n not in standing:
            raise Refusal("withdrawn-already", n=n)
    try:
        state = fold([line.event for line in counted(lines) if line.n not in wanted])
    except Refusal as problem:
        raise Refusal("needed-later", n=wanted[0]) from problem
    return Withdrawn(wanted, reason), state


def back_to(lines: Sequence[Line], live: Iterable[int]) -> Withdrawn:
    """The withdrawal after which exactly these lines count, as they did at an earlier time."""
    wanted = set(live)
    undone = {line.n for line in lines if isinstance(line.event, Withdrawn) and wanted & set(line.event.numbers)}
    again = counted(line for line in lines if line.n not in undone)
    return Withdrawn(tuple(sorted({*undone, *(line.n for line in again if line.n not in wanted)})))
