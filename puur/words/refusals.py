"""Refusals in words: the sentence for a reason that the rules core gives, with its facts filled in.

Which provision stands behind a refusal is not said here: the shells show it beside the sentence. Promise: every call gives
a sentence, also for a reason without a text and for facts that are missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from puur.words import DEFAULT, LANGUAGES, MISSING, Facts, fill, texts

SEAT_FACTS = ("seat", "turn", "speaker", "dealer", "by", "first", "allowed")
_AREA = "refusals"
_LETTERS = ("A", "B", "C", "D")


def refused(
    areas: Sequence[str], reason: str, facts: Mapping[str, object], lang: str, word: Callable[[str, object], str] | None = None
) -> str:
    """The sentence that the first of these areas has for a reason; `word(fact, value)` puts a fact into words.

    Games, evenings and clubs say every refusal through here; one of the areas also has a sentence for a reason without one.
    """
    keys = [f"{area}.{name}" for name in (reason, "unknown") for area in areas]
    entry = next(texts()[key] for key in keys if key in texts())
    told = Facts({"reason": reason, **{fact: value if word is None else word(fact, value) for fact, value in facts.items()}})
    lang = lang if lang in LANGUAGES else DEFAULT
    return fill(entry[lang], lang, told)


def listed(value: object, word: Callable[[object], str]) -> str:
    """One value in words, or several with commas between; a dash for nothing."""
    if isinstance(value, list | tuple | set | frozenset):
        return ", ".join(listed(part, word) for part in value) or MISSING
    return MISSING if value in (None, "") else word(value)


def explain(
    reason: str,
    facts: Mapping[str, object],
    lang: str,
    names: Sequence[str] = _LETTERS,
    shown: Callable[[str, str], str] | None = None,
) -> str:
    """Why a game refuses something; `names` are the four players, `shown` puts a text fact into words.

    `shown(fact, value)` is asked for every text among the facts, for instance `("card", "E9")`.
    """

    def word(fact: str, value: object) -> str:
        people = names if fact in SEAT_FACTS or (reason == "wrong-dealer" and fact == "expected") else ()

        def single(part: object) -> str:
            if people and isinstance(part, int) and 0 <= part < len(people):
                return people[part]
            return shown(fact, part) if isinstance(part, str) and shown is not None else str(part)

        return listed(value, single)

    return refused((_AREA,), reason, facts, lang, word)
