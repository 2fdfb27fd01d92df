"""A picture of a deal that is over, for links that are shared: what was played, how it ended, and the decisive trick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from puur.papers.document import typeset


@dataclass(frozen=True, slots=True)
class Moment:
    """The decisive trick: its cards as drawings (SVG) with the names of who played them, and who took it."""

    heading: str
    cards: Sequence[tuple[str, str]]  # drawing, name
    text: str


def picture(title: str, line: str, score: str, moment: Moment | None, lang: str) -> bytes:
    """The picture as PNG, 1200 by 630 as pages that show links want it."""
    shown = None if moment is None else {
        "heading": moment.heading, "text": moment.text, "cards": [{"svg": svg, "name": name} for svg, name in moment.cards],
    }  # fmt: skip
    return typeset("share.typ", {"title": title, "line": line, "score": score, "moment": shown, "lang": lang}, form="png")
