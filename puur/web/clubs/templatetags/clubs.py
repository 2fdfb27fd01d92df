"""Names, provisions, days and words of the engine for the templates of the club pages."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from puur.papers.words import cited
from puur.reglement.catalogue import UnknownProvision, provision
from puur.season.ledger import Booking, Charge
from puur.season.tables import francs, shown
from puur.web.clubs import words
from puur.words import DEFAULT, LANGUAGES

register = template.Library()


@lru_cache(maxsize=4096)
def _known(key: str) -> bool:
    try:
        return provision(key).id == key
    except UnknownProvision:
        return False


@lru_cache(maxsize=8192)
def _cited(key: str, lang: str) -> tuple[str, str]:
    return cited(key, lang if lang in LANGUAGES else DEFAULT)


def _lang(context: Any) -> str:
    return str(context.get("lang", DEFAULT))


@register.simple_tag(takes_context=True)
def person(context: Any, key: object) -> str:
    """The name of a person of the club of this page."""
    return words.name_of(context["here"].club, str(key or ""), _lang(context))


@register.simple_tag(takes_context=True)
def people(context: Any, keys: Any) -> str:
    """Several names."""
    return ", ".join(words.name_of(context["here"].club, str(key), _lang(context)) for key in keys)


@register.simple_tag(takes_context=True)
def clubword(context: Any, area: str, key: object, **facts: object) -> str:
    """A word of the engine: status, how, why, label, reason, stage, task, step, office, kind."""
    return words.word(area, str(key), _lang(context), **facts)


@register.simple_tag(takes_context=True)
def dayname(context: Any, key: object) -> str:
    """`2027-3` as people say it; a meeting by what it is."""
    meeting = context["here"].club.meetings.get(str(key)) if "here" in context else None
    if meeting is not None:
        return f"{words.word('sort', meeting.sort, _lang(context))} {meeting.date.year}"
    return words.day_name(str(key), _lang(context))


@register.filter
def points(value: Any) -> str:
    """Points: whole, or with two decimals."""
    return shown(value) if isinstance(value, Fraction | Decimal | int) else "–"


@register.filter
def chf(value: Any) -> str:
    """An amount with two decimals."""
    return f"{Decimal(value):.2f}"


@register.filter
def on(value: Any) -> str:
    """A date as people write it here, with the time where it has one."""
    if isinstance(value, datetime):
        return words.clock(value)
    return f"{value.day}.{value.month}.{value.year}" if isinstance(value, date) else ""


@register.filter
def rule(value: Any) -> SafeString:
    """Provisions as people name them: the article, its sentence behind it, and the way to its text."""
    lang = (get_language() or DEFAULT)[:2]
    keys = [value] if isinstance(value, str) else list(value or ())
    pieces = []
    for key in keys:
        label, sentence = _cited(str(key), lang)
        if _known(str(key)):
            address = reverse("provision", args=[key])
            pieces.append(format_html('<a class="rule" href="{}" title="{}">{}</a>', address, sentence, label))
        elif label:
            pieces.append(format_html('<span class="rule">{}</span>', label))
    return format_html_join(mark_safe(" "), "{}", ((piece,) for piece in pieces))


@register.simple_tag(takes_context=True)
def url_of(context: Any, action: Any) -> str:
    """The address of an action on this page."""
    return str(action.url(context["here"]))


@register.filter
def allowed(permission: str, here: Any) -> bool:
    """Whether the one who asks may do this here."""
    return bool(here.may(permission))


@register.simple_tag(takes_context=True)
def table_seen(context: Any, series: str) -> bool:
    """Whether the one who asks may look at the table of a series on the day of this page."""
    return bool(context["here"].at(context["day"], series).may("table.see"))


@register.filter
def fieldrule(book: Any, field: str) -> str:
    """The provision behind a field of the club's book."""
    return str(book.rule(field))


@register.filter(name="words")
def words_of(text: str) -> list[str]:
    """A list written as words."""
    return str(text).split()


@register.filter
def past(due: Any, now: datetime) -> bool:
    """Whether a deadline is over."""
    return due < now if isinstance(due, datetime) else due < now.date()


@register.filter
def shares(value: Fraction) -> str:
    """A share of a bill, to the cent."""
    return francs(value)


@register.simple_tag(takes_context=True)
def task_text(context: Any, task: Any) -> str:
    """What is to be done."""
    club, lang = context["here"].club, _lang(context)
    facts = {
        name: words.names_in(club, value, lang) if value in club.roster.people else value for name, value in task.facts.items()
    }
    if "office" in facts:
        facts["office"] = words.word("office", facts["office"], lang)
    return words.word("task", task.what, lang, **facts)


@register.simple_tag(takes_context=True)
def source(context: Any, charge: Charge) -> str:
    """The address of what a debt is for."""
    from puur.web.doors.club_trail import source_of  # whose pages are made of these tags

    return source_of(context["here"], charge)


@register.simple_tag(takes_context=True)
def booked_for(context: Any, booking: Booking) -> str:
    """The address of what a booking is for."""
    from puur.web.doors.club_trail import source_of_booking  # whose pages are made of these tags

    return source_of_booking(context["here"], booking)
