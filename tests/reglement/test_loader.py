"""Loading a book: every kind of mistake with its line and field, all at once, and hostile input with one clear error."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

import puur
from puur.core.reglement import Cutter, Schreiber
from puur.reglement import Problem, ReglementError, load, load_text
from puur.reglement.loader import BIGGEST
from puur.reglement.problems import MOST
from puur.words import LANGUAGES, texts
from puur.words.problems import problem_text

HEAD = 'key = "unser-club"\ntitle = "Unser Club"\nextends = "ub2024"\n'  # three lines


def problems(text: str, head: str = HEAD) -> tuple[Problem, ...]:
    with pytest.raises(ReglementError) as error:
        load_text(head + text, "unser-club.toml")
    for problem in error.value.problems:
        assert len({problem_text(problem, lang) for lang in LANGUAGES}) == len(LANGUAGES)  # each language says it in its own words
    return error.value.problems


# The text after the three lines of HEAD; then line, field, kind, what was found.
MISTAKES = [
    ("[dealing]\ncut_min = 0", 5, "dealing.cut_min", "int", "0"),
    ("[dealing]\ncut_min = 36", 5, "dealing.cut_min", "int", "36"),
    ("[dealing]\ncut_min = true", 5, "dealing.cut_min", "int", "true"),
    ("[dealing]\ncut_min = 3.0", 5, "dealing.cut_min", "int", "3.0"),
    ("[dealing]\ncut_min = 10\ncut_max = 9", 5, "dealing.cut_min", "cut-order", "10"),
    ("[dealing]\npackets = [3, 3, 4]", 5, "dealing.packets", "packets", "[3, 3, 4]"),
    ("[dealing]\npackets = [\n  3,\n  0,\n  6,\n]", 7, "dealing.packets[1]", "int", "0"),
    ("[dealing]\npackets = 9", 5, "dealing.packets", "list", "9"),
    ("[dealing]\npackets = []", 5, "dealing.packets", "list-length", "[]"),
    ('[dealing]\ncutter = "oponents"', 5, "dealing.cutter", "one-of-near", '"oponents"'),
    ("[dealing]\ncutter = 1", 5, "dealing.cutter", "one-of", "1"),
    ('[dealing]\nfirst_dealer = "none"', 5, "dealing.first_dealer", "first-dealer", "nothing"),
    ('[table]\nschreiber = "none"\n[dealing]\nfirst_dealer = "schreiber"', 7, "dealing.first_dealer", "needs-schreiber",
     '"schreiber"'),
    ("dealing.cut_mni = 3", 4, "dealing.cut_mni", "unknown-near", '"cut_mni"'),
    ("[dealling]\ncut_min = 3", 4, "dealling", "unknown-near", '"dealling"'),
    ("xyzzy = 3", 4, "xyzzy", "unknown", '"xyzzy"'),
    ("dealing = 3", 4, "dealing", "table", "3"),
    ("modes = 3", 4, "modes", "table", "3"),
    ("[dealing]\ncut_min = { value = 3, rul = \"x\" }", 5, "dealing.cut_min.rul", "unknown-near", '"rul"'),
    ("[dealing]\ncut_min = { rule = \"UB-DEAL-05\" }", 5, "dealing.cut_min", "value-key", '{"rule": "UB-DEAL-05"}'),
    ("[dealing]\ncut_min = { value = 3, rule = \"UB-DEAL-5\" }", 5, "dealing.cut_min.rule", "no-provision", '"UB-DEAL-5"'),
    ("[dealing]\ncut_min = { value = 3, rule = [] }", 5, "dealing.cut_min.rule", "rule", "[]"),
    ("[dealing]\ncut_min = { value = 3, rule = 7 }", 5, "dealing.cut_min.rule", "rule", "7"),
    ("[dealing]\ncut_min = { value = 3, rule = [\"UB-DEAL-05\", \"\"] }", 5, "dealing.cut_min.rule[1]", "rule", '""'),
    ("[modes]\nE = 1\nZ = 2", 6, "modes.Z", "mode", '"Z"'),
    ("[modes]\nE = 101", 5, "modes.E", "int", "101"),
    ("[modes]", 4, "modes", "no-modes", "nothing"),
    ('[bidding]\nfirst_speaker = "holder"', 4, "bidding.first_card", "first-card", "nothing"),
    ('[bidding]\nfirst_card = "L1"', 5, "bidding.first_card", "card", '"L1"'),
    ("[bidding]\nfirst_card = 7", 5, "bidding.first_card", "card", "7"),
    ('[bidding]\npush = "ja"', 5, "bidding.push", "bool", '"ja"'),
    ("[bidding]\nfinal = false", 5, "bidding.final", "only-true", "false"),
    ("[play]\nfollow = false", 5, "play.follow", "only-true", "false"),
    ('[weis]\nsteps = [\n  "points",\n  "cardz",\n]', 7, "weis.steps[1]", "one-of-near", '"cardz"'),
    ('[weis]\nsteps = ["points", "points"]', 5, "weis.steps", "repeated", '["points", "points"]'),
    ("[weis.values]\nruns = [20, 50]", 5, "weis.values.runs", "list-of", "[20, 50]"),
    ("[weis.values]\nruns = [50, 20, 100, 150, 200, 250, 300]", 5, "weis.values.runs", "rising",
     "[50, 20, 100, 150, 200, 250, 300]"),
    ("[weis]\nvalues = 3", 5, "weis.values", "table", "3"),
    ("[scoring]\nlast_trick = 10\ntotal = 157", 6, "scoring.total", "total", "157"),
    ("[ending]\ndeals = 12", 4, "ending.target", "target-or-deals", "2000"),
    ("[ending]\ntarget = 0", 5, "ending.target", "target-or-deals", "0"),
    ("[ending]\ntarget = -1", 5, "ending.target", "int", "-1"),
    ("[ending]\ntarget = 100001", 5, "ending.target", "int", "100001"),
    ('[ending]\nausmach = ["stoeck", "weis"]', 5, "ending.ausmach", "ausmach", '["stoeck", "weis"]'),
    ('[ending]\nfalse_thanks = "penalty"', 5, "penalties.false-thanks", "penalty", "nothing"),
    ("[striche]\nschneider = 0", 5, "striche.schneider", "schneider-strich", "0"),
    ('form = "schiber"', 4, "form", "one-of-near", '"schiber"'),
    ('falls_back_on = "Buch 1"', 4, "falls_back_on", "slug", '"Buch 1"'),
    ('source = "a\\u001b[31m"', 4, "source", "text", '"a\\u001b[31m"'),
]  # fmt: skip


@pytest.mark.parametrize(("text", "line", "field", "kind", "found"), MISTAKES)
def test_a_mistake_has_its_line_its_field_and_what_is_accepted(text: str, line: int, field: str, kind: str, found: str) -> None:
    (problem,) = problems(text)
    assert (problem.file, problem.line, problem.field, problem.kind) == ("unser-club.toml", line, field, kind)
    assert problem.found == found
    assert str(problem).startswith(f"unser-club.toml:{line}: {field}: found ")


@pytest.mark.parametrize(
    ("head", "field", "kind"),
    [
        ('title = "x"\nextends = "ub2024"', "key", "required"),
        ('key = "x"\nextends = "ub2024"', "title", "required"),
        ('key = "Unser Club"\ntitle = "x"\nextends = "ub2024"', "key", "slug"),
        ('key = "ub2024"\ntitle = "x"\nextends = "ub2024"', "key", "taken"),
        ('key = "x"\ntitle = ""\nextends = "ub2024"', "title", "text"),
        ('key = "x"\ntitle = "x"\nextends = "../ub.toml"', "extends", "no-folder"),
        ('key = "x"\ntitle = "x"\nextends = 3', "extends", "missing-file"),
    ],
)
def test_mistakes_in_the_head(head: str, field: str, kind: str) -> None:
    assert (field, kind) in [(problem.field, problem.kind) for problem in problems("", head)]


def test_a_passe_has_no_striche_for_a_target() -> None:
    found = problems("[ending]\ntarget = 0\ndeals = 12")
    assert [(one.field, one.kind) for one in found] == [
        ("striche.bergpreis", "needs-target"), ("striche.victory", "needs-target"), ("striche.schneider", "needs-target"),
    ]  # fmt: skip


def test_everybody_deals_equally_often() -> None:
    head = 'key = "x"\ntitle = "x"\nextends = "nws2020"\n'
    (problem,) = problems("[ending]\ndeals = 10", head)
    assert (problem.line, problem.field, problem.kind) == (5, "ending.deals", "deals-four")


def test_a_coiffeur_has_two_deals_per_variant() -> None:
    head = 'key = "x"\ntitle = "x"\nextends = "tam2014-cp"\n'
    (problem,) = problems("[coiffeur.factors]\nE = 1\njoker = 2", head)
    assert (problem.field, problem.kind, problem.facts["value"]) == ("ending.deals", "deals-lines", "4")
    (problem,) = problems("[coiffeur.factors]\nE = 1\njocker = 2\n[ending]\ndeals = 2", head)
    assert (problem.line, problem.field, problem.kind) == (6, "coiffeur.factors.jocker", "one-of-near")
    assert [one.kind for one in problems("[coiffeur.factors]", head)] == ["no-factors"]


def test_enum_values_are_listed_and_the_meant_one_is_named() -> None:
    (problem,) = problems('[dealing]\ncutter = "oponents"')
    assert problem_text(problem, "en").endswith("; expected: opponents? Possible: preceding, opponents")


def test_all_mistakes_at_once_in_the_order_of_the_lines() -> None:
    found = problems(
        'fom = "schieber"\n[modes]\nZ = 2\n[dealing]\ncut_min = 40\npackets = [4, 4]\n[weis]\nneeds_trick = "ja"\n'
        "[ending]\ndeals = 12\n"
    )
    assert [(one.line, one.field) for one in found] == [
        (4, "fom"), (6, "modes.Z"), (8, "dealing.cut_min"), (9, "dealing.packets"), (11, "weis.needs_trick"),
        (12, "ending.target"),
    ]  # fmt: skip


def test_a_faulty_value_is_not_compared_with_others() -> None:
    assert [one.field for one in problems("[ending]\ntarget = 0\ndeals = -3")] == ["ending.deals"]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [("[dealing\n", 4, 9), ("cut = = 3\n", 4, 7), ("a = 1\na = 2\n", 5, 6), ('a = "\n', 4, 6)],
)
def test_syntax_errors_have_line_and_column(text: str, line: int, column: int) -> None:
    (problem,) = problems(text)
    assert (problem.line, problem.column, problem.kind) == (line, column, "syntax")
    assert problem.place == f"unser-club.toml:{line}:{column}"


def test_syntax_error_at_the_end_of_the_file() -> None:
    (problem,) = problems('a = """')
    assert (problem.line, problem.kind) == (4, "syntax")


