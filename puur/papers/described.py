"""The OpenAPI description of what programs may ask: what a question takes, what its answer holds, and every refusal.

What a question takes is in `papers.questions` and checked there; what an answer holds is written here, and a test asks every
question and compares. Fields are only added within a version, so no schema forbids further ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from puur.papers.questions import QUESTIONS, VERSION
from puur.words import LANGUAGES

Schema = Mapping[str, Any]
TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
SEAT: Schema = {"type": ["string", "null"], "enum": ["A", "B", "C", "D", None]}
BY_SIDE: Schema = {"type": "object", "description": "By side, such as A+C.", "additionalProperties": NUMBER}


def _list(of: Schema) -> Schema:
    return {"type": "array", "items": of}


def _object(**fields: Schema) -> Schema:
    return {"type": "object", "properties": fields, "required": list(fields)}


def _or_nothing(schema: Schema) -> Schema:
    return {"anyOf": [schema, {"type": "null"}]}


_EVENT: Schema = {"type": "object", "description": "An event of a record in JSON.", "required": ["event"]}
_ACTION = _object(text=TEXT, event=_EVENT)
_ENTRY = _object(team=TEXT, source=TEXT, raw=NUMBER, factor=NUMBER, points=NUMBER, rule=TEXT)
_DEAL = _object(
    number=NUMBER, dealer=SEAT, announcer=SEAT, mode={"type": ["string", "null"]}, points=BY_SIDE, entries=_list(_ENTRY)
)
_SUM = _object(found=NUMBER, expected=NUMBER)
_TABLE = _object(table=NUMBER, seats=_list({"type": ["string", "null"], "description": "null: a helper."}))
_PLACE = _object(rank={"type": ["integer", "null"]}, name=TEXT, total=NUMBER, rounds=_list(_or_nothing(NUMBER)))

# What the answer to each question holds, besides `version`.
GIVES: Mapping[str, Mapping[str, Schema]] = {
    "books": {"books": _list(_object(book=TEXT, title=TEXT, source=TEXT, form=TEXT))},
    "rules": {"book": TEXT, "title": TEXT, "provisions": _list(_object(id=TEXT, article=TEXT, text=TEXT))},
    "provision": {"id": TEXT, "article": TEXT, "text": TEXT},
    "legal": {"seat": SEAT, "actions": _list(_ACTION), "over": FLAG},
    "score": {
        "book": TEXT,
        "players": {"type": "object", "description": "Names by seat.", "additionalProperties": TEXT},
        "over": FLAG,
        "over_by": TEXT,
        "winner": {"type": ["string", "null"], "description": "A side."},
        "totals": BY_SIDE,
        "slate": {"type": "object", "description": "The strokes of each side."},
        "deals": _list(_DEAL),
        "striche": _list(NUMBER),
        "sheet": _list({}),
        "bergpreis": {"type": ["string", "null"], "description": "A side."},
        "schneider": FLAG,
        "penalties": _list({}),
        "warnings": _list({}),
        "control": _object(deals=_list(_SUM), passe=_or_nothing(_SUM)),
        "mismatches": _list({"type": "object"}),
    },
    "hint": {"seat": SEAT, "level": TEXT, "action": _ACTION},
    "solve": {
        "position": TEXT,
        "seat": SEAT,
        "points": _list(NUMBER),
        "best": _list(TEXT),
        "cards": {"type": "object", "description": "What each card is worth.", "additionalProperties": NUMBER},
    },
    "draw": {
        "seed": TEXT,
        "rounds": _list(_object(round=NUMBER, tables=_list(_TABLE), sitting_out=_list(TEXT))),
    },
    "ranking": {"reglement": TEXT, "ranking": _list(_PLACE)},
}
_CARD: Schema = {"type": "object", "description": "A ruling for one case.", "required": ["incident", "title", "points", "sources"]}
REFEREE: Mapping[str, Mapping[str, Schema]] = {
    "overview": {
        "books": _list(_object(book=TEXT, title=TEXT, source=TEXT)),
        "incidents": _list(_object(incident=TEXT, name=TEXT, subject=TEXT)),
    },
    "ruling": {
        "book": TEXT,
        "incident": TEXT,
        "facts": _list(TEXT),
        "question": TEXT,
        "replies": _list(_object(text=TEXT, facts=_list(TEXT))),
        "cards": _list(_CARD),
    },
}
# The refusals of a question over HTTP, each `{"error": {"reason", "message", "facts"}}`.
REFUSALS = {
    "400": "What does not fit, with a stable reason.",
    "404": "No such question.",
    "405": "Questions are asked with POST.",
    "413": "The body is too long.",
    "415": "The body is no application/json.",
    "429": "Too many questions from this address, or too much work; Retry-After says for how long.",
}


def answer_schema(fields: Mapping[str, Schema]) -> dict[str, Any]:
    """The JSON schema of an answer with these fields."""
    return {"type": "object", "properties": {"version": NUMBER, **fields}, "required": ["version", *fields]}


def openapi(base: str) -> dict[str, Any]:
    """The OpenAPI description of all questions and of the referee, under the address `base`."""
    said = {"reason": {"type": "string"}, "message": {"type": "string"}, "facts": {"type": "object"}}
    error = {"type": "object", "properties": said, "required": list(said)}
    fault = {"type": "object", "properties": {"error": error}, "required": ["error"]}
    paths = {
        f"{base}{question.name}/": {
            "post": {
                "operationId": question.name,
                "summary": question.says,
                "requestBody": {"required": True, "content": {"application/json": {"schema": question.schema}}},
                "responses": _responses(GIVES[question.name], REFUSALS),
            }
        }
        for question in QUESTIONS
    }
    info = {"title": "Puur", "version": str(VERSION), "license": {"name": "MIT"}}
    components = {"schemas": {"Fault": fault}}
    return {"openapi": "3.1.0", "info": info, "paths": paths | _referee(f"{base}referee/"), "components": components}


def _responses(fields: Mapping[str, Schema], refusals: Mapping[str, str]) -> dict[str, Any]:
    fault = {"application/json": {"schema": {"$ref": "#/components/schemas/Fault"}}}
    answered = {"description": "The answer.", "content": {"application/json": {"schema": answer_schema(fields)}}}
    return {"200": answered} | {status: {"description": says, "content": fault} for status, says in refusals.items()}


def _referee(base: str) -> dict[str, Any]:
    """The two addresses of the referee, read with GET."""
    lang = {"name": "lang", "in": "query", "schema": {"type": "string", "enum": list(LANGUAGES)}}
    words = {"name": "q", "in": "query", "description": "What happened, in somebody's words.", "schema": TEXT}
    fact = {"name": "fact", "in": "query", "description": "A fact that is known; once for each.", "schema": _list(TEXT)}
    inside = [{"name": name, "in": "path", "required": True, "schema": TEXT} for name in ("book", "incident")]
    refusals = {status: REFUSALS[status] for status in ("400", "429")}
    unknown = {"description": "No such book or incident.", "content": {"application/json": {"schema": _object(error=TEXT)}}}
    return {
        base: {
            "get": {
                "operationId": "referee",
                "summary": "The rule books, and the incidents that fit the words, the likeliest first.",
                "parameters": [words, lang],
                "responses": _responses(REFEREE["overview"], refusals),
            }
        },
        f"{base}{{book}}/{{incident}}/": {
            "get": {
                "operationId": "ruling",
                "summary": "What a book says of an incident; while a deciding fact is open, a question and a card for each case.",
                "parameters": [*inside, fact, lang],
                "responses": _responses(REFEREE["ruling"], refusals) | {"404": unknown},
            }
        },
    }
