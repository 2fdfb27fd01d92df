"""The draw: a pure function of seed, players, history and wishes. The same arguments always give the same tables.

Order of what matters: forbidden pairs never meet; nobody has a partner twice; nobody meets twice at a table; people of one club
meet as little as possible; nobody has a table number twice; everybody writes equally often. Where no wish and no history stands
in the way, a construction (`designs`) gives the groups and the lot decides who is who in it; otherwise `search` finds them. Points
play no part, so a correction never changes a draw. What was promised is proved afterwards by `check`, from the seats alone.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from puur.core.evening import Rest
from puur.core.seats import PAIRS
from puur.evening import designs
from puur.evening.places import number_tables, seat, split
from puur.evening.search import MEET, Grouping, Search, improve, rename
from puur.evening.seating import Round, Seat, Table, partners_of

APART = 1000  # the price of a forbidden meeting
CLUB = 2  # of two from one club
HELPERS = 4  # of two stand-ins at one table
LOOK_AHEAD = 64  # up to so many players the rounds still to come are planned together, above it one after the other suffices


class NoDraw(Exception):
    """The draw asked for cannot be made: a stable reason and the facts; the sentence is the shell's."""

    def __init__(self, reason: str, **facts: object) -> None:
        super().__init__(reason, facts)
        self.reason, self.facts = reason, facts


@dataclass(frozen=True, slots=True)
class Wishes:
    """Who sits with whom at a table, and what people may ask of a draw."""

    fixed: Mapping[str, int] = field(default_factory=dict)  # player -> the table that they never leave
    apart: frozenset[frozenset[str]] = frozenset()  # never at one table
    clubs: Mapping[str, str] = field(default_factory=dict)  # player -> club or household, kept apart as far as possible
    partners: frozenset[frozenset[str]] = frozenset()  # fixed pairs: always partners; all players or none
    sides: tuple[int, ...] = PAIRS  # the side of each seat


def plan(
    seed: str,
    players: Sequence[str],
    rounds: int,
    wishes: Wishes | None = None,
    history: Sequence[Round] = (),
    rest: Rest = Rest.STAND_IN,
    *,
    as_listed: bool = False,
) -> tuple[Round, ...]:
    """The next `rounds` rounds for these players, planned together; numbered on from the history.

    The order of the list plays no part, so that anybody who has the seed and the numbers draws the same; `as_listed` says that
    it is the order to draw in.
    """
    wishes = wishes or Wishes()
    if rounds < 1:
        return ()
    players = players if as_listed else in_order(players)
    units = _units(players, wishes)
    _check_wishes(players, units, wishes, rest)
    return _Draw(random.Random(seed), units, rounds, wishes, history, rest).made()


def in_order(players: Sequence[str]) -> list[str]:
    """Starting numbers by size, then all others by letters."""
    return sorted(players, key=lambda player: (0, int(player), "") if player.isdecimal() else (1, 0, player))


def next_round(
    seed: str,
    players: Sequence[str],
    planned: int,
    wishes: Wishes | None = None,
    history: Sequence[Round] = (),
    rest: Rest = Rest.STAND_IN,
) -> Round:
    """The next of `planned` rounds, knowing only what has been played: for evenings where people come and go.

    As long as everybody stays, it follows the plan that the seed gives for the whole evening, which small fields need to stay free
    of repeats; after a change the rest is planned anew.
    """
    left = max(planned - len(history), 1)
    if history and not _changed(history, players):
        ordered = in_order(players)
        # The second as earlier versions drew, for an evening begun with one.
        for listed in (ordered,) if ordered == list(players) else (ordered, players):
            whole = plan(seed, listed, planned, wishes, (), rest, as_listed=True)
            if len(whole) > len(history) and list(whole[: len(history)]) == list(history):
                return whole[len(history)]
    together = left if len(players) <= LOOK_AHEAD or not history else 1
    return plan(later_seed(seed, history), players, together, wishes, history, rest)[0]


def later_seed(seed: str, history: Sequence[Round]) -> str:
    """The lot for what is drawn after these rounds."""
    return f"{seed}/{len(history) + 1}" if history else seed


