"""Lists, draws and evenings named on the command line: read, or refused with one sentence."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import astuple, replace
from pathlib import Path
from typing import Any, TypeVar

from rich.text import Text

from puur.cli import files
from puur.cli.errors import UserError
from puur.cli.interrupts import heard_while_waiting
from puur.cli.settings import console, settings, tell
from puur.core.errors import Refusal, RuleViolation
from puur.core.reglement import Reglement
from puur.evening import lists
from puur.evening.columns import fold
from puur.evening.evening import Evening
from puur.evening.files import FORMAT, DrawFile, Entrant, draw_from_plain, evening_from_plain
from puur.evening.seating import Round
from puur.log import Unfit
from puur.papers.evening import draw_of
from puur.words.evening import explain
from puur.words.expected import expectation

Read = TypeVar("Read")
LIMIT = 32 * 1024 * 1024


def read_bytes(name: str) -> bytes:
    """The bytes of a file (`-` is standard input), or a UserError that says why not."""
    if name == "-":
        with heard_while_waiting():
            data = sys.stdin.buffer.read(LIMIT + 1)
    else:
        data = files.read_bytes(Path(name), LIMIT)
    if len(data) > LIMIT:
        raise UserError(tell("cli.file.too_large", path=name, limit=LIMIT))
    return data


def json_bytes(facts: Any) -> bytes:
    """Facts as readable JSON."""
    return (json.dumps(facts, ensure_ascii=False, indent=1) + "\n").encode()


def read_json(name: str, data: bytes) -> Any:
    """The JSON in a file."""
    try:
        return json.loads(data.decode("utf-8-sig"))
    except json.JSONDecodeError as error:
        raise UserError(tell("draw.error.json", path=name, line=error.lineno)) from None
    except (UnicodeDecodeError, RecursionError):
        raise UserError(tell("draw.error.json", path=name, line=1)) from None


def looks_like_json(data: bytes) -> bool:
    """Whether a file is JSON rather than a list."""
    return data.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] in (b"{", b"[")


def read_draw(name: str) -> DrawFile:
    """A draw: a draw file, the draw of an evening, or a CSV with round, table and four seats."""
    return _draw(name, read_bytes(name))


def read_draw_and_book(name: str) -> tuple[DrawFile, Reglement | None]:
    """A draw, and the book that its file brings along: that of an evening, which may be its own."""
    data = read_bytes(name)
    if looks_like_json(data) and is_evening(raw := read_json(name, data)):
        evening = evening_of(name, raw)
        return draw_of(evening), evening.book
    return _draw(name, data), None


def read_history(name: str) -> tuple[Round, ...]:
    """The rounds that count as played: of an evening those that were started, of a draw all."""
    data = read_bytes(name)
    if looks_like_json(data) and is_evening(raw := read_json(name, data)):
        evening = evening_of(name, raw)
        return tuple(evening.rounds[: evening.released])
    return _draw(name, data).rounds


def _draw(name: str, data: bytes) -> DrawFile:
    if not looks_like_json(data):
        players, rounds = _listed(name, lists.draw, data)
        return DrawFile(tuple(players), tuple(rounds))
    raw = read_json(name, data)
    if is_evening(raw):
        return draw_of(evening_of(name, raw))
    try:
        return draw_from_plain(raw)
    except Unfit as error:
        raise _unfit(name, error) from None


def read_evening(name: str) -> Evening:
    """An evening from its file."""
    return evening_of(name, read_json(name, read_bytes(name)))


def read_evening_of_the_house(name: str) -> tuple[Evening, int, str]:
    """An evening, with its entry fee in centimes and its code where the file comes from the organiser's pages."""
    raw = read_json(name, read_bytes(name))
    return (evening_of(name, raw), *fee_and_code(raw))


def fee_and_code(raw: dict[str, Any]) -> tuple[int, str]:
    """What stands beside the evening in its file: the entry fee in centimes, and its code."""
    web = raw.get("web")
    beside = web if isinstance(web, dict) else {}
    fee, code = beside.get("fee"), beside.get("code")
    return fee if isinstance(fee, int) and fee > 0 else 0, code if isinstance(code, str) else ""


def is_evening(raw: Any) -> bool:
    """Whether JSON holds an evening."""
    return isinstance(raw, dict) and raw.get("format") == FORMAT


def _unfit(name: str, error: Unfit) -> UserError:
    expected = expectation(error.expected, error.facts, settings().lang)
    return UserError(tell("draw.error.form", path=name, at=error.place, found=error.found or "–", expected=expected))


def evening_of(name: str, raw: Any) -> Evening:
    """The evening in the JSON of a file."""
    try:
        return evening_from_plain(raw)
    except Unfit as error:
        raise _unfit(name, error) from None
    except RuleViolation as refused:
        what = explain(refused.reason, refused.facts, settings().lang)
        at = f"events[{refused.facts.get('event', 0)}]"
        raise UserError(tell("draw.error.form", path=name, at=at, found=what, expected=refused.rule)) from None


def read_players(name: str) -> list[Entrant]:
    """The players of a list, a draw or an evening, or so many numbered ones."""
    if name.isdigit() and not Path(name).exists():
        count = int(name)
        if count > lists.MOST_LINES:
            raise UserError(tell("draw.error.too_many", count=count, most=lists.MOST_LINES))
        return [Entrant(str(number), str(number)) for number in range(1, count + 1)]
    data = read_bytes(name)
    if looks_like_json(data):
        if is_evening(raw := read_json(name, data)):
            evening = evening_of(name, raw)
            here = set(evening.playing()) or set(evening.players)
            return [person for person in draw_of(evening).players if person.id in here]
        return list(_draw(name, data).players)
    people, lines = _listed(name, lists.players, data)
    notes(name, lines.encoding, lists.same_names(people))
    # Without starting numbers they get them by name: a draw must not depend on the order in which somebody wrote the list.
    if not lines.numbered:
        # Namesakes by what else tells them apart.
        ordered = sorted(people, key=lambda person: (fold(person.name), *astuple(replace(person, id=""))))
        people = [replace(person, id=str(number)) for number, person in enumerate(ordered, start=1)]
    return people


def read_results(name: str) -> list[lists.ResultLine]:
    """The lines of a list of results."""
    results, lines = _listed(name, lists.results, read_bytes(name))
    same = lists.same_names([Entrant(line.id, line.name) for line in results])
    notes(name, lines.encoding, same)
    return results


def notes(name: str, encoding: str, same: Sequence[tuple[str, list[str]]]) -> None:
    """Say on stderr what was odd about a list: its encoding, names that occur twice."""
    errors = console(stderr=True)
    if encoding != "UTF-8":
        errors.print(Text(tell("evening.csv.warn.encoding", path=name, encoding=encoding), style="yellow"), soft_wrap=True)
    for who, ids in same:
        said = tell("evening.csv.warn.same_name", name=who, count=len(ids), ids=", ".join(ids[:10]))
        errors.print(Text(said, style="yellow"), soft_wrap=True)


def _listed(name: str, read: Callable[[bytes], Read], data: bytes) -> Read:
    try:
        return read(data)
    except Refusal as error:
        raise UserError(tell(f"evening.csv.error.{error.reason}", path=name, **error.facts)) from None
