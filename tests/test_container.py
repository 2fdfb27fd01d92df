"""The container files: they copy what exists, set what Puur reads, and never run as root. No engine is needed for that."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from puur.web.server import environment

TOP = Path(__file__).resolve().parent.parent
DOCKERFILE = (TOP / "deploy" / "Dockerfile").read_text(encoding="utf-8")
COMPOSE = (TOP / "deploy" / "compose.yaml").read_text(encoding="utf-8")
READ = (TOP / "puur" / "web" / "server" / "environment.py").read_text(encoding="utf-8") + (
    TOP / "puur" / "web" / "settings.py"
).read_text(encoding="utf-8")


def _steps() -> list[list[str]]:
    """The instructions of the Dockerfile, each as its words."""
    lines = [line for line in DOCKERFILE.replace("\\\n", " ").split("\n") if line and not line.startswith("#")]
    return [shlex.split(line) for line in lines]


def test_everything_that_is_copied_exists_and_reaches_the_build() -> None:
    sent = {
        line.removeprefix("!") for line in (TOP / ".dockerignore").read_text(encoding="utf-8").split("\n") if line.startswith("!")
    }
    copied = {source for step in _steps() if step[0] == "COPY" and not step[1].startswith("--") for source in step[1:-1]}
    assert copied
    assert copied == sent
    for source in copied:
        assert (TOP / source).exists(), source


def test_it_runs_as_a_user_without_rights_and_says_how_it_is() -> None:
    steps = _steps()
    last = max(place for place, step in enumerate(steps) if step[0] == "FROM")
    assert ["USER", "puur"] in steps[last:]
    assert any(step[0] == "HEALTHCHECK" and "/healthz" in " ".join(step) for step in steps[last:])
    assert not any(step[0] == "RUN" for step in steps[steps.index(["USER", "puur"]) :])


def test_every_variable_is_one_that_puur_reads() -> None:
    (line,) = [step for step in _steps() if step[0] == "ENV"]
    named = {word.partition("=")[0] for word in line[1:]} - {"PATH", "PYTHONDONTWRITEBYTECODE", "NUMBA_CACHE_DIR"}
    services = COMPOSE.partition("\n  database:")[0]
    named |= set(re.findall(r"^      ([A-Z_]+):", services, flags=re.MULTILINE))
    assert {"PUUR_DATA", "DATABASE_URL", "REDIS_URL", "PUUR_SECRET_KEY"} <= named
    for name in named:
        assert f'"{name}"' in READ, name
    assert environment.address({"HOST": "0.0.0.0", "PORT": "8000"}) == ("0.0.0.0", 8000)
