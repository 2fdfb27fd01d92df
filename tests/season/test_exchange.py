"""Files in and out, earlier seasons, the calendar feed, and statistics counted by hand."""

from __future__ import annotations

from datetime import date, datetime
from fractions import Fraction

import pytest

from puur.core.errors import Refusal
from puur.core.sheet import Sheet
from puur.season import events as ev
from puur.season.exchange import ics, import_seasons, person_key, read, standings_csv, write
from puur.season.state import Club
from puur.season.statistics import angstgegner, best_and_worst, eternal_table, form, match_counts, partners
from puur.season.yearly import hall_of_fame, standings
from tests.season.support import ajz, at, closed, club, opened, season

CSV = "Jahr;Jasstag;Name;Serie;Punkte;Sieger\n2016;1;A1;A;5400;x\n2016;2;A1;B;5000;\n2016;1;Zoë Müller;C;5100;\n"


def test_earlier_seasons_come_in_from_csv() -> None:
    found = club()
    events = import_seasons(found, CSV)
    for event in events:
        found.submit(event)
    assert found.roster.person("zoe-mueller").name == "Zoë Müller"  # a new person
    assert {line.member: line.points for line in standings(found, 2016)} == {"a1": 10400, "zoe-mueller": 5100}
    assert [(one.year, one.person, one.points) for one in hall_of_fame(found)] == [(2016, "a1", 10400)]
    again = import_seasons(found, CSV)[0]
    with pytest.raises(Refusal, match="result-there"):
        found.submit(again)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "csv-empty"),
        ("Jahr,Name\n2016,A\n", "csv-columns"),
        ("year,day,name,points\n2016,1,A1,many\n", "csv-value"),
        ("year,day,name,points\n2016,1,,5000\n", "csv-value"),
    ],
)
def test_a_table_that_can_not_be_read_is_refused(text: str, reason: str) -> None:
    with pytest.raises(Refusal) as caught:
        import_seasons(club(), text)
    assert caught.value.reason == reason


def test_no_import_beside_days_of_the_program() -> None:
    with pytest.raises(Refusal, match="year-there"):
        season().submit(ev.ResultImported(year=2018, number=1, person="a1", points=1))


@pytest.mark.parametrize(
    ("text", "reason", "line"),
    [
        ("", "no-head", 1),
        ('{"format": "other"}\n', "no-head", 1),
        ('{"format": "puur-club", "version": 9, "book": "ajz08"}\n', "version", 1),
        ("{nonsense\n", "line", 1),
        ('{"kind": "dance"}', "event-kind", 2),
        ('{"kind": "member-admitted", "person": "a1"}', "event-missing", 2),
        ('{"kind": "member-admitted", "person": "a1", "on": "someday"}', "event-value", 2),
        ('{"kind": "member-admitted", "person": "a1", "on": "2020-01-01", "x": 1}', "event-field", 2),
        ('{"kind": "fee-set", "day": "2018-1", "by": "c1", "amount": 20.5}', "event-value", 2),  # never a float
    ],
)
def test_a_wrong_line_is_named(text: str, reason: str, line: int) -> None:
    head = '{"format": "puur-club", "version": 1, "book": "ajz08"}\n'
    with pytest.raises(Refusal) as caught:
        read(text if line == 1 else head + text)
    assert (caught.value.reason, caught.value.facts["line"]) == (reason, line)


def test_a_file_reads_back() -> None:
    events = season().events
    found = read(write("ajz08", events))
    assert (found.book, list(found.events)) == ("ajz08", events)
    assert Club(ajz(), found.events).days.keys() == season().days.keys()


def test_names_become_keys() -> None:
    assert [person_key(one) for one in ("Jörg Ähnlich", "D'Amico", "李")] == ["joerg-aehnlich", "d-amico", "person"]


