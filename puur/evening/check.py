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
from puur.evening.seating import Round, meetings

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
    for number, first, second, as_partners in meetings(rounds, wishes.sides):
        if frozenset((first, second)) in wishes.partners:
            continue  # fixed pairs meet every round
        met[first, second].append(number)
        if as_partners:
            together[first, second].append(number)
    everybody = {player for drawn in rounds for player in (*drawn.players(), *drawn.sitting_out)}
    steady = all(set(drawn.players()) == everybody and not drawn.sitting_out for drawn in rounds)
    tables = [table for drawn in rounds for table in drawn.tables]
    chairs = sum(len(table.seats) for table in tables)
    seated = sum(len(table.sitters()) for table in tables)
    numbers = Counter((player, table.number) for table in tables for player in table.sitters())
    wrote = Counter(table.writer for table in tables)
    writing = wishes.partners or {frozenset({player}) for player in everybody}
    shares = [sum(wrote[player] for player in party) for party in writing] or [0]
    full = steady and chairs == seated
    free = full and not wishes.partners and len(wishes.sides) == 4 and repeat_free(len(everybody), len(rounds))
    if wishes.partners:
        free = full and len(everybody) // 2 > len(rounds)
    report = Report(
        players=len(everybody),
        rounds=len(rounds),
        tables=max((len(drawn.tables) for drawn in rounds), default=0),
        partner_repeats={couple: tuple(when) for couple, when in sorted(together.items()) if len(when) > 1},
        repeats={couple: tuple(when) for couple, when in sorted(met.items()) if len(when) > 1},
        number_repeats=sum(count - 1 for (player, number), count in numbers.items() if wishes.fixed.get(player) != number),
        same_club=sum(
            1 for couple, when in met.items() for _ in when
            if wishes.clubs.get(couple[0]) and wishes.clubs.get(couple[0]) == wishes.clubs.get(couple[1])
        ),
        stand_ins=chairs - seated,
        sat_out=dict(Counter(player for drawn in rounds for player in drawn.sitting_out)),
        wrote=(min(shares), max(shares)),
        repeat_free=free,
    )  # fmt: skip
    faults = (*_structure(rounds, len(wishes.sides)), *_wishes(rounds, wishes), *_promises(report, rounds, partners, opponents))
    return Report(**{name: getattr(report, name) for name in report.__slots__ if name != "faults"}, faults=faults)


def _structure(rounds: Sequence[Round], chairs: int) -> Iterator[Fault]:
    for place, drawn in enumerate(rounds, start=1):
        if drawn.number != place:
            yield Fault("round-number", drawn.number, {"expected": place})
        for player, count in Counter((*drawn.players(), *drawn.sitting_out)).items():
            if count > 1:
                yield Fault("player-twice", drawn.number, {"player": player})
        for number, count in Counter(table.number for table in drawn.tables).items():
            if count > 1:
                yield Fault("table-twice", drawn.number, {"table": number})
        for table in drawn.tables:
            if not table.players():
                yield Fault("table-empty", drawn.number, {"table": table.number})
            if len(table.seats) != chairs:
                yield Fault("table-seats", drawn.number, {"table": table.number, "found": len(table.seats), "expected": chairs})


def _wishes(rounds: Sequence[Round], wishes: Wishes) -> Iterator[Fault]:
    for number, first, second, _ in meetings(rounds, wishes.sides):
        if frozenset((first, second)) in wishes.apart:
            yield Fault("forbidden-pair", number, {"player": first, "other": second})
    for drawn in rounds:
        for player, number in wishes.fixed.items():
            seat = drawn.seat_of(player)
            if seat is not None and seat[0].number != number:
                yield Fault("fixed-seat", drawn.number, {"player": player, "table": number, "found": seat[0].number})
        for pair in wishes.partners:
            first, *others = sorted(pair)
            seat = drawn.seat_of(first)
            partner = None if seat is None else seat[0].partner(seat[1], wishes.sides)
            if seat is not None and others and (partner is None or partner.player != others[0]):
                yield Fault("pair-parted", drawn.number, {"player": first, "other": others[0]})


def _promises(report: Report, rounds: Sequence[Round], partners: Repeat, opponents: Repeat) -> Iterator[Fault]:
    """What the book promises of a draw: partners, table-mates, and that nobody sits out twice before everybody has once."""
    # Everybody has (players - 1) possible partners, so beyond that many rounds a repeat is nobody's fault.
    possible = report.rounds < report.players
    if partners is Repeat.NEVER or (partners is Repeat.AVOIDED and possible):
        for (first, second), when in report.partner_repeats.items():
            yield Fault("partner-repeat", when[-1], {"player": first, "other": second, "rounds": when})
    if opponents is Repeat.NEVER or (opponents is Repeat.AVOIDED and report.repeat_free):
        for (first, second), when in report.repeats.items():
            yield Fault("met-again", when[-1], {"player": first, "other": second, "rounds": when})
    times: Counter[str] = Counter()
    for drawn in rounds:
        present = {*drawn.players(), *drawn.sitting_out}
        for player in drawn.sitting_out:
            waiting = min((times[other] for other in present), default=0)
            # Who sits out a second time while somebody present has not yet: unfair, unless that one sits out now as well.
            if times[player] > waiting and any(times[other] == waiting and other not in drawn.sitting_out for other in present):
                yield Fault("sat-out-again", drawn.number, {"player": player, "times": times[player] + 1})
        times.update(drawn.sitting_out)
