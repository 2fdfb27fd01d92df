"""An evening in the year of its club: what it counts by the book, its entry fees once, corrections, and taking it back."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from puur.cli.app import main
from puur.core.errors import Refusal
from puur.evening.evening import Evening
from puur.evening.events import CheckedIn, Entered, PenaltyGiven, RankingClosed, RankingReopened
from puur.evening.files import evening_to_plain
from puur.evening.state import EveningSetup
from puur.reglement import load
from puur.reglement.season import EveningsCount
from puur.season import evenings
from puur.season.debts import Sort
from puur.season.dues import settle
from puur.season.state import Club
from puur.season.yearly import standings
from tests.evening.evenings import result_entered, start, submit
from tests.season.support import club, season
from tests.season.support import seat as line_up

BY_RANK: dict[str, Any] = {"evenings": EveningsCount.RANK, "evening_points": (25, 18, 15, 0)}


def held(*names: str, fee: int = 1000) -> Evening:
    """An evening of one round under the 12 deals of TAM 2014: the first table wins 1000 to 884, the second 900 to 984."""
    evening = Evening(load("tam2014-es"), EveningSetup(name="Dorfjass", date="2018-05-19", seed="Los", rounds=1))
    for name in names:
        evening.submit(Entered(name, name.upper()))
        evening.submit(CheckedIn(name, paid=fee, accepted=True))
    start(evening)
    for table, points in zip(evening.rounds[0].tables, ((1000, 884), (900, 984)), strict=True):
        submit(evening, result_entered(1, table.number, points=points))
    return submit(evening, RankingClosed())


def taken(own: Club, evening: Evening, code: str = "ABENDTAG") -> int:
    events = evenings.taken(own, evening, code)
    for event in events:
        own.submit(event)
    return len(events)


PEOPLE = ("a1", "a2", "b1", "b2", "c1", "fremd1", "fremd2", "x")  # x is known to the club, and no member


def expected(evening: Evening) -> dict[str, int]:
    """Who has how many points, from the seats and the four results alone."""
    points = {}
    for table, sides in zip(evening.rounds[0].tables, ((1000, 884), (900, 984)), strict=True):
        for place, seat in enumerate(table.seats):
            points[str(seat.player)] = sides[place % 2]
    return points


def test_the_total_counts_like_a_further_day() -> None:
    own, evening = club(evenings=EveningsCount.TOTAL), held(*PEOPLE)
    assert taken(own, evening) == 2
    worth = expected(evening)
    assert {line.member: line.points for line in standings(own, 2018)} == {
        name: worth[name] for name in ("a1", "a2", "b1", "b2", "c1")
    }
    assert next(line for line in standings(own, 2018) if line.member == "a1").results == {9: worth["a1"]}  # behind eight Jasstage
    assert evenings.guests(own, evening) == ["FREMD1", "FREMD2"]
    assert taken(own, evening) == 0  # once


def test_points_by_rank_the_last_for_all_below() -> None:
    own, evening = club(**BY_RANK), held(*PEOPLE)
    taken(own, evening)
    worth = expected(evening)
    place = {name: 1 + sum(other > points for other in worth.values()) for name, points in worth.items()}  # shared ranks
    by_place = {1: 25, 3: 15, 5: 0, 7: 0}  # two each share the places 1, 3, 5 and 7
    assert {line.member: line.points for line in standings(own, 2018)} == {
        name: by_place[place[name]] for name in ("a1", "a2", "b1", "b2", "c1")
    }


def test_a_book_that_says_nothing_gets_the_fees_alone() -> None:
    own, evening = club(), held(*PEOPLE)
    assert taken(own, evening) == 1
    assert not standings(own, 2018)
    with pytest.raises(Refusal, match="evening-nothing"):
        own.submit(evenings.counted(own, evening, "ABENDTAG"))


def test_entry_fees_are_booked_once_and_what_comes_later_as_the_difference() -> None:
    own, evening = club(evenings=EveningsCount.TOTAL), held(*PEOPLE)
    taken(own, evening)
    cash = own.book.accounts["cash"]
    assert own.ledger.balances()[cash] == Decimal("80.00")  # eight times ten francs
    evening.players["a1"].paid = 1500
    assert taken(own, evening) == 1
    assert own.ledger.balances()[cash] == Decimal("85.00")
    assert sum(own.ledger.balances().values()) == 0


def test_an_unpaid_entry_fee_is_a_debt_until_it_is_paid_or_the_evening_taken_back() -> None:
    own, evening = club(evenings=EveningsCount.TOTAL), held(*PEOPLE)
    evening.players["a1"].paid, evening.players["b1"].paid = 0, 400

    def book() -> dict[str, Decimal]:
        for event in evenings.unpaid(own, evening, "ABENDTAG", 1000):
            own.submit(event)
        return {charge.debtor: charge.open for charge in own.ledger.charges.values() if charge.open}

    assert book() == {"a1": Decimal(10), "b1": Decimal(6)}  # ten francs less what was paid at the door
    assert evenings.unpaid(own, evening, "ABENDTAG", 1000) == []  # once
    evening.players["a1"].paid = 1000
    assert book() == {"b1": Decimal(6)}
    evening.players["a1"].paid = 0  # it was somebody else's
    assert book() == {"a1": Decimal(10), "b1": Decimal(6)}
    for event in evenings.back(own, evening, "ABENDTAG", "Probe"):
        own.submit(event)
    assert not any(charge.open for charge in own.ledger.charges.values())
    assert sum(own.ledger.balances().values()) == 0


def test_a_correction_shows_what_it_changes_and_taking_back_takes_all_back() -> None:
    own, evening = club(evenings=EveningsCount.TOTAL), held(*PEOPLE)
    taken(own, evening)
    before = Club(own.book, own.events)
    first = evening.rounds[0].tables[0]
    submit(evening, RankingReopened("verschrieben"), result_entered(1, first.number, points=(1100, 784), reason="verschrieben"))
    with pytest.raises(Refusal, match="evening-open"):
        evenings.taken(own, evening, "ABENDTAG")
    submit(evening, RankingClosed())
    assert taken(own, evening) == 1
    changed = {change.member: (change.before, change.after) for change in evenings.changes(before, own, 2018)}
    members = [seat.player for seat in first.seats if seat.player in ("a1", "a2", "b1", "b2", "c1")]
    gained = {name: after[1] - was[1] for name, (was, after) in changed.items() if was and after and after[1] != was[1]}
    assert gained == {name: 100 if first.place_of(name) in (0, 2) else -100 for name in members}
    for event in evenings.back(own, evening, "ABENDTAG", "Testabend"):
        own.submit(event)
    assert not standings(own, 2018)
    assert own.ledger.balances()[own.book.accounts["cash"]] == 0
    with pytest.raises(Refusal, match="evening-not-counted"):
        evenings.back(own, evening, "ABENDTAG", "noch einmal")
    assert taken(own, evening) == 2  # and it can count again


def test_a_closed_year_says_so() -> None:
    own, evening = club(evenings=EveningsCount.TOTAL), held(*PEOPLE)
    own.trophies[2018] = "a1"
    with pytest.raises(Refusal, match="year-over"):
        taken(own, evening)


def test_two_of_the_same_name_get_no_result_of_the_other() -> None:
    own, evening = club(evenings=EveningsCount.TOTAL), held(*PEOPLE)
    own.roster.people["z"] = replace(own.roster.people["z"], name="A1")
    taken(own, evening)
    assert "a1" not in {line.member for line in standings(own, 2018)}


def test_nobody_gets_the_result_of_another_with_the_same_name() -> None:
    own, evening = club(evenings=EveningsCount.TOTAL), held(*PEOPLE)
    evening.players["fremd1"].name = "A1"  # two at the evening
    assert "a1" not in evenings.known_at(own, evening, {}).values()
    assert evenings.known_at(own, evening, {"fremd1": "a1"})["fremd1"] == "a1"  # unless one of them is known
    evening.players["fremd1"].name = "FREMD1"
    known = evenings.known_at(own, evening, {"fremd1": "a1"})
    assert [player for player, person in known.items() if person == "a1"] == ["fremd1"]  # the other one only has the name


def test_fines_of_rulings_are_debts_once_and_go_back_with_their_surcharges() -> None:
    own, evening = club(evenings=EveningsCount.TOTAL), held(*PEOPLE, fee=0)
    submit(evening, RankingReopened("Nachtrag"))
    fine = PenaltyGiven("a1", 0, "Handy am Tisch", "Hausordnung 3", fine=2000)
    submit(evening, fine, fine, PenaltyGiven("fremd1", 0, "Handy am Tisch", "Hausordnung 3", fine=500), RankingClosed())
    assert taken(own, evening) == 3  # that it counts, and two fines: the club knows no FREMD1
    assert taken(own, evening) == 0
    assert own.ledger.balance(own.ledger.debtor("a1")) == Decimal("40.00")
    assert {charge.rule for charge in own.ledger.of_person("a1")} == {"Hausordnung 3"}
    settle(own, date(2018, 6, 30))  # unpaid after ten and twenty days: raised (AJZ-1.3-19, AJZ-1.3-20)
    assert own.ledger.balance(own.ledger.debtor("a1")) > Decimal("40.00")
    ruled = [event for event in evening.events if event != fine]
    without = Evening.replay(evening.book, evening.setup, [*ruled[:-1], fine, ruled[-1]])
    for event in evenings.fines(own, without, "ABENDTAG"):
        own.submit(event)
    settle(own, date(2018, 5, 20))
    standing = [charge for charge in own.ledger.of_person("a1") if not charge.reversed and charge.sort is Sort.FINE]
    assert [charge.amount for charge in standing] == [Decimal("20.00")]
    for event in evenings.back(own, without, "ABENDTAG", "Testabend"):
        own.submit(event)
    assert own.ledger.balance(own.ledger.debtor("a1")) == 0
    assert taken(own, without) == 2  # and once more, the fine under a key of its own
    assert sum(own.ledger.balances().values()) == 0


def test_an_evening_counts_for_a_single_series_where_the_book_says_so() -> None:
    own, evening = season(evenings=EveningsCount.TOTAL, evening_series=True), held(*PEOPLE, fee=0)
    with pytest.raises(Refusal, match="no-series"):
        evenings.taken(own, evening, "ABENDTAG", "B")  # nobody is lined up yet
    line_up(own, 4)  # the Jasstag before 2018-05-19: a1 a2 a3 in Serie A, b1 b2 b3 in Serie B
    for event in evenings.taken(own, evening, "ABENDTAG", "B"):
        own.submit(event)
    worth, coefficient = expected(evening), own.book.series.coefficients["B"]
    assert {line.member: line.points for line in standings(own, 2018)} == {
        name: int(worth[name] * coefficient + Decimal("0.5")) for name in ("b1", "b2")
    }
    better = max(("b1", "b2"), key=lambda name: worth[name])
    ranks = {person: rank for person, rank, _ in own.evenings["ABENDTAG"].results}
    assert ranks[better] == 1  # among themselves
    for event in evenings.back(own, evening, "ABENDTAG", "doch nicht"):
        own.submit(event)
    assert not standings(own, 2018)
    strict = season(evenings=EveningsCount.TOTAL)
    line_up(strict, 4)
    with pytest.raises(Refusal, match="evening-series"):
        strict.submit(evenings.counted(strict, evening, "ABENDTAG", series="B"))


def test_the_same_from_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    book = tmp_path / "dorf.toml"
    book.write_text('key = "dorf"\ntitle = "Dorf"\nsource = "Dorf, Art. 1"\nextends = "ajz08"\n[season]\nevenings = "total"\n')
    file, evening = tmp_path / "club.jsonl", tmp_path / "abend.json"
    evening.write_text(json.dumps(evening_to_plain(held(*PEOPLE))))

    def run(*words: str) -> str:
        with pytest.raises(SystemExit) as ended:
            main(["--plain", "--lang", "de", "club", *words])
        out, err = capsys.readouterr()
        assert not ended.value.code, err
        return out

    run("new", str(file), "--settings", "dorf.toml")
    for name in ("a1", "b1"):
        run("enter", str(file), "person-added", f"person={name}", f"name={name.upper()}")
        run("enter", str(file), "member-admitted", f"person={name}", "on=2010-01-01")
    told = run("evening", str(file), str(evening))
    assert ("A1" in told, "FREMD1" in told) == (True, True)
    assert json.loads(run("standings", str(file), "2018", "--json")) == []  # only shown
    run("evening", str(file), str(evening), "--do")
    worth = expected(held(*PEOPLE))
    listed = json.loads(run("standings", str(file), "2018", "--json"))
    assert {line["member"]: line["points"] for line in listed} == {"a1": worth["a1"], "b1": worth["b1"]}
    assert "nichts" in run("evening", str(file), str(evening), "--do").casefold()
    run("evening", str(file), str(evening), "--back", "Testabend", "--do")
    assert json.loads(run("standings", str(file), "2018", "--json")) == []


def test_who_is_known_counts_under_any_name() -> None:
    own, evening = club(evenings=EveningsCount.TOTAL), held(*PEOPLE)
    own.submit(evenings.counted(own, evening, "ABENDTAG", {"fremd1": "d1"}))
    assert {line.member: line.points for line in standings(own, 2018)}["d1"] == expected(evening)["fremd1"]
    assert evenings.guests(own, evening, {"fremd1": "d1"}) == ["FREMD2"]
