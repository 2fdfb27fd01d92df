"""What books of the Pandur differ in: their section `[pandur]`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from puur.core.fields import limited
from puur.core.reglement import contributed_section


class Inherit(Enum):
    """When a dealer who sits out writes too."""

    FAILURE = "failure"  # as much as each opponent, when the soloist fails
    SUCCESS = "success"  # as much as the soloist
    ALWAYS = "always"  # two in every deal


@contributed_section("pandur")
@dataclass(frozen=True, slots=True, kw_only=True)
class PandurRules:
    """How is bid, and what the games with a name are worth."""

    step: int = limited(5, 50, default=10)
    misere: int = limited(1, 50, default=4)  # Schreibpunkte for taking no trick
    pandur: int = limited(1, 50, default=5)  # for all tricks without trump
    pandur_trump: int = limited(1, 50, default=6)  # for all tricks with trump
    inherit: Inherit = Inherit.FAILURE  # with four: when the dealer, who sits out, writes too
