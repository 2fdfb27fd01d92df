"""Reading the HSLU and Swisslos game logs: strict about cards and seats, blind to what their own readers ignore."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NoReturn

from puur.core import events as ev
from puur.core.cards import CARDS, Card, CardSet
from puur.core.mode import Mode
from puur.core.seats import next_seat, partner_of
from puur.core.setup import Setup
from puur.log.errors import Expected
from puur.notation.hslu import CARD_OF, DATE_LENGTH, MODES, NAMES, VERSION, Loss, Lost, is_date, judge
from puur.notation.jsonform import load_json
from puur.notation.record import MAX_BYTES, Record, RecordError


@dataclass(slots=True)
class Imported:
    """The tables of a log, one record each, and what the log could not say or says wrongly."""

    records: list[Record] = field(default_factory=list)
    lost: list[Lost] = field(default_factory=list)


def read_hslu(text: str, book: str) -> Imported:
    """The games in a log, to be played under `book`; RecordError for the first thing that is wrong."""
    if len(text) > MAX_BYTES:
        raise RecordError(1, 1, "", Expected.SIZE, high=MAX_BYTES)
    imported = Imported(lost=[Lost(Loss.BOOK, book), Lost(Loss.BONUS)])
    tables: list[tuple[dict[str, str], list[ev.Event]]] = []
    for line, date, data in _documents(text):
        place = _Place(line, imported)
        rounds, tags = _rounds(place, data)
        if date:
            tags.setdefault("date", date)
        happened: list[ev.Event] = []
        for number, deal in enumerate(rounds):
            if deal is not None:  # Swisslos logs hold empty rounds
                happened += _read_deal(place.at(f"{place.pointer}/{number}" if "rounds" in data else place.pointer), deal)
        # A log entry has no number of its game: neighbours of the same second and players are one table.
        if tables and "rounds" not in data and "date" in tags and tables[-1][0] == tags:
            tables[-1][1].extend(happened)
        elif happened:
            tables.append((tags, happened))
    if not tables:
        raise RecordError(1, 1, text[:20], Expected.HSLU)
    for tags, happened in tables:
        imported.records.append(Record(book=book, setup=Setup(names=NAMES), events=tuple(happened), tags=tags))
    return imported


@dataclass(slots=True)
class _Place:
    """Where in the log, and where remarks go."""

    line: int
    imported: Imported
    pointer: str = ""

    def at(self, pointer: str) -> _Place:
        return _Place(self.line, self.imported, pointer)

    def fail(self, value: object, expected: Expected, more: str = "", **facts: Any) -> NoReturn:
        told = "" if value is None else str(value)
        raise RecordError(self.line, 1, told, expected, pointer=self.pointer + more, **facts)

    def lost(self, what: Loss, more: str = "") -> None:
        self.imported.lost.append(Lost(what, f"{self.line}: {self.pointer}{more}"))


def _documents(text: str) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """Every JSON object of the log with its line and date prefix: one per line, or one over many lines."""
    text = text.removeprefix("\ufeff")
    lines = [line.strip() for line in text.split("\n")]
    first = next((line for line in lines if line), "")
    if not first.endswith("}"):  # one object over several lines, or cut off
        lines = [text]
    for number, line in enumerate(lines, start=1):
        start = line.find("{")
        if not line.strip():
            continue
        if start < 0:
            raise RecordError(number, 1, line, Expected.HSLU)
        date = line[:DATE_LENGTH] if start > DATE_LENGTH and is_date(line[:DATE_LENGTH]) else ""
        try:
            data = load_json(line[start:])
        except RecordError as problem:
            column = problem.column + (start if problem.line == 1 else 0)
            raise RecordError(number + problem.line - 1, column, problem.found, problem.expected, **problem.facts) from None
        yield number, date, data


def _rounds(place: _Place, data: dict[str, Any]) -> tuple[list[Any], dict[str, str]]:
    """The deals of a line, and what it says about date and players."""
    tags: dict[str, str] = {}
    players = data.get("players", data.get("player_ids"))
    if players is not None:
        if not isinstance(players, list) or not all(type(player) in (int, str) for player in players) or len(players) != 4:
            place.fail(players, Expected.ARRAY, "/players", most=4)
        tags["hslu-players"] = " ".join(str(player)[:100] for player in players)
    date = data.get("date")
    if isinstance(date, str) and date:
        tags["date"] = date[:100]
    if "rounds" in data:
        place.pointer = "/rounds"
        if not isinstance(data["rounds"], list):
            place.fail(data["rounds"], Expected.ARRAY)
        return data["rounds"], tags
    if "game" in data:
        place.pointer = "/game"
        return [data["game"]], tags
    return [data], tags


def _read_deal(place: _Place, data: Any) -> list[ev.Event]:
    """One deal: its dealer and hands, the trump, and the cards."""
    if not isinstance(data, dict):
        place.fail(type(data).__name__, Expected.OBJECT)
    if data.get("version", VERSION) != VERSION:
        place.fail(data["version"], Expected.VERSION, "/version", version=VERSION)
    dealer = _seat(place, data, "dealer")
    trump = _int(place, data, "trump", -1, -1, len(MODES) - 1)
    pushed = _int(place, data, "forehand", 1 - _int(place, data, "tss", 0, 0, 1), -1, 1) == 0
    played = _tricks(place, data.get("tricks"))
    hands = _hands(place, data.get("player"), played)
    happened: list[ev.Event] = [ev.HandsRecorded(dealer, hands)]
    speaker = next_seat(dealer)
    if pushed:
        happened.append(ev.Pushed(speaker))
        speaker = partner_of(speaker)
    if trump >= 0:
        happened.append(ev.Announced(speaker, MODES[trump]))
        _check_tricks(place, data["tricks"] if played else [], played, MODES[trump])
    elif played:
        place.fail(trump, Expected.ONE_OF, "/trump", accepted="0, 1, 2, 3, 4, 5")
    happened += (ev.CardPlayed(seat, card) for trick in played for seat, card in trick)
    if sum(len(trick) for trick in played) < len(CARDS):
        place.lost(Loss.UNFINISHED)
    return happened


def _seat(place: _Place, data: dict[str, Any], key: str) -> int:
    return -_int(place, data, key, None, 0, 3) % 4


def _int(place: _Place, data: dict[str, Any], key: str, default: int | None, low: int, high: int) -> int:
    value = data.get(key, default)
    if type(value) is not int or not low <= value <= high:
        place.fail(value, Expected.NUMBER, f"/{key}", low=low, high=high)
    return value


def _tricks(place: _Place, data: Any) -> list[list[tuple[int, Card]]]:
    if data is None:
        return []
    if not isinstance(data, list):
        place.fail(type(data).__name__, Expected.ARRAY, "/tricks", most=9)
    if len(data) > 9:
        place.fail(len(data), Expected.FEWER, "/tricks", most=9)
    tricks: list[list[tuple[int, Card]]] = []
    seen: set[Card] = set()
    for number, trick in enumerate(data):
        here = place.at(f"{place.pointer}/tricks/{number}")
        if not isinstance(trick, dict):
            here.fail(type(trick).__name__, Expected.OBJECT)
        cards = _cards(here, trick.get("cards", []), "/cards", 4, seen)
        if cards:
            if tricks and len(tricks[-1]) < 4:
                here.fail(len(tricks[-1]), Expected.CARDS, most=4)
            first = _seat(here, trick, "first")
            tricks.append([((first + place_) % 4, card) for place_, card in enumerate(cards)])
    return tricks


def _cards(place: _Place, data: Any, more: str, most: int, seen: set[Card]) -> list[Card]:
    if not isinstance(data, list):
        place.fail(type(data).__name__, Expected.ARRAY, more, most=most)
    if len(data) > most:
        place.fail(len(data), Expected.FEWER, more, most=most)
    cards = []
    for number, name in enumerate(data):
        card = CARD_OF.get(name) if isinstance(name, str) else None
        if card is None or card in seen:
            place.fail(name, Expected.CARD if card is None else Expected.CARD_ONCE, f"{more}/{number}")
        seen.add(card)
        cards.append(card)
    return cards


def _hands(
    place: _Place, data: Any, played: Sequence[Sequence[tuple[int, Card]]]
) -> tuple[CardSet, CardSet, CardSet, CardSet] | None:
    """The cards dealt: those still held and those played; None unless that makes nine for everybody."""
    seen = {card for trick in played for _, card in trick}
    held = [[card for trick in played for seat, card in trick if seat == wanted] for wanted in range(4)]
    if isinstance(data, list) and len(data) == 4:
        for number, player in enumerate(data):
            if isinstance(player, dict) and "hand" in player:
                held[-number % 4] += _cards(place, player["hand"], f"/player/{number}/hand", 9, seen)
    first, second, third, fourth = (CardSet(hand) for hand in held)
    return (first, second, third, fourth) if all(len(hand) == 9 for hand in held) else None


def _check_tricks(place: _Place, data: Any, played: Sequence[Sequence[tuple[int, Card]]], mode: Mode) -> None:
    """Compare what the log says of winners and points with what the cards say."""
    for number, (trick, told) in enumerate(zip(played, data, strict=False)):
        if len(trick) == 4:
            taker, points = judge(number, trick, mode)
            if "win" in told and told["win"] != -taker % 4:
                place.lost(Loss.WINNER, f"/tricks/{number}/win")
            if "points" in told and told["points"] != points:
                place.lost(Loss.POINTS, f"/tricks/{number}/points")
