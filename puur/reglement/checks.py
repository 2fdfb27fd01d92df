"""Whether the values of one rule book agree with each other; each check names the field to change.

The single values were accepted before (`schema`); here are the conditions between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, runtime_checkable

from puur.core.counting import Difference
from puur.core.evening import Entry, RankBy
from puur.core.fields import Clash
from puur.core.form import form_of, lines_of, sides_of
from puur.core.reglement import (
    FalseThanks,
    Finish,
    FirstDealer,
    FirstSpeaker,
    Reglement,
    SchneiderEffect,
    Schreiber,
    Source,
    StricheRules,
)
from puur.core.sanctions import Sanction


@runtime_checkable
class Checked(Protocol):
    """A section that says itself what in it does not fit together, or not with the rest of the book."""

    def clashes(self, book: Reglement) -> Iterator[Clash]:
        """What is wrong."""


# The act of the list that a breach is punished by, where a book punishes it with penalty points.
_ACTS = {
    "pick_up": "picked-up-early", "remark": "remark", "card_talk": "remark", "looking": "looked", "weis_wrong": "wrong-weis",
}  # fmt: skip
AUSMACH = {Source.STOECK, Source.WEIS, Source.STICH}


def clashes(book: Reglement) -> Iterator[Clash]:
    """Everything in the book that does not fit together; a contributed section with a method `clashes` is asked too."""
    for check in _CHECKS:
        yield from check(book)
    form = form_of(book.form)
    if form is not None and book.table.players not in (0, *form.players):
        wanted = {"value": ", ".join(map(str, form.players)), "form": form.name}
        yield Clash("table.players", book.table.players, "players", wanted, ("form",))
    elif form is not None:
        yield from form.clashes(book)
        yield from _many_sides(book) if len(set(sides_of(book))) > 2 else ()
        yield from _no_partners(book) if len(set(sides_of(book))) == len(sides_of(book)) else ()
    for section in book.sections.values():
        yield from section.clashes(book) if isinstance(section, Checked) else ()


def _many_sides(book: Reglement) -> Iterator[Clash]:
    """What takes two parties, in a game in which everybody plays alone: thanking, halving a difference, a Schreiber each."""
    ending, schreiber = book.ending, book.table.schreiber
    values: list[tuple[str, object, object]] = [
        ("table.schreiber", schreiber, Schreiber.ONE if schreiber is Schreiber.PER_TEAM else schreiber),
        ("writing.difference", book.writing.difference, Difference.OFFICIAL),
    ]
    if ending.target:
        values += [
            ("ending.finish", ending.finish, Finish.DEAL),
            ("ending.schneider", ending.schneider, SchneiderEffect.NOTHING),
            ("striche.bergpreis", book.striche.bergpreis, 0),
        ]
    for name, stated, instead in values:
        if stated != instead:
            facts = {"value": str(getattr(instead, "value", instead)), "form": book.form}
            yield Clash(name, stated, "two-sides", facts, ("form",))


def _no_partners(book: Reglement) -> Iterator[Clash]:
    """Nobody comes as a pair to a game in which everybody plays alone."""
    if book.evening.entry is Entry.PAIR:
        facts = {"value": Entry.SINGLE.value, "form": book.form}
        yield Clash("evening.entry", book.evening.entry, "no-partners", facts, ("form",))


def _dealing(book: Reglement) -> Iterator[Clash]:
    dealing = book.dealing
    if dealing.first_dealer is None:
        values = ", ".join(str(way.value) for way in FirstDealer)
        yield Clash("dealing.first_dealer", None, "first-dealer", {"values": values})
    elif dealing.first_dealer is FirstDealer.SCHREIBER and book.table.schreiber is Schreiber.NONE:
        yield Clash("dealing.first_dealer", dealing.first_dealer, "needs-schreiber", beside=("table.schreiber",))
    if dealing.cut_min > dealing.cut_max:
        yield Clash("dealing.cut_min", dealing.cut_min, "cut-order", {"value": str(dealing.cut_max)}, ("dealing.cut_max",))


def _bidding(book: Reglement) -> Iterator[Clash]:
    if book.bidding.first_speaker is FirstSpeaker.HOLDER and book.bidding.first_card is None:
        yield Clash("bidding.first_card", None, "first-card", beside=("bidding.first_speaker",))
    if book.bidding.push_back and not book.bidding.push:
        yield Clash("bidding.push_back", book.bidding.push_back, "needs-push", beside=("bidding.push",))


def _weis(book: Reglement) -> Iterator[Clash]:
    yield from _repeated("weis.steps", book.weis.steps)
    runs = book.weis.values.runs
    if list(runs) != sorted(runs):
        yield Clash("weis.values.runs", runs, "rising")


def _ending(book: Reglement) -> Iterator[Clash]:
    ending = book.ending
    if (ending.target > 0) == (ending.deals > 0):
        yield Clash("ending.target", ending.target, "target-or-deals", {"value": str(ending.deals)}, ("ending.deals",))
    yield from _repeated("ending.ausmach", ending.ausmach)
    if ending.ausmach and set(ending.ausmach) != AUSMACH:
        yield Clash("ending.ausmach", ending.ausmach, "ausmach")
    if ending.false_thanks is FalseThanks.PENALTY and "false-thanks" not in book.penalties:
        yield Clash("penalties.false-thanks", None, "penalty", {"name": "ending.false_thanks"}, ("ending.false_thanks",))


def _striche(book: Reglement) -> Iterator[Clash]:
    if book.ending.deals and not book.ending.target:
        for name in ("bergpreis", "victory", "schneider"):
            if value := getattr(book.striche, name):
                yield Clash(f"striche.{name}", value, "needs-target", beside=("ending.target", "ending.deals"))
    elif book.ending.schneider is SchneiderEffect.STRICH and not book.striche.schneider:
        yield Clash("striche.schneider", book.striche.schneider, "schneider-strich", beside=("ending.schneider",))


def _evening(book: Reglement) -> Iterator[Clash]:
    if book.evening.rank_by is RankBy.STRICHE and book.striche == StricheRules():
        yield Clash("evening.rank_by", book.evening.rank_by, "needs-striche", beside=("striche",))
    if 0 < book.evening.rounds <= book.evening.dropped:
        facts = {"low": "0", "high": str(book.evening.rounds - 1)}
        yield Clash("evening.dropped", book.evening.dropped, "int", facts, ("evening.rounds",))
    yield from _repeated("evening.tie_breaks", book.evening.tie_breaks)


def _writing(book: Reglement) -> Iterator[Clash]:
    splits = book.writing.difference is Difference.SPLIT
    if splits and book.table.schreiber is Schreiber.NONE:  # the odd point goes against the side that writes (TAM-ES-67)
        yield Clash("writing.difference", book.writing.difference, "needs-schreiber", beside=("table.schreiber",))


def _referee(book: Reglement) -> Iterator[Clash]:
    rules = book.referee
    for name, act in _ACTS.items():
        if getattr(rules, name) is Sanction.PENALTY and act not in book.penalties:
            yield Clash(f"penalties.{act}", None, "penalty", {"name": f"referee.{name}"}, (f"referee.{name}",))
    if rules.protest_to is not None and not rules.protest_days:
        yield Clash("referee.protest_days", rules.protest_days, "needs-days", beside=("referee.protest_to",))


_OF_A_PARTIE = frozenset(
    f"ending.{name}"
    for name in ("finish", "false_thanks", "ausmach", "ausmach_reading", "ausmach_agreeable", "ausmach_appeal", "schneider")
)


_OF_PUSHING = frozenset(f"bidding.{name}" for name in ("push", "push_back", "leader", "silent_lead", "pick_up"))


def idle(book: Reglement, name: str) -> str | None:
    """The field of the book by which another one means nothing, None where that one has its effect."""
    section = name.partition(".")[0]
    factored = name == "weis.times_factor" and book.stoeck.enabled  # Stöck are multiplied likewise
    if section == "weis" and not book.weis.enabled and name != "weis.enabled" and not factored:
        return "weis.enabled"
    if section == "stoeck" and not book.stoeck.enabled and name != "stoeck.enabled":
        return "stoeck.enabled"
    if name in _OF_A_PARTIE and not book.ending.target:
        return "ending.target"
    if name == "modes" and lines_of(book):
        return "form"
    form = form_of(book.form)
    if name in _OF_PUSHING and form is not None and not form.pushes:
        return "form"
    if name == "writing.difference" and book.writing.difference is Difference.SPLIT and not book.ending.deals:
        return "ending.deals"
    return None


def _repeated(name: str, values: tuple[Source, ...] | tuple[object, ...]) -> Iterator[Clash]:
    twice = next((value for number, value in enumerate(values) if value in values[:number]), None)
    if twice is not None:
        yield Clash(name, values, "repeated", {"value": str(getattr(twice, "value", twice))})


_CHECKS: tuple[Callable[[Reglement], Iterator[Clash]], ...] = (
    _dealing, _bidding, _weis, _ending, _striche, _evening, _writing, _referee,
)  # fmt: skip
