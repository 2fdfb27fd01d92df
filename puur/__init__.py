"""Puur: Jass from the first card to the end of the club year.

For programs there is a small interface, loaded when it is first used, so that `import puur` stays light:

>>> import puur
>>> game = puur.new_deal("tam2014-es", seed=7)
>>> view = puur.view(game)
>>> puur.step(game, puur.choose(view, level="stammtisch", seed=1))
Pushed(seat=0)
>>> puur.step(game, "obenabe")
Announced(seat=2, mode=Mode('obenabe'), variant='')

`puur.playouts` and `puur.solve` are compiled and load numba on their first call. See docs/bots.md.
"""

from __future__ import annotations

from puur.core.finding import find_forms_with

__version__ = "0.1.0"

TYPE_CHECKING = False  # `import puur` takes a few milliseconds; `typing` and `importlib` would be most of it
if TYPE_CHECKING:
    from puur.api import (
        books,
        check,
        choose,
        deal,
        explain,
        levels,
        line,
        new_deal,
        new_game,
        play,
        playouts,
        position,
        provision,
        read,
        seat_of,
        sentence,
        solve,
        step,
        view,
        written,
        wrong_sums,
    )
    from puur.arena.duel import duel
    from puur.core.cards import Card, CardSet, parse_card
    from puur.core.errors import RuleViolation
    from puur.core.events import Announced, CardPlayed, Event, IncidentReported, Pushed
    from puur.core.form import Form
    from puur.core.game import Game
    from puur.core.mode import Mode, parse_mode
    from puur.core.trick import winner
    from puur.core.view import View
    from puur.fast.position import Position
    from puur.notation import RecordError
    from puur.notation.scoring import Refused
    from puur.referee import rule
    from puur.reglement import ReglementError, load

# Where each public name lives; it is loaded when it is first asked for.
_HOMES = {
    "puur.api": (
        "books", "check", "choose", "deal", "explain", "levels", "line", "new_deal", "new_game", "play", "playouts", "position",
        "provision", "read", "seat_of", "sentence", "solve", "step", "view", "written",
        "wrong_sums",
    ),
    "puur.arena.duel": ("duel",),
    "puur.core.cards": ("Card", "CardSet", "parse_card"),
    "puur.core.errors": ("RuleViolation",),
    "puur.core.events": ("Announced", "CardPlayed", "Event", "IncidentReported", "Pushed"),
    "puur.core.game": ("Game",),
    "puur.core.mode": ("Mode", "parse_mode"),
    "puur.core.trick": ("winner",),
    "puur.core.view": ("View",),
    "puur.fast.position": ("Position",),
    "puur.notation": ("RecordError",),
    "puur.notation.scoring": ("Refused",),
    "puur.referee": ("rule",),
    "puur.reglement": ("ReglementError", "load"),
}  # fmt: skip
_HOME = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Announced", "Card", "CardPlayed", "CardSet", "Event", "Game", "IncidentReported", "Mode", "Position", "Pushed",
    "RecordError", "Refused", "ReglementError", "RuleViolation", "View", "__version__", "books", "check", "choose", "deal",
    "duel", "explain", "levels", "line", "load", "new_deal", "new_game", "parse_card", "parse_mode", "play", "playouts",
    "position", "provision", "read", "rule", "seat_of", "sentence", "solve", "step", "view", "winner", "written", "wrong_sums",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name in _HOME:
        from importlib import import_module

        return getattr(import_module(_HOME[name]), name)
    raise AttributeError(f"module 'puur' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__


def _find_form(name: str) -> Form | None:
    from puur.games import find_form

    return find_form(name)


find_forms_with(_find_form)
