"""What stands beneath a ruling, wherever it is shown: who decides, until when, what only guides, what is Puur's reading."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields

from puur.core.cards import Suit
from puur.core.effects import DealVoid, Effect
from puur.core.faces import SUIT_NAMES, Faces
from puur.core.seats import SEAT_NAMES
from puur.referee.ruling import Ruling
from puur.reglement.catalogue import note, provision
from puur.words import say, texts


def notes(ruling: Ruling, lang: str) -> Iterator[str]:
    """Each a sentence: deadline, official, silence of the book and what it names instead, open provisions."""
    if ruling.deadline is not None:
        state = say("referee.passed" if ruling.deadline.passed else "referee.running", lang)
        yield f"{say(f'referee.deadline.{ruling.deadline.key}', lang)} ({state})"
    if not ruling.decided:
        who = texts().get(f"referee.who.{ruling.official}")
        yield say("referee.official", lang, official=who[lang] if who else ruling.official)
    if not ruling.upheld and not ruling.effects and ruling.decided:
        yield say("referee.no-consequence", lang)
    yield from origin(ruling, lang)
    for rule in ruling.readings:
        yield say("referee.reading", lang, rule=rule, note=note(provision(rule), lang)[0])


def effect_words(effect: Effect, lang: str, names: Sequence[str] = SEAT_NAMES) -> str:
    """What an effect does, in words."""
    told = {part.name: _word(part.name, getattr(effect, part.name), names) for part in fields(effect)}
    if isinstance(effect, DealVoid):
        told["seat"] = "–" if effect.dealer is None else names[effect.dealer]
    return say(f"referee.effect.{type(effect).__name__}", lang, **told)


def _word(name: str, value: object, names: Sequence[str]) -> object:
    if name in ("seat", "dealer") and isinstance(value, int):
        return names[value]
    if name == "team" and isinstance(value, int):
        return f"{names[value]} + {names[value + 2]}"
    if isinstance(value, Suit):
        return SUIT_NAMES[Faces.GERMAN][value]
    if isinstance(value, tuple):
        return ", ".join(str(item) for item in value)
    return value


def origin(ruling: Ruling, lang: str) -> Iterator[str]:
    """Where a ruling comes from that its book does not give."""
    if ruling.fallback:
        known = "open" if set(ruling.provisions) - set(ruling.guidance) else "silent"  # whether the book says what is right
        yield say(f"referee.{known}.{'authority' if ruling.authority else 'general'}", lang, authority=ruling.authority)
    elif ruling.guidance:
        yield say("referee.partly", lang, rules=", ".join(ruling.guidance))
    if ruling.own:
        yield say("referee.own", lang, fields=", ".join(ruling.own))
    if ruling.gap:
        yield say("referee.gap.authority" if ruling.authority else "referee.gap", lang, authority=ruling.authority)
