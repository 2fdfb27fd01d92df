"""People at an evening: entry, check-in, leaving, warning, exclusion, and what they ask of the draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from puur.evening.details import Details, details_of
from puur.evening.events import (
    Amended,
    BreachNoted,
    CheckedIn,
    Disqualified,
    Entered,
    Excluded,
    KeptApart,
    TableFixed,
    Warned,
    Withdrawn,
)
from puur.evening.state import Player

if TYPE_CHECKING:
    from puur.evening.evening import Evening


def _entered(evening: Evening, event: Entered) -> None:
    if event.player in evening.players:
        evening.refuse("evening.entry", "player-twice", player=event.player)
    if not event.player:
        evening.refuse("evening.entry", "no-id")
    if evening.in_pairs:
        members = evening.members.get(event.pair, ())
        if not event.pair:
            evening.refuse("evening.entry", "pair-needed", player=event.name.strip() or event.player)
        if len(members) == 2:
            evening.refuse("evening.entry", "pair-full", pair=event.pair)
    elif event.pair:  # UB-EVENT-03: a self-chosen partner cannot be entered
        evening.refuse("evening.entry", "no-pairs", player=event.name.strip() or event.player)
    _sheet_head(evening, event)
    evening.called[event.name.strip()] += 1
    if event.pair:
        evening.members[event.pair] = (*evening.members.get(event.pair, ()), event.player)
    evening.players[event.player] = Player(event.player, event.name.strip(), Details(**details_of(event)), event.pair, event.public)


def _sheet_head(evening: Evening, event: Entered | Amended) -> None:
    """Refuse a sheet whose head is not complete. (UB-SHEET-01)"""
    given = {"name": event.name, **details_of(event)}  # place and date are the evening's: the sheet has lines for them
    for wanted in evening.book.evening.sheet:
        if not given.get(wanted.value, "-").strip():
            evening.refuse("evening.sheet", "sheet-incomplete", player=event.name.strip() or event.player, missing=wanted.value)


def _amended(evening: Evening, event: Amended) -> None:
    person = evening.player(event.player)
    _sheet_head(evening, event)
    evening.called[person.name] -= 1
    evening.called[event.name.strip()] += 1
    person.name, person.details, person.public = event.name.strip(), Details(**details_of(event)), event.public


def _checked_in(evening: Evening, event: CheckedIn) -> None:
    person = evening.player(event.player)
    if person.excluded:
        evening.refuse("referee.disqualify", "excluded", player=event.player)
    asked = evening.book.referee.accept_rules and not person.here and not evening.replaying
    if asked and not event.accepted:  # NWS-9-07, UB-BASIS-02
        evening.refuse("referee.accept_rules", "rules-not-accepted", player=event.player)
    person.paid += event.paid
    person.accepted |= event.accepted
    if person.here and not person.withdrawn:
        return
    if not person.here:
        person.first_round = evening.released + 1
    person.here, person.withdrawn, person.left_after = True, "", None


def _withdrawn(evening: Evening, event: Withdrawn) -> None:
    person = evening.player(event.player)
    if person.withdrawn:
        evening.refuse("evening.entry", "already-withdrawn", player=event.player)
    person.withdrawn, person.left_after = event.reason or "-", evening.released


def _breach_noted(evening: Evening, event: BreachNoted | Warned) -> None:
    person = evening.player(event.player)
    evening.official(event.by, "referee.officials")
    person.breaches, person.disobeyed = (*person.breaches, event.reason), bool(person.warnings)
    if isinstance(event, Warned):
        person.warnings.append(event.reason)


def _excluded(evening: Evening, event: Excluded | Disqualified) -> None:
    """After a breach, a warning and further disobedience, or for a breach alone. (NWS-9-05, UB-CONDUCT-04)"""
    person, rules = evening.player(event.player), evening.book.referee
    evening.still_open()
    evening.official(event.by, "referee.officials")
    disqualified = isinstance(event, Disqualified)
    if disqualified and not (rules.disqualify and person.breaches):
        evening.refuse("referee.disqualify", "no-disqualification", player=event.player)
    if not disqualified and rules.warning_first and not person.disobeyed and not evening.replaying:
        evening.refuse("referee.warning_first", "warning-first", player=event.player)
    person.excluded, person.left_after, person.disqualified = event.reason or "-", evening.released, disqualified


def _table_fixed(evening: Evening, event: TableFixed) -> None:
    evening.player(event.player)
    if event.table < 0:
        evening.refuse("evening.draw", "no-such-table", table=event.table, round=0)
    if event.table:
        evening.fixed[event.player] = event.table
    else:
        evening.fixed.pop(event.player, None)


def _kept_apart(evening: Evening, event: KeptApart) -> None:
    for player in (event.one, event.two):
        evening.player(player)
    if event.one == event.two or frozenset((event.one, event.two)) in evening.pairs().values():
        evening.refuse("evening.entry", "apart-from-partner", player=event.one)
    evening.apart.add(frozenset((event.one, event.two)))


HANDLERS: dict[type, Callable[[Any, Any], None]] = {
    Entered: _entered,
    Amended: _amended,
    CheckedIn: _checked_in,
    Withdrawn: _withdrawn,
    BreachNoted: _breach_noted,
    Warned: _breach_noted,
    Excluded: _excluded,
    Disqualified: _excluded,
    TableFixed: _table_fixed,
    KeptApart: _kept_apart,
}
