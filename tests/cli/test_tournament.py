"""`puur draw`, `puur rank` and `puur print`: what people type, what they get, and what a mistake looks like."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable
from pathlib import Path

import pytest
from pypdf import PdfReader

from puur.cli import app
from puur.evening.files import evening_to_plain
from puur.reglement import load
from tests.evening.simulate import play

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def puur(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.setattr(app, "COMMANDS", ("puur.cli.draw", "puur.cli.rank", "puur.cli.print_"))
    monkeypatch.setenv("PUUR_LANG", "de")
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as caught:
            app.main(["--plain", *arguments])
        out, err = capsys.readouterr()
        return int(caught.value.code or 0), out, err

    return run


def test_draw_to_the_screen_with_its_proof(puur: Run) -> None:
    status, out, err = puur("draw", "16", "--seed", "Losrad")
    assert (status, err) == (0, "")
    assert "Runde 4" in out
    assert "Losschlüssel: Losrad" in out
    assert "Zweimal mit denselben am Tisch: 0 (keine nötig)" in out
    assert "Die Auslosung hält, was sie verspricht." in out
    assert puur("draw", "16", "--seed", "Losrad")[1] == out


def test_draw_check_and_draw_on(puur: Run) -> None:
    names = "Nr;Name;Verein\n" + "".join(f"{n};Person {n};JC {n % 9}\n" for n in range(1, 22))
    Path("liste.csv").write_text(names, encoding="cp1252")
    assert puur("draw", "liste.csv", "--rest", "sit-out", "--rounds", "2", "-o", "los.json")[0] == 0
    assert puur("draw", "check", "los.json")[0] == 0
    status, _, err = puur("draw", "liste.csv", "-o", "los.json")
    assert (status, "gibt es schon" in err) == (2, True)
    assert puur("draw", "liste.csv", "--history", "los.json", "--rest", "sit-out", "-o", "los.csv")[0] == 0
    facts = json.loads(puur("draw", "check", "los.csv", "--json")[1])
    assert (facts["kept"], facts["rounds"], facts["repeats"]) == (True, 3, [])
    assert Path("los.csv").read_bytes().startswith(b"\xef\xbb\xbfRunde;Tisch;A;Name A")


def test_a_bad_draw_is_told_with_names_and_status_one(puur: Run) -> None:
    Path("alt.csv").write_text("Runde;Tisch;A;B;C;D\n1;1;Urs;Eva;Ida;Max\n2;1;Urs;Max;Ida;Eva\n", encoding="utf-8")
    status, out, _ = puur("draw", "check", "alt.csv")
    assert status == 1
    assert "Ida und Urs wären wieder Partner (Runden 1, 2)." in out
    assert puur("draw", "check", "alt.csv", "--json")[0] == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("16", "--rounds", "0"), "Die Zahl der Runden liegt zwischen 1 und 50."),
        (("15", "--reglement", "nws2020"), "15 Personen: Die Zahl ist nicht durch vier teilbar. [NWS-1-08]"),
        (("16", "--reglement", "nws2020", "--rounds", "4"), "Das Reglement schreibt 3 Runden vor, nicht 4. [NWS-1-07]"),
        (("16", "--apart", "1"), "Zwei Nummern, mit Komma getrennt."),
        (("16", "--apart", "1,99"), "Niemand hat die Nummer 99."),
        (("16", "--rounds", "60"), "Die Zahl der Runden liegt zwischen 1 und 50."),
        (("16", "-o", "los.txt"), "muss auf .json, .csv enden"),
        (("16", "--rest", "x"), "refuse, stand-in oder sit-out"),
        (("99999",), "höchstens 20000"),
        (("9000",), "höchstens 2000"),
        (("gibt-es-nicht.csv",), "gibt es nicht"),
        (("16", "--reglement", "gibt-es-nicht"), "gibt-es-nicht"),
        (("movement", "0"), "Die Zahl der Tische liegt zwischen 1 und 500."),
        (("check", "kaputt.json"), "kein gültiges JSON"),
        (("check", "anders.json"), "erwartet puur-draw"),
        (("excel.xlsx",), "ist keine Textdatei"),
    ],
)
def test_mistakes_are_one_line_and_write_nothing(puur: Run, tmp_path: Path, arguments: tuple[str, ...], said: str) -> None:
    Path("kaputt.json").write_text('{"format": ', encoding="utf-8")
    Path("anders.json").write_text('{"format": "x"}', encoding="utf-8")
    Path("excel.xlsx").write_bytes(b"PK\x03\x04\x00")
    status, out, err = puur("draw", *arguments)
    assert (status, out) == (2, "")
    assert said in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["anders.json", "excel.xlsx", "kaputt.json"]


def test_pairs_where_the_book_plays_in_pairs_and_nowhere_else(puur: Run) -> None:
    status, out, _ = puur("draw", "8", "--reglement", "tam2014-cp")
    assert (status, "Zweimal mit denselben am Tisch: 0" in out) == (0, True)
    Path("paare.csv").write_text("Name;Paar\nX;1\nY;1\nZ;2\nW;2\n", encoding="utf-8")
    assert "In diesem Turnier wird der Partner ausgelost. [NWS-1-01]" in puur("draw", "paare.csv", "--reglement", "nws2020")[2]
    Path("ohne.csv").write_text("Name;Paar\nX;1\nY;1\nZ;\nW;2\n", encoding="utf-8")
    assert "Z: Dieses Turnier wird in Paaren gespielt. [TAM-CP-01]" in puur("draw", "ohne.csv", "--reglement", "tam2014-cp")[2]
    status, out, _ = puur("draw", "paare.csv", "--reglement", "tam2014-cp")  # two pairs cannot meet three others
    assert (status, "träfen sich wieder" in out) == (1, True)


def test_a_draw_made_ahead_goes_on_to_its_last_round_and_no_further(puur: Run) -> None:
    """NWS-1-07: three Passen, drawn ahead (NWS-1-08)."""
    assert puur("draw", "16", "--reglement", "nws2020", "--seed", "Los", "-o", "los.json")[0] == 0
    whole = json.loads(Path("los.json").read_text(encoding="utf-8"))
    Path("eins.json").write_text(json.dumps(whole | {"rounds": whole["rounds"][:1]}), encoding="utf-8")
    again = json.loads(puur("draw", "16", "--reglement", "nws2020", "--seed", "Los", "--history", "eins.json", "--json")[1])
    assert [drawn["number"] for drawn in again["rounds"]] == [1, 2, 3]
    status, _, err = puur("draw", "16", "--reglement", "nws2020", "--history", "los.json")
    assert (status, "[NWS-1-07]" in err) == (2, True)


def test_the_same_names_in_another_order_are_drawn_the_same(puur: Run) -> None:
    names = [f"Person {letter}" for letter in "abcdefgh"]
    made = []
    for listed in (names, names[::-1]):
        Path("liste.txt").write_text("\n".join(listed), encoding="utf-8")
        drawn = json.loads(puur("draw", "liste.txt", "--seed", "Los", "--json")[1])
        called = {person["id"]: person["name"] for person in drawn["players"]}
        made.append([[[called[seat["player"]] for seat in table["seats"]] for table in one["tables"]] for one in drawn["rounds"]])
    assert made[0] == made[1]


def test_namesakes_do_not_make_a_draw_depend_on_the_order_of_the_list(puur: Run) -> None:
    people = [("Hans Meier", "Egg"), ("Hans Meier", "Wald"), *((f"Person {letter}", "Bern") for letter in "abcdef")]
    made = []
    for listed in (people, people[::-1]):
        rows = "\n".join(f"{name};{club}" for name, club in listed)
        Path("liste.csv").write_text(f"Name;Verein\n{rows}\nTotal;8\n", encoding="utf-8")  # the sum below is nobody
        drawn = json.loads(puur("draw", "liste.csv", "--seed", "Los", "--json")[1])
        called = {person["id"]: (person["name"], person["club"]) for person in drawn["players"]}
        made.append([[[called[seat["player"]] for seat in table["seats"]] for table in one["tables"]] for one in drawn["rounds"]])
    assert sorted(called.values()) == sorted(people)
    assert made[0] == made[1]


def test_movement(puur: Run) -> None:
    out = puur("draw", "movement", "5", "--rounds", "2")[1]
    assert "5 Tische: 5 Runden lang trifft sich niemand zweimal." in out
    assert "A1 B5 C4 D3" in out
    facts = json.loads(puur("draw", "movement", "5", "--json")[1])
    assert facts["rounds"][1][0] == ["A1", "B5", "C4", "D3"]


RESULTS = "Name;Passe 1;Passe 2;Passe 3\nYvonne;980;980;900\nXaver;1010;900;950\nZoë;900;950;1000\nWalter;878;938;918\n"


def test_rank_cites_what_decided(puur: Run) -> None:
    Path("resultate.csv").write_text(RESULTS, encoding="utf-8")
    status, out, err = puur("rank", "resultate.csv", "--reglement", "nws2020", "--explain")
    assert (status, err) == (0, "")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    # 2860 three times less ten: Xaver's best Passe 1010 beats Yvonne's 980; Zoë has 2850.
    assert lines[1].startswith("1 Xaver 2860")
    assert lines[2] == "2 Yvonne 2860 980 980 900 gleiches Total, entscheidende Runde 980 gegen 1010 [NWS-8-02]"
    assert lines[3].startswith("3 Zoë 2850")
    facts = json.loads(puur("rank", "resultate.csv", "--json")[1])
    assert facts["ranking"][1]["why"] == {"by": "best-rounds", "own": 980, "above": 1010, "rule": "NWS-8-02"}


def test_rank_drops_rounds_warns_of_sums_and_writes_csv(puur: Run) -> None:
    Path("resultate.csv").write_text(RESULTS.replace("878", "877"), encoding="cp1252")
    status, out, err = puur("rank", "resultate.csv", "--drop", "1", "-o", "rang.csv")
    assert status == 0
    assert "als Windows-1252 gelesen" in err
    assert "Runde 1 gibt 3767 Punkte statt 3768 (1 Tisch)." in err
    first = out.splitlines()[1].split()
    assert first[:3] == ["1", "Xaver", "1960"]  # 1010 + 950
    assert Path("rang.csv").read_text(encoding="utf-8-sig").splitlines()[1] == "1;Xaver;1960;1010;900;950;-900;2×;"
    assert puur("rank", "resultate.csv", "-o", "rang.csv")[0] == 2


def test_rank_says_what_its_signs_mean_and_which_total_is_wrong(puur: Run) -> None:
    Path("a.csv").write_text("Name;P1;P2;P3;Strafe;Total\nX;900;1000;950;-50;1900\nX;1000;900;950;0;2000\n", encoding="utf-8")
    status, out, err = puur("rank", "a.csv", "--drop", "1")
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert (status, lines[-1]) == (0, "× gestrichen")
    assert lines[0] == "Rang Name Total R1 R2 R3 Strafe"
    assert lines[1:3] == ["1 X (3) 1950 1000 900× 950", "2 X (2) 1900 900× 1000 950 -50"]  # namesakes by their lines
    assert "Zeile 3, X: Total 2000 in der Liste, gerechnet 1950." in " ".join(err.split())


def test_rank_refuses_what_it_can_not_read(puur: Run) -> None:
    Path("a.csv").write_text("Name;Passe 1\nX;zwölf\n", encoding="utf-8")
    assert "Zeile 2, Spalte Passe 1: «zwölf» ist keine ganze Zahl." in puur("rank", "a.csv")[2]
    Path("b.csv").write_text("Name;P1;P2;P3;P4\nX;1;2;3;4\n", encoding="utf-8")
    assert "4 Runden statt 3" in puur("rank", "b.csv")[2]


def test_rank_of_an_evening_and_its_papers(puur: Run) -> None:
    evening = play(random.Random(3), load("ub2024"), 9)
    Path("abend.json").write_text(json.dumps(evening_to_plain(evening)), encoding="utf-8")
    status, out, _ = puur("rank", "abend.json", "--explain")
    assert status == 0
    assert "UB-MODE-03" in out
    status, out, _ = puur("print", "all", "abend.json", "-o", "abend.pdf")
    assert status == 0
    kinds = ("blank-jasszettel", "jasszettel", "movement", "ranking", "rounds", "seating", "standblatt", "tables")
    assert sorted(path.name for path in Path().glob("*.pdf")) == [f"abend-{kind}.pdf" for kind in kinds]
    ranking = PdfReader("abend-ranking.pdf").pages[0].extract_text()
    assert "Schlussrangliste" in ranking
    assert "Wertetabelle" in PdfReader("abend-standblatt.pdf").pages[0].extract_text()


def test_a_tampered_evening_is_refused_with_the_event(puur: Run) -> None:
    raw = evening_to_plain(play(random.Random(3), load("nws2020"), 8))
    place = next(n for n, event in enumerate(raw["events"]) if event["event"] == "result-entered")
    raw["events"][place]["sheet"]["totals"] = [2000, 10]
    Path("abend.json").write_text(json.dumps(raw), encoding="utf-8")
    status, _, err = puur("rank", "abend.json")
    assert status == 2
    assert f"events[{place}]" in err
    assert "NWS-7-05" in err


@pytest.mark.parametrize(
    ("what", "pages"), [("standblatt", 8), ("jasszettel", 12), ("tables", 4), ("seating", 1), ("rounds", 3), ("movement", 1)]
)
def test_print_from_a_draw(puur: Run, what: str, pages: int) -> None:
    assert puur("draw", "16", "--reglement", "nws2020", "-o", "los.json")[0] == 0
    status, out, err = puur("print", what, "los.json", "--title", "Dorfjass", "--date", "24.10.2026", "--venue", "Löwen")
    assert (status, err) == (0, "")
    assert f"{what}.pdf geschrieben." in out
    read = PdfReader(io.BytesIO(Path(f"{what}.pdf").read_bytes())).pages
    assert len(read) == pages
    assert "Dorfjass" in read[0].extract_text()
    assert puur("print", what, "los.json")[0] == 2  # nothing is overwritten
    assert puur("print", what, "los.json", "--force", "--paper", "a5")[0] == 0


def test_print_diplomas_blank_sheets_and_one_round(puur: Run) -> None:
    Path("resultate.csv").write_text(RESULTS, encoding="utf-8")
    assert puur("print", "diploma", "resultate.csv")[0] == 0
    assert len(PdfReader("diploma.pdf").pages) == 3
    assert puur("print", "ranking", "resultate.csv")[0] == 0
    assert puur("print", "jasszettel", "--blank", "5", "--reglement", "tam2014-cp", "-o", "leer.pdf")[0] == 0
    assert len(PdfReader("leer.pdf").pages) == 5
    assert puur("print", "movement", "--blank", "7", "-o", "lauf.pdf")[0] == 0
    puur("draw", "8", "-o", "los.json")
    assert puur("print", "jasszettel", "los.json", "--round", "2", "-o", "r2.pdf")[0] == 0
    assert len(PdfReader("r2.pdf").pages) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("poster",), "Möglich sind: seating, rounds, standblatt"),
        (("jasszettel",), "Dazu braucht es eine Auslosung"),
        (("jasszettel", "los.json", "--round", "9"), "Es gibt nichts zu drucken."),
        (("jasszettel", "los.json", "-o", "x.doc"), "muss auf .pdf enden"),
        (("jasszettel", "--blank", "9999"), "höchstens 500"),
        (("jasszettel", "los.json", "-o", "gibt/es/nicht.pdf"), "lässt sich nicht schreiben"),
    ],
)
def test_print_refuses_with_one_line(puur: Run, arguments: tuple[str, ...], said: str) -> None:
    puur("draw", "8", "-o", "los.json")
    status, out, err = puur("print", *arguments)
    assert (status, out) == (2, "")
    assert said in err
    assert not list(Path().glob("*.pdf"))


@pytest.mark.parametrize("lang", ["fr", "it", "en"])
def test_other_languages(puur: Run, lang: str) -> None:
    assert puur("--lang", lang, "draw", "8", "--rounds", "2", "-o", "los.json")[0] == 0
    assert puur("--lang", lang, "print", "standblatt", "los.json")[0] == 0
    assert "Standblatt" not in PdfReader("standblatt.pdf").pages[0].extract_text() or lang == "en"
