"""The eternal table: what everybody has achieved over the archived evenings of one organiser. People are told apart by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from puur.core.evening import RankBy
from puur.evening.evening import Evening as Engine
from puur.evening.lists import fold
from puur.evening.ranking import ranking


@dataclass(slots=True)
class Career:
    """One person over the years."""

    name: str
    evenings: int = 0
    wins: int = 0
    podiums: int = 0
    best: int = 0
    rounds: int = 0
    points: int = 0  # of evenings that are ranked by points; Striche are another currency
    striche: int = 0
    years: set[str] = field(default_factory=set)

    @property
    def average(self) -> float:
        """Points per round played."""
        return round(self.points / self.rounds, 1) if self.rounds else 0.0


def table(evenings: Iterable[Engine]) -> list[Career]:
    """Everybody who was ranked, by wins, podiums, number of evenings and average."""
    careers: dict[str, Career] = {}
    for engine in evenings:
        striche = engine.book.evening.rank_by is RankBy.STRICHE
        for row in ranking(engine).rows:
            for player in row.players:
                name = engine.players[player].name
                career = careers.setdefault(fold(name) or name, Career(name))
                career.evenings += 1
                career.wins += row.rank == 1
                career.podiums += row.rank <= 3
                career.best = min(career.best or row.rank, row.rank)
                if striche:
                    career.striche += row.scored.total
                else:
                    career.points += row.scored.total
                    career.rounds += len(row.scored.rounds)
                if engine.setup.date:
                    career.years.add(engine.setup.date[:4])
    return sorted(
        careers.values(), key=lambda career: (-career.wins, -career.podiums, -career.evenings, -career.average, career.name)
    )
