"""`puur rules`: what a person sees, what a program gets, and how mistakes are told."""

from __future__ import annotations

import json
import typing
from collections.abc import Callable
from enum import Enum
from pathlib import Path

import pytest

from puur.cli import app, settings
from puur.games.coiffeur.book import VARIANTS
from puur.reglement import load, load_text, shipped
from puur.reglement.catalogue import provisions
from puur.reglement.compare import differences
from puur.reglement.schema import slots
from puur.words import LANGUAGES, texts

Run = Callable[..., tuple[int, str, str]]
HEAD = 'key = "unser-club"\ntitle = "Unser [b]Club[/b]"\nextends = "ub2024"\n'


@pytest.fixture
def puur(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `puur` in this process at 80 columns, in German; gives status, stdout and stderr."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PUUR_LANG", "de")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(settings, "_settings", None)

    def call(*arguments: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as exit_:
            app.main(arguments)
        said = capsys.readouterr()
        return int(exit_.value.code or 0), said.out, said.err

    return call


def test_list_of_books(puur: Run) -> None:
    status, out, _ = puur("rules")
    assert status == 0
    for key in shipped():
        assert any(line.startswith(f"{key} ") for line in out.splitlines())
    assert "2000 Punkte" in out
    assert "20 Spiele" in out
    assert "\x1b" not in out


def test_list_as_json(puur: Run) -> None:
    books = json.loads(puur("rules", "--json")[1])
    assert [book["key"] for book in books] == list(shipped())
    assert next(book for book in books if book["key"] == "ub2024") == {
        "key": "ub2024", "title": "UB Jassturnier 2024", "form": "schieber", "target": 2000, "deals": 0,
        "falls_back_on": "jassregeln", "source": load("ub2024").source, "provisions": 134,
    }  # fmt: skip


@pytest.mark.parametrize("key", shipped())
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_book_fits_on_80_columns_in_every_language(puur: Run, key: str, lang: str) -> None:
    status, out, _ = puur("--lang", lang, "rules", key)
    assert status == 0
    assert max(len(line) for line in out.splitlines()) <= 80
    assert load(key).rule("dealing.first_dealer") in out


def test_a_book_in_words_with_its_provisions(puur: Run) -> None:
    out = puur("rules", "ub2024")[1]
    rows = [" ".join(line.split()) for line in out.splitlines()]
    assert "Ziel 2000 UB-END-01" in rows
    assert "Obenabe × 3 UB-FACTOR-03" in rows
    assert "Zurückschieben nein UB-BID-03" in rows
    assert "puur rules ub2024 UB-FACTOR-01" in " ".join(rows)


def test_a_book_as_json(puur: Run) -> None:
    book = json.loads(puur("rules", "ub2024", "--json")[1])
    assert {"field": "ending.target", "value": 2000, "rule": "UB-END-01"} in book["values"]
    assert {"field": "ending.ausmach", "value": ["stoeck", "weis", "stich"], "rule": "UB-AUSM-01"} in book["values"]


def test_a_book_as_toml_loads_again(puur: Run) -> None:
    text = puur("rules", "ub2024", "--toml")[1]
    assert load_text(text, "own").ending == load("ub2024").ending  # with a key of its own, as `rules check` demands


def test_one_provision(puur: Run) -> None:
    status, out, _ = puur("rules", "ub2024", "ub-wcmp-02")
    said = " ".join(out.split())
    assert status == 0
    assert "UB-WCMP-02" in out
    assert "geht der Weis aus mehr Karten vor" in said
    assert "Was das Reglement offenlässt: Das Regelwerk führt" in said
    assert "Werte in ub2024: weis.steps" in said


def test_what_is_not_translated_is_marked(puur: Run) -> None:
    """Every provision is there in four languages; notes on what a book leaves open are in German and English."""
    out = puur("--lang", "fr", "rules", "ub2024", "UB-END-01")[1]
    assert "La partie est finie dès qu’une équipe atteint 2000 points." in " ".join(out.split())
    assert "[pas encore traduit, texte allemand]" in out  # its note
    assert "[pas encore" not in puur("--lang", "fr", "rules", "ub2024", "UB-END-02")[1]
    assert "not translated" not in puur("--lang", "en", "rules", "ub2024", "UB-END-01")[1]
    told = json.loads(puur("--lang", "it", "rules", "ub2024", "UB-END-02", "--json")[1])
    assert (told["translated"], told["lang"]) == (True, "it")
    assert told["text"] == "Chi vince la partita scrive due stanghette nella tabella."


@pytest.mark.parametrize("book", ["ajz08", "tam2014", "tam2014-cp", "nws2020", "ub2024", "jassregeln"])
def test_every_provision_is_reachable(puur: Run, book: str) -> None:
    listed = json.loads(puur("rules", book, "--provisions", "--json")[1])
    assert [one["id"] for one in listed] == [one.id for one in provisions(book)]
    out = puur("rules", book, "--provisions")[1]
    assert all(one.id in out for one in provisions(book))


def test_provisions_of_one_part(puur: Run) -> None:
    listed = json.loads(puur("rules", "ub2024", "--part", "core", "--json")[1])
    assert len(listed) == 102  # counted in the source of the catalogue
    assert {one["part"] for one in listed} == {"core"}


def test_tam2014_names_its_four_books(puur: Run) -> None:
    out = puur("rules", "tam2014")[1]
    assert all(key in out for key in shipped() if key.startswith("tam2014"))
    assert len(json.loads(puur("rules", "tam2014", "--json")[1])) == 4
    assert puur("rules", "tam2014", "TAM-CP-16")[0] == 0


def test_diff_side_by_side(puur: Run) -> None:
    status, out, _ = puur("rules", "diff", "ajz08", "ub2024")
    assert status == 0
    assert max(len(line) for line in out.splitlines()) <= 80
    rows = [line.split() for line in out.splitlines()]
    place = rows.index(["Ziel", "1999", "2000"])
    assert rows[place + 1] == ["AJZ-2.2.1-52", "UB-END-01"]
    assert "Stöck zählen" not in out


def test_diff_as_json(puur: Run) -> None:
    found = json.loads(puur("rules", "diff", "ajz08", "ub2024", "--json")[1])
    assert [one["field"] for one in found] == [one.name for one in differences(load("ajz08"), load("ub2024"))]
    target = next(one for one in found if one["field"] == "ending.target")
    assert target["one"] == {"book": "ajz08", "value": 1999, "rule": "AJZ-2.2.1-52"}
    assert next(one for one in found if one["field"] == "striche.match")["one"] is None


def test_diff_of_a_book_with_itself(puur: Run) -> None:
    assert "0 Unterschiede" in puur("rules", "diff", "ub2024", "ub2024")[1]


def test_an_own_file(puur: Run, tmp_path: Path) -> None:
    file = tmp_path / "unser-club.toml"
    file.write_text(HEAD + '[ending]\ntarget = { value = 1500, rule = "Statuten Art. 4" }\n', encoding="utf-8")
    status, out, _ = puur("rules", str(file))
    assert status == 0
    assert "Unser [b]Club[/b] (unser-club)" in out  # shown as it is written, not as markup
    assert "Statuten Art." in out
    assert "1 Unterschied" in puur("rules", "diff", "ub2024", str(file))[1]
    status, out, _ = puur("rules", "check", str(file))
    assert status == 0
    assert "in Ordnung" in out
    assert json.loads(puur("rules", "check", str(file), "--json")[1])["ok"] is True


def test_mistakes_of_an_own_file_are_all_told(puur: Run, tmp_path: Path) -> None:
    file = tmp_path / "unser-club.toml"
    file.write_text(HEAD + '[dealing]\ncut_min = 99\ncutter = "oponents"\n', encoding="utf-8")
    status, out, err = puur("rules", "check", str(file))
    assert (status, out) == (2, "")
    assert f"{file}:5: dealing.cut_min: gefunden 99; erwartet: eine ganze Zahl von 1 bis 35" in err
    assert f"{file}:6: dealing.cutter" in err
    assert "Traceback" not in err
    status, out, _ = puur("rules", "check", str(file), "--json")
    told = json.loads(out)
    assert (status, told["ok"]) == (2, False)
    assert [(one["line"], one["field"]) for one in told["problems"]] == [(5, "dealing.cut_min"), (6, "dealing.cutter")]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ub2042",), "ub2024?"),
        (("ub2024", "UB-WCMP-3"), "UB-WCMP-03"),
        (("ub2024", "JR-DEAL-03"), "puur rules jassregeln JR-DEAL-03"),
        (("ub2024", "xyzzy"), "xyzzy"),
        (("diff", "ub2024"), "diff"),
        (("check",), "check"),
        (("ub2024", "a", "b"), "puur rules --help"),
        (("ub2024", "--part", "kern"), "core, referee"),
        (("ub2024", "--lang", "rm"), "de, fr, it, en"),
    ],
)
def test_a_slip_gets_one_clear_line_and_status_2(puur: Run, arguments: tuple[str, ...], said: str) -> None:
    status, out, err = puur("rules", *arguments)
    assert (status, out) == (2, "")
    assert said in err
    assert err.startswith("Fehler: ")


