"""The kinds of sheets of an evening, and the sizes of paper; apart from what composes them, which a list does not need."""

from __future__ import annotations

from enum import StrEnum


class Paper(StrEnum):
    """Sizes of paper."""

    A4 = "a4"
    A5 = "a5"


class Kind(StrEnum):
    """The kinds of sheets, in the order in which they are needed when the computer dies."""

    SEATING = "seating"
    ROUNDS = "rounds"
    STANDBLATT = "standblatt"
    JASSZETTEL = "jasszettel"
    TABLES = "tables"
    RANKING = "ranking"
    MOVEMENT = "movement"
    DIPLOMA = "diploma"
    BLANK_JASSZETTEL = "blank-jasszettel"
    BLANK_STANDBLATT = "blank-standblatt"


EVERYTHING = (
    Kind.SEATING, Kind.ROUNDS, Kind.STANDBLATT, Kind.JASSZETTEL, Kind.BLANK_JASSZETTEL, Kind.TABLES, Kind.MOVEMENT, Kind.RANKING,
)  # fmt: skip
RESULTS = (Kind.RANKING, Kind.DIPLOMA)  # these come from a ranking
