"""Evenings for the tests: entered, drawn and played with few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from puur.core.errors import RuleViolation
from puur.core.reglement import Reglement
from puur.core.sheet import Row, Sheet
from puur.core.striche import Striche
from puur.evening.evening import Evening
from puur.evening.events import CheckedIn, Entered, Event, ResultConfirmed, ResultEntered, RoundReleased, RoundsDrawn
from puur.evening.files import evening_to_plain
from puur.evening.ranking import ranking
from puur.evening.seating import Round
from puur.evening.state import EveningSetup
from puur.reglement import load
from tests.evening.support import people


def opened(book: Reglement | str, players: int | Sequence[str] = 8, **setup: Any) -> Evening:
    """An evening with these people checked in; two after one another are a pair where pairs play."""
    rules = load(book) if isinstance(book, str) else book
    evening = Evening(rules, EveningSetup(**{"name": "Test", "date": "2024-10-24", "venue": "Saal", "seed": "Los"} | setup))
    for place, player in enumerate(people(players) if isinstance(players, int) else players):
        enter(evening, player, f"Paar {place // 2}" if evening.in_pairs else "")
    return evening


def enter(evening: Evening, player: str, pair: str = "") -> None:
    submit(evening, Entered(player, player.upper(), email=f"{player}@example.org", pair=pair), CheckedIn(player, accepted=True))


def submit(evening: Evening, *events: Event) -> Evening:
    for event in events:
        evening.submit(event)
    return evening


def start(evening: Evening, *rounds: Round) -> Evening:
    """Draw (or seat as given) and release the next round."""
    if len(evening.rounds) == evening.released:
        evening.submit(RoundsDrawn(rounds) if rounds else evening.drawn())
    return submit(evening, RoundReleased(evening.released + 1))


Numbers = tuple[int, ...]


def sheet_of(
    points: Numbers | None = None,
    deals: Sequence[Numbers] = (),
    matches: Numbers = (),
    striche: tuple[Striche, ...] | None = None,
    estimated: Numbers = (),
) -> Sheet:
    """A sheet in few words: the totals, or each deal, or the Striche."""
    totals = tuple(map(sum, zip(*deals, strict=True))) if deals and points is None else points
    rows = tuple(Row(number, tuple((side,) for side in made)) for number, made in enumerate(deals, start=1))
    return Sheet(totals, rows, matches, striche, estimated)


def result_entered(
    round_: int, table: int, points: Numbers | None = None, by: str = "", reason: str = "", decided_by: str = "", **more: Any
) -> ResultEntered:
    return ResultEntered(round_, table, sheet_of(points, **more), by, reason, decided_by)


def result_confirmed(
    round_: int, table: int, points: Numbers | None = None, striche: tuple[Striche, ...] | None = None, by: str = ""
) -> ResultConfirmed:
    return ResultConfirmed(round_, table, Sheet(points, striche=striche), by)


def result(round_: int, table: int, *points: int, **more: Any) -> ResultEntered:
    return result_entered(round_, table, points or None, **more)


def strich_row(match: int = 0, bergpreis: int = 0, victory: int = 0, schneider: int = 0) -> Striche:
    return Striche(match, bergpreis, victory, schneider)


def refused(evening: Evening, event: Event, rule: str | None = None, reason: str | None = None) -> RuleViolation:
    """The event is refused with this provision and reason, and nothing has changed."""
    before = evening_to_plain(evening), str(vars(evening))
    with pytest.raises(RuleViolation) as caught:
        evening.submit(event)
    assert (evening_to_plain(evening), str(vars(evening))) == before, "a refused event changed the evening"
    if rule is not None:
        assert caught.value.rule == rule, str(caught.value)
    if reason is not None:
        assert caught.value.reason == reason, str(caught.value)
    return caught.value


def ranks(evening: Evening) -> dict[str, int]:
    """The rank of everybody who has one."""
    return {player: row.rank for row in ranking(evening).rows for player in row.players}
