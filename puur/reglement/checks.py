"""Whether the values of one rule book agree with each other; each check names the field to change.

The single values were accepted before (`schema`); here are the conditions between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from puur.core.mode import CARD_POINTS
from puur.core.reglement import (
    FalseThanks,
    FirstDealer,
    FirstSpeaker,
    Reglement,
    SchneiderEffect,
    Schreiber,
    Source,
)

_COIFFEUR = ("form", "coiffeur.factors", "ending.target")
AUSMACH = {Source.STOECK, Source.WEIS, Source.STICH}


@dataclass(frozen=True, slots=True)
class Clash:
    """A value that does not go with the fields in `beside`: its field, the value, and the kind of what was expected."""

    name: str
    found: object
    kind: str
    facts: Mapping[str, str] = field(default_factory=dict)
    beside: tuple[str, ...] = ()


def clashes(book: Reglement) -> Iterator[Clash]:
    """Everything in the book that does not fit together."""
    for check in _CHECKS:
        yield from check(book)


def _modes(book: Reglement) -> Iterator[Clash]:
    if book.form == "coiffeur":
        if not book.coiffeur.factors:
            yield Clash("coiffeur.factors", None, "no-factors", beside=("form",))
    elif not book.modes:
        yield Clash("modes", None, "no-modes", beside=("form",))


def _dealing(book: Reglement) -> Iterator[Clash]:
    dealing = book.dealing
    if dealing.first_dealer is None:
        values = ", ".join(str(one.value) for one in FirstDealer)
        yield Clash("dealing.first_dealer", None, "first-dealer", {"values": values})
    elif dealing.first_dealer is FirstDealer.SCHREIBER and book.table.schreiber is Schreiber.NONE:
        yield Clash("dealing.first_dealer", dealing.first_dealer, "needs-schreiber", beside=("table.schreiber",))
    if not dealing.rotate:
        yield Clash("dealing.rotate", False, "only-true")
    if dealing.cut_min > dealing.cut_max:
        yield Clash("dealing.cut_min", dealing.cut_min, "cut-order", {"value": str(dealing.cut_max)}, ("dealing.cut_max",))
    if sum(dealing.packets) != 9:
        yield Clash("dealing.packets", dealing.packets, "packets")


def _bidding(book: Reglement) -> Iterator[Clash]:
    if not book.bidding.final:
        yield Clash("bidding.final", False, "only-true")
    if book.bidding.first_speaker is FirstSpeaker.HOLDER and book.bidding.first_card is None:
        yield Clash("bidding.first_card", None, "first-card", beside=("bidding.first_speaker",))


def _play(book: Reglement) -> Iterator[Clash]:
    if not book.play.follow:
        yield Clash("play.follow", book.play.follow, "only-true")


def _weis(book: Reglement) -> Iterator[Clash]:
    yield from _repeated("weis.steps", book.weis.steps)
    runs = book.weis.values.runs
    if list(runs) != sorted(runs):
        yield Clash("weis.values.runs", runs, "rising")


def _scoring(book: Reglement) -> Iterator[Clash]:
    total = CARD_POINTS + book.scoring.last_trick
    if book.scoring.total != total:
        yield Clash("scoring.total", book.scoring.total, "total", {"value": str(total)}, ("scoring.last_trick",))


def _ending(book: Reglement) -> Iterator[Clash]:
    ending = book.ending
    if (ending.target > 0) == (ending.deals > 0):
        yield Clash("ending.target", ending.target, "target-or-deals", {"value": str(ending.deals)}, ("ending.deals",))
    elif ending.deals and book.form == "coiffeur":
        deals = 2 * len(book.coiffeur.factors)  # TAM-CP-04, TAM-CP-05
        if deals not in (0, ending.deals):
            yield Clash("ending.deals", ending.deals, "deals-coiffeur", {"value": str(deals)}, _COIFFEUR)
    elif ending.deals % 4:  # TAM-ES-26, NWS-2-09
        yield Clash("ending.deals", ending.deals, "deals-four", beside=_COIFFEUR)
    yield from _repeated("ending.ausmach", ending.ausmach)
    if ending.ausmach and set(ending.ausmach) != AUSMACH:
        yield Clash("ending.ausmach", ending.ausmach, "ausmach")
    if ending.false_thanks is FalseThanks.PENALTY and not ending.false_thanks_penalty:
        yield Clash("ending.false_thanks_penalty", ending.false_thanks_penalty, "penalty", beside=("ending.false_thanks",))


def _striche(book: Reglement) -> Iterator[Clash]:
    if book.ending.deals and not book.ending.target:
        for name in ("bergpreis", "victory", "schneider"):
            if value := getattr(book.striche, name):
                yield Clash(f"striche.{name}", value, "needs-target", beside=("ending.target", "ending.deals"))
    elif book.ending.schneider is SchneiderEffect.STRICH and not book.striche.schneider:
        yield Clash("striche.schneider", book.striche.schneider, "schneider-strich", beside=("ending.schneider",))


def _repeated(name: str, values: tuple[Source, ...] | tuple[object, ...]) -> Iterator[Clash]:
    twice = next((one for number, one in enumerate(values) if one in values[:number]), None)
    if twice is not None:
        yield Clash(name, values, "repeated", {"value": str(getattr(twice, "value", twice))})


_CHECKS: tuple[Callable[[Reglement], Iterator[Clash]], ...] = (
    _modes, _dealing, _bidding, _play, _weis, _scoring, _ending, _striche,
)  # fmt: skip
