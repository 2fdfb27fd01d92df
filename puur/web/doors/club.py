"""The door from a web table to a club: a Jassrunde of a series, its Strafpunkte for the persons in the seats."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.db import transaction
from django.db.models import QuerySet

from puur.core.errors import Refusal
from puur.core.seats import PAIRS
from puur.core.sheet import Sheet
from puur.season import Club as ClubState
from puur.season.events import Event
from puur.season.played import round_events
from puur.season.table import Round, check_teams
from puur.web.clubs import store
from puur.web.clubs.models import Club
from puur.web.clubs.words import in_words, name_of
from puur.web.doors import hosting
from puur.web.doors.hosting import Standing
from puur.web.doors.models import HostedTable
from puur.words import say


class ClubHost:
    """A club for which web tables are played."""

    def title(self, hosted: HostedTable, lang: str) -> str:
        """The club, the day, the series and the Jassrunde."""
        assert hosted.club is not None
        return say("doors.club.title", lang, club=hosted.club.name, day=hosted.day, series=hosted.series, round=hosted.round)

    def result_of(self, hosted: HostedTable) -> str:
        """The result of the Jassrunde."""
        assert hosted.club is not None
        played = _round(store.engine(hosted.club), hosted)
        return "" if played is None else " : ".join(map(str, played.points))

    def why(self, hosted: HostedTable, problem: Refusal, lang: str) -> str:
        """In the words of the club."""
        assert hosted.club is not None
        return in_words(problem, store.engine(hosted.club), lang)

    def deliver(self, hosted: HostedTable, sheet: Sheet) -> None:
        """Both sides have confirmed: the round, and the Strafpunkte of its rulings. (AJZ-3.4-29, AJZ-3.4-30)"""
        assert hosted.club is not None

        def events(club: ClubState) -> Sequence[Event]:
            played = _round(club, hosted)
            if played is not None and played.sheet.game == sheet.game:
                return []
            if played is not None or len(club.day(hosted.day).table(hosted.series).rounds) != hosted.round - 1:
                raise Refusal("web-other-result", table=hosted.series)
            return round_events(club, hosted.day, hosted.series, sheet, hosted.people, store.now())

        store.submit(hosted.club, events, hosted.people[0])


def _round(club: ClubState, hosted: HostedTable) -> Round | None:
    played = club.day(hosted.day).table(hosted.series).rounds
    return played[hosted.round - 1] if len(played) >= hosted.round else None


def open_next(row: Club, day: str, series: str, teams: Sequence[Sequence[str]], playing: str) -> HostedTable:
    """Open the web table of the next Jassrunde of a series with these teams; the same again answers with the one that is open."""
    with transaction.atomic():
        club = store.engine(store.CLUBS.locked(row.pk))
        jasstag = club.unrolled(day)
        table, book = jasstag.table(series), club.book_on(jasstag.date)
        people = [seat.person for seat in club.participants(jasstag, series)]
        check_teams(book, table, people, teams)
        known = of_series(row, day, series).filter(round=len(table.rounds) + 1).first()
        if known is not None:
            return known
        waiting = [list(team) for team in teams]
        seats = [waiting[side].pop(0) for side in PAIRS]
        names = [name_of(club, person) for person in seats]
        return hosting.open_table(
            book.reglement, names, playing, club=row, day=day, series=series, round=len(table.rounds) + 1, people=seats
        )


def of_series(row: Club, day: str, series: str) -> QuerySet[HostedTable]:
    """The web tables of a series on a day."""
    return HostedTable.objects.filter(club=row, day=day, series=series).select_related("live", "club").prefetch_related("seats")


def of_day(row: Club, day: str) -> QuerySet[HostedTable]:
    """The web tables of a day."""
    return HostedTable.objects.filter(club=row, day=day).select_related("live", "club").order_by("series", "round")


def stamp(row: Club, tables: Iterable[HostedTable]) -> str:
    """Changes with everything that pages with these web tables show."""
    return f"{row.n}.{hosting.stamp(tables)}"


def running(row: Club, day: str, series: str) -> HostedTable:
    """The web table of the Jassrunde that is not played yet."""
    hosted = of_series(row, day, series).order_by("-round").first()
    if hosted is None or ClubHost().result_of(hosted):
        raise Refusal("web-other-result", table=series)
    return hosted


def break_off(hosted: HostedTable, reason: str, by: str) -> None:
    """The Jassrunde goes on with cards. Strafpunkte of its rulings stay, as entries of their own: a written round carries none."""
    assert hosted.club is not None
    with transaction.atomic():
        row = store.CLUBS.locked(hosted.club.pk)
        hosting.break_off(hosted, reason)
        sheet = hosting.sheet_at(hosted)
        if sheet is not None and sheet.penalties:
            given = round_events(store.engine(row), hosted.day, hosted.series, sheet, hosted.people, store.now())[1:]
            stored = store.CLUBS.submit(row.pk, given, by)
            HostedTable.objects.filter(pk=hosted.pk).update(lines=list(stored.numbers))


def resume(hosted: HostedTable, by: str) -> None:
    """It goes on at the web table after all; the Strafpunkte come with its sheet again."""
    assert hosted.club is not None
    with transaction.atomic():
        store.CLUBS.locked(hosted.club.pk)
        known = HostedTable.objects.select_for_update().get(pk=hosted.pk)
        if known.lines:
            store.CLUBS.withdraw(hosted.club.pk, known.lines, by, known.broken)
            HostedTable.objects.filter(pk=hosted.pk).update(lines=[])
        hosting.resume(hosted)


def take(hosted: HostedTable) -> None:
    """A finished game counts that nobody confirms."""
    game, sheet = hosting.game_at(hosted), hosting.sheet_at(hosted)
    if game is None or sheet is None or not game.over:
        raise Refusal("web-running")
    ClubHost().deliver(hosted, sheet)


def web_tables(row: Club, day: str) -> list[tuple[HostedTable, Standing, str]]:
    """The web tables of a day, each with how far it is and what counts of it."""
    tables = list(of_day(row, day))
    standings = hosting.standings(tables)
    return [(hosted, standings[hosted.pk], ClubHost().result_of(hosted)) for hosted in tables]
