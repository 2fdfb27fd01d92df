"""A printable document: its kind, its data as plain values, and the PDF that typst makes of it.

The templates in `templates/` hold the layout and can be read by anybody who knows typst; the words come in as `labels`, because
only the shells speak. Rendering reads the templates, nothing else: the same document gives the same pages on every machine
(the fonts are those inside typst).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

import typst

TEMPLATES = Path(__file__).parent / "templates"

# Every word on paper; the shell has a text `print.label.<name>` for each of them in every language.
LABELS: tuple[str, ...] = (
    "round", "partie", "round_short", "table", "seat", "seat_d", "partner", "points", "visa", "visa_leader", "total",
    "day_total", "match", "bergpreis", "sieg", "schneider", "standblatt", "wertetabelle", "jasszettel", "number", "name",
    "email", "remarks", "venue", "date", "sign_player", "sign_controller", "sits_out", "out_short", "team_ac", "team_bd",
    "writes", "deal", "trump", "control", "variant", "factor", "chosen_ac", "chosen_bd", "total_ac", "total_bd", "sign_ac",
    "sign_bd", "seating", "sitting_out", "ranking", "rank", "diploma", "place_date", "leader", "movement", "helper",
    "note_points", "note_bonus", "note_partie", "note_coiffeur", "note_visa", "place", "place_first", "score_points",
    "score_striche", "movement_rule", "movement_lasts", "preliminary", "final",
)  # fmt: skip


class Paper(StrEnum):
    """Sizes of paper."""

    A4 = "a4"
    A5 = "a5"


@dataclass(frozen=True, slots=True)
class Event:
    """What stands at the head of every sheet."""

    title: str = ""
    date: str = ""
    venue: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """One kind of sheet with its data."""

    kind: str
    data: Mapping[str, Any]


def render(document: Document, event: Event, labels: Mapping[str, str], paper: Paper = Paper.A4, lang: str = "de") -> bytes:
    """The document as a PDF."""
    made: Any = typst.compile(TEMPLATES / "main.typ", format="pdf", **_options(document, event, labels, paper, lang))
    return bytes(made)


def _options(document: Document, event: Event, labels: Mapping[str, str], paper: Paper, lang: str) -> dict[str, Any]:
    inner = {
        **document.data,
        "kind": document.kind,
        "paper": paper.value,
        "lang": lang,
        "labels": dict(labels),
        "event": {"title": event.title, "date": event.date, "venue": event.venue},
    }
    data = json.dumps(inner, ensure_ascii=False)
    return {"root": TEMPLATES, "ignore_system_fonts": True, "sys_inputs": {"data": data}}
