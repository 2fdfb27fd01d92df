"""The pages of a Jasstag and of a member: what they tell first, what they refuse, what can be taken back, who wins of two."""

from __future__ import annotations

import re
import threading
from datetime import date, datetime
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse

from puur.notation import format_jass
from puur.season import Refusal
from puur.season import events as ev
from puur.season.fines import assess_day
from puur.season.table import Status
from puur.season.yearly import standings
from puur.web.clubs import store
from puur.web.clubs.models import HOST, Club, ClubEvent
from tests.season.test_played import recorded
from tests.web.clubs.support import at, enter_as, host_of, make_club, new_user, until

EVE = datetime(2027, 4, 16, 18)  # the evening before Jasstag 3; names are due at noon of the day (AJZ-1.2-11)
NOON = datetime(2027, 4, 17, 12, 1)
PLAY = datetime(2027, 4, 17, 17)


def first(kind: type, **facts: Any) -> Any:
    """The Musterjahr up to the first such event."""
    return until(lambda one: isinstance(one, kind) and all(getattr(one, name) == value for name, value in facts.items()))


@pytest.fixture
def coming(database: str) -> Club:
    """Before Jasstag 3: fritz, gabi, ida in A; gabi, ida, luca and beat bring guests."""
    del database
    return make_club(first(ev.GuestNamed, day="2027-3"))


@pytest.fixture
def playing(database: str) -> Club:
    """Jasstag 3 is opened, nothing is played."""
    del database
    return make_club(first(ev.RoundPlayed, day="2027-3"))


def url(row: Club, name: str, *place: str) -> str:
    return reverse(name, args=[row.slug, *place])


def send(row: Club, who: str, name: str, *place: str, **data: Any) -> Any:
    client = host_of(row) if who == "host" else enter_as(row, who)
    return client.post(url(row, f"club-do-{name}", *place), data)


def see(row: Club, who: str, name: str, *place: str) -> str:
    return enter_as(row, who).get(url(row, name, *place)).content.decode()


def now_of(row: Club) -> Any:
    row.refresh_from_db()
    return store.engine(row)


# Members


def test_a_guest_named_in_time_costs_nothing(coming: Club) -> None:
    with at(EVE):
        assert "17.4.2027 12:00" in see(coming, "gabi", "club-do-name-guest", "2027-3")
        answer = send(coming, "gabi", "name-guest", "2027-3", new_name="Zoe Neu")
    assert answer.status_code == 302
    day = now_of(coming).day("2027-3")
    assert (day.guests["gabi"].person, day.guests["gabi"].at) == ("zoe-neu", EVE)


def test_a_late_name_tells_its_price_first_and_wants_a_yes(coming: Club) -> None:
    """One minute after noon: CHF 20 (AJZ-1.2-12)."""
    with at(NOON):
        page = see(coming, "gabi", "club-do-name-guest", "2027-3")
        assert "CHF 20.00" in page
        assert "AJZ-1.2-12" in page
        before = now_of(coming).events[:]
        answer = send(coming, "gabi", "name-guest", "2027-3", new_name="Zoe Neu")
        assert answer.status_code == 400
        assert 'value="Zoe Neu"' in answer.content.decode()  # nothing typed is lost
        assert now_of(coming).events == before
        assert send(coming, "gabi", "name-guest", "2027-3", new_name="Zoe Neu", late="on").status_code == 302
    for who, guest in [("ida", "Sven Gast"), ("wim", "Tina Gast"), ("beat", "Xeno Gast")]:
        with at(EVE):
            send(coming, who, "name-guest", "2027-3", new_name=guest)
    with at(datetime(2027, 4, 17, 15)):
        assert send(coming, "beat", "open", "2027-3", at="15:00").status_code == 302
    club = now_of(coming)
    late = [one for one in assess_day(club, club.day("2027-3")) if one.reason == "name-late"]
    assert [(one.debtor, one.amount, one.rule) for one in late] == [("gabi", 20, "AJZ-1.2-12")]


def test_my_page_says_series_guest_debts_and_results(coming: Club) -> None:
    with at(EVE):
        page = see(coming, "gabi", "club-me")
        assert "Serie A" in page
        assert "noch nicht gemeldet" in page
        assert "5703" in page  # day 2, data/musterjahr.toml
        assert "AJZ-3.2-03" in page  # and why: the coefficient of series A
        assert "Startgeld" in page
        assert "AJZ-1.1-10" in page
        assert "/feed/" in page


