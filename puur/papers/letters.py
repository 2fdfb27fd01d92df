"""Letters of a club on paper, for those who have no mail: an invitation, results, a message, with the address in the window."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puur.papers.document import typeset


@dataclass(frozen=True, slots=True)
class Letter:
    """One letter."""

    sender: str
    address: tuple[str, ...]
    date: str
    subject: str
    text: str


def letters_pdf(letters: Sequence[Letter], lang: str) -> bytes:
    """All letters in one file, a page each."""
    pages = [
        {
            "sender": letter.sender, "address": list(letter.address), "date": letter.date, "subject": letter.subject,
            "text": [line.strip() for line in letter.text.strip().split("\n")],
        }
        for letter in letters
    ]  # fmt: skip
    return typeset("letter.typ", {"lang": lang, "letters": pages})
