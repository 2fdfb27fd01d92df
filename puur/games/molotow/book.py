"""What books of the Molotow differ in: their section `[molotow]`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from puur.core.reglement import contributed_section


class TrumpFrom(Enum):
    """From when on the suit that somebody could not follow with is trump."""

    AT_ONCE = "at-once"  # that card cuts already
    NEXT_TRICK = "next-trick"


@contributed_section("molotow")
@dataclass(frozen=True, slots=True, kw_only=True)
class MolotowRules:
    """Trump, and what counts beside the cards."""

    trump_from: TrumpFrom = TrumpFrom.AT_ONCE
    hand_weis: bool = False  # Weise in the hand that was dealt, and Stöck, are taken off
    table_weis: bool = False  # a Weis among the cards of a trick is added to whoever takes it
    double_last: bool = False  # the last deal counts twice