def test_a_substitute_and_an_early_leaving_are_announced_by_the_member(coming: Club) -> None:
    with at(EVE):
        assert send(coming, "kim", "name-substitute", "2027-3", new_name="Uli Gast").status_code == 302
        assert send(coming, "anna", "leave-early", "2027-3", leaves="20:00", reason="Zug").status_code == 302
        member = send(coming, "jost", "name-substitute", "2027-3", new_name="Kim Muster")
        assert member.status_code == 409  # a member does not sit for another (AJZ-1.2-01)
    day = now_of(coming).day("2027-3")
    assert day.substitutes["kim"].person == "uli"
    assert day.notices["anna"].leaves == datetime(2027, 4, 17, 20)


def test_somebody_abroad_names_a_dauerersatz_whom_only_the_vorstand_approves(coming: Club) -> None:
    with at(EVE):
        short = send(coming, "kim", "abroad", new_name="Zoe Neu", since="2027-05-01", until="2027-06-01")
        assert short.status_code == 409
        assert "AJZ-1.2-03" in short.content.decode()  # three months at least
        assert send(coming, "kim", "abroad", new_name="Zoe Neu", since="2027-05-01", until="2027-09-01").status_code == 302
        assert send(coming, "dario", "dauerersatz-approve", which="kim zoe-neu", on="2027-04-16").status_code == 403
        assert send(coming, "beat", "dauerersatz-approve", which="kim zoe-neu", on="2027-04-16").status_code == 302
    assert now_of(coming).roster.recognised("kim", datetime(2027, 5, 2).date()) is not None


# Attendance and the day


def test_the_clock_of_the_president_sets_the_fine_and_a_slip_is_mended(coming: Club) -> None:
    """Twelve minutes late: the band to 15 minutes, CHF 20 (AJZ-1.3-05)."""
    with at(datetime(2027, 4, 17, 14, 20)):
        assert send(coming, "anna", "arrived", "2027-3", person="eva", at="14:12").status_code == 302
        page = see(coming, "anna", "club-attendance", "2027-3")
        assert "12 Minuten zu spät: CHF 20" in page
        assert "AJZ-1.3-05" in page
        send(coming, "anna", "not-appeared", "2027-3", person="eva")
        send(coming, "anna", "arrived", "2027-3", person="eva", at="14:00")
    day = now_of(coming).day("2027-3")
    assert day.arrivals["eva"] == datetime(2027, 4, 17, 14)
    assert day.absent == set()


def test_the_day_shows_steps_in_order_and_until_when_results_are_due(playing: Club) -> None:
    with at(PLAY):
        page = see(playing, "kim", "club-day", "2027-3")
    steps = re.findall(r"<li>(.*?)</li>", page[page.index('class="steps"') :], re.DOTALL)
    assert len(steps) == 14
    assert "Besammlung 14:00" in steps[5]
    assert "Dienstag, 20.4.2027, 24 Uhr" in steps[13]  # Tuesday midnight (AJZ-3.1-08)


def test_an_order_of_the_vorstand_moves_the_time_and_the_deadline(coming: Club) -> None:
    with at(EVE):
        assert send(coming, "anna", "day-order", "2027-3", besammlung="13:00").status_code == 302
        assert "17.4.2027 11:00" in see(coming, "gabi", "club-do-name-guest", "2027-3")
        assert send(coming, "anna", "day-order", "2027-3").status_code == 409  # says nothing
        assert "Anna Muster ordnet an: Besammlung 13:00" in see(coming, "kim", "club-day", "2027-3")


def test_the_vorstand_swaps_seats_with_a_reason_and_changes_series(coming: Club) -> None:
    with at(EVE):
        assert send(coming, "beat", "swap", "2027-3", one="kim", other="anna", reason="").status_code == 400
        assert send(coming, "beat", "swap", "2027-3", one="kim", other="anna", reason="Befangenheit").status_code == 302
        bad = send(coming, "beat", "design", "2027-5", design="A drei plus eins")
        assert bad.status_code == 409
        assert "A drei plus eins" in bad.content.decode()
        three = "A 4+0\r\nB 4+0\nC 4+0"
        assert send(coming, "beat", "design", "2027-5", design=three).status_code == 302
    club = now_of(coming)
    assert club.day("2027-3").line_up.series_of("anna") == "B"
    assert club.design(club.day("2027-5")).members == (4, 4, 4)


