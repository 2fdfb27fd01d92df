"""Settings hold from their date on: what was before, and what is today, goes by the settings of its own date."""

from __future__ import annotations

from datetime import date

import pytest

from puur.core.effects import PenaltyPoints
from puur.core.events import RulingMade
from puur.core.sheet import sheet_of
from puur.evening.evening import Evening
from puur.season import events as ev
from puur.season.accounts import Stage, reminders
from puur.season.dues import settle
from puur.season.evenings import fees, taken
from puur.season.played import round_events, round_of_record
from puur.season.state import Club
from puur.season.tasks import warnings
from puur.season.yearly import columns, complete_year, next_tasks, standings
from tests.season.support import all_tables, at, club, opened, plan, played, row, season
from tests.season.test_evenings import BY_RANK, PEOPLE, held
from tests.season.test_played import recorded
from tests.support import C, submit, table


def later(found: Club, text: str, since: date = date(2019, 1, 1)) -> Club:
    """Settings of their own from a date on, entered now."""
    found.submit(ev.BookChanged(book="own", text=f'key = "neu"\ntitle = "Neu"\nextends = "ajz08"\n{text}', since=since))
    return found


def test_an_evening_of_last_year_keeps_what_it_counted() -> None:
    own, evening = club(**BY_RANK), held(*PEOPLE)
    for event in taken(own, evening, "ABENDTAG"):
        own.submit(event)
    before = standings(own, 2018)
    assert list(columns(own, 2018)) == list(range(1, 10))  # eight Jasstage and the evening
    later(own, '[season]\nevenings = "rank"\nevening_points = [1]\n[season.days]\nnumber = 6\n')
    assert standings(own, 2018) == before
    assert {number for line in standings(own, 2018) for number in line.results} == {9}
    assert list(columns(own, 2018)) == list(range(1, 10))
    assert taken(own, evening, "ABENDTAG") == []  # neither its points nor its fees are taken a second time


def test_a_club_that_lets_evenings_count_from_next_year_takes_only_the_money_of_this_one() -> None:
    own: Club = later(club(), '[season]\nevenings = "total"\n')
    evening: Evening = held(*PEOPLE)
    assert [type(event) for event in taken(own, evening, "ABENDTAG")] == [ev.Journal]


def test_accounts_with_other_names_from_next_year_book_no_entry_fee_twice() -> None:
    own, evening = club(), held(*PEOPLE)
    for event in taken(own, evening, "ABENDTAG"):
        own.submit(event)
    later(own, '[season.accounts]\nother-income = "3999 Verschiedenes"\n')
    assert fees(own, evening, "ABENDTAG") == []


@pytest.mark.rule("AJZ-3.3-12")
@pytest.mark.parametrize(
    ("since", "what"),
    [(date(2018, 12, 1), "putzete"), (date(2018, 12, 2), "sommerlochevent"), (date(2018, 12, 31), "sommerlochevent")],
)
def test_ajz_3_3_12_a_year_is_judged_by_the_settings_of_its_last_jasstag(since: date, what: str) -> None:
    """ "… welches nach diesen acht Jasstagen die meisten Punkte errungen hat, steht als Sieger der Jahreswertung fest."

    That is on 1 December, the eighth Jasstag; what begins later, be it on the last day of the year, is too late.
    """
    found = season()
    for number in range(1, 8):
        played(found, number)
    later(found, '[season]\nwinner_organises = "putzete"\nbest_days = 1\n[ending]\ntarget = 1\n', since)
    played(found, 8)
    assert next_tasks(found, 2018)[0].what == what
    (first,) = {line.points for line in standings(found, 2018) if line.member == "a1"}
    days = [row(found, f"2018-{number}", "a1").final for number in range(1, 9)]
    assert first == (max(days) if what == "putzete" else sum(days))


@pytest.mark.rule("AJZ-3.3-04")
@pytest.mark.parametrize(("days", "number", "complete"), [(8, 10, True), (8, 4, True), (6, 6, True), (6, 7, False), (7, 8, False)])
def test_ajz_3_3_04_a_year_stays_complete_when_another_number_of_days_begins_after_it(
    days: int, number: int, complete: bool
) -> None:
    """Of "acht für die Jahreswertung massgebende Jasstage" six are enough only where the club makes the year that short."""
    found = plan(club(), *range(1, days + 1))
    for each in range(1, days + 1):
        played(found, each)
    later(found, f"[season.days]\nnumber = {number}\n", date(2018, 12, 31))
    assert complete_year(found, 2018) is complete


