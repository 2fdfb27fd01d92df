"""The clock of a round as plain values: it survives a reload because only its end is stored, never a ticking number.

`Evening.clock` holds `{"total": ms, "ends": ms since 1970}` while it runs and `{"total": ms, "left": ms}` while it is paused; an
empty value is no clock. Time is an argument. Past its end it counts on below zero, so that everybody sees how late it is.
"""

from __future__ import annotations

from typing import Any

MOST_MINUTES = 600
Clock = dict[str, Any]


def started(minutes: int, now: int) -> Clock:
    """A fresh clock that runs."""
    total = minutes * 60_000
    return {"total": total, "ends": now + total}


def paused(clock: Clock, now: int) -> Clock:
    """Stop it where it is."""
    return {"total": clock["total"], "left": clock["ends"] - now} if "ends" in clock else clock


def resumed(clock: Clock, now: int) -> Clock:
    """Let it run on."""
    return {"total": clock["total"], "ends": now + clock["left"]} if "left" in clock else clock


def lengthened(clock: Clock, minutes: int) -> Clock:
    """Add time, or take some away."""
    more = minutes * 60_000
    return {name: value + more for name, value in clock.items()}


def view(clock: Clock, now: int) -> dict[str, Any]:
    """What a page shows: state (off, running, paused), milliseconds left (may be below zero), and the whole time."""
    if not clock:
        return {"state": "off", "left": 0, "total": 0}
    if "ends" in clock:
        return {"state": "running", "left": clock["ends"] - now, "total": clock["total"]}
    return {"state": "paused", "left": clock["left"], "total": clock["total"]}
