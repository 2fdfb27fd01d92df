"""The JSON twin of the text notation: the same record, one object per event, with stable names.

`record.schema.json` beside this module is its published schema; `schema()` is what it must be. The reader checks
everything by itself and names the place as a JSON pointer (RFC 6901). Size and depth are limited before anything is built.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from puur.core.seats import PAIRS, SEAT_NAMES, side_names
from puur.log.codec import codec_of, list_of, teach
from puur.log.errors import Expected, Unfit, within
from puur.log.values import CARD, MAX_NUMBER, MODE, NAME, RANK, SEAT, SOURCE, TEAM, TEXT, WEIS, Codec, Json
from puur.notation.game_events import EFFECT, GAME, SETUP, name_sides, sides_of
from puur.notation.record import MAX_BYTES, MAX_EVENTS, MAX_TAGS, SUMS, VERSION, Record, RecordError, Score, ScoreOf

MAX_DEPTH = 8  # the deepest value, a card in the pack of an event, lies at 4
SCHEMA_ID = "urn:puur:record:1"
_KEYS = ("puur", "book", "setup", "sides", "tags", "events", "scores")


def _read_of(value: Json) -> str:
    return str(value) if value in SUMS else str(SOURCE.read(value).value)


teach(ScoreOf, Codec(Expected.SOURCE, _read_of, _read_of, {"enum": [*SUMS, *SOURCE.schema["enum"]]}))
SCORE = codec_of(Score)


def to_data(record: Record) -> dict[str, Json]:
    """The record as JSON values; what has its default value is left out."""
    names = side_names(record.sides)
    data: dict[str, Json] = {"puur": VERSION, "book": record.book}
    if setup := SETUP.write(record.setup):
        data["setup"] = setup
        if record.setup.lost_before is not None:
            setup["lost_before"] = names[record.setup.lost_before]
    if record.sides != PAIRS:
        data["sides"] = list(names)
    if record.tags:
        data["tags"] = {name: record.tags[name] for name in sorted(record.tags)}
    data["events"] = [GAME.write(event) for event in record.events]
    if record.sides != PAIRS:
        for event, written in zip(record.events, data["events"], strict=True):
            name_sides(event, written, names)
    if record.scores:
        data["scores"] = [SCORE.write(score) for score in record.scores]
    return data


def to_json(record: Record) -> str:
    """The record as JSON text, one event to a line. ValueError where it would be too long to be read."""
    rows = []
    for key, value in to_data(record).items():
        written = _line(value)
        if isinstance(value, list) and value:
            written = "[\n    " + ",\n    ".join(_line(item) for item in value) + "\n  ]"
        rows.append(f'  "{key}": {written}')
    text = "{\n" + ",\n".join(rows) + "\n}\n"
    if len(text.encode()) > MAX_BYTES:
        raise Unfit(len(text), Expected.SIZE, high=MAX_BYTES)
    return text


def _line(value: Json) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def from_json(text: str) -> Record:
    """The record in this JSON text; RecordError for the first thing that is wrong."""
    data = load_json(text)
    try:
        return _record(data)
    except Unfit as problem:
        raise RecordError(1, 1, problem.found, problem.expected, pointer=problem.at, **problem.facts) from None


def _record(data: Json) -> Record:
    if not isinstance(data, dict):
        raise Unfit(type(data).__name__, Expected.OBJECT)
    for key in data:
        if key not in _KEYS:
            raise Unfit(key, Expected.FIELD, accepted=", ".join(_KEYS))
    for key in ("puur", "book", "events"):
        if key not in data:
            raise Unfit("", Expected.REQUIRED, field=key)
    if type(data["puur"]) is not int or data["puur"] != VERSION:
        raise Unfit(data["puur"], Expected.VERSION, "/puur", version=VERSION)
    values: dict[str, Any] = {"book": _at("book", NAME, data)}
    if not values["book"]:
        raise Unfit("", Expected.VALUE, "/book")
    if "setup" in data:
        values["setup"] = _at("setup", SETUP, data)
    if "sides" in data:
        values["sides"] = _at("sides", _SIDES, data)
    values["tags"] = data.get("tags", {})
    if not isinstance(values["tags"], dict):
        raise Unfit(type(data["tags"]).__name__, Expected.OBJECT, "/tags")
    values["events"] = _at("events", list_of(GAME.codec, MAX_EVENTS), data)
    if "scores" in data:
        values["scores"] = _at("scores", list_of(SCORE, MAX_EVENTS), data)
    return Record(**values)


def _at(key: str, codec: Codec, data: dict[str, Json]) -> Any:
    try:
        return codec.read(data[key])
    except Unfit as problem:
        raise within(problem, key) from None


_NAMES = codec_of(tuple[str, ...])
_SIDES = replace(_NAMES, read=lambda names: sides_of(_NAMES.read(names)))
_TAGS = {
    "type": "object",
    "propertyNames": {"pattern": "^[a-z][a-z0-9_-]{0,39}$"},
    "additionalProperties": TEXT.schema,
    "maxProperties": MAX_TAGS,
}


def load_json(text: str, depth: int = MAX_DEPTH) -> Json:
    """JSON from a stranger: not too long, not too deep, no key twice, no number that JSON does not know."""
    if len(text) > MAX_BYTES:
        raise RecordError(1, 1, "", Expected.SIZE, high=MAX_BYTES)
    _check_depth(text, depth)
    try:
        return json.loads(text.removeprefix("\ufeff"), object_pairs_hook=_once, parse_constant=_no_constant)
    except json.JSONDecodeError as problem:
        rest = problem.doc[problem.pos : problem.pos + 20].partition("\n")[0]
        raise RecordError(problem.lineno, problem.colno, rest, Expected.JSON) from None
    except Unfit as problem:
        raise RecordError(*_find_key(text, problem.found), problem.found, problem.expected) from None
    except ValueError:  # a number with thousands of digits
        raise RecordError(1, 1, "…", Expected.NUMBER, low=-MAX_NUMBER, high=MAX_NUMBER) from None


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    table = dict(pairs)
    if len(table) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise Unfit(name, Expected.KEY_ONCE)
            seen.add(name)
    return table


def _no_constant(name: str) -> Json:
    raise Unfit(name, Expected.JSON)


def _find_key(text: str, key: str) -> tuple[int, int]:
    """Where it may be: `json` does not tell, so the last place where the key stands."""
    place = max(text.rfind(key), 0)
    return text.count("\n", 0, place) + 1, place - text.rfind("\n", 0, place)


def _check_depth(text: str, most: int) -> None:
    """Refuse deep nesting before the parser sees it: one pass over the brackets outside of strings."""
    depth = 0
    inside = escaped = False
    for place, sign in enumerate(text):
        if inside:
            if escaped:
                escaped = False
            elif sign == "\\":
                escaped = True
            elif sign == '"':
                inside = False
        elif sign == '"':
            inside = True
        elif sign in "[{":
            depth += 1
            if depth > most:
                line = text.count("\n", 0, place) + 1
                column = place - text.rfind("\n", 0, place)
                raise RecordError(line, column, sign, Expected.DEPTH, most=most)
        elif sign in "]}":
            depth -= 1


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a record; published as `record.schema.json`."""
    definitions = {**GAME.schemas(), **EFFECT.schemas()}
    whole: dict[str, Any] = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": SCHEMA_ID,
        "title": "Puur game record",
        "description": "One game of Jass: rule book, setup, events, and scores to be checked. See docs/record.md.",
        "type": "object",
        "properties": {
            "puur": {"const": VERSION},
            "book": {**NAME.schema, "minLength": 1},
            "setup": SETUP.schema,
            "sides": {**_NAMES.schema, "minItems": 2, "maxItems": len(SEAT_NAMES)},
            "tags": _TAGS,
            "events": {"type": "array", "items": GAME.codec.schema, "maxItems": MAX_EVENTS},
            "scores": {"type": "array", "items": SCORE.schema, "maxItems": MAX_EVENTS},
        },
        "required": ["puur", "book", "events"],
        "additionalProperties": False,
        "$defs": definitions,
    }
    for name, kind in _SHARED.items():
        whole = _refer(whole, kind.schema, f"#/$defs/{name}")
    whole["$defs"].update({name: kind.schema for name, kind in _SHARED.items()})
    return whole


_SHARED = {"card": CARD, "seat": SEAT, "team": TEAM, "rank": RANK, "mode": MODE, "weis": WEIS, "source": SOURCE}


def _refer(tree: Any, part: Mapping[str, Any], name: str) -> Any:
    """The same schema with a reference wherever `part` stood."""
    if tree == part:
        return {"$ref": name}
    if isinstance(tree, dict):
        return {key: _refer(value, part, name) for key, value in tree.items()}
    return [_refer(value, part, name) for value in tree] if isinstance(tree, list) else tree


def schema_text() -> str:
    """The text of `record.schema.json`."""
    return json.dumps(schema(), indent=2, ensure_ascii=False) + "\n"