# Series tables


def rounds(row: Club, who: str, *points: tuple[int, int], series: str = "A") -> None:
    """Jassrunden with the first pairing that is left, the meal break where it is due."""
    for one in points:
        page = see(row, who, "club-table", "2027-3", series)
        if 'name="minutes"' in page:
            assert send(row, who, "break", "2027-3", series, minutes="40").status_code == 302
            page = see(row, who, "club-table", "2027-3", series)
        teams = re.findall(r'<option value="([^"]*\+[^"]*)"', page)[0]
        answer = send(row, who, "round", "2027-3", series, teams=teams, first=one[0], second=one[1], ended="19:00")
        assert answer.status_code == 302, re.findall(r'role="alert">(.*?)</p>', answer.content.decode(), re.DOTALL)


def test_three_jassrunden_to_1999_with_every_pairing_once(playing: Club) -> None:
    with at(PLAY):
        low = send(playing, "rolf", "round", "2027-3", "A", teams="fritz+gabi/ida+rolf", first="1500", second="1998")
        assert low.status_code == 409
        assert "AJZ-2.2.1-52" in low.content.decode()
        assert 'value="1998"' in low.content.decode()
        rounds(playing, "rolf", (1625, 2149), (2022, 1530), (2159, 1103))
        assert "Jassrunde 4" not in see(playing, "rolf", "club-table", "2027-3", "A")
        again = send(playing, "rolf", "round", "2027-3", "A", teams="fritz+gabi/ida+rolf", first="2000", second="1")
        assert again.status_code == 400  # no pairing is left to choose
    table = now_of(playing).day("2027-3").table("A")
    assert len({frozenset(map(frozenset, one.teams)) for one in table.rounds}) == 3
    assert table.breaks == {2: 40}


def test_cards_make_the_teams_two_highest_against_two_lowest(playing: Club) -> None:
    """AJZ-2.1-06: ace and king against seven and six; two equal kings in the middle draw again."""
    cards = {"card-fritz": "EA", "card-gabi": "R6", "card-ida": "SK", "card-rolf": "L7"}
    with at(PLAY):
        assert send(playing, "ida", "draw", "2027-3", "A", **{**cards, "card-rolf": "RK"}).status_code == 409
        assert send(playing, "ida", "draw", "2027-3", "A", **{**cards, "card-rolf": "SK"}).status_code == 409  # one card twice
        assert send(playing, "ida", "draw", "2027-3", "A", **cards).status_code == 302
        offered = re.findall(r'<option value="([^"]*\+[^"]*)"', see(playing, "ida", "club-table", "2027-3", "A"))
    assert [{frozenset(team.split("+")) for team in one.split("/")} for one in offered] == [
        {frozenset({"fritz", "ida"}), frozenset({"gabi", "rolf"})}
    ]


def test_a_guest_signs_his_own_row_and_the_chef_takes_the_rest_from_paper(playing: Club) -> None:
    with at(PLAY):
        rounds(playing, "fritz", (1625, 2149), (2022, 1530), (2159, 1103))
        assert send(playing, "rolf", "sign", "2027-3", "A").status_code == 302
        assert send(playing, "fritz", "sheet", "2027-3", "A", signed=["fritz", "gabi", "ida"]).status_code == 302
    table = now_of(playing).day("2027-3").table("A")
    assert (table.signed, table.filed) == ({"fritz", "gabi", "ida", "rolf"}, True)


def test_a_broken_off_series_counts_the_average_of_its_two_rounds(playing: Club) -> None:
    """AJZ-1.5-06: 1625 and 2022, the third is their mean 1823.5; times 1.03, half up."""
    with at(PLAY):
        rounds(playing, "fritz", (1625, 2149), (2022, 1530))
        price = see(playing, "ida", "club-do-abort", "2027-3", "A")
        assert "CHF 200.00" in price
        assert send(playing, "ida", "abort", "2027-3", "A", person="gabi", at="19:30", goes_on="coiffeur").status_code == 302
        assert "Abgebrochen um 19:30" in see(playing, "ida", "club-table", "2027-3", "A")
    club = now_of(playing)
    row = next(one for one in club.results(club.day("2027-3"))["A"] if one.member == "fritz")
    assert (row.how, row.final) == ("own-average", 5635)  # 5470.5 x 1.03 = 5634.615


