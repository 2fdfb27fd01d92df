"""Every session is in German, with its state in a folder of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from puur.cli import settings


@pytest.fixture(autouse=True)
def german(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(settings, "_settings", None)
    monkeypatch.setenv("PUUR_LANG", "de")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setenv("NO_COLOR", "1")


SHORT = 'key = "kurz"\ntitle = "Kurz"\nsource = "Test"\nextends = "ub2024"\n\n[ending]\ntarget = 400\n'


@pytest.fixture
def short(tmp_path: Path) -> Path:
    path = tmp_path / "kurz.toml"
    path.write_text(SHORT, encoding="utf-8")
    return path
