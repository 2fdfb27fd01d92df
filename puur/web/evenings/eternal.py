"""The eternal table: what everybody has achieved over the archived evenings of one organiser. People are told apart by name."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from puur.core.evening import RankBy
from puur.core.form import form_for
from puur.evening.columns import fold
from puur.evening.evening import Evening
from puur.evening.ranking import ranking


@dataclass(slots=True)
class Career:
    """One person over the years."""

    name: str
    evenings: int = 0
    wins: int = 0
    podiums: int = 0
    best: int = 0
    tallies: dict[str, Tally] = field(default_factory=dict)  # by game: points of one are no points of another
    striche: int = 0
    years: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Tally:
    """The points of one game over the years, of evenings that are ranked by points; Striche are another currency."""

    rounds: int = 0
    points: int = 0

    @property
    def average(self) -> float:
        """Points per round played."""
        return round(self.points / self.rounds, 1) if self.rounds else 0.0


def table(evenings: Iterable[Evening]) -> list[Career]:
    """Everybody who was ranked at a finished evening, by wins, podiums and number of evenings."""
    careers: dict[str, Career] = {}
    for engine in evenings:
        if not engine.closed:
            continue
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
                    tally = career.tallies.setdefault(form_for(engine.book).name, Tally())
                    tally.points += row.scored.total
                    tally.rounds += len(row.scored.rounds)
                if engine.setup.date:
                    career.years.add(engine.setup.date[:4])
    return sorted(careers.values(), key=lambda career: (-career.wins, -career.podiums, -career.evenings, career.name))