# Rulings


def test_strafpunkte_come_from_the_competent_person_without_a_conflict(playing: Club) -> None:
    """Dario, Chef Regelwerk, sits in C: there his deputy Eva decides (AJZ-1.8-05), elsewhere he does (AJZ-1.8-02)."""
    with at(PLAY):
        own = send(playing, "dario", "penalty", "2027-3", person="hans", act="misdeal", at="16:00")
        assert own.status_code == 409
        assert "Eva Muster" in own.content.decode()
        assert send(playing, "anna", "penalty", "2027-3", person="kim", act="misdeal", at="16:00").status_code == 409
        assert send(playing, "rolf", "penalty", "2027-3", person="kim", act="misdeal", at="16:00").status_code == 403
        assert send(playing, "dario", "penalty", "2027-3", person="kim", act="misdeal", at="16:00").status_code == 302
        assert send(playing, "dario", "penalty", "2027-3", person="kim", act="erfunden", at="16:00").status_code == 400
        page = see(playing, "kim", "club-rulings", "2027-3")
    assert "AJZ-3.4-08" in page
    given = now_of(playing).day("2027-3").penalties
    assert [(one.person, one.points) for one in given] == [("kim", -100)]
    assert now_of(playing).events[-1].by == "dario"


def test_an_emergency_is_decided_by_the_president_and_not_about_herself(playing: Club) -> None:
    with at(PLAY):
        assert send(playing, "beat", "emergency", "2027-3", person="kim", matter="fine", recognised="yes").status_code == 409
        assert send(playing, "anna", "emergency", "2027-3", person="anna", matter="fine", recognised="yes").status_code == 409
        assert send(playing, "beat", "emergency", "2027-3", person="anna", matter="fine", recognised="yes").status_code == 302
    assert now_of(playing).day("2027-3").emergencies == {("anna", "fine"): True}


def test_a_wrong_result_is_corrected_by_the_competent_person_with_a_reason(playing: Club) -> None:
    with at(PLAY):
        rounds(playing, "fritz", (1625, 2149))
        facts = {"which": "A 1", "first": "1652", "second": "2149"}
        assert send(playing, "eva", "correct", "2027-3", **facts, reason="verschrieben").status_code == 409
        assert send(playing, "dario", "correct", "2027-3", **facts, reason="").status_code == 400
        assert send(playing, "dario", "correct", "2027-3", **facts, reason="verschrieben").status_code == 302
        assert "verschrieben" in see(playing, "kim", "club-trail")
        first, second = now_of(playing).day("2027-3").table("A").rounds[0].teams
        other = f"A {first[0]}+{second[0]}"
        chosen = see(playing, "dario", "club-do-correct", "2027-3")
        known = other if f'value="{other}"' in chosen else f"A {second[0]}+{first[0]}"
        assert send(playing, "dario", "correct", "2027-3", **facts, teams=known, reason="andere Teams").status_code == 302
    played = now_of(playing).day("2027-3").table("A").rounds[0]
    assert played.points == (1652, 2149)
    assert {first[0], second[0]} in map(set, played.teams)