def test_of_two_settings_the_one_with_the_later_beginning_holds_in_whatever_order_they_were_entered() -> None:
    found = later(club(), "[season.fines]\nabsent = 500\n", date(2020, 1, 1))
    later(found, "[season.fines]\nabsent = 300\n", date(2019, 1, 1))
    days = date(2018, 12, 31), date(2019, 1, 1), date(2019, 12, 31), date(2020, 1, 1)
    assert [found.book_on(day).fines.absent for day in days] == [200, 300, 300, 500]
    later(found, "[season.fines]\nabsent = 400\n", date(2020, 1, 1))  # the same day: the last word
    assert found.book_on(date(2020, 1, 1)).fines.absent == 400


@pytest.mark.rule("AJZ-1.8-03", "AJZ-3.1-06")
def test_ajz_1_8_03_who_decides_today_is_not_changed_by_the_settings_of_next_year() -> None:
    """Until 31 December the Chef Regelwerk decides on Jassregeln and the Kassier sits on the Vorstand."""
    text = '[season.offices]\nvorstand = ["praesident"]\nemergencies = ["kassier"]\n[referee]\nofficials = ["kassier"]\n'
    found = later(season(), text)
    today, new_year = date(2018, 6, 1), date(2019, 1, 1)
    there = ("a1", "c1", "d1")
    deciding = [found.roster.competent(matter, on, there) for on in (today, new_year) for matter in ("jassregeln", "emergencies")]
    assert deciding == [("d1", "chef-regelwerk"), ("a1", "praesident"), ("c1", "kassier"), ("c1", "kassier")]
    assert [found.roster.is_vorstand("c1", on) for on in (today, new_year)] == [True, False]


def test_a_game_of_today_is_counted_by_the_book_of_today() -> None:
    found = later(season(ending__target=1999), "[ending]\ntarget = 5000\n")
    key = opened(found, 3)
    round_played, *_ = round_of_record(found, key, "A", recorded(("a1", "a2", "a3", "ga")), at(key, "17:00"))
    assert isinstance(round_played, ev.RoundPlayed)
    assert max(round_played.sheet.totals or ()) >= 1999


@pytest.mark.rule("AJZ-3.4-07")
def test_ajz_3_4_07_a_penalty_of_today_costs_what_the_book_of_today_says() -> None:
    """Knocking instead of cutting costs 50 points until the other list begins."""
    found = later(season(), '[penalties]\nno-cut = { value = 70, rule = "AJZ-3.4-07" }\n')
    knocked = RulingMade("AJZ-2.2.1-04", effects=(PenaltyPoints(C, 50),), further="AJZ-3.4-07")
    game = submit(table("ajz08", totals=(1500, 1500)), knocked)
    key = opened(found, 3)
    _, given = round_events(found, key, "A", sheet_of(game), ("a1", "a2", "a3", "ga"), at(key, "16:00"))
    assert isinstance(given, ev.PenaltyGiven)
    assert (given.person, given.points) == ("a3", -50)


@pytest.mark.rule("AJZ-1.3-22")
def test_ajz_1_3_22_the_kassier_has_the_two_days_of_the_book_under_which_the_guest_was_late() -> None:
    """Der Kassier teilt die Busse innert zwei Tagen mit: other days from next year on change nothing in an open one."""
    found = season()
    key = opened(found, 3)
    found.submit(ev.Arrived(day=key, person="ga", at=at(key, "14:20"), by="a1"))
    all_tables(found, key)
    found.submit(ev.DayClosed(day=key, at=at(key, "22:05")))
    settle(found, found.day(key).date)  # 31 March
    later(found, "[season.payment]\nnotify_days = 9\n")
    (open_one,) = [reminder for reminder in reminders(found, date(2018, 4, 1)) if reminder.stage is Stage.NOTIFY]
    assert open_one.next == date(2018, 4, 2)


def test_offices_of_next_year_are_missed_next_year() -> None:
    found = later(season(), '[season.offices]\nyearly = ["hofnarr"]\n')
    assert "hofnarr" not in {task.facts.get("office") for task in warnings(found, 2018, date(2018, 6, 1))}
    assert "hofnarr" not in {task.facts.get("office") for task in warnings(found, 2018, date(2019, 2, 1))}  # 2018 is over