def test_values_and_provisions() -> None:
    book = load_text(
        HEAD + '[dealing]\ncut_min = 5\ncutter = { value = "preceding", rule = "Statuten Art. 4" }\n'
        'packets = { value = [3, 3, 3], rule = ["ub-deal-08", "UB-DEAL-07"] }\n',
        "unser-club.toml",
    )
    assert book.dealing.cut_min == 5
    assert book.rule("dealing.cut_min") == "unser-club: dealing.cut_min"  # its own, no longer UB-DEAL-05
    assert book.dealing.cutter is Cutter.PRECEDING
    assert book.rule("dealing.cutter") == "Statuten Art. 4"
    assert book.rule("dealing.packets") == "UB-DEAL-08"  # the first of the list
    assert book.rule("dealing.cut_max") == "UB-DEAL-05"  # inherited
    assert book.table.schreiber is Schreiber.PER_TEAM
    assert book.source == "Unser Club"


def test_a_table_of_modes_replaces_the_inherited_one() -> None:
    book = load_text(HEAD + "[modes]\nE = 4\nslalom-oben = 2\n", "x")
    assert {str(mode): factor for mode, factor in book.modes.items()} == {"E": 4, "slalom-oben": 2}
    assert not any(name.startswith("modes") for name in book.provisions)


