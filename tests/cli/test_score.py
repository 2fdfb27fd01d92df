"""`puur score`: the hand-counted examples, checked scores, refusals, and bad files in a process of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from puur.cli import app
from puur.cli.records import explain
from puur.cli.score_pages import z_lines
from puur.core.events import Announced
from puur.core.mode import parse_mode
from puur.log.errors import Expected
from puur.notation import Record, format_jass
from puur.notation.hslu import Loss
from puur.notation.record import RecordError
from puur.reglement import load
from puur.words import LANGUAGES, texts
from tests.games.kit import played
from tests.games.table import begun, play_on, say
from tests.games.table import dealt as given

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"
PASSE = "Reglement: tam2014-es\nD: Schreiber\n"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        app.main(["--plain", *arguments])
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


@pytest.fixture(autouse=True)
def alone_and_german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "COMMANDS", ("puur.cli.score", "puur.cli.convert"))
    monkeypatch.setenv("PUUR_LANG", "de")
    monkeypatch.setenv("COLUMNS", "120")


@pytest.mark.parametrize(
    ("name", "totals", "winner", "striche"),
    [  # the hand counts stand in the comments of the examples
        ("ub-partie", {"A+C": 2004, "B+D": 1546}, "A+C", [4, 0, 4, 0]),
        ("tam-passe", {"A+C": 1007, "B+D": 877}, "A+C", [0, 0, 0, 0]),
        ("coiffeur", {"A+C": 920, "B+D": 840}, "A+C", [0, 0, 0, 0]),
    ],
)
def test_the_examples_score_as_counted_by_hand(
    name: str, totals: dict[str, int], winner: str, striche: list[int], capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = run(capsys, "score", str(EXAMPLES / f"{name}.jass"), "--json")
    assert (code, err) == (0, "")
    facts = json.loads(out)
    assert facts["totals"] == totals
    assert facts["winner"] == winner
    assert facts["striche"] == striche
    assert facts["mismatches"] == []


def test_the_page_of_a_partie(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "score", str(EXAMPLES / "ub-partie.jass"))
    assert (code, err) == (0, "")
    assert "    1  C Ecke, geschoben   20:0   20:0    96:61      –   136:61     136:61" in out
    assert "Anna         1          1     2          0      4" in out
    assert "Kontrolle: 7 ganze Spiele zu je 157 Punkten, stimmt [UB-POINTS-06]" in out
    assert "Bergpreis: A+C" in out
    assert "Gewonnen: A+C (Anna, Carla), mit Erreichen des Ziels" in out


def test_numbers_between_colons_are_no_pictures(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of three players the one alone has lost: 1, -1 and 1 (JassWiki, Aucho). `:-1:` means a thumb to the library that prints."""
    monkeypatch.setenv("COLUMNS", "80")
    game = begun(load("aucho"))
    given(game, ["R6-A", "E6-A", "S6-A"])
    say(game, Announced(1, parse_mode("R")))  # A holds all of them
    play_on(game)
    file = tmp_path / "aucho.jass"
    file.write_text(format_jass(Record(book="aucho", setup=game.setup, sides=game.sides, events=tuple(game.events))), "utf-8")
    code, out, err = run(capsys, "score", str(file), "--explain")
    assert (code, err) == (0, "")
    assert out.count("1:-1:1") == 3  # what was played for, the sum, and the score
    assert "JR-CNT-03" not in out  # the values of cards are no reason for a Strich


