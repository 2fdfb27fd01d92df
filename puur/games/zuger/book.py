"""What books of the Zuger differ in: their section `[zuger]`."""

from __future__ import annotations

from dataclasses import dataclass

from puur.core.fields import limited
from puur.core.reglement import contributed_section


@contributed_section("zuger")
@dataclass(frozen=True, slots=True, kw_only=True)
class ZugerRules:
    """What is written beside the tens."""

    least: int = limited(0, 157, default=21)  # card points; below it one falls
    fall: int = limited(0, 100, default=10)  # Tafelpunkte that a fall costs
    dealer: int = limited(0, 100, default=10)  # Tafelpunkte of the dealer, who sits out
    share: int = limited(0, 15, default=7)  # Tafelpunkte of each of two who share; 0: there is no sharing
