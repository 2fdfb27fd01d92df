"""Properties of movement, of replayed random seasons, and of the ledger, whatever the mix of people."""

from __future__ import annotations

import random
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puur.core.sheet import Sheet
from puur.season import events as ev
from puur.season.book import load
from puur.season.dues import pending, settle
from puur.season.events import from_json, kinds, to_json
from puur.season.exchange import read, write
from puur.season.lineup import Design, LineUp, draw_lot
from puur.season.movement import Standing, moved
from puur.season.rollover import preview
from puur.season.state import Club
from puur.season.yearly import standings
from tests.season.support import MEMBERS, ajz, at, closed, club, not_there, opened, played, refused, season, totals


@st.composite
def days(draw: st.DrawFn) -> tuple[LineUp, dict[str, Standing]]:
    """Any design of series, any results (few values, so that ties are common), any mix of who may rise."""
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=5))
    names = tuple("ABCDE"[: len(sizes)])
    people = [f"p{number}" for number in range(sum(sizes))]
    rows, start = [], 0
    for size in sizes:
        rows.append(tuple(people[start : start + size]))
        start += size
    results = {one: Standing(one, Fraction(draw(st.integers(1, 4))), draw(st.booleans())) for one in people}
    design = Design(names, tuple(sizes), tuple(4 - size if size == 3 else 0 for size in sizes))
    return LineUp(design, tuple(rows), ("",) * len(sizes)), results


movers = st.lists(st.integers(0, 4), min_size=1, max_size=4).map(tuple)


@given(days(), movers)
def test_a_promoted_member_ends_higher_and_who_stays_ends_no_lower(
    drawn: tuple[LineUp, dict[str, Standing]], allowed: tuple[int, ...]
) -> None:
    line_up, results = drawn
    book = ajz(movement__movers=allowed)
    found = moved(book, line_up, results, {})
    after = LineUp(line_up.design, found.members, found.inviters)
    assert sorted(one for row in found.members for one in row) == sorted(results)
    assert tuple(map(len, found.members)) == line_up.design.members  # every series keeps its size
    for move in found.moves:
        before, now = line_up.level(move.member), after.level(move.member)
        assert line_up.design.names[now] == move.target
        if move.label == "promoted":
            assert now == before - 1
            assert results[move.member].may_rise
        elif move.label == "relegated":
            assert now == before + 1
            # nobody of the old series with fewer points stays or rises above
            others = [one for one in line_up.members[before] if after.level(one) <= before]
            assert all(results[one].points >= results[move.member].points for one in others)
        else:
            assert now == before
    risers = {move.member for move in found.moves if move.label == "promoted"}
    for level, row in enumerate(line_up.members):
        best = [one for one in row if one in risers]
        able = [results[one].points for one in row if results[one].may_rise]
        assert len(best) <= (book.movement.at(level) if level else 0)
        falling = [move.member for move in found.moves if move.label == "relegated" and line_up.level(move.member) == level - 1]
        assert len(falling) == len(best)  # a swap: as many come down as go up
        # those who rise are the best of those who may
        assert sorted((results[one].points for one in best), reverse=True) == sorted(able, reverse=True)[: len(best)]


@given(days(), movers, st.randoms(use_true_random=False))
def test_with_every_coin_tossed_no_tie_is_left(
    drawn: tuple[LineUp, dict[str, Standing]], allowed: tuple[int, ...], rng: random.Random
) -> None:
    line_up, results = drawn
    book = ajz(movement__movers=allowed)
    broken: dict[tuple[str, str, frozenset[str]], tuple[str, ...]] = {}
    for _ in range(30):
        found = moved(book, line_up, results, broken)
        if not found.ties:
            break
        for tie in found.ties:
            order = list(tie.among)
            rng.shuffle(order)
            broken[tie.purpose, tie.series, frozenset(order)] = tuple(order)
    assert not found.ties
    assert moved(book, line_up, results, broken) == found  # the same however often it is asked


def test_two_at_each_boundary_by_setting_alone() -> None:
    """By hand: three series of four, two swap at the upper boundary, one at the lower; b1 was represented and cannot rise."""
    line_up = LineUp(
        Design(tuple("ABC"), (4, 4, 4), (0, 0, 0)), tuple(tuple(f"{name}{place}" for place in "1234") for name in "abc"), ("",) * 3
    )
    points = dict(zip("1234", (400, 300, 200, 100), strict=True))
    results = {one: Standing(one, Fraction(points[one[1]]), one != "b1") for row in line_up.members for one in row}
    found = moved(ajz(movement__movers=(2, 1)), line_up, results, {})
    # A: a3 and a4 fall. B: b1 may not rise, so b2 and b3 do; b4 falls for c1. C: c1 rises.
    assert [set(row) for row in found.members] == [{"a1", "a2", "b2", "b3"}, {"b1", "a3", "a4", "c1"}, {"c2", "c3", "c4", "b4"}]
    assert found.ties == ()
    assert found.inviters == ("a1", "b2", "c1")  # A: the best; else the best of those who rose
    said = {move.member: move.reason for move in found.moves}
    assert (said["b2"], said["b1"], said["c1"], said["a4"]) == ("best-eligible", "by-ersatz", "among-best", "among-worst")


