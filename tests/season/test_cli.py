"""`puur club`: each step from files, its answers and its refusals."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from puur.cli import app
from puur.cli.club_store import in_words, open_club
from puur.cli.errors import UserError
from puur.core.errors import Refusal, RuleViolation
from puur.notation import format_jass
from puur.season.events import PersonAdded
from puur.season.exports import EXPORTS
from puur.words import LANGUAGES, texts
from tests.season.test_played import recorded

DATA = Path(__file__).parent / "data" / "musterjahr.jsonl"


@pytest.fixture(autouse=True)
def alone_and_german(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "COMMANDS", ("puur.cli.club",))
    monkeypatch.setenv("PUUR_LANG", "de")
    monkeypatch.setenv("COLUMNS", "160")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as caught:
        app.main(["--plain", "club", *arguments])
    out, err = capsys.readouterr()
    return int(caught.value.code or 0), out, err


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "muster.jsonl"
    path.write_text(DATA.read_text(encoding="utf-8"), encoding="utf-8")
    return str(path)


def test_results_with_their_provisions(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "results", file, "2027-3", "--explain")
    assert code == 0
    assert "Wim Gast" in out
    assert "Dauerersatzjasser" in out
    assert "Serie C: coiffeur nach «Puur Näll Ass»" in out
    assert "AJZ-1.5-03" in out


def test_the_help_names_no_type_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    status, shown, _ = run(capsys, "show", "--help")
    assert status == 0
    assert re.search("FILE +Die Datei des Vereins", shown)
    assert re.findall(r"<[A-Za-z].*?>", shown) == []  # neither that of a value, nor the class that a command gets


def test_an_unknown_export_is_told_all_there_are_and_so_is_the_help(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "|".join(EXPORTS) in run(capsys, "export", "--help")[1]
    code, _, said = run(capsys, "export", file, "excel")
    assert code == 2
    assert ", ".join(EXPORTS) in said


def test_standings_tasks_checklist_and_fame(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert "Gabi Muster    45414" in run(capsys, "standings", file, "2027")[1]
    assert "Sommerlochevent organisieren" in run(capsys, "tasks", file, "--on", "2027-12-05")[1]
    out = run(capsys, "checklist", file, "2027-2")[1]
    assert "4 gedruckte Reglemente, eines je Serie (Gabi Muster)" in out
    assert "Auswärtsjass organisieren: Fritz Muster [AJZ-3.3-13]" in run(capsys, "fame", file)[1]
    assert "Kim Muster" in run(capsys, "lineup", file, "2027-2")[1]
    assert "Anna Muster" in run(capsys, "show", file, "--on", "2027-06-01")[1]
    facts = json.loads(run(capsys, "stats", file, "gabi", "--json")[1])
    assert len(facts["form"]) == 8
    assert json.loads(run(capsys, "drinks", file, "2027-1", "--json")[1])["A"]["beat"] == 84


def test_rolling_over_is_shown_done_once_and_undone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = DATA.read_text(encoding="utf-8").splitlines(keepends=True)
    stop = next(place for place, line in enumerate(lines) if '"rolled-over", "day": "2027-2"' in line)
    path = tmp_path / "club.jsonl"
    path.write_text("".join(lines[:stop]), encoding="utf-8")
    code, out, _ = run(capsys, "roll", str(path), "2027-2")
    assert code == 0
    assert "Ida Muster" in out
    assert "bestes Mitglied der Serie" in out
    assert "mit --do geschieht es" in out
    assert len(path.read_text(encoding="utf-8").splitlines()) == stop  # nothing written
    assert "1 Ereignis eingetragen." in run(capsys, "roll", str(path), "2027-2", "--do")[1]
    assert path.read_text(encoding="utf-8").splitlines()[-1] == lines[stop].strip()
    assert "2027-2 ist schon übertragen." in run(capsys, "roll", str(path), "2027-2", "--do")[1]
    assert run(capsys, "undo", str(path), "2027-2")[0] == 0
    assert run(capsys, "undo", str(path), "2027-2")[0] == 2


def test_money_from_booking_to_bill_and_bank(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "book", file, "--on", "2027-02-25", "--do")[0] == 0
    assert "AJZ-1.3-20" in run(capsys, "statement", file, "eva", "--on", "2027-02-25")[1]
    assert "zweite Frist abgelaufen" in run(capsys, "remind", file, "--on", "2027-02-25")[1]
    pdf = tmp_path / "eva.pdf"
    assert run(capsys, "bill", file, "eva", "--out", str(pdf), "--on", "2027-02-25")[0] == 0
    assert pdf.read_bytes().startswith(b"%PDF")
    assert run(capsys, "bill", file, "eva", "--out", str(pdf), "--on", "2027-02-25")[0] == 2  # not replaced unasked
    bomb = tmp_path / "bad.xml"
    bomb.write_text("<!DOCTYPE d><Document/>", encoding="utf-8")
    code, _, err = run(capsys, "bank", file, str(bomb))
    assert (code, "Dokumenttyp oder Entitäten" in err) == (2, True)
    facts = json.loads(run(capsys, "ledger", file, "--json")[1])
    assert sum(float(one) for one in facts["balances"].values()) == 0


def test_one_event_by_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "new.jsonl")
    assert run(capsys, "new", path)[0] == 0
    assert run(capsys, "enter", path, "person-added", "person=anna", "name=Anna Muster", "born=1979-05-01")[0] == 0
    assert run(capsys, "enter", path, "member-admitted", "person=anna", "on=2020-01-01")[0] == 0
    assert run(capsys, "enter", path, "day-planned", "number=1", "date=2027-01-30")[0] == 0
    code, _, err = run(capsys, "enter", path, "day-planned", "number=9", "date=2027-12-30")
    assert (code, err) == (2, "Fehler: Jasstag 9 gibt es nicht: Das Jahr hat 8. [AJZ-3.3-04]\n")
    code, _, err = run(capsys, "enter", path, "lot-drawn", "day=2027-1", "seed=1", 'order:=["anna"')
    assert (code, "Feld=Wert" in err) == (2, True)


def test_a_played_game_is_entered_with_its_penalty_points(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = DATA.read_text(encoding="utf-8").splitlines(keepends=True)
    begun = next(place for place, line in enumerate(lines) if '"round-played", "day": "2027-3"' in line)
    path, game = tmp_path / "muster.jsonl", tmp_path / "partie.jass"
    path.write_text("".join(lines[:begun]), encoding="utf-8")
    game.write_text(format_jass(recorded(("Fritz Muster", "Ida Muster", "Gabi Muster", "Rolf Gast"))), encoding="utf-8")
    assert run(capsys, "game", str(path), "2027-3", "A", str(game), "--ended", "16:40")[0] == 0
    played, given = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[-2:])
    assert (played["teams"], max(played["sheet"]["totals"]) >= 1999) == ([["fritz", "gabi"], ["ida", "rolf"]], True)
    assert (given["person"], given["points"], given["rule"], given["at"]) == ("fritz", -300, "AJZ-3.4-18", "2027-04-17T16:40")
    code, _, err = run(capsys, "game", str(path), "2027-3", "B", str(game), "--ended", "16:40")
    assert (code, "Am Tisch sitzen andere" in err) == (2, True)
    words = ("round-played", "day=2027-3", "series=B", "points=1990,1500", 'teams:=[["carla","kim"],["wim","sven"]]')
    code, _, err = run(capsys, "enter", str(path), *words)
    assert (code, "1990 : 1500" in err) == (2, True)  # who types an event types its points, which are too few here


def test_a_bad_line_of_a_file_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "bad.jsonl"
    path.write_text(
        '{"format": "puur-club", "version": 1, "book": "ajz08"}\n{"kind": "member-admitted", "person": "x", "on": "2020-01-01"}\n',
        encoding="utf-8",
    )
    code, _, err = run(capsys, "show", str(path))
    assert (code, "Zeile 2: Eine Person «x» gibt es nicht." in err) == (2, True)
    path.write_text("{", encoding="utf-8")
    assert run(capsys, "show", str(path))[0] == 2
    assert run(capsys, "show", str(tmp_path / "none"))[0] == 2


def test_earlier_years_and_exports(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "old.csv"
    table.write_text("year,day,name,series,points\n2020,1,Anna Muster,A,5400\n", encoding="utf-8")
    assert run(capsys, "import", file, str(table), "--do")[0] == 0
    assert "5400" in run(capsys, "standings", file, "2020")[1]
    assert run(capsys, "export", file, "standings", "--year", "2027")[1].startswith("rank,member")
    assert "BEGIN:VCALENDAR" in run(capsys, "export", file, "ics", "--year", "2027")[1]
    assert set(json.loads(run(capsys, "export", file, "json")[1])) >= {"standings", "balances", "results"}
    assert run(capsys, "settings")[0] == 0
    assert "round-played" in run(capsys, "kinds")[1]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_has_a_sentence(lang: str) -> None:
    import re

    folder = Path(app.__file__).parent.parent / "season"
    text = "".join(path.read_text(encoding="utf-8") for path in folder.rglob("*.py"))
    slips = set(re.findall(r'Refusal\(\s*"([a-z-]+)"', text))
    breaches = set(re.findall(r'refuse\(\s*[^,]+,\s*"([a-z-]+)"', text)) | set(
        re.findall(r'RuleViolation\(\s*book\.[a-z]+\([^)]*\),\s*"([a-z-]+)"', text)
    )
    assert len(slips) > 40
    assert len(breaches) > 30
    assert {one for one in slips if f"club.missing.{one}" not in texts()} == set()
    assert {one for one in breaches if f"club.refused.{one}" not in texts()} == set()
    assert in_words(Refusal("no-day", day="2027-9"), lang)
    assert in_words(RuleViolation("AJZ-1.1-16", "series-running"), lang).endswith("[AJZ-1.1-16]")  # a missing fact is a dash


def test_papers_and_beer_of_a_whole_year(file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (
        ("rules", file, "--out", str(tmp_path / "rules.pdf")),
        ("report", file, "2027", "--out", str(tmp_path / "report.pdf")),
        ("statement", file, "eva", "--on", "2027-02-25", "--out", str(tmp_path / "eva.pdf")),
    ):
        assert run(capsys, *words)[0] == 0
    assert all((tmp_path / name).read_bytes().startswith(b"%PDF") for name in ("rules.pdf", "report.pdf", "eva.pdf"))
    # from the events: luca, abroad, sent no report on day 3, and nobody served the round in 2027 (AJZ-1.3-24, AJZ-1.3-26)
    code, out, _ = run(capsys, "beer", file, "--on", "2028-01-05", "--json")
    assert (code, json.loads(out)["converted"]) == (0, [{"year": 2027, "person": "luca", "rounds": 1}])
    assert run(capsys, "rules", file, "--out", str(tmp_path / "rules.pdf"))[0] == 2  # a file that is there is not replaced unasked


def test_a_lot_drawn_on_paper_is_entered_with_its_order(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = DATA.read_text(encoding="utf-8").splitlines(keepends=True)
    stop = next(place for place, line in enumerate(lines) if '"lot-drawn"' in line)
    path = tmp_path / "club.jsonl"
    path.write_text("".join(lines[:stop]), encoding="utf-8")
    members = ["anna", "beat", "carla", "dario", "eva", "fritz", "gabi", "hans", "ida", "jost", "kim", "luca"]
    code, _, err = run(capsys, "lot", str(path), "2027-1", "--order", ",".join(members[1:]))
    assert (code, "alle 12 Mitglieder genau einmal nennen; 11 sind genannt. [AJZ-4.1-07]" in err) == (2, True)
    code, out, _ = run(capsys, "lot", str(path), "2027-1", "--order", ",".join(members), "--do", "--json")
    assert (code, json.loads(out)["line_up"]["members"]) == (0, [members[:4], members[4:8], members[8:]])
    assert '"paper": true' in path.read_text(encoding="utf-8").splitlines()[-1]
    assert run(capsys, "lineup", str(path), "2027-1")[0] == 0  # and reads again


def test_of_two_who_write_the_same_file_the_second_loses_nothing_of_the_first(file: str) -> None:
    first, second = open_club(Path(file)), open_club(Path(file))
    named = PersonAdded(person="zoe", name="Zoe Muster")
    first.club.submit(named)
    first.save()
    written = Path(file).read_bytes()
    second.club.submit(named)
    with pytest.raises(UserError, match="unterdessen von jemand anderem geändert"):
        second.save()
    assert Path(file).read_bytes() == written
    first.save()  # its own file it may write again


def test_a_correction_is_tried_before_it_is_entered(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Gabi and Kim of series A have ten points more in a Jassrunde; what is told then is what stands after it is done."""
    words = (
        "round-corrected",
        "day=2027-7",
        "series=A",
        "number:=2",
        'sheet:={"totals": [2094, 1177]}',
        "by=dario",
        "reason=verschrieben",
    )
    before = Path(file).read_bytes()
    code, told, err = run(capsys, "enter", file, *words, "--try")
    assert (code, err) == (0, "")
    assert "ohne --try geschieht es" in told
    assert Path(file).read_bytes() == before
    moved = {" ".join(line.split()[:2]): line.split()[-1] for line in told.splitlines() if "45414" in line or "Kim" in line}
    assert "Gabi Muster" in moved
    assert int(moved["Gabi Muster"]) > 45414
    assert run(capsys, "enter", file, *words)[0] == 0
    after = run(capsys, "standings", file, "2027")[1]
    for name, points in moved.items():
        assert [line for line in after.splitlines() if name in line and points in line]
    events = Path(file).with_name("mehr.jsonl")
    events.write_text('{"event": "person-added", "person": "zita", "name": "Zita Neu"}\n', encoding="utf-8")
    kept = Path(file).read_bytes()
    assert "1 Ereignis wäre einzutragen" in run(capsys, "take", file, str(events), "--try")[1]
    assert Path(file).read_bytes() == kept
