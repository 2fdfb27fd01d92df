"""A format as a form: ready ones, a preview, articles that one names, kept and used for an evening; no file is written by hand."""

from __future__ import annotations

import re
from typing import Any

import pytest

from puur.web.evenings.models import OwnFormat
from tests.web.evenings.organiser_help import Organiser

pytestmark = pytest.mark.usefixtures("database")

FORM = {
    "title": "Chlausjass Dürnten", "base": "tam2014-es", "rounds": "4", "deals": "8", "entry": "single", "draw": "each-round",
    "partners": "never", "rest": "sit-out", "match_bonus": "50", "dropped": "1", "tie1": "best-rounds", "tie2": "lot", "tie3": "",
    "prizes": "100, 60 40.–", "fee": "20", "confirm": "opponents", "rule_dropped": "Art. 4", "rule_prizes": "Art. 9",
}  # fmt: skip


def sent(organiser: Organiser, do: str, **more: str) -> Any:
    return organiser.client.post("/evenings/format/", {**FORM, "do": do, **more})


def test_a_ready_format_says_what_it_means_at_once() -> None:
    text = Organiser().client.get("/evenings/format/?preset=village").content.decode()
    assert "Gespielt werden 4 Runden." in text
    assert "zusammen 1884" in text  # 12 deals of 157
    assert "Gleiches Total: die beste Runde, dann die zweitbeste → das Los → gleicher Rang." in text


def test_a_preview_counts_with_what_was_typed_and_keeps_nothing() -> None:
    organiser = Organiser()
    text = sent(organiser, "preview").content.decode()
    assert "zusammen 1256" in text  # 8 deals of 157
    assert "Ein Match zählt 50 Punkte dazu" in text
    assert "1. 100.–, 2. 60.–, 3. 40.– (zusammen 200.–)" in text
    assert "Art. 4" in text
    assert "Wenn die Zahl nicht aufgeht: reihum aussetzen." in text
    assert not OwnFormat.objects.filter(title=FORM["title"]).exists()


def test_an_evening_under_a_kept_format_ranks_drops_pays_and_cites_by_it() -> None:
    organiser = Organiser()
    answer = sent(organiser, "save")
    assert answer.status_code == 302
    key = answer.url.partition("book=")[2]
    assert re.search(f'value="{key}"[^>]* checked', organiser.client.get(answer.url).content.decode())
    organiser.create(key, "Chlausjass 2026")
    engine = organiser.engine()
    book = engine.book
    assert (engine.planned, book.ending.deals, book.evening.dropped, book.evening.prizes) == (4, 8, 1, (100, 60, 40))
    assert (book.rule("evening.dropped"), book.rule("evening.prizes")) == ("Art. 4", "Art. 9")
    assert engine.setup.confirm.value == "opponents"
    assert organiser.get("checkin/").count("20.–") == 0  # nobody is on the list yet
    organiser.people(8)
    assert "20.–" in organiser.get("checkin/")


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        # Each under the words beside its field, never under the name that a file has for it.
        ({"dropped": "4"}, "Streichresultate: «4» geht nicht; erwartet: eine ganze Zahl von 0 bis 3."),  # at least one has to count
        ({"deals": "0"}, "Dieses Reglement kennt kein Ziel in Punkten; nenne die Spiele pro Runde."),
        ({"prizes": "viel"}, "Preise in Franken, vom ersten Rang an: «viel»"),
        ({"title": ""}, "Name des Formats: Da fehlt noch etwas."),
        ({"rounds": "0"}, "Runden: «0» ist keine ganze Zahl von 1 bis 20."),
        ({"fee": "zwanzig", "rounds": "0"}, "Startgeld in Franken: «zwanzig»"),  # all at once
        ({"rule_dropped": "UB-XX-99"}, "UB-XX-99"),  # written like a provision of the catalogue, and none
    ],
)
def test_what_cannot_be_is_said_and_nothing_typed_is_lost(changed: dict[str, str], said: str) -> None:
    answer = sent(Organiser(), "save", **changed)
    assert answer.status_code == 400
    text = answer.content.decode()
    assert said in text
    assert 'value="100, 60 40.–"' in text or "prizes" in changed


def test_a_format_is_changed_deleted_and_nobody_elses() -> None:
    organiser = Organiser()
    key = sent(organiser, "save").url.partition("book=")[2]
    assert "Chlausjass Dürnten" in organiser.client.get(f"/evenings/format/?format={key}").content.decode()
    assert Organiser().client.get(f"/evenings/format/?format={key}").status_code == 404
    assert Organiser().client.post("/evenings/format/", {**FORM, "format": key, "do": "delete"}).status_code == 404
    sent(organiser, "save", format=key, title="Neujahrsjass")
    assert [kept.title for kept in OwnFormat.objects.filter(pk=int(key.removeprefix("format-")))] == ["Neujahrsjass"]
    sent(organiser, "delete", format=key)
    assert not OwnFormat.objects.filter(pk=int(key.removeprefix("format-"))).exists()
