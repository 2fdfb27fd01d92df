"""What every event of a club is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar, dataclass_transform

from puur.log import SEASON
from puur.log.registry import Upcast

E = TypeVar("E")


class Event:
    """Something that happened."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OfDay(Event):
    """Something that happened on a Jasstag, or before one."""

    day: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OfSeries(OfDay):
    """Something that happened at the table of a series."""

    series: str


@dataclass_transform(frozen_default=True, kw_only_default=True)
def event(*, slip: bool = False, upcasts: tuple[Upcast, ...] = ()) -> Callable[[type[E]], type[E]]:
    """Make a class a frozen value and register it as an event of a season; a slip may be taken back as if it never was.

    `upcasts`: how lines of earlier versions are read.
    """

    def mark(cls: type[E]) -> type[E]:
        value = dataclass(frozen=True, slots=True, kw_only=True)(cls)
        SEASON.add(value, withdrawable=slip, upcasts=upcasts)
        return value

    return mark
