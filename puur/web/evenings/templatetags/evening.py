"""Times, amounts and sentences with given facts, for the pages of evenings."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django import template
from django.utils import timezone

from puur.web.evenings.desk import franks
from puur.words import DEFAULT, LANGUAGES, say

register = template.Library()


@register.filter
def when(milliseconds: int) -> str:
    """A time of day; with the date if it is not today's."""
    at = timezone.localtime(datetime.fromtimestamp(milliseconds / 1000, UTC))
    today = timezone.localtime().date()
    return at.strftime("%H:%M") if at.date() == today else at.strftime("%d.%m.%Y %H:%M")


@register.filter
def chf(centimes: int) -> str:
    """An amount in francs."""
    return franks(centimes or 0)


@register.filter
def day(iso: str) -> str:
    """A date as people write it."""
    parts = str(iso).split("-")
    return ".".join(part.lstrip("0") for part in reversed(parts)) if len(parts) == 3 else str(iso)


@register.simple_tag(takes_context=True)
def say_with(context: Any, key: str, facts: Mapping[str, object]) -> str:
    """The text `key` with facts from a mapping."""
    return say(key, _lang(context), **facts)


@register.simple_tag(takes_context=True)
def say_of(context: Any, area: str, name: object, **facts: object) -> str:
    """The text of a value: `area` and its name make the key."""
    return say(f"{area}.{name}", _lang(context), **facts)


def _lang(context: Any) -> str:
    lang = context.get("lang")
    return lang if lang in LANGUAGES else DEFAULT
