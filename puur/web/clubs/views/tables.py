"""A series table on a Jasstag: teams by drawn cards, three Jassrunden, breaks, outage, drinks, signatures, the sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse

from puur.core.cards import CARDS
from puur.core.faces import Faces
from puur.season import Refusal
from puur.season.conduct import drinks_of, weighed
from puur.season.days import Day
from puur.season.events import (
    BreakTaken,
    BreakVoted,
    CardsDrawn,
    DrinksBilled,
    DrinkVoted,
    Event,
    RoundPlayed,
    SchnappsDrunk,
    SeriesAborted,
    SheetFiled,
    SheetSigned,
)
from puur.season.table import pairings_left
from puur.web.clubs.actions import Action, Ask, Note, clock_now, moment, people_choices
from puur.web.clubs.pages import page
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.words import name_of
from puur.web.live.speech import card_name
from puur.web.people import lang_of
from puur.words import say


def table_url(here: Here) -> str:
    """The page of the table."""
    return reverse("club-table", args=[here.row.slug, here.the_day.key, here.series])


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
        "form": ROUND.form(here, lang) if running and enter and not meal else None,
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
    return [
        Ask("teams", "choice", teams, initial=teams[0][0] if len(teams) == 1 else None),
        Ask("first", "int", low=0, high=20_000),
        Ask("second", "int", low=0, high=20_000),
        Ask("ended", "time", required=False, initial=clock_now()),
        Ask("first_matches", "int", required=False, low=0, high=50),
        Ask("second_matches", "int", required=False, low=0, high=50),
    ]


def _round(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    teams = tuple(tuple(team.split("+")) for team in facts["teams"].split("/"))
    day = here.the_day
    return [
        RoundPlayed(
            day=day.key,
            series=here.series,
            teams=teams,
            points=(facts["first"], facts["second"]),
            ended=moment(day.date, facts["ended"]) if facts["ended"] else None,
            matches=(facts["first_matches"] or 0, facts["second_matches"] or 0),
        )
    ]


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
    return [CardsDrawn(day=here.the_day.key, series=here.series, draws=draws)]


def _limit(here: Here) -> int:
    rules = here.club.book.table
    return rules.first_break if len(here.the_day.table(here.series).rounds) == 1 else rules.meal_break


def _break(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    after = len(here.the_day.table(here.series).rounds)
    return [BreakTaken(day=here.the_day.key, series=here.series, after=after, minutes=facts["minutes"])]


def _votes(here: Here, facts: Mapping[str, Any]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    yes = tuple(facts["yes"])
    return yes, tuple(person for person in people_of(here) if person not in yes)


def _vote(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    yes, no = _votes(here, facts)
    return [BreakVoted(day=here.the_day.key, series=here.series, yes=yes, no=no)]


def _drink_vote(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    yes, no = _votes(here, facts)
    return [DrinkVoted(day=here.the_day.key, series=here.series, person=facts["person"], drink=facts["drink"], yes=yes, no=no)]


def _schnapps(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    return [SchnappsDrunk(day=here.the_day.key, series=here.series, round=facts["round"], agreed=tuple(facts["agreed"]))]


def _signatures(here: Here, facts: Mapping[str, Any]) -> list[Event]:
    """What is on the paper: who signed, and that the Chef Jahrestrophy has it. (AJZ-3.1-04, AJZ-3.1-05)"""
    events: list[Event] = [SheetSigned(day=here.the_day.key, series=here.series, person=person) for person in facts["signed"]]
    return [*events, SheetFiled(day=here.the_day.key, series=here.series)]


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


ROUND = Action("round", "table", "table.enter", _round_asks, _round, table_url, _round_notes)
BREAK = Action(
    "break",
    "table",
    "table.enter",
    lambda here, lang: (Ask("minutes", "int", initial=_limit(here), low=1, high=_limit(here)),),
    _break,
    table_url,
)
ACTIONS = (
    ROUND,
    BREAK,
    Action("draw", "table", "table.enter", _draw_asks, _draw, table_url),
    Action(
        "break-vote",
        "table",
        "table.enter",
        lambda here, lang: (Ask("yes", "many", _people(here, lang), required=False),),
        _vote,
        table_url,
    ),
    Action(
        "abort",
        "table",
        "table.enter",
        lambda here, lang: (
            Ask("person", "choice", _people(here, lang), label="clubs.field.left"),
            Ask("at", "time", initial=clock_now()),
            Ask(
                "goes_on",
                "choice",
                [("stop", say("clubs.choice.stop", lang)), (here.club.book.table.outage_form, say("clubs.choice.outage", lang))],
                required=False,
            ),
        ),
        lambda here, facts: [
            SeriesAborted(
                day=here.the_day.key,
                series=here.series,
                person=facts["person"],
                at=moment(here.the_day.date, facts["at"]),
                goes_on=facts["goes_on"],
            )
        ],
        table_url,
        _abort_notes,
    ),
    Action(
        "drinks",
        "table",
        "table.enter",
        lambda here, lang: (Ask("amount", "money"),),
        lambda here, facts: [DrinksBilled(day=here.the_day.key, series=here.series, amount=facts["amount"])],
        table_url,
    ),
    Action(
        "drink-vote",
        "table",
        "table.enter",
        lambda here, lang: (
            Ask("person", "choice", _people(here, lang)),
            Ask("drink"),
            Ask("yes", "many", _people(here, lang), required=False),
        ),
        _drink_vote,
        table_url,
    ),
    Action(
        "schnapps",
        "table",
        "table.enter",
        lambda here, lang: (
            Ask("round", "int", initial=len(here.the_day.table(here.series).rounds) + 1, low=1, high=here.club.book.table.rounds),
            Ask("agreed", "many", _people(here, lang)),
        ),
        _schnapps,
        table_url,
    ),
    Action(
        "sheet",
        "table",
        "sheets.file",
        lambda here, lang: (Ask("signed", "many", _unsigned(here, lang), required=False),),
        _signatures,
        table_url,
    ),
)