def test_none_takes_an_optional_value_away() -> None:
    head = 'key = "x"\ntitle = "x"\nextends = "ajz08"\n'
    book = load_text(head + '[bidding]\nfirst_speaker = "after-dealer"\nfirst_card = "none"\n', "x")
    assert book.bidding.first_card is None


def test_extends_from_a_relative_path(tmp_path: Path) -> None:
    (tmp_path / "club").mkdir()
    (tmp_path / "base.toml").write_text(HEAD.replace("unser-club", "base") + "[ending]\ntarget = 1500\n", encoding="utf-8")
    file = tmp_path / "club" / "abend.toml"
    file.write_text('key = "abend"\ntitle = "Abend"\nextends = "../base.toml"\n[dealing]\ncut_min = 4\n', encoding="utf-8")
    book = load(file)
    assert (book.key, book.ending.target, book.dealing.cut_min) == ("abend", 1500, 4)
    assert book.rule("striche.match") == "UB-STR-01"
    assert load(str(file)) == book


def test_mistakes_of_the_base_are_told_with_its_own_file(tmp_path: Path) -> None:
    (tmp_path / "base.toml").write_text(HEAD + "[ending]\ntarget = -5\n", encoding="utf-8")
    file = tmp_path / "own.toml"
    file.write_text('key = "own"\ntitle = "Own"\nextends = "base.toml"\n[dealing]\ncut_min = 0\n', encoding="utf-8")
    with pytest.raises(ReglementError) as error:
        load(file)
    told = [(Path(one.file).name, one.line, one.field, one.kind) for one in error.value.problems]
    assert told == [
        ("base.toml", 5, "ending.target", "int"), ("own.toml", 3, "extends", "base"), ("own.toml", 5, "dealing.cut_min", "int"),
    ]  # fmt: skip


