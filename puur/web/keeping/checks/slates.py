"""The slates of physical games: operations in their order, each one an event that can be read."""

from __future__ import annotations

from collections.abc import Iterator

from puur.log.errors import Unfit
from puur.notation.game_events import GAME
from puur.reglement import shipped
from puur.web.keeping.checks import Compared
from puur.web.models import SlateGame, SlateOp
from puur.web.slate_upload import folded
from puur.web.slates import stored

KIND = "slate"


def compared(using: str) -> Iterator[Compared]:
    """Every slate: places without gaps, events that can be read, and what stands on it."""
    for slate in SlateGame.objects.using(using).order_by("pk").iterator(chunk_size=200):
        place = f"slate {slate.pk}"
        ops = list(SlateOp.objects.using(using).filter(slate=slate).order_by("place"))
        yield Compared(KIND, place, "places", [op.place for op in ops], list(range(len(ops))))
        yield Compared(KIND, place, "keys", [str(op.key) for op in ops], [op.data.get("id") for op in ops])
        bad = next((op.place for op in ops if not _readable(op.data)), None)
        # These words are part of the digests in dumps, so they stay as they were first written.
        yield Compared(KIND, place, "operation that can not be read", bad, None)
        if bad is None and (slate.book_text or slate.book in shipped()):
            ledger = folded(stored(slate), [op.data for op in ops])[0].ledger
            yield Compared(KIND, place, "control sum", sum(ledger.totals), sum(entry.points for entry in ledger.entries))


def _readable(data: object) -> bool:
    if not isinstance(data, dict) or data.get("op") not in ("enter", "undo"):
        return False
    if data["op"] == "undo":
        return isinstance(data.get("of"), str)
    try:
        GAME.read(data["event"])
    except (Unfit, KeyError, ValueError, TypeError):
        return False
    return True
