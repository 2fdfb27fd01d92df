"""The examples in the documentation run, and print what the page says they print."""

from __future__ import annotations

import contextlib
import io
import re
from pathlib import Path

import pytest

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


def test_every_page_links_only_to_pages_that_exist() -> None:
    for page in DOCS.glob("*.md"):
        for target in re.findall(r"\]\(([^)#:]+\.md)[^)]*\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"
