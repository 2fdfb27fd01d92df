"""One module per part of the web: what is stored beside its events, and what the events give."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Compared:
    """One projected value: where it stands, what is stored, what the events give."""

    kind: str  # the part and the model
    place: str  # which row, in words that a person can look up
    what: str  # which value
    stored: object
    rebuilt: object

    @property
    def same(self) -> bool:
        """Whether there is nothing to report."""
        return self.stored == self.rebuilt


def whole_numbers(numbers: list[int], after: int = 0) -> tuple[object, object]:
    """The first number that is not the next one, and the one that should stand there; else how far they go."""
    for expected, number in enumerate(numbers, start=after + 1):
        if number != expected:
            return number, expected
    return after + len(numbers), after + len(numbers)
