"""No game is asked for by its name: the names of games stand in their folders, their books and their tests alone.

Comments and docstrings may speak of a game; names and texts of the code may not.
"""

from __future__ import annotations

import ast
import re
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from puur.games import form_names

PUUR = Path(__file__).resolve().parent.parent.parent / "puur"


def games_named() -> re.Pattern[str]:
    """The games as code and people name them: by their form, and as they are called in each language."""
    titles = {
        title
        for path in sorted((PUUR / "games").glob("*/words.toml"))
        for key, text in tomllib.loads(path.read_text(encoding="utf-8")).items()
        if key.startswith("rules.form.")
        for title in re.findall(r"[^()]+", " ".join(f"({title})" for title in text.values()))
    }
    names = {re.sub(r"[-_ ]+", "-", name.strip().lower()) for name in (*form_names(), *titles) if name.strip()}
    return re.compile("|".join(name.replace("-", "[-_ ]?") for name in sorted(names, key=len, reverse=True)), re.IGNORECASE)


NAMES = games_named()
# What was written, and is read, under this name for ever: how often each module may say it.
STORED = {
    "puur/arena/jasskit.py": {"schieber": 1},  # a word of a foreign protocol
    "puur/notation/hslu_writer.py": {"schieber": 1},  # a word of a foreign format
    "puur/core/reglement.py": {"schieber": 1},  # the form of a book that names none
    "puur/season/state.py": {"schieber": 1},  # what an order of a club says since version 0.1
    "puur/web/clubs/views/rulings.py": {"schieber": 1},
    "puur/bots/sheet.py": {"coiffeur": 1},  # reckons with the book of this game; its home would be above the bots
    "puur/bots/solo.py": {"differenzler": 5},  # plays this game with networks of its own, trained for it alone
    "puur/bots/levels.py": {"differenzler": 1},  # and says so
    "puur/web/company/opening.py": {"differenzler": 2},  # the key of a ready book
    "puur/web/company/ratings.py": {"schieber": 1},  # what ratings were stored under
    "puur/research/env.py": {"schieber": 6},  # the published name of the environment
}


def words_of(tree: ast.AST) -> list[str]:
    """The names and texts of a module, without docstrings."""
    said = {
        id(part.body[0].value)
        for part in ast.walk(tree)
        if isinstance(part, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and part.body
        and isinstance(part.body[0], ast.Expr)
    }
    words: list[str] = []
    for part in ast.walk(tree):
        if isinstance(part, ast.Constant) and isinstance(part.value, str | bytes) and id(part) not in said:
            words.append(part.value if isinstance(part.value, str) else part.value.decode("latin-1"))
        if isinstance(part, ast.BinOp) and (whole := text_of(part)):  # "a" + "b" is "ab"
            words.append(whole)
        for field in ("id", "attr", "name", "asname", "arg", "module", "rest", "kwd_attrs", "names"):
            value = getattr(part, field, None)
            words += [value] if isinstance(value, str) else [word for word in value or () if isinstance(word, str)]
    return words


def text_of(node: ast.expr) -> str:
    """A text that is put together from pieces with `+`; what is no text counts as nothing."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
        return text_of(node.left) + text_of(node.right)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def named(words: list[str]) -> Counter[str]:
    """How often which game is named."""
    return Counter(match.group().lower() for word in words for match in NAMES.finditer(word))


def test_no_python_asks_for_a_game_by_name() -> None:
    found = {}
    for path in sorted(PUUR.rglob("*.py")):
        place = str(path.relative_to(PUUR.parent))
        if place.startswith("puur/games/") or "/migrations/" in place:
            continue
        said = named(words_of(ast.parse(path.read_text(encoding="utf-8"))))
        if said != STORED.get(place, {}):
            found[place] = dict(said)
    assert found == {}


@pytest.mark.parametrize(
    "source",
    [
        'game.form.name == "coiffeur"',
        'f"play.{form}.schieber"',
        'WORTH = {"sidi-barrani": 2}',
        "from puur.games import molotow as other",
        "import puur.games.zuger",
        "from puur.games import x as bieter",
        "match game:\n    case Form(coiffeur=True): ...",
        "match game:\n    case {**schieber}: ...",
        "def f():\n    global pandur",
        "answer(misere=True)",
        "name.startswith(b'kreuzjass')",
        'form == "Schie" + "ber"',
        'label == "La Chibre"',
        'label == "Sidi Barrani"',
        "class CoiffeurSheet: ...",
    ],
)
def test_a_game_is_noticed_however_it_is_named(source: str) -> None:
    assert named(words_of(ast.parse(source)))


def test_a_comment_and_a_docstring_may_speak_of_a_game() -> None:
    source = '"""As in the Schieber."""\ndef f():\n    """Not in the Coiffeur."""\n    return 1  # Molotow\n'
    assert named(words_of(ast.parse(source))) == {}


def test_no_file_is_called_after_a_game() -> None:
    places = [str(path.relative_to(PUUR)) for path in sorted(PUUR.rglob("*")) if "__pycache__" not in path.parts]
    assert [place for place in places if NAMES.search(place) and not place.startswith("games/")] == []


COMMENTS = re.compile(r"/\*.*?\*/|\{#.*?#\}|\{% comment %\}.*?\{% endcomment %\}|(?<!:)//[^\n]*", re.DOTALL)


@pytest.mark.parametrize("kind", ["js", "ts", "css", "html", "typ", "svg", "txt", "json", "webmanifest"])
def test_no_part_of_a_page_or_a_paper_asks_for_a_game_by_name(kind: str) -> None:
    found = []
    for path in sorted(PUUR.rglob(f"*.{kind}")):
        code = COMMENTS.sub("", path.read_text(encoding="utf-8"))
        found += [f"{path.relative_to(PUUR.parent)}: {match.group()}" for match in NAMES.finditer(code)]
    assert found == []


def test_what_only_a_game_says_is_in_its_folder() -> None:
    """The keys of the texts; sentences of others may speak of a game, as the books do."""
    areas = [tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted((PUUR / "words" / "texts").glob("*.toml"))]
    assert [key for area in areas for key in area if NAMES.search(key)] == []
