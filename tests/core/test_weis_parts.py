"""The Weise inside a Weis, written out by hand."""

from __future__ import annotations

import pytest

from puur.core.weis import contained_in, parse_weis


@pytest.mark.parametrize(
    ("whole", "parts"),
    [
        ("R6-R7-R8", "R6-R7-R8"),
        ("R6-R7-R8-R9", "R6-R7-R8-R9 R6-R7-R8 R7-R8-R9"),
        ("R6-R7-R8-R9-RB", "R6-R7-R8-R9-RB R6-R7-R8-R9 R7-R8-R9-RB R6-R7-R8 R7-R8-R9 R8-R9-RB"),
    ],
)
def test_a_run_holds_every_shorter_run_of_three_and_more(whole: str, parts: str) -> None:
    assert sorted(map(str, contained_in(parse_weis(whole)))) == sorted(str(parse_weis(part)) for part in parts.split())
