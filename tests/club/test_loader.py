"""A club's settings: what ships, what a club extends, and what is said of mistakes."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from puur.club.loader import load, load_text
from puur.club.problems import ClubBookError
from puur.reglement.catalogue import provision

HEAD = 'key = "x"\ntitle = "X"\nextends = "ajz08"\n'


def faults(text: str, head: str = HEAD) -> list[str]:
    with pytest.raises(ClubBookError) as caught:
        load_text(head + text, "x.toml")
    return str(caught.value).splitlines()


def test_every_value_of_ajz08_cites_a_provision_of_the_catalogue() -> None:
    book = load("ajz08")
    for section in ("offices", "days", "series", "movement", "table", "season", "people", "fees", "fines", "payment", "conduct"):
        for name in type(getattr(book, section)).__slots__:
            if name not in ("coefficients", "weights"):
                assert provision(book.rule(f"{section}.{name}")).part in ("club", "core")
    for act in book.penalties.values():
        assert provision(act.rule).id == act.rule
    for cited in book.cites.values():
        assert provision(cited).id == cited


def test_a_club_states_only_its_differences() -> None:
    book = load_text(
        HEAD + "[days]\nnumber = 10\n[fees]\nstartgeld = 15\nchoices = [15]\n[series.coefficients]\nA = 1.1\n", "x.toml"
    )
    assert (book.days.number, book.fees.startgeld, book.series.coefficients["A"]) == (10, 15, Decimal("1.1"))
    assert (book.series.coefficients["B"], book.days.besammlung.hour) == (Decimal("1.02"), 14)
    assert book.rule("days.number") == "x: days.number"  # not AJZ's provision any more
    assert book.rule("days.besammlung") == "AJZ-1.1-01"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[days]\nnumber = 1.5\n", "x.toml:5: days.number: found \"1.5\"; expected a whole number from 0 to 1000000"),
        ("[days]\nnumbr = 8\n", "x.toml:5: days.numbr: found \"numbr\"; expected one of: number, besammlung"),
        ("[dais]\nnumber = 8\n", "x.toml:4: dais: found \"dais\"; expected one of: extends, key"),
        ("[fines]\nabsent = { value = 1, rule = \"AJZ-9-99\" }\n", "x.toml:5: fines.absent.rule: found \"AJZ-9-99\"; exp"),
        ("[fines]\nband_minutes = [5, 3]\n", "fines.band_minutes: found [5, 3]; expected rising edges below"),
        ("[series]\nmembers = [5, 3, 3, 3]\n", "series.members: found [5, 3, 3, 3]; expected members and at most"),
        ("[fees]\nstartgeld = 30\n", "fees.startgeld: found \"30\"; expected one of fees.choices"),
        ("[payment]\nsurcharge_mode = \"cruel\"\n", "x.toml:5: payment.surcharge_mode: found \"cruel\"; expected one"),
        ("[days]\nbesammlung = \"14:00\"\n", "expected a time such as 14:00:00"),
        ("[days\n", "x.toml: found a mistake of syntax; expected TOML"),
        ("[series]\nnames = [\"A\", \"B\", \"C\", \"Z\"]\n", "expected a coefficient for series Z"),
    ],
)  # fmt: skip
def test_a_mistake_is_told_with_its_place(text: str, expected: str) -> None:
    assert any(expected in line for line in faults(text)), faults(text)


def test_a_book_that_extends_nothing_has_to_state_everything() -> None:
    lines = faults('key = "x"\ntitle = "X"\n', head="")
    assert any("days.number: found nothing; expected a value" in line for line in lines)
    assert len(lines) > 50


def test_files_that_are_not_there_and_circles(tmp_path: Path) -> None:
    with pytest.raises(ClubBookError, match="No such file"):
        load(tmp_path / "none.toml")
    one = tmp_path / "one.toml"
    one.write_text('key = "one"\ntitle = "1"\nextends = "one.toml"\n', encoding="utf-8")
    with pytest.raises(ClubBookError, match="does not extend this one"):
        load(one)
    two = tmp_path / "two.toml"
    two.write_text('key = "two"\ntitle = "2"\nextends = "base.toml"\n', encoding="utf-8")
    (tmp_path / "base.toml").write_text(HEAD + "[days]\nnumber = 5\n", encoding="utf-8")
    assert load(two).days.number == 5
