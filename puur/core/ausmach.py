"""The Ausmachregel: who is out first when both parties reach the target with the first trick of a deal.

Pure arithmetic over what each party has from each source, factor included. Stöck, Weis and trick each belong to one party at
most. (JR-AUSM-01 to 06, UB-AUSM-01 to 03; the same order decides Bergpreis and Schneider: UB-BERG-02, JR-SCHN-05)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from puur.core.reglement import AusmachReading, Source
from puur.core.seats import TEAMS, other

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """What both parties have when the first trick is complete: the score before, then each source."""

    base: Pair
    stoeck: Pair = (0, 0)
    weis: Pair = (0, 0)
    stich: Pair = (0, 0)

    def amounts(self) -> Mapping[Source, Pair]:
        """The sources that the order speaks of."""
        return {Source.STOECK: self.stoeck, Source.WEIS: self.weis, Source.STICH: self.stich}

    def total(self, team: int) -> int:
        """Everything that a party has."""
        return self.base[team] + self.stoeck[team] + self.weis[team] + self.stich[team]


def first_to(target: int, standing: Standing, order: Sequence[Source], reading: AusmachReading) -> int | None:
    """The party that is out first, or None if neither reaches the target."""
    reaching = [team for team in TEAMS if standing.total(team) >= target]
    if len(reaching) < 2:
        return reaching[0] if reaching else None
    before = [team for team in TEAMS if standing.base[team] >= target]
    if len(before) == 1:  # the order decides only between parties that get there with the first trick (JR-AUSM-03)
        return before[0]
    amounts = standing.amounts()
    if reading is AusmachReading.SEQUENTIAL:
        running = list(standing.base)
        for source in order:
            for team in TEAMS:
                running[team] += amounts[source][team]
            out = [team for team in TEAMS if running[team] >= target]
            if out:
                return out[0]
    for source in order:
        for team in TEAMS:
            # Both reach the target, so the holder of the first source in the order is out, whatever else is needed too.
            if amounts[source][team]:
                return team
    return None


def counted(target: int, standing: Standing, order: Sequence[Source], winner: int) -> tuple[frozenset[Source], int]:
    """What the loser may still count: the sources that come before the last one the winner needed, and the total. (JR-SCHN-05)"""
    amounts = standing.amounts()
    loser = other(winner)
    needed, running = 0, standing.base[winner]
    own = [place for place, source in enumerate(order) if amounts[source][winner]]
    for place in own:
        if running >= target:
            break
        running += amounts[order[place]][winner]
        needed = place
    kept = frozenset(order[:needed])
    return kept, standing.base[loser] + sum(amounts[source][loser] for source in kept)
