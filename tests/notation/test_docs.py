"""What docs/record.md shows is read as it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from puur.notation import from_json, parse_jass
from puur.notation.forms import phrasebook
from puur.notation.game_events import EFFECT, GAME
from puur.notation.scoring import score_record
from puur.reglement import load

TEXT = (Path(__file__).resolve().parent.parent.parent / "docs" / "record.md").read_text(encoding="utf-8")


def blocks(kind: str) -> list[str]:
    return [part.partition("\n```")[0] for part in TEXT.split(f"\n```{kind}\n")[1:]]


@pytest.mark.parametrize("text", blocks("jass"))
def test_the_text_shown_is_a_legal_game_with_right_scores(text: str) -> None:
    record = parse_jass(text)
    assert score_record(record, load(record.book)).mismatches == []


def test_the_json_shown_is_a_record() -> None:
    (text,) = blocks("json")
    assert len(from_json(text).events) == 3


def test_every_phrase_is_in_the_table() -> None:
    forms = (*phrasebook(GAME).of.values(), *phrasebook(EFFECT).of.values())
    assert [form.phrases[0] for form in forms if form.phrases[0] not in TEXT] == []
