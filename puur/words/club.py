"""Words of a club's papers: one function that answers names with texts in one language, for `puur.print`."""

from __future__ import annotations

from collections.abc import Callable

from puur.words import texts

# Every fixed word on the papers of a club.
LABELS: tuple[str, ...] = (
    "regelwerk", "for_table", "own_words", "untranslated", "at_a_glance", "changed", "page", "penalties", "report", "standings",
    "rank", "name", "points", "absences_short", "series_path", "nothing_played", "result_account", "income", "expense", "result",
    "balance_sheet", "account", "opening", "movement", "closing", "sum", "balanced", "unbalanced", "fines", "rule", "what", "count",
    "open_items", "nothing_open", "date", "until", "amount", "open", "beer_rounds", "place_date", "sign_cash", "sign_audit",
    "statement",
)  # fmt: skip
_AREAS = {"chapter": "club_office.chapter", "reason": "club.reason", "task": "club.task", "sort": "clubs.sort"}


def paper(lang: str) -> Callable[..., str]:
    """What says a word of a paper: `say("late_to", minutes=5)`, `say("chapter.1.1")`, `say("reason.late")`."""

    def say(name: str, /, **facts: object) -> str:
        area, dot, rest = name.partition(".")
        key = f"{_AREAS[area]}.{rest}" if dot and area in _AREAS else f"club_office.paper.{name}"
        found = texts().get(key)
        return found[lang].format(**facts) if found else rest or name

    return say


def labels(lang: str) -> dict[str, str]:
    """The fixed words as the templates want them."""
    return {name: texts()[f"club_office.paper.{name}"][lang] for name in LABELS}
