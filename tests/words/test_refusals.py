"""Every reason that the rules core can give has a sentence in every language."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import puur.core
from puur.core.trick import Objection
from puur.words import LANGUAGES, texts
from puur.words.refusals import explain

CORE = sorted(Path(puur.core.__file__).parent.glob("*.py"))
CALLS = {"refuse", "warn", "RuleViolation"}
# Second arguments that are no text: `refused` is what a function `may_…` returned, `why` an Objection.
FOLLOWED = {"refused", "why.value", "Objection.NOT_IN_HAND.value", "reason"}


def strings(node: ast.expr) -> Iterator[str]:
    """The texts that an expression may be; what is no text has to be a known name."""
    if isinstance(node, ast.Constant):
        if isinstance(node.value, str):
            yield node.value
    elif isinstance(node, ast.IfExp):
        yield from strings(node.body)
        yield from strings(node.orelse)
    else:
        name = ast.unparse(node)
        assert name in FOLLOWED, f"{name}: where does this reason come from?"


def reasons() -> set[str]:
    found = {objection.value for objection in Objection}
    for path in CORE:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).rpartition(".")[2] in CALLS and len(node.args) > 1:
                found |= set(strings(node.args[1]))
            if isinstance(node, ast.FunctionDef) and node.name.startswith("may_"):
                for inner in ast.walk(node):
                    if isinstance(inner, ast.Return) and inner.value is not None and not isinstance(inner.value, ast.Name):
                        found |= set(strings(inner.value))
    return {reason for reason in found if "." not in reason}  # `may_push` answers with a field of the book


def test_the_scan_sees_the_reasons_of_the_core() -> None:
    # One of each kind: a plain text, a branch, an Objection, what a `may_…` returned, a warning.
    assert {"cut-size", "ausmach-first-trick", "undertrump", "stoeck-second-card", "wrong-dealer"} <= reasons()
    assert len(reasons()) > 80


@pytest.mark.parametrize("reason", sorted(reasons()))
def test_every_reason_has_a_text(reason: str) -> None:
    assert f"refusals.{reason}" in texts()


def test_facts_are_filled_in() -> None:
    said = explain("cut-size", {"lifted": 2, "least": 3, "most": 35}, "de")
    assert said == "2 Karten abheben geht nicht: 3 bis 35."


def test_seats_become_players_and_lists_are_joined() -> None:
    names = ("Ida", "Beat", "Carla", "Dario")
    assert explain("not-the-cutter", {"seat": 0, "allowed": (1, 3)}, "en", names) == "Ida does not cut; allowed: Beat, Dario."
    assert explain("wrong-dealer", {"dealer": 1, "expected": 2}, "de") == "Gegeben hat B; an der Reihe war C."


def test_the_shell_can_name_cards() -> None:
    said = explain("not-in-hand", {"card": "L7", "seat": 0}, "de", shown=lambda fact, value: f"<{fact} {value}>")
    assert said == "<card L7> hast du nicht in der Hand."


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("reason", sorted(reasons()))
def test_missing_facts_never_fail(reason: str, lang: str) -> None:
    assert "{" not in explain(reason, {}, lang)


def test_an_unknown_reason_or_language_still_gives_a_sentence() -> None:
    assert "brand-new" in explain("brand-new", {}, "fr")
    assert explain("game-over", {}, "xx") == "Das Spiel ist zu Ende."