def test_who_won_together_and_no_sum_where_nothing_adds_up(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    file, game = tmp_path / "bieter.jass", played(load("bieter"), 3, 5)
    file.write_text(format_jass(Record(book="bieter", setup=game.setup, sides=game.sides, events=tuple(game.events))), "utf-8")
    code, out, err = run(capsys, "score", str(file))
    assert (code, err) == (0, "")
    assert "Ansage" in out
    assert "statt" not in out  # cards are laid away and both opponents write the same: no deal adds up to 157
    assert "Gewonnen: A + B (A, B)" in out


def test_the_sheet_of_a_coiffeur(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "score", str(EXAMPLES / "coiffeur.jass"))
    assert "   10  joker     B Schellen          10   20  140" in out
    assert "Kontrollsumme: 1760, stimmt [TAM-CP-38]" in out  # 2 x 16 x 55 (TAM-CP-38)


@pytest.mark.rule("UB-SLATE-02", "UB-SLATE-03")
def test_ub_slate_02_and_ub_slate_03_each_team_has_its_z_with_strokes() -> None:
    # 1257 = 12 x 100 + 50 + 7, the provision's own example and ten hundreds more
    assert z_lines(1257) == (
        "─┼┼┼┼┼─┼┼┼┼┼─┼┼─────────  100",
        "                  \u2571",
        "            \u2573              50",
        "      \u2571",
        "────────────────────────   20   7",
    )
    assert z_lines(93)[0] == "────────────────────────  100"  # 93 = 50 + 2 x 20 + 3
    assert z_lines(93)[4] == "─┼┼─────────────────────   20   3"


def test_explain_cites_the_provision_of_every_number(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "score", str(EXAMPLES / "ub-partie.jass"), "--explain")
    assert "    3  A+C  Match          100 × 3 = 300  UB-MATCH-02" in out
    assert "\nUB-MATCH-02  " in out


def test_a_written_score_that_is_wrong_is_told_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "passe.jass"
    file.write_text(
        PASSE + "Spiel 1: A sagt E | 95 62\n= A+C 96 B+D 61\n= Total A+C 95 B+D 62\n= Stich 95 62\n= Weis 1 0\n", "utf-8"
    )
    code, out, err = run(capsys, "score", str(file))
    assert code == 1
    assert "95:62" in out
    assert err.splitlines() == [
        f"{file}, Zeile 4: geschrieben ist 96 : 61, die Rechnung gibt 95 : 62.",
        f"{file}, Zeile 7: geschrieben ist 1 : 0, die Rechnung gibt 0 : 0.",
    ]


def test_an_event_that_the_rules_refuse_is_told_with_its_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "passe.jass"
    file.write_text(PASSE + "\nSpiel 1: Geber D\nA: E\n1. B: E9\n", "utf-8")
    code, out, err = run(capsys, "score", str(file))
    assert (code, out) == (2, "")
    assert err.startswith(f"Fehler: {file}, Zeile 6: ")
    assert err.endswith("]\n")
    assert len(err.splitlines()) == 1


def test_another_book_can_be_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "score", str(EXAMPLES / "tam-passe.jass"), "--reglement", "tam2014-ps", "--json")
    assert code == 0
    assert json.loads(out)["book"] == "tam2014-ps"
    code, _, err = run(capsys, "score", str(EXAMPLES / "tam-passe.jass"), "--reglement", "nonsense")
    assert code == 2
    assert "nonsense" in err
    assert "ub2024" in err


