"""What `puur evening` does: an evening in one file, from the list of players to the ranking, with games that were played elsewhere.

Every command reads the file, enters what it says and writes the file anew; nothing changes where something is refused.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Iterable
from datetime import date as day

from puur.cli.errors import UserError
from puur.cli.evening_files import evening_of, json_bytes, read_bytes, read_json, read_players
from puur.cli.files import load_book, replace_bytes, write_bytes
from puur.cli.records import choose, load_file
from puur.cli.settings import console, settings, tell
from puur.cli.work.draw import round_table
from puur.core.errors import Refusal
from puur.core.sheet import Origin, Sheet
from puur.core.typed import read
from puur.evening.evening import Evening
from puur.evening.events import CheckedIn, Entered, Event, RankingClosed, ResultEntered, RoundReleased
from puur.evening.files import evening_to_plain
from puur.evening.played import result_of_record
from puur.evening.state import EveningSetup
from puur.words.evening import explain, with_rule


def new(players: str, reglement: str, title: str, date: str, rounds: int, seed: str, fee: int, out: str, force: bool) -> None:
    """A new evening with everybody on a list, who are there and have paid; the draw comes with `next`."""
    book, listed = load_book(reglement), read_players(players)
    try:
        held = Evening(
            book, EveningSetup(title, date=date or day.today().isoformat(), seed=seed or secrets.token_hex(4), rounds=rounds)
        )
        for person in listed:
            held.submit(Entered(person.id, person.name, person.pair, club=person.club, email=person.email))
            held.submit(CheckedIn(person.id, fee * 100, accepted=True))
    except Refusal as problem:
        raise UserError(_sentence(problem)) from None
    write_bytes(out, json_bytes(evening_to_plain(held) | {"web": {"fee": fee * 100}}), force=force)
    console().print(tell("evening.new.made", path=out, players=len(listed), rounds=held.planned, seed=held.setup.seed))


def draw_next(file: str) -> None:
    """Draw the next round, where it is not drawn yet, and start it."""

    def events(held: Evening) -> Iterable[Event]:
        if len(held.rounds) == held.released:
            yield held.drawn()
        yield RoundReleased(held.released + 1)

    held = _entered(file, events)
    names = {player.id: player.name for player in held.players.values()}
    console().print(round_table(held.rounds[held.released - 1], names))


def result(file: str, round_: int, table: int, points: str, reason: str) -> None:
    """Enter what is on a sheet; a further one corrects it, with a reason."""
    numbers = re.findall(r"\d+", points)
    sheet = Sheet(tuple(int(number) for number in numbers[:8]), source=Origin.PAPER)

    def events(held: Evening) -> Iterable[Event]:
        yield ResultEntered(round_, table, read(held.book, sheet), reason=reason)

    _say_score(_entered(file, events), round_, table)


def close(file: str) -> None:
    """Close the ranking: from then on the evening counts, for a club or a series."""
    _entered(file, lambda _held: [RankingClosed()])
    console().print(tell("evening.closed", path=file))


def _entered(file: str, events: Callable[[Evening], Iterable[Event]]) -> Evening:
    """The evening of a file after these events, which are in the file then."""
    before = read_bytes(file)
    raw = read_json(file, before)
    held = evening_of(file, raw)
    had = len(held.events)
    try:
        for event in events(held):
            held.submit(event)
    except Refusal as problem:
        raise UserError(_sentence(problem)) from None
    if len(held.events) > had:
        replace_bytes(file, before, json_bytes({**raw, **evening_to_plain(held)}))  # what else the organiser's pages keep there
    return held


def _say_score(held: Evening, round_: int, table: int) -> None:
    known = held.result(round_, table)
    score = " : ".join(map(str, known.score)) if known is not None else ""
    console().print(tell("evening.game.taken", round=round_, table=table, score=score))


def game(file: str, round_: int, table: int, record: str) -> None:
    """Enter the game of a record for a table and round, and say the score; the same once more changes nothing."""

    def events(held: Evening) -> Iterable[Event]:
        played = choose(load_file(record, None, held.book.origin or held.book.key), None, record)
        return result_of_record(held, round_, table, played)

    _say_score(_entered(file, events), round_, table)


def _sentence(problem: Refusal) -> str:
    lang, cause = settings().lang, problem.__cause__
    facts = {**problem.facts, "why": explain(cause.reason, cause.facts, lang)} if isinstance(cause, Refusal) else problem.facts
    said = explain(problem.reason, facts, lang)
    return with_rule(said, problem.rule)