def _changed(history: Sequence[Round], players: Sequence[str]) -> bool:
    return any(set(drawn.players()) | set(drawn.sitting_out) != set(players) for drawn in history)


def _units(players: Sequence[str], wishes: Wishes) -> list[tuple[str, ...]]:
    if len(set(players)) != len(players):
        twice = next(player for player, count in Counter(players).items() if count > 1)
        raise NoDraw("player-twice", player=twice)
    if not wishes.partners:
        return [(player,) for player in players]
    order = {player: place for place, player in enumerate(players)}
    couples = [tuple(sorted(pair, key=lambda player: order.get(player, 0))) for pair in wishes.partners if pair & order.keys()]
    listed = [player for couple in couples for player in couple]
    for player in players:
        if listed.count(player) != 1:
            raise NoDraw("not-in-one-pair", player=player, pairs=listed.count(player))
    missing = next((player for player in listed if player not in order), None)
    if missing is not None:
        raise NoDraw("partner-missing", player=missing)
    return sorted(couples, key=lambda couple: order[couple[0]])


def _check_wishes(players: Sequence[str], units: Sequence[tuple[str, ...]], wishes: Wishes, rest: Rest) -> None:
    chairs = len(wishes.sides)
    group = chairs // len(units[0]) if units else chairs
    over = len(units) % group
    if rest is Rest.REFUSE and over:
        raise NoDraw("not-divisible", players=len(players), rest=len(players) % chairs)
    tables = len(units) // group + (1 if over and rest is Rest.STAND_IN else 0)
    if not tables:
        raise NoDraw("too-few", players=len(players))
    present = set(players)
    taken: dict[int, str] = {}
    unit_of = {player: unit for unit in units for player in unit}
    for player, number in wishes.fixed.items():
        if player not in present:
            continue
        if not 1 <= number <= tables:
            raise NoDraw("no-such-table", player=player, table=number, tables=tables)
        if number in taken and taken[number] not in unit_of[player]:
            raise NoDraw("table-fixed-twice", table=number, player=player, other=taken[number])
        taken[number] = player


