"""Ratings: how many points a deal somebody is worth over *Stammtisch*, and how sure that is. Pure; docs/company.md says how."""

from puur.rating.regression import Belief, Pool, Result, Seated, after_deal, after_set, drifted

__all__ = ["Belief", "Pool", "Result", "Seated", "after_deal", "after_set", "drifted"]
