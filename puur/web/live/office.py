"""The word of an official at a free table, who has no seat there: what a message was that is being judged.

A page stores it with the table (`Table.office`) after it has asked for the right to, and the table, wherever it lives, takes it
when it looks at the database again. It names the objection that it is about, so that a word which comes too late decides nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from puur.core.events import ChoiceMade, Event, IncidentReported
from puur.core.game import Game
from puur.web.live import objections, talk
from puur.web.live.acting import Deed

if TYPE_CHECKING:
    from puur.web.live.table import LiveTable

WORDS = (talk.YES, talk.NO)


def judged_now(game: Game | None) -> IncidentReported | None:
    """The objection to a message that the people at the table are judging, or None."""
    if game is None or not game.free or game.over:
        return None
    ruling = objections.pending(game)
    if ruling is None or ruling.text != talk.ASKED:
        return None
    return next(event for event in reversed(game.events) if isinstance(event, IncidentReported))


def place_of(events: Sequence[Event], incident: IncidentReported) -> int:
    """Which event of its game an objection is."""
    return max(place for place, event in enumerate(events) if event is incident)


async def take_word(table: LiveTable) -> None:
    """Have the game take the stored word, if it is about what is being judged now."""
    word, game = table.state.office, table.state.game
    incident = judged_now(game)
    if game is None or incident is None or word.get("game") != table.state.number:
        return
    if word.get("event") != place_of(game.events, incident) or word.get("option") not in WORDS:
        return
    event = ChoiceMade(talk.OFFICE, str(word["option"]), official=str(word.get("official") or "official"))
    await table.do(Deed(event, None))
