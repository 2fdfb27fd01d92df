"""Refusals of an evening and reasons of a ranking in words; the facts that are ids of people are shown by name.

Promise: every call gives a sentence, also for a reason without a text and for facts that are missing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from puur.words import DEFAULT, LANGUAGES, say, texts
from puur.words.refusals import listed, refused

_BARE = re.compile(r"[a-z0-9-]+: [a-z0-9_.]+")  # `Reglement.rule` of a value for which no provision is named
PEOPLE = frozenset({"player", "other", "players"})  # facts that hold ids


def explain(
    reason: str, facts: Mapping[str, object], lang: str, name: Callable[[str], str] = str, *, first: Sequence[str] = ()
) -> str:
    """Why an evening or a draw refuses something; `name` gives the name behind an id, areas in `first` know better."""

    def word(fact: str, value: object) -> str:
        if fact == "missing" and (named := texts().get(f"rules.value.SheetField.{value}")):
            return named[lang if lang in LANGUAGES else DEFAULT]
        return listed(value, lambda part: name(part) if fact in PEOPLE and isinstance(part, str) else str(part))

    # What is wrong with a sheet is said in the words of the core.
    return refused((*first, "evening.refused", "refusals"), reason, facts, lang, word)


def why(by: str, own: int, above: int, lang: str) -> str:
    """What decided a placing, as a phrase."""
    return say(f"evening.why.{by}", lang if lang in LANGUAGES else DEFAULT, own=own, above=above)


def cited(rule: str) -> str:
    """A provision or an article as it is; nothing for a bare value of a book, which only names where it stands in a file."""
    return "" if _BARE.fullmatch(rule) else rule


def with_rule(text: str, rule: str) -> str:
    """A sentence with the provision behind it."""
    return f"{text} [{rule}]" if (rule := cited(rule)) else text
