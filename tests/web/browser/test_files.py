"""What the front end is made of: every text exists and is used, the cards are as drawn, nothing comes from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import puur.web
from puur.web.script_texts import AREAS
from puur.words import texts
from tools.draw_cards import FOLDER, files

WEB = Path(puur.web.__file__).parent
SOURCES = [
    *WEB.glob("static/puur/js/*.js"),
    *WEB.glob("static/puur/*.js"),
    *WEB.glob("templates/**/*.html"),
    *WEB.glob("templates/**/*.txt"),
    WEB / "forms.py",
    WEB / "views" / "games.py",
    WEB / "views" / "tokens.py",
]
KEY = re.compile(r"[\"'`]((?:web|play|score|rules|referee)\.[A-Za-z0-9_.${}-]+?)[\"'`]")


def mentioned(files: list[Path] = SOURCES) -> dict[str, str]:
    return {key: file.name for file in files for key in KEY.findall(file.read_text(encoding="utf-8"))}


def begins(key: str) -> str:
    return re.split(r"\$?\{", key)[0]


def test_every_text_that_is_said_exists() -> None:
    missing = []
    for key, file in mentioned().items():
        start = begins(key)
        known = key in texts() or ((start != key or key.endswith(".")) and any(one.startswith(start) for one in texts()))
        if not known:
            missing.append(f"{file}: {key}")
    assert missing == []


def test_every_text_that_a_script_says_is_sent_to_it() -> None:
    scripts = [file for file in SOURCES if file.suffix == ".js"]
    said = {begins(key) for file in scripts for key in KEY.findall(file.read_text(encoding="utf-8"))}
    assert said
    assert [key for key in sorted(said) if not key.startswith(AREAS)] == []


def test_every_text_of_the_web_is_said_somewhere() -> None:
    said = mentioned([*SOURCES, *WEB.glob("**/*.py")])
    starts = {begins(key) for key in said if begins(key) != key or key.endswith(".")}
    unused = [
        key for key in texts() if key.startswith("web.") and key not in said and not any(key.startswith(one) for one in starts)
    ]
    assert unused == []


def test_the_cards_are_as_the_generator_draws_them() -> None:
    drawn = files()
    assert {name: (FOLDER / name).read_text(encoding="utf-8") == text for name, text in drawn.items()} == dict.fromkeys(drawn, True)
    assert {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*.svg")} == set(drawn)


def test_nothing_is_inline_and_nothing_comes_from_another_host() -> None:
    allowed = ("http://www.w3.org/2000/svg",)
    for file in [*SOURCES, *WEB.glob("static/puur/css/*.css"), *WEB.glob("static/puur/**/*.svg")]:
        text = file.read_text(encoding="utf-8")
        for address in re.findall(r"https?://[^\s\"'`)<]+", text):
            assert address.startswith(allowed), (file.name, address)
        if file.suffix == ".html":
            assert not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", text), file.name
        if file.suffix == ".css":
            assert not re.search(r"@import|url\(", text), file.name
        if file.suffix == ".js":
            assert not re.search(r"\binnerHTML\b|\beval\(|setAttribute\(\"style\"", text), file.name
