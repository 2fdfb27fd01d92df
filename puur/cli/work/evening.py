"""What `puur evening` does: an evening in one file, from the list of players to the ranking, with games that were played elsewhere.

Every command reads the file, enters what it says and writes the file anew; nothing changes where something is refused.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Sequence
from datetime import date as day
from typing import Any

from puur import log
from puur.cli.errors import UserError
from puur.cli.evening_files import json_bytes, read_players
from puur.cli.files import load_book, write_bytes
from puur.cli.records import choose, load_file
from puur.cli.settings import console, tell
from puur.cli.work.corrections import enter, entering, sentence
from puur.cli.work.draw import round_table
from puur.core.control import judge
from puur.core.errors import Refusal
from puur.core.form import Way, form_for, sides_of
from puur.core.reglement import Reglement
from puur.core.sheet import Origin, Sheet
from puur.core.striche import Striche
from puur.core.typed import COLUMNS, asks_matches, read
from puur.evening.evening import Evening
from puur.evening.events import (
    CheckedIn,
    Entered,
    Event,
    HonourConfirmed,
    PenaltyGiven,
    RankingClosed,
    RankingReopened,
    ResultEntered,
    RoundReleased,
    Signed,
    TotalStated,
    Withdrawn,
)
from puur.evening.files import evening_to_plain
from puur.evening.played import result_of_record
from puur.evening.results import handed
from puur.evening.state import EveningSetup
from puur.log import EVENING, Line, counted
from puur.words.evening import with_rule

_NUMBER = re.compile(r"-?[0-9]{1,6}")


def new(
    players: str, reglement: str, title: str, date: str, rounds: int, seed: str, fee: int, unpaid: Sequence[str], out: str,
    force: bool,
) -> None:  # fmt: skip
    """A new evening with everybody on a list, who are there and have paid but for some; the draw comes with `next`."""
    book, listed = load_book(reglement), read_players(players)
    try:
        held = Evening(
            book, EveningSetup(title, date=date or day.today().isoformat(), seed=seed or secrets.token_hex(4), rounds=rounds)
        )
        for person in listed:
            held.submit(Entered(person.id, person.name, person.pair, club=person.club, email=person.email))
        owing = {_person(held, given) for given in unpaid}
        for person in listed:
            held.submit(CheckedIn(person.id, 0 if person.id in owing else fee * 100, accepted=True))
    except Refusal as problem:
        raise UserError(sentence(problem)) from None
    write_bytes(out, json_bytes(evening_to_plain(held) | {"web": {"fee": fee * 100}}), force=force)
    console().print(tell("evening.new.made", path=out, players=len(listed), rounds=held.planned, seed=held.setup.seed))


def draw_next(file: str) -> None:
    """Draw the next round, where it is not drawn yet, and start it."""

    def events(held: Evening) -> Iterable[Event]:
        if len(held.rounds) == held.released:
            yield held.drawn()
        yield RoundReleased(held.released + 1)

    held = enter(file, entering(events))
    names = {player.id: player.name for player in held.players.values()}
    console().print(round_table(held.rounds[held.released - 1], names))


def result(file: str, round_: int, table: int, points: str, reason: str, trial: bool, club: str) -> None:
    """Enter what is on a sheet; a further one corrects it, with a reason."""

    def events(held: Evening) -> Iterable[Event]:
        by = _official(held.book) if reason else ""  # what a Visum has locked is corrected by an official (UB-SHEET-04)
        yield ResultEntered(round_, table, read(held.book, _sheet(held.book, points)), reason=reason, decided_by=by)

    held = enter(file, entering(events), trial=trial, club=club, opens=reason)
    judged = judge(held.book, _sheet(held.book, points))
    if judged.check is not None and not judged.check.ok:  # a slip of the pen, perhaps
        said = tell("evening.result.split", found=judged.check.found, expected=judged.check.expected)
        console().print(with_rule(said, judged.rule))
    if not trial:
        _say_score(held, round_, table)


def _sheet(book: Reglement, points: str) -> Sheet:
    """What was typed for a table: each side's total, with its Matches behind a stroke, or the four columns of its Striche."""
    way = form_for(book).typed(book)[0]
    counts = (len(COLUMNS),) if way is Way.STRICHE else (1, 2) if asks_matches(book) else (1,)
    sides = [side.strip().split("/") for side in points.split(":")]
    right = all(len(side) == len(sides[0]) in counts and all(map(_NUMBER.fullmatch, side)) for side in sides)
    if not right or len(sides) != max(sides_of(book)) + 1:
        shape = "striche" if way is Way.STRICHE else "matches" if asks_matches(book) else "totals"
        raise UserError(tell(f"evening.error.points.{shape}", given=points, sides=max(sides_of(book)) + 1))
    numbers = [tuple(map(int, side)) for side in sides]
    if way is Way.STRICHE:
        return Sheet(striche=tuple(Striche(*side) for side in numbers), source=Origin.PAPER)
    return Sheet(tuple(side[0] for side in numbers), matches=tuple(side[1] for side in numbers if side[1:]), source=Origin.PAPER)


