"""The referee: an irregularity in; the ruling, its provisions and its effects on the deal out. Pure; the core carries it out."""

from __future__ import annotations

from puur.referee.rule import rule
from puur.referee.ruling import Choice, Deadline, Option, Ruling, choose, decide, event_of

__all__ = ["Choice", "Deadline", "Option", "Ruling", "choose", "decide", "event_of", "rule"]
