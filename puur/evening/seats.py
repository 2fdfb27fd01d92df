"""Seats at an evening: the draw, swaps, stand-ins, the start of a round and the pack of a table."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from puur.core.evening import DrawWhen, Repeat
from puur.evening.check import Report, check
from puur.evening.draw import NoDraw, later_seed, next_round, plan
from puur.evening.events import (
    DeckVoted,
    RoundReleased,
    RoundsDrawn,
    SatElsewhere,
    SeatsSwapped,
    SeatTaken,
    StandInNamed,
    WriterNamed,
)
from puur.evening.seating import Round, Seat, Table

if TYPE_CHECKING:
    from puur.evening.evening import Evening

# What no book allows in a draw; a repeated partner or opponent depends on the book.
_NEVER = frozenset({"player-twice", "table-twice", "table-empty", "table-seats", "round-number", "pair-parted"})
_FIELD = {"partner-repeat": "evening.partners", "met-again": "evening.opponents", "pair-parted": "evening.entry"}


def drawn(evening: Evening, seed: str) -> RoundsDrawn:
    """The draw that is due: all rounds left where the book plans ahead, otherwise the next one. (NWS-1-08, UB-MODE-02)"""
    may_draw(evening)
    players, wishes, history = evening.playing(), evening.wishes(), evening.rounds[: evening.released]
    rules = evening.book.evening
    try:
        if rules.draw is DrawWhen.AHEAD:
            rounds = plan(later_seed(seed, history), players, evening.planned - len(history), wishes, history, evening.rest)
        else:
            rounds = (next_round(seed, players, evening.planned, wishes, history, evening.rest),)
    except NoDraw as problem:
        evening.refuse("evening.rest", problem.reason, **problem.facts)
    return RoundsDrawn(rounds, seed)


def may_draw(evening: Evening) -> None:
    """Refuse a draw that is not due. (NWS-1-07, UB-MODE-01, UB-STR-06)"""
    done = evening.released
    if done >= evening.planned:
        evening.refuse("evening.rounds", "rounds-over", rounds=evening.planned)
    if evening.book.evening.visa_before_draw and done and (missing := evening.unsigned(done)):
        evening.refuse("evening.visa_before_draw", "unsigned-sheets", round=done, players=missing)


def _rounds_drawn(evening: Evening, event: RoundsDrawn) -> None:
    may_draw(evening)
    first = evening.released + 1
    if not event.rounds or event.rounds[0].number != first or len(event.rounds) > evening.planned - evening.released:
        evening.refuse("evening.rounds", "rounds-over", rounds=evening.planned)
    present = set(evening.playing())
    for drawn in event.rounds:
        seated = {*drawn.players(), *drawn.sitting_out}
        if seated != present:
            evening.refuse("evening.draw", "draw-roster", round=drawn.number, players=sorted(seated ^ present))
    rounds = [*evening.rounds[: evening.released], *event.rounds]
    _judge(evening, check(rounds, evening.wishes(), evening.book.evening.partners, evening.book.evening.opponents))
    evening.rounds = rounds


def _judge(evening: Evening, report: Report) -> None:
    """Refuse a seating that breaks what the book never allows."""
    rules = evening.book.evening
    strict = set(_NEVER)
    strict |= {"partner-repeat"} if rules.partners is Repeat.NEVER else set()
    strict |= {"met-again"} if rules.opponents is Repeat.NEVER else set()
    for fault in report.faults:
        if fault.kind in strict:
            evening.refuse(_FIELD.get(fault.kind, "evening.draw"), fault.kind, round=fault.round, **fault.facts)


def swapped(evening: Evening, event: SeatsSwapped) -> tuple[list[Round], Report]:
    """The rounds after a swap and what the checker says of them: for the warning before it is made."""
    one_round = evening.round(event.round)
    # A stand-in goes along with the person whose seat it is.
    chairs = {seat.player: seat for table in one_round.tables for seat in table.seats if seat.player is not None}
    moved = {
        event.one: chairs.get(event.two, Seat(event.two)),
        event.two: chairs.get(event.one, Seat(event.one)),
    }

    def turned(table: Table) -> Table:
        return Table(table.number, tuple(moved.get(seat.player or "", seat) for seat in table.seats))

    names = {event.one: event.two, event.two: event.one}
    out = tuple(names.get(player, player) for player in one_round.sitting_out)
    new = Round(one_round.number, tuple(turned(table) for table in one_round.tables), out)
    rounds = [new if drawn.number == event.round else drawn for drawn in evening.rounds]
    rules = evening.book.evening
    return rounds, check(rounds, evening.wishes(), rules.partners, rules.opponents)


def _seats_swapped(evening: Evening, event: SeatsSwapped) -> None:
    one_round = evening.round(event.round)
    if not event.reason.strip():
        evening.refuse("evening.draw", "reason-needed")
    everybody = {*one_round.players(), *one_round.sitting_out}
    for player in (event.one, event.two):
        evening.player(player)
        if player not in everybody:
            evening.refuse("evening.draw", "not-seated", player=player, round=event.round)
        seat = one_round.seat_of(player)
        if seat is not None and evening.result(event.round, seat[0].number) is not None:
            evening.refuse("evening.draw", "has-result", round=event.round, table=seat[0].number)
    rounds, report = swapped(evening, event)
    _judge(evening, report)
    evening.rounds = rounds


def _sat_elsewhere(evening: Evening, event: SatElsewhere) -> None:
    """Who sat where is a fact, whatever the draw wanted; only what can never be is refused. (UB-SHEET-04: a visa locks the row)"""
    evening.still_open()
    if event.round > evening.released:
        evening.refuse("evening.release", "round-not-released", round=event.round)
    if not event.reason.strip():
        evening.refuse("evening.draw", "reason-needed")
    drawn, both = evening.round(event.round), (event.player, event.other)
    for player in both:
        evening.player(player)
        if drawn.seat_of(player) is None or event.player == event.other:
            evening.refuse("evening.draw", "not-seated", player=player, round=event.round)
    if any((player, event.round) in evening.signed for player in both):
        evening.official(event.decided_by, "evening.visa")
    rounds, report = swapped(evening, SeatsSwapped(event.round, event.player, event.other, event.reason))
    for fault in report.faults:
        if fault.kind in _NEVER:
            evening.refuse("evening.draw", fault.kind, round=fault.round, **fault.facts)
    evening.rounds = rounds
    for player in both:  # their rounds have changed, so what they have stated and had signed no longer holds
        evening.stated.pop(player, None)
        evening.signed.pop((player, 0), None)
        evening.signed.pop((player, event.round), None)


def _stand_in_named(evening: Evening, event: StandInNamed) -> None:
    table = evening.table(event.round, event.table)
    if not 0 <= event.seat < len(table.seats):
        evening.refuse("evening.rest", "no-such-seat", seat=event.seat)
    if not event.name.strip():
        evening.refuse("evening.rest", "no-name")
    if not evening.replaying:  # an earlier version took it, and with it another ranking
        evening.still_open()
    places = list(table.seats)
    places[event.seat] = replace(places[event.seat], stand_in=event.name.strip())
    new = Table(table.number, tuple(places))
    one_round = evening.round(event.round)
    tables = tuple(new if each.number == new.number else each for each in one_round.tables)
    evening.rounds[event.round - 1] = replace(one_round, tables=tables)


def free_chairs(evening: Evening, round_: int) -> list[tuple[int, int]]:
    """Chairs that nobody of the list has, at tables without a result: for somebody who comes late."""
    return [
        (table.number, place)
        for table in evening.round(round_).tables
        for place, seat in enumerate(table.seats)
        if seat.player is None and evening.result(round_, table.number) is None
    ]


def _seat_taken(evening: Evening, event: SeatTaken) -> None:
    person = evening.player(event.player)
    evening.still_open()
    if event.round != evening.released:
        evening.refuse("evening.release", "round-not-released", round=event.round)
    if evening.in_pairs or not person.playing or evening.round(event.round).seat_of(event.player) is not None:
        evening.refuse("evening.rest", "seat-not-for", player=event.player, round=event.round)
    if (event.table, event.seat) not in free_chairs(evening, event.round):
        evening.refuse("evening.rest", "seat-not-free", table=event.table, round=event.round)
    table = evening.table(event.round, event.table)
    places = list(table.seats)
    places[event.seat] = Seat(event.player)
    drawn = evening.round(event.round)
    tables = tuple(Table(table.number, tuple(places)) if each is table else each for each in drawn.tables)
    out = tuple(player for player in drawn.sitting_out if player != event.player)
    evening.rounds[event.round - 1] = replace(drawn, tables=tables, sitting_out=out)
    person.first_round = min(person.first_round, event.round)


def _writer_named(evening: Evening, event: WriterNamed) -> None:
    """Whose side bears the odd point of a difference; before the result that it settles. (TAM-ES-61, TAM-ES-67, TAM-ES-68)"""
    table = evening.table(event.round, event.table)
    if not 0 <= event.seat < len(table.seats):
        evening.refuse("evening.rest", "no-such-seat", seat=event.seat)
    if evening.result(event.round, event.table) is not None:
        evening.refuse("evening.draw", "has-result", round=event.round, table=event.table)
    evening.writers[event.round, event.table] = event.seat


def stand_ins(evening: Evening, player: str, name: str, reason: str, *, all_rounds: bool) -> list[StandInNamed]:
    """Somebody plays in the place of a person: in the round that is on, or in all that are drawn and not played yet."""
    first = max(evening.released, 1)
    events = []
    for drawn in evening.rounds[first - 1 : None if all_rounds else first]:
        seat = drawn.seat_of(player)
        if seat is not None and evening.result(drawn.number, seat[0].number) is None:
            events.append(StandInNamed(drawn.number, seat[0].number, seat[1], name, reason))
    return events


def empty_seats(evening: Evening, round_: int) -> list[tuple[int, int]]:
    """Chairs of a round that nobody will sit on: of somebody who has left, without a stand-in. (NWS-9-06)"""
    return [
        (table.number, place)
        for table in evening.round(round_).tables
        for place, seat in enumerate(table.seats)
        if seat.player is not None and not seat.stand_in and not evening.players[seat.player].playing
    ]


def _round_released(evening: Evening, event: RoundReleased) -> None:
    evening.round(event.round)
    if event.round != evening.released + 1:
        evening.refuse("evening.release", "round-order", round=event.round, expected=evening.released + 1)
    if empty := empty_seats(evening, event.round):
        evening.refuse("evening.rest", "seat-empty", round=event.round, table=empty[0][0], seat=empty[0][1])
    if not evening.replaying and (waiting := [player for player in unseated(evening, event.round) if player not in event.unseated]):
        evening.refuse("evening.rest", "no-seat", players=waiting, round=event.round)
    evening.released = event.round


def unseated(evening: Evening, round_: int) -> list[str]:
    """Who is here and was not drawn for this round: somebody who came after a draw made ahead."""
    drawn = evening.round(round_)
    seated = {*drawn.players(), *drawn.sitting_out}
    return [player for player in evening.playing() if player not in seated]


def _deck_voted(evening: Evening, event: DeckVoted) -> None:
    evening.table(event.round, event.table)
    if not evening.book.evening.deck_choice:
        evening.refuse("table.faces", "deck-fixed", faces=evening.book.table.faces.value)
    agreed = set(event.votes)
    faces = agreed.pop() if len(agreed) == 1 else evening.book.table.faces  # UB-DECK-03: all four, or the book's
    evening.decks[event.round, event.table] = faces


HANDLERS: dict[type, Callable[[Any, Any], None]] = {
    RoundsDrawn: _rounds_drawn,
    SeatsSwapped: _seats_swapped,
    SatElsewhere: _sat_elsewhere,
    StandInNamed: _stand_in_named,
    SeatTaken: _seat_taken,
    WriterNamed: _writer_named,
    RoundReleased: _round_released,
    DeckVoted: _deck_voted,
}
