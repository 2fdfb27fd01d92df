"""The referee for programs: the same cards over HTTP and as an MCP server, never a guess where a fact is open."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

import pytest

from puur.cli.mcp_tools import respond
from tests.web.client import Browser


@pytest.fixture
def browser(server: str) -> Browser:
    return Browser(server)


def test_a_program_finds_an_incident_and_gets_its_card(browser: Browser) -> None:
    found = json.loads(browser.get("/api/v1/referee/?q=Karte+abegheit&lang=de").text)
    assert found["incidents"][0]["incident"] == "card-fallen"
    assert {"book": "ajz08", "title": "AJZ 08 Regelwerk"}.items() <= next(
        one for one in found["books"] if one["book"] == "ajz08"
    ).items()
    open_ = json.loads(browser.get("/api/v1/referee/ajz08/card-fallen/?lang=en").text)
    # AJZ 3.4: 200 in sight, 100 face down; as long as nobody says which, both.
    assert [card["points"] for card in open_["cards"]] == [200, 100]
    assert [reply["facts"] for reply in open_["replies"]] == [["visible"], ["hidden"]]
    told = json.loads(browser.get("/api/v1/referee/ajz08/card-fallen/?fact=hidden&lang=en").text)
    assert (told["version"], told["question"], [card["points"] for card in told["cards"]]) == (1, "", [100])
    assert told["cards"][0]["sources"][0]["id"] == "AJZ-3.4-10"


@pytest.mark.parametrize("path", ["nonsense/revoke/", "ajz08/nonsense/"])
def test_what_does_not_exist_is_said_in_json(browser: Browser, path: str) -> None:
    answer = browser.get(f"/api/v1/referee/{path}")
    assert answer.status == 404
    assert json.loads(answer.text)["error"].startswith("unknown")


def ask(method: str, **params: Any) -> Any:
    answer = respond(json.dumps({"jsonrpc": "2.0", "id": 7, "method": method, "params": params}))
    assert answer is not None
    assert (answer["jsonrpc"], answer["id"]) == ("2.0", 7)
    return answer.get("result", answer.get("error"))


def test_an_assistant_calls_the_tools() -> None:
    assert ask("initialize", protocolVersion="2025-03-26")["protocolVersion"] == "2025-03-26"
    assert ask("initialize", protocolVersion="1999-01-01")["protocolVersion"] == "2025-06-18"
    assert {"find_incident", "rule"} <= {tool["name"] for tool in ask("tools/list")["tools"]}
    found = ask("tools/call", name="find_incident", arguments={"words": "pas fourni", "lang": "fr"})["structuredContent"]
    assert found["incidents"][0]["incident"] == "revoke"
    told = ask(
        "tools/call", name="rule", arguments={"book": "ajz08", "incident": "card-fallen", "facts": ["visible"], "lang": "de"}
    )
    assert told["structuredContent"]["cards"][0]["points"] == 200
    assert told["content"][0]["text"] == json.dumps(told["structuredContent"], ensure_ascii=False)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("{", -32700),
        ("[]", -32600),
        ('{"jsonrpc": "2.0", "id": 1, "method": "resources/list"}', -32601),
        ('{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "nonsense"}}', -32602),
        ('{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "rule", "arguments": {"book": []}}}', -32602),
        ('{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "rule", "arguments": {"lang": {}}}}', -32602),
    ],
)
def test_what_is_wrong_is_an_error_of_json_rpc(line: str, code: int) -> None:
    answer = respond(line)
    assert answer is not None
    assert answer["error"]["code"] == code


def test_a_notification_gets_no_answer() -> None:
    assert respond('{"jsonrpc": "2.0", "method": "notifications/initialized"}') is None


def test_the_command_answers_line_by_line_and_ends_with_its_input() -> None:
    lines = ['{"jsonrpc": "2.0", "method": "notifications/initialized"}', '{"jsonrpc": "2.0", "id": 1, "method": "ping"}']
    run = subprocess.run(
        [sys.executable, "-m", "puur", "mcp"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=True
    )
    assert [json.loads(line) for line in run.stdout.splitlines()] == [{"jsonrpc": "2.0", "id": 1, "result": {}}]
