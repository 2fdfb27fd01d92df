"""Ratings: how many points a deal somebody is worth over *Stammtisch*, and how sure that is. Pure; docs/company.md says how."""

from puur.rating.regression import (
    START_SPREAD,
    Belief,
    Pool,
    Result,
    Seated,
    Z,
    after_deal,
    after_set,
    drifted,
    held,
    is_sure,
    worth,
)

__all__ = [
    "START_SPREAD",
    "Belief",
    "Pool",
    "Result",
    "Seated",
    "Z",
    "after_deal",
    "after_set",
    "drifted",
    "held",
    "is_sure",
    "worth",
]
