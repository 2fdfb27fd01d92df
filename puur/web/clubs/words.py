"""What the engine answers, as sentences for people: refusals, entries of the trail, names instead of keys."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

from django.utils.formats import date_format
from django.utils.translation import get_language

from puur.core.errors import Refusal
from puur.log import SEASON
from puur.papers.club import what_of
from puur.papers.words import article, club_words
from puur.reglement.old_forms import ACTS
from puur.season import Club
from puur.season.debts import ChargeKey
from puur.season.events import EveningCounted
from puur.season.fines import Assessment, assessments
from puur.season.identity import debt
from puur.web.clubs.models import HOST
from puur.words import DEFAULT, LANGUAGES, MISSING, Facts, fill, texts
from puur.words.refusals import explain, refused

# Facts that are keys of people.
PEOPLE = frozenset(
    {
        *("person", "member", "by", "one", "other", "debtor", "joint", "payer", "trophy", "received_by", "people", "order"),
        *("among", "who", "agreed", "yes", "no", "left", "competent", "winners"),
    }
)
# Entries about money: read by those whom they concern and by the offices that see all of it.
MONEY = frozenset({"charged", "reversed", "paid", "paid-back", "notified", "beer-served", "journal", "bill-issued"})
# Facts that are keys of words.
_AREAS = {"office": "office", "act": "offence", "purpose": "purpose", "sort": "sort", "matter": "matter", "reason": "reason"}


def word(area: str, key: str, lang: str, /, **facts: object) -> str:
    """A word for a key of the engine; a key without a word is shown as it is."""
    named = f"rules.field.penalties.{ACTS.get(key, key)}" if area == "offence" else f"clubs.{area}.{key}"
    entry = texts().get(f"club.{area}.{key}") or texts().get(named)
    return fill(entry[lang], lang, Facts(facts)) if entry else key


def name_of(club: Club, person: str, lang: str = "de") -> str:
    """The name of a person, or a dash."""
    if person == HOST:
        return word("role", "host", lang)
    return club.roster.name(person)


def names_in(club: Club, text: object, lang: str = "de") -> str:
    """A list of keys, as the engine writes it in its refusals, as names."""
    return ", ".join(name_of(club, key.strip(), lang) for key in str(text).split(","))


def day_name(key: str, lang: str) -> str:
    """`2027-3` as people say it; a meeting keeps the name it was given."""
    year, dash, number = key.partition("-")
    return word("word", "day", lang, number=number, year=year) if dash and number.isdecimal() else key


def meeting_name(club: Club, key: str, lang: str) -> str:
    """A meeting as people say it: what it is, and its date."""
    meeting = club.meetings.get(key)
    return f"{word('sort', meeting.sort, lang)} {_when(meeting.date.isoformat())}" if meeting is not None else key


def clock(moment: datetime, of: date | None = None) -> str:
    """A moment: the time alone on its own day, else with the date. Midnight is the end of a day: “Dienstag, 20.4.2027, 24 Uhr”."""
    if not moment.hour and not moment.minute and of != moment.date():
        last = moment.date() - timedelta(days=1)
        lang = (get_language() or DEFAULT)[:2]
        said = texts()["clubs.midnight"][lang if lang in LANGUAGES else DEFAULT]
        return said.format(weekday=date_format(last, "l"), date=f"{last.day}.{last.month}.{last.year}")
    return f"{moment:%H:%M}" if of == moment.date() else f"{moment.day}.{moment.month}.{moment.year} {moment:%H:%M}"


def in_words(problem: Refusal, club: Club, lang: str) -> str:
    """A refusal as a sentence with names; its provision is shown beside it."""
    area, cause = "refused" if problem.rule else "missing", problem.__cause__
    facts = {**problem.facts, "why": explain(cause.reason, cause.facts, lang)} if isinstance(cause, Refusal) else problem.facts

    def shown(fact: str, value: object) -> str:
        if fact == "day" or str(value) in club.days:
            return day_name(str(value), lang)
        if fact == "meeting":
            return meeting_name(club, str(value), lang)
        if fact == "field":  # as the form calls it
            entry = texts().get(f"clubs.statutes.{value}") or texts().get(f"clubs.field.{value}")
            return entry[lang] if entry else str(value)
        if fact in PEOPLE:
            return names_in(club, value, lang)
        if fact == "teams":
            return " / ".join(" + ".join(name_of(club, key) for key in team.split("+")) for team in str(value).split(" / "))
        if fact == "since" and isinstance(value, list):  # what others entered meanwhile
            open_to_all = [line for line in value if SEASON.kind_of(line.event).tag not in MONEY]
            return "; ".join(entry_text(club, SEASON.write(line.event), lang) for line in open_to_all[-3:]) or MISSING
        return clock(value) if isinstance(value, datetime) else str(value)

    return refused((f"clubs.{area}", f"club.{area}", "doors.refused"), problem.reason, facts, lang, shown)


def _when(value: str) -> str:
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        return value
    return f"{moment.day}.{moment.month}.{moment.year}" + (f" {moment:%H:%M}" if "T" in value else "")


def entry_text(club: Club, data: Mapping[str, Any], lang: str, assessed: Mapping[ChargeKey, Assessment] | None = None) -> str:
    """An entry of the trail as a sentence; a kind without one shows its fields. `assessed` spares many entries a computation."""
    facts = Facts()
    for name, value in data.items():
        if isinstance(value, list):
            flat = [part for item in value for part in (item if isinstance(item, list) else [item])]
            if name == "teams":
                facts[name] = " / ".join(" + ".join(name_of(club, key) for key in team) for team in value)
            else:
                facts[name] = (" : " if name == "points" else ", ").join(name_of(club, str(part), lang) for part in flat)
        elif name == "sheet":
            facts["points"] = " : ".join(map(str, value["totals"]))
        elif name in PEOPLE:
            facts[name] = name_of(club, str(value), lang)
        elif name == "day":
            facts[name] = meeting_name(club, value, lang) if value in club.meetings else day_name(str(value), lang)
        elif name == "meeting":
            facts[name] = meeting_name(club, str(value), lang)
        elif name == "amount":
            facts[name] = f"{Decimal(value):.2f}"
        elif isinstance(value, str) and value[:4].isdecimal() and name not in ("key", "meeting", "charge", "postcode"):
            facts[name] = _when(value)
        elif name in _AREAS:
            facts[name] = word(_AREAS[name], str(value), lang)
        else:
            facts[name] = value
    kind = data["event"].removeprefix("log/")
    facts |= _looked_up(club, kind, data, lang, assessed)
    entry = texts().get(f"clubs.event.{kind}")
    if entry is None:
        rest = ", ".join(f"{name} {value}" for name, value in facts.items() if name != "event")
        return f"{kind}: {rest}"
    return fill(entry[lang], lang, facts)


def _looked_up(
    club: Club, kind: str, data: Mapping[str, Any], lang: str, assessed: Mapping[ChargeKey, Assessment] | None
) -> dict[str, str]:
    """What an entry only names by a key: the debt or booking, the article of a penalty, the title of a book."""
    if kind in ("charged", "reversed", "notified"):
        return {"what": _booked(club, str(data.get("charge") or data["key"]), lang, assessed, named=kind != "charged")}
    if kind == "penalty-given":
        act = club.book.penalties.get(ACTS.get(data["act"], data["act"]))
        return {"rule": article(data.get("rule") or (act.rule if act is not None else ""), lang) or MISSING}
    if kind == "bill-issued" and data["key"] in club.ledger.bills:
        return {"number": str(club.ledger.bills[data["key"]].number)}
    if kind == "evening-taken-back":
        counted = [event for event in club.events if isinstance(event, EveningCounted) and event.evening == data["evening"]]
        return {"title": counted[-1].title} if counted else {}
    if kind == "setting-changed":
        named = word("setting", data["setting"], lang, year=data.get("year", ""))
        return {"setting": named, **{name: word("setting_value", str(data[name]), lang) or MISSING for name in ("was", "now")}}
    if kind == "book-changed":
        return {"book": club.book_on(date.fromisoformat(data["since"])).title}
    return {}


def _booked(club: Club, key: str, lang: str, assessed: Mapping[ChargeKey, Assessment] | None, *, named: bool) -> str:
    """What stands in the ledger under a key: what a debt is for with its article, a payment, the text of a booking."""
    key = debt(key, club.roster.who)
    charge = club.ledger.charges.get(key)
    if charge is not None:
        what = what_of(club, charge, assessments(club) if assessed is None else assessed, club_words(lang))
        cited = article(charge.rule, lang)
        whose = name_of(club, charge.debtor, lang) if named else ""
        return ", ".join(part for part in (whose, what, cited if cited not in what else "") if part)
    if key in club.ledger.payments:
        return word("reason", "payment", lang)
    return next((booking.text for booking in club.ledger.bookings if booking.key == key), key)