def test_the_book_of_a_record_is_looked_for_beside_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = 'key = "unser-club"\ntitle = "Unser Club"\nsource = "Statuten"\nextends = "tam2014-es"\n'
    (tmp_path / "unser-club.toml").write_text(own, "utf-8")
    file = tmp_path / "partie.jass"
    file.write_text("Reglement: unser-club.toml\nD: Schreiber\nSpiel 1: A sagt E | 95 62\n", "utf-8")
    code, out, err = run(capsys, "score", str(file), "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["book"] == "unser-club"


@pytest.mark.rule("TAM-ES-67")
def test_tam_es_67_a_passe_with_a_wrong_sum_shows_how_it_is_divided(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    # One line short by 3: of an odd difference the side of the Schreiber (D) gets one point less, so 2 and 1.
    text = (EXAMPLES / "tam-passe.jass").read_text("utf-8").replace("| 95 62", "| 92 62").partition("= Total")[0]
    file = tmp_path / "passe.jass"
    file.write_text(text, "utf-8")
    code, out, _ = run(capsys, "score", str(file))
    assert code == 0
    assert "Spiel 1: 154 Punkte statt 157" in out
    assert "Kontrollsumme: 1881 statt 1884, Differenz -3 [TAM-ES-66]" in out
    assert "Nach dem Reglement aufgeteilt: 1006 zu 878" in out


BAD = {
    "empty.jass": b"",
    "corrupt.jass": b"Reglement: ub2024\nSpiel 1: Geber D\nHand A: E6 E6\n",
    "ten.jass": b"Reglement: ub2024\nSpiel 1: Geber D\nHand A: E6 E7 E8 E9 EB EU EO EK EA R6\n",
    "seat.jass": b"Reglement: ub2024\nF: schiebt\n",
    "truncated.json": b'{"puur": 1, "book": "ub2024", "events": [{"event": "pus',
    "deep.json": b"[" * 100_000,
    "deep-objects.json": b'{"a":' * 100_000,
    "twice.json": b'{"puur": 1, "puur": 1, "book": "x", "events": []}',
    "nan.json": b'{"puur": NaN}',
    "utf16.jass": "Reglement: ub2024\n".encode("utf-16"),
    "latin1.jass": "Reglement: ub2024\nOrt: Zürich\n".encode("latin-1"),
    "binary.jass": bytes(range(256)) * 100,
    "log.log": b'27.11.17 20:10:08,140 | INFO | {"rounds": [{"dealer": 9}]}',
    "nonsense.txt": b"q" * 1000,
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("command", ["score", "convert"])
def test_a_bad_file_gives_one_line_and_status_2(
    name: str, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, target = tmp_path / name, tmp_path / "out.jass"
    file.write_bytes(BAD[name])
    more = [str(target)] if command == "convert" else []
    code, out, err = run(capsys, command, str(file), *more)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert err.startswith(f"Fehler: {file}")
    assert err.isprintable() or err.rstrip("\n").isprintable()
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_no_file_and_a_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "score", str(tmp_path / "nothing.jass"))
    assert (code, err) == (2, f"Fehler: Die Datei {tmp_path / 'nothing.jass'} gibt es nicht.\n")
    code, _, err = run(capsys, "score", str(tmp_path))
    assert (code, err) == (2, f"Fehler: {tmp_path} ist ein Ordner, keine Datei.\n")
    code, _, err = run(capsys, "score", "a\0b")
    assert code == 2


def puur(*arguments: str, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    env = {**os.environ, "PUUR_LANG": "en"}
    return subprocess.run(
        [sys.executable, "-m", "puur", *arguments], input=data, capture_output=True, timeout=300, env=env, check=False
    )


@pytest.mark.parametrize("kind", ["nonsense", "nesting", "lines", "quotes"])
def test_a_hundred_megabytes_are_refused_quickly(kind: str, tmp_path: Path) -> None:
    unit = {"nonsense": b"q", "nesting": b"[", "lines": b"A: schiebt\n", "quotes": b'"\\'}[kind]
    file = tmp_path / "large.jass"
    with file.open("wb") as out:
        for _ in range(100):
            out.write(unit * (1024 * 1024 // len(unit)))
    begin = time.monotonic()
    done = puur("score", str(file))
    assert time.monotonic() - begin < 120  # most of it is starting Python on a busy machine
    assert done.returncode == 2
    assert done.stdout == b""
    assert done.stderr.decode().count("\n") == 1
    assert b"at most 5242880 bytes" in done.stderr
    assert b"Traceback" not in done.stderr


def test_a_record_comes_from_standard_input() -> None:
    done = puur("score", "-", "--json", data=(PASSE + "Spiel 1: A sagt E | 95 62\n").encode())
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["totals"] == {"A+C": 95, "B+D": 62}
    done = puur("score", "-", data=b"\xff\xfe")
    assert done.returncode == 2
    assert done.stderr.decode() == "Error: standard input, line 1, column 1: found “0xff”, expected text in UTF-8.\n"


@pytest.mark.parametrize("expected", Expected)
def test_every_expectation_and_loss_has_its_words(expected: Expected) -> None:
    assert f"record.expected.{expected}" in texts()
    assert explain(RecordError(3, 4, "x", expected), "f.jass").startswith("f.jass, Zeile 3, Spalte 4: ")
    assert all(f"record.loss.{loss}" in texts() for loss in Loss)
    assert LANGUAGES == ("de", "fr", "it", "en")
