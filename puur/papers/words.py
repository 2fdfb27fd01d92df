"""The words on paper: every label that a template prints, and the one function that says a word of a club's papers.

The texts are `puur.words`; here stands which of them a paper needs. A test holds both lists equal.
"""

from __future__ import annotations

from collections.abc import Callable

from puur.reglement.catalogue import UnknownProvision, provision
from puur.reglement.catalogue import text as provision_text
from puur.words import fill, texts

Say = Callable[..., str]  # the name of a word and its facts: the text in the language of the paper

EVENING: tuple[str, ...] = (
    "round", "partie", "round_short", "table", "seat", "partner", "opponents", "points", "visa", "visa_leader", "total",
    "day_total", "match", "bergpreis", "sieg", "schneider", "standblatt", "wertetabelle", "jasszettel", "number", "name", "email",
    "remarks", "venue", "date", "sign_player", "sign_controller", "declaration", "date_sign", "penalty",
    "sits_out", "out_short", "writes", "deal", "trump", "control",
    "variant", "factor", "chosen", "total_of", "sign_of", "seating", "sitting_out", "ranking", "rank", "diploma", "place_date",
    "leader", "movement", "helper", "note_points", "note_bonus", "note_partie", "note_rows", "note_visa", "place", "place_first",
    "score_points", "score_striche", "movement_rule", "movement_lasts", "preliminary", "final",
)  # fmt: skip
CLUB: tuple[str, ...] = (
    "regelwerk", "for_table", "own_words", "untranslated", "at_a_glance", "changed", "page", "penalties", "report", "standings",
    "rank", "name", "points", "absences_short", "series_path", "nothing_played", "result_account", "income", "expense", "result",
    "balance_sheet", "account", "opening", "movement", "closing", "sum", "balanced", "unbalanced", "fines", "rule", "what", "count",
    "open_items", "nothing_open", "date", "until", "amount", "open", "beer_rounds", "place_date", "sign_cash", "sign_audit",
    "statement", "balance", "assets", "liabilities", "audit", "audit.by_hand_title", "audit.reversed_title", "number",
    "sign_auditor", "sign_chair", "sign_minutes", "motions",
)  # fmt: skip
_AREAS = {"chapter": "club_office.chapter", "reason": "club.reason", "task": "club.task", "sort": "clubs.sort"}


def evening_labels(lang: str) -> dict[str, str]:
    """Every fixed word on the sheets of an evening."""
    return {name: texts()[f"print.label.{name}"][lang] for name in EVENING}


def club_labels(lang: str) -> dict[str, str]:
    """Every fixed word on the papers of a club."""
    return {name: texts()[f"club_office.paper.{name}"][lang] for name in CLUB}


def article(rule: str, lang: str) -> str:
    """A provision as it stands in a column of a paper: its article, nothing where none is cited."""
    return cited(rule, lang)[0] if rule else ""


def cited(rule: str, lang: str) -> tuple[str, str]:
    """A provision as people say it: its article, and its sentence; an article of one's own as it is, a bare value by its name.

    Where that has no name either, nothing: behind a booking by hand stands no provision.
    """
    try:
        known = provision(rule)
    except UnknownProvision:
        field = rule.partition(": ")[2].rstrip("0123456789").removesuffix(".")  # the third of several values is that field too
        named = texts().get(f"rules.field.season.{field}") or texts().get(f"rules.field.{field}") if field else None
        return (named[lang] if named else "" if field else rule), ""
    if known.id != rule:
        return rule, ""
    label = known.article if not known.article[:1].isdigit() else texts()["club_office.article"][lang].format(article=known.article)
    return label or rule, provision_text(known, lang)[0]


def club_words(lang: str) -> Say:
    """What says a word of a club's paper: `say("late_to", minutes=5)`, `say("chapter.1.1")`, `say("reason.late")`."""

    def say(name: str, /, **facts: object) -> str:
        area, dot, rest = name.partition(".")
        key = f"{_AREAS[area]}.{rest}" if dot and area in _AREAS else f"club_office.paper.{name}"
        entry = texts().get(key)
        return fill(entry[lang], lang, facts) if entry else rest or name

    return say
