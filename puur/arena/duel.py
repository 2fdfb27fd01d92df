"""A duel for somebody's own bot: `puur.duel(mine, "stammtisch")`, in this process, on paired deals like every match.

A bot is a name that the arena knows (`arena.players`), a function that takes a view and a `random.Random`, or an object with `bid`
and `card`, which take a budget too (`arena.own`). Weis, Stöck and thanks are said for it, as for all bots.
"""

from __future__ import annotations

import re
from typing import cast

from puur.arena.match import BIDDINGS, Plan, pair_between
from puur.arena.own import FILE, Chooser, own
from puur.arena.players import parse_player
from puur.arena.stats import Summary, summary
from puur.arena.table import SeesAll, Side
from puur.bots.base import Adviser, Bot
from puur.bots.budget import PLENTY
from puur.bots.levels import LEVELS, network_here
from puur.core.reglement import Reglement
from puur.fast import available
from puur.reglement import load

Entrant = str | Bot | Chooser


def _needs(name: str) -> None:
    """A level that cannot play here has another one play: fine at a table, but a duel would measure that one."""
    for level in re.split(r"[+/]", name):
        known = level.partition("@")[0]
        if known in LEVELS and LEVELS[known].searches and not available():
            raise ImportError(f"{known} needs NumPy and numba: pip install 'puur-core[fast]'", name="numba")
        if known in LEVELS and LEVELS[known].network and not network_here():
            raise ImportError(f"{known} needs NumPy and its networks: pip install 'puur-core[network]'", name="numpy")


def duel(
    a: Entrant,
    b: Entrant = "stammtisch",
    *,
    deals: int = 100,
    seed: int = 1,
    book: str | Reglement = "tam2014-es",
    bidding: str = "own",
    weis: bool = False,
) -> Summary:
    """Play `deals` different deals, each twice with the sides exchanged; the result from the point of view of `a`.

    `bidding`: each side its `own`, or the `same` bids of *Stammtisch* for both, or `random` ones.

    >>> def cautious(view, rng):
    ...     return view.options[0]  # the first bid, the lowest card
    >>> result = duel(cautious, "random", deals=20)
    >>> result.pairs, 0 < result.share < 1
    (20, True)
    """
    if deals < 1:
        raise ValueError(f"{deals} deals: expected at least one")
    if bidding not in BIDDINGS:
        raise ValueError(f"{bidding!r} is no way of bidding: expected {', '.join(BIDDINGS)}")
    rules = load(book) if isinstance(book, str) else book
    sides = (side_of(a, rules), side_of(b, rules))
    plan = Plan(a="a", b="b", deals=deals, seed=seed, book=rules.key, bidding=bidding, weis=weis)
    return summary([pair_between(plan, number, *sides, book=rules) for number in range(deals)])


def side_of(entrant: Entrant, book: Reglement) -> Side:
    """A bot of any of these kinds, ready to sit down under a book."""
    if isinstance(entrant, str):
        if not entrant.startswith(("http://", "https://")) and not FILE.fullmatch(entrant):
            _needs(entrant)
        return parse_player(entrant).side(book)
    if isinstance(cast(object, entrant), Adviser | SeesAll):  # those of Puur say more than bids and cards
        return Side(cast(Bot, entrant), cast(Bot, entrant), PLENTY)
    mine = own(entrant)
    return Side(mine, mine, PLENTY)
