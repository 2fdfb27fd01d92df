"""The corpus through Puur's own engine, in the process and as a checker would run it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.corpus.check import HERE, KINDS, UNKNOWN, VERSION, Tally, badge, cases, check, report
from tests.corpus.puur_engine import answer


@pytest.mark.parametrize("kind", KINDS)
def test_the_core_answers_every_case(kind: str) -> None:
    asked, wrong = check(answer, (kind,))
    assert asked > 0
    assert wrong == []


def test_the_checker_runs_an_engine_and_finds_a_wrong_one() -> None:
    script = [sys.executable, str(HERE / "check.py"), "--kind", "ausmach", "--engine"]
    right = subprocess.run([*script, f"{sys.executable} {HERE / 'puur_engine.py'}"], capture_output=True, text=True, check=False)
    assert right.returncode == 0, right.stdout + right.stderr
    assert right.stdout.strip().endswith("0 wrong")
    silly = "import sys\nfor line in sys.stdin: print('{\"winner\": 0}', flush=True)"
    wrong = subprocess.run([*script, f'{sys.executable} -c "{_escaped(silly)}"'], capture_output=True, text=True, check=False)
    assert wrong.returncode == 1
    assert "ausmach-weis-before-trick: expected" in wrong.stdout


def test_what_an_engine_does_not_know_is_neither_right_nor_wrong() -> None:
    """Of the twelve cases of the order of finishing an engine answers the first alone, and that one wrongly."""
    first = next(cases("ausmach"))
    tally = report(lambda _kind, _given, name: {"winner": 7} if name == first["id"] else UNKNOWN, ("ausmach",))["ausmach"]
    assert (tally.asked, tally.unknown, tally.right, len(tally.wrong)) == (12, 11, 0, 1)
    assert f'aria-label="jass corpus {VERSION}: 0 of 12"' in badge({"ausmach": tally})
    whole = {kind: Tally(asked=2) for kind in KINDS}
    assert "18 of 18" in badge(whole)
    assert badge(whole).count("#2d7d46") == 1
    assert "#2d7d46" not in badge({"ausmach": Tally(asked=2)})  # one question is not the corpus


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


def test_every_case_has_its_own_id_and_a_source() -> None:
    ids = [case["id"] for kind in KINDS for case in cases(kind)]
    assert len(ids) == len(set(ids))
    assert all(case["source"] for kind in KINDS for case in cases(kind))


def test_the_known_trap_is_laid() -> None:
    traps = [case for case in cases("legal") if case["id"].startswith("legal-trap")]
    assert len(traps) >= 5
    assert all(len(case["input"]["trick"]) == 3 for case in traps)


def test_the_generated_cases_can_be_made_again(tmp_path: Path) -> None:
    """The same seed gives the same files; whole games are kept as they are, since how a random game goes may change."""
    kinds = tuple(kind for kind in KINDS if kind != "game")
    before = {kind: (HERE / f"{kind}.json").read_bytes() for kind in kinds}
    code = "import tests.corpus.generate as g, pathlib, sys; g.HERE = pathlib.Path(sys.argv[1]); g.main(games=0)"
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True, cwd=HERE.parents[1])
    assert {kind: (tmp_path / f"{kind}.json").read_bytes() for kind in kinds} == before