def test_lang_after_the_command(puur: Run) -> None:
    out = puur("rules", "--lang", "en")[1]
    assert "2000 points" in out
    assert "Punkte" not in out


@pytest.mark.parametrize("name", sorted(slots()))
def test_every_field_and_every_value_has_words(name: str) -> None:
    said = texts()
    assert f"rules.field.{name}" in said
    assert f"rules.section.{name.split('.')[0]}" in said
    hint = slots()[name].hint
    for kind in (hint, *typing.get_args(hint)):
        if isinstance(kind, type) and issubclass(kind, Enum):
            assert {f"rules.value.{kind.__name__}.{one.value}" for one in kind} <= said.keys()


def test_every_variant_has_words() -> None:
    assert {f"rules.mode.{name}" for name in VARIANTS} <= texts().keys()


def test_checking_a_book_says_which_bots_do_not_know_it(puur: Run, tmp_path: Path) -> None:
    path = tmp_path / "eigen.toml"
    path.write_text(HEAD + "[scoring]\nlast_trick = 10\n", encoding="utf-8")
    status, out, _ = puur("rules", "check", str(path))
    assert status == 0
    assert "meister kennt in diesem Reglement nicht: scoring.last_trick. Stattdessen spielt Stammtisch." in " ".join(out.split())
    _, told, _ = puur("rules", "check", str(path), "--json")
    assert json.loads(told)["unknown_to_bots"] == {level: ["scoring.last_trick"] for level in ("klub", "meister", "jasskoenig")}