@pytest.mark.rule("AJZ-1.2-02")
def test_ajz_1_2_02_a_wrong_guest_or_substitute_is_put_right_once_the_day_has_begun(playing: Club) -> None:
    club = now_of(playing)
    series, guest = next((series, seat) for series, seat in club.everybody(club.day("2027-3")) if seat.status is Status.GAST)
    facts = {"what": "gast", "member": guest.member, "person": "", "new_name": "Zita Neu", "at": ""}
    with at(PLAY):
        assert send(playing, "kim", "seat-correct", "2027-3", **facts, reason="verwechselt").status_code == 403
        assert send(playing, "anna", "seat-correct", "2027-3", **facts, reason="").status_code == 400
        assert send(playing, "anna", "seat-correct", "2027-3", **facts, reason="verwechselt").status_code == 302
        page = see(playing, "kim", "club-trail")
    assert "Zita Neu (verwechselt)" in page
    club = now_of(playing)
    sits = club.guest_seat(club.day("2027-3"), guest.member).person
    assert club.roster.person(sits).name == "Zita Neu"
    with at(PLAY):  # a member came after all
        member = club.day("2027-3").line_up.in_series(series)[0]  # type: ignore[union-attr]
        own = {"what": "ersatz", "member": member, "person": "", "new_name": "Zita Neu", "at": ""}
        assert send(playing, "anna", "seat-correct", "2027-3", **own, reason="falsch").status_code == 409  # sits there already
        assert send(playing, "anna", "seat-correct", "2027-3", **{**own, "new_name": "Udo Neu"}, reason="falsch").status_code == 302
        assert send(playing, "anna", "seat-correct", "2027-3", **{**own, "new_name": ""}, reason="war da").status_code == 302
    club = now_of(playing)
    assert club.seat(club.day("2027-3"), member).status is Status.MEMBER


# Carrying over


@pytest.fixture
def played(database: str) -> Club:
    """Jasstag 4 is played, a coin is missing (carla and fritz, 5560 each)."""
    del database
    return make_club(first(ev.TieBroken, day="2027-4"))


def test_a_slip_is_corrected_after_the_day_was_carried_over(played: Club) -> None:
    """Jasstag 3 is carried over and 4 is played: the year is put right, nobody is seated otherwise, the trail has both."""
    before = now_of(played)
    seated, points = before.day("2027-4").line_up, {line.member: line.points for line in standings(before, 2027)}
    written = before.day("2027-3").table("A").rounds[0]
    facts = {"which": "A 1", "first": str(written.points[0] + 100), "second": str(written.points[1])}
    with at(datetime(2027, 6, 20, 12)):
        assert send(played, "dario", "correct", "2027-3", **facts, reason="Zahlendreher vom April").status_code == 302
        page = see(played, "kim", "club-trail")
    assert "Zahlendreher vom April" in page
    club = now_of(played)
    assert club.day("2027-4").line_up == seated
    changed = {line.member for line in standings(club, 2027) if line.points != points[line.member]}
    members = {person for person in written.teams[0] if person in club.roster.members(date(2027, 4, 17))}
    # The members of the team; and those of the series that fell out, who are credited the average of the others (AJZ-1.5-03).
    assert changed == members | {"beat", "dario", "hans"}
    assert [event for event in club.events if isinstance(event, ev.RoundPlayed) and event.sheet == written.sheet]


def roll(row: Club, who: str, **data: Any) -> Any:
    row.refresh_from_db()
    return enter_as(row, who).post(url(row, "club-roll", "2027-4"), {"n": row.n, **data})


def test_the_preview_explains_then_coin_then_do_then_undo(played: Club) -> None:
    with at(datetime(2027, 5, 23, 12)):
        page = see(played, "kim", "club-roll", "2027-4")
        assert "AJZ-4.2-01" in page
        assert "AJZ-1.5-11" in page
        assert 'value="roll"' not in page  # kim only looks
        assert roll(played, "fritz", how="roll").status_code == 409  # the coin first
        assert roll(played, "fritz", how="tie", tie="0", order=["fritz", "fritz"]).status_code == 409
        assert roll(played, "fritz", how="tie", tie="0", order=["fritz", "carla"]).status_code == 302
        assert roll(played, "kim", how="roll").status_code == 403
        assert roll(played, "fritz", how="roll").status_code == 302
        done = now_of(played).events[:]
        assert roll(played, "fritz", how="roll").status_code == 302  # the same however often
        assert now_of(played).events == done
        assert now_of(played).day("2027-5").line_up.in_series("A") == ("gabi", "kim", "fritz")  # data/musterjahr.toml
        assert roll(played, "fritz", how="undo").status_code == 302
        assert now_of(played).day("2027-5").line_up is None


def test_no_undo_once_the_next_day_has_begun(database: str) -> None:
    del database
    row = make_club(first(ev.RoundPlayed, day="2027-5"))
    with at(datetime(2027, 6, 19, 16)):
        assert 'value="undo"' not in see(row, "fritz", "club-roll", "2027-4")
        assert roll(row, "fritz", how="undo").status_code == 409
    assert now_of(row).day("2027-4").rolled


