"""Paper: Standblatt, Jasszettel, table cards, draw lists, rankings, diplomas as PDF. What is on them, never how it came about."""

from puur.print.document import Document, Event, Paper, render

__all__ = ["Document", "Event", "Paper", "render"]
