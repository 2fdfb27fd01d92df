"""Refusals of an evening and reasons of a ranking in words; the facts that are ids of people are shown by name.

Promise: every call gives a sentence, also for a reason without a text and for facts that are missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from puur.words import DEFAULT, LANGUAGES, MISSING, Facts, texts

PEOPLE = frozenset({"player", "other", "players"})  # facts that hold ids


def explain(reason: str, facts: Mapping[str, object], lang: str, name: Callable[[str], str] = str) -> str:
    """Why an evening or a draw refuses something, as a sentence; `name` gives the name behind an id."""
    told = Facts({"reason": reason})
    for fact, value in facts.items():
        told[fact] = _word(value, name if fact in PEOPLE else str)
    entry = texts().get(f"evening.refused.{reason}") or texts()["evening.refused.unknown"]
    return entry[lang if lang in LANGUAGES else DEFAULT].format_map(told)


def why(by: str, own: int, above: int, lang: str) -> str:
    """What decided a placing, as a phrase."""
    return texts()[f"evening.why.{by}"][lang if lang in LANGUAGES else DEFAULT].format(own=own, above=above)


def _word(value: object, name: Callable[[str], str]) -> str:
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(_word(item, name) for item in value) or MISSING
    if isinstance(value, str):
        return name(value) or MISSING
    return MISSING if value is None else str(value)
