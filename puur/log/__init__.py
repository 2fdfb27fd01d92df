"""One log for games, evenings and seasons: how events are defined, written, read, folded and withdrawn."""

from puur.log.errors import Expected, Unfit
from puur.log.lines import Line, Withdrawn, counted, withdraw
from puur.log.registry import EVENING, GAME, SEASON, Kind, Registry

__all__ = ["EVENING", "GAME", "SEASON", "Expected", "Kind", "Line", "Registry", "Unfit", "Withdrawn", "counted", "withdraw"]
