"""The tools of `puur mcp`: the referee and all other questions of programs, over the Model Context Protocol.

Only what a server with tools needs of the protocol is here: initialize, ping, tools/list, tools/call; a JSON-RPC message is a line.
The package `mcp` brings a web server, an HTTP client and cryptography along, which a program that reads lines does not need.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from puur import __version__
from puur.cli.settings import settings
from puur.papers import answers
from puur.papers.described import GIVES, answer_schema
from puur.papers.incident_search import LONGEST_QUERY
from puur.papers.questions import BY_NAME, QUESTIONS, Wrong
from puur.referee.offences import OFFENCES
from puur.reglement import load, shipped
from puur.words import LANGUAGES

PROTOCOLS = ("2025-06-18", "2025-03-26", "2024-11-05")  # the newest first
PARSE_ERROR, INVALID_REQUEST, NO_METHOD, WRONG_PARAMS = -32700, -32600, -32601, -32602
_LANG = {"type": "string", "enum": list(LANGUAGES), "description": "Language of the answer."}
TOOLS: tuple[Mapping[str, Any], ...] = (
    {
        "name": "find_incident",
        "description": "Find Jass irregularities by what somebody says, in German (dialect too), French, Italian or English. "
        "Without words: every irregularity, and the rule books.",
        "inputSchema": {
            "type": "object",
            "properties": {"words": {"type": "string", "maxLength": LONGEST_QUERY}, "lang": _LANG},
        },
    },
    {
        "name": "rule",
        "description": "What a Jass rule book says of an irregularity: what happens now, who chooses what, until when, who "
        "decides, the penalty, the printed sentence. While a deciding fact is open there is a question, and a card for each case.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "book": {"type": "string", "enum": list(shipped())},
                "incident": {"type": "string", "description": "A key that find_incident gives."},
                "facts": {"type": "array", "items": {"type": "string"}, "description": "Facts of the replies that are known."},
                "lang": _LANG,
            },
            "required": ["book", "incident"],
        },
    },
    *(
        {
            "name": question.name,
            "description": question.says,
            "inputSchema": question.schema,
            "outputSchema": answer_schema(GIVES[question.name]),
        }
        for question in QUESTIONS
    ),
)


class WrongParams(ValueError):
    """A call that a tool does not understand; the message says why."""


def respond(line: str) -> dict[str, Any] | None:
    """The answer to one message; None where none is wanted."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return _error(None, PARSE_ERROR, "not JSON")
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0" or not isinstance(message.get("method"), str):
        return _error(None, INVALID_REQUEST, "not a request of JSON-RPC 2.0")
    if "id" not in message:  # a notification
        return None
    params = message.get("params")
    try:
        result = _called(message["method"], params if isinstance(params, dict) else {})
    except WrongParams as problem:
        return _error(message["id"], WRONG_PARAMS, str(problem))
    if result is None:
        return _error(message["id"], NO_METHOD, message["method"][:80])
    return {"jsonrpc": "2.0", "id": message["id"], "result": result}


def _called(method: str, params: Mapping[str, Any]) -> dict[str, Any] | None:
    if method == "initialize":
        asked = params.get("protocolVersion")
        version = asked if asked in PROTOCOLS else PROTOCOLS[0]
        return {
            "protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": {"name": "puur", "version": __version__},
        }  # fmt: skip
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": list(TOOLS)}
    if method == "tools/call":
        given = params.get("arguments")
        return _told(_tool(str(params.get("name", "")), given if isinstance(given, dict) else {}))
    return None


def _tool(name: str, given: Mapping[str, Any]) -> Mapping[str, Any]:
    lang = given.get("lang", settings().lang)
    if lang not in LANGUAGES:
        raise WrongParams(f"lang: one of {', '.join(LANGUAGES)}")
    if name == "find_incident":
        return {"books": answers.books(), "incidents": answers.incidents(lang, str(given.get("words", "")))}
    if name in BY_NAME:
        try:
            return BY_NAME[name].ask(given)
        except Wrong as problem:
            raise WrongParams(problem.message) from None
    if name != "rule":
        raise WrongParams(f"no tool {name[:40]!r}: there are find_incident, rule, {', '.join(BY_NAME)}")
    book, incident, facts = given.get("book"), given.get("incident"), given.get("facts", [])
    if not isinstance(book, str) or book not in shipped():
        raise WrongParams(f"book: one of {', '.join(shipped())}")
    if not isinstance(incident, str) or incident not in OFFENCES:
        raise WrongParams("incident: a key that find_incident gives")
    if not isinstance(facts, list):
        raise WrongParams("facts: a list of strings")
    return answers.answer(load(book), incident, [fact for fact in facts if isinstance(fact, str)], lang)


def _told(value: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "content": [{"type": "text", "text": json.dumps(value, ensure_ascii=False)}],
        "structuredContent": value,
        "isError": False,
    }


def _error(of: Any, code: int, text: str) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": of, "error": {"code": code, "message": text}}
