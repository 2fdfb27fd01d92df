"""What books of the Coiffeur differ in: their section `[coiffeur]`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from puur.core.fields import limited
from puur.core.mode import TrioValues
from puur.core.reglement import contributed_section

VARIANTS: tuple[str, ...] = ("E", "R", "L", "S", "obenabe", "undeufe", "slalom", "gusti", "trio", "joker")


class TrioOrder(Enum):
    """Which orders of the three blocks of a Trio may be chosen."""

    FREE = "free"
    TRUMP_UNTEN_OBEN = "tuo"


class Start(Enum):
    """With which order a Slalom or a Gusti may begin."""

    FREE = "free"
    OBEN = "oben"
    UNTEN = "unten"


class WrongVariant(Enum):
    """What announcing a variant that the pair has already played means."""

    REFUSED = "refused"
    JOKER = "joker"  # it counts as the Joker; without one, a Nuller in the lowest open variant (TAM-CP-21 to 23)


class JokerModes(Enum):
    """What may be played as Joker."""

    ALL = "all"
    SIMPLE = "simple"  # suits, Obenabe and Undeufe


@contributed_section("coiffeur")
@dataclass(frozen=True, slots=True, kw_only=True)
class CoiffeurRules:
    """What only the Coiffeur asks."""

    factors: Mapping[str, int] = limited(0, 100, factory=dict, names=VARIANTS)  # variant -> factor
    pushes: int = limited(0, 4, default=4)  # so many around the table, then the next one is in Zwang (TAM-CP-14, TAM-CP-15)
    slalom_start: Start = Start.FREE
    gusti_start: Start = Start.FREE
    trio_order: TrioOrder = TrioOrder.FREE
    trio_values: TrioValues = TrioValues.FIRST_BLOCK
    joker_modes: JokerModes = JokerModes.ALL
    wrong_variant: WrongVariant = WrongVariant.JOKER
    round_up_from: int = limited(1, 10, default=4)  # unit digits from here on are rounded up (TAM-CP-35)
