"""An official at a web table of an evening or a club: what is being judged there, and the word that decides it.

Who may is asked by the pages, each time. Promise: nobody decides at a table at which he or she plays, and the word is about the
objection that was on the page; what was written is stored nowhere, so the official has asked the four.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction

from puur.core.errors import Refusal
from puur.web.doors.hosting import tell
from puur.web.doors.models import HostedTable
from puur.web.live import office
from puur.web.live.store import game_of
from puur.web.models import Table


@dataclass(frozen=True, slots=True)
class Judged:
    """A message that is being judged: which event it is, who wrote it, who objects."""

    event: int
    writer: str
    objector: str


def judged(hosted: HostedTable) -> Judged | None:
    """What is being judged at a table now, as far as it is stored."""
    live = Table.objects.get(pk=hosted.live_id)
    played = game_of(live, live.game) if live.game and live.playing == "free" and live.state == Table.State.PLAYING else None
    game = played[0] if played is not None else None
    incident = office.judged_now(game)
    if game is None or incident is None:
        return None
    names = list(live.seats.order_by("number").values_list("name", flat=True))
    objector = names[incident.by] if incident.by is not None else ""
    return Judged(office.place_of(game.events, incident), names[incident.seat], objector)


def decide(hosted: HostedTable, event: str, option: str, official: str, *, plays: bool) -> None:
    """Store the word of an official; the table takes it at once."""
    if plays:
        raise Refusal("web-concerned")
    if option not in office.WORDS:
        raise Refusal("missing", field="option")
    with transaction.atomic():
        live = Table.objects.select_for_update().get(pk=hosted.live_id)
        now = judged(hosted)
        if now is None or str(now.event) != event:
            raise Refusal("web-nothing-judged")
        live.office = {"game": live.game, "event": now.event, "option": option, "official": official}
        live.save(update_fields=["office"])
        tell(hosted)
