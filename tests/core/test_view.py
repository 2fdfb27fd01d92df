"""What a seat is offered besides cards and bids, and when."""

from __future__ import annotations

import pytest

from puur.core.events import Claimed, Conceded, Turned
from puur.core.setup import Turning
from puur.core.view import view_of
from tests.support import A, B, C, D, dealt, fill, play_trick

ALL_TRICKS = fill(A="L6 L7 L8 L9 LB LU LO LK LA")  # A makes every trick


def offered(game) -> list[set[str]]:
    """By seat: what may be laid open or given up now."""
    kinds = (Claimed, Conceded)
    return [{type(event).__name__ for event in view_of(game, seat).besides if isinstance(event, kinds)} for seat in (A, B, C, D)]


@pytest.mark.parametrize(("book", "own"), [("ajz08", {"Claimed"}), ("jassregeln", {"Claimed", "Conceded"}), ("nws2020", set())])
def test_only_who_is_on_turn_may_lay_the_cards_open_or_concede(book: str, own: set[str]) -> None:
    """AJZ-2.2.1-43: whoever means to make all tricks; AJZ-2.2.1-20: all deals are played out. NWS-6-08: all nine tricks are
    played. JR: Rest verlangen, and a Match may be accepted (JR-STOE-06) as long as one has no trick."""
    bidding = dealt(book, hands=ALL_TRICKS)
    assert offered(bidding) == [set()] * 4
    game = dealt(book, "L", hands=ALL_TRICKS, turning=Turning.EXPLICIT)
    assert offered(game) == [own, set(), set(), set()]
    play_trick(game)
    won = own - {"Conceded"}
    assert offered(game) == [won, set(), set(), set()]  # the trick lies open: still only A
    game.submit(Turned(A))
    for _ in range(7):
        play_trick(game)
        game.submit(Turned(A))
    assert offered(game) == [set()] * 4  # one card is left: it is simply played
