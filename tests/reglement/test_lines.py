"""The scanner that knows where a key stands."""

from __future__ import annotations

import tomllib
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puur.games import game_books
from puur.reglement.lines import TooDeep, locate
from puur.reglement.loader import shipped

TEXT = '''# a comment = "with a key"
key = "a # no comment"
"quoted key" = 1
'literal.key' = 2

[dealing]   # the header
cut_min = { value = 3, rule = "x" }
packets = [
  3,  # one
  # a line alone
  3,
  [4, 5],
]
a.b = 1

[weis.values]
four = """
several = 1
lines
"""
nine = 1
[[many]]
x = 1
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("key",), 2),
        (("quoted key",), 3),
        (("literal.key",), 4),
        (("dealing",), 6),
        (("dealing", "cut_min"), 7),
        (("dealing", "cut_min", "rule"), 7),
        (("dealing", "packets"), 8),
        (("dealing", "packets", 0), 9),
        (("dealing", "packets", 1), 11),
        (("dealing", "packets", 2, 1), 12),
        (("dealing", "a"), 14),
        (("dealing", "a", "b"), 14),
        (("weis", "values"), 16),
        (("weis", "values", "four"), 17),
        (("weis", "values", "nine"), 21),
        (("many",), 22),
        (("many", "x"), 23),
    ],
)
def test_line_of_every_kind_of_key(path: tuple[str | int, ...], line: int) -> None:
    assert locate(TEXT)[path] == line


def test_nothing_is_found_inside_strings_and_comments() -> None:
    assert not any("several" in path or "a comment" in path for path in locate(TEXT))


@pytest.mark.parametrize(
    "nested", ["a = " + "[" * 50, "a = " + "{a=" * 50, ".".join("a" * 50) + " = 1", "[" + ".".join("a" * 50) + "]"]
)
def test_deep_nesting_is_refused_with_its_line(nested: str) -> None:
    with pytest.raises(TooDeep) as deep:
        locate("x = 1\n" + nested)
    assert deep.value.line == 2


@given(st.text(alphabet="ab.\"'[]{}=,#\n\\ 1", max_size=80))
def test_any_text_ends_and_valid_toml_has_a_line_for_every_key(text: str) -> None:
    try:
        found = locate(text)
        table = tomllib.loads(text)
    except (TooDeep, tomllib.TOMLDecodeError):
        return
    rows = text.count("\n") + 1
    assert {(key,) for key in table} <= found.keys()
    assert all(1 <= line <= rows for line in found.values())


@pytest.mark.parametrize("book", shipped())
def test_lines_of_the_shipped_books(book: str) -> None:
    file = game_books().get(book) or resources.files("puur.reglement") / "books" / f"{book}.toml"
    text = file.read_text(encoding="utf-8")
    found, rows = locate(text), text.splitlines()
    for section, values in tomllib.loads(text).items():
        assert rows[found[(section,)] - 1].startswith((section, f"[{section}"))
        for key in values if isinstance(values, dict) else ():
            assert rows[found[(section, key)] - 1].startswith((f"{key} =", f"[{section}.{key}]"))
