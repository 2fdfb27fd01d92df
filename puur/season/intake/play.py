"""Events of a Jasstag: opening and closing, coming and going, Jassrunden, outages, evenings that count, sheets."""

from __future__ import annotations

from dataclasses import replace

from puur.core.cards import parse_card
from puur.core.errors import Refusal
from puur.core.sheet import Sheet
from puur.reglement.season import EveningsCount
from puur.season import events as ev
from puur.season.days import Day
from puur.season.intake.checks import decides, open_day, series_people, voted
from puur.season.lineup import LineUp
from puur.season.state import Club, takes
from puur.season.table import Round, Table, check_break, check_teams, drawn_teams, ended, pairing


@takes(ev.DayOpened)
def day_opened(club: Club, event: ev.DayOpened) -> None:
    """Spielbeginn; its actual time counts. (AJZ-1.1-14)"""
    day = club.day(event.day)
    if day.line_up is None:
        raise Refusal("no-line-up", day=day.key)
    club.coming(day.key)
    if not club.replaying:
        _check_seats(club, day, day.line_up)
    day.opened = event.at


def _check_seats(club: Club, day: Day, line_up: LineUp) -> None:
    """Who came or left since the seats were found: a chair for every member, and nobody on two. (AJZ-4.1-04)"""
    members = club.roster.members(day.date)
    seated = [member for seats in line_up.members for member in seats]
    left = [member for member in (*seated, *line_up.inviters) if member and member not in members]
    if left:
        raise club.refuse("members", "seat-of-former", person=left[0], day=day.key)
    if set(seated) != set(members):
        raise club.refuse("members", "members-seats", members=len(members), seats=len(seated))
    people = [seat.person for _, seat in club.everybody(day) if seat.person]
    if twice := [person for person in people if people.count(person) > 1]:
        raise Refusal("seated-twice", person=twice[0], day=day.key)


@takes(ev.DayClosed)
def day_closed(club: Club, event: ev.DayClosed) -> None:
    """Spielende, only after every series is finished. (AJZ-1.1-16)"""
    day = open_day(club, event.day)
    if day.closed is not None:
        raise Refusal("day-closed", day=day.key)
    assert day.line_up is not None
    for series in day.line_up.design.names:
        over = ended(club.book, day.table(series))
        if not club.finished(day, series) or (over is not None and event.at < over):
            raise club.refuse("closing", "series-running", series=series)
    day.closed = event.at


@takes(ev.Arrived)
def arrived(club: Club, event: ev.Arrived) -> None:
    """By the clock of the Präsident or the deputy for this day. (AJZ-1.3-10)"""
    occasion = club.meetings.get(event.day) or club.day(event.day)
    club.roster.person(event.person)
    clock = club.roster.acting(club.book.offices.clock, occasion.date, event.day)
    if event.by and event.by != clock:
        raise club.refuse("offices.clock", "not-the-clock", person=event.by)
    occasion.arrivals[event.person] = event.at
    occasion.absent.discard(event.person)


@takes(ev.NotAppeared)
def not_appeared(club: Club, event: ev.NotAppeared) -> None:
    """Somebody did not come; whoever has played that day was there."""
    occasion = club.meetings.get(event.day) or club.day(event.day)
    club.roster.person(event.person)
    if isinstance(occasion, Day):
        club.place(occasion, event.person)
        at = [name for name, table in occasion.tables.items() if table.played(event.person)]
        if at and not club.replaying:
            raise Refusal("has-played", person=event.person, series=at[0])
    occasion.absent.add(event.person)


@takes(ev.Departed)
def departed(club: Club, event: ev.Departed) -> None:
    """Somebody leaves; during the Spielzeit the series is broken off by an event of its own."""
    day = open_day(club, event.day)
    club.place(day, event.person)
    day.departures[event.person] = event.at


@takes(ev.LeaveAnnounced)
def leave_announced(club: Club, event: ev.LeaveAnnounced) -> None:
    """Kept as posted; whether it is valid is weighed when the fine is. (AJZ-1.3-14)"""
    day = club.day(event.day)
    club.roster.person(event.person)
    day.notices[event.person] = event


