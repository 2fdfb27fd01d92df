"""`puur convert`: every format into every other, never over an existing file, and never half a file."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from puur.cli import app
from puur.notation import from_json, parse_jass

EXAMPLES = Path(__file__).resolve().parent.parent.parent / "examples"


@pytest.fixture(autouse=True)
def alone_and_german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "COMMANDS", ("puur.cli.score", "puur.cli.convert"))
    monkeypatch.setenv("PUUR_LANG", "de")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        app.main(["--plain", "convert", *arguments])
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


@pytest.mark.parametrize("name", ["ub-partie", "tam-passe", "coiffeur"])
def test_text_and_json_and_back(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = EXAMPLES / f"{name}.jass"
    assert run(capsys, str(source), str(tmp_path / "a.json")) == (0, "", "")
    assert run(capsys, str(tmp_path / "a.json"), str(tmp_path / "b.jass")) == (0, "", "")
    record = parse_jass(source.read_text("utf-8"))
    assert from_json((tmp_path / "a.json").read_text("utf-8")) == record
    assert parse_jass((tmp_path / "b.jass").read_text("utf-8")) == record
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.json", "b.jass"]


def test_an_existing_file_is_kept_unless_forced(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "a.json"
    target.write_text("mine", "utf-8")
    source = str(EXAMPLES / "tam-passe.jass")
    code, _, err = run(capsys, source, str(target))
    assert (code, err) == (2, f"Fehler: Die Datei {target} gibt es schon; mit --force wird sie ersetzt.\n")
    assert target.read_text("utf-8") == "mine"
    assert run(capsys, source, str(target), "--force")[0] == 0
    assert json.loads(target.read_text("utf-8"))["book"] == "tam2014-es"
    assert os.listdir(tmp_path) == ["a.json"]


def test_a_link_that_leads_nowhere_is_kept_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    target = tmp_path / "a.json"
    target.symlink_to(tmp_path / "elsewhere.json")
    assert run(capsys, str(EXAMPLES / "tam-passe.jass"), str(target))[0] == 2
    assert os.listdir(tmp_path) == ["a.json"]


def test_places_that_can_not_be_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    source = str(EXAMPLES / "tam-passe.jass")
    code, _, err = run(capsys, source, str(tmp_path / "no" / "a.json"))
    assert code == 2
    assert err.startswith(f"Fehler: Die Datei {tmp_path / 'no' / 'a.json'} lässt sich nicht schreiben")
    code, _, err = run(capsys, source, str(tmp_path), "--to", "json", "--force")
    assert (code, err) == (2, f"Fehler: {tmp_path} ist ein Ordner, keine Datei.\n")
    code, _, err = run(capsys, source, str(tmp_path / "a.doc"))
    assert code == 2
    assert "--to" in err
    assert os.listdir(tmp_path) == []


def test_standard_output_is_text_unless_asked_otherwise(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, str(EXAMPLES / "tam-passe.jass"), "-")
    assert out.startswith("puur: 1\nReglement: tam2014-es\n")
    _, out, _ = run(capsys, str(EXAMPLES / "tam-passe.jass"), "-", "--to", "json")
    assert json.loads(out)["puur"] == 1


@pytest.mark.parametrize("suffix", ["hslu", "log"])
def test_logs_out_and_in_with_a_word_about_what_is_lost(suffix: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log, back = tmp_path / f"a.{suffix}", tmp_path / "b.jass"
    code, out, err = run(capsys, str(EXAMPLES / "ub-partie.jass"), str(log))
    assert (code, out) == (0, "")
    assert err.splitlines() == [
        "Hinweis: Ereignisse wie Weis, Stöck, Bedanken und Entscheide fehlen: 5.",
        "Hinweis: Spiele nur mit Punkten, ohne Karten, fehlen: 6.",
        "Hinweis: Spiele ohne alle 36 Karten: 1.",
        "Hinweis: Namen, Einstellungen und Angaben gehen verloren.",
        "Hinweis: Ein Spielprotokoll nennt kein Reglement (ub2024).",
    ]
    code, _, err = run(capsys, str(log), str(back), "--reglement", "ub2024")
    assert code == 0
    assert "weder Weis noch Stöck" in err
    first = parse_jass((EXAMPLES / "ub-partie.jass").read_text("utf-8"))
    cards = [event for event in first.events if type(event).__name__ == "CardPlayed"][:36]
    assert [event for event in parse_jass(back.read_text("utf-8")).events if type(event).__name__ == "CardPlayed"] == cards


def test_a_log_that_nothing_fits_into_is_not_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, str(EXAMPLES / "tam-passe.jass"), str(tmp_path / "a.log"))
    assert code == 2
    assert err.splitlines()[-1] == "Fehler: Kein Spiel der Partie passt in dieses Format; nichts geschrieben."
    assert os.listdir(tmp_path) == []


def test_a_log_with_several_tables_needs_a_number(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    log = tmp_path / "a.json"
    state = {"dealer": 1, "tricks": [], "player": [{"hand": []}] * 4}
    log.write_text(f"{json.dumps(state)}\n{json.dumps(state | {'dealer': 2})}\n", "utf-8")
    code, _, err = run(capsys, str(log), "-")
    assert code == 2
    assert err == f"Fehler: {log} enthält 2 Tische: mit --number einen wählen.\n"
    code, out, _ = run(capsys, str(log), "-", "--number", "2")
    assert code == 0
    assert "Spiel 1: Geber C" in out  # South, number 2 in the log
    assert run(capsys, str(log), "-", "--number", "3")[0] == 2
