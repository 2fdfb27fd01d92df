"""The three packages: `puur-core` works on a bare Python, and all together they are the whole folder, each file
once."""

from __future__ import annotations

import importlib.util
import os
import shlex
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import puur
from tests.cli.test_pages import LINES

TOP = Path(__file__).resolve().parent.parent
CORE = TOP / "packages" / "puur-core"
NETWORK = TOP / "packages" / "puur-network"
ALONE = """
import sys
import puur
game = puur.new_deal("ub2024", seed=5)
puur.play(game, "stammtisch", seed=1)
puur.deal(game, seed=6)
for book in puur.books():
    puur.new_deal(book, seed=1)
assert puur.read(puur.line(game)) == game
assert puur.provision("UB-POINTS-05", "de").startswith("Der letzte Stich")
from puur.core.events import IncidentReported
assert puur.rule(game, IncidentReported("looked", 0, trick=2)).provisions
from puur.notation import format_jass, parse_jass, to_json
outside = {name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names) - {"puur", "__main__"}
assert not outside, outside
print("alone", puur.__version__)
"""


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("wheels")
    for source in (CORE, NETWORK, TOP):
        command = [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "--quiet",
            "--no-deps",
            "--no-build-isolation",
            "--no-index",
            "-w",
            str(folder),
        ]
        subprocess.run([*command, str(source)], check=True, timeout=300)
    return {path.name.partition("-")[0]: path for path in folder.glob("*.whl")}


def _files(wheel: Path) -> set[str]:
    return {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}


def test_each_file_is_in_one_package(wheels: dict[str, Path]) -> None:
    core, network, whole = (_files(wheels[name]) for name in ("puur_core", "puur_network", "puur"))
    assert not core & whole
    assert network == {"puur/bots/network.npz", "puur/bots/solo.npz"}
    assert not network & (core | whole)
    tracked = subprocess.run(["git", "ls-files", "puur"], cwd=TOP, capture_output=True, text=True, check=True).stdout.split("\n")
    assert {name for name in tracked if name} <= core | network | whole
    spec = importlib.util.spec_from_file_location("layout", CORE / "layout.py")
    assert spec is not None
    assert spec.loader is not None
    layout = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(layout)
    left_out = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"][
        "exclude"
    ]
    assert left_out == [f"/puur/{part}" for part in layout.PARTS]


def test_the_core_works_on_a_bare_python(wheels: dict[str, Path], tmp_path: Path) -> None:
    """Without site-packages there is nothing but the standard library and the unpacked wheel."""
    with zipfile.ZipFile(wheels["puur_core"]) as wheel:
        wheel.extractall(tmp_path)
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PYTHONWARNINGS": "error"}
    told = subprocess.run(
        [sys.executable, "-S", "-c", ALONE], env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert told.stdout == f"alone {puur.__version__}\n", told.stderr


def test_the_core_is_small(wheels: dict[str, Path]) -> None:
    """A bound of ours: what a page in a browser loads along with Python itself."""
    assert wheels["puur_core"].stat().st_size < 1_500_000


def test_the_packages_have_one_version_and_the_core_asks_for_nothing() -> None:
    whole = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    core = tomllib.loads((CORE / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert f"puur-core=={puur.__version__}" in whole["dependencies"]
    assert core["dependencies"] == []
    assert f"puur-network=={puur.__version__}" in whole["dependencies"]
    assert f"puur-network=={puur.__version__}" in core["optional-dependencies"]["network"]


def test_the_pip_lines_of_the_pages_install_what_they_say(wheels: dict[str, Path], tmp_path: Path) -> None:
    """Each line as it stands, in a fresh environment that knows no index but the wheels built here.

    What others publish cannot be fetched: the core asks for nothing and is installed whole; the rest comes without its
    dependencies, which are lent from this interpreter, and every extra that a line names has to exist.
    """
    lines = [line for page in LINES.values() for line in page if line.startswith("pip install ")]
    assert lines[0] == "pip install puur-core"
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True, timeout=300)
    python = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin") / "python"
    bare = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "PIP_CONSTRAINT")}
    bare |= {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": str(wheels["puur_core"].parent)}

    def run(*arguments: str, **more: str) -> str:
        told = subprocess.run(
            [str(python), *arguments], env={**bare, **more}, cwd=tmp_path, capture_output=True, text=True, timeout=300
        )
        assert told.returncode == 0, told.stdout + told.stderr
        return told.stdout + told.stderr

    lent = os.pathsep.join(path for path in sys.path if path.endswith("site-packages"))
    assert "pip install puur" in lines
    for line in dict.fromkeys(lines):
        run("-m", "pip", "uninstall", "--yes", "--quiet", "puur", "puur-core", "puur-network")
        if line != "pip install puur-core" and "puur-core" not in line:
            run("-m", "pip", "install", "--quiet", "puur-core")
        alone = () if line == "pip install puur-core" else ("--no-deps",)
        told = run("-m", *shlex.split(line), *alone)
        assert "does not provide the extra" not in told, line
        where = run("-c", "import puur; puur.play(puur.new_deal('ub2024', seed=5), 'stammtisch', seed=1); print(puur.__file__)")
        assert Path(where.strip()).is_relative_to(tmp_path / "venv"), line
        if line == "pip install puur":  # which brings the command
            assert run("-m", "puur", "--version", PYTHONPATH=lent) == f"puur {puur.__version__}\n"
