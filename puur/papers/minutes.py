"""The minutes of a meeting as a document to sign: who was there, each item with what was said and decided, the motions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puur.papers.document import Document


@dataclass(frozen=True, slots=True)
class Item:
    """An item of the agenda: its title, what was noted, and each vote as a sentence with whether it passed."""

    title: str
    text: str
    votes: Sequence[tuple[str, bool]]


def minutes(title: str, club: str, when: str, present: Sequence[str], items: Sequence[Item], motions: Sequence[str]) -> Document:
    """The minutes; `present` are the lines on who was there and who was excused."""
    return Document(
        "minutes",
        {
            "title": title, "club": club, "date": when, "present": list(present), "motions": list(motions),
            "items": [
                {"title": item.title, "text": [line for line in item.text.splitlines() if line.strip()],
                 "votes": [{"text": text, "passed": passed} for text, passed in item.votes]}
                for item in items
            ],
        },
    )  # fmt: skip
