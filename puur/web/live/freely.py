"""'Wie am Tisch': what a free table does by itself after an objection or a choice. The seam to the referee.

At a free table (`Setup.playing` FREE) the core lets mistakes happen and remembers them. A person objects with
`incident-reported`; the referee's answer is a further event of the table.
"""

from __future__ import annotations

from puur.core.events import Event
from puur.core.game import Game


def next_event(_game: Game) -> Event | None:
    """What the referee says now, or None."""
    return None


def ready() -> bool:
    """Whether tables may be played freely."""
    return False
