"""The examples in the documentation run, and print what the page says they print."""

from __future__ import annotations

import contextlib
import io
import json
import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from tools.site import REFERENCE, gather, links, pages

DOCS = Path(__file__).resolve().parent.parent / "docs"
PAGES = sorted(page for page in DOCS.glob("*.md") if "```python" in page.read_text(encoding="utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples_run_and_print_what_the_page_says(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    names: dict[str, object] = {}
    blocks = list(re.finditer(r"```python\n(.*?)```(.*?)(?=```python|\Z)", text, flags=re.DOTALL))
    for block in blocks:
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(block[1], str(page), "exec"), names)
        promised = re.search(r"prints `([^`]+)`", block[2])
        if "print(" in block[1]:
            assert promised, f"{page.name}: an example prints something that the page does not show"
            assert said.getvalue().strip() == promised[1]
    assert blocks


def test_the_notebook_runs_from_top_to_bottom() -> None:
    notebook = json.loads((DOCS.parent / "examples" / "a-bot-in-twenty-lines.ipynb").read_text(encoding="utf-8"))
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    bot = cells[1]
    assert len([line for line in bot.splitlines() if line.strip()]) <= 20  # as its title says
    names: dict[str, object] = {}
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        for cell in cells:
            exec(compile(cell, "notebook", "exec"), names)
    assert said.getvalue().splitlines()[0].startswith("<View tam2014-es, A: ")
    assert said.getvalue().count("of the points") == 2
    assert not any(cell.get("outputs") for cell in notebook["cells"])  # results belong to whoever runs it


def test_the_site_has_every_page_and_every_link_leads_somewhere(tmp_path: Path) -> None:
    """As `make site` gathers it; MkDocs itself is not needed for that."""
    nav = gather(tmp_path)
    shown = list(pages(nav))
    assert sorted(shown) == sorted(set(shown))
    assert {str(page.relative_to(DOCS.parent)) for page in DOCS.rglob("*.md")} <= set(shown)
    for name in shown:
        page = tmp_path / name
        for target in links(page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{name} links to {target}"
    for modules in REFERENCE.values():
        for module in modules:
            assert find_spec(module) is not None, module


def test_every_page_links_only_to_pages_that_exist() -> None:
    for page in (*DOCS.rglob("*.md"), *DOCS.parent.glob("*.md")):
        for target in re.findall(r"\]\(([^)#:]+\.md)[^)]*\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_the_film_of_the_readme_is_whole_and_small() -> None:
    """As `python -m tools.film` writes it: RIFF names the length of what follows its first eight bytes; 1 MB is a bound of ours."""
    film = (DOCS / "pictures" / "deal.webp").read_bytes()
    assert (film[:4], film[8:16]) == (b"RIFF", b"WEBPVP8X")
    assert int.from_bytes(film[4:8], "little") == len(film) - 8
    assert len(film) < 1_000_000
    assert film.count(b"ANMF") > 20  # pictures
