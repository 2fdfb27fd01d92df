"""Refusals in words: the sentence for a reason that the rules core gives, with its facts filled in.

Which provision stands behind a refusal is not said here: the shells show it beside the sentence. Promise: every call gives
a sentence, also for a reason without a text and for facts that are missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from puur.words import DEFAULT, LANGUAGES, MISSING, Facts, texts

SEAT_FACTS = ("seat", "turn", "speaker", "dealer", "by", "first", "allowed")
_AREA = "refusals"
_LETTERS = ("A", "B", "C", "D")


def explain(
    reason: str,
    facts: Mapping[str, object],
    lang: str,
    names: Sequence[str] = _LETTERS,
    shown: Callable[[str, str], str] | None = None,
) -> str:
    """Why something was refused, as a sentence; `names` are the four players, `shown` puts a text fact into words.

    `shown(fact, value)` is asked for every text among the facts, for instance `("card", "E9")`.
    """
    told = Facts({"reason": reason})
    for fact, value in facts.items():
        seat = fact in SEAT_FACTS or (reason == "wrong-dealer" and fact == "expected")
        told[fact] = _word(fact, value, names if seat else (), shown)
    entry = texts().get(f"{_AREA}.{reason}") or texts()[f"{_AREA}.unknown"]
    return entry[lang if lang in LANGUAGES else DEFAULT].format_map(told)


def _word(fact: str, value: object, names: Sequence[str], shown: Callable[[str, str], str] | None) -> str:
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(_word(fact, item, names, shown) for item in value) or MISSING
    if names and isinstance(value, int) and 0 <= value < len(names):
        return names[value]
    if isinstance(value, str) and shown is not None and value:
        return shown(fact, value)
    return MISSING if value in (None, "") else str(value)
