"""Rule books that people bring to a table, a slate or an evening: read in a process apart, once.

What is stored afterwards are the words of Puur (`reglement.dump`), never the sender's, so that no later page has to read those.
"""

from __future__ import annotations

from puur.core.reglement import Reglement
from puur.reglement import load_text
from puur.web.server.reading import readers

BIGGEST_BOOK = 100_000  # bytes


def brought(text: bytes, name: str) -> Reglement:
    """The book in a file; `ReglementError` with every mistake, or `TooMuch`."""
    return readers.read(load_text, text.decode("utf-8-sig", errors="replace"), name[:60])
