"""`{% say %}` and names of cards for templates."""

from __future__ import annotations

from typing import Any

from django import template
from django.utils.html import conditional_escape, format_html_join

from puur.core.cards import CARDS
from puur.core.faces import Faces
from puur.web import script_texts
from puur.web.live.speech import card_name, thing
from puur.web.server.static import present
from puur.words import DEFAULT, LANGUAGES, fill, texts

register = template.Library()
_CARDS = {card.name: card for card in CARDS}


def _say(context: Any, key: str, facts: dict[str, object], escape: bool) -> str:
    lang, entry = _lang(context), texts().get(key)
    if entry is None:
        return key
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


@register.simple_tag(takes_context=True)
def texts_address(context: Any) -> str:
    """Where the scripts of the page find their texts."""
    return script_texts.address(_lang(context))


@register.simple_tag
def modules(name: str) -> str:
    """Asks for everything that a script imports, at once instead of one import after the other."""
    static = present()
    return format_html_join(
        "\n", '<link rel="modulepreload" href="{}">', ((static.address(each),) for each in static.modules(name))
    )


def _lang(context: Any) -> str:
    lang = context.get("lang")
    return lang if lang in LANGUAGES else DEFAULT
