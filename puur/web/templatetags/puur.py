"""`{% say %}` and names of cards for templates."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html, format_html_join

from puur.core.cards import CARDS
from puur.core.faces import Faces
from puur.reglement.catalogue import looks_like_id
from puur.web import script_texts
from puur.web.live.speech import card_name, faces_for, picture, thing
from puur.web.server.bundles import BUNDLES
from puur.web.server.static import present
from puur.words import DEFAULT, LANGUAGES, fill, texts
from puur.words.evening import cited

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
def named(context: Any, value: str) -> str:
    """A card, suit or mode by its name in the language of the page, with the faces that people have there."""
    lang = _lang(context)
    return thing(str(value), faces_for(lang), lang)


@register.simple_tag(takes_context=True)
def card_picture(context: Any, name: str) -> str:
    """Where the picture of a card is, with the faces that people have in the language of the page."""
    lang = _lang(context)
    return present().address(picture(_CARDS[name], faces_for(lang), lang))


@register.simple_tag
def cite(rule: str) -> str:
    """A provision with the way to its text; an article of somebody's own rules as it is; a bare value of a book cites nothing."""
    if not (rule := cited(rule)):
        return ""
    if not looks_like_id(rule):
        return format_html('<span class="rule">{}</span>', rule)
    return format_html('<a class="rule" href="{}">{}</a>', reverse("provision", args=[rule]), rule)


@register.simple_tag(takes_context=True)
def texts_address(context: Any, part: str = "") -> str:
    """Where the scripts of the page find their texts, all of them or one part."""
    return script_texts.address(_lang(context), part)


@register.simple_tag
def bundle(name: str) -> str:
    """The script or the style sheet that several are put together to; with PUUR_DEBUG each of them."""
    static = present()
    kind = '<script type="module" src="{}"></script>' if name.endswith(".js") else '<link rel="stylesheet" href="{}">'
    names = BUNDLES[name] if static.fresh else [name]
    return format_html_join("\n", kind, ((static.address(each),) for each in names))


def _lang(context: Any) -> str:
    lang = context.get("lang")
    return lang if lang in LANGUAGES else DEFAULT