def test_a_design_with_two_guests_at_a_table_is_refused() -> None:
    found = season()
    with refused(found, "AJZ-4.1-04", "design-guests"):
        found.submit(ev.DesignChanged(day="2018-5", by="a1", names=tuple("ABCD"), members=(4, 3, 3, 2), guests=(0, 1, 1, 2)))


def test_the_rollover_is_previewed_done_once_and_undone_until_the_next_day_begins() -> None:
    found = season()
    key = played(found, 3)
    seen = preview(found, found.day(key))
    assert preview(found, found.day(key)) == seen  # looking changes nothing
    assert not seen.done
    found.submit(seen.event())
    assert preview(found, found.day(key)).done
    with not_there(found, "rolled-over"):
        found.submit(seen.event())
    found.submit(ev.RolloverUndone(day=key))
    assert found.day("2018-4").line_up is None
    found.submit(ev.PenaltyGiven(day=key, series="C", person="c1", act="false-thanks", points=-500, at=at(key, "16:00")))
    again = preview(found, found.day(key))
    assert again.line_up != seen.line_up  # c1 fell behind
    found.submit(again.event())
    found.submit(ev.DayOpened(day="2018-4", at=at("2018-4", "15:00")))
    with not_there(found, "day-begun"):
        found.submit(ev.RolloverUndone(day=key))


def test_a_line_up_that_the_results_do_not_give_is_refused() -> None:
    found = season()
    key = played(found, 3)
    wrong = preview(found, found.day(key)).event()
    rows = (wrong.line_up[1], wrong.line_up[0], *wrong.line_up[2:])
    with refused(found, "AJZ-4.4-01", "rollover-differs"):
        found.submit(ev.RolledOver(day=key, line_up=rows, inviters=wrong.inviters))


def test_a_swap_by_the_vorstand_is_said_to_be_one() -> None:
    found = season()
    key = played(found, 3)
    found.submit(preview(found, found.day(key)).event())
    with refused(found, "AJZ-4.4-01", "not-vorstand"):
        found.submit(ev.SeatsSwapped(day="2018-4", one="c1", other="b3", by="d3", reason="x"))
    with refused(found, "AJZ-4.4-01", "reason-missing"):
        found.submit(ev.SeatsSwapped(day="2018-4", one="c1", other="b3", by="a1", reason=" "))
    found.submit(ev.SeatsSwapped(day="2018-4", one="c1", other="b3", by="a1", reason="a quarrel"))
    lines = {one.member: one for one in preview(found, found.day(key)).moves}
    assert (lines["c1"].label, lines["c1"].target) == ("override", "C")
    assert (lines["b3"].label, lines["b3"].target) == ("override", "B")
    assert all(lines[one].label != "override" for one in MEMBERS if one not in ("c1", "b3"))


