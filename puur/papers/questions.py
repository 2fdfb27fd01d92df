"""What programs may ask, over HTTP and as tools of `puur mcp`: one list, with the schema of what a question takes.

Every question is a pure function of its values, bounded by `MOST_*`; the OpenAPI description, the addresses and the tools are made
from `QUESTIONS`. Fields of an answer only ever grow within a version. A record may name a shipped book only: no program reads files
of the machine that answers. What does not fit is `Wrong`, with a message for developers, in English.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from puur.bots import DEFAULT
from puur.bots.ladder import LEVELS
from puur.core.actions import to_act
from puur.core.errors import Refusal, RuleViolation
from puur.core.events import Event
from puur.core.game import Game
from puur.core.seats import SEAT_NAMES, side_names
from puur.core.view import view_of
from puur.evening.draw import NoDraw, Wishes, plan
from puur.evening.lists import ResultLine
from puur.log.errors import Unfit
from puur.log.values import has_half_signs
from puur.notation import Record, RecordError, read_text
from puur.notation.game_events import GAME
from puur.notation.scoring import Refused, score_record
from puur.notation.writer import spoken
from puur.papers.game_facts import facts as game_facts
from puur.papers.ranking import facts_of, of_results
from puur.reglement import catalogue, load, shipped
from puur.words import LANGUAGES

VERSION = 1
MOST_TEXT = 60_000  # characters of a record
MOST_PLAYERS, MOST_ROUNDS = 400, 12
MOST_CARDS = 7  # that a player may still hold when a position is solved
MOST_POINTS = 1_000_000

_BOOK = {"type": "string", "enum": list(shipped()), "description": "Key of a rule book."}
_LANG = {"type": "string", "enum": list(LANGUAGES), "default": "de", "description": "Language of the texts."}
_RECORD = {
    "type": "string",
    "maxLength": MOST_TEXT,
    "description": "A game: one line with ` / ` between its statements, `.jass` text, or the JSON of a record (docs/record.md).",
}
_NAME = {"type": "string", "minLength": 1, "maxLength": 80}


class Wrong(Refusal):
    """A question that cannot be answered: a stable reason and the facts; `message` says it to a developer."""

    @property
    def message(self) -> str:
        """What is wrong, in English."""
        return str(self)


def told(problem: Refusal) -> dict[str, Any]:
    """A refusal as programs read it: the stable reason, a message for developers, the facts."""
    facts = {name: str(value) for name, value in problem.facts.items()}
    return {"reason": problem.reason, "message": str(problem), "facts": facts}


@dataclass(frozen=True, slots=True)
class Question:
    """Something that can be asked: its name, what it does, what it takes, and who answers."""

    name: str
    says: str
    takes: Mapping[str, Mapping[str, Any]]
    answer: Callable[..., Mapping[str, Any]]
    needs: tuple[str, ...] = ()
    quick: bool = False  # answered at once; the others in a process apart

    @property
    def schema(self) -> dict[str, Any]:
        """The JSON schema of what it takes."""
        return {"type": "object", "properties": dict(self.takes), "required": list(self.needs), "additionalProperties": False}

    def ask(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The answer; `Wrong` where something does not fit."""
        for name in given:
            if name not in self.takes:
                raise Wrong("unknown-field", field=str(name)[:40], known=", ".join(self.takes))
        for name in self.needs:
            if name not in given:
                raise Wrong("missing-field", field=name)
        for name, value in given.items():
            _check(name, value, self.takes[name])
        return {"version": VERSION, **self.answer(**given)}


def _check(place: str, value: Any, schema: Mapping[str, Any]) -> None:
    """Hold a value against the few words of JSON schema that are used here."""
    kinds = {"string": str, "integer": int, "array": list, "object": dict}
    fits: bool = type(value) is kinds[schema["type"]]
    if not fits or (isinstance(value, str) and has_half_signs(value)):
        raise Wrong("wrong-type", field=place, expected=schema["type"])
    if "enum" in schema and value not in schema["enum"]:
        raise Wrong("unknown-value", field=place, known=", ".join(map(str, schema["enum"])))
    size: int = value if schema["type"] == "integer" else len(value)
    low, high = (schema.get(word, default) for word, default in _BOUNDS[schema["type"]])
    if not low <= size <= high:
        raise Wrong("out-of-bounds", field=place, least=low, most=high)
    if isinstance(value, list):
        for number, item in enumerate(value):
            _check(f"{place}/{number}", item, schema["items"])
    if isinstance(value, dict):
        for name, item in value.items():
            if name not in schema["properties"]:
                raise Wrong("unknown-field", field=f"{place}/{name}"[:80], known=", ".join(schema["properties"]))
            _check(f"{place}/{name}", item, schema["properties"][name])
        for name in schema.get("required", ()):
            if name not in value:
                raise Wrong("missing-field", field=f"{place}/{name}")


