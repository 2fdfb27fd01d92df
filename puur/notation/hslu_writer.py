"""Writing the complete deals of a record as an HSLU or Swisslos game log, and saying what gets lost."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from puur.core import events as ev
from puur.core.cards import CARDS, Card
from puur.core.mode import Mode
from puur.core.seats import next_seat, partner_of
from puur.core.setup import Setup
from puur.notation.hslu import MODES, NAME_OF, NAMES, VERSION, Loss, Lost, is_date, judge
from puur.notation.record import Record


@dataclass(slots=True)
class _Deal:
    """What a log holds of a deal."""

    dealer: int
    pushed: bool = False
    mode: Mode | None = None
    announcer: int | None = None
    played: list[tuple[int, Card]] = field(default_factory=list)

    def log(self) -> dict[str, Any]:
        assert self.mode is not None
        tricks = []
        for number in range(9):
            trick = self.played[4 * number : 4 * number + 4]
            taker, points = judge(number, trick, self.mode)
            cards = [NAME_OF[card] for _, card in trick]
            tricks.append({"cards": cards, "points": points, "win": -taker % 4, "first": -trick[0][0] % 4})
        return {
            "version": VERSION,
            "trump": MODES.index(self.mode),
            "dealer": -self.dealer % 4,
            "currentPlayer": -1,
            "forehand": 0 if self.pushed else 1,
            "tricks": tricks,
            "player": [{"hand": []} for _ in range(4)],
            "jassTyp": "SCHIEBER",
        }


def write_hslu(record: Record, *, swisslos: bool = False) -> tuple[str, list[Lost]]:
    """The complete deals of a record as log entries, or as one Swisslos line, empty without any; and what is left behind."""
    deals, lost = _deals(record)
    if record.setup != Setup(names=NAMES) or set(record.tags) - {"date", "hslu-players"}:
        lost.append(Lost(Loss.SETUP))
    lost.append(Lost(Loss.BOOK, record.book))
    names = record.tags.get("hslu-players", "").split()
    players: list[int | str] = [0, 0, 0, 0]
    if len(names) == 4:
        players = [int(name) if name.isascii() and name.isdigit() and len(name) < 16 else name for name in names]
    date = record.tags.get("date", "")
    if not deals:
        return "", lost
    if swisslos:
        prefix = f"{date},000 | INFO |  |  |  |  | " if is_date(date) else ""
        return prefix + json.dumps({"players": players, "rounds": [deal.log() for deal in deals]}) + "\n", lost
    entries = [{"game": deal.log(), "date": date, "player_ids": players} for deal in deals]
    return "".join(json.dumps(entry, ensure_ascii=False) + "\n" for entry in entries), lost


def _deals(record: Record) -> tuple[list[_Deal], list[Lost]]:
    """The deals that a log can hold."""
    deals: list[_Deal] = []
    left: dict[Loss, int] = {}

    def leave(what: Loss) -> None:
        left[what] = left.get(what, 0) + 1

    current: _Deal | None = None
    for event in record.events:
        match event:
            case ev.HandsRecorded(dealer) | ev.Shuffled(dealer):
                if current is not None and current.played:
                    leave(Loss.UNFINISHED)
                current = _Deal(dealer)
            case ev.Cut() | ev.Dealt() | ev.Turned() | ev.ShuffleRefused() | ev.CardDrawn() | ev.DealerNamed():
                pass
            case ev.Pushed():
                if current is not None:
                    current.pushed = not current.pushed
            case ev.Announced(seat, mode):
                if current is not None:
                    current.announcer, current.mode = seat, mode
            case ev.CardPlayed(seat, card):
                if current is None:
                    leave(Loss.UNFINISHED)
                    continue
                current.played.append((seat, card))
                if len(current.played) == len(CARDS):
                    if (unfit := _unfit(current)) is None:
                        deals.append(current)
                    else:
                        leave(unfit)
                    current = None
            case ev.ResultEntered():
                leave(Loss.NO_CARDS)
            case ev.DealAnnulled():
                current = None
                leave(Loss.UNFINISHED)
            case _:
                leave(Loss.EVENTS)
    if current is not None:
        leave(Loss.UNFINISHED)
    return deals, [Lost(what, str(count)) for what, count in left.items()]


def _unfit(deal: _Deal) -> Loss | None:
    """Why the format cannot hold a complete deal: it knows six modes, and tells who announced from the dealer."""
    if deal.mode not in MODES:
        return Loss.MODE
    first = next_seat(deal.dealer)
    announcer = partner_of(first) if deal.pushed else first
    return None if deal.played[0][0] == first and deal.announcer == announcer else Loss.SPEAKER
