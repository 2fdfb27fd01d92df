"""`puur referee`: the ruling on an irregularity, asked in a short dialogue, by name, or of a record.

Without a record the referee is asked in a small game in which the thing has just happened (`puur.referee.scenes`). What is
printed is `puur.cli.referee_pages`. The dialogue asks again where it does not understand; otherwise that is status 2.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Annotated, TypeVar

import typer
from rich.text import Text

from puur.cli import referee_pages as pages
from puur.cli.errors import UserError
from puur.cli.files import load_book
from puur.cli.interrupts import heard_while_waiting
from puur.cli.records import book_of, choose, load_file, shown_name
from puur.cli.settings import answer, console, tell
from puur.core.errors import RuleViolation
from puur.core.events import IncidentReported
from puur.core.game import Game
from puur.core.reglement import Reglement
from puur.referee.compare import branches, in_scenes, side_by_side
from puur.referee.facts import FACTS
from puur.referee.offences import OFFENCES
from puur.referee.rule import UnknownOffence, rule
from puur.referee.ruling import Ruling
from puur.referee.scenes import IN_TRICKS, TURNABLE
from puur.reglement import shipped

DEFAULT_BOOK = "jassregeln"
FIRST_TRICK, LAST_TRICK = 1, 9
T = TypeVar("T")


def register(app: typer.Typer) -> None:
    """Add `referee` to the command."""

    @app.command("referee", help=tell("cli.command.referee"))
    def referee(
        words: Annotated[
            list[str] | None, typer.Argument(metavar="[WORDS]", help=tell("referee.help.words"), show_default=False)
        ] = None,
        reglement: Annotated[str, typer.Option("--reglement", help=tell("referee.help.reglement"), show_default=False)] = "",
        trick: Annotated[int, typer.Option("--trick", min=FIRST_TRICK, max=LAST_TRICK, help=tell("referee.help.trick"))] = 2,
        turned: Annotated[bool, typer.Option("--turned", help=tell("referee.help.turned"))] = False,
        fact: Annotated[str, typer.Option("--fact", help=tell("referee.help.fact"), show_default=False)] = "",
        incident: Annotated[str, typer.Option("--incident", help=tell("referee.help.incident"), show_default=False)] = "",
        as_json: Annotated[bool, typer.Option("--json", help=tell("referee.help.json"))] = False,
    ) -> None:
        asked = list(words or ())
        comparing = asked[:1] == ["compare"]
        if comparing:
            asked = asked[1:]
        if incident:
            _of_record(incident, reglement, comparing=comparing, as_json=as_json)
        elif asked == ["list"] or (comparing and not asked):
            _list(as_json=as_json)
        elif asked == ["matrix"]:
            sys.stdout.write(pages.matrix_page())
        elif len(asked) > 1:
            raise UserError(tell("referee.wrong.words", found=" ".join(asked)))
        elif comparing:
            _show_all(_offence(asked[0]), in_scenes(_offence(asked[0]), trick=trick, turned=turned), as_json=as_json)
        elif asked:
            offence = _offence(asked[0])
            _show_branches(load_book(reglement or DEFAULT_BOOK), offence, trick, turned, _fact(offence, fact), as_json=as_json)
        else:
            _dialogue(reglement, as_json=as_json)


def _offence(name: str) -> str:
    if name not in OFFENCES:
        unknown = UnknownOffence(name)
        near = f" ({', '.join(unknown.suggestions)}?)" if unknown.suggestions else ""
        raise UserError(tell("referee.wrong.offence", found=unknown.asked, near=near))
    return name


def _fact(offence: str, name: str) -> str:
    if name and name not in FACTS.get(offence, ()):
        raise UserError(tell("referee.wrong.fact", found=name[:40], facts=", ".join(FACTS.get(offence, ())) or "–"))
    return name


def _show_branches(book: Reglement, offence: str, trick: int, turned: bool, fact: str, *, as_json: bool) -> None:
    """The ruling; where it hangs on a fact that nobody named, that of every case."""
    rulings = branches(book, offence, trick=trick, turned=turned, fact=fact)
    if not rulings:
        raise UserError(tell("referee.wrong.scene"))
    shown = [{**pages.facts(ruling), "fact": known} for known, ruling in rulings.items()]
    answer(as_json, shown[0] | ({"branches": shown} if len(shown) > 1 else {}), *pages.branches(rulings))


def _of_record(file: str, reglement: str, *, comparing: bool, as_json: bool) -> None:
    record = choose(load_file(file, None, reglement or DEFAULT_BOOK), None, file)
    places = [place for place, event in enumerate(record.events) if isinstance(event, IncidentReported)]
    if not places:
        raise UserError(tell("referee.wrong.incident", file=shown_name(file)))
    happened = record.events[places[-1]]
    assert isinstance(happened, IncidentReported)
    _offence(happened.offence)
    try:
        game = Game.replay(book_of(record, reglement, file), record.setup, record.events[: places[-1] + 1])
    except RuleViolation as refused:
        raise UserError(f"{shown_name(file)}: {refused}") from None
    if comparing:
        _show_all(happened.offence, side_by_side(game, happened), as_json=as_json)
    else:
        _show(rule(game, happened), as_json=as_json, names=game.setup.names)


def _show(ruling: Ruling, *, as_json: bool, names: Sequence[str] = "ABCD") -> None:
    answer(as_json, pages.facts(ruling), *pages.page(ruling, names))


def _show_all(offence: str, rulings: dict[str, Ruling] | dict[str, Ruling | None], *, as_json: bool) -> None:
    facts = {book: None if ruling is None else pages.facts(ruling) for book, ruling in rulings.items()}
    answer(as_json, facts, *pages.comparison(offence, rulings))


def _list(*, as_json: bool) -> None:
    facts = [{"offence": known.key, "subject": known.subject, "facts": list(known.facts)} for known in OFFENCES.values()]
    answer(as_json, facts, *(f"{key:20} {tell(f'referee.offence.{key}')}" for key in OFFENCES))


# ---- the dialogue: at most five questions ----------------------------------------------------------------------------------


def _dialogue(reglement: str, *, as_json: bool) -> None:
    """Book, subject, offence and, where they matter, the trick and whether it is turned."""
    book = load_book(reglement) if reglement else _until(_book, tell("referee.ask.book", books=", ".join(shipped())))
    subjects = list(dict.fromkeys(known.subject for known in OFFENCES.values()))
    subject = subjects[_pick(tell("referee.ask.subject"), [tell(f"referee.subject.{key}") for key in subjects])]
    keys = [key for key, known in OFFENCES.items() if known.subject == subject]
    offence = keys[_pick(tell("referee.ask.offence"), [tell(f"referee.offence.{key}") for key in keys])]
    trick, turned = 2, False
    if offence in IN_TRICKS:
        trick = _until(partial(_number, low=FIRST_TRICK, high=LAST_TRICK), tell("referee.ask.trick"))
    if offence in TURNABLE:
        turned = _until(_yes, tell("referee.ask.turned"))
    _show_branches(book, offence, trick, turned, "", as_json=as_json)


def _ask(question: str) -> str:
    console(stderr=True).print(question, end=" ", soft_wrap=True)
    with heard_while_waiting():
        line = sys.stdin.readline()
    if not line:
        raise UserError(tell("referee.wrong.words", found=""))
    return line.strip()


def _pick(question: str, options: Sequence[str]) -> int:
    out = console(stderr=True)
    out.print(question)
    for number, option in enumerate(options, start=1):
        out.print(f"  {number} {option}")
    return _until(partial(_number, low=1, high=len(options)), tell("referee.ask.number")) - 1


def _until(understand: Callable[[str], T], question: str) -> T:
    """Ask until the answer is understood."""
    while True:
        said = _ask(question)
        try:
            return understand(said)
        except UserError as slip:
            console(stderr=True).print(Text(str(slip)), soft_wrap=True)


def _book(said: str) -> Reglement:
    return load_book(said or DEFAULT_BOOK)


def _yes(said: str) -> bool:
    for answered in ("yes", "no"):
        if said.lower() in tell(f"play.answer.{answered}").split():
            return answered == "yes"
    raise UserError(tell("play.wrong", typed=said, expected=tell("play.expected.yes_no")))


def _number(said: str, low: int, high: int) -> int:
    if not (said.isascii() and said.isdigit() and low <= int(said[:6]) <= high):
        raise UserError(tell("play.wrong", typed=said, expected=tell("referee.expected.number", low=low, high=high)))
    return int(said)