def test_publishing_says_when_it_was_due_and_which_sheet_is_missing(played: Club) -> None:
    with at(datetime(2027, 5, 26, 8)):  # the Tuesday after 22 May is over
        page = see(played, "fritz", "club-do-publish", "2027-4")
        assert "Dienstag, 25.5.2027, 24 Uhr" in page
        assert "warning" in page
        assert send(played, "fritz", "publish", "2027-4").status_code == 302
    assert now_of(played).day("2027-4").published == datetime(2027, 5, 26, 8)


# Slips, two at once, the trail


def test_a_slip_is_taken_back_by_whoever_made_it_and_stays_in_the_trail(playing: Club) -> None:
    with at(PLAY):
        rounds(playing, "fritz", (1625, 2149))
        n = now_of(playing) and playing.n
        assert "Zuletzt eingetragen" in see(playing, "fritz", "club-table", "2027-3", "A")
        assert enter_as(playing, "ida").post(url(playing, "club-withdraw", str(n)), {"reason": "x"}).status_code == 403
        enter_as(playing, "fritz").post(url(playing, "club-withdraw", str(n)), {"reason": "falscher Tisch"})
        assert now_of(playing).day("2027-3").table("A").rounds == []
        page = see(playing, "kim", "club-trail")
    assert "falscher Tisch" in page
    assert 'class="gone"' in page
    assert ClubEvent.objects.filter(club=playing, n=n).exists()


def test_a_deadline_can_not_be_turned_by_taking_one_s_word_back(coming: Club) -> None:
    """Kim cancels the Sommerlochevent too late (CHF 200, AJZ-1.3-30); afterwards the cancellation stands."""
    with at(EVE):
        assert send(coming, "anna", "meeting-plan", sort="sommerlochevent", starts="2027-07-10T13:00").status_code == 302
    with at(datetime(2027, 7, 5, 9)):
        assert "CHF 200.00" in see(coming, "kim", "club-do-cancel-meeting", "2027-sommerloch")
        assert send(coming, "kim", "cancel-meeting", "2027-sommerloch").status_code == 302
        now_of(coming)
    with at(datetime(2027, 7, 10, 14)):
        taken_back = enter_as(coming, "kim").post(url(coming, "club-withdraw", str(coming.n)), {"reason": "x"})
        assert taken_back.status_code == 403
    assert now_of(coming).meetings["2027-sommerloch"].absent == {"kim"}


def test_a_signed_sheet_is_no_longer_the_table_s(playing: Club) -> None:
    with at(PLAY):
        rounds(playing, "rolf", (1625, 2149), (2022, 1530), (2159, 1103))
        now_of(playing)
        n = playing.n
        send(playing, "ida", "sign", "2027-3", "A")
        assert enter_as(playing, "rolf").post(url(playing, "club-withdraw", str(n)), {"reason": "x"}).status_code == 403
    assert len(now_of(playing).day("2027-3").table("A").rounds) == 3


def test_what_others_build_on_can_not_be_taken_back(playing: Club) -> None:
    with at(PLAY):
        opened = ClubEvent.objects.filter(club=playing, data__event="day-opened", data__day="2027-3").get()
        rounds(playing, "fritz", (1625, 2149))
        now_of(playing)
        with pytest.raises(Refusal, match="needed-later"):
            store.withdraw(playing, opened.n, HOST, "zu früh")
        booked = ClubEvent.objects.filter(club=playing, data__event="rolled-over").first()
        with pytest.raises(Refusal, match="not-withdrawable"):
            store.withdraw(playing, booked.n, HOST, "x")


def test_of_two_who_save_the_same_table_at_once_one_wins_clearly(playing: Club) -> None:
    now_of(playing)
    clients = [enter_as(playing, who) for who in ("fritz", "ida")]
    data = {"n": playing.n, "teams": "fritz+gabi/ida+rolf", "second": "2149", "ended": "17:00"}
    start, answers = threading.Barrier(2), []

    def save(client: Client, points: int) -> None:
        start.wait(timeout=300)
        answers.append(client.post(url(playing, "club-do-round", "2027-3", "A"), {**data, "first": points}))
        connection.close()

    with at(PLAY):
        threads = [threading.Thread(target=save, args=(client, 1600 + place)) for place, client in enumerate(clients)]
        for one in threads:
            one.start()
        for one in threads:
            one.join(timeout=300)
    assert sorted(one.status_code for one in answers) == [302, 409]
    loser = next(one for one in answers if one.status_code == 409).content.decode()
    assert "Inzwischen hat jemand anders" in loser
    assert len(now_of(playing).day("2027-3").table("A").rounds) == 1


