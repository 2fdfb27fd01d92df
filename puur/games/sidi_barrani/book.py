"""What books of the Sidi-Barrani differ in: their section `[sidi_barrani]`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from puur.core.fields import limited
from puur.core.reglement import contributed_section

ALL = 157  # every point of a deal: the bid of all tricks


class AllPass(Enum):
    """Who deals when nobody bids."""

    SAME = "same"
    NEXT = "next"


@contributed_section("sidi_barrani")
@dataclass(frozen=True, slots=True, kw_only=True)
class SidiRules:
    """How is bid and what a bid is worth."""

    least: int = limited(0, 155, default=50)  # the lowest bid
    step: int = limited(1, 50, default=5)
    pass_final: bool = True  # who has passed bids no more
    doubling: bool = True
    redoubling: bool = True  # the bidders may answer a double
    all_tricks: int = limited(157, 257, default=157)  # what the bid of all tricks is worth
    nobody: AllPass = AllPass.SAME
    schmieren: bool = True  # dear cards may be given to the partner's trick
