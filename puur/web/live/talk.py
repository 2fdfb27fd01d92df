"""A remark at a free table is one message, and the people who sit there judge it: never its writer alone.

The server keeps no message and understands none. Whoever objects says that it gave something away; everybody else is asked,
the writer too. It was a remark if nobody of the others says no and somebody says yes who is not on the objector's side; where
none of those can tell (a bot never can) the writer's own word is left. Then the book rules. Otherwise the objection is on record
and nothing follows. At a table of an evening or a club its official may decide instead, as long as it is being judged, and that
word stands alone. (JR-QUE-06, TAM-ES-42, AJZ-3.4-18, NWS-9-02, TAM-ES-73)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from puur.core.events import ChoiceMade, IncidentReported
from puur.core.game import Game
from puur.core.seats import SEAT_NAMES
from puur.referee.ruling import Choice, Option, Ruling

WRITER = "talk"  # the choice of whoever wrote the message; that of another seat has its letter behind it
OFFICE = "talk-office"  # the word of an official, who has no seat here
ASKED = "remark-asked"  # the text of the ruling while it is judged
ADMIT, DENY = "admit", "deny"
YES, NO, UNSURE = "was-remark", "no-remark", "unsure"
_WRITER_SAYS = (Option(ADMIT), Option(DENY))
_OTHERS_SAY = (Option(YES), Option(NO), Option(UNSURE))  # the last one is a bot's


def judging(game: Game, ruling: Ruling, incident: IncidentReported, chosen: Sequence[ChoiceMade]) -> Ruling | None:
    """What is still asked, or that nothing follows; None once it was judged a remark."""
    said = {choice.choice: choice.option for choice in chosen}
    judges = {seat: f"{WRITER}-{SEAT_NAMES[seat]}" for seat in game.seats if seat not in (incident.seat, incident.by)}
    word, office = said.get(WRITER, ""), said.get(OFFICE, "")
    if office == YES or (not office and word == ADMIT):
        return None
    if office == NO:
        return replace(ruling, text="remark-denied", upheld=False, effects=(), choices=())
    if any(said.get(key) == NO for key in judges.values()):
        return replace(ruling, text="remark-denied", upheld=False, effects=(), choices=())
    waiting = [Choice(key, (seat,), _OTHERS_SAY) for seat, key in judges.items() if key not in said]
    accuser = None if incident.by is None else game.sides[incident.by]
    if not waiting and any(said[key] == YES and game.sides[seat] != accuser for seat, key in judges.items()):
        return None
    if not waiting and word == DENY:
        return replace(ruling, text="remark-denied", upheld=False, effects=(), choices=())
    asked = [] if word else [Choice(WRITER, (incident.seat,), _WRITER_SAYS)]
    return replace(ruling, text=ASKED, effects=(), choices=(*waiting, *asked))


def is_word(choice: ChoiceMade) -> bool:
    """Whether this says what a message was, and is no choice that the book gives."""
    return choice.choice == WRITER or choice.choice.startswith(f"{WRITER}-")
