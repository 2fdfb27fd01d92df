"""The Coiffeur's sheet: what a field costs, and when it is better to push."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from puur.bots.network import trained
from puur.bots.sheet import HANDS, Sheet, sheet_of
from puur.core.mode import OBENABE, UNDEUFE
from puur.reglement import load


class Flat:
    """Says of every hand the same for every mode."""

    def offers(self, rows: np.ndarray) -> np.ndarray:
        return np.full(rows.shape[:2], 0.25, np.float32)


def test_where_all_hands_are_alike_a_field_costs_what_it_brings() -> None:
    """By hand: whoever fills a field of factor f gets 0.25 f, now or later, so nothing is gained by waiting."""
    sheet = Sheet(Flat(), [("obenabe", 5), ("undeufe", 6)], {"obenabe": [OBENABE], "undeufe": [UNDEUFE]}, 4)  # type: ignore[arg-type]
    assert sheet.worth.tolist() == pytest.approx([0.0, 1.25, 1.5, 2.75])
    place, better = sheet.choose([("obenabe", 1.25), ("undeufe", 1.5)], ["obenabe", "undeufe"], 0)
    assert better == pytest.approx(0.0, abs=1e-6)
    place, better = sheet.choose([("obenabe", 1.25), ("undeufe", 2.5)], ["obenabe", "undeufe"], 0)
    assert (place, better > 0.9) == (1, True)
    place, better = sheet.choose([("obenabe", -3.0), ("undeufe", -2.0)], ["obenabe", "undeufe"], 0)
    assert better < 0  # the opponents may fill one of theirs instead


def test_in_zwang_a_hand_that_spoils_every_field_spoils_the_cheapest() -> None:
    """By hand: with 0.5 lost at any factor, the field that counts once costs least, and the dear one stays for a better hand."""
    sheet = sheet_of(load("tam2014-cp"))
    assert sheet is not None
    factors = dict(zip(sheet.names, range(1, 11), strict=True))
    brought = [(name, -0.5 * factor) for name, factor in factors.items()]
    place, _ = sheet.choose(brought, sheet.names, 4)
    assert brought[place][0] == "E"


def test_more_open_fields_are_worth_more_and_hands_are_dealt_fairly() -> None:
    sheet = sheet_of(load("tam2014-cp"))
    assert sheet is not None
    full = len(sheet.worth) - 1
    assert sheet.gains.shape == (HANDS, 10)
    smaller = [full >> shift for shift in range(11)]
    assert all(sheet.worth[larger] > sheet.worth[less] for larger, less in pairwise(smaller))
    assert sheet_of(load("tam2014-cp")) is sheet  # reckoned out once
    assert trained() is trained()
