"""What books of the Bieter differ in: their section `[bieter]`."""

from __future__ import annotations

from dataclasses import dataclass

from puur.core.fields import limited
from puur.core.reglement import contributed_section


@contributed_section("bieter")
@dataclass(frozen=True, slots=True, kw_only=True)
class BieterRules:
    """How is bid, and what the games are worth that are won or lost as a whole."""

    least: int = limited(50, 2000, default=600)  # the lowest bid for the Partie
    step: int = limited(1, 100, default=10)
    most: int = limited(100, 5000, default=2000)  # the highest bid that is taken
    pass_final: bool = False  # who has passed bids no more, also before the first bid
    whole: int = limited(157, 1000, default=257)  # Hindersi won or lost, and a deal that is declined
    hindersi: bool = True  # the König may play to take no trick in the first deal
