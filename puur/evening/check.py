"""The checker: whether a seating keeps its promises, from the seats alone. It knows nothing of how they were drawn.

Faults are promises broken: somebody twice in a round, a forbidden pair at one table, a fixed seat left, a partner twice or a
repeat where a schedule without one exists. Counts are given for everything, kept or not, so that anybody can compare two draws.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from puur.core.evening import Repeat
from puur.evening.designs import most_rounds
from puur.evening.draw import Wishes
from puur.evening.seating import SCHREIBER, Round, meetings

Couple = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Fault:
    """A broken promise: what kind, in which round (0: over the whole evening), and the facts."""

    kind: str
    round: int
    facts: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Report:
    """What the checker found."""

    players: int
    rounds: int
    tables: int
    partner_repeats: Mapping[Couple, tuple[int, ...]]  # who, and the rounds in which they were partners
    repeats: Mapping[Couple, tuple[int, ...]]  # who met at a table more than once, and when
    number_repeats: int  # how often somebody has a table number again
    same_club: int  # meetings of two from one club
    stand_ins: int  # chairs, over all rounds
    sat_out: Mapping[str, int]
    wrote: tuple[int, int]  # how often people write: fewest and most
    repeat_free: bool  # whether a schedule without any repeat exists for these numbers
    faults: tuple[Fault, ...] = field(default=())

    @property
    def kept(self) -> bool:
        """Whether every promise is kept."""
        return not self.faults

    @property
    def repeated_meetings(self) -> int:
        """How often two meet again, summed up."""
        return sum(len(rounds) - 1 for rounds in self.repeats.values())


def repeat_free(players: int, rounds: int) -> bool:
    """Whether nobody need meet twice: for tables of four, as far as schedules are known here."""
    return players >= 4 and players % 4 == 0 and rounds <= most_rounds(players // 4)


def check(
    rounds: Sequence[Round],
    wishes: Wishes | None = None,
    partners: Repeat = Repeat.NEVER,
    opponents: Repeat = Repeat.AVOIDED,
) -> Report:
    """Judge a seating; `partners` and `opponents` say how strict the rule book is."""
    wishes = wishes or Wishes()
    met: dict[Couple, list[int]] = defaultdict(list)
    together: dict[Couple, list[int]] = defaultdict(list)
    for number, one, two, as_partners in meetings(rounds):
        if frozenset((one, two)) in wishes.partners:
            continue  # fixed pairs meet every round
        met[one, two].append(number)
        if as_partners:
            together[one, two].append(number)
    everybody = {player for one in rounds for player in (*one.players(), *one.sitting_out)}
    steady = all(set(one.players()) == everybody and not one.sitting_out for one in rounds)
    chairs = sum(len(one.tables) for one in rounds) * 4
    seated = sum(len(table.sitters()) for one in rounds for table in one.tables)
    numbers = Counter((player, table.number) for one in rounds for table in one.tables for player in table.sitters())
    wrote = Counter(table.seats[SCHREIBER].sitter for one in rounds for table in one.tables)
    shares = [wrote[player] for player in everybody] or [0]
    free = steady and chairs == seated and not wishes.partners and repeat_free(len(everybody), len(rounds))
    if wishes.partners:
        free = steady and chairs == seated and len(everybody) // 2 > len(rounds)
    report = Report(
        players=len(everybody),
        rounds=len(rounds),
        tables=max((len(one.tables) for one in rounds), default=0),
        partner_repeats={couple: tuple(found) for couple, found in sorted(together.items()) if len(found) > 1},
        repeats={couple: tuple(found) for couple, found in sorted(met.items()) if len(found) > 1},
        number_repeats=sum(count - 1 for (player, number), count in numbers.items() if wishes.fixed.get(player) != number),
        same_club=sum(
            1 for couple, found in met.items() for _ in found
            if wishes.clubs.get(couple[0]) and wishes.clubs.get(couple[0]) == wishes.clubs.get(couple[1])
        ),
        stand_ins=chairs - seated,
        sat_out=dict(Counter(player for one in rounds for player in one.sitting_out)),
        wrote=(min(shares), max(shares)),
        repeat_free=free,
    )  # fmt: skip
    faults = (*_structure(rounds), *_wishes(rounds, wishes), *_promises(report, rounds, partners, opponents))
    return Report(**{name: getattr(report, name) for name in report.__slots__ if name != "faults"}, faults=faults)


def _structure(rounds: Sequence[Round]) -> Iterator[Fault]:
    for place, one in enumerate(rounds, start=1):
        if one.number != place:
            yield Fault("round-number", one.number, {"expected": place})
        for player, count in Counter((*one.players(), *one.sitting_out)).items():
            if count > 1:
                yield Fault("player-twice", one.number, {"player": player})
        for number, count in Counter(table.number for table in one.tables).items():
            if count > 1:
                yield Fault("table-twice", one.number, {"table": number})
        for table in one.tables:
            if not table.players():
                yield Fault("table-empty", one.number, {"table": table.number})


def _wishes(rounds: Sequence[Round], wishes: Wishes) -> Iterator[Fault]:
    for number, one, two, _ in meetings(rounds):
        if frozenset((one, two)) in wishes.apart:
            yield Fault("forbidden-pair", number, {"player": one, "other": two})
    for one_round in rounds:
        for player, number in wishes.fixed.items():
            found = one_round.seat_of(player)
            if found is not None and found[0].number != number:
                yield Fault("fixed-seat", one_round.number, {"player": player, "table": number, "found": found[0].number})
        for pair in wishes.partners:
            first, *others = sorted(pair)
            found = one_round.seat_of(first)
            if found is not None and others and found[0].partner(found[1]).player != others[0]:
                yield Fault("pair-parted", one_round.number, {"player": first, "other": others[0]})


def _promises(report: Report, rounds: Sequence[Round], partners: Repeat, opponents: Repeat) -> Iterator[Fault]:
    """What the book promises of a draw: partners, table-mates, and that nobody sits out twice before everybody has once."""
    # Everybody has (players - 1) possible partners, so beyond that many rounds a repeat is nobody's fault.
    possible = report.rounds < report.players
    if partners is Repeat.NEVER or (partners is Repeat.AVOIDED and possible):
        for (one, two), found in report.partner_repeats.items():
            yield Fault("partner-repeat", found[-1], {"player": one, "other": two, "rounds": found})
    if opponents is Repeat.NEVER or (opponents is Repeat.AVOIDED and report.repeat_free):
        for (one, two), found in report.repeats.items():
            yield Fault("met-again", found[-1], {"player": one, "other": two, "rounds": found})
    times: Counter[str] = Counter()
    for one_round in rounds:
        present = {*one_round.players(), *one_round.sitting_out}
        for player in one_round.sitting_out:
            waiting = min((times[other] for other in present), default=0)
            # Who sits out a second time while somebody present has not yet: unfair, unless that one sits out now as well.
            if times[player] > waiting and any(times[other] == waiting and other not in one_round.sitting_out for other in present):
                yield Fault("sat-out-again", one_round.number, {"player": player, "times": times[player] + 1})
        times.update(one_round.sitting_out)