def test_another_table_does_not_get_in_the_way(playing: Club) -> None:
    now_of(playing)
    n = playing.n
    with at(PLAY):
        first_table = {"n": n, "teams": "fritz+gabi/ida+rolf", "first": "1625", "second": "2149"}
        assert send(playing, "fritz", "round", "2027-3", "A", **first_table).status_code == 302
        other = {"n": n, "teams": "carla+kim/wim+sven", "first": "2085", "second": "1443"}
        assert send(playing, "carla", "round", "2027-3", "B", **other).status_code == 302


def test_all_events_are_taken_in_or_none(coming: Club) -> None:
    before = now_of(coming).events[:]
    good = ev.PersonAdded(person="zoe", name="Zoe Neu")
    with pytest.raises(Refusal, match="no-person"):
        store.submit(coming, [good, ev.MemberAdmitted(person="niemand", on=datetime(2027, 1, 1).date())], HOST)
    assert now_of(coming).events == before
    assert "zoe" not in now_of(coming).roster.people
    store.CLUBS.forget(coming)
    assert store.engine(coming).events == before  # from the database too


# Setting up


def test_a_club_begins_empty_and_says_what_comes_next(database: str) -> None:
    del database
    client = Client(HTTP_HOST="localhost")
    assert "Noch kein Verein" in client.get("/clubs/").content.decode()
    assert client.get("/clubs/new/").status_code == 302  # sign in first
    client.force_login(new_user("gruenderin"))
    wrong = {
        "name": "Unser Club",
        "me": "Eva Neu",
        "book": "own",
        "book_text": 'key = "x"\nextends = "ajz08"\n[days]\nnumber = "acht"\n',
    }
    answer = client.post("/clubs/new/", wrong)
    assert answer.status_code == 400
    assert "Unser Club:4: season.days.number" in answer.content.decode()  # the line of the mistake
    own = 'key = "unser"\ntitle = "Unser"\nextends = "ajz08"\nmembers = 8\n'
    own += '[series]\nnames = ["A", "B"]\nmembers = [4, 4]\nguests = [0, 0]\n'
    own += 'special_names = ["A", "B"]\nspecial_members = [4, 4]\nspecial_guests = [0, 0]\n'
    made = client.post("/clubs/new/", {**wrong, "book_text": own})
    assert made.status_code == 302
    page = client.get(made.url).content.decode()
    assert "Die 8 Mitglieder eintragen." in page
    assert "Es fehlen: Präsident/in, Vizepräsident/in, Kassier/in, Chef/in Jahrestrophy, Chef/in Regelwerk." in page
    assert "Eva Neu" in page
    assert "Unser Club" in client.get("/clubs/").content.decode()


def test_other_settings_hold_from_a_date_and_stand_in_the_log(coming: Club) -> None:
    text = 'key = "x"\ntitle = "X"\nextends = "ajz08"\n[season.days]\nnumber = 4\n'
    data = {"name": "Jassclub Musterlingen", "book": "own", "book_text": text, "since": "2027-01-01"}
    with at(EVE):
        past = host_of(coming).post(url(coming, "club-settings"), data)
        assert past.status_code == 409
        assert "schon gespielt oder gebucht" in past.content.decode()
        answer = host_of(coming).post(url(coming, "club-settings"), {**data, "since": "2027-12-31"})
        assert answer.status_code == 302
        good = {"name": "Neuer Name", "book": "own", "book_text": text, "public": "on", "since": ""}
        assert host_of(coming).post(url(coming, "club-settings"), good).status_code == 302
        assert "gültig ab 31.12.2027" in see(coming, "kim", "club-trail")
    coming.refresh_from_db()
    assert (coming.name, coming.public, coming.book) == ("Neuer Name", True, "ajz08")
    club = now_of(coming)
    assert [club.book_on(date(2027, 12, day)).days.number for day in (30, 31)] == [8, 4]


