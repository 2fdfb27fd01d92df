"""What the reader of a file expected, in words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from puur.words import fill, texts


def expectation(expected: str, facts: Mapping[str, object], lang: str) -> str:
    """What was expected in the place of what was found."""
    return fill(texts()[f"record.expected.{expected}"][lang], lang, defaultdict(str, facts))