@takes(ev.EmergencyDecided)
def emergency_decided(club: Club, event: ev.EmergencyDecided) -> None:
    """Only by the competent person, who decides alone. (AJZ-1.8-01, AJZ-1.8-03)"""
    occasion = club.meetings.get(event.day) or club.day(event.day)
    club.roster.person(event.person)
    if isinstance(occasion, Day):
        judge = club.judge(occasion, "emergencies", [event.person])
    else:
        there = [member for member in club.roster.members(occasion.date) if member not in occasion.absent]
        judge = club.roster.competent("emergencies", occasion.date, there, [event.person])
    decides(club, judge, event.by, "offices.emergencies")
    occasion.emergencies[event.person, event.matter] = event.recognised


@takes(ev.CardsDrawn)
def cards_drawn(club: Club, event: ev.CardsDrawn) -> None:
    """The teams of the first and second Jassrunde. (AJZ-2.1-06, AJZ-2.1-07)"""
    day = open_day(club, event.day)
    draws = dict(event.draws)
    for card in draws.values():
        try:
            parse_card(card)
        except ValueError:
            raise Refusal("no-card", card=card) from None
    if sorted(draws) != sorted(series_people(club, day, event.series)):
        raise club.refuse("pairings", "teams-wrong", people=", ".join(series_people(club, day, event.series)))
    table = day.table(event.series)
    if len(table.rounds) >= club.book.table.rounds - 1:
        raise club.refuse("third-teams", "no-draw", round=len(table.rounds) + 1)
    table.draws.append(pairing(drawn_teams(club.book, table, draws)))


@takes(ev.RoundPlayed)
def round_played(club: Club, event: ev.RoundPlayed) -> None:
    """A Jassrunde of a complete series. (AJZ-2.1-04, AJZ-2.1-05, AJZ-1.5-01)"""
    day = open_day(club, event.day)
    table = day.table(event.series)
    people = series_people(club, day, event.series)
    if not club.complete(day, event.series):
        raise club.refuse("incomplete", "series-incomplete", series=event.series)
    if table.aborted is not None:
        raise club.refuse("break-off", "series-aborted", series=event.series)
    check_teams(club.book, table, people, event.teams)
    _check_points(club, event.sheet)
    if len(table.draws) > len(table.rounds) and table.draws[-1] != pairing(event.teams):
        raise club.refuse("first-draw", "teams-not-drawn", teams=" / ".join("+".join(sorted(team)) for team in table.draws[-1]))
    table.rounds.append(Round(event.teams, event.sheet, event.ended))


def _check_points(club: Club, sheet: Sheet) -> None:
    points = sheet.totals or ()
    if len(points) != 2 or min(points) < 0 or max(points) < club.book.target:
        raise club.refuse("ending.target", "round-points", points=" : ".join(map(str, points)), target=club.book.target)


@takes(ev.RoundCorrected)
def round_corrected(club: Club, event: ev.RoundCorrected) -> None:
    """The points that hold, by the competent person for Jassregeln."""
    day = open_day(club, event.day)
    table = day.table(event.series)
    if not 1 <= event.number <= len(table.rounds):
        raise Refusal("no-round", series=event.series, number=event.number)
    _check_points(club, event.sheet)
    if not event.reason.strip():
        raise club.refuse("single-judge", "reason-missing")
    played = table.rounds[event.number - 1]
    if event.teams:
        others = Table([other for other in table.rounds if other is not played])
        check_teams(club.book, others, series_people(club, day, event.series), event.teams)
        played.teams = event.teams
    played.sheet = replace(event.sheet, matches=event.sheet.matches or played.sheet.matches)


@takes(ev.EveningCounted)
def evening_counted(club: Club, event: ev.EveningCounted) -> None:
    """Where the book lets evenings count, while the year is open; the same once more is refused."""
    if club.book.evenings is EveningsCount.NOTHING:
        raise club.refuse("evenings", "evening-nothing", title=event.title)
    if event.on.year in club.trophies:
        raise Refusal("year-over", year=event.on.year)
    if event.series and not club.book.evening_series:
        raise club.refuse("evening_series", "evening-series", title=event.title)
    if event.series and event.series not in club.book.series.coefficients:
        raise Refusal("no-series", series=event.series, day=event.title)
    for person, _, _ in event.results:
        club.roster.person(person)
    if club.evenings.get(event.evening) == event:
        raise Refusal("evening-counted", title=event.title)
    club.evenings[event.evening] = event


@takes(ev.EveningGiven)
def evening_given(club: Club, event: ev.EveningGiven) -> None:
    """Once, under any book: its money concerns the club also where its results count for nothing."""
    if event.evening in club.given:
        raise Refusal("evening-given", title=event.title)
    club.given.add(event.evening)