def sign(file: str, round_: int, people: Sequence[str]) -> None:
    """Put the Visum on the row of a round: on these people's sheets, or on all of tables with a result that have none yet."""

    def events(held: Evening) -> Iterable[Event]:
        named = {_person(held, person) for person in people}
        for table in held.round(round_).tables:
            for player in table.players():
                missing = (player, round_) not in held.signed and held.result(round_, table.number) is not None
                if player in named or (missing and not named):
                    yield Signed(player, round_, _official(held.book))

    held = enter(file, entering(events))
    missing = [held.name(player) for player in held.unsigned(round_)]
    console().print(tell("evening.sign.missing", people=", ".join(missing)) if missing else tell("evening.sign.all", round=round_))


def hand_in(file: str, person: str, total: int) -> None:
    """Take a sheet in: its total, an official's Visum on it, and the declaration that the book asks for, as of today."""

    def events(held: Evening) -> Iterable[Event]:
        player = _person(held, person)
        if held.collects_sheets:
            yield from handed(held, player, total, _official(held.book))
        else:
            yield TotalStated(player, total)
        if held.book.referee.confirm_result:
            yield HonourConfirmed(player, day.today().isoformat())

    held = enter(file, entering(events))
    console().print(tell("evening.handed", name=held.name(_person(held, person)), total=total))


def _official(book: Reglement) -> str:
    """As whom the Turnierleiter, whose file it is, signs and decides: the book's last official, or by that name."""
    return (book.referee.officials or ("turnierleiter",))[-1]


def ruling(file: str, person: str, points: int, reason: str, rule: str, fine: int, trial: bool, club: str) -> None:
    """Take points off by a ruling, with its article and its fine."""

    def events(held: Evening) -> Iterable[Event]:
        yield PenaltyGiven(_person(held, person), points, reason, rule, fine * 100)

    held = enter(file, entering(events), trial=trial, club=club, opens=reason)
    if not trial:
        console().print(tell("evening.ruling.given", name=held.name(_person(held, person)), points=points))


def withdraw(file: str, person: str, rule: str, reason: str, trial: bool, club: str) -> None:
    """Take the last ruling against somebody back, with its points and its fine; both stay on record in the file."""

    def entry(held: Evening, lines: list[Line]) -> tuple[list[Any], Evening]:
        key = _person(held, person)
        given = [
            line.n
            for line in counted(lines)
            if isinstance(line.event, PenaltyGiven) and line.event.player == key and rule in ("", line.event.rule)
        ]
        if not given:
            raise UserError(tell("evening.error.no_ruling", name=held.name(key)))
        held.still_open()
        taken, after = log.withdraw(
            EVENING, lines, given[-1:], reason, lambda events: Evening.replay(held.book, held.setup, events)
        )
        return [taken], after

    held = enter(file, entry, trial=trial, club=club, opens=reason)
    if not trial:
        console().print(tell("evening.withdrawn", name=held.name(_person(held, person))))


def leave(file: str, person: str, reason: str) -> None:
    """Somebody goes home: the results stay for the others, and the next draw is without this person."""
    held = enter(file, entering(lambda held: [Withdrawn(_person(held, person), reason)]))
    console().print(tell("evening.left", name=held.name(_person(held, person))))


def paid(file: str, person: str, francs: int, trial: bool, club: str) -> None:
    """An entry fee that was paid later, or, with a minus, one that was taken down wrongly."""
    entry = entering(lambda held: [CheckedIn(_person(held, person), francs * 100, accepted=True)])
    held = enter(file, entry, trial=trial, club=club)
    key = _person(held, person)
    if not trial:
        console().print(tell("evening.paid.taken", name=held.name(key), amount=f"{held.players[key].paid / 100:.2f}"))


def reopen(file: str, reason: str) -> None:
    """Open a closed ranking again."""
    enter(file, entering(lambda _held: [RankingReopened(reason)]))
    console().print(tell("evening.reopened", path=file))


def close(file: str, trial: bool, club: str) -> None:
    """Close the ranking: from then on the evening counts, for a club or a series."""
    enter(file, entering(lambda _held: [RankingClosed()]), trial=trial, club=club)
    if not trial:
        console().print(tell("evening.closed", path=file))


def _person(held: Evening, given: str) -> str:
    """Who is meant by a number or a name."""
    named = [key for key, player in held.players.items() if player.name.casefold() == given.strip().casefold()]
    if given in held.players:
        return given
    if len(named) != 1:
        raise UserError(tell("evening.error.person", given=given))
    return named[0]


def _say_score(held: Evening, round_: int, table: int) -> None:
    known = held.result(round_, table)
    score = " : ".join(map(str, known.score)) if known is not None else ""
    console().print(tell("evening.game.taken", round=round_, table=table, score=score))


def game(file: str, round_: int, table: int, record: str, reason: str, trial: bool, club: str) -> None:
    """Enter the game of a record for a table and round, and say the score; the same once more changes nothing."""

    def events(held: Evening) -> Iterable[Event]:
        played = choose(load_file(record, None, held.book.origin or held.book.key), None, record)
        return result_of_record(held, round_, table, played, reason)

    held = enter(file, entering(events), trial=trial, club=club, opens=reason)
    if not trial:
        _say_score(held, round_, table)
