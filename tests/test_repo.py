"""The repository itself: what it names, what it pins, and the tool behind `make rules`."""

from __future__ import annotations

import doctest
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.rules_coverage import (
    CoverageError,
    MarkedTest,
    Provision,
    Row,
    coverage,
    main,
    named_after,
    problems,
    read_catalogue,
    slug,
)

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("puur", "tests", "tools", "bench", "deploy", "docs", ".ci")
TEXT = {".py", ".toml", ".json", ".md", ".sh", ".txt", ".jass", ".yaml", ".yml", ".html", ".css", ".js", ""}
# Absolute paths of somebody's machine; not the path part of an address.
MACHINE_PATH = re.compile(r"(?<![\w.:/])/(?:work|root|home|Users|tmp)/|[A-Z]:\\Users\\")


def text_files() -> Iterator[Path]:
    found = [path for path in ROOT.iterdir() if path.is_file() and path.name not in (".git", ".setup.lock")]
    for folder in FOLDERS:
        found += (path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts)
    return (path for path in sorted(found) if path.suffix in TEXT)


def pins() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {canonicalize_name(name): version for name, version in pinned}


def test_no_file_names_a_path_of_one_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in text_files()
        for line in path.read_text(encoding="utf-8").splitlines()
        if MACHINE_PATH.search(line)
    ]
    assert found == []


def test_the_path_check_sees_one() -> None:
    folder = "home"
    assert MACHINE_PATH.search(f"see /{folder}/anna/puur")
    assert not MACHINE_PATH.search(f"https://example.org/{folder}/anna")


def test_data_of_the_package_is_spelt_the_swiss_way() -> None:
    data = [path for path in text_files() if path.is_relative_to(ROOT / "puur") and path.suffix in {".toml", ".json"}]
    assert data
    assert [path.name for path in data if "ß" in path.read_text(encoding="utf-8")] == []


def test_constraints_are_exact_and_name_no_place() -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    wrong = [line for line in lines if not line.startswith("#") and not re.fullmatch(r"[A-Za-z0-9_.-]+==[0-9][\w.]*", line)]
    assert wrong == []
    assert not [line for line in lines if "://" in line]


def test_everything_that_is_installed_is_pinned() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    extras = project["project"]["optional-dependencies"]
    waiting = [*project["project"]["dependencies"], *extras["dev"], *project["build-system"]["requires"], "editables"]
    seen: dict[str, str] = {}
    while waiting:
        requirement = Requirement(waiting.pop())
        name = canonicalize_name(requirement.name)
        if name in seen or (requirement.marker and not requirement.marker.evaluate({"extra": ""})):
            continue
        installed = distribution(name)
        seen[name] = installed.version
        waiting += installed.requires or []
    del seen["pip"]  # pip-audit names it; it is what installs the others, and comes with Python
    del seen["puur-core"], seen["puur-network"]  # of this repository
    assert {name: version for name, version in seen.items() if pins().get(name) != version} == {}


def test_the_readme_names_only_targets_that_exist_and_its_examples_run() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    assert set(re.findall(r"make ([a-z-]+)", readme)) <= targets
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


# The tool behind `make rules`


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    folder = tmp_path / "catalogue"
    folder.mkdir()
    (folder / "bookb.toml").write_text(
        '["B-1-1"]\npart = "core"\nautomate = "full"\nde = "x"\nen = "x"\n'
        '["B-1-10"]\npart = "core"\nautomate = "record"\nde = "x"\nen = "x"\n'
        '["B-2"]\npart = "core"\nautomate = "inform"\nde = "Text"\nen = "text"\n'
        '["B-3"]\npart = "core"\nautomate = "inform"\nde = "Text"\nen = ""\n',
        encoding="utf-8",
    )
    (folder / "booka.toml").write_text(
        '["A-2.1-01"]\npart = "club"\nautomate = "full"\n["A-2.1-02"]\npart = "core"\nautomate = "full"\n',
        encoding="utf-8",
    )
    return folder


def noted(tmp_path: Path, **tests: tuple[list[str], list[str], str]) -> Path:
    """What a run of tests noted: ids, roads and outcome by name."""
    record = tmp_path / "record.json"
    parts = ("ids", "roads", "outcome")
    record.write_text(json.dumps({f"t.py::{name}": dict(zip(parts, test, strict=True)) for name, test in tests.items()}))
    return record


def run(catalogue: Path, record: Path, *options: str) -> int:
    return main(
        ["--catalogue", str(catalogue), "--record", str(record), "--unreached", str(record.with_name("list.toml")), *options]
    )


@pytest.mark.parametrize(("id_", "expected"), [("UB-WCMP-03", "ub_wcmp_03"), ("AJZ-2.2.1-09", "ajz_2_2_1_09")])
def test_slug(id_: str, expected: str) -> None:
    assert slug(id_) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("test_b_1_1_does_it", True),
        ("test_does_it_b_1_1", True),
        ("test_does_it[B-1-1]", True),
        ("test_does_it[EA-B-1-1-157]", True),
        ("test_b_1_10_does_it", False),  # another provision
        ("test_bb_1_1", False),
        ("test_does_it", False),
    ],
)
def test_a_test_is_named_after_its_provision(name: str, expected: bool) -> None:
    assert named_after(MarkedTest(f"t.py::{name}", ("B-1-1",))) is expected


