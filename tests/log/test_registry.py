"""One registry, one codec: what is written reads back, what changed is brought up, and a mistake is named with its place."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import Enum

import pytest

from puur.core.cards import Card, parse_card
from puur.core.event_fields import Seat
from puur.core.mode import Mode, parse_mode
from puur.log import Expected, Registry, Unfit
from puur.log.registry import Words


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True)
class Chair:
    number: int
    free: bool = True


@dataclass(frozen=True, slots=True)
class Everything:
    seat: Seat
    card: Card
    mode: Mode
    amount: Decimal
    on: date
    at: datetime
    colour: Colour
    chairs: tuple[Chair, ...]
    pair: tuple[int, int]
    name: str = ""
    other: Seat | None = None


WHOLE = Everything(
    2, parse_card("EU"), parse_mode("undeufe"), Decimal("12.50"), date(2027, 3, 6), datetime(2027, 3, 6, 19, 30), Colour.BLUE,
    (Chair(1), Chair(2, free=False)), (100, 57),
)  # fmt: skip
WRITTEN = {
    "event": "everything", "seat": "C", "card": "EU", "mode": "undeufe", "amount": "12.50", "on": "2027-03-06",
    "at": "2027-03-06T19:30", "colour": "blue", "chairs": [{"number": 1}, {"number": 2, "free": False}], "pair": [100, 57],
}  # fmt: skip


@pytest.fixture
def registry() -> Registry:
    made = Registry("test")
    made.add(Everything)
    return made


def test_every_type_is_written_without_defaults_and_reads_back(registry: Registry) -> None:
    assert registry.write(WHOLE) == WRITTEN
    assert registry.read(WRITTEN) == WHOLE
    assert registry.from_text(registry.text(WHOLE)) == WHOLE


@pytest.mark.parametrize(
    ("change", "place", "expected"),
    [
        ({"event": "nothing"}, "event", Expected.ONE_OF),
        ({"seat": "E"}, "seat", Expected.SEAT),
        ({"seat": 2}, "seat", Expected.SEAT),
        ({"pair": [1, True]}, "pair[1]", Expected.INTEGER),
        ({"pair": [1, 2, 3]}, "pair", Expected.COLUMNS),
        ({"chairs": [{"number": 1}, {"free": True}]}, "chairs[1].number", Expected.REQUIRED),
        ({"chairs": [{"number": 1, "legs": 4}]}, "chairs[0].legs", Expected.FIELD),
        ({"colour": "green"}, "colour", Expected.ONE_OF),
        ({"amount": 12.5}, "amount", Expected.AMOUNT),
        ({"amount": "NaN"}, "amount", Expected.AMOUNT),
        ({"on": "someday"}, "on", Expected.DATE),
        ({"at": "2027-03-06T19:30+01:00"}, "at", Expected.DATE),
        ({"name": "\ud800"}, "name", Expected.TEXT),
        ({"extra": 1}, "extra", Expected.FIELD),
        ({"v": 2}, "v", Expected.VERSION),
    ],
)
def test_a_mistake_is_named_with_its_place(registry: Registry, change: dict[str, object], place: str, expected: Expected) -> None:
    with pytest.raises(Unfit) as caught:
        registry.read(WRITTEN | change)
    assert (caught.value.place, caught.value.expected) == (place, expected)


@dataclass(frozen=True, slots=True)
class ResultEntered:
    points: tuple[int, ...]
    by: str = ""


def test_an_earlier_version_is_brought_up_and_a_later_one_refused() -> None:
    """Version 1 had two columns `a` and `b`, version 2 has any number of them."""
    registry = Registry("test")
    registry.add(ResultEntered, upcasts=(lambda old: {"event": old["event"], "points": [old["a"], old["b"]]},))
    assert registry.read({"event": "result-entered", "a": 100, "b": 57}) == ResultEntered((100, 57))
    assert registry.write(ResultEntered((1, 2, 3))) == {"event": "result-entered", "v": 2, "points": [1, 2, 3]}
    assert registry.read({"event": "result-entered", "v": 2, "points": [1, 2, 3]}) == ResultEntered((1, 2, 3))
    with pytest.raises(Unfit):
        registry.read({"event": "result-entered", "v": 3, "points": []})


def test_a_tag_or_a_class_twice_is_an_error(registry: Registry) -> None:
    for cls, tag in ((Chair, "everything"), (Everything, "again")):
        with pytest.raises(ValueError, match="registered already"):
            registry.add(cls, tag)


def test_a_game_brings_events_and_their_words(monkeypatch: pytest.MonkeyPatch) -> None:
    """A prediction said in own words, and one without any: tag and fields."""
    from puur.core.events import SchreiberNamed
    from puur.notation import Record, format_jass, from_json, parse_jass, to_json
    from puur.notation.game_events import GAME

    @dataclass(frozen=True, slots=True)
    class Foretold:
        seat: Seat
        points: int

    @dataclass(frozen=True, slots=True)
    class BidMade:
        seat: Seat
        points: int
        mode: Mode | None = None

    monkeypatch.setattr(GAME, "by_tag", dict(GAME.by_tag))
    monkeypatch.setattr(GAME, "by_class", dict(GAME.by_class))
    GAME.add(Foretold, words=Words("sagt voraus|foretells", "points"))
    GAME.add(BidMade)
    said = (SchreiberNamed(0), Foretold(1, 57), BidMade(2, 100), BidMade(3, 105, parse_mode("obenabe")))
    record = Record(book="jassregeln", events=said)  # type: ignore[arg-type]
    text = format_jass(record)
    assert "B: sagt voraus 57" in text
    assert "D: bid-made 105 mode obenabe" in text
    assert parse_jass(text) == record == from_json(to_json(record))
