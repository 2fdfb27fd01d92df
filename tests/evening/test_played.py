"""A recorded game becomes the result of its table, by the command line from files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from puur.cli import app
from puur.evening.events import ResultConfirmed, ResultEntered
from puur.evening.files import evening_from_plain, evening_to_plain
from puur.notation import format_jass
from puur.notation.record import Record
from puur.reglement import load
from tests.evening.evenings import opened, start
from tests.games import kit


def test_a_game_is_entered_once_for_those_who_were_drawn(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> tuple[int, str]:
        with pytest.raises(SystemExit) as ended:
            app.main(["--plain", "--lang", "de", "evening", *words])
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out + err

    evening = start(opened("tam2014-es", 8))
    names = tuple(evening.players[key].name for key in evening.table(1, 1).players())
    game = kit.played(load("tam2014-es"), 4, 7)
    tags = {"table": "KXRTB"}
    record = Record(book="tam2014-es", setup=replace(game.setup, names=names), events=tuple(game.events), tags=tags)
    file, played = tmp_path / "abend.json", tmp_path / "partie.jass"
    beside = {"fee": 2500, "notice": "Suppe um 21 Uhr"}  # of the organiser's pages, and none of the command's business
    file.write_text(json.dumps({**evening_to_plain(evening), "web": beside}), encoding="utf-8")
    played.write_text(format_jass(record), encoding="utf-8")
    code, said = run("game", str(file), "1", "2", str(played))
    assert (code, "Am Tisch sitzen andere" in said) == (2, True)
    for _ in range(2):
        assert run("game", str(file), "1", "1", str(played))[0] == 0
    plain = json.loads(file.read_text(encoding="utf-8"))
    assert plain["web"] == beside
    kept = evening_from_plain(plain)
    # Partners sit two apart: one pair enters what the game has written, the other confirms it.
    entered, confirmed = (event for event in kept.events if isinstance(event, ResultEntered | ResultConfirmed))
    assert (entered.by, confirmed.by) == (f"{names[0]}, {names[2]}", f"{names[1]}, {names[3]}")
    (version,) = kept.results[1, 1]
    # Added up from the tricks themselves: 152 of the cards and 5 for the last trick in each of twelve deals. (TAM-ES-17)
    points = [0, 0]
    for deal in game.finished_deals:
        for trick in deal.tricks:
            points[deal.sides[trick.winner]] += trick.points + (5 if trick is deal.tricks[-1] else 0)
    assert version.points == tuple(points)
    assert sum(points) == 12 * 157
    assert version.sheet.game == "KXRTB"
    code, said = run("game", str(file), "7", "1", str(played))
    assert (code, "Runde 7" in said) == (2, True)
    unfinished = replace(record, events=record.events[:-3])
    played.write_text(format_jass(unfinished), encoding="utf-8")
    code, said = run("game", str(file), "1", "1", str(played))
    assert (code, "noch nicht zu Ende" in said) == (2, True)