def random_season(seed: int) -> Club:
    """Eight days of chance: late comers, substitutes, break-offs, Strafpunkte, payments and reversals; the Vorstand may order a
    day without guests, and in some clubs two rise and fall."""
    rng = random.Random(seed)
    found = season(ending__target=1999, movement__movers=rng.choice([(1,), (2,), (2, 1)]))
    if rng.random() < 0.5:
        key = f"2018-{rng.randrange(3, 8)}"
        found.submit(ev.DesignChanged(day=key, by="a1", names=tuple("ABC"), members=(4, 4, 4), guests=(0, 0, 0)))
    order = draw_lot(MEMBERS, seed)
    found.submit(ev.LotDrawn(day="2018-1", seed=seed, order=order))
    for number in range(1, 9):
        key = f"2018-{number}"
        day = found.day(key)
        assert day.line_up is not None
        guests = ["ga", "gb", "gc", "gd"]
        for name, inviter in zip(day.line_up.design.names, day.line_up.inviters, strict=True):
            if inviter and rng.random() < 0.95:
                clock = rng.choice(["09:00", "12:00", "12:40"])
                found.submit(ev.GuestNamed(day=key, member=inviter, person=guests["ABCD".index(name)], at=at(key, clock)))
        for member in rng.sample(MEMBERS, rng.randrange(3)):
            person = rng.choice(["x", "y", ""])
            if person and person not in [one.person for one in day.substitutes.values()]:
                found.submit(ev.SubstituteNamed(day=key, member=member, person=person, at=at(key, "10:00")))
        people = [one.person for _, one in found.everybody(day) if one.person]
        for person in rng.sample(people, 3):
            late = day.besammlung + timedelta(minutes=rng.randrange(100))
            found.submit(ev.Arrived(day=key, person=person, at=late))
        found.submit(ev.DayOpened(day=key, at=day.spielbeginn))
        for name in day.line_up.design.names:
            _table(found, key, name, rng)
        found.submit(ev.DayClosed(day=key, at=at(day.date, "23:59")))
        settle(found, day.date)
        for charge in [one for one in found.ledger.charges.values() if one.open and rng.random() < 0.6]:
            pay = Decimal(rng.randrange(100, 30000)) / 100
            on = day.date + timedelta(days=rng.randrange(15))
            method = rng.choice(["cash", "bank"])
            payer = rng.choice([charge.debtor, charge.joint or charge.debtor])
            found.submit(ev.Paid(key=f"p{len(found.events)}", payer=payer, amount=pay, on=on, method=method, charges=(charge.key,)))
            if found.ledger.credit(payer) > 0 and charge.open > 0 and rng.random() < 0.3:
                pay = min(found.ledger.credit(payer), charge.open)
                key_ = f"p{len(found.events)}"
                found.submit(ev.Paid(key=key_, payer=payer, amount=pay, on=on, method="credit", charges=(charge.key,)))
            if rng.random() < 0.1:
                booking = rng.choice([one for one in found.ledger.bookings if one.key in found.ledger.payments])
                if not found.ledger.has(f"reversed:{booking.key}"):
                    found.submit(ev.Reversed(key=booking.key, on=on, reason="slip"))
        if number < 8:
            for _ in range(20):
                seen = preview(found, day)
                if not seen.ties:
                    break
                for tie in seen.ties:
                    mixed = rng.sample(tie.among, len(tie.among))
                    found.submit(ev.TieBroken(day=key, purpose=tie.purpose, series=tie.series, order=tuple(mixed)))
            found.submit(preview(found, day).event())
    for month in (3, 7, 12):
        settle(found, date(2018, month, 28))
    settle(found, date(2019, 2, 1))
    return found


def _table(found: Club, key: str, name: str, rng: random.Random) -> None:
    day = found.day(key)
    if not found.complete(day, name):
        return
    people = [one.person for one in found.participants(day, name)]
    w, x, y, z = people
    stop = rng.choice([3] * 9 + [0, 1, 2])
    begin = day.opened or day.spielbeginn
    for number, teams in enumerate((((w, x), (y, z)), ((w, y), (x, z)), ((w, z), (x, y)))):
        if number == stop:
            found.submit(ev.SeriesAborted(day=key, series=name, person=rng.choice(people), at=begin + timedelta(hours=3)))
            return
        if number == 2:
            found.submit(ev.BreakTaken(day=key, series=name, after=2, minutes=rng.randrange(1, 46)))
        points = (rng.randrange(1999, 2150), rng.randrange(700, 2100))
        mixed = points if rng.random() < 0.5 else points[::-1]
        ended = begin + timedelta(minutes=90 * (number + 1))
        found.submit(ev.RoundPlayed(day=key, series=name, teams=teams, sheet=Sheet(mixed), ended=ended))
        if rng.random() < 0.2:
            act = rng.choice(list(found.book.penalties.values()))
            when = begin + timedelta(minutes=10)
            found.submit(ev.PenaltyGiven(day=key, series=name, person=rng.choice(people), act=act.act, points=act.points, at=when))


@pytest.mark.parametrize("seed", range(10))
def test_a_random_season_replays_to_the_same_standings_and_balances(seed: int) -> None:
    found = random_season(seed)
    text = write("ajz08", found.events)
    again = Club(found.book, read(text).events)
    assert write("ajz08", again.events) == text
    assert standings(again, 2018) == standings(found, 2018)
    assert again.ledger.balances() == found.ledger.balances()
    assert again.ledger.bookings == found.ledger.bookings
    for booking in found.ledger.bookings:
        assert sum(line.amount for line in booking.lines) == 0
        assert booking.rule
    assert sum(found.ledger.balances().values()) == 0
    owed = sum((one.open for one in found.ledger.charges.values()), Decimal())
    credits = sum(-amount for account, amount in found.ledger.balances().items() if account.startswith("1100"))
    assert owed + credits >= 0  # what is owed, less what was paid too much, is what the debtor accounts say
    assert pending(found, date(2019, 2, 1)) == []


