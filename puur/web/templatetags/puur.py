"""`{% say %}` and names of cards for templates."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import conditional_escape

from puur.core.cards import CARDS
from puur.core.faces import Faces
from puur.web.live.speech import card_name, thing
from puur.words import DEFAULT, LANGUAGES, fill, texts

register = template.Library()
_CARDS = {card.name: card for card in CARDS}


def _say(context: Any, key: str, facts: dict[str, object], escape: bool) -> str:
    lang = context.get("lang", DEFAULT)
    entry = texts().get(key)
    if entry is None:
        return key
    lang = lang if lang in LANGUAGES else DEFAULT
    shown = {name: conditional_escape(str(value)) if escape else value for name, value in facts.items()}
    return fill(entry[lang], lang, shown)


@register.simple_tag(takes_context=True)
def say(context: Any, key: str, **facts: object) -> str:
    """The text `key` in the language of the page."""
    return _say(context, str(key), facts, escape=False)


@register.filter
def card(name: str, faces: str = "german") -> str:
    """A card by its German name."""
    return card_name(_CARDS[name], Faces(faces or "german"), "de") if name in _CARDS else str(name)


@register.simple_tag(takes_context=True)
def named(context: Any, value: str, faces: str = "german") -> str:
    """A card, suit or mode by its name in the language of the page."""
    return thing(str(value), Faces(faces or "german"), context.get("lang", DEFAULT))
