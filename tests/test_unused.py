"""The tool that finds code without a caller: what it follows, what it lists, and that the product has none."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import unread
from tools.unused import KEPT, Reach, problems, read_package, unused_files


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package `puur` with one entrance, the interface for programs."""
    folder = tmp_path / "puur"
    (folder / "web" / "templates" / "pages").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "api.py").write_text(
        "from puur import helpers\nfrom puur.shapes import Square as Shape\n\n"
        "def area(side):\n    helpers.note()\n    return Shape(side).area()\n"
    )
    (folder / "helpers.py").write_text(
        "LIMIT = 3\nSPARE = 4\n\ndef note():\n    return LIMIT\n\n"
        "def alone():\n    return _only_alone()\n\ndef _only_alone():\n    return alone()\n"
    )
    (folder / "shapes.py").write_text(
        "class Square:\n    def __init__(self, side):\n        self.side = side\n\n"
        "    def area(self):\n        return self._twice()\n\n"
        "    def _twice(self):\n        return self.side * self.side\n\n    def edge(self):\n        return 4 * self.side\n"
    )
    (folder / "forgotten.py").write_text("def nothing():\n    pass\n")
    (folder / "web" / "views.py").write_text('PAGES = ["pages/shown.html"]\n')
    (folder / "web" / "templates" / "pages" / "shown.html").write_text("{{ square.edge }}\n")
    (folder / "web" / "templates" / "pages" / "hidden.html").write_text("nobody comes here\n")
    return folder


def left(package: Path, words: tuple[str, ...] = ()) -> list[str]:
    reach = Reach(read_package(package), words)
    reach.start(["puur", "puur.api"])
    return [f"{one.module}:{one.name}" for one in reach.left()]


def test_what_only_dead_code_calls_is_dead_too(package: Path) -> None:
    assert left(package) == [
        "puur.forgotten:",
        "puur.helpers:SPARE",
        "puur.helpers:alone",
        "puur.helpers:_only_alone",
        "puur.shapes:Square.edge",
        "puur.web.views:",
    ]


def test_a_template_asks_for_what_it_shows(package: Path) -> None:
    assert "puur.shapes:Square.edge" not in left(package, ("edge",))


def test_a_line_of_what_is_kept_has_to_be_needed(package: Path) -> None:
    modules = read_package(package)
    kept = {"puur.helpers:alone": "x", "puur.helpers:note": "x", "puur.helpers:gone": "x", "puur.forgotten:nothing": "x"}
    found = problems(modules, {}, kept)
    assert "puur.helpers:note: kept, but called or gone" in found
    assert "puur.helpers:gone: kept, but called or gone" in found
    assert not [line for line in found if "alone" in line or "forgotten" in line]


def test_a_page_that_nobody_names_is_found(package: Path) -> None:
    assert [line.rpartition("/")[2] for line in unused_files(package)] == ["hidden.html: no page names it"]


def test_every_exception_says_why() -> None:
    assert all(reason for reason in [*KEPT.values(), *unread.KEPT.values()])
    assert len(KEPT) <= 14


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    """A package with a class, a page, its tags and two scripts, in which half of everything is looked at."""
    folder = tmp_path / "puur"
    (folder / "templatetags").mkdir(parents=True)
    (folder / "shapes.py").write_text(
        'from enum import Enum\n\nclass Square:\n    """A square; it has been asked for `spoken`."""\n'
        "    side: int\n    colour: str\n"
        "    def grow(self):\n        self.times = 1\n        self.times += 1\n        self.seen = self.side\n"
        "        return self.seen\n\n"
        "class Kind(Enum):\n    ROUND = 1\n\nclass Blue(Square):\n    spoken = 2\n    written = 3\n"
    )
    (folder / "templatetags" / "tags.py").write_text(
        "@register.filter(name='twice')\ndef _twice(n): return 2 * n\n\n@register.simple_tag\ndef lost(): return 1\n"
    )
    (folder / "page.html").write_text("<p>lost {{ blue.written|twice }}</p>\n")
    (folder / "a.js").write_text('import { asked } from "./b.js";\nnew asked().go();\n')
    (folder / "b.js").write_text(
        "export class asked {\n  go() {\n    return 1;\n  }\n\n  /** stay() is not called by its comment */\n"
        "  stay() {\n    return 2;\n  }\n}\n\n"
        "export const alone = 1;\nexport function* looking() {}\nlooking();\n"
    )
    return folder


def test_what_is_only_kept_is_found(kept: Path) -> None:
    # By hand: `seen` and `side` are read, `written` is shown by the page, an enum is taken by its value; the rest is only there.
    assert [line.rpartition("/")[2] for line in unread.unread(kept, {})] == [
        "shapes.py:6: Square.colour: nobody reads it",
        "shapes.py:8: Square.times: nobody reads it",
        "shapes.py:9: Square.times: nobody reads it",
        "shapes.py:17: Blue.spoken: nobody reads it",
        "tags.py:5: lost: nobody reads it",
        "b.js:12: b.js:alone: nobody reads it",
        "b.js:13: b.js:looking: nobody reads it",
        "b.js:7: b.js:stay: nobody reads it",
    ]


def test_a_field_that_is_kept_has_to_need_it(kept: Path) -> None:
    lines = unread.unread(kept, {"Square.colour": "x", "Square.side": "x", "gone": "x"})
    assert [line for line in lines if "kept, but" in line] == [
        "Square.side: kept, but read or gone",
        "gone: kept, but read or gone",
    ]
    assert not [line for line in lines if "Square.colour" in line]
