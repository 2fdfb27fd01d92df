"""What the entry's front end is made of: every text exists and is said, nothing is inline, nothing comes from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import puur.web.evenings
from puur.words import texts

HERE = Path(puur.web.evenings.__file__).parent
PAGES = [*HERE.glob("templates/evenings/entry/*.html")]
SCRIPTS = [*HERE.glob("static/evenings/entry/*.js")]
CODE = [*HERE.glob("views/*.py")]
KEY = re.compile(r"[\"'`](evening_entry\.[A-Za-z0-9_.${}-]*)[\"'`]")


def mentioned() -> set[str]:
    return {key for file in [*PAGES, *SCRIPTS, *CODE] for key in KEY.findall(file.read_text(encoding="utf-8"))}


def begins(key: str) -> str:
    return re.split(r"\$?\{", key)[0]


def test_every_text_that_is_said_exists() -> None:
    whole = {key for key in mentioned() if begins(key) == key and not key.endswith(".")}
    assert whole - set(texts()) == set()
    assert [key for key in mentioned() - whole if not any(one.startswith(begins(key)) for one in texts())] == []


def test_every_text_is_said_somewhere() -> None:
    starts = {begins(key) for key in mentioned() if begins(key) != key and begins(key) != "evening_entry."}
    # `evening_entry.${name}` names the columns of a Striche sheet.
    named = {f"evening_entry.{name}" for name in ("bergpreis", "victory")}
    own = {key for key in texts() if key.startswith("evening_entry.")}
    assert {key for key in own - mentioned() - named if not key.startswith(tuple(starts))} == set()


def test_nothing_is_inline_and_nothing_comes_from_another_host() -> None:
    assert len(SCRIPTS) >= 8
    for file in [*PAGES, *SCRIPTS, *HERE.glob("static/evenings/entry/*.css")]:
        text = file.read_text(encoding="utf-8")
        assert not re.search(r"https?://", text), file.name
        if file.suffix == ".html":
            bare = re.sub(r"\{%.*?%\}", "", text)
            assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", bare), file.name
        if file.suffix == ".css":
            assert not re.search(r"@import|url\(", text), file.name
        if file.suffix == ".js":
            assert not re.search(r"\binnerHTML\b|\beval\(|setAttribute\(\"style\"", text), file.name
