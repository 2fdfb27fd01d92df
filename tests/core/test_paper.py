"""Games known from paper: results without cards, to the last deal that was broken off."""

from __future__ import annotations

from typing import Any

from puur.core.events import ResultEntered
from puur.core.mode import parse_mode
from puur.notation import format_jass, parse_jass
from puur.notation.record import Record
from tests.support import refused, snapshot, submit, table


def result(one: int, two: int, mode: str = "E", **more: Any) -> ResultEntered:
    return ResultEntered((one, two), parse_mode(mode), **more)


def test_the_last_deal_of_a_partie_may_be_broken_off() -> None:
    # UB-END-01: 1950 and 30 + 25 is 2005; the remaining tricks are not scored.
    game = submit(table("ub2024", totals=(1950, 1200), bergpreis=0), result(55, 10, basis="broken-off"))
    assert game.over
    assert game.winner == 0
    assert game.totals() == (2005, 1210)
    assert not game.schneider


def test_a_deal_is_broken_off_only_when_somebody_is_out() -> None:
    game = table("ub2024", totals=(1900, 1200), bergpreis=0)
    refused(game, result(55, 10, basis="broken-off"), reason="nobody-out")
    refused(game, result(157, 0, basis="broken-off"), reason="not-broken-off")
    refused(game, result(55, 10), rule="UB-POINTS-06", reason="control-sum")


def test_a_passe_has_no_broken_off_deals() -> None:
    refused(table("tam2014-es"), result(55, 10, basis="broken-off"), reason="not-broken-off")


def test_a_broken_off_deal_is_in_the_record() -> None:
    game = submit(table("ub2024", totals=(1950, 1200), bergpreis=0), result(55, 10, basis="broken-off"))
    record = Record(book="ub2024", setup=game.setup, events=tuple(game.events))
    text = format_jass(record)
    assert "abgebrochen" in text
    assert snapshot(parse_jass(text).events) == snapshot(tuple(game.events))