_BOUNDS = {
    "string": (("minLength", 0), ("maxLength", MOST_TEXT)),
    "integer": (("minimum", -MOST_POINTS), ("maximum", MOST_POINTS)),
    "array": (("minItems", 0), ("maxItems", 1000)),
    "object": (("minProperties", 0), ("maxProperties", 100)),
}


# ---- the rules -------------------------------------------------------------------------------------------------------------------


def _books() -> Mapping[str, Any]:
    return {
        "books": [{"book": key, "title": load(key).title, "source": load(key).source, "form": load(key).form} for key in shipped()]
    }


def _rules(book: str, lang: str = "de") -> Mapping[str, Any]:
    source = catalogue.catalogue_of(book)
    rows = catalogue.provisions(source) if source else ()
    told = [{"id": row.id, "article": row.article, "text": catalogue.text(row, lang)[0]} for row in rows]
    return {"book": book, "title": load(book).title, "provisions": told}


def _provision(rule: str, lang: str = "de") -> Mapping[str, Any]:
    try:
        row = catalogue.provision(rule)
    except catalogue.UnknownProvision:
        raise Wrong("unknown-provision", rule=rule) from None
    return {"id": row.id, "article": row.article, "text": catalogue.text(row, lang)[0]}


# ---- a game ----------------------------------------------------------------------------------------------------------------------


def _read(text: str) -> Record:
    try:
        record = read_text(text)
    except RecordError as problem:
        raise Wrong(
            "record", line=problem.line, column=problem.column, found=problem.found, expected=str(problem.expected)
        ) from None
    except Unfit as problem:
        raise Wrong("record", problem=str(problem)) from None
    if record.book not in shipped():
        raise Wrong("unknown-value", field="record", book=record.book[:40], known=", ".join(shipped()))
    return record


def _game(text: str) -> Game:
    record = _read(text)
    try:
        return score_record(record, load(record.book)).game
    except Refused as refused:
        raise _refused(refused.violation, refused.place) from None


def _refused(violation: RuleViolation, event: int) -> Wrong:
    facts = {name: str(value) for name, value in violation.facts.items()}
    return Wrong("not-allowed", event=event + 1, why=violation.reason, rule=violation.rule, **facts)


def _score(record: str) -> Mapping[str, Any]:
    read = _read(record)
    try:
        return game_facts(score_record(read, load(read.book)))
    except Refused as refused:
        raise _refused(refused.violation, refused.place) from None


def _legal(record: str) -> Mapping[str, Any]:
    game = _game(record)
    seat = to_act(game)
    if seat is None:
        return {"seat": None, "actions": [], "over": game.over}
    view = view_of(game, seat)
    return {"seat": SEAT_NAMES[seat], "actions": [_action(game, event) for event in view.options], "over": False}


def _action(game: Game, event: Event) -> Mapping[str, Any]:
    """An action as it is said in a record, and as an event of its JSON."""
    return {"text": spoken(event, side_names(game.sides)), "event": GAME.write(event)}


def _hint(record: str, level: str = "stammtisch", seed: int = 0) -> Mapping[str, Any]:
    from puur.bots.levels import LEVELS

    game = _game(record)
    seat = to_act(game)
    if seat is None:
        raise Wrong("nobody-to-act")
    chosen = LEVELS[level].choose(view_of(game, seat), random.Random(str(seed)), LEVELS[level].budget)
    return {"seat": SEAT_NAMES[seat], "level": level, "action": _action(game, chosen)}


def _solve(position: str) -> Mapping[str, Any]:
    from puur.fast import available
    from puur.fast.position import BadPosition, Position

    try:
        place = Position.parse(position)
    except BadPosition as problem:
        raise Wrong("position", problem=str(problem)) from None
    if place.over or place.left > MOST_CARDS:
        raise Wrong("out-of-bounds", field="position", least=1, most=MOST_CARDS, cards=place.left)
    if not available():
        raise Wrong("not-here", needs="puur[fast]")
    from puur.fast.solver import solve

    solved = solve(place)
    return {
        "position": str(place),
        "seat": SEAT_NAMES[place.turn],
        "points": list(solved.points),
        "best": [card.name for card in solved.best],
        "cards": {card.name: value for card, value in solved.per_card.items()},
    }


# ---- an evening ------------------------------------------------------------------------------------------------------------------


