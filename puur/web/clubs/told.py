"""What a club has told people: balances and standings as they came out when the last event was stored.

They are kept beside the events and compared with them by `puur check`: so a row changed by hand is noticed, and a later version of
Puur that would compute a past year otherwise.
"""

from __future__ import annotations

from typing import Any

from puur.season import Club as Engine
from puur.season.yearly import standings


def told(engine: Engine) -> dict[str, Any]:
    """Every balance and the standings of every year, as JSON knows them."""
    return {
        "balances": {account: str(amount) for account, amount in engine.ledger.balances().items()},
        "standings": {
            str(year): [[standing.rank, standing.member, standing.points] for standing in standings(engine, year)]
            for year in engine.years()
        },
    }
