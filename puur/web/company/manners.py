"""The record of leaving: how often somebody left open tables before the end, with weights that halve every two weeks.

What is old is forgiven by itself. It is shown to the person alone; whoever is beyond `LIMIT` cannot sit down at tables that
wait for four people. A game that a bot finished counts as left; whose partner left has nothing to fear.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.utils import timezone

from puur.web.company.models import Leaving
from puur.web.live.state import Who
from puur.web.models import Participant
from puur.web.people import owned_by

HALF = timedelta(days=14)
LONG = 5 * HALF  # what is older weighs nothing
LIMIT = 0.25  # share of the games left
FEW = 3.0  # a first mistake is no record: so many good games are lent to everybody


@dataclass(frozen=True, slots=True)
class Record:
    """Games finished and left, by weight."""

    played: float
    left: float

    @property
    def share(self) -> float:
        """Of all games, how many were left."""
        return self.left / (self.left + self.played + FEW)

    @property
    def reliable(self) -> bool:
        """Whether somebody may sit down where reliable people are asked for."""
        return self.share < LIMIT


def weight(at: datetime, now: datetime) -> float:
    """What something of then weighs now."""
    return float(0.5 ** ((now - at) / HALF))


def record_of(who: Who, now: datetime | None = None) -> Record:
    """Somebody's record; of somebody without a session, an empty one."""
    now = now or timezone.now()
    if not who.key:
        return Record(0.0, 0.0)
    own = owned_by(who)
    ended = Participant.objects.filter(game__finished__gte=now - LONG, game__table__open__isnull=False, **own)
    games = list(ended.values_list("game__finished", "left"))
    left = [weight(at, now) for at in Leaving.objects.filter(at__gte=now - LONG, **own).values_list("at", flat=True)]
    return Record(
        sum(weight(at, now) for at, gone in games if at is not None and not gone),
        sum(weight(at, now) for at, gone in games if at is not None and gone) + sum(left),
    )
