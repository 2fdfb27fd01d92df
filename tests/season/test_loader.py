"""A club's settings: what ships, what a club extends, and what is said of mistakes."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from puur.reglement import ReglementError
from puur.reglement.catalogue import provision
from puur.season.book import load, load_text
from puur.words.problems import problem_text

HEAD = 'key = "x"\ntitle = "X"\nextends = "ajz08"\n'


def faults(text: str, head: str = HEAD) -> list[str]:
    with pytest.raises(ReglementError) as caught:
        load_text(head + text, "x.toml")
    return [problem_text(problem, "en").replace("; expected: ", "; expected ") for problem in caught.value.problems]


def test_every_value_of_ajz08_cites_a_provision_of_the_catalogue() -> None:
    book = load("ajz08")
    for section in ("offices", "days", "series", "movement", "table", "people", "fees", "fines", "payment", "conduct"):
        for name in type(getattr(book, section)).__slots__:
            if name not in ("coefficients", "weights"):
                assert provision(book.rule(f"{section}.{name}")).part in ("club", "core")
    for act in book.penalties.values():
        assert provision(act.rule).id == act.rule
    for cited in book.cites.values():
        assert provision(cited).id == cited


def test_a_club_states_only_its_differences() -> None:
    book = load_text(
        HEAD + "[season]\ndays.number = 10\nfees = { startgeld = 15, choices = [15] }\nseries.coefficients.A = 1.1\n",
        "x.toml",
    )
    assert (book.days.number, book.fees.startgeld, book.series.coefficients["A"]) == (10, 15, Decimal("1.1"))
    assert (book.series.coefficients["B"], book.days.besammlung.hour) == (Decimal("1.02"), 14)
    assert book.rule("days.number") == "x: days.number"  # not AJZ's provision any more
    assert book.rule("days.besammlung") == "AJZ-1.1-01"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[season.days]\nnumber = 1.5\n", "x.toml:5: season.days.number: found 1.5; expected a whole number from 0 to 100000"),
        ("[season.days]\nnumbr = 8\n", "x.toml:5: season.days.numbr: found \"numbr\"; expected number? Possible: number, bes"),
        ("[saison]\ntown = \"Bern\"\n", "x.toml:4: saison: found \"saison\"; expected season? Possible: key"),
        ("[season.fines]\nabsent = { value = 1, rule = \"AJZ-9-99\" }\n", "x.toml:5: season.fines.absent.rule: found \"AJZ-9-99\""),
        ("[season.fines]\nband_minutes = [5, 3]\n", "x.toml:5: season.fines.band_minutes: found [5, 3]; expected rising edges"),
        ("[season.series]\nmembers = [5, 3, 3, 3]\n", "season.series.members: found [5, 3, 3, 3]; expected members and at most"),
        ("[season.fees]\nstartgeld = 30\n", "season.fees.startgeld: found 30.0; expected one of season.fees.choices"),
        ("[season.payment]\nsurcharge_mode = \"cruel\"\n", "x.toml:5: season.payment.surcharge_mode: found \"cruel\"; expected o"),
        ("[season.payment]\nsecond_days = 5\n", "x.toml:5: season.payment.second_days: found 5; expected more than due_days"),
        ("[season.days]\nbesammlung = \"14:00\"\n", "expected a time such as 14:00:00"),
        ("[season.days]\nbesammlung = 16:00:00\n", "season.days.spielbeginn: found \"15:00:00\"; expected a time not before"),
        ("[season.movement]\nmovers = []\n", "season.movement.movers: found []; expected a list of 1 to 100 values"),
        ("[season.movement]\nmovers = [5]\n", "season.movement.movers: found [5]; expected one number, or one per boundary"),
        ("[season\n", "x.toml:4:"),
        ("[season.series]\nnames = [\"A\", \"B\", \"C\", \"Z\"]\n", "expected a coefficient for series Z"),
        ("[days]\nnumber = 1.5\n", "x.toml:5: season.days.number: found 1.5; expected a whole number"),  # as version 0.1 wrote it
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place(text: str, expected: str) -> None:
    assert any(expected in line for line in faults(text)), faults(text)


def test_a_season_that_extends_nothing_has_to_state_everything() -> None:
    lines = faults('key = "x"\ntitle = "X"\nextends = "jassregeln"\n[season]\ntown = "Bern"\n', head="")
    assert any("season.days.number: found nothing; expected a value" in line for line in lines)
    assert len(lines) > 50


def test_a_book_without_a_season_is_not_enough_for_a_club() -> None:
    (line,) = faults('key = "x"\ntitle = "X"\nextends = "ub2024"\n', head="")
    assert line == "x.toml: season: found nothing; expected a rule book with a season; built in: ajz08"


def test_the_play_of_one_book_and_the_season_of_another() -> None:
    book = load_text('key = "x"\ntitle = "X"\nextends = "nws2020"\n[season]\nextends = "ajz08"\ntown = "Basel"\n', "x.toml")
    assert (book.game, book.target, book.reglement.ending.deals) == ("nws2020", 0, 12)
    assert (book.town, book.days.number, book.rule("days.number")) == ("Basel", 8, "AJZ-3.3-04")
    assert book.penalties["wrong-card"].points == -100  # AJZ-3.4-20 comes along
    assert book.officials[0] == "chef-regelwerk"  # and so do those who judge (AJZ-1.8-02)


def test_files_that_are_not_there_and_circles(tmp_path: Path) -> None:
    with pytest.raises(ReglementError, match="no such file"):
        load(tmp_path / "none.toml")
    one = tmp_path / "one.toml"
    one.write_text('key = "one"\ntitle = "1"\nextends = "one.toml"\n', encoding="utf-8")
    with pytest.raises(ReglementError, match=r"\[cycle\], chain one"):
        load(one)
    two = tmp_path / "two.toml"
    two.write_text('key = "two"\ntitle = "2"\nextends = "base.toml"\n', encoding="utf-8")
    (tmp_path / "base.toml").write_text(HEAD + "[season.days]\nnumber = 5\n", encoding="utf-8")
    assert load(two).days.number == 5
