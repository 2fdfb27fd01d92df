"""Puzzles and those who try them, rated against each other by Glicko's method (Glickman 1999): a try is a game against the puzzle.

A puzzle begins where its level puts it; somebody new in the middle. Only the first answer of an account counts. Both numbers
move, the less the surer they are, and a puzzle that many have tried hardly moves any more.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass

from django.db import IntegrityError, transaction

from puur.puzzles.collection import collection
from puur.puzzles.puzzle import Puzzle
from puur.web.company.models import PuzzleRating, PuzzleTry, Solver

LEVELS = {1: 900.0, 2: 1200.0, 3: 1500.0, 4: 1800.0, 5: 2100.0}
NEW, NEW_SPREAD, PUZZLE_SPREAD, LEAST_SPREAD = 1400.0, 350.0, 200.0, 45.0
_Q = math.log(10) / 400
NEAR = 250.0  # a puzzle for somebody is within so many points


@dataclass(frozen=True, slots=True)
class Strength:
    """A number and how sure it is."""

    rating: float
    spread: float


def after(own: Strength, other: Strength, score: float) -> Strength:
    """One's number after a game against the other; equations 9 to 11 of Glickman's paper for a single game."""
    weight = 1 / math.sqrt(1 + 3 * (_Q * other.spread / math.pi) ** 2)
    expected = 1 / (1 + 10 ** (-weight * (own.rating - other.rating) / 400))
    precision = _Q**2 * weight**2 * expected * (1 - expected)
    variance = 1 / (1 / own.spread**2 + precision)
    return Strength(own.rating + _Q * variance * weight * (score - expected), max(LEAST_SPREAD, math.sqrt(variance)))


def rating_of(puzzle: Puzzle) -> Strength:
    """How hard a puzzle is, as far as is known."""
    row = PuzzleRating.objects.filter(key=puzzle.key).first()
    return Strength(LEVELS[puzzle.level], PUZZLE_SPREAD) if row is None else Strength(row.rating, row.spread)


def solver_of(user: int) -> Strength:
    """How strong somebody is."""
    row = Solver.objects.filter(user_id=user).first()
    return Strength(NEW, NEW_SPREAD) if row is None else Strength(row.rating, row.spread)


def tried(user: int, puzzle: Puzzle, answer: str) -> bool:
    """Somebody answers; whether it was the first time, so that it counts."""
    right = answer == puzzle.best
    try:
        with transaction.atomic():
            PuzzleTry.objects.create(user_id=user, key=puzzle.key, answer=answer, right=right)
            PuzzleRating.objects.get_or_create(key=puzzle.key, defaults={"rating": LEVELS[puzzle.level], "spread": PUZZLE_SPREAD})
            row = PuzzleRating.objects.select_for_update().get(key=puzzle.key)
            Solver.objects.get_or_create(user_id=user, defaults={"rating": NEW, "spread": NEW_SPREAD})
            solver = Solver.objects.select_for_update().get(user_id=user)
            person, thing = Strength(solver.rating, solver.spread), Strength(row.rating, row.spread)
            new_person, new_thing = after(person, thing, float(right)), after(thing, person, float(not right))
            solver.rating, solver.spread = new_person.rating, new_person.spread
            row.rating, row.spread = new_thing.rating, new_thing.spread
            row.tries, row.solved = row.tries + 1, row.solved + right
            solver.save()
            row.save()
    except IntegrityError:
        return False
    return True


def next_for(user: int | None, kind: str = "", theme: str = "", level: int = 0) -> Puzzle | None:
    """A puzzle that somebody has not tried, near their strength, of what is asked for; None where there is none left."""
    done = set(PuzzleTry.objects.filter(user_id=user).values_list("key", flat=True)) if user is not None else set()
    fits = [
        puzzle for puzzle in collection().values()
        if puzzle.key not in done and (not kind or puzzle.kind == kind) and (not theme or puzzle.theme == theme)
        and (not level or puzzle.level == level)
    ]  # fmt: skip
    if not fits:
        return None
    strength = solver_of(user).rating if user is not None else NEW
    near = [puzzle for puzzle in fits if level or abs(LEVELS[puzzle.level] - strength) <= NEAR]
    return random.SystemRandom().choice(near or fits)