def test_the_catalogue_is_read_book_by_book(catalogue: Path) -> None:
    provisions = read_catalogue(catalogue)
    assert list(provisions) == ["A-2.1-01", "A-2.1-02", "B-1-1", "B-1-10", "B-2", "B-3"]
    assert provisions["A-2.1-01"] == Provision("A-2.1-01", "booka", "club", shown=False)
    assert [id_ for id_, provision in provisions.items() if provision.shown] == ["B-2"]  # B-3 has no English text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('["X-1"\n', r"bad\.toml"),
        ('["X-1"]\npart = "heart"\n', "X-1: part is 'heart', expected one of core"),
        ('["X-1"]\nautomate = "full"\n', "X-1: part is None"),
        ('["B-2"]\npart = "core"\n', "bookb.toml: B-2 is in bad already"),
    ],
)
def test_a_bad_catalogue_is_refused(catalogue: Path, text: str, message: str) -> None:
    (catalogue / "bad.toml").write_text(text, encoding="utf-8")
    with pytest.raises(CoverageError, match=message):
        read_catalogue(catalogue)


def test_an_empty_catalogue_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CoverageError, match="no provisions"):
        read_catalogue(tmp_path)


def test_a_provision_counts_by_the_roads_of_tests_that_passed(catalogue: Path) -> None:
    tests = [
        MarkedTest("t.py::test_b_1_1", ("B-1-1", "A-2.1-01"), ("page", "game")),
        MarkedTest("t.py::test_b_1_1_again", ("B-1-1",), ("command",), passed=False),
        MarkedTest("t.py::test_b_1_10", ("B-1-10",)),  # a helper was asked; nobody does that
        MarkedTest("t.py::test_b_3", ("B-3",), ("season",), passed=False),
    ]
    assert coverage(read_catalogue(catalogue), tests, ["A-2.1-02"]) == [
        Row("booka", "core", {}, (), ("A-2.1-02",), ()),  # core before club
        Row("booka", "club", {"A-2.1-01": ("game", "page")}, (), (), ()),
        Row("bookb", "core", {"B-1-1": ("game", "page")}, ("B-2",), (), ("B-1-10", "B-3")),
    ]


def test_problems_are_unknown_ids_wrong_names_and_a_list_that_did_not_shrink(catalogue: Path) -> None:
    tests = [
        MarkedTest("t.py::test_b_1_1", ("B-1-1", "B-99"), ("game",)),
        MarkedTest("t.py::test_other", ("B-1-1", "B-2")),
    ]
    assert problems(read_catalogue(catalogue), tests, ["B-1-1", "B-1-10", "B-98"]) == [
        "t.py::test_b_1_1: there is no provision B-99",
        "t.py::test_other: the name does not contain b_1_1 or b_2",
        "not yet reachable: B-1-1 has a road now (game); take it off the list",
        "not yet reachable: there is no provision B-98",
    ]


def test_every_provision_says_how_it_is_proven(catalogue: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = noted(tmp_path, test_b_1_1=(["B-1-1", "A-2.1-01"], ["game", "page"], "passed"))
    record.with_name("list.toml").write_text('B-3 = "Nobody can ask."\n')
    assert run(catalogue, record) == 0
    lines = [line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()]
    assert ["B-1-1", "game, page"] in lines
    assert ["B-2", "shown only"] in lines
    assert ["B-3", "not yet reachable: Nobody can ask."] in lines
    assert ["B-1-10", "MISSING"] in lines
    assert lines[-1] == [
        "total",
        "        2         2         0         0         0         2         1         1         2".strip(),
    ]


def test_a_required_part_must_be_complete(catalogue: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = noted(tmp_path, test_a_2_1_01=(["A-2.1-01"], ["season"], "passed"))
    assert run(catalogue, record, "--require", "club") == 0
    assert run(catalogue, record, "--require", "club", "--require", "core") == 1
    assert "bookb: core must be complete but lacks B-1-1, B-1-10, B-3" in capsys.readouterr().err


def test_without_a_run_nothing_is_proven(catalogue: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(catalogue, tmp_path / "none.json") == 1
    assert "no test of a provision has run yet" in capsys.readouterr().err


@pytest.mark.parametrize("workers", [(), ("-n", "2")], ids=["here", "in workers"])
def test_a_run_notes_ids_roads_and_outcomes(tmp_path: Path, workers: tuple[str, ...]) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers = rule(id): a provision\n")
    (tmp_path / "test_suite.py").write_text(
        "import subprocess\nimport pytest\nfrom puur import api\n\n"
        '@pytest.mark.rule("B-1-1")\ndef test_b_1_1_played(): api.new_game("tam2014-es")\n\n'
        '@pytest.mark.rule("B-1-10")\ndef test_b_1_10_no_road(): api.levels()\n\n'
        '@pytest.mark.rule("B-2")\ndef test_b_2_broken(): api.new_game("tam2014-es"); assert False\n\n'
        '@pytest.mark.skip\n@pytest.mark.rule("B-3")\ndef test_b_3_later(): pass\n\n'
        '@pytest.mark.rule("A-2.1-01")\ndef test_a_2_1_01_typed(): subprocess.run(["puur"], executable="/bin/true")\n'
    )
    command = [sys.executable, "-m", "pytest", "-q", "-p", "tools.roads", "--rootdir", str(tmp_path), *workers, str(tmp_path)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
    record = json.loads((tmp_path / ".pytest_cache" / "provisions.json").read_text())
    assert {node.partition("::")[2]: (test["ids"], test["roads"], test["outcome"]) for node, test in record.items()} == {
        "test_b_1_1_played": (["B-1-1"], ["game"], "passed"),
        "test_b_1_10_no_road": (["B-1-10"], [], "passed"),
        "test_b_2_broken": (["B-2"], ["game"], "failed"),
        "test_a_2_1_01_typed": (["A-2.1-01"], ["command"], "passed"),
    }


def test_a_missing_catalogue_fails_the_run(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--catalogue", str(tmp_path / "none")]) == 1
    assert "no provisions in" in capsys.readouterr().err
