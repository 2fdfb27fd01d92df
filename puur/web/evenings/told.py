"""What an evening has told people: the ranking as it came out when the last event was stored.

It is kept beside the events and compared with them by `puur check`: so a row changed by hand is noticed, and a later version of
Puur that would rank a past evening otherwise.
"""

from __future__ import annotations

from typing import Any

from puur.core.errors import RuleViolation
from puur.evening.evening import Evening as Engine
from puur.evening.ranking import ranking


def told(engine: Engine) -> dict[str, Any]:
    """Ranks and points of everybody, as JSON knows them; empty before the first result."""
    if not engine.results:
        return {}
    try:
        standing = ranking(engine)
    except RuleViolation as problem:  # not enough played yet
        return {"none": problem.reason}
    return {
        "ranked": [[row.rank, row.scored.total, list(row.players)] for row in standing.rows],
        "unranked": [[row.reason, row.total, list(row.players)] for row in standing.unranked],
        "final": standing.final,
    }
