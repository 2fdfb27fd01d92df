"""Every ruling has its sentence, every scene its ruling, and the page with the matrix is current."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import get_args

import pytest

import puur.referee
from puur.cli.referee_pages import matrix_page
from puur.core import effects
from puur.core.events import IncidentReported
from puur.referee.compare import BOOKS, in_scenes, side_by_side
from puur.referee.offences import OFFENCES
from puur.referee.rule import UnknownOffence, rule
from puur.referee.ruling import NotDecided, choose, event_of
from puur.referee.scenes import scene
from puur.reglement import load
from puur.reglement.catalogue import provision
from puur.words import texts
from tests.referee.tools import free
from tests.support import PARTNER_BOOKS

PAGE = Path(__file__).parents[2] / "docs" / "referee.md"


def test_the_page_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == matrix_page(), "run `puur referee matrix > docs/referee.md`"


@pytest.mark.parametrize("key", sorted(OFFENCES))
def test_every_offence_has_words_and_a_ruling_in_every_book(key: str) -> None:
    said = texts()
    assert f"referee.offence.{key}" in said
    assert f"referee.subject.{OFFENCES[key].subject}" in said
    for trick in (1, 4):
        for book, ruling in in_scenes(key, trick=trick).items():
            assert ruling is not None, book
            assert f"referee.text.{ruling.text}" in said
            assert all(provision(one) for one in ruling.provisions)
            for official in load(book).referee.officials:
                assert f"referee.who.{official}" in said
            if ruling.deadline is not None:
                assert f"referee.deadline.{ruling.deadline.key}" in said


def test_every_text_key_of_the_code_has_a_sentence() -> None:
    """Strings handed to `ruling`, `no_offence` and `to_official` as the text."""
    found = set()
    for path in Path(puur.referee.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
                first = node.args[0]
                named = node.func.attr in ("ruling", "no_offence", "to_official")
                if named and isinstance(first, ast.Constant) and isinstance(first.value, str):
                    found.add(first.value)
    assert len(found) > 50
    assert {f"referee.text.{key}" for key in found} <= texts().keys()


def test_every_effect_has_words() -> None:
    assert {f"referee.effect.{cls.__name__}" for cls in get_args(effects.Effect)} <= texts().keys()


@pytest.mark.parametrize("book", PARTNER_BOOKS)
def test_scenes_are_games_of_the_book(book: str) -> None:
    game, incident = scene(load(book), "revoke", trick=3)
    assert game.book.key == book
    assert incident.trick == 3
    assert game.deal.faults[-1].seat == incident.seat


def test_the_comparison_of_one_game_under_all_books() -> None:
    game, incident = scene(load("jassregeln"), "revoke", trick=3)
    found = side_by_side(game, incident)
    assert list(found) == list(BOOKS)
    assert found["ub2024"].effects == found["jassregeln"].effects
    assert found["ub2024"].fallback
    assert not found["jassregeln"].fallback
    assert found["nws2020"].provisions[0].startswith("NWS-5")


def test_an_unknown_offence_names_its_neighbours() -> None:
    with pytest.raises(UnknownOffence, match="revoke"):
        rule(free("jassregeln", "E"), IncidentReported("revok", 0))


def test_a_ruling_with_open_choices_is_not_carried_out() -> None:
    ruling = rule(*scene(load("jassregeln"), "revoke", trick=2, turned=True))
    with pytest.raises(NotDecided, match="annul"):
        event_of(ruling)
    with pytest.raises(NotDecided, match="go-on"):
        choose(ruling, "annul", "perhaps")
    with pytest.raises(NotDecided, match="annul"):
        choose(ruling, "what", "annul")
    assert event_of(choose(ruling, "annul", "annul")).effects == (effects.DealVoid(None),)


def test_a_club_book_cites_its_own_articles_and_falls_back_otherwise() -> None:
    from puur.reglement import load_text

    own = load_text(
        'key = "club"\ntitle = "Club"\nextends = "jassregeln"\n[dealing]\nfirst_dealer = "anyone"\n'
        '[referee]\nrevoke_late = { value = "stands", rule = "Statuten Art. 9" }\n'
        '[referee.penalties]\nrule = "Statuten Art. 10"\nwrong-card = 7\n',
        "club.toml",
    )
    late = rule(*scene(own, "revoke", trick=2, turned=True))
    assert (late.text, late.fallback) == ("trick-stands", False)
    assert "Statuten Art. 9" in late.provisions
    assert [effect.points for effect in late.effects] == [7]
    early = rule(*scene(own, "remark", trick=2))
    assert not early.gap
    assert all(one.startswith("JR-") for one in early.provisions)
