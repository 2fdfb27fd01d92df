"""When the score is looked at: entries out of order, points moved by a ruling. How games end is in the corpus (`ending.json`)."""

from __future__ import annotations

from puur.core.effects import PointsMoved
from puur.core.events import RulingMade
from puur.core.ledger import Entry, Ledger
from puur.core.reglement import Source
from tests.support import B, endgame, play


def entry(deal: int, team: int, source: Source, points: int) -> Entry:
    """An entry without a factor."""
    return Entry(deal, team, source, points, 1, points, "JR-WRITE-02")


def test_a_deal_written_after_the_next_one_hides_nothing() -> None:
    """A Schreiber may write the result of deal 1 while deal 2 is played (JR-WRITE-02); the Weis of deal 2 is written before it."""
    ledger = Ledger()
    ledger.add(entry(2, 0, Source.WEIS, 50))
    ledger.add(entry(1, 1, Source.STICH, 62))
    assert ledger.of_deal(2) == (entry(2, 0, Source.WEIS, 50),)
    ledger.strike(2, Source.WEIS)
    ledger.add(entry(2, 0, Source.WEIS, 70))  # with a further Weis, instead of the 50 and not beside them
    assert ledger.totals == [70, 62]


def test_points_that_a_ruling_moves_count_at_once() -> None:
    """985 and 10 points of the opponents make 995, with a trick of 25 (S9 and SA) 1020, long before the deal ends."""
    game = endgame("jassregeln", "S", points=(85, 42), totals=(900, 200), A="S9 R6", B="SA R7", C="S7 R8", D="S6 L6")
    game.submit(RulingMade("JR-LOOK-04", "looking", B, (PointsMoved(0, 10),)))
    assert game.totals() == (995, 232)
    play(game, "S9 SA S7 S6")
    assert game.totals() == (1020, 232)
