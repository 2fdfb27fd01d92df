"""What is stored beside the events, compared with what the events say: the work behind `puur check` and behind every move.

Each part of the web has a module in `checks` that yields, for every projected value, what is stored and what the events give. This
module runs them all. Promise: it changes nothing, and the first difference comes with its place.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from importlib import import_module

from puur.web.keeping.checks import Compared
from puur.web.keeping.rows import Digest

Progress = Callable[[str, int, int], None]  # what, how many of how many
# Each has `compared(using)`. A part that is not installed is passed over.
CHECKS = ("tables", "slates", "evenings", "clubs", "pointers")


def compared(using: str = "default") -> Iterator[Compared]:
    """Every projected value with what its events give."""
    for name in CHECKS:
        yield from import_module(f"puur.web.keeping.checks.{name}").compared(using)


def summaries(using: str = "default", progress: Progress | None = None) -> dict[str, Digest]:
    """One digest per kind of projection, over what the events give: equal for two databases that tell the same story."""
    digests: dict[str, Digest] = {}
    for number, value in enumerate(compared(using), start=1):
        if progress is not None and number % 50 == 0:
            progress(value.kind, number, 0)
        text = json.dumps([value.place, value.what, value.rebuilt], ensure_ascii=False, sort_keys=True, default=str)
        digests.setdefault(value.kind, Digest()).add(text.encode())
    return digests
