"""What multiplies a deal in each Schieber mode, as far as a view tells or its book is known."""

from __future__ import annotations

from functools import lru_cache

from puur.core.form import lines_of
from puur.core.mode import PLAIN_MODES
from puur.core.reglement import Reglement
from puur.core.view import View
from puur.reglement import load, shipped


@lru_cache(maxsize=16)
def known_book(key: str) -> Reglement | None:
    """The shipped book with this key, or None for somebody's own."""
    return load(key) if key in shipped() else None


def factors_of(view: View) -> list[float]:
    """The factors of the six Schieber modes; 1 for all where they are not known."""
    factors = dict(view.factors)
    book = known_book(view.book)
    names = [str(mode) for mode in PLAIN_MODES]
    if all(name in factors for name in names):
        return [float(factors[name]) for name in names]
    if book is not None and not lines_of(book):
        return [float(book.modes.get(mode, 1)) for mode in PLAIN_MODES]
    return [1.0] * 6
