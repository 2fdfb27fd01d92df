"""What is entered in the file of an evening, with all that follows from it: the ranking, and the year and the till of a club.

Shown before it is made (`--try`), or made at once in both files, the evening first: if a run is cut off between them, `puur club
evening --do` brings the club to what the evening says. What a club does not take any more, because its year is over, is said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rich.table import Table

from puur.cli.club_pages import accounts_table, changes_table, columns
from puur.cli.club_store import Store, in_words, open_club
from puur.cli.errors import UserError
from puur.cli.evening_files import evening_of, fee_and_code, json_bytes, read_bytes, read_json
from puur.cli.files import replace_bytes
from puur.cli.settings import console, settings, tell
from puur.cli.work.club_evenings import anew
from puur.core.errors import Refusal
from puur.evening.compared import Place, moves
from puur.evening.evening import Evening
from puur.evening.events import Event, RankingClosed, RankingReopened
from puur.evening.files import VERSIONS, lines_of
from puur.log import EVENING, Line, counted
from puur.words.evening import explain, with_rule

Entry = Callable[[Evening, list[Line]], tuple[list[Any], Evening]]  # an evening and its lines: further lines, what it is then


def entering(events: Callable[[Evening], Iterable[Event]]) -> Entry:
    """Further events of an evening."""

    def entry(held: Evening, _lines: list[Line]) -> tuple[list[Any], Evening]:
        after = Evening.replay(held.book, held.setup, held.events)
        for event in events(after):
            after.submit(event)
        return after.events[len(held.events) :], after

    return entry


def enter(file: str, entry: Entry, *, trial: bool = False, club: str = "", opens: str | None = None) -> Evening:
    """The evening of a file after an entry, which is in the file then, and in what a club makes of it; or a trial that only shows.

    A closed ranking is opened for it, for the reason `opens` (None: never), and closed again, where a club counts it anew.
    """
    data = read_bytes(file)
    raw = read_json(file, data)
    before, lines = evening_of(file, raw), lines_of(raw)
    opening = before.closed and opens is not None and (trial or bool(club))
    try:
        further, after = (_opened(entry, "?" if trial else opens or "") if opening else entry)(before, lines)
    except Refusal as problem:
        raise UserError(sentence(problem, before.name)) from None
    fee, code = fee_and_code(raw)
    store = _told(before, after, club, fee, code) if trial or club else None
    if trial:
        console().print(tell(f"evening.try.{'open' if not opening else 'club_closed' if club else 'closed'}"))
        return after
    if further:
        written = [*raw["events"], *map(EVENING.write, further)]
        replace_bytes(file, data, json_bytes({**raw, "version": VERSIONS[-1], "events": written}))
    if store is not None:
        store.save()
        console().print(tell("evening.club.counted", path=club))
    return after


def _opened(entry: Entry, reason: str) -> Entry:
    """The same in a closed ranking, which is opened for it and closed again."""

    def between(held: Evening, lines: list[Line]) -> tuple[list[Any], Evening]:
        reopened = RankingReopened(reason)
        standing = Evening.replay(held.book, held.setup, [line.event for line in counted(lines)])
        standing.submit(reopened)
        further, after = entry(standing, [*lines, Line(len(lines), reopened)])
        after.submit(RankingClosed())
        return [reopened, *further, RankingClosed()], after

    return between


def _told(before: Evening, after: Evening, club: str, fee: int, code: str) -> Store | None:
    """Say what changes in the ranking, and in a club; the club as it is then, where anything changes there now."""
    out = console()
    changed = [(move.name, move.before, move.after) for move in moves(before, after)]
    ranked = _changes(changed) if changed else tell("evening.try.same")
    if not club:
        out.print(ranked)
        return None
    store = open_club(Path(club))
    final = Evening.replay(after.book, after.setup, after.events)
    try:
        if not final.closed:
            final.submit(RankingClosed())
    except Refusal:  # rounds to play, results missing: nothing can count yet
        out.print(ranked, tell("evening.club.open", path=club), sep="\n")
        return None
    try:
        counts = anew(store, final, code, fee)
    except Refusal as problem:
        raise UserError(in_words(problem)) from None
    out.print(ranked)
    if counts is None:
        out.print(tell("evening.club.not_yet", path=club))
        return None
    out.print(tell("evening.try.club", path=club))
    out.print(changes_table(store.club, counts.changed) if counts.changed else tell("evening.try.same_club"))
    if counts.shut is not None:
        out.print(in_words(counts.shut))
    if (money := accounts_table(counts.before, store.club)) is not None:
        out.print(money)
    if not after.closed:
        out.print(tell("evening.club.open", path=club))
        return None
    return store if counts.events else None


def _changes(changed: Iterable[tuple[str, Place, Place]]) -> Table:
    table = columns("person", "from", "to", right=("from", "to"))
    for name, *places in changed:
        table.add_row(name, *("–" if place is None else f"{place[0]}. {place[1]}" for place in places))
    return table


def sentence(problem: Refusal, name: Callable[[str], str] = str) -> str:
    """What an evening refuses, with its provision; `name` says who has an id."""
    lang, cause = settings().lang, problem.__cause__
    facts = dict(problem.facts)
    if isinstance(cause, Refusal):
        facts["why"] = explain(cause.reason, cause.facts, lang, name)
    said = explain(problem.reason, facts, lang, name)
    return with_rule(said, problem.rule)
