"""A second try is for the tests of a list, each with its reason, and for no other."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.conftest import REPEATED

HERE = Path(__file__).parent
FAILING_ONCE = """
from pathlib import Path

def fails_once(name):
    tried = Path(__file__).with_name(name)
    assert tried.exists() or tried.touch()

def test_in_the_list():
    fails_once("listed")

def test_not_in_the_list():
    fails_once("unlisted")
"""


def test_only_listed_tests_are_repeated_and_the_summary_gives_the_reason(tmp_path: Path) -> None:
    folder = tmp_path / "tests"
    folder.mkdir()
    shutil.copy(HERE / "conftest.py", folder)
    (folder / "repeated.toml").write_text('"tests/test_sample.py::test_in_the_list" = "the moon"\n', encoding="utf-8")
    (folder / "test_sample.py").write_text(FAILING_ONCE, encoding="utf-8")
    command = [sys.executable, "-m", "pytest", "-n", "2", "-p", "no:cacheprovider", "--rootdir", str(tmp_path), str(folder)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "repeated: tests/test_sample.py::test_in_the_list (the moon)" in done.stdout
    assert "1 failed, 1 passed, 1 rerun" in done.stdout
    assert "FAILED tests/test_sample.py::test_not_in_the_list" in done.stdout


def test_the_list_names_tests_that_exist() -> None:
    for name, reason in REPEATED.items():
        path, _, function = name.rpartition("::")
        assert f"def {function}(" in (HERE.parent / path).read_text(encoding="utf-8")
        assert reason
