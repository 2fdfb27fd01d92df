"""Who deals first where a table does not say so."""

from __future__ import annotations

import random

from puur.core.housekeeping import seated
from puur.core.reglement import FirstDealer
from puur.core.setup import Setup
from tests.support import book


def test_chance_names_the_first_dealer_only_where_the_book_leaves_it_to_an_agreement() -> None:
    """The numbers that chance draws are those of Python's generator with the same seed; whom people have named stays."""
    handed = book("jassregeln", dealing__first_dealer=FirstDealer.HANDED)
    for seed in range(8):
        assert seated(handed, Setup(), random.Random(seed)).first_dealer == random.Random(seed).randrange(4)
    assert seated(handed, Setup(first_dealer=2), random.Random(0)).first_dealer == 2
    for other in FirstDealer:
        if other is not FirstDealer.HANDED:  # cards are drawn, or the book says who
            assert seated(book("jassregeln", dealing__first_dealer=other), Setup(), random.Random(0)).first_dealer is None
