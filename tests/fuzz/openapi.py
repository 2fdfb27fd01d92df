"""An OpenAPI document of the whole server, made from its URL list: what schemathesis is told to send, and what may come back.

Parts of addresses, fields and files come from `reading`. A new kind of address part, or a view that reads a body without a schema
in `BODIES`, fails: nothing new can be forgotten.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources import files
from typing import Any

from puur.log.sheets import SHEET
from puur.papers.questions import QUESTIONS
from tests.fuzz.reading import Field, Page, parts_of, template_of

Schema = dict[str, Any]

# What breaks pages: ends of numbers, other alphabets, what looks like markup, a formula, a path, a date that is none.
NONSENSE = [
    "", " ", "0", "-1", "9" * 40, "1e400", "NaN", "x" * 5000, "a\0b", "<script>alert(1)</script>", "'; DROP TABLE web_table; --",
    "🃏‮", "2024-13-45", "../../etc/passwd", "[]", '{"a":' * 50, "true", "½", "²", "٣", "=1+1", "%s{0}{x}", "12:99", "\r\n", "1,5",
    "9999-12-31", "0001-01-01", "0000-00-00T00:00", "23:59", "2027-05-22T18:30", "1", "2", "100", "-0.00", "99999999.99",
    "Änni Müller",
]  # fmt: skip
TEXT: Schema = {"type": "string", "minLength": 1, "maxLength": 60}

# The kinds of parts in addresses, by the name of their converter; `regex` are Django's own pages.
KINDS: dict[str, Schema] = {
    "str": {"type": "string", "minLength": 1, "maxLength": 300},
    "path": {"type": "string", "minLength": 1, "maxLength": 300},
    "regex": {"type": "string", "minLength": 1, "maxLength": 300},
    "int": {"type": "integer", "minimum": 0},
    "slug": {"type": "string", "pattern": "^[-a-zA-Z0-9_]{1,60}$"},
    "uuid": {"type": "string", "format": "uuid"},
    "code": {"type": "string", "pattern": "^[A-Za-z0-9]{3,12}$"},
    "evening": {"type": "string", "pattern": "^[A-Za-z]{8}$"},
}
ODD_PARTS = ["0", "-1", "9" * 30, "x" * 300, "null", "a b", "..%2f..", "🃏ü", "%00", "AAAAA", "a\0b", "²"]

# What comes back: by how the address ends, then by name; pages otherwise.
ENDINGS = {
    ".json": "application/json", ".pdf": "application/pdf", ".svg": "image/svg+xml", ".csv": "text/csv", ".ics": "text/calendar",
    ".png": "image/png", ".zip": "application/zip", ".js": "text/javascript", ".jass": "text/plain",
    ".jsonl": "application/x-ndjson", ".txt": "text/plain", ".bin": "application/octet-stream",
}  # fmt: skip
TYPES = {
    "referee-api": "application/json", "referee-api-ruling": "application/json", "programs-api": "application/json",
    "slate-sync": "application/json", "slate-preview": "application/json", "slate-game": "application/json",
    "slate-book": "application/json", "solo-join": "application/json",
    "evening-slate-send": "application/json", "club-slate-send": "application/json",
    "evening-entry-send": "application/json", "healthz": "text/plain", "readyz": "application/json", "metrics": "text/plain",
    "admin:autocomplete": "application/json", "admin:jsi18n": "text/javascript",
}  # fmt: skip
ALSO = {"club-mail": ("application/pdf",)}  # a page that answers a button with a paper
REFUSALS = ("text/html", "application/json", "text/plain")

# Where 503 is an answer: no room for another table, too many writers at once, no mail, not ready.
BUSY = {"play", "join", "table-new", "slate-sync", "solo-join", "password-reset", "readyz"}


def _events(names: Iterable[str]) -> Schema:
    """Events of these kinds, by the published schema of records."""
    record = json.loads(files("puur.notation").joinpath("record.schema.json").read_text(encoding="utf-8"))
    SHARED.update({name: _moved(schema) for name, schema in record["$defs"].items() if name in _needed(record, names)})
    return {"oneOf": [{"$ref": _own(name)} for name in names]}


def _alone() -> Schema:
    """A game that was played without a connection."""
    from puur.web.solo_facts import solo_books
    from puur.web.solo_upload import SAID

    return {
        "type": "object",
        "properties": {
            "id": {"type": "string", "format": "uuid"},
            "book": {"enum": [book.key for book in solo_books()]},
            "target": {"type": "integer", "minimum": 0, "maximum": 100_000},
            "faces": {"enum": ["", "german", "french"]},
            "names": {"type": "array", "items": TEXT, "minItems": 4, "maxItems": 4},
            "events": {"type": "array", "items": _events(sorted(SAID)), "maxItems": 6},
        },
        "required": ["id", "book", "target", "faces", "names", "events"],
    }


def _slate() -> Schema:
    """An upload of the slate."""
    from puur.reglement import shipped
    from puur.web.slate_upload import ENTERED

    uuid = {"type": "string", "format": "uuid"}
    enter = {
        "type": "object",
        "properties": {"id": uuid, "op": {"const": "enter"}, "event": _events(ENTERED)},
        "required": ["id", "op", "event"],
    }
    undo = {"type": "object", "properties": {"id": uuid, "op": {"const": "undo"}, "of": uuid}, "required": ["id", "op", "of"]}
    return {
        "type": "object",
        "properties": {
            "id": uuid,
            "book": {"enum": sorted(shipped())},
            "target": {"type": ["integer", "null"], "minimum": 100, "maximum": 100_000},
            "names": {"type": "array", "items": TEXT, "minItems": 4, "maxItems": 4},
            "ops": {"type": "array", "items": {"oneOf": [enter, undo]}, "maxItems": 6},
        },
        "required": ["id", "book", "names", "ops"],
    }


SHARED: dict[str, Schema] = {}


def _own(name: str) -> str:
    return f"#/components/schemas/{name}"


def _moved(schema: Any) -> Any:
    """The same schema, with its references where OpenAPI wants them."""
    if isinstance(schema, dict):
        return {key: _own(value.rsplit("/", 1)[1]) if key == "$ref" else _moved(value) for key, value in schema.items()}
    return [_moved(one) for one in schema] if isinstance(schema, list) else schema


def _needed(record: Schema, names: Any) -> set[str]:
    """These definitions and what they refer to."""
    found, open_ = set(), list(names)
    while open_:
        name = open_.pop()
        if name not in found:
            found.add(name)
            text = json.dumps(record["$defs"][name])
            open_ += [other for other in record["$defs"] if f'"#/$defs/{other}"' in text]
    return found


def _sheet(page: Page) -> Schema:
    """What a phone at a table of an evening sends."""
    return {
        "type": "object",
        "properties": {
            "id": {"type": "string", "format": "uuid"},
            "kind": {"enum": ["enter", "confirm", "both"]},
            "side": {"enum": ["ac", "bd"]},
            "evening": {"enum": [page.good["evening"]]},
            "round": {"enum": [2, 1]},
            "table": {"enum": [1, 2]},
            "sheet": SHEET.schema,
            "of": TEXT,
            "call": {"type": "boolean"},
            "seq": {"type": "integer"},
            "device": TEXT,
        },
        "required": ["id", "kind", "side", "evening", "round", "table", "sheet"],
    }


def _handed() -> Schema:
    """A slate that is handed in."""
    fields: Schema = {
        "slate": {"type": "string", "format": "uuid"},
        "side": {"enum": ["ac", "bd", "", "x"]},
        "people": {"type": "array", "items": TEXT, "maxItems": 5},
    }
    return {"type": "object", "properties": fields, "required": ["slate"]}


BODIES: dict[str, Any] = {
    "slate-sync": lambda _page: _slate(),
    "slate-preview": lambda _page: _slate(),
    "solo-join": lambda _page: _alone(),
    "evening-entry-send": _sheet,
    "evening-slate-send": lambda _page: _handed(),
    "club-slate-send": lambda _page: _handed(),
    "programs-api": lambda _page: {"anyOf": [question.schema for question in QUESTIONS]},
}


# What somebody could honestly type, by the kind of the field; days and times are those of the club that is playing.
TYPED: dict[str, list[Schema]] = {
    "number": [{"type": "string", "pattern": "^[0-9]{1,4}$"}],
    "date": [{"enum": ["2027-05-22", "2027-06-19", "2020-01-01"]}, {"type": "string", "format": "date"}],
    "time": [{"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}],
    "datetime-local": [{"enum": ["2027-05-22T18:30", "2027-06-19T15:00", "2020-01-01T00:00"]}],
    "email": [{"enum": ["ruth@example.org"]}],
}
CHOSEN = {"select", "radio", "checkbox", "hidden", "button", "submit", "link"}  # nothing is typed there


def value_of(field: Field) -> Schema:
    """What fits a field. What does not is the business of schemathesis, and of `NONSENSE`."""
    offered = sorted(one for one in field.values if one or not field.required)
    some: list[Schema] = [{"enum": offered}] if offered else []
    for kind in sorted(field.kinds):
        some += TYPED.get(kind, [])
    if not some or not field.kinds <= CHOSEN | TYPED.keys():
        some += [TEXT, {"type": "string", "pattern": "^[0-9]{1,3}$"}]
    return {"anyOf": some}


def part_of(page: Page, name: str, kind: str) -> Schema:
    """A part of the address."""
    assert kind in KINDS, f"{page.address.name}: no schema for <{kind}:{name}> in tests/fuzz/openapi.py"
    good: list[Any] = [int(page.good[name]) if kind == "int" else page.good[name]]
    return {"anyOf": [{"enum": good}, KINDS[kind], {"enum": ODD_PARTS}]}


def headers_of() -> Schema:
    """What docs/security.md promises for every answer."""
    from puur.web.server.middleware import HEADERS, POLICY

    promised: dict[str, Schema] = {
        **{name: {"type": "string"} for name in HEADERS},
        "Content-Security-Policy": {"const": POLICY},
        "Cross-Origin-Resource-Policy": {"const": "same-origin"},
        "X-Frame-Options": {"const": "DENY"},
        "X-Content-Type-Options": {"const": "nosniff"},
        "Referrer-Policy": {"enum": ["same-origin"]},
        "Cross-Origin-Opener-Policy": {"const": "same-origin"},
    }
    return {name: {"required": True, "schema": schema} for name, schema in promised.items()}


def answers_of(page: Page) -> Schema:
    """What may come back."""
    route, name = page.address.route, page.address.name
    kind = TYPES.get(name) or next((kind for end, kind in ENDINGS.items() if route.endswith(end)), "text/html")
    headers = headers_of()
    found: Schema = {
        "2XX": {"description": "done", "headers": headers, "content": {one: {} for one in {kind, *ALSO.get(name, ())}}},
        "3XX": {"description": "elsewhere", "headers": headers},
        "4XX": {"description": "not so", "headers": headers, "content": {one: {} for one in {*REFUSALS, kind}}},
    }
    if name in BUSY:
        found["503"] = {"description": "not now", "headers": headers, "content": {one: {} for one in {*REFUSALS, kind}}}
    return found


def body_of(page: Page) -> Schema | None:
    """What is sent with POST."""
    name = page.address.name
    assert not page.json or name in BODIES, f"{name}: reads a body without a schema in tests/fuzz/openapi.py"
    if page.json:
        return {"content": {"application/json": {"schema": BODIES[name](page)}}}
    fields = {one: value_of(found) for one, found in (page.fields or {"x": Field()}).items()}
    uploads = {one: {"type": "string", "format": "upload"} for one in sorted(page.files)}
    form = {
        "type": "object",
        "properties": {**fields, **uploads},
        "required": [*(one for one, found in page.fields.items() if found.required), *uploads],
        "additionalProperties": False,
    }
    return {"content": {"multipart/form-data" if uploads else "application/x-www-form-urlencoded": {"schema": form}}}


def document(pages: list[Page]) -> Schema:
    """The pages as OpenAPI."""
    paths: dict[str, Schema] = {}
    for page in pages:
        where = template_of(page.address)
        assert where not in paths, f"two pages at {where}"
        parts = [
            {"name": name, "in": "path", "required": True, "schema": part_of(page, name, kind)}
            for name, kind in parts_of(page.address).items()
        ]
        query = [{"name": name, "in": "query", "schema": value_of(one)} for name, one in (page.query or {"x": Field()}).items()]
        answers = answers_of(page)
        paths[where] = {
            "get": {"operationId": f"get {page.address.name}", "parameters": [*parts, *query], "responses": answers},
            "post": {
                "operationId": f"post {page.address.name}",
                "parameters": [*parts, *query[:2]],
                "requestBody": body_of(page),
                "responses": answers,
            },
        }
    return {"openapi": "3.1.0", "info": {"title": "Puur", "version": "1"}, "paths": paths, "components": {"schemas": SHARED}}
