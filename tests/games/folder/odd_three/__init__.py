"""A deliberately odd game that nobody plays: three players, twelve cards, a secret bid for trump, and the fewest points win.

Everybody writes down a number from 0 to 9 in secret. The highest one (of equal ones the first after the dealer) plays Obenabe
if it is even and Undeufe if it is odd, and leads; every point taken costs one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puur.core.deal import Deal, Phase
from puur.core.event_fields import Seat
from puur.core.events import Event
from puur.core.form import Amount, Form
from puur.core.known import Known, known
from puur.core.ledger import Entry
from puur.core.mode import OBENABE, UNDEUFE, Mode
from puur.core.reglement import Source
from puur.log.registry import GAME, Words

if TYPE_CHECKING:
    import random

    from puur.core.game import Game
    from puur.core.reglement import Reglement
    from puur.core.view import View


@dataclass(frozen=True, slots=True)
class Whispered(Event):
    """A secret bid."""

    seat: Seat
    number: int = known(Known.AFTER)


class OddThree(Form):
    """The odd game."""

    name = "odd-three"
    players = (3,)
    lower_wins = True

    def sides(self, players: int) -> tuple[int, ...]:
        return tuple(range(players))

    def open_bidding(self, game: Game, deal: Deal) -> None:
        deal.own = {}
        deal.first_speaker = deal.speaker = deal.after(deal.dealer)

    def awaited(self, game: Game, deal: Deal) -> tuple[int, ...]:
        return tuple(seat for seat in game.seats if seat not in deal.own)

    def options(self, game: Game, deal: Deal, seat: int) -> Iterable[Event]:
        return ()

    def amounts(self, game: Game, deal: Deal, seat: int) -> tuple[Amount, ...]:
        return (Amount(Whispered(seat, 0), "number", 0, 9, "odd"),) if seat in self.awaited(game, deal) else ()

    def next_dealer(self, game: Game) -> int:
        return game.deals[-1].after(game.deals[-1].dealer)

    def entries(self, game: Game, deal: Deal) -> list[Entry]:
        taken = list(deal.points)
        if deal.last is not None:
            taken[deal.last] += game.book.scoring.last_trick
        return [
            Entry(deal.number, seat, Source.STICH, points, 1, points, game.book.rule("scoring.total"), deal.length)
            for seat, points in enumerate(taken)
        ]

    def ways(self, book: Reglement) -> Mapping[str, tuple[Mode, ...]]:
        return {str(mode): (mode,) for mode in (OBENABE, UNDEUFE)}

    def shown(self, game: Game, seat: int | None) -> Mapping[str, object]:
        own = game.deals[-1].own if game.deals else None
        over = bool(game.deals) and game.deals[-1].phase is Phase.OVER
        return {} if own is None else {"whispered": [own.get(each) if over or each == seat else None for each in game.seats]}

    def advice(self, view: View, rng: random.Random) -> Event | None:
        if view.amounts:
            return view.amounts[0].filled(rng.randint(0, 9))
        return rng.choice(view.options) if view.options else None


def whisper(game: Game, event: Whispered) -> None:
    deal = game.deal
    if game.over or deal.phase is not Phase.BIDDING or event.seat in deal.own:
        raise game.refuse("form", "prediction-not-now", seat=event.seat)
    if not 0 <= event.number <= 9:
        raise game.refuse("form", "prediction-range", points=event.number, most=9)
    deal.own[event.seat] = event.number
    if len(deal.own) == len(game.seats):
        order = [(deal.first_speaker + step) % 3 for step in range(3)]
        leader = max(order, key=lambda seat: deal.own[seat])
        deal.begin(UNDEUFE if deal.own[leader] % 2 else OBENABE, leader, leader, 1)


GAME.add(Whispered, words=Words("flüstert", "number"))
OddThree.handlers = {Whispered: whisper}
FORM = OddThree()
