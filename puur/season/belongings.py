"""What belongs to a person of a club: what they played, won, owe and hold; and whose differs between two states of it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields
from decimal import Decimal

from puur.season.ledger import ZERO
from puur.season.state import Club


@dataclass(frozen=True, slots=True)
class Belongings:
    """How much of everything is a person's."""

    days: int = 0  # with a seat
    rounds: int = 0
    evenings: int = 0  # that count
    earlier: int = 0  # results of years before the program
    titles: int = 0
    offices: int = 0  # given at any time
    balance: Decimal = ZERO  # what is owed; below zero: a credit


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody who has other things than before; nothing at all where there is no such person."""

    person: str
    before: Belongings | None
    after: Belongings | None


def belongings(club: Club) -> dict[str, Belongings]:
    """What everybody has."""
    days = Counter(seat.person for day in club.in_order() for _, seat in club.everybody(day))
    played = (each for day in club.in_order() for table in day.tables.values() for each in table.rounds)
    rounds = Counter(person for each in played for team in each.teams for person in team)
    evenings = Counter(person for own in club.evenings.values() for person, _, _ in own.results)
    earlier = Counter(person for results in club.imported.values() for person in results)
    titles, offices = Counter(club.trophies.values()), Counter(person for _, _, person in club.roster.offices)
    balances = club.ledger.balances()
    return {
        who: Belongings(
            days[who], rounds[who], evenings[who], earlier[who], titles[who], offices[who],
            balances.get(club.ledger.debtor(who), ZERO),
        )
        for who in club.roster.people
    }  # fmt: skip


def moved(before: Club, after: Club) -> list[Moved]:
    """Whose belongings differ, those who are nobody of their own any more behind the others."""
    old, new = belongings(before), belongings(after)
    changed = [Moved(who, old.get(who), new.get(who)) for who in {**new, **old} if old.get(who) != new.get(who)]
    return sorted(changed, key=lambda move: (move.after is None, move.person))


def differences(move: Moved) -> list[tuple[str, object, object]]:
    """What of somebody's is otherwise: its name, before and after."""
    before, after = move.before or Belongings(), move.after or Belongings()
    pairs = [(field.name, getattr(before, field.name), getattr(after, field.name)) for field in fields(Belongings)]
    return [(what, was, then) for what, was, then in pairs if was != then]