def test_settings_entered_for_next_year_change_no_page_of_this_one(coming: Club) -> None:
    """Until 31 December not appearing costs 200, a late name 20, a Jassrunde ends at 1999; the ten days are of the next year."""
    text = 'key = "x"\ntitle = "X"\nextends = "ajz08"\n[ending]\ntarget = 3000\n[season.days]\nnumber = 10\n'
    text += "[season.fines]\nabsent = 777\nlate_name = 333\n"
    data = {"name": "Jassclub Musterlingen", "book": "own", "book_text": text, "since": "2028-01-01"}
    with at(NOON):
        assert host_of(coming).post(url(coming, "club-settings"), data).status_code == 302
        assert "CHF 20.00" in see(coming, "gabi", "club-do-name-guest", "2027-3")
        attendance = see(coming, "anna", "club-attendance", "2027-3")
        assert "200" in attendance
        assert "777" not in attendance
        assert "3000" not in see(coming, "gabi", "club-table", "2027-3", "A")
        assert 'max="10"' in see(coming, "anna", "club-do-day-plan")
        assert send(coming, "anna", "day-plan", number="9", date="2027-12-30").status_code == 409  # this year still has eight
        assert send(coming, "anna", "day-plan", number="1", date="2028-01-29").status_code == 302


def test_a_name_is_never_taken_for_markup(coming: Club) -> None:
    with at(EVE):
        assert send(coming, "host", "people-add", names="<b>Zoe</b>\nZoë Müller", since="").status_code == 302
        page = see(coming, "kim", "club-people")
        assert "&lt;b&gt;Zoe&lt;/b&gt;" in page
        assert "<b>Zoe" not in page
    assert now_of(coming).roster.person("zoe-mueller").name == "Zoë Müller"


@pytest.mark.parametrize("lang", ["fr", "it", "en"])
def test_no_text_is_missing_in_any_language(playing: Club, lang: str) -> None:
    pages = [("club",), ("club-me",), ("club-days",), ("club-people",), ("club-day", "2027-3"), ("club-rulings", "2027-3")]
    pages += [("club-roll", "2027-2"), ("club-table", "2027-3", "A"), ("club-trail",), ("club-do-penalty", "2027-3")]
    client = enter_as(playing, "fritz")
    client.cookies["puur_lang"] = lang
    with at(PLAY):
        for name, *place in pages:
            text = re.sub(r"<[^>]*>", "", client.get(url(playing, name, *place)).content.decode())
            assert not re.search(r"\b(clubs?|web)\.[a-z]", text), name
        for path in ("/clubs/", "/clubs/new/"):
            assert not re.search(r"\b(clubs?|web)\.[a-z]", re.sub(r"<[^>]*>", "", client.get(path).content.decode())), path


@pytest.mark.rule("AJZ-3.4-29", "AJZ-3.4-30")
def test_ajz_3_4_29_a_game_of_the_web_table_is_a_round_with_its_penalty_points(playing: Club) -> None:
    names = ("Fritz Muster", "Ida Muster", "Gabi Muster", "Rolf Gast")
    with at(datetime(2027, 4, 17, 16, 40)):
        assert url(playing, "club-do-game", "2027-3", "A") in see(playing, "fritz", "club-table", "2027-3", "A")
        bad = SimpleUploadedFile("partie.jass", b"nichts")
        answer = send(playing, "fritz", "game", "2027-3", "A", file=bad, ended="16:40")
        assert (answer.status_code, "keine Partie" in answer.content.decode()) == (409, True)
        game = SimpleUploadedFile("partie.jass", format_jass(recorded(names)).encode())
        assert send(playing, "fritz", "game", "2027-3", "A", file=game, ended="16:40").status_code == 302
        seen = see(playing, "gabi", "club-trail")
    day = now_of(playing).day("2027-3")
    points = day.table("A").rounds[0].points
    assert max(points) >= 1999  # the target of the book
    assert [(one.person, one.points, one.rule) for one in day.penalties] == [("fritz", -300, "AJZ-3.4-18")]
    assert f"{points[0]} : {points[1]}" in seen
    assert "AJZ-3.4-18" in see(playing, "gabi", "club-rulings", "2027-3")