def test_books_that_extend_each_other_in_a_circle(tmp_path: Path) -> None:
    for one, two in (("a", "b"), ("b", "a")):
        (tmp_path / f"{one}.toml").write_text(f'key = "{one}"\ntitle = "x"\nextends = "{two}.toml"\n', encoding="utf-8")
    with pytest.raises(ReglementError) as error:
        load(tmp_path / "a.toml")
    circle = next(one for one in error.value.problems if one.kind == "cycle")
    assert Path(circle.file).name == "b.toml"
    assert circle.line == 3
    assert circle.facts["chain"] == "a.toml -> b.toml -> a.toml"


def test_a_missing_base_is_named(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    file.write_text('key = "a"\ntitle = "x"\nextends = "gone.toml"\n', encoding="utf-8")
    with pytest.raises(ReglementError) as error:
        load(file)
    assert [(Path(one.file).name, one.line, one.field) for one in error.value.problems] == [("a.toml", 3, "extends")]


def one_problem(source: Path | str) -> Problem:
    started = time.thread_time()
    with pytest.raises(ReglementError) as error:
        load(source)
    assert time.thread_time() - started < 5  # of the processor, however busy it is
    (problem,) = error.value.problems
    return problem


def test_missing_file_and_misspelt_key(tmp_path: Path) -> None:
    assert one_problem(tmp_path / "gone.toml").kind == "missing-file"
    problem = one_problem("ub2042")
    assert problem.kind == "missing-file-near"
    assert problem.facts["near"] == "ub2024"


def test_directory_and_device(tmp_path: Path) -> None:
    assert one_problem(tmp_path).kind == "not-a-file"
    if os.path.exists("/dev/zero"):
        assert one_problem("/dev/zero").kind == "not-a-file"
    assert one_problem("a\0b").kind == "missing-file"
    assert one_problem("x" * 5000).kind == "missing-file"


HOSTILE = {
    "big": (b"# " + b"x" * BIGGEST, "too-big"),
    "binary": (bytes(range(256)) * 10, "not-utf8"),
    "latin-1": ('title = "Jasskönig"'.encode("latin-1"), "not-utf8"),
    "utf-16": (HEAD.encode("utf-16"), "not-utf8"),
    "lists": (b"a = " + b"[" * 100_000, "too-deep"),
    "tables": (b"a = " + b"{a=" * 100_000, "too-deep"),
    "dotted": (b"a." * 100_000 + b"a = 1", "too-deep"),
    "digits": (b"a = " + b"9" * 100_000, "syntax"),
    "nul": (b'key = "a"\n\0', "syntax"),
    "quotes": (b'"' * 500_000, "syntax"),
    "unclosed": (b'a = """' + b"x\n" * 400_000, "syntax"),
    "blanks": (b" \n" * 500_000 + b"=", "syntax"),
}


@pytest.mark.parametrize("name", sorted(HOSTILE))
def test_hostile_files_give_one_clear_error_quickly(tmp_path: Path, name: str) -> None:
    data, kind = HOSTILE[name]
    file = tmp_path / "hostile.toml"
    file.write_bytes(data)
    problem = one_problem(file)
    assert problem.kind == kind
    assert len(str(problem)) < 1000
    assert str(problem).isprintable()


def test_a_file_of_nonsense_does_not_answer_with_as_much_nonsense(tmp_path: Path) -> None:
    file = tmp_path / "nonsense.toml"
    file.write_text("\n".join(f"dealing.cut_{number} = 1" for number in range(20_000)), encoding="utf-8")
    started = time.thread_time()
    with pytest.raises(ReglementError) as error:
        load(file)
    assert time.thread_time() - started < 10
    assert len(error.value.problems) == MOST + 1
    assert error.value.problems[-1].kind == "more"


def test_a_byte_order_mark_is_no_mistake(tmp_path: Path) -> None:
    file = tmp_path / "bom.toml"
    file.write_bytes(b"\xef\xbb\xbf" + HEAD.encode())
    assert load(file).key == "unser-club"


def test_text_is_limited_like_a_file() -> None:
    with pytest.raises(ReglementError) as error:
        load_text("#" * (BIGGEST + 1), "x")
    assert error.value.problems[0].kind == "too-big"


def test_every_kind_of_mistake_is_used() -> None:
    """A text that no source mentions is said by nobody; that every kind has a text is checked wherever a mistake is made here."""
    sources = "".join(path.read_text(encoding="utf-8") for path in Path(puur.__file__).parent.rglob("*.py"))
    kinds = {key.removeprefix("rules.problem.").removesuffix("-near") for key in texts() if key.startswith("rules.problem.")}
    assert {kind for kind in kinds - {"line", "file"} if f'"{kind}"' not in sources} <= {"bool", "date", "time"}  # types by name
