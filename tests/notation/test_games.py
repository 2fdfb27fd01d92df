"""Whole random games under every book, through both notations, replayed to the same slate."""

from __future__ import annotations

import random

import pytest

from puur.core.events import Dealt
from puur.core.game import Game
from puur.notation import Record, format_jass, from_json, parse_jass, to_json
from puur.notation.reader import MAX_LINE
from puur.notation.scoring import score_record
from puur.reglement.loader import shipped
from tests.random_play import play_game
from tests.support import book


def headings(text: str) -> list[int]:
    return [int(line.split()[1].rstrip(":")) for line in text.splitlines() if line.startswith("Spiel ")]


def ledger(game: Game) -> list[object]:
    return [*game.ledger.entries, game.ledger.totals, game.over, game.over_by, game.winner, game.bergpreis]


@pytest.mark.parametrize("key", shipped())
@pytest.mark.parametrize("seed", range(3))
def test_a_game_scores_the_same_after_writing_and_reading(key: str, seed: int) -> None:
    game = play_game(book(key), random.Random(f"{key} {seed}"))
    record = Record(book=key, setup=game.setup, events=tuple(game.events))
    text = format_jass(record)
    again = parse_jass(text)
    assert again == record == from_json(to_json(record))
    assert ledger(score_record(again, book(key)).game) == ledger(game)
    dealt = sum(isinstance(event, Dealt) for event in game.events)
    assert headings(text) == list(range(1, dealt + 1))  # also a deal that nobody wanted to play has its heading
    tricks = [line for line in text.splitlines() if line[:1].isdigit()]
    assert len(tricks) == sum(len(deal.tricks) + bool(deal.cards and not deal.open) for deal in game.deals)
    assert max(len(line) for line in text.splitlines()) < MAX_LINE