@pytest.mark.parametrize("seed", range(10))
def test_in_a_random_season_nobody_who_was_promoted_ends_lower(seed: int) -> None:
    found = random_season(seed)
    moved_days = 0
    for day in found.year(2018)[:-1]:
        following = found.after(day)
        assert day.line_up is not None
        assert following is not None
        assert following.line_up is not None
        for move in preview(found, day).moves:
            before, now = day.line_up.level(move.member), following.line_up.level(move.member)
            if move.label == "promoted":
                moved_days += 1
                assert now == before - 1
            elif move.label == "stayed":
                assert now == before
            elif move.label == "relegated":
                assert now == before + 1
    assert moved_days > 5


def test_a_reversal_is_the_mirror_image_and_happens_once() -> None:
    found = season()
    closed_day(found)
    settle(found, date(2018, 3, 31))
    before = found.ledger.balances()
    key = "startgeld:2018-3:a1"
    found.submit(ev.Reversed(key=key, on=date(2018, 4, 1), reason="entered twice"))
    assert found.ledger.charges[key].open == 0
    assert found.ledger.balance(found.ledger.debtor("a1")) == before[found.ledger.debtor("a1")] - 20
    assert sum(found.ledger.balances().values()) == 0
    with not_there(found, "reversed-already"):
        found.submit(ev.Reversed(key=key, on=date(2018, 4, 1), reason="again"))


def closed_day(found: Club) -> str:
    key = opened(found, 3)
    for series in "ABCD":
        people = [one.person for one in found.participants(found.day(key), series)]
        totals(found, key, series, dict(zip(people, (5200, 5100, 4900, 4800), strict=True)))
    closed(found, key)
    return key


def test_a_payment_reversed_is_owed_again_and_too_much_is_a_credit() -> None:
    found = season()
    closed_day(found)
    settle(found, date(2018, 3, 31))
    key = "startgeld:2018-3:a1"
    pay = ev.Paid(key="p", payer="a1", amount=Decimal(50), on=date(2018, 3, 31), method="cash", charges=(key,))
    found.submit(pay)
    assert found.ledger.balance(found.ledger.debtor("a1")) == -30
    with not_there(found, "booked-already"):
        found.submit(pay)
    found.submit(ev.Reversed(key="p", on=date(2018, 4, 1), reason="bounced"))
    assert found.ledger.charges[key].open == 20
    assert found.ledger.balance("1000 Kasse") == 0


def test_a_credit_pays_a_later_debt_and_never_more_than_it_is() -> None:
    """By hand: 50 paid for a debt of 20 leaves 30; of those 20 pay the next day's Startgeld, and 10 are left."""
    found = season()
    played(found, 3)
    settle(found, date(2018, 3, 31))
    first = "startgeld:2018-3:a1"
    found.submit(ev.Paid(key="p", payer="a1", amount=Decimal(50), on=date(2018, 3, 31), method="cash", charges=(first,)))
    other = ev.Charged(key="extra", sort="other", debtor="a1", amount=Decimal(20), on=date(2018, 4, 1), rule="Statuten")
    found.submit(other)
    assert found.ledger.credit("a1") == 30
    with not_there(found, "no-credit"):
        found.submit(ev.Paid(key="q", payer="a1", amount=Decimal(25), on=date(2018, 4, 2), method="credit", charges=("extra",)))
    found.submit(ev.Paid(key="q", payer="a1", amount=Decimal(20), on=date(2018, 4, 2), method="credit", charges=("extra",)))
    assert (found.ledger.charges["extra"].open, found.ledger.credit("a1")) == (0, 10)
    assert sum(found.ledger.balances().values()) == 0
    found.submit(ev.Reversed(key="q", on=date(2018, 4, 3), reason="slip"))
    assert (found.ledger.charges["extra"].open, found.ledger.credit("a1")) == (20, 30)


def test_every_kind_of_event_reads_back_as_it_was_written() -> None:
    seen = {type(event) for event in random_season(3).events}
    assert len(seen) > 15
    for event in random_season(4).events:
        assert from_json(to_json(event)) == event
    from puur.season.state import HANDLERS

    assert set(HANDLERS) == set(kinds().values())  # each has somebody who takes it in


def test_the_book_of_a_club_with_other_ideas() -> None:
    from puur.season.book import load_text

    text = 'key = "f1"\ntitle = "F1"\nextends = "ajz08"\n'
    text += "[season]\nrank_points = [25, 18, 15, 12]\nbest_days = 1\n[season.weights]\n8 = 2\n"
    book = load_text(text, "f1.toml")
    assert (book.best_days, book.weights["8"], load("ajz08").best_days) == (1, 2, 0)
    found = Club(book, club().events)
    for event in season().events[len(found.events) :]:
        found.submit(event)
    from puur.season.results import counted

    assert counted(book, {1: 25, 8: 18}) == 36  # the final counts double, only the best day counts
