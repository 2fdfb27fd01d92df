"""Evenings for the tests of entry, office, players and beamer: made through the store, as the pages make them."""

from __future__ import annotations

import json
import uuid
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth import get_user_model
from django.test import Client

from puur.evening.events import CheckedIn, Entered, RoundReleased
from puur.evening.files import SETUP
from puur.evening.state import EveningSetup
from puur.web.evenings import keys, store
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening, EveningRole

NAMES = [
    "Änneli Müller", "Jürg Böhlen-Übersax", "Zoë Grünenfelder", "Franz-Xaver von Allmen-Brönnimann", "Verena Käser", "Beat Meier",
    "Chantal Favre", "Dario Rossi", "Elsbeth Odermatt", "Fritz Wüthrich", "Giulia Bernasconi", "Hans Ruedi Schär",
]  # fmt: skip


def browser(lang: str = "de") -> Client:
    """Somebody's browser, without cookies."""
    return Client(HTTP_HOST="localhost", HTTP_ACCEPT_LANGUAGE=lang)


@dataclass
class Hall:
    """An evening with its first round running."""

    row: Evening
    people: dict[str, Client] = field(default_factory=dict)

    @property
    def code(self) -> str:
        return self.row.code

    def fresh(self) -> Evening:
        return Evening.objects.get(pk=self.row.pk)

    def engine(self) -> Any:
        return folded(store.row(self.code)).engine

    def secret(self, table: int, round_: int = 1) -> str:
        return keys.passes(self.fresh(), round_)[table]

    def link(self, player: str) -> str:
        return keys.links(self.fresh())[player]

    def staff(self, role: str, name: str) -> Client:
        """A browser of somebody with a role."""
        if name not in self.people:
            user = get_user_model().objects.create_user(f"u{uuid.uuid4().hex[:12]}", password="Nell-und-Puur-7", first_name=name)
            if role == "owner":
                Evening.objects.filter(pk=self.row.pk).update(user=user)
            else:
                EveningRole.objects.create(evening=self.row, role=role, name=name, user=user)
            client = browser()
            client.force_login(user)
            self.people[name] = client
        return self.people[name]


BONUS = """
key = "bonus"
title = "Dorfjass mit Match-Bonus"
source = "Dorfjass, Art. 3"
extends = "tam2014-es"

[scoring]
match_bonus = { value = 100, rule = "JR-MATCH-03" }
"""


def hall(
    book: str = "tam2014-es", players: int = 8, *, rounds: int = 0, released: int = 1, public: tuple[int, ...] = (), text: str = ""
) -> Hall:
    """An evening: everybody is here, the first round is drawn and released. `text` is a rule book of its own."""
    setup = EveningSetup("Dorfjass Grüningen", date="2026-11-14", venue="Löwen", seed="Losrad", rounds=rounds)
    row = Evening.objects.create(title=setup.name, book=book, book_text=text, setup=SETUP.write(setup))
    pairs = folded(store.row(row.code)).engine.in_pairs
    events: list[Any] = []
    for number in range(1, players + 1):
        name = NAMES[number - 1] if number <= len(NAMES) else f"Person {number}"
        events.append(
            Entered(
                str(number),
                name,
                email=f"p{number}@example.org",
                pair=f"Paar {(number + 1) // 2}" if pairs else "",
                public=number in public,
            )
        )
        events.append(CheckedIn(str(number), accepted=True))
    store.submit(row.code, events)
    if released:
        store.submit(row.code, lambda engine: [engine.drawn()])
        store.submit(row.code, RoundReleased(1))
    return Hall(Evening.objects.get(pk=row.pk))


def message(found: Hall, table: int, side: str, sheet: Any = None, *, round_: int = 1, **more: Any) -> dict[str, Any]:
    """What a phone sends."""
    where = {"evening": found.code, "round": round_, "table": table}
    return {"id": str(uuid.uuid4()), "seq": 1, "kind": "enter", "side": side, "sheet": sheet, "device": side, **where, **more}


def total(*points: Any, **more: Any) -> dict[str, Any]:
    return {"totals": list(points), **more}


def deals(*points: Any, **more: Any) -> dict[str, Any]:
    rows = [{"deal": number, "cells": [[side] for side in deal]} for number, deal in enumerate(points, start=1)]
    return {"rows": rows, **more}


def post(client: Client, found: Hall, sent: dict[str, Any], *, table: int | None = None, round_: int = 1) -> Any:
    """Send it to the address of its table (or of another one)."""
    address = f"/evenings/e/{found.secret(table or sent['table'], round_)}/send/"
    return client.post(address, json.dumps(sent), content_type="application/json")
