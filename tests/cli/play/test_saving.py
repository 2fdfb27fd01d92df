"""A game in the terminal is saved, and goes on where it was left."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from puur.cli.errors import UserError
from puur.cli.terminal import saving
from puur.cli.terminal.host import new_game
from puur.cli.terminal.screen import Leave
from puur.cli.terminal.session import Session
from puur.core.game import Game
from puur.core.setup import Setup
from puur.notation import Record, parse_jass
from puur.reglement import load
from tests.cli.play.kit import ENTER, NAMES, Paper, at_ends, first_lead, played
from tests.support import D


def keeper(game: Game, path: Path, seed: int, key: str) -> Callable[[], None]:
    return lambda: saving.save(path, game, seed, Record(book=key))


@pytest.mark.parametrize("name", ["game.jass", "game.json"])
@pytest.mark.parametrize("lines", [1, 4, 17])
def test_a_game_goes_on_as_if_it_had_never_been_left(name: str, lines: int, tmp_path: Path, short: Path) -> None:
    whole, _ = at_ends(str(short), 3)
    path = tmp_path / name
    game = new_game(load(short), Setup(names=NAMES), 3)
    with pytest.raises(Leave):
        Session(game, 3, Paper([ENTER] * lines), keeper(game, path, 3, str(short))).run()
    saved = saving.Saved(path)
    assert saved.game.events == game.events
    assert saved.seed == 3
    Session(saved.game, 3, Paper(for_ever=ENTER), keeper(saved.game, path, 3, str(short))).run()
    assert saved.game.events == whole.events
    assert saving.Saved(path).game.over


def test_whatever_is_confirmed_is_in_the_file_before_the_next_question(tmp_path: Path) -> None:
    path = tmp_path / "game.jass"
    game = first_lead()
    game.setup = Setup(names=NAMES, first_dealer=D)

    class Suspicious(Paper):
        def ask(self, prompt: str) -> str:
            assert list(parse_jass(path.read_text(encoding="utf-8")).events) == game.events
            return super().ask(prompt)

    with pytest.raises(Leave):
        Session(game, 1, Suspicious([ENTER] * 12), keeper(game, path, 1, "jassregeln")).run()
    assert len(played(game)) > 3


def test_tags_of_a_record_survive(tmp_path: Path) -> None:
    path = tmp_path / "abend.jass"
    game = new_game(load("ub2024"), Setup(names=NAMES), 9)
    saving.save(path, game, 9, Record(book="ub2024", tags={"date": "2025-11-01"}))
    saved = saving.Saved(path)
    saving.save(path, saved.game, 9, saved.head)
    assert saving.Saved(path).head.tags == {"date": "2025-11-01", "seed": "9"}


def test_a_disk_that_fails_later_does_not_end_the_game() -> None:
    game = first_lead()
    paper = Paper(["e9", ENTER])
    calls: list[int] = []

    def failing() -> None:
        calls.append(len(game.events))
        if len(calls) > 1:
            raise UserError("Platte voll")

    with pytest.raises(Leave):
        Session(game, 1, paper, failing).run()
    assert played(game) == ["E9"]
    assert "Platte voll" in paper.text
    with pytest.raises(UserError, match="gleich"):
        Session(first_lead(), 1, Paper([ENTER]), lambda: _fail("gleich")).run()


def _fail(text: str) -> None:
    raise UserError(text)


@pytest.mark.parametrize(
    ("env", "expected"),
    [
        ({"XDG_STATE_HOME": "/x/state"}, "/x/state/puur/play.jass"),
        ({"XDG_STATE_HOME": "relative"}, None),  # the standard has such a value ignored
        ({}, None),
    ],
)
def test_the_usual_file_is_in_the_state_directory(env: dict[str, str], expected: str | None) -> None:
    usual = Path.home() / ".local" / "state" / "puur" / "play.jass"
    assert saving.default_path(env) == (Path(expected) if expected else usual)


def test_an_earlier_game_is_set_aside_never_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "play.jass"
    for number in (1, 2):
        path.write_text(f"game {number}", encoding="utf-8")
        assert saving.set_aside(path) == tmp_path / f"play-{number}.jass"
    assert (tmp_path / "play-1.jass").read_text(encoding="utf-8") == "game 1"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("puur: 1\nnonsense", "erwartet"),
        ("", "erwartet"),
        ("Puur: 1\nReglement: nosuchbook\n", "nosuchbook"),
        ("Puur: 1\nReglement: ub2024\n\nA: geschoben\n", ""),
    ],
)
def test_a_file_that_can_not_be_gone_on_with_is_a_clear_error(tmp_path: Path, text: str, expected: str) -> None:
    path = tmp_path / "x.jass"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UserError) as refused:
        saving.Saved(path)
    assert expected in str(refused.value)
