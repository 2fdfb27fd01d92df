"""A printable document: its kind, its data as plain values, and the PDF that typst makes of it.

The templates in `templates/` hold the layout and can be read by anybody who knows typst. Rendering reads the templates and the
labels of the language, nothing else: the same document gives the same pages on every machine (the fonts are those inside typst).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from puur.papers.kinds import Paper
from puur.papers.words import club_labels, evening_labels

TEMPLATES = Path(__file__).parent / "templates"
CLUB_KINDS = ("regelwerk", "report", "statement", "audit", "minutes")


@dataclass(frozen=True, slots=True)
class Head:
    """What stands at the head of every sheet."""

    title: str = ""
    date: str = ""
    venue: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One kind of sheet with its data."""

    kind: str
    data: Mapping[str, Any]


def render(document: Document, head: Head, paper: Paper = Paper.A4, lang: str = "de") -> bytes:
    """The document as a PDF."""
    labels = club_labels(lang) if document.kind in CLUB_KINDS else evening_labels(lang)
    inner = {
        **document.data, "kind": document.kind, "paper": paper.value, "lang": lang, "labels": labels,
        "event": {"title": head.title, "date": head.date, "venue": head.venue},
    }  # fmt: skip
    return typeset("main.typ", inner)


def typeset(template: str, data: Mapping[str, Any], *, fonts: Any = None, form: Literal["pdf", "png"] = "pdf") -> bytes:
    """The PDF, or the picture of one page, that a template makes of plain values; with `fonts` beside those inside typst."""
    inputs = {"data": json.dumps(data, ensure_ascii=False)}
    import typst  # large: only rendering needs it

    more = {"font_paths": fonts} if fonts is not None else {"ignore_system_fonts": True}
    made: Any = typst.compile(TEMPLATES / template, root=TEMPLATES, format=form, sys_inputs=inputs, **more)
    return bytes(made)
