"""The slates of physical games as they are stored: whose they are, what was written on them, and their sheet."""

from __future__ import annotations

from dataclasses import replace

from puur.core.sheet import Origin, Sheet, sheet_of
from puur.web.models import SlateGame
from puur.web.people import Who
from puur.web.slate_upload import Op, Slate, folded


def is_own(slate: SlateGame, who: Who) -> bool:
    """Whether somebody keeps this slate."""
    return (slate.user_id, slate.guest_id) == (who.user, who.guest) and bool(who.key)


def stored(slate: SlateGame) -> Slate:
    """How a slate begins."""
    return Slate(slate.book, slate.book_text, slate.target, tuple(slate.names))


def ops_of(slate: SlateGame) -> list[Op]:
    """What was written and undone on a slate, in the order of arrival."""
    return [op.data for op in slate.ops.all()]


def sheet_of_slate(slate: SlateGame) -> Sheet:
    """What is written on a slate, as evenings and clubs take it: the same as if it had been played at a web table."""
    game, _ = folded(stored(slate), ops_of(slate))
    return replace(sheet_of(game, Origin.TAFEL), game=str(slate.pk))
