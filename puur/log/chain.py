"""Lines chained by hash: each has a head that depends on all before it, so that one that was changed or lost is noticed.

It is no secret and proves nothing against somebody who writes a whole chain anew; whoever has kept a head notices that too. Lines
of earlier versions have none: a chain begins after them.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

_BETWEEN = "\x1f"


def head(before: str, *parts: object) -> str:
    """The head of a line after the line with the head `before`."""
    text = _BETWEEN.join((before, *map(str, parts)))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def written(data: object) -> str:
    """JSON values as one text, whatever order their keys came in."""
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def broken(lines: Iterable[tuple[int, str, tuple[object, ...]]]) -> int | None:
    """The number of the first line whose head (the second) does not follow; a line without one may only stand before all others."""
    before = ""
    for number, own, parts in lines:
        if own != head(before, *parts) if own else before:
            return number
        before = own
    return None
