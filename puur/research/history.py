"""All that a seat has known so far, as numbers: the information state of a deal of Schieber, with perfect recall of bids and cards.

What `research.env` observes leaves out the order in which cards were played, and Weis; here two seats' numbers are equal only if
the seats have seen, heard and done the same. Made from a view and nothing else. `FIELDS` lists what stands where.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from puur.core.mode import PLAIN_MODES
from puur.core.view import View
from puur.fast.observe import STATED, starts

FIELDS = {
    "dealt": 36, "dealer": 4, "pushed": 1, "announcer": 4, "mode": 6, "leaders": 9 * 4, "cards": 36 * 36,
    "weis": 4, "weis cards": 4 * 36, "weis top": 4 * 9, "weis trump": 4, "weis winner": 4, "stoeck": 4, "written": 2,
}  # fmt: skip
STATE_SIZE = sum(FIELDS.values())
AT = starts(FIELDS)
WRITTEN = 1000.0


def information_state(view: View) -> NDArray[np.float32]:
    """What the seat of this view has seen, heard and done since the cards were dealt; seats count from its own."""
    state = np.zeros(STATE_SIZE, np.float32)

    def seat(number: int) -> int:
        return (number - view.seat) % 4

    def mark(field: str, at: int, value: float = 1.0) -> None:
        state[AT[field] + at] = value

    for card in view.hand:
        mark("dealt", card.index)
    for field, who in (("dealer", view.dealer), ("announcer", view.announcer), ("weis winner", view.weis_winner)):
        if who is not None:
            mark(field, seat(who))
    if view.stoeck is not None:
        mark("stoeck", seat(view.stoeck))
    mark("pushed", 0, min(1.0, view.pushes))
    if view.mode in PLAIN_MODES:
        mark("mode", PLAIN_MODES.index(view.mode))
    tricks = [(trick.leader, trick.cards) for trick in view.tricks]
    if not view.trick_open and view.leader is not None:
        tricks.append((view.leader, view.trick))
    for number, (leader, cards) in enumerate(tricks[:9]):
        mark("leaders", 4 * number + seat(leader))
        for place, card in enumerate(cards):
            mark("cards", 36 * (4 * number + place) + card.index)
            if (leader + place) % 4 == view.seat:
                mark("dealt", card.index)
    for said in view.weise:
        who = seat(said.seat)
        mark("weis", who, said.points / STATED)
        for card in said.weis.cards if said.weis is not None else ():
            mark("weis cards", 36 * who + card.index)
        if said.top is not None:
            mark("weis top", 9 * who + list(type(said.top)).index(said.top))
        mark("weis trump", who, float(said.trump or 0))
    for side in (0, 1):
        mark("written", side, view.totals[(view.seat + side) % 2] / WRITTEN)
    return state
