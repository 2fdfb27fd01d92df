"""What books of the Differenzler differ in: their section `[differenzler]`."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from puur.core.fields import limited
from puur.core.reglement import contributed_section


class Prediction(Enum):
    """How the predictions are made."""

    HIDDEN = "hidden"  # on slips, all at once; shown when the deal is over
    OPEN = "open"  # in turn; to be corrected until the next one has spoken


class TrumpBy(Enum):
    """How trump is found."""

    LOT = "lot"  # anew for every deal, also for one that is dealt again
    DRAWN = "drawn"  # a card is drawn before the shuffle; a misdeal keeps it
    BOTTOM_CARD = "bottom-card"  # the dealer's last card, which lies open until the first lead


class ZeroExact(Enum):
    """Whether a prediction of zero that came true counts as exact."""

    NEVER = "never"
    WITH_TRICK = "with-trick"  # only if a trick without points was taken
    ALWAYS = "always"


@contributed_section("differenzler")
@dataclass(frozen=True, slots=True, kw_only=True)
class DifferenzlerRules:
    """How predictions are made and what they cost."""

    prediction: Prediction = Prediction.HIDDEN
    trump: TrumpBy = TrumpBy.LOT
    exact: int = limited(0, 100, default=0)  # what an exact prediction takes off the own total
    zero_exact: ZeroExact = ZeroExact.NEVER
    last_word: int = limited(
        0, 157, default=0
    )  # for so many points that all predictions are off, the dealer is let off one; 0: never
    missing: int = limited(0, 1000, default=0)  # what a slip without a number costs; 0: there has to be one
