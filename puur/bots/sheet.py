"""Which field of a Coiffeur sheet to fill: what it brings with this hand, against what it would bring another time.

Both pairs fill each of their fields once, and what a deal brings goes into both columns, so a field is worth its factor times the
points over the other side's, and it costs the chance to fill it with a better hand. `Sheet` reckons that out for every set of open
fields, from small sets to large ones: hands are dealt, the network says what each field would bring with them, and the
four seats speak in turn, each filling a field or pushing on to an opponent, whichever is worth more. In the end that is all that
is known of the deals to come: which fields are open, what they count, and how hands fall.

Everything is in deals (157 points) times the factor.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from puur.bots.network import Floats, Network, trained
from puur.core.form import form_for
from puur.core.mode import Mode
from puur.core.reglement import Reglement
from puur.fast.batch import Kit
from puur.fast.offers import Modes, offers
from puur.games.coiffeur import rules_of

HANDS = 480
MOST_FIELDS = 12  # the sets of more would fill the memory
MOST_SHEETS = 8  # that are kept
ROUNDS = 6  # of the reckoning of who fills a field in the end
KIT = Kit()


class Sheet:
    """The worth of all sets of open fields under one sheet."""

    def __init__(self, network: Network, lines: Sequence[tuple[str, int]], ways: Mapping[str, Sequence[Mode]], pushes: int) -> None:
        self.names, self.pushes = [name for name, _ in lines], pushes
        rng = np.random.default_rng(1)
        hands = np.zeros((HANDS, 36), bool)
        for hand in hands:
            hand[rng.permutation(36)[:9]] = True
        modes = list(dict.fromkeys(mode for name in self.names for mode in ways[name]))
        worths = mode_worths(network, hands, modes)
        self.gains = np.stack(  # [hand, field]
            [worths[:, [modes.index(mode) for mode in ways[name]]].max(axis=1) * factor for name, factor in lines], axis=1
        )
        self.worth = np.zeros(1 << len(lines), np.float32)  # of each set of fields, to the pair that has yet to fill them
        sizes = np.array([number.bit_count() for number in range(len(self.worth))])
        for size in range(1, len(lines) + 1):
            (sets,) = np.nonzero(sizes == size)
            for part in np.array_split(sets, max(1, len(sets) // 64)):
                self.worth[part] = self._settled(self.best(part))

    def number(self, names: Sequence[str]) -> int:
        """A set of fields as a number."""
        return sum(1 << self.names.index(name) for name in names)

    def best(self, sets: np.ndarray) -> Floats:
        """[set, hand]: the most that a hand can make of each set: what the field brings, and what is left to be filled."""
        most = np.full((len(sets), HANDS), -np.inf, np.float32)
        for field in range(len(self.names)):
            (rows,) = np.nonzero(sets >> field & 1)
            after = self.worth[sets[rows] & ~(1 << field)]
            most[rows] = np.maximum(most[rows], self.gains[:, field] + after[:, None])
        return most

    def _settled(self, best: Floats) -> Floats:
        """What a set brings on average to the pair that fills one of it, if the other pair has the same set open."""
        worth: Floats = best.mean(axis=1)
        for _ in range(ROUNDS):
            asked = self.asked(best - worth[:, None], best - worth[:, None])
            spoke_on, whole, weight = np.ones(len(best)), np.zeros(len(best)), np.zeros(len(best))
            for least in asked:
                fills = best - worth[:, None] >= least[:, None]
                share = fills.mean(axis=1)
                whole += spoke_on * (best * fills).mean(axis=1)
                weight += spoke_on * share
                spoke_on = spoke_on * (1.0 - share)
            low = best - worth[:, None] < asked[0][:, None]  # in Zwang at last, with a hand that did not want to
            forced = (best * low).sum(axis=1) / np.maximum(1, low.sum(axis=1))
            worth = ((whole + spoke_on * forced) / np.maximum(1e-6, weight + spoke_on)).astype(np.float32)
        return worth

    def asked(self, ours: Floats, theirs: Floats, spoken: int = 0, together: bool = False) -> list[Floats]:
        """What a hand has to bring beyond its pair's usual for its seat to fill a field, for each seat from the one that speaks.

        `ours` and `theirs` are what hands bring beyond the usual; `together` says that pushing goes to the partner, since the
        other pair is done. A seat pushes if that promises more: what the next one makes of it is the next one's, or ours.
        """
        pushes = max(1, (2 if together else self.pushes) - spoken)
        sign = 1.0 if together else -1.0
        mine = [ours if together or place % 2 == 0 else theirs for place in range(pushes + 1)]
        expected = np.minimum(mine[pushes], np.median(mine[pushes], axis=1, keepdims=True)).mean(
            axis=1
        )  # in Zwang, with a poor hand
        asked = []
        for place in range(pushes - 1, -1, -1):
            least = sign * expected
            asked.append(least)
            expected = np.maximum(mine[place], least[:, None]).mean(axis=1)
        return asked[::-1]

    def choose(self, brought: Sequence[tuple[str, float]], open_theirs: Sequence[str], spoken: int) -> tuple[int, float]:
        """The place of the best of `brought` (open field and what it brings, in deals times factor), and by how much filling it now
        is better than pushing."""
        still_open = self.number(list(dict.fromkeys(name for name, _ in brought)))
        worths = [gain + float(self.worth[still_open & ~(1 << self.names.index(name))]) for name, gain in brought]
        best = max(range(len(brought)), key=worths.__getitem__)
        ours = np.array([still_open])
        together = not open_theirs
        theirs = ours if together else np.array([self.number(open_theirs)])
        beyond = [self.best(sets) - self.worth[sets][:, None] for sets in (ours, theirs)]
        least = float(self.asked(beyond[0], beyond[1], spoken, together)[0][0])
        return best, worths[best] - float(self.worth[still_open]) - least


def mode_worths(network: Network, hands: np.ndarray, modes: Sequence[Mode]) -> Floats:
    """[hand, mode]: what announcing brings over the other side, in deals; cards alone."""
    n, many = len(hands), len(modes)
    nothing = np.zeros((n, many), np.float32)
    never = np.zeros(n, bool)
    rows = offers(
        KIT, hands, Modes(KIT, modes), never, never, nothing[:, 0], np.zeros((n, many, 2), np.float32), nothing > 0, nothing
    )
    worths: Floats = network.offers(rows)
    return worths


def sheet_of(book: Reglement) -> Sheet | None:
    """The sheet of a book, reckoned out at the first call; None for one with too many fields to reckon out."""
    key = _key(book)
    if len(key.lines) > MOST_FIELDS:
        return None
    sheet = _SHEETS.pop(key, None) or Sheet(trained(), key.lines, dict(key.ways), key.pushes)
    _SHEETS[key] = sheet
    while len(_SHEETS) > MOST_SHEETS:
        _SHEETS.pop(next(iter(_SHEETS)), None)
    return sheet


def at_hand(book: Reglement) -> bool:
    """Whether the sheet of a book costs nothing now; the first time it takes up to some seconds."""
    key = _key(book)
    return len(key.lines) > MOST_FIELDS or key in _SHEETS


class _Key(NamedTuple):
    """What a sheet depends on."""

    lines: tuple[tuple[str, int], ...]
    ways: tuple[tuple[str, tuple[Mode, ...]], ...]
    pushes: int


_SHEETS: dict[_Key, Sheet] = {}  # the longest unused first


def _key(book: Reglement) -> _Key:
    form = form_for(book)
    ways = tuple((name, tuple(modes)) for name, modes in form.ways(book).items())
    return _Key(tuple((line.name, line.factor) for line in form.lines(book)), ways, rules_of(book).pushes)
