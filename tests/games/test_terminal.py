"""One deal of every game in the real terminal program, for every number of players: a person who always presses Enter."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from puur.core.form import Form, form_of
from puur.core.game import Game
from puur.games import form_names
from puur.notation import parse_jass
from puur.reglement import load
from tests.games.conftest import FOLDER
from tests.games.test_conformance import CASES

# The command as its own process; the folder beside this file counts as one of the games there too.
PROGRAM = "import sys, puur.games; puur.games.__path__.append(sys.argv.pop(1)); from puur.__main__ import main; main()"
ENTERS = (
    100  # more than the questions of a deal: cut, bid, twelve cards, each proposed and accepted, and what is offered beside them
)
NAMES = ("Anna", "Beat", "Carla", "Dario")
ONE_BOOK = {(load(key).form, players): key for key, players in reversed(CASES[:-1])} | {(CASES[-1][0], CASES[-1][1]): CASES[-1][0]}


def test_every_game_is_played() -> None:
    assert {form for form, _ in ONE_BOOK} == set(form_names())


@pytest.mark.parametrize(("form", "players"), ONE_BOOK)
def test_a_deal_in_the_terminal(form: str, players: int, tmp_path: Path) -> None:
    key, file = ONE_BOOK[form, players], tmp_path / "game.jass"
    names = NAMES[:players]
    command = [
        "--plain",
        "--lang",
        "en",
        "play",
        "--reglement",
        key,
        "--seed",
        "5",
        "--names",
        ",".join(names),
        "--save",
        str(file),
    ]
    played = subprocess.run(
        [sys.executable, "-c", PROGRAM, FOLDER, *command],
        input="\n" * ENTERS,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (played.returncode, played.stderr) == (0, "")
    record = parse_jass(file.read_text(encoding="utf-8"))
    game = Game.replay(load(key), record.setup, record.events)
    assert (game.setup.names, record.sides) == (names, game.sides)
    assert len(game.finished_deals) >= 1
    made = form_of(load(key).form)
    assert made is not None
    recounts = type(made).on_card is not Form.on_card  # a card may change what the tricks before it count
    for trick in game.finished_deals[0].tricks:  # everybody saw who took it
        assert f"→ {names[trick.winner]} {'' if recounts else trick.points}" in played.stdout
    for side, points in enumerate(made.sheet(game).rows[0].points):
        assert str(points) in played.stdout, side
