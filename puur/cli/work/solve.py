"""`puur solve`: what each side makes with best play by all four, in every mode of the Schieber at once, all cards known.

The deals come from a game record, or the hands from the command line. It only asks `puur.fast` and shows the answer; with
`--json` the same for programs. What people play against each other is never this good: nobody sees all the cards.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.records import book_of, load_file, notes, shown_name
from puur.cli.score_pages import mode_name
from puur.cli.settings import console, show_json, tell
from puur.core.cards import Card, CardSet, NotACard, parse_card
from puur.core.deal import Deal
from puur.core.errors import RuleViolation
from puur.core.faces import Faces
from puur.core.game import Game
from puur.core.mode import PLAIN_MODES, Mode, NotAMode, parse_mode
from puur.core.seats import SEAT_NAMES, SEATS
from puur.fast import Position, Solution, available, unsolved
from puur.log.values import TEAM_NAMES

MOST_BONUS = 700  # what `puur.fast.solver` can add up


@dataclass(frozen=True, slots=True)
class Question:
    """One deal to be solved: where it comes from, who holds what, who leads, and what was played at the table."""

    name: str
    hands: tuple[CardSet, ...]
    leader: int
    faces: Faces
    played: Mode | None = None
    made: tuple[int, int] | None = None

    def position(self, mode: Mode) -> Position:
        """The deal before its first card."""
        return Position.dealt(self.hands, mode, self.leader)


def solve(
    file: str | None, hands: str, leader: str, mode: list[str] | None, deal: int | None, match: int, threads: int, as_json: bool
) -> None:
    """What `puur solve` does."""
    if (file is None) == (not hands):
        raise UserError(tell("solve.error.source"))
    if not available():
        raise UserError(tell("solve.error.fast"))
    if match % 2 or not 0 <= match <= MOST_BONUS:
        raise UserError(tell("solve.error.match", found=match, most=MOST_BONUS))
    modes = [_mode(name) for name in mode or ()] or list(PLAIN_MODES)
    first = _leader(leader)
    questions = [_from_hands(hands, first or 0)] if file is None else list(_from_file(file, deal, first))
    answers = _answer(questions, modes, threads or os.cpu_count() or 1, match)
    if as_json:
        show_json([_facts(question, answer) for question, answer in zip(questions, answers, strict=True)])
        return
    out = console()
    for question, answer in zip(questions, answers, strict=True):
        for piece in _page(question, answer):
            out.print(piece, soft_wrap=isinstance(piece, Text))


# ---- what is asked -----------------------------------------------------------------------------------------------------


def _mode(name: str) -> Mode:
    try:
        mode = parse_mode(name)
    except NotAMode:
        raise UserError(tell("solve.error.mode", found=name[:30], expected=tell("record.expected.mode"))) from None
    if mode.backward:
        raise UserError(tell("solve.error.backward", mode=mode_name(mode, Faces.GERMAN)))
    return mode


def _leader(name: str) -> int | None:
    if not name:
        return None
    if name not in SEAT_NAMES or len(name) != 1:
        raise UserError(tell("solve.error.leader", found=name[:10]))
    return SEAT_NAMES.index(name)


def _from_hands(text: str, leader: int) -> Question:
    parts = text.split("/")
    if len(parts) != 4:
        raise UserError(tell("solve.error.hands", count=len(parts)))
    hands = tuple(CardSet(_card(word) for word in part.split()) for part in parts)
    sizes = [len(part.split()) for part in parts]
    if len(set(sizes)) > 1 or not 1 <= sizes[0] <= 9:
        raise UserError(tell("solve.error.sizes", sizes=", ".join(str(size) for size in sizes)))
    seen: list[Card] = []
    for word in text.replace("/", " ").split():
        if parse_card(word) in seen:
            raise UserError(tell("solve.error.twice", card=word))
        seen.append(parse_card(word))
    return Question("", hands, leader, Faces.GERMAN)


def _card(word: str) -> Card:
    try:
        return parse_card(word)
    except NotACard:
        raise UserError(tell("solve.error.card", found=word[:20], expected=tell("record.expected.card"))) from None


def _from_file(name: str, only: int | None, leader: int | None) -> Iterator[Question]:
    """The deals of a record, or of all tables of a log, whose hands are known."""
    loaded = load_file(name, None, "jassregeln")
    for note in notes(loaded.lost):
        console(stderr=True).print(Text(note, style="yellow"), soft_wrap=True)
    count = 0
    for table, record in enumerate(loaded.records, start=1):
        game = Game(book_of(record, "", name), record.setup)
        if fields := unsolved(game.book):
            raise UserError(tell("solve.error.book", book=game.book.key, fields=", ".join(fields)))
        try:
            for event in record.events:
                game.submit(event)
        except RuleViolation:  # what was played up to there can still be looked at; `puur score` says what is wrong
            console(stderr=True).print(Text(tell("solve.broken", file=shown_name(name)), style="yellow"), soft_wrap=True)
        for deal in game.deals:
            hands = _hands_of(deal)
            if hands is None or (only is not None and deal.number != only):
                continue
            count += 1
            title = tell("solve.deal", number=deal.number)
            if len(loaded.records) > 1:
                title = f"{tell('solve.table', number=table)}, {title}"
            first = deal.lead_of(1) if deal.mode is not None else max(0, deal.first_speaker)
            made = (deal.points[0], deal.points[1]) if len(deal.tricks) == 9 else None
            if made is not None and deal.last is not None:
                last = game.book.scoring.last_trick
                made = (made[0] + last * (deal.last == 0), made[1] + last * (deal.last == 1))
            yield Question(title, hands, first if leader is None else leader, game.faces, deal.mode, made)
    if not count:
        raise UserError(tell("solve.error.nothing", path=shown_name(name)))


def _hands_of(deal: Deal) -> tuple[CardSet, ...] | None:
    if deal.dealt is not None:
        return tuple(deal.dealt_hand(seat) for seat in SEATS)
    hands = tuple(deal.played_by(seat) for seat in SEATS)
    return hands if all(len(hand) == 9 for hand in hands) else None  # a log without hands, played to the end


# ---- the answer --------------------------------------------------------------------------------------------------------


def _answer(questions: Sequence[Question], modes: Sequence[Mode], threads: int, match: int) -> list[dict[Mode, Solution]]:
    from puur.fast.solver import solve_many  # loads the compiled code

    positions = [question.position(mode) for question in questions for mode in modes]
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    errors = console(stderr=True)
    with Progress(*columns, console=errors, transient=True, disable=not errors.is_terminal) as bar:
        task = bar.add_task(tell("solve.working"), total=len(positions))
        solutions = solve_many(positions, threads, match_bonus=match, progress=lambda done: bar.advance(task, done))
    size = len(modes)
    return [dict(zip(modes, solutions[size * at : size * at + size], strict=True)) for at in range(len(questions))]


def _page(question: Question, answer: dict[Mode, Solution]) -> Iterator[RenderableType]:
    if question.name:
        yield Text(question.name, style="bold")
    for seat, hand in enumerate(question.hands):
        mark = "*" if seat == question.leader else " "
        yield Text(f"{mark} {SEAT_NAMES[seat]}  {hand}")
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(tell("solve.column.mode"))
    for team in TEAM_NAMES:
        table.add_column(team, justify="right")
    table.add_column(tell("solve.column.best"))
    table.add_column(tell("solve.column.played"), justify="right")
    most = max(abs(solution.points[0] - solution.points[1]) for solution in answer.values())
    for mode, solution in answer.items():
        played = ""
        if mode == question.played:
            played = "×" if question.made is None else f"{question.made[0]} : {question.made[1]}"
        style = "bold" if abs(solution.points[0] - solution.points[1]) == most else ""
        cards = " ".join(card.name for card in solution.best)
        table.add_row(mode_name(mode, question.faces), str(solution.points[0]), str(solution.points[1]), cards, played, style=style)
    yield table
    yield Text("")


def _facts(question: Question, answer: dict[Mode, Solution]) -> dict[str, Any]:
    return {
        "name": question.name,
        "leader": SEAT_NAMES[question.leader],
        "hands": {SEAT_NAMES[seat]: [card.name for card in hand] for seat, hand in enumerate(question.hands)},
        "played": None if question.played is None else str(question.played),
        "made": None if question.made is None else dict(zip(TEAM_NAMES, question.made, strict=True)),
        "modes": {
            str(mode): {
                "points": dict(zip(TEAM_NAMES, solution.points, strict=True)),
                "value": solution.value,
                "best": [card.name for card in solution.best],
                "cards": {card.name: value for card, value in solution.per_card.items()},
            }
            for mode, solution in answer.items()
        },
    }