def one_table() -> Club:
    """Serie A of day 3: 2000:1400 (a1 a2), 1500:2100 (a1 a3), 1900:2050 (a1 ga); one Match of a1 and a2, two of a2 and ga."""
    found = season()
    key = opened(found, 3)
    games = (
        ((("a1", "a2"), ("a3", "ga")), (2000, 1400), (1, 0)),
        ((("a1", "a3"), ("a2", "ga")), (1500, 2100), (0, 2)),
        ((("a1", "ga"), ("a2", "a3")), (1900, 2050), (0, 0)),
    )
    for number, (teams, points, matches) in enumerate(games):
        if number == 2:
            found.submit(ev.BreakTaken(day=key, series="A", after=2, minutes=30))
        found.submit(ev.RoundPlayed(day=key, series="A", teams=teams, sheet=Sheet(points, matches=matches)))
    for series in "BCD":
        person = found.participants(found.day(key), series)[0].person
        found.submit(ev.SeriesAborted(day=key, series=series, person=person, at=at(key, "16:00")))
    closed(found, key)
    return found


def test_partners_angstgegner_matches_and_form() -> None:
    found = one_table()
    assert [(one.other, one.won, one.balance) for one in partners(found, "a1")] == [
        ("a2", 1, 600),
        ("ga", 0, -150),
        ("a3", 0, -600),
    ]
    # against a1: a2 twice (-600, -150), a3 (+600, -150), ga (+600, -600)
    assert [(one.other, one.rounds, one.balance) for one in angstgegner(found, "a1")] == [
        ("a2", 2, Fraction(-750, 2)), ("ga", 2, 0), ("a3", 2, 225)
    ]  # fmt: skip
    assert match_counts(found) == {"a2": 3, "ga": 2, "a1": 1}
    assert [(one.number, one.series, one.points) for one in form(found, "a1")] == [(3, "A", 5562)]  # 5400 x 1.03
    best = best_and_worst(found, "a1")
    assert best is not None
    assert best[0] == best[1]
    assert best_and_worst(found, "x") is None


def test_the_eternal_table_counts_all_years() -> None:
    found = one_table()
    for event in import_seasons(found, CSV):
        found.submit(event)
    line = next(one for one in eternal_table(found) if one.person == "a1")
    assert (line.days, line.points, line.titles, line.average) == (3, 15962, 1, Fraction(15962, 3))


def test_standings_as_csv_hold_no_formulas() -> None:
    found = one_table()
    found.submit(ev.PersonAdded(person="a1", name="=cmd()"))
    assert "'=cmd()" in standings_csv(found, 2018)


def test_the_calendar_feed() -> None:
    found = season()
    found.submit(ev.MeetingPlanned(meeting="gv", sort="generalversammlung", starts=datetime(2018, 2, 9, 19)))
    found.day("2018-3").venue = "Kronensaal; Stube, hinten " + "x" * 60
    text = ics(found, 2018, datetime(2018, 1, 1))
    assert text.count("BEGIN:VEVENT") == 9
    assert "DTSTART:20180331T140000\r\n" in text
    assert "Kronensaal\\; Stube\\, hinten" in text
    assert all(len(line.encode()) <= 75 for line in text.split("\r\n"))


def test_a_member_by_date() -> None:
    found = club()
    found.submit(ev.MemberLeft(person="a1", on=date(2019, 1, 1)))
    assert "a1" in found.roster.members(date(2018, 12, 31))
    assert "a1" not in found.roster.members(date(2019, 1, 1))
    found.submit(ev.MemberAdmitted(person="a1", on=date(2020, 1, 1)))
    assert "a1" in found.roster.members(date(2020, 1, 1))


def test_names_without_a_latin_letter_get_keys_one_after_the_other() -> None:
    # Expected by hand: the first is `person`, the nth `person-n`. So many took minutes when each key was tried from the beginning.
    rows = "".join(f"2016,1,{chr(0x4E00 + place)},100\n" for place in range(5000))
    events = import_seasons(club(), "year,day,name,points\n" + rows)
    added = [event.person for event in events if isinstance(event, ev.PersonAdded)]
    assert added == ["person", *(f"person-{number}" for number in range(2, 5001))]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("year,day,name,points\n" + "2016,1,A,100\n" * 10_001, "too-long"),
        ("year,day,name,points\n2016,1," + "A" * 81 + ",100\n", "csv-value"),
        ("year,day,name,points\n2016,1,A," + "9" * 5000 + "\n", "csv-value"),
    ],
)
def test_seasons_have_bounds(text: str, reason: str) -> None:
    with pytest.raises(Refusal) as caught:
        import_seasons(club(), text)
    assert caught.value.reason == reason
