"""Which disciplines a family of rule books offers, and where: TAM plays three in two countries, and nothing else. (TAM-ES-01)"""

from __future__ import annotations

from collections.abc import Iterable

from puur.core.errors import RuleViolation
from puur.core.reglement import Reglement


def offered(books: Iterable[Reglement]) -> dict[tuple[str, str], Reglement]:
    """The book for every discipline and country that these books name."""
    return {
        (book.tournament.discipline, country): book
        for book in books
        if book.tournament.discipline is not None
        for country in book.tournament.countries
    }


def choose(books: Iterable[Reglement], discipline: str, country: str) -> Reglement:
    """The book of a discipline in a country; one that is not offered is refused with the provision that lists them."""
    known = list(books)
    found = offered(known)
    if (discipline, country) not in found:
        rule = next((book.rule("tournament.discipline") for book in known if book.tournament.discipline), "")
        accepted = sorted(f"{one} {where}" for one, where in found)
        raise RuleViolation(rule, "not-offered", discipline=discipline, country=country, accepted=accepted)
    return found[discipline, country]
