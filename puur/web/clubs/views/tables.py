"""A series table on a Jasstag: teams by drawn cards, three Jassrunden, breaks, outage, drinks, signatures, the sheet."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse

from puur.core.cards import CARDS
from puur.core.faces import Faces
from puur.core.sheet import Origin, Sheet
from puur.notation.record import RecordError
from puur.season import Refusal
from puur.season import events as ev
from puur.season.conduct import drinks_of, weighed
from puur.season.days import Day
from puur.season.events import Event
from puur.season.played import round_of_file
from puur.season.table import pairings_left
from puur.web.clubs.actions import AT, POINTS, Action, Ask, Note, address, filled, moment, people_choices
from puur.web.clubs.pages import page
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.words import name_of
from puur.web.live.speech import card_name
from puur.web.people import lang_of
from puur.web.server.reading import readers
from puur.words import say

table_url = address("club-table", "table")


def people_of(here: Here) -> list[str]:
    """Who sits at the table."""
    line_up = here.the_day.line_up
    if line_up is None or here.series not in line_up.design.names:
        raise Http404
    return [participant.person for participant in here.club.participants(here.the_day, here.series) if participant.person]


def teams_open(here: Here) -> list[tuple[str, str]]:
    """The pairings that may be played next: the drawn one, or all that were not played yet. (AJZ-2.1-05 to AJZ-2.1-08)"""
    people, table = people_of(here), here.the_day.table(here.series)
    if len(people) != 4:
        return []
    left = pairings_left(table, people)
    if len(table.draws) > len(table.rounds):
        left = tuple(teams for teams in left if frozenset(map(frozenset, teams)) == table.draws[-1]) or left
    names = {person: name_of(here.club, person) for person in people}
    return [(team_key(teams), " : ".join(" + ".join(names[person] for person in team) for team in teams)) for teams in left]


def team_key(teams: Any) -> str:
    """Two teams in one word of a form."""
    return "/".join("+".join(team) for team in teams)


@needs("table.see")
def table(request: HttpRequest, here: Here, series: str) -> HttpResponse:
    """The sheet of a series as it stands, and what can be entered next."""
    del series
    club, day, lang = here.club, here.the_day, lang_of(request)
    people_of(here)
    own = day.table(here.series)
    complete = club.complete(day, here.series)
    number = len(own.rounds) + 1
    rounds = club.book.table.rounds
    running = day.opened is not None and not day.rolled and complete and own.aborted is None and number <= rounds
    meal = number == rounds and (number - 1) not in own.breaks
    enter = here.may("table.enter")
    facts = {
        "day": day,
        "table": own,
        "seats": club.participants(day, here.series),
        "rows": club.results(day).get(here.series, ()) if day.opened else (),
        "number": number,
        "running": running,
        "complete": complete,
        "finished": day.opened is not None and club.finished(day, here.series),
        "meal": meal and running,
        "form": ROUND.form(here, lang) if running and enter else None,
        "break_form": BREAK.form(here, lang) if running and enter and meal else None,
        "draws": [" : ".join(" + ".join(sorted(name_of(club, person) for person in team)) for team in draw) for draw in own.draws],
        "can_draw": running and enter and not meal and number < rounds and len(own.draws) < number,
        "penalties": [penalty for penalty in weighed(club, day) if penalty.given.series == here.series],
        "drinks": drinks_of(club, day, here.series) if own.bill is not None else {},
        "to_sign": [person for person in people_of(here) if person not in own.signed and person not in day.absent],
        "title": club.book.days.book_copy,
        "outage_rule": club.book.rule("table.outage_form"),
        "outage_form": club.book.table.outage_form,
        "target": club.book.target,
        "target_rule": club.book.rule("ending.target"),
    }
    return page(request, here, "clubs/table.html", facts)


def _round_asks(here: Here, lang: str) -> list[Ask]:
    teams = teams_open(here)
    matches = [Ask(f"{side}_matches", "int", required=False, low=0, high=50) for side in ("first", "second")]
    only = teams[0][0] if len(teams) == 1 else None
    return [Ask("teams", "choice", teams, initial=only), *POINTS, replace(AT, name="ended", required=False), *matches]


def _round(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    teams = tuple(tuple(team.split("+")) for team in facts["teams"].split("/"))
    points, matches = (facts["first"], facts["second"]), (facts["first_matches"] or 0, facts["second_matches"] or 0)
    sheet = Sheet(points, matches=matches if any(matches) else (), source=Origin.PHONE)
    return [filled(ev.RoundPlayed, here, {**facts, "teams": teams, "sheet": sheet})]


def _game(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    """A game that was played at a web table: its sheet and its Strafpunkte. (AJZ-3.4-29, AJZ-3.4-30)"""
    try:
        ended = moment(here.the_day.date, facts["ended"])
        return readers.read(round_of_file, here.club, here.key, here.series, facts["file"].read(), ended)
    except RecordError as problem:
        raise Refusal("game-file", detail=str(problem)) from None


def _round_notes(here: Here, lang: str) -> list[Note]:
    book = here.club.book
    return [Note(say("clubs.note.target", lang, target=book.target), book.rule("ending.target"))]


def _cards(here: Here, lang: str) -> list[tuple[str, str]]:
    faces = Faces("french" if here.the_day.kind in here.club.book.days.french_cards else "german")
    return [(str(card), card_name(card, faces, lang)) for card in CARDS]


def _draw_asks(here: Here, lang: str) -> list[Ask]:
    cards = _cards(here, lang)
    return [Ask(f"card-{person}", "choice", cards, text=name_of(here.club, person)) for person in people_of(here)]


def _draw(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    draws = tuple((person, facts[f"card-{person}"]) for person in people_of(here))
    if len({card for _, card in draws}) < len(draws):
        raise Refusal("card-twice")
    return [filled(ev.CardsDrawn, here, {"draws": draws})]


def _limit(here: Here) -> int:
    rules = here.club.book.table
    return rules.first_break if len(here.the_day.table(here.series).rounds) == 1 else rules.meal_break


def _break(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    return [filled(ev.BreakTaken, here, {**facts, "after": len(here.the_day.table(here.series).rounds)})]


def _voted(kind: type[Event]) -> Callable[[Here, Mapping[str, Any]], list[Event]]:
    """A vote of the table: who said yes; the others said no."""
    return lambda here, facts: [
        filled(kind, here, {**facts, "no": [person for person in people_of(here) if person not in facts["yes"]]})
    ]


def _signatures(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    """What is on the paper: who signed, and that the Chef Jahrestrophy has it. (AJZ-3.1-04, AJZ-3.1-05)"""
    signed = [filled(ev.SheetSigned, here, {"person": person}) for person in facts["signed"]]
    return [*signed, filled(ev.SheetFiled, here, {})]


def _abort_notes(here: Here, lang: str) -> list[Note]:
    book = here.club.book
    return [Note(say("clubs.note.abort", lang, amount=f"{book.fines.absent:.2f}"), book.cite("break-off"), bad=True)]


def _people(here: Here, lang: str) -> list[tuple[str, str]]:
    return people_choices(here, people_of(here), lang)


def _still(here: Here) -> list[str]:
    day: Day = here.the_day
    return [person for person in people_of(here) if person not in day.absent]


def _unsigned(here: Here, lang: str) -> list[tuple[str, str]]:
    return people_choices(here, [person for person in _still(here) if person not in here.the_day.table(here.series).signed], lang)


def _goes_on(here: Here, lang: str) -> list[tuple[str, str]]:
    return [("stop", say("clubs.choice.stop", lang)), (here.club.book.table.outage_form, say("clubs.choice.outage", lang))]


def _next_round(here: Here) -> int:
    return len(here.the_day.table(here.series).rounds) + 1


PLAYER, YES = Ask("person", "choice", _people), Ask("yes", "many", _people, required=False)
ROUND = Action("round", "table", "table.enter", _round_asks, _round, table_url, _round_notes)
BREAK = Action("break", "table", "table.enter", (Ask("minutes", "int", initial=_limit, low=1, high=_limit),), _break, table_url)
ACTIONS = (
    ROUND,
    BREAK,
    Action("draw", "table", "table.enter", _draw_asks, _draw, table_url),
    Action("break-vote", "table", "table.enter", (YES,), _voted(ev.BreakVoted), table_url),
    Action(
        "abort", "table", "table.enter",
        (replace(PLAYER, label="clubs.field.left"), AT, Ask("goes_on", "choice", _goes_on, required=False)),
        ev.SeriesAborted, table_url, _abort_notes,
    ),
    Action("game", "table", "table.enter", (Ask("file", "file"), replace(AT, name="ended")), _game, table_url),
    Action("drinks", "table", "table.enter", (Ask("amount", "money"),), ev.DrinksBilled, table_url),
    Action("drink-vote", "table", "table.enter", (PLAYER, Ask("drink"), YES), _voted(ev.DrinkVoted), table_url),
    Action(
        "schnapps", "table", "table.enter",
        (
            Ask("round", "int", initial=_next_round, low=1, high=lambda here: here.club.book.table.rounds),
            Ask("agreed", "many", _people),
        ),
        ev.SchnappsDrunk, table_url,
    ),
    Action("sheet", "table", "sheets.file", (Ask("signed", "many", _unsigned, required=False),), _signatures, table_url),
)  # fmt: skip
