"""Games known from paper: results without cards, to the last deal that was broken off."""

from __future__ import annotations

from typing import Any

import pytest

from puur.core.events import ResultEntered, Thanked
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


@pytest.mark.rule("AJZ-3.4-23")
def test_ajz_3_4_23_a_deal_is_broken_off_only_when_somebody_is_out_where_false_thanks_cost_points() -> None:
    # «Falsches Bedanken = -500 Punkte»: the Spiel goes on, so nothing was broken off below 1999.
    refused(table("ajz08", totals=(1900, 1200)), result(55, 10, basis="broken-off"), reason="nobody-out")


@pytest.mark.rule("UB-AUSM-05", "JR-BED-06")
@pytest.mark.parametrize("key", ["ub2024", "jassregeln"])
def test_ub_ausm_05_jr_bed_06_a_deal_that_false_thanks_broke_off_on_paper(key: str) -> None:
    # «Wer sich irrtümlicherweise bedankt und die definierte Punktzahl noch nicht erreicht hat, verliert das Spiel.»
    # «Wer sich bedankt, ohne das vorgegebene Punkteziel zu erreichen, hat verloren.» 900 and 55 is 955, under both targets.
    berg = {"bergpreis": 0} if key == "ub2024" else {}
    game = submit(table(key, totals=(900, 400), **berg), result(55, 10, basis="broken-off"))
    assert not game.over
    refused(game, result(100, 57), reason="thanks-after-break")
    submit(game, Thanked(2))
    assert (game.over, game.winner, game.totals()) == (True, 1, (955, 410))


def test_a_deal_is_broken_off_before_its_last_trick() -> None:
    game = table("ub2024", totals=(1900, 1200), bergpreis=0)
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


@pytest.mark.rule("AJZ-2.2.1-57")
@pytest.mark.parametrize("before", [1944, 1950])
def test_ajz_2_2_1_57_a_deal_is_broken_off_at_the_target_and_beyond_it(before: int) -> None:
    # The target is 1999: 1944 + 55 is just that, 1950 + 55 is 2005.
    game = submit(table("ajz08", totals=(before, 1200)), result(55, 10, basis="broken-off"))
    assert game.totals() == (before + 55, 1210)
