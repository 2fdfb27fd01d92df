"""What a seat sees of a deal, as the numbers that a network reads: the layout, and the numbers of a whole batch.

For each suit nine ranks on every plane of `PLANES`, then the three `FLAGS`; beside the suits the numbers of `FACTS`. Nothing here
looks into another hand; `hidden` does, for the critic that helps in training. `bots.sight` makes the same from a view. What each
means stands in docs/observations.md.
"""

from __future__ import annotations

from collections.abc import Mapping

from puur.fast.batch import DEAL, FAR, TRUMP, Array, Batch

PLANES = (
    "own", "played by me", "played by the next", "played by the partner", "played by the last", "lies from the next",
    "lies from the partner", "lies from the last", "legal", "when", "led", "won", "next may hold", "partner may hold",
    "last may hold", "next holds", "partner holds", "last holds", "beats the trick", "highest left", "value", "strength",
    "strength in the next trick",
)  # fmt: skip
FLAGS = ("trump now", "trump of the deal", "led")
PER_SUIT = 9 * len(PLANES) + len(FLAGS)
FACTS = {
    "blocks": 27, "values": 3, "announcer": 4, "pushed": 1, "trick": 9, "place": 4, "points": 2, "pot": 1, "winning": 4,
    "match": 1, "match possible": 2, "need": 2, "no target": 1, "prize": 1, "weis": 1, "stated": 3,
}  # fmt: skip
WIDE = sum(FACTS.values())
NEAR = 257.0  # a need beyond a whole deal with Match is as good as none
STATED = 100.0
VALUE = 20.0


def starts(fields: Mapping[str, int]) -> dict[str, int]:
    """Where each field begins."""
    begins, at = {}, 0
    for name, width in fields.items():
        begins[name] = at
        at += width
    return begins


AT = starts(FACTS)


def observed(batch: Batch, legal: Array, suits: Array, facts: Array) -> None:
    """Write what the seat to play sees into `suits[n, 4, PER_SUIT]` and `facts[n, WIDE]`."""
    kit, n, rows, seat, said = batch.kit, batch.n, batch.rows, batch.seat, batch.said
    where = kit.xp.where
    block = batch.block
    planes = suits[:, :, : 9 * len(PLANES)].reshape(n, 4, len(PLANES), 9)

    def put(plane: int, values: Array) -> None:
        planes[:, :, plane] = values.reshape(-1, 4, 9)

    others = [(seat + step) % 4 for step in (1, 2, 3)]
    own = batch.hand[rows, seat]
    played = batch.by >= 0
    turn = (batch.by - seat[:, None]) % 4
    put(0, own)
    for step in range(4):
        put(1 + step, played & (turn == step))
    for step, other in enumerate(others):
        put(5 + step, batch.table[rows, other])
        put(12 + step, ~played & ~own & ~batch.barred[rows, other] & _free(batch, other))
        put(15 + step, batch.sure[rows, other])
    put(8, legal)
    put(9, batch.when)
    put(10, batch.led)
    put(11, batch.won)
    power = kit.power[block, batch.led_suit] if batch.ply % 4 else kit.strength[block]
    put(18, legal & (power > batch.best_power[:, None]))
    ordered = ~played[rows[:, None], kit.strongest_first[block]].reshape(n, 4, 9)
    first = (kit.number(ordered) * kit.falling).argmax(axis=2)[:, :, None]
    highest = ordered & (kit.count(9) == first)
    put(19, highest.reshape(n, 36)[rows[:, None], kit.place[block]])
    put(20, batch.value / VALUE)
    put(21, kit.strength[block] / 9)
    put(22, kit.strength[said.blocks[:, min(batch.ply // 4 + 1, 8)]] / 9)
    flags = suits[:, :, 9 * len(PLANES) :]
    flags[:] = 0
    flags[:, 0, 0] = block == TRUMP
    flags[:, 0, 1] = (said.blocks == TRUMP).any(axis=1)
    if batch.ply % 4:
        flags[:, :, 2] = batch.led_suit[:, None] == kit.count(4)

    trick, place, side = batch.ply // 4, batch.ply % 4, seat % 2
    facts[:] = 0
    three, four = kit.count(3), kit.count(4)
    ahead = said.blocks[:, trick:, None] == three
    facts[:, AT["blocks"] : AT["blocks"] + 27 - 3 * trick] = ahead.reshape(n, -1)
    facts[:, AT["values"] : AT["values"] + 3] = said.values[:, None] == three
    facts[:, AT["announcer"] : AT["announcer"] + 4] = ((said.announcer - seat) % 4)[:, None] == four
    if place:
        facts[:, AT["winning"] : AT["winning"] + 4] = ((batch.best - seat) % 4)[:, None] == four
    facts[:, AT["pushed"]] = said.pushed
    facts[:, AT["trick"] + trick] = 1
    facts[:, AT["place"] + place] = 1
    facts[:, AT["pot"]] = batch.pot / DEAL
    facts[:, AT["match"]] = said.match / DEAL
    for whose, team in enumerate((side, 1 - side)):
        made, need = batch.points[rows, team], said.need[rows, team]
        facts[:, AT["points"] + whose] = made / DEAL
        facts[:, AT["match possible"] + whose] = (batch.tricks[rows, 1 - team] == 0) & (said.match > 0)
        near = where(need - made > NEAR, NEAR + 0.0 * need, need - made)
        facts[:, AT["need"] + whose] = where(need >= FAR, 0.0 * need, near / DEAL)
    facts[:, AT["no target"]] = (said.need >= FAR).all(axis=1)
    facts[:, AT["prize"]] = said.prize
    facts[:, AT["weis"]] = said.weis
    for step, other in enumerate(others):
        spoken = played & (batch.by == other[:, None])
        facts[:, AT["stated"] + step] = where(spoken.any(axis=1), said.stated[rows, other] / STATED, 0.0 * said.prize)


def _free(batch: Batch, seat: Array) -> Array:
    """Cards that nobody else is known to hold."""
    return batch.sure[batch.rows, seat] | ~batch.sure.any(axis=1)


def hidden(batch: Batch, others: Array) -> None:
    """Write the hands of the three others into `others[n, 4, 27]`."""
    for step in (1, 2, 3):
        others[:, :, 9 * (step - 1) : 9 * step] = batch.hand[batch.rows, (batch.seat + step) % 4].reshape(-1, 4, 9)