class _Draw:
    """One draw in the making: units are players, or fixed pairs, as numbers; the stand-ins come after them."""

    def __init__(
        self,
        rng: random.Random,
        units: list[tuple[str, ...]],
        rounds: int,
        wishes: Wishes,
        history: Sequence[Round],
        rest: Rest,
    ) -> None:
        self.rng, self.units, self.rounds, self.wishes, self.history = rng, units, rounds, wishes, history
        self.chairs = len(wishes.sides)
        self.group = self.chairs // len(units[0])  # units at a table
        self.by_lot = len(units[0]) == 1 and len(set(wishes.sides)) < self.chairs  # partners are
        over = len(units) % self.group
        self.helpers = self.group - over if over and rest is Rest.STAND_IN else 0
        self.out = over if not self.helpers else 0
        self.count = len(units) + self.helpers
        self.tables = (self.count - self.out) // self.group
        self.number = {player: place for place, unit in enumerate(units) for player in unit}
        self.price = self._prices()
        self.penned = Counter(table.writer for drawn in history for table in drawn.tables)
        self.fixed = {self.number[player]: table for player, table in wishes.fixed.items() if player in self.number}

    def made(self) -> tuple[Round, ...]:
        sitting = self._sitting_out()
        grouping = self._grouping(sitting)
        groups = self._partners(grouping, sitting) if self.by_lot else [[tuple(group) for group in drawn] for drawn in grouping]
        numbers = number_tables(groups, self.fixed, self._seen(), self.rng)
        seated = seat(groups, self._wrote(), self.rng)
        return tuple(
            self._round(len(self.history) + turn + 1, seated[turn], numbers[turn], sitting[turn]) for turn in range(self.rounds)
        )

    # ---- what is known ------------------------------------------------------------------------------------------------

    def _prices(self) -> list[dict[int, int]]:
        price: list[dict[int, int]] = [{} for _ in range(self.count)]

        def add(first: int, second: int, amount: int) -> None:
            if first != second:
                price[first][second] = price[first].get(second, 0) + amount
                price[second][first] = price[second].get(first, 0) + amount

        for pair in self.wishes.apart:
            known = [self.number[player] for player in pair if player in self.number]
            if len(known) == 2:
                add(known[0], known[1], APART)
        fixed = [self.number[player] for player in self.wishes.fixed if player in self.number]
        for first, second in combinations(sorted(set(fixed)), 2):
            add(first, second, APART)  # each stays at a table of their own, so they cannot meet
        clubs: dict[str, list[int]] = {}
        for player, club in self.wishes.clubs.items():
            if club and player in self.number:
                clubs.setdefault(club, []).append(self.number[player])
        for members in clubs.values():
            for first, second in combinations(sorted(set(members)), 2):
                add(first, second, CLUB)
        for first, second in combinations(range(len(self.units), self.count), 2):
            add(first, second, HELPERS)
        return price

    def _met(self) -> list[list[int]]:
        met = [[0] * self.count for _ in range(self.count)]
        for drawn in self.history:
            for table in drawn.tables:
                here = {self.number[player] for player in table.sitters() if player in self.number}
                for left, right in combinations(sorted(here), 2):
                    met[left][right] += 1
                    met[right][left] += 1
        return met

    def _seen(self) -> Counter[tuple[int, int]]:
        return Counter(
            (unit, table.number) for drawn in self.history for table in drawn.tables
            for unit in {self.number[player] for player in table.sitters() if player in self.number}
        )  # fmt: skip

    def _wrote(self) -> Counter[int]:
        writers = (table.writer for drawn in self.history for table in drawn.tables)
        return Counter(self.number[player] for player in writers if player in self.number)

    def _partnered(self) -> Counter[tuple[int, int]]:
        partnered: Counter[tuple[int, int]] = Counter()
        for drawn in self.history:
            for table in drawn.tables:
                for left, right in _couples(self.wishes.sides):
                    both = [self.number.get(table.seats[place].sitter or "", -1) for place in (left, right)]
                    if min(both) >= 0:
                        partnered[min(both), max(both)] += 1
        return partnered

    # ---- the steps ----------------------------------------------------------------------------------------------------

    def _sitting_out(self) -> list[list[int]]:
        """Who sits out in each round: by lot among those who have done so least often."""
        if not self.out:
            return [[] for _ in range(self.rounds)]
        times = Counter(self.number[player] for drawn in self.history for player in drawn.sitting_out if player in self.number)
        chosen = []
        for _ in range(self.rounds):
            order = list(range(len(self.units)))
            self.rng.shuffle(order)
            order.sort(key=lambda unit: times[unit] // len(self.units[unit]) if self.group == 2 else times[unit])
            resting = order[: self.out]
            for unit in resting:
                times[unit] += len(self.units[unit]) if self.group == 2 else 1
            chosen.append(resting)
        return chosen

    def _grouping(self, sitting: list[list[int]]) -> Grouping:
        ready = None
        if not self.out and not self.history:
            if self.group == 4:
                ready = designs.fours(self.tables, self.rounds)
            elif self.group == 2:
                ready = designs.pairs(self.count, self.rounds)
        if ready is not None:
            crowded = self._crowding()
            unit_at = rename(ready, self.price, self.rng, 4 * self.count + 400, crowded)
            start: Grouping = [[[unit_at[place] for place in group] for group in drawn] for drawn in ready]
            state = Search(start, self._met(), self.price, self.rng)
            return improve(state, self._steps(), crowded) if state.cost > crowded else start
        best: tuple[int, Grouping] | None = None
        bound = self._bound()
        for _ in range(4 if self.count <= 32 else 2):
            state = Search(self._shuffled(sitting), self._met(), self.price, self.rng)
            tried = improve(state, self._steps(), bound)
            cost = Search([[group[:] for group in drawn] for drawn in tried], self._met(), self.price, self.rng).cost
            if best is None or cost < best[0]:
                best = (cost, tried)
            if best[0] <= bound:
                break
        assert best is not None
        return best[1]

    def _steps(self) -> int:
        return 2500 if self.count <= 64 else 6 * self.count + 800

    def _bound(self) -> int:
        """What the repeats cost at least, from the numbers alone."""
        if self.history or self.out or self.group != 4:
            return self._crowding()
        return MEET * fewest_coincidences(self.tables, self.rounds) + self._crowding()

    def _crowding(self) -> int:
        """What clubs with more members than there are tables cost at least: some of them sit together."""
        clubs = Counter(club for unit in self.units for club in {self.wishes.clubs.get(unit[0], "")} if club)
        meetings = 0
        for members in clubs.values():
            each, more = divmod(max(members - self.out, 0), self.tables)
            meetings += self.tables * (each * (each - 1) // 2) + more * each
        return CLUB * meetings * self.rounds

    def _shuffled(self, sitting: list[list[int]]) -> Grouping:
        rounds: Grouping = []
        for resting in sitting:
            order = [unit for unit in range(self.count) if unit not in set(resting)]
            self.rng.shuffle(order)
            rounds.append([order[first : first + self.group] for first in range(0, len(order), self.group)])
        return rounds

    def _partners(self, grouping: Grouping, sitting: list[list[int]]) -> list[list[tuple[int, ...]]]:
        earlier = self._partnered()
        seated = split(grouping, earlier, self.rng)
        repeats = partner_repeats(seated, earlier)
        if not repeats:
            return seated
        whist = None if self.history or self.out or self.helpers else designs.whist(self.count, self.rounds)
        if whist is not None and not any(self.price):
            names = list(range(self.count))
            self.rng.shuffle(names)
            return [[tuple(names[place] for place in table) for table in drawn] for drawn in whist]
        for _ in range(4):  # groups that leave no way round a repeated partner: others of the same kind may
            again = Search(self._shuffled(sitting), self._met(), self.price, self.rng)
            other = split(improve(again, self._steps(), self._bound()), earlier, self.rng)
            if partner_repeats(other, earlier) < repeats:
                seated, repeats = other, partner_repeats(other, earlier)
            if not repeats:
                break
        return seated

    def _round(self, number: int, seated: list[tuple[int, ...]], numbers: list[int], resting: list[int]) -> Round:
        tables = []
        for units, table in zip(seated, numbers, strict=True):
            nobody: tuple[str | None, ...] = (None,) * (self.chairs // self.group)
            members = [self.units[unit] if unit < len(self.units) else nobody for unit in units]
            if self.chairs // self.group == 2:  # the second pair writes, and of the two who has written less
                members[1] = tuple(sorted(members[1], key=lambda player: -self.penned[player]))
                self.penned[members[1][-1]] += 1
                around = [member[turn] for turn in (0, 1) for member in members]
            else:
                around = [member[0] for member in members]
            tables.append(Table(table, tuple(map(Seat, around))))
        out = tuple(player for unit in sorted(resting) for player in self.units[unit])
        return Round(number, tuple(sorted(tables, key=lambda table: table.number)), out)


def partner_repeats(fours: Sequence[Sequence[Sequence[int]]], earlier: Counter[tuple[int, int]]) -> int:
    """How often two are partners again, with those of earlier rounds."""
    counts = Counter(earlier)
    for drawn in fours:
        for four in drawn:
            for left, right in _couples(PAIRS):
                counts[min(four[left], four[right]), max(four[left], four[right])] += 1
    return sum(count - 1 for count in counts.values() if count > 1)


def _couples(sides: Sequence[int]) -> list[tuple[int, int]]:
    """Every two seats of one side."""
    return [(place, other) for place in range(len(sides)) for other in partners_of(place, sides) if place < other]


def fewest_coincidences(tables: int, rounds: int) -> int:
    """At least so many times two who sat together sit together again, counted over every two rounds; 0 where none is proved.

    With fewer than four tables a table of four cannot scatter: 6, 4 or 3 pairs of every two rounds coincide. And all meetings
    spread as evenly as they can over all pairs.
    """
    close = {1: 6, 2: 4, 3: 3}.get(tables, 0) * (rounds * (rounds - 1) // 2)
    people = 4 * tables
    each, more = divmod(6 * tables * rounds, people * (people - 1) // 2)
    spread = people * (people - 1) // 2 * (each * (each - 1) // 2) + more * each
    return max(close, spread)
