"""What multiplies a deal in each Schieber mode, as a view and its book tell."""

from __future__ import annotations

from puur.core.form import lines_of
from puur.core.mode import PLAIN_MODES
from puur.core.view import View


def factors_of(view: View) -> list[float]:
    """The factors of the six Schieber modes; 1 for all where fields are chosen instead."""
    factors = dict(view.factors)
    names = [str(mode) for mode in PLAIN_MODES]
    if all(name in factors for name in names):
        return [float(factors[name]) for name in names]
    if lines_of(view.book):
        return [1.0] * 6
    return [float(view.book.modes.get(mode, 1)) for mode in PLAIN_MODES]
