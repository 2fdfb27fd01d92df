"""Every reason that an evening or a draw can give has a sentence in every language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import puur.evening
import puur.referee.protests
from puur.core.evening import TieBreak
from puur.words import LANGUAGES, texts
from puur.words.evening import explain, why

MODULES = [*sorted(Path(puur.evening.__file__).parent.glob("*.py")), Path(puur.referee.protests.__file__)]
JUDGED = ("control-sum",)  # what `core.control.judge` says of a sheet and an evening says in words of its own
# Which argument of these calls is the reason.
CALLS = {"refuse": 1, "RuleViolation": 1, "NoDraw": 0, "Fault": 0}


def reasons() -> Iterator[str]:
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            place = CALLS.get(ast.unparse(node.func).rpartition(".")[2])
            if place is not None and len(node.args) > place and isinstance(node.args[place], ast.Constant):
                yield str(node.args[place].value)  # type: ignore[attr-defined]


REASONS = sorted({*reasons(), *JUDGED})


def test_the_scan_sees_the_reasons() -> None:
    assert {"wrong-total", "protest-late", "not-divisible", "met-again", "no-tournament"} <= set(REASONS)
    assert len(REASONS) > 60


@pytest.mark.parametrize("reason", REASONS)
def test_every_reason_has_a_text(reason: str) -> None:
    assert f"evening.refused.{reason}" in texts()


def test_no_text_is_left_over() -> None:
    known = {f"evening.refused.{reason}" for reason in (*REASONS, "unknown")}
    assert {key for key in texts() if key.startswith("evening.refused.")} == known


def test_names_stand_for_ids() -> None:
    names = {"p1": "Anna", "p2": "Bruno"}
    facts = {"player": "p1", "other": "p2", "rounds": (1, 3)}
    assert explain("met-again", facts, "de", names.__getitem__) == "Anna und Bruno träfen sich wieder (Runden 1, 3)."
    assert explain("met-again", {}, "xx") == "– und – träfen sich wieder (Runden –)."
    assert explain("nonsense", {}, "en") == "That is not possible (nonsense)."


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_tie_break_has_words(lang: str) -> None:
    for by in ("total", "shared", "settled", *(tie.value for tie in TieBreak)):
        assert why(by, 930, 940, lang)
    assert why("best-rounds", 930, 940, "de") == "gleiches Total, entscheidende Runde 930 gegen 940"
