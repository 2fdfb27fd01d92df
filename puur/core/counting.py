"""Writing, deadlines and control sums as a rule book has them: a section of `core.reglement`, and what its fields may say.

`core.writing` keeps to the deadlines and `core.control` judges the sums.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import ClassVar


class ResultDeadline(Enum):
    """Until when the result of a deal may be written."""

    NONE = "none"
    SCHREIBER_CARD = "schreiber-card"  # until the Schreiber plays to the first trick of the next deal (JR-WRITE-02)
    NEXT_DEAL = "next-deal"  # until the next deal is dealt (AJZ-2.2.1-50)
    BEFORE_NEXT_DEAL = "before-next-deal"  # the next deal waits for it (TAM-ES-62)


class BonusDeadline(Enum):
    """Until when Weis and Stöck may be written."""

    SCHREIBER_CARD = "schreiber-card"  # before the Schreiber's card to the next trick (JR-WRITE-08)
    WITH_RESULT = "with-result"


class Control(Enum):
    """What happens when two counts do not add up."""

    BLOCK = "block"
    WARN = "warn"


class Difference(Enum):
    """What is done about a wrong total at the end of a Passe."""

    OFFICIAL = "official"  # find the faulty line; otherwise the official decides
    SPLIT = "split"  # in halves, the odd point against the side of the Schreiber (TAM-ES-66 to 68)


@dataclass(frozen=True, slots=True, kw_only=True)
class Writing:
    """Writing, deadlines and control sums."""

    cited: ClassVar[tuple[str, ...]] = ("correction",)  # a wrong entry may be corrected during the whole following deal
    result: ResultDeadline = ResultDeadline.SCHREIBER_CARD
    bonus: BonusDeadline = BonusDeadline.SCHREIBER_CARD
    control: Control = Control.BLOCK
    difference: Difference = Difference.OFFICIAL
    both_count: bool = False  # both teams enter a count of their own (NWS-7-01)
    estimate: bool = True  # forgotten counts may be agreed by estimate (JR-CNT-01, NWS-7-03)
    replay: bool = False  # a deal that nobody counted may be played again (JR-CNT-02)
    split: bool = False  # the points of a deal may be shared out by agreement (AJZ-2.2.1-21)
