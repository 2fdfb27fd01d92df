"""Scoring a record: its events replayed under a rule book, and the scores written beside them checked."""

from __future__ import annotations

from dataclasses import dataclass

from puur.core.cards import CARDS
from puur.core.control import Check, check_deal, check_passe, passe_sum
from puur.core.errors import RuleViolation
from puur.core.game import Game
from puur.core.reglement import Reglement, Source
from puur.notation.record import Record, Score


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A written score that is not what the events give."""

    score: Score
    found: tuple[int, ...]


@dataclass(slots=True)
class Scored:
    """The replayed game and the scores that do not agree."""

    game: Game
    mismatches: list[Mismatch]


class Refused(Exception):
    """An event of a record that the rule book refuses: its place in the list, from 0, and why."""

    def __init__(self, place: int, violation: RuleViolation) -> None:
        super().__init__(place, violation)
        self.place, self.violation = place, violation

    def __str__(self) -> str:
        return f"event {self.place + 1}: {self.violation}"


def score_record(record: Record, book: Reglement) -> Scored:
    """The game of a record under `book`; Refused for the first event that the rules do not allow."""
    try:
        game = Game(book, record.setup)
    except RuleViolation as violation:
        raise Refused(0, violation) from None
    scores = list(reversed(record.scores))
    wrong: list[Mismatch] = []

    def check(place: int) -> None:
        while scores and scores[-1].after == place:
            score = scores.pop()
            written = points_of(game, score.of)
            if written != score.points:
                wrong.append(Mismatch(score, written))

    for place, event in enumerate(record.events):
        check(place)
        try:
            game.submit(event)
        except RuleViolation as violation:
            raise Refused(place, violation) from None
    check(len(record.events))
    return Scored(game, wrong)


def points_of(game: Game, of: str) -> tuple[int, ...]:
    """What is written now for each side: `total`, for the last `deal`, or for it from one source (tricks with the last one)."""
    if of == "total":
        return tuple(game.ledger.totals)
    number = game.deals[-1].number if game.deals else 0
    written = [0] * len(game.ledger.totals)
    for entry in game.ledger.of_deal(number):
        source = Source.STICH if of == Source.STICH.value and entry.source is Source.LAST_TRICK else entry.source
        if of == "deal" or source.value == of:
            written[entry.team] += entry.points
    return tuple(written)


def _adds_up(game: Game) -> bool:
    """Whether all cards are in the tricks of a deal and each is written once: not in an exchange, in tens, or by several sides."""
    layout = game.form.layout(game.book, len(game.seats), 1)
    return game.form.counts_on_paper and layout.receivers * sum(layout.packets) == len(CARDS)


def checks(game: Game) -> tuple[list[tuple[int, Check]], Check | None]:
    """The control sum of every whole deal that was counted, and that of a complete Passe."""
    counted = []
    for deal in game.finished_deals if _adds_up(game) else ():
        entries = [entry for entry in game.ledger.of_deal(deal.number) if entry.source in (Source.STICH, Source.LAST_TRICK)]
        if not deal.broken_off and deal.nuller is None and entries:
            counted.append((deal.number, check_deal(game.book, (sum(entry.raw for entry in entries), 0))))
    whole = None
    if game.over and not game.book.ending.target:
        matches = sum(deal.match is not None for deal in game.finished_deals)
        if passe_sum(game.book):
            whole = check_passe(game.book, game.form.control_totals(game), matches=matches)
    return counted, whole
