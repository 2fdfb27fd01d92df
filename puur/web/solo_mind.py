"""The mind of the bots that play without a connection, as bytes for a browser.

Needs NumPy, which a server loads only when somebody asks for that page.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache

import numpy as np

from puur.bots.bidtable import bid_tables
from puur.bots.network import trained
from puur.bots.stakes import GAME
from puur.fast.batch import DEAL, FAR
from puur.fast.observe import AT, NEAR, PLANES, STATED, VALUE, WIDE

_QUICK = "quick."


@dataclass(frozen=True, slots=True)
class Mind:
    """What the bots know by heart: the small network and the table of bids, one part after the other."""

    body: bytes
    parts: tuple[tuple[str, str, tuple[int, ...]], ...]  # name, `half` or `tenth`, shape
    version: str


@cache
def mind() -> Mind:
    """The small copy of the network (half precision, as it is stored) and the table of bids (tenths of points)."""
    chunks: list[bytes] = []
    parts: list[tuple[str, str, tuple[int, ...]]] = []
    for name, values in trained().weights.items():
        if name.startswith(_QUICK):
            parts.append((name.removeprefix(_QUICK), "half", values.shape))
            chunks.append(values.astype("<f2").tobytes())
    for name, table in zip(("leads", "pushed"), bid_tables(), strict=True):
        for who, rows in (("announcer", table.announcer), ("partner", table.partner)):
            tenths = np.rint(np.array(rows) * 10).astype("<i2")
            parts.append((f"{name}.{who}", "tenth", tenths.shape))
            chunks.append(tenths.tobytes())
    body = b"".join(chunks)
    return Mind(body, tuple(parts), hashlib.sha256(body).hexdigest()[:16])


def mind_facts(address: str) -> dict[str, object]:
    """How the bytes of the mind are read, and how the network wants to see a table; `MindParts` in `types/solo.d.ts`."""
    scales = {"deal": DEAL, "near": NEAR, "far": FAR, "stated": STATED, "value": VALUE, "game": GAME}
    return {"address": address, "parts": mind().parts, "planes": len(PLANES), "wide": WIDE, "at": AT, "scales": scales}
