"""Rule books and club settings as version 0.1 wrote them: they load, mean what they meant, and mistakes in them have their line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from puur.core.reglement import SECTIONS
from puur.core.sanctions import Penalty
from puur.reglement import ReglementError, load, load_text
from puur.reglement.season import Season
from puur.season.book import load as load_club

OLD = Path(__file__).parent / "data" / "old"


# What the shipped books have said since: what they refer to where they are silent (AJZ-2.1-09, TAM-CP-50, UB-BASIS-04), and that
# remarks about cards disqualify (UB-CONDUCT-01).
SINCE = {"ajz08": ("authority",), "tam2014-cp": ("authority",), "ub2024": ("authority", "remark")}


@pytest.mark.parametrize("key", ["ajz08", "tam2014-cp", "ub2024"])
def test_a_book_written_out_by_version_0_1_is_the_shipped_one(key: str) -> None:
    old, new = load(OLD / f"{key}-written-out.toml"), load(key)
    since = {name: getattr(new.referee, name) for name in SINCE[key]}
    old = replace(old, referee=replace(old.referee, **since))
    for section in ("modes", *SECTIONS):
        assert getattr(old, section) == getattr(new, section), section
    assert {act: one.points for act, one in old.penalties.items()} == {act: one.points for act, one in new.penalties.items()}
    later = ("season.", "penalties.plain-tea", "referee.devalue", "table.players", "weis.values.fours")
    season = (*later, *(f"referee.{name}" for name in since))  # not in the play then
    assert {name: rule for name, rule in new.provisions.items() if not name.startswith(season)} == {
        name: rule for name, rule in old.provisions.items() if not name.startswith(season)
    }


def test_the_shipped_settings_of_version_0_1_are_the_season_of_ajz08() -> None:
    old, new = load(OLD / "club-ajz08.toml"), load("ajz08")
    assert replace(old.section(Season), cites={}) == replace(new.section(Season), cites={})
    assert new.section(Season).cites.items() <= old.section(Season).cites.items()
    assert old.penalties == new.penalties
    assert new.provisions.items() <= old.provisions.items()


def test_the_settings_of_a_club_of_version_0_1() -> None:
    book = load_club(OLD / "club-own.toml")
    assert (book.key, book.title, book.game) == ("ajz08", "AJZ 08 Regelwerk", "nws2020")  # key and title were inherited
    assert (book.members, book.days.number, book.rule("days.number")) == (9, 6, "Statuten Art. 12")
    assert (book.table.rounds, book.table.meal_break, book.best_days, book.weights["6"]) == (2, 45, 5, 2)
    assert book.target == 0  # NWS counts deals (NWS-1-07); the 1500 meant nothing then either
    assert book.conduct.outage_penalties == ("device", "plain-tea")
    tea = book.penalties["plain-tea"]
    assert (tea.points, tea.rule, tea.unless) == (-50, "Statuten Art. 20", "honey")
    assert (book.penalties["no-cut"].points, book.penalties["late-to-bed"].points) == (0, -10)
    assert book.penalties["wrong-card"].rule == "AJZ-3.4-20"  # inherited entry by entry
    assert (book.cite("tie"), book.cite("lot")) == ("Statuten Art. 14", "AJZ-4.1-07")
    assert book.officials == ("chef-regelwerk", "deputy-chef-regelwerk", "praesident", "vizepraesident", "kassier")


def test_a_target_of_a_club_of_version_0_1_is_that_of_its_play() -> None:
    book = load_text('extends = "ajz08"\n[table]\ntarget = { value = 1500, rule = "Art. 4" }\n', "x.toml")
    assert (book.ending.target, book.rule("ending.target")) == (1500, "Art. 4")


def test_values_that_nothing_read_then_are_still_taken() -> None:
    text = "[play]\nwinner_leads = false\nturn_before_lead = false\n[ending]\nausmach_first_trick = false\nsurplus_counts = true\n"
    text += '[writing]\ncorrection = { value = false, rule = "Art. 9" }\n[tournament]\nrelease = false\n'
    book = load_text('key = "x"\ntitle = "X"\nextends = "ub2024"\n' + text, "x.toml")
    assert replace(book, key="ub2024", title="", source="") == replace(load("ub2024"), title="", source="")


def test_a_list_of_version_0_1_leaves_what_false_thanks_cost() -> None:
    book = load_text('key = "x"\ntitle = "X"\nextends = "ajz08"\n[referee.penalties]\nremark = 5\n', "x.toml")
    assert book.penalties == {"remark": Penalty(5), "false-thanks": Penalty(500)}
    assert (book.rule("penalties.remark"), book.rule("penalties.false-thanks")) == ("x: penalties.remark", "AJZ-3.4-23")


def test_a_book_of_version_0_1_with_what_is_gone_since() -> None:
    book = load(OLD / "play-own.toml")
    assert book.penalties == {"wrong-card": Penalty(50), "false-thanks": Penalty(400)}  # the table replaced AJZ's as a whole
    assert book.rule("penalties.false-thanks") == "Anhang B, Art. 6"
    assert (book.scoring.total, book.rule("scoring.total")) == (162, "Anhang B, Art. 5")
    assert book.rule("play.winner_leads") == "JR-LEAD-01"


@pytest.mark.parametrize(
    ("text", "line", "field", "kind"),
    [
        ("[play]\nfollow = false", 5, "play.follow", "only-true"),
        ("[scoring]\nlast_trick = 10\ntotal = { value = 157 }", 6, "scoring.total", "total"),
        ("[referee.penalties]\nremark = -5", 5, "penalties.remark", "int"),
        ("[ending]\nfalse_thanks_penalty = true", 5, "penalties.false-thanks", "int"),
        ("[fines]\nabsent = true", 5, "season.fines.absent", "decimal"),
        ("[table]\nmeal_break = -1", 5, "season.table.meal_break", "int"),
        ('game = "canasta"', 4, "extends", "no-folder"),
    ],
)
def test_a_mistake_in_an_old_file_has_its_line_and_the_field_of_today(text: str, line: int, field: str, kind: str) -> None:
    with pytest.raises(ReglementError) as caught:
        load_text(f'key = "x"\ntitle = "X"\nextends = "ajz08"\n{text}\n', "x.toml")
    assert (line, field, kind) in [(one.line, one.field, one.kind) for one in caught.value.problems]


def test_only_the_key_parts_an_empty_old_club_from_its_base() -> None:
    old, new = load_text('key = "x"\ntitle = "X"\nextends = "ajz08"\nmembers = 12\n', "x.toml"), load("ajz08")
    assert old.provisions.items() <= new.provisions.items()
    same = {"key": "", "title": "", "source": "", "provisions": {}, "citations": {}}
    assert replace(old, **same) == replace(new, **same)