def _draw(players: Sequence[str], rounds: int, seed: str) -> Mapping[str, Any]:
    if len(set(players)) != len(players):
        raise Wrong("same-name", field="players")
    try:
        drawn = plan(seed, players, rounds, Wishes())
    except NoDraw as problem:
        raise Wrong(problem.reason, **{name: str(value) for name, value in problem.facts.items()}) from None
    return {
        "seed": seed,
        "rounds": [
            {
                "round": made.number,
                "tables": [
                    {"table": table.number, "seats": [seat.player if seat.sitter else None for seat in table.seats]}
                    for table in made.tables
                ],
                "sitting_out": list(made.sitting_out),
            }
            for made in drawn
        ],
    }


def _ranking(book: str, results: Sequence[Mapping[str, Any]], dropped: int = 0) -> Mapping[str, Any]:
    if len({len(row["rounds"]) for row in results}) != 1:
        raise Wrong("rounds-differ", field="results")
    rules = load(book)
    if dropped:
        rules = replace(rules, evening=replace(rules.evening, dropped=dropped))
    lines = [
        ResultLine(number, str(number), row["name"], tuple(row["rounds"]), row.get("matches", 0), row.get("penalty", 0))
        for number, row in enumerate(results, start=1)
    ]
    return facts_of(of_results(rules, lines, "en"), rules)


_RESULT = {
    "type": "object",
    "properties": {
        "name": _NAME,
        "rounds": {"type": "array", "minItems": 1, "maxItems": 50, "items": {"type": "integer"}},
        "matches": {"type": "integer", "minimum": 0, "maximum": 1000},
        "penalty": {"type": "integer", "description": "Added to the rounds, so mostly below zero."},
    },
    "required": ["name", "rounds"],
}
_PLAYERS = {"type": "array", "minItems": 4, "maxItems": MOST_PLAYERS, "items": _NAME}
_AT_ONCE = [name for name, level in LEVELS.items() if not level.searches]
_LEVEL = {"type": "string", "enum": _AT_ONCE, "default": DEFAULT}
_POSITION = {
    "type": "string",
    "maxLength": 400,
    "description": "`R | A: E6 | E7 / E8 S6 / E9 S7 / EB S8`: mode, leader and trick on the table, hands from A to D.",
}
_RESULTS = {"type": "array", "minItems": 1, "maxItems": 500, "items": _RESULT}
_ROUNDS = {"type": "integer", "minimum": 1, "maximum": MOST_ROUNDS}
_SEED = {"type": "string", "minLength": 1, "maxLength": 100}
_RULE = {"type": "string", "maxLength": 40, "description": "Its id, such as UB-POINTS-05."}
_DROPPED = {"type": "integer", "minimum": 0, "maximum": 10, "description": "Rounds that do not count; the book says so otherwise."}
_WHO = "Who has to act in a game, and what that seat may do."
_WORTH = f"The exact value of a position with all cards known, at most {MOST_CARDS} a player: card points still to come."
_SLATE = "A recorded game scored under its book: slate, every entry with its provision, control sums, the winner."
_BOT = "What a bot would do for the seat that has to act; it knows only what that seat may know."

QUESTIONS: tuple[Question, ...] = (
    Question("books", "The rule books that ship with Puur.", {}, _books, quick=True),
    Question("rules", "Every provision of a rule book.", {"book": _BOOK, "lang": _LANG}, _rules, ("book",), quick=True),
    Question("provision", "What a provision says.", {"rule": _RULE, "lang": _LANG}, _provision, ("rule",), quick=True),
    Question("legal", _WHO, {"record": _RECORD}, _legal, ("record",)),
    Question("score", _SLATE, {"record": _RECORD}, _score, ("record",)),
    Question("hint", _BOT, {"record": _RECORD, "level": _LEVEL, "seed": {"type": "integer"}}, _hint, ("record",)),
    Question("solve", _WORTH, {"position": _POSITION}, _solve, ("position",)),
    Question(
        "draw",
        "Partners and tables for several rounds, the same for the same seed and players.",
        {"players": _PLAYERS, "rounds": _ROUNDS, "seed": _SEED},
        _draw,
        ("players", "rounds", "seed"),
    ),
    Question(
        "ranking",
        "Results ranked by the tie-breaks of a book, with the reason for each place.",
        {"book": _BOOK, "results": _RESULTS, "dropped": _DROPPED},
        _ranking,
        ("book", "results"),
    ),
)
BY_NAME: Mapping[str, Question] = {question.name: question for question in QUESTIONS}


def ask(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """The answer to a question by its name; `Wrong` where something does not fit."""
    return BY_NAME[name].ask(given)
