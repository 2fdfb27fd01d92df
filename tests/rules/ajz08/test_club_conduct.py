"""AJZ 08, chapters 1.4, 1.6, 1.7, 1.8 and the general Strafpunkte of 3.4; worked examples of the catalogue."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from puur.core.sheet import Sheet
from puur.season import events as ev
from puur.season.beer import debts
from puur.season.conduct import USES, device_ruling, drinks_of, stangen_target
from puur.season.results import drinks_shares
from puur.season.state import Club
from puur.season.tasks import checklist, day_tasks
from tests.season.support import ajz, all_tables, at, closed, not_there, opened, refused, row, season, seat, totals

P1 = {"a1": 5400, "a2": 5200, "a3": 5000, "ga": 4800}


def played_a(*before: ev.Event) -> tuple[Club, str]:
    """Serie A on which a1 has 5400."""
    found = season()
    key = seat(found, 3)
    for event in before:
        found.submit(event)
    found.submit(ev.DayOpened(day=key, at=at(key, "15:00")))
    totals(found, key, "A", P1)
    return found, key


def used(clock: str = "17:00", person: str = "a1", **more) -> ev.DeviceUsed:
    return ev.DeviceUsed(day="2018-3", person=person, at=at("2018-3", clock), how=more.pop("how", "call-taken"), **more)


def ruling(found: Club, key: str):
    return device_ruling(found, found.day(key), found.day(key).devices[-1])


@pytest.mark.rule("AJZ-1.4-01")
@pytest.mark.parametrize(("clock", "violation"), [("16:10", True), ("14:50", False)])
def test_ajz_1_4_01_no_devices_between_spielbeginn_and_spielende(clock: str, violation: bool) -> None:
    found, key = played_a()
    found.submit(used(clock))
    assert ruling(found, key).violation is violation


@pytest.mark.rule("AJZ-1.4-01", "AJZ-1.1-19")
@pytest.mark.parametrize(
    ("clock", "secret", "points", "first"),
    [
        ("17:00", False, -300, "AJZ-3.4-03"),  # "ohne bewilligtes Gesuch/Notfall = -300 Punkte"
        ("17:00", True, -500, "AJZ-3.4-04"),  # "heimlich"
        (
            "21:30",
            False,
            0,
            "AJZ-1.4-01",
        ),  # "unabhängig von der Spielzeit zwischen Spielbeginn und Spielende": forbidden, and no points
        ("21:30", True, 0, "AJZ-1.4-01"),
    ],
)
def test_ajz_1_4_01_1_1_19_in_and_outside_the_spielzeit(clock: str, secret: bool, points: int, first: str) -> None:
    found, key = played_a()
    found.submit(used(clock, secret=secret))
    said = ruling(found, key)
    assert (said.violation, said.points, said.rules[0]) == (True, points, first)
    assert ("AJZ-1.1-19" in said.rules) is (points == 0)


@pytest.mark.rule("AJZ-1.4-02")
def test_ajz_1_4_02_calls_messages_and_other_uses() -> None:
    assert set(USES) >= {"call-made", "call-taken", "message-written", "message-read", "other"}
    for how in ("call-made", "call-taken", "message-written", "message-read", "other"):
        found, key = played_a()
        found.submit(used(how=how))
        assert ruling(found, key).violation
    found, key = played_a()
    with not_there(found, "device-how"):
        found.submit(used(how="telepathy"))


@pytest.mark.rule("AJZ-1.4-03")
@pytest.mark.parametrize("how", ["calculator", "scores"])
def test_ajz_1_4_03_computing_results_is_allowed(how: str) -> None:
    found, key = played_a()
    found.submit(used("20:50", how=how))
    assert (ruling(found, key).violation, ruling(found, key).rules) == (False, ("AJZ-1.4-03",))


@pytest.mark.rule("AJZ-1.4-04")
def test_ajz_1_4_04_the_praesident_may_permit() -> None:
    permit = {"day": "2018-3", "person": "b2", "asked": at("2018-3", "14:40"), "reason": "birth"}
    found = season()
    seat(found, 3)
    with refused(found, "AJZ-1.8-01", "not-competent"):
        found.submit(ev.DevicePermitted(by="b1", **permit))
    found, key = played_a(ev.DevicePermitted(by="a1", **permit))
    all_tables(found, key)
    found.submit(used(person="b2"))
    assert (ruling(found, key).violation, row(found, key, "b2").penalties) == (False, 0)


@pytest.mark.rule("AJZ-1.4-05")
@pytest.mark.parametrize(("clock", "reason", "good"), [("14:59", "birth", True), ("15:00", "birth", False), ("14:59", " ", False)])
def test_ajz_1_4_05_reasoned_and_before_spielbeginn(clock: str, reason: str, good: bool) -> None:
    found = season()
    key = seat(found, 3)
    event = ev.DevicePermitted(day=key, person="b2", asked=at(key, clock), reason=reason, by="a1")
    if good:
        found.submit(event)
        assert "b2" in found.day(key).permits
    else:
        with refused(found, "AJZ-1.4-05", "request-inadmissible"):
            found.submit(event)


def emergency(recognised: bool | None, person: str = "b2") -> tuple[Club, str]:
    found, key = played_a()
    all_tables(found, key, {"b2": 5400, "b1": 5200, "b3": 5000})
    found.submit(used(person=person, presumed=True))
    if recognised is not None:
        found.submit(ev.EmergencyDecided(day=key, person=person, by="a1", recognised=recognised, matter="device"))
    closed(found, key)
    return found, key


@pytest.mark.rule("AJZ-1.4-06")
def test_ajz_1_4_06_a_presumed_emergency_that_is_recognised_costs_nothing() -> None:
    found, key = emergency(True)
    assert row(found, key, "b2").provisional == 5400
    assert debts(found) == []


@pytest.mark.rule("AJZ-1.4-07")
def test_ajz_1_4_07_one_that_is_not_recognised_costs_a_round_of_beer() -> None:
    found, _ = emergency(False)
    assert [(one.person, one.beers, one.rule) for one in debts(found)] == [("b2", 16, "AJZ-1.4-07")]


@pytest.mark.rule("AJZ-1.4-08")
def test_ajz_1_4_08_and_the_strafpunkte_besides() -> None:
    found, key = emergency(False)
    assert row(found, key, "b2").provisional == 5100
    found, key = emergency(None)
    assert row(found, key, "b2").provisional == 5400  # nobody has decided yet
    found, key = played_a()
    found.submit(used(person="a1", presumed=True, secret=True))
    found.submit(ev.EmergencyDecided(day=key, person="a1", by="b1", recognised=False, matter="device"))
    assert row(found, key, "a1").provisional == 4900  # -500 only if done secretly


def vote(yes: str, no: str, kind: type = ev.BreakVoted, **more) -> tuple[Club, str]:
    found = season()
    key = opened(found, 3)
    totals(found, key, "A", P1, rounds=1)
    found.submit(kind(day=key, series="A", yes=tuple(yes.split()), no=tuple(no.split()), **more))
    return found, key


@pytest.mark.rule("AJZ-1.6-01")
@pytest.mark.parametrize(("yes", "no", "granted"), [("a1 a2 ga", "a3", True), ("a3", "a1 a2 ga", False)])
def test_ajz_1_6_01_a_break_of_ten_minutes_by_majority(yes: str, no: str, granted: bool) -> None:
    found, key = vote(yes, no)
    if granted:
        with refused(found, "AJZ-1.6-01", "break-long"):
            found.submit(ev.BreakTaken(day=key, series="A", after=1, minutes=11))
        found.submit(ev.BreakTaken(day=key, series="A", after=1, minutes=10))
        assert found.day(key).table("A").breaks == {1: 10}
    else:
        with refused(found, "AJZ-1.6-01", "break-no-majority"):
            found.submit(ev.BreakTaken(day=key, series="A", after=1, minutes=5))


@pytest.mark.rule("AJZ-1.6-02")
@pytest.mark.parametrize(("yes", "no", "granted"), [("a1 ga", "a2 a3", True), ("a2 a3", "a1 ga", False)])
def test_ajz_1_6_02_the_oldest_member_breaks_the_tie_never_a_guest(yes: str, no: str, granted: bool) -> None:
    found, key = vote(yes, no)  # a1 was born in 1979, the guest in 1960
    assert found.day(key).table("A").break_votes == [granted]


@pytest.mark.rule("AJZ-1.6-02")
def test_ajz_1_6_02_an_ersatzjasser_has_no_casting_vote() -> None:
    found = season()
    key = seat(found, 3)
    found.submit(ev.SubstituteNamed(day=key, member="a1", person="x", at=at(key, "09:00")))
    found.submit(ev.DayOpened(day=key, at=at(key, "15:00")))
    found.submit(ev.BreakVoted(day=key, series="A", yes=("x", "ga"), no=("a2", "a3")))
    assert found.day(key).table("A").break_votes == [False]  # a2 is the oldest member there


@pytest.mark.rule("AJZ-1.6-03")
def test_ajz_1_6_03_the_break_for_eating_is_a_duty() -> None:
    found = season()
    key = opened(found, 3)
    totals(found, key, "A", P1, rounds=2)
    third = ev.RoundPlayed(day=key, series="A", teams=(("a1", "ga"), ("a2", "a3")), sheet=Sheet((1800, 1500)))
    # The second round ended at 19:00: from 19:45 on the series is reminded; what it plays without a record still counts.
    reminded = [
        [task.rule for task in day_tasks(found, found.day(key), at(key, clock)) if task.what == "meal-break"]
        for clock in ("19:44", "19:45")
    ]
    assert reminded == [[], ["AJZ-1.6-03"]]
    found.submit(third)
    with refused(found, "AJZ-1.6-03", "break-long"):
        found.submit(ev.BreakTaken(day=key, series="A", after=2, minutes=46))
    found.submit(ev.BreakTaken(day=key, series="A", after=2, minutes=1))  # entered late, as it was
    assert not [task for task in day_tasks(found, found.day(key), at(key, "20:00")) if task.what == "meal-break"]
    assert len(found.day(key).table("A").rounds) == 3


@pytest.mark.rule("AJZ-1.7-02", "AJZ-1.7-05")
def test_ajz_1_7_02_and_ajz_1_7_05_beer_three_to_nine_stangen() -> None:
    assert stangen_target(3, ajz().conduct.stangen) == (3, 9)
    found = season()
    step = next(one for one in checklist(found, found.day("2018-3")) if one.key == "drinks")
    assert (step.facts, step.rule) == ({"drink": "beer", "low": "3", "high": "9"}, "AJZ-1.7-05")


@pytest.mark.rule("AJZ-1.7-03")
@pytest.mark.parametrize(("yes", "no", "allowed"), [("a1 a2 ga", "a3", True), ("a3", "a1 a2 ga", False)])
def test_ajz_1_7_03_another_drink_by_majority(yes: str, no: str, allowed: bool) -> None:
    found, key = vote(yes, no, ev.DrinkVoted, person="a3", drink="wine")
    assert found.day(key).table("A").drinks == {"a3/wine": allowed}


@pytest.mark.rule("AJZ-1.7-04")
def test_ajz_1_7_04_the_oldest_member_breaks_that_tie_too() -> None:
    found, key = vote("a2 ga", "a1 a3", ev.DrinkVoted, person="a2", drink="wine")
    assert found.day(key).table("A").drinks == {"a2/wine": False}


@pytest.mark.rule("AJZ-1.7-06")
def test_ajz_1_7_06_schnapps_only_if_all_agree() -> None:
    found = season()
    key = opened(found, 3)
    with refused(found, "AJZ-1.7-06", "schnapps-consent"):
        found.submit(ev.SchnappsDrunk(day=key, series="A", round=2, agreed=("a1", "a2", "a3")))
    found.submit(ev.SchnappsDrunk(day=key, series="A", round=2, agreed=("a1", "a2", "a3", "ga")))
    assert found.day(key).table("A").schnapps == {2: 1}


@pytest.mark.rule("AJZ-1.7-07")
def test_ajz_1_7_07_one_round_of_schnapps_per_jassrunde() -> None:
    found = season()
    key = opened(found, 3)
    everybody = ("a1", "a2", "a3", "ga")
    found.submit(ev.SchnappsDrunk(day=key, series="A", round=2, agreed=everybody))
    with refused(found, "AJZ-1.7-07", "schnapps-again"):
        found.submit(ev.SchnappsDrunk(day=key, series="A", round=2, agreed=everybody))
    found.submit(ev.SchnappsDrunk(day=key, series="A", round=3, agreed=everybody))


def penalised(act: str, points: int, **more) -> int:
    found, key = played_a()
    found.submit(ev.PenaltyGiven(day=key, series="A", person="a1", act=act, points=points, at=at(key, "16:00"), **more))
    others = {person: row(found, key, person).provisional for person in ("a2", "a3", "ga")}
    assert others == {"a2": 5200, "a3": 5000, "ga": 4800}
    return int(row(found, key, "a1").provisional)


@pytest.mark.rule("AJZ-1.7-09", "AJZ-3.4-05")
def test_ajz_1_7_09_and_ajz_3_4_05_plain_beuteltee_costs_100() -> None:
    assert penalised("plain-tea", -100) == 5300
    assert penalised("plain-tea", -100, circumstances=("additive",)) == 5400


@pytest.mark.rule("AJZ-3.4-02")
def test_ajz_3_4_02_a_spilled_drink_costs_100() -> None:
    assert penalised("spilled-drink", -100, rule="AJZ-3.4-02") == 5300


@pytest.mark.rule("AJZ-3.4-03")
def test_ajz_3_4_03_a_device_costs_300() -> None:
    assert penalised("device", -300) == 5100


@pytest.mark.rule("AJZ-3.4-04")
def test_ajz_3_4_04_a_secret_one_500_and_not_800() -> None:
    assert penalised("device-secret", -500) == 4900
    found, key = played_a()
    for act, points in (("device", -300), ("device-secret", -500)):
        found.submit(ev.PenaltyGiven(day=key, series="A", person="a1", act=act, points=points, at=at(key, "16:00")))
    assert row(found, key, "a1").provisional == 4900


def test_only_the_closed_list_at_its_price() -> None:
    found, key = played_a()
    assert len(found.book.penalties) == 26
    for act, points, rule in (("whistling", -100, ""), ("no-cut", -60, ""), ("no-cut", -50, "AJZ-3.4-08")):
        with refused(found, "AJZ-3.4-28", "penalty-list"):
            found.submit(ev.PenaltyGiven(day=key, series="A", person="a1", act=act, points=points, at=at(key, "16:00"), rule=rule))


@pytest.mark.rule("AJZ-1.7-10")
@pytest.mark.parametrize(
    ("results", "shares"),
    [
        ((5600, 5300, 4900, 4600), (0, 0, 84, 84)),
        ((5600, 4900, 4900, 4600), (0, 42, 42, 84)),
        ((5600, 4600, 4600, 4600), (0, 56, 56, 56)),
        ((5000, 5000, 5000, 5000), (42, 42, 42, 42)),
    ],
)
def test_ajz_1_7_10_the_two_worst_pay_the_drinks(results: tuple[int, ...], shares: tuple[int, ...]) -> None:
    wanted = {str(place): Fraction(points) for place, points in enumerate(results)}
    assert tuple(drinks_shares(ajz(), Fraction(168), wanted).values()) == shares


@pytest.mark.rule("AJZ-1.7-10")
def test_ajz_1_7_10_by_the_provisional_result_guests_too() -> None:
    found, key = played_a()
    found.submit(ev.DrinksBilled(day=key, series="A", amount=Decimal(168)))
    found.submit(ev.PenaltyGiven(day=key, series="A", person="a1", act="false-thanks", points=-500, at=at(key, "16:00")))
    assert drinks_of(found, found.day(key), "A") == {"a1": 84, "a2": 0, "a3": 0, "ga": 84}  # a1 4900, guest 4800


def judge(*away: str, affected: tuple[str, ...] = (), matter: str = "emergencies") -> tuple[str, str] | None:
    found = season()
    key = opened(found, 3)
    for person in away:
        found.submit(ev.NotAppeared(day=key, person=person))
    return found.judge(found.day(key), matter, affected)


@pytest.mark.rule("AJZ-1.8-01")
def test_ajz_1_8_01_emergencies_go_down_the_list_from_the_praesident() -> None:
    assert judge() == ("a1", "praesident")
    assert judge("a1", "b1") == ("c1", "kassier")


@pytest.mark.rule("AJZ-1.8-02")
def test_ajz_1_8_02_jassregeln_go_down_the_list_from_the_chef_regelwerk() -> None:
    assert judge(matter="jassregeln") == ("d1", "chef-regelwerk")
    assert judge("d1", matter="jassregeln") == ("a2", "deputy-chef-regelwerk")
    assert judge("d1", "a2", matter="jassregeln") == ("a1", "praesident")


@pytest.mark.rule("AJZ-1.8-03")
def test_ajz_1_8_03_the_competent_person_decides_alone() -> None:
    found, key = emergency(None)
    found.submit(ev.EmergencyDecided(day=key, person="b2", by="a1", recognised=True, matter="device"))
    assert found.day(key).emergencies == {("b2", "device"): True}  # at once, without a confirmation
    assert found.judge(found.day(key), "emergencies", ["b2"]) == ("a1", "praesident")


@pytest.mark.rule("AJZ-1.8-04")
def test_ajz_1_8_04_an_absent_one_is_replaced_by_the_next() -> None:
    assert judge("a1", "b1", "c1", "d1") == ("a2", "deputy-chef-regelwerk")


@pytest.mark.rule("AJZ-1.8-05")
def test_ajz_1_8_05_a_conflict_of_interest_passes_it_on() -> None:
    # the Chef Regelwerk and the deputy both sit in the Spiel concerned
    assert judge(affected=("d1", "a2"), matter="jassregeln") == ("a1", "praesident")
    assert judge(affected=("a1",)) == ("b1", "vizepraesident")


@pytest.mark.rule("AJZ-1.8-06")
def test_ajz_1_8_06_the_offices_are_given_every_year_and_go_on_until_then() -> None:
    from puur.season.tasks import warnings

    found = season()
    found.submit(ev.MeetingPlanned(meeting="gv", sort="generalversammlung", starts=at(date(2019, 2, 8), "19:00")))
    told = {one.facts["office"]: one.rule for one in warnings(found, 2019, date(2019, 3, 1))}
    assert "chef-regelwerk" in told
    assert found.roster.holder("chef-regelwerk", date(2019, 3, 1)) == "d1"  # the previous holder goes on
    found.submit(ev.OfficeGiven(office="chef-regelwerk", person="c3", on=date(2019, 2, 8)))
    assert "chef-regelwerk" not in {one.facts["office"] for one in warnings(found, 2019, date(2019, 3, 1))}
    assert found.roster.holder("chef-regelwerk", date(2019, 3, 1)) == "c3"
    assert found.roster.holder("chef-regelwerk", date(2018, 12, 31)) == "d1"


@pytest.mark.rule("AJZ-1.8-07")
def test_ajz_1_8_07_the_last_instance_is_the_oldest_member_present() -> None:
    # all office holders away or in conflict; left are a3 (1981), b2 (1983) and younger ones; guests are older
    assert judge("a1", "b1", "c1", "d1", affected=("a2",)) == ("a3", "oldest-member")
