"""What the format of an evening means, in sentences, each with the article that somebody has named for it."""

from __future__ import annotations

from dataclasses import dataclass

from puur.core.control import passe_sum
from puur.core.evening import Entry, RankBy
from puur.core.reglement import Reglement
from puur.evening.state import Confirm
from puur.reglement.formats import Format
from puur.words import say


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence and the provision behind it."""

    text: str
    rule: str = ""


def in_short(wanted: Format, lang: str) -> list[str]:
    """The line under the name of a format."""
    deals = [say("formats.says.deals", lang, n=wanted.deals)] if wanted.deals else []
    dropped = [say("formats.says.dropped", lang, n=wanted.dropped)] if wanted.dropped else []
    return [
        say(f"evenings.org.entry.{wanted.entry.value}", lang),
        say("evenings.org.rounds.n", lang, n=wanted.rounds),
        *deals,
        *dropped,
    ]


def meaning(book: Reglement, fee: int, confirm: Confirm | None, lang: str) -> list[Told]:
    """What an evening under the book will be like, point by point."""
    rules = book.evening

    def told(key: str, field: str, /, **facts: object) -> Told:
        return Told(say(f"formats.says.{key}", lang, **facts), _cited(book, field))

    lines = [told("rounds", "evening.rounds", n=rules.rounds)]
    if book.ending.deals:
        lines.append(told("passe", "ending.deals", n=book.ending.deals))
    else:
        lines.append(told("target", "ending.target", n=book.ending.target))
    pairs = rules.entry is Entry.PAIR
    lines.append(told("pairs" if pairs else "single", "evening.entry"))
    if not pairs:
        lines.append(told(f"partners.{rules.partners.value}", "evening.partners"))
    over = f"{say('formats.rest', lang)}: {say(f'evenings.org.rest.{rules.rest.value}', lang)}."
    lines.append(Told(over, _cited(book, "evening.rest")))
    if rules.rank_by is RankBy.POINTS and (whole := passe_sum(book)):
        lines.append(told("sum", "scoring.total", n=whole))
    bonus = book.scoring.match_bonus
    lines.append(told("bonus", "scoring.match_bonus", n=bonus) if bonus else told("no-bonus", "scoring.match_bonus"))
    if rules.dropped:
        lines.append(told("dropped", "evening.dropped", n=rules.dropped))
    breaks = [say(f"formats.tie.{each.value}", lang) for each in rules.tie_breaks]
    breaks.append(say("formats.tie.shared", lang))
    lines.append(told("ties", "evening.tie_breaks", what=" → ".join(breaks)))
    if rules.prizes:
        listed = ", ".join(f"{place}. {amount}.–" for place, amount in enumerate(rules.prizes, start=1))
        lines.append(told("prizes", "evening.prizes", what=listed, total=sum(rules.prizes)))
    if fee:
        lines.append(Told(say("formats.says.fee", lang, fee=f"{fee / 100:.2f}")))
    lines.append(Told(say(f"evenings.org.confirm.{confirm.value if confirm else 'auto'}", lang)))
    return lines


def _cited(book: Reglement, field: str) -> str:
    """The provision behind a value, or nothing where the format names none."""
    rule = book.rule(field)
    return "" if rule.startswith(f"{book.key}:") else rule
