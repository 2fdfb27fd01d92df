"""An organiser's browser for the tests: creates evenings and sends forms as the pages do."""

from __future__ import annotations

import re
from typing import Any

from django.test import Client

from puur.evening.evening import Evening
from puur.web.evenings import store
from puur.web.evenings.desk import SWAP
from puur.web.evenings.fold import folded
from tests.evening.evenings import result_confirmed, result_entered


class Organiser:
    """Somebody at a laptop without an account; every refusal comes back as its sentence."""

    def __init__(self, lang: str = "de") -> None:
        self.client = Client(HTTP_HOST="localhost", HTTP_ACCEPT_LANGUAGE=lang)
        self.code = ""

    def create(self, book: str = "tam2014-es", title: str = "Dorfjass", **more: Any) -> str:
        given = {"title": title, "book": book, "date": "2026-11-14", "venue": "Löwen", "seed": "Losrad", **more}
        answer = self.client.post("/evenings/new/", given)
        assert answer.status_code == 302, answer.content.decode()
        found = re.search(r"/evenings/([A-Z]{8})/", answer.headers["Location"])
        assert found
        self.code = found[1]
        return self.code

    def url(self, path: str = "") -> str:
        return f"/evenings/{self.code}/{path}"

    def get(self, path: str = "", status: int = 200) -> str:
        answer = self.client.get(self.url(path))
        assert answer.status_code == status, (path, answer.status_code)
        return answer.content.decode() if not answer.streaming else ""

    def post(self, path: str, **given: Any) -> str:
        """Send a form; the refusal, or nothing."""
        answer = self.client.post(self.url(path), given, headers={SWAP: "1"})
        if answer.headers.get("Content-Type") == "application/json":
            return str(answer.json()["error"])
        assert answer.status_code == 302, (path, answer.status_code, answer.content.decode()[:500])
        return ""

    def engine(self) -> Evening:
        return folded(store.row(self.code)).engine

    def people(self, count: int, *, here: bool = True, **more: Any) -> None:
        """Enter people by hand."""
        for number in range(1, count + 1):
            assert not self.post(
                "players/", name=f"Person {number}", number=str(number), here="1" if here else "", accepted="1", **more
            )

    def play(self, lead: int = 1) -> None:
        """Everybody plays the round that is on: side A+C wins by `lead` times its table number. (1884 in all: 12 deals of 157)"""
        engine = self.engine()
        events: list[Any] = []
        for table in engine.missing_results(engine.released):
            events += [
                result_entered(engine.released, table, points=(942 + lead * table, 942 - lead * table)),
                result_confirmed(engine.released, table),
            ]
        store.submit(self.code, events, by="Büro")

    def round(self) -> None:
        """Draw, start and play one round."""
        assert not self.post("draw/act/", do="draw")
        assert not self.post("draw/act/", do="release", minutes="")
        self.play()