@pytest.mark.parametrize(
    ("base", "section", "field", "switch"),
    [
        ("tam2014-es", "[ending]\nausmach = ['stoeck', 'weis', 'stich']", "ending.ausmach", "ending.target"),
        ("tam2014-es", "[stoeck]\npoints = 30", "stoeck.points", "stoeck.enabled"),
        ("tam2014-es", "[weis]\nneeds_trick = true", "weis.needs_trick", "weis.enabled"),
        ("tam2014-cp", "[modes]\nE = 2", "modes", "form"),
        ("ub2024", "[writing]\ndifference = 'split'", "writing.difference", "ending.deals"),
        ("sidi-barrani", "[bidding]\npick_up = 'after-decision'", "bidding.pick_up", "form"),  # nobody pushes: nobody waits
    ],
)
def test_a_field_that_means_nothing_in_a_book_is_said_to(
    puur: Run, tmp_path: Path, base: str, section: str, field: str, switch: str
) -> None:
    path = tmp_path / "eigen.toml"
    path.write_text(f'key = "eigen"\ntitle = "Eigen"\nextends = "{base}"\n{section}\n', encoding="utf-8")
    _, told, _ = puur("rules", "check", str(path), "--json")
    assert json.loads(told)["idle"] == {field: switch}
    status, out, _ = puur("rules", "check", str(path))
    assert status == 0
    assert f"{field} bewirkt in diesem Reglement nichts, wegen {switch}." in " ".join(out.split())


def test_an_act_that_is_spelt_almost_like_a_known_one_is_told(puur: Run, tmp_path: Path) -> None:
    """AJZ's list (3.4) has Falsches Bedanken as `false-thanks`; an act of the club's own resembles none."""
    path = tmp_path / "eigen.toml"
    acts = "[penalties]\nfalse-thank = 400\nlate-beer = 5\nwrong-lead = 10\n"
    path.write_text(f'key = "eigen"\ntitle = "Eigen"\nextends = "ajz08"\n{acts}', encoding="utf-8")
    _, told, _ = puur("rules", "check", str(path), "--json")
    assert json.loads(told)["misspelt_acts"] == {"false-thank": "false-thanks"}
    status, out, _ = puur("rules", "check", str(path))
    assert status == 0
    assert "penalties.false-thank kennt der Schiedsrichter nicht. Ist false-thanks gemeint?" in " ".join(out.split())


@pytest.mark.parametrize(
    ("section", "field"), [("dropped = 3", "evening.dropped"), ("tie_breaks = ['matches', 'matches']", "evening.tie_breaks")]
)
def test_an_evening_that_contradicts_itself_is_an_error(puur: Run, tmp_path: Path, section: str, field: str) -> None:
    path = tmp_path / "eigen.toml"
    path.write_text(f'key = "eigen"\ntitle = "Eigen"\nextends = "nws2020"\n[evening]\n{section}\n', encoding="utf-8")
    status, told, _ = puur("rules", "check", str(path), "--json")
    assert status == 2
    assert [(problem["line"], problem["field"]) for problem in json.loads(told)["problems"]] == [(5, field)]
