"""Votes of a meeting: when one passes, and what an election gives. Who may vote and who was there is the meeting's own."""

from __future__ import annotations

from enum import StrEnum

from puur.season.events import VoteTaken


class Majority(StrEnum):
    """What a vote needs."""

    SIMPLE = "simple"  # more yes than no
    ABSOLUTE = "absolute"  # more than half of all votes, abstentions included
    TWO_THIRDS = "two-thirds"  # two thirds of yes and no


def passed(vote: VoteTaken) -> bool:
    """Whether a vote passes; a tie does not."""
    if vote.majority == Majority.ABSOLUTE:
        return 2 * vote.yes > vote.yes + vote.no + vote.abstained
    if vote.majority == Majority.TWO_THIRDS:
        return vote.yes > 0 and 3 * vote.yes >= 2 * (vote.yes + vote.no)
    return vote.yes > vote.no
