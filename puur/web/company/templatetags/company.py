"""What was announced, and signed numbers, for templates."""

from __future__ import annotations

from typing import Any

from django import template

from puur.bots.levels import LEVELS
from puur.games import form_names
from puur.puzzles.puzzle import THEMES
from puur.puzzles.themes import GROUPS
from puur.reglement import load, shipped
from puur.web.company.opening import TEMPI
from puur.web.live.speech import faces_for, thing
from puur.words import DEFAULT, LANGUAGES, say

register = template.Library()
MINUS = "−"


def lang_in(context: Any) -> str:
    """The language of the page."""
    lang = context.get("lang")
    return lang if lang in LANGUAGES else DEFAULT


@register.simple_tag(takes_context=True)
def bid_words(context: Any, bid: str) -> str:
    """What was announced and by whom: `pobenabe/2` is a push, then Obenabe by the partner."""
    lang = lang_in(context)
    mode, _, seat = str(bid).removeprefix("p").partition("/")
    by = say(f"company.seat.{seat}", lang) if seat in ("0", "1", "2", "3") else ""
    pushed = f" ({say('company.pushed', lang)})" if str(bid).startswith("p") else ""
    return f"{thing(mode, faces_for(lang), lang)}, {by}{pushed}"


@register.simple_tag(takes_context=True)
def tempo_words(context: Any, tempo: str) -> str:
    """How fast a table plays."""
    return say(f"company.tempo.{tempo}", lang_in(context)) if tempo in TEMPI else ""


@register.simple_tag(takes_context=True)
def level_words(context: Any, level: str) -> str:
    """A level of the bots by its name."""
    return say(f"bots.name.{level}", lang_in(context)) if level in LEVELS else level


@register.simple_tag(takes_context=True)
def reason_words(context: Any, reason: str) -> str:
    """Why somebody was reported."""
    return say(f"company.report.{reason}", lang_in(context))


@register.simple_tag(takes_context=True)
def game_words(context: Any, form: str) -> str:
    """A game by its name."""
    return say(f"rules.form.{form}", lang_in(context)) if form in form_names() else form


@register.simple_tag(takes_context=True)
def pool_words(context: Any, pool: str) -> str:
    """A pool of ratings: its game, and the title of its book."""
    form, _, key = pool.partition(" ")
    return f"{game_words(context, form)} · {load(key).title if key in shipped() else key}"


@register.simple_tag(takes_context=True)
def theme_words(context: Any, theme: str) -> str:
    """What a puzzle is about."""
    return say(f"company.theme.{theme}", lang_in(context)) if theme in THEMES else ""


@register.simple_tag(takes_context=True)
def group_words(context: Any, group: str) -> str:
    """What decisions are about."""
    return say(f"company.group.{group}", lang_in(context)) if group in GROUPS else ""


@register.simple_tag(takes_context=True)
def seat_words(context: Any, seat: int | None) -> str:
    """Who sits there, from one's own place."""
    return say(f"company.seat.{seat}", lang_in(context)) if seat in (0, 1, 2, 3) else ""


@register.filter
def signed(number: float) -> str:
    """A difference with its sign; whole numbers without a comma."""
    shown = round(float(number), 1)  # a mean of whole numbers misses them by a hair
    text = f"{abs(shown):.0f}" if shown.is_integer() else f"{abs(shown):.1f}"
    return f"+{text}" if shown > 0 else f"{MINUS}{text}" if shown < 0 else "0"