@takes(ev.EveningTakenBack)
def evening_taken_back(club: Club, event: ev.EveningTakenBack) -> None:
    """While the year is open, with a reason."""
    own = club.evenings.get(event.evening)
    if own is None:
        raise Refusal("evening-not-counted", title=event.evening)
    if own.on.year in club.trophies:
        raise Refusal("year-over", year=own.on.year)
    if not event.reason.strip():
        raise Refusal("reason-missing")
    del club.evenings[event.evening]


@takes(ev.BreakVoted)
def break_voted(club: Club, event: ev.BreakVoted) -> None:
    """Guests vote too; the oldest member breaks a tie. (AJZ-1.6-01, AJZ-1.6-02)"""
    day = open_day(club, event.day)
    day.table(event.series).break_votes.append(voted(club, day, event.series, event.yes, event.no))


@takes(ev.BreakTaken)
def break_taken(club: Club, event: ev.BreakTaken) -> None:
    """A break in time and length. (AJZ-1.6-01, AJZ-1.6-03)"""
    table = open_day(club, event.day).table(event.series)
    check_break(club.book, table, event.after, event.minutes)
    table.breaks[event.after] = event.minutes


@takes(ev.SeriesAborted)
def series_aborted(club: Club, event: ev.SeriesAborted) -> None:
    """The running Jassrunde is not scored; what the rest does then is theirs. (AJZ-1.5-04, AJZ-1.5-05)"""
    day = open_day(club, event.day)
    series, _ = club.place(day, event.person)
    table = day.table(event.series)
    if series != event.series:
        raise Refusal("not-playing", person=event.person, day=day.key)
    if event.goes_on not in ("", "stop", club.book.table.outage_form):
        raise Refusal("goes-on", found=event.goes_on)
    if len(table.rounds) >= club.book.table.rounds or table.aborted is not None:
        raise club.refuse("break-off", "series-over", series=event.series)
    table.aborted, table.left, table.goes_on = event.at, event.person, event.goes_on
    day.departures[event.person] = event.at


@takes(ev.FormOrdered)
def form_ordered(club: Club, event: ev.FormOrdered) -> None:
    """The competent person lets an incomplete series play on. (AJZ-1.5-01, default)"""
    day = open_day(club, event.day)
    judge = club.judge(day, "jassregeln", series_people(club, day, event.series))
    decides(club, judge, event.by, "referee.officials")
    day.table(event.series).ordered_form = event.form


@takes(ev.CreditDecided)
def credit_decided(club: Club, event: ev.CreditDecided) -> None:
    """No series was complete: the Vorstand decides. (AJZ-1.5-03, default)"""
    day = club.day(event.day)
    if not club.by_vorstand(event.by, day.date):
        raise club.refuse("table.outage_average", "not-vorstand", person=event.by)
    day.credit = event.points


@takes(ev.SheetSigned)
def sheet_signed(club: Club, event: ev.SheetSigned) -> None:
    """Each participant the own row. (AJZ-3.1-04)"""
    day = club.day(event.day)
    series, _ = club.place(day, event.person)
    if series != event.series:
        raise Refusal("not-playing", person=event.person, day=day.key)
    day.table(event.series).signed.add(event.person)


@takes(ev.SheetFiled)
def sheet_filed(club: Club, event: ev.SheetFiled) -> None:
    """The Chef Jahrestrophy has it. (AJZ-3.1-05)"""
    day = club.day(event.day)
    club.participants(day, event.series)
    day.table(event.series).filed = True


@takes(ev.ResultsPublished)
def results_published(club: Club, event: ev.ResultsPublished) -> None:
    """Only results of a closed day. (AJZ-3.1-08)"""
    day = club.day(event.day)
    if day.closed is None:
        raise Refusal("day-not-closed", day=day.key)
    day.published = event.at


@takes(ev.YearConfirmed)
def year_confirmed(club: Club, event: ev.YearConfirmed) -> None:
    """The winner is entered once, and again only where a correction has made somebody else the winner. (AJZ-3.3-06)"""
    from puur.season.yearly import complete_year, winners

    if not complete_year(club, event.year):
        raise club.refuse("days.number", "year-running", year=event.year)
    able = [line.name for line in winners(club, event.year)]
    if club.trophies.get(event.year) in able:
        raise club.refuse("hall-of-fame", "fame-there", year=event.year)
    if event.trophy not in able and not club.replaying:
        raise club.refuse("winner", "not-the-winner", person=event.trophy, winners=", ".join(able))
    club.trophies[event.year] = event.trophy
