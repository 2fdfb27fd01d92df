"""What programs ask over HTTP and as MCP tools: the same answers as Puur gives elsewhere, and nothing but declared refusals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import puur
from puur.cli.mcp_tools import respond
from puur.papers.described import GIVES, REFEREE, answer_schema
from puur.papers.questions import BY_NAME, QUESTIONS, Wrong
from tests.web.client import Browser

HANDS = ["EA EK EO RA R6 R7 S6 S7 L6", "EU E9 EB RK R8 S8 S9 L7 L8", "E8 E7 RO RU R9 SB SU L9 LB", "E6 RB SO SK SA LU LO LK LA"]
EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PAPER = "Reglement: tam2014-es / D: Schreiber / Spiel 1: A sagt E | 95 62 / = Total A+C 95 B+D 62"


@pytest.fixture
def browser(server: str) -> Browser:
    return Browser(server)


def _asked(browser: Browser, name: str, **given: Any) -> tuple[int, Any]:
    answer = browser.post_json(f"/api/v1/{name}/", given)
    return answer.status, json.loads(answer.text)


def test_a_stranger_scores_a_game_and_asks_for_moves_over_http(browser: Browser) -> None:
    status, scored = _asked(browser, "score", record=PAPER)
    assert status == 200
    assert scored["totals"] == {"A+C": 95, "B+D": 62}  # as entered: 95 and 62 of 157, every mode counts once under TAM
    assert scored["mismatches"] == []
    game = puur.new_deal("tam2014-es", hands=HANDS)
    for said in ("obenabe", "EA"):
        puur.step(game, said)
    status, moves = _asked(browser, "legal", record=puur.line(game))
    assert (status, moves["seat"]) == (200, "B")
    assert sorted(move["text"] for move in moves["actions"]) == ["E9", "EB", "EU"]  # Eicheln were led, and B has these three
    status, hint = _asked(browser, "hint", record=puur.line(game))
    assert status == 200
    assert hint["action"]["text"] in {"E9", "EB", "EU"}


def test_a_position_is_solved_as_by_hand(browser: Browser) -> None:
    """D's Banner takes Eicheln (10), and the last trick (5): nobody can help it."""
    status, solved = _asked(browser, "solve", position="R | A: E6 | E7 / E8 S6 / E9 S7 / EB S8")
    assert status == 200
    assert (solved["points"], solved["best"]) == ([0, 15], ["E8"])


def test_a_draw_and_a_ranking(browser: Browser) -> None:
    players = [f"P{number}" for number in range(1, 9)]
    status, drawn = _asked(browser, "draw", players=players, rounds=3, seed="hall")
    assert status == 200
    for made in drawn["rounds"]:
        assert sorted(seat for table in made["tables"] for seat in table["seats"]) == players
    assert _asked(browser, "draw", players=players[::-1], rounds=3, seed="hall")[1] == drawn  # the order of the list plays no part
    status, ranked = _asked(
        browser, "ranking", book="nws2020", results=[{"name": "A", "rounds": [900, 700]}, {"name": "B", "rounds": [801, 800]}]
    )
    assert [(row["rank"], row["name"], row["total"]) for row in ranked["ranking"]] == [(1, "B", 1601), (2, "A", 1600)]


REFUSED = [
    ("score", {}, "missing-field"),
    ("score", {"record": 5}, "wrong-type"),
    ("score", {"record": "x" * 60_001}, "out-of-bounds"),
    ("score", {"record": "Reglement: tam2014-es / D: fliegt"}, "record"),
    ("score", {"record": "Reglement: /etc/passwd / D: Schreiber"}, "unknown-value"),
    ("score", {"record": "Reglement: tam2014-es / Geber D / A: schiebt / A: schiebt"}, "not-allowed"),
    ("hint", {"record": PAPER, "level": "meister"}, "unknown-value"),
    ("solve", {"position": "R | A: | E6 / E6 / E8 / E9"}, "position"),
    ("solve", {"position": f"R | A: | {' / '.join(HANDS)}"}, "out-of-bounds"),
    ("draw", {"players": ["a", "b", "c", "a"], "rounds": 1, "seed": "1"}, "same-name"),
    ("draw", {"players": ["a", "b", "c", "d"], "rounds": True, "seed": "1"}, "wrong-type"),
    ("ranking", {"book": "nws2020", "results": [{"name": "A", "rounds": [1]}, {"name": "B", "rounds": [1, 2]}]}, "rounds-differ"),
    ("ranking", {"book": "nws2020", "results": [{"name": "A", "rounds": [1], "x": 1}]}, "unknown-field"),
    ("provision", {"rule": "UB-NOTHING-99"}, "unknown-provision"),
]


@pytest.mark.parametrize(("name", "given", "reason"), REFUSED)
def test_what_does_not_fit_is_refused_with_a_stable_reason(name: str, given: dict[str, Any], reason: str) -> None:
    with pytest.raises(Wrong) as refused:
        BY_NAME[name].ask(given)
    assert refused.value.reason == reason


def test_refusals_over_http_have_their_status(browser: Browser) -> None:
    status, told = _asked(browser, "provision", rule="UB-NOTHING-99")
    assert (status, told["error"]["reason"]) == (400, "unknown-provision")
    assert _asked(browser, "score", record="Reglement: tam2014-es / D: fliegt")[0] == 400  # from the process apart
    assert _asked(browser, "nothing")[0] == 404
    wrong_method = browser.get("/api/v1/score/")
    assert (wrong_method.status, json.loads(wrong_method.text)["error"]["reason"]) == (405, "wrong-method")
    status, told = _asked(browser, "provision", rule="\0")  # what no database stores is refused before a view reads it
    assert (status, told["error"]["reason"]) == (400, "no-text")


def test_one_question_too_many_is_told_in_json_with_a_time_to_wait(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    from puur.web.live.limits import Buckets
    from puur.web.views import referee

    monkeypatch.setattr(referee, "asking", Buckets(1, 0))
    assert _asked(browser, "books")[0] == 200
    refused = browser.post_json("/api/v1/books/", {})
    assert (refused.status, json.loads(refused.text)["error"]["reason"]) == (429, "too-often")


def test_the_description_names_every_question(browser: Browser) -> None:
    told = json.loads(browser.get("/api/v1/openapi.json").text)
    assert told["openapi"] == "3.1.0"
    open_to_all = {path for path in told["paths"] if not path.startswith("/api/v1/own/")}  # those: tests/web/test_tokens.py
    questions = {f"/api/v1/{question.name}/" for question in QUESTIONS}
    assert open_to_all == questions | {"/api/v1/referee/", "/api/v1/referee/{book}/{incident}/"}
    for path in questions:
        assert {"200", "400", "404", "405", "413", "415", "429"} == told["paths"][path]["post"]["responses"].keys()


TRUMP = "Reglement: tam2014-es / D: Schreiber / Geber D / Hand A: {} / Hand B: {} / Hand C: {} / Hand D: {} / A: obenabe".format(
    *HANDS
)
ASKED: list[tuple[str, dict[str, Any]]] = [
    ("books", {}),
    ("rules", {"book": "ub2024", "lang": "fr"}),
    ("provision", {"rule": "UB-POINTS-05"}),
    ("legal", {"record": TRUMP}),
    ("legal", {"record": "Reglement: tam2014-es / D: Schreiber"}),
    ("score", {"record": PAPER}),
    ("score", {"record": "Reglement: tam2014-es / D: Schreiber / Spiel 1: A sagt E | 95 61 / = Total 96 61"}),
    *[("score", {"record": file.read_text(encoding="utf-8")}) for file in sorted(EXAMPLES.glob("*.jass"))],
    ("hint", {"record": TRUMP}),
    ("solve", {"position": "R | A: E6 | E7 / E8 S6 / E9 S7 / EB S8"}),
    ("draw", {"players": [f"P{number}" for number in range(9)], "rounds": 2, "seed": "1"}),
    ("ranking", {"book": "nws2020", "results": [{"name": "A", "rounds": [900, 700]}, {"name": "B", "rounds": [801, 800]}]}),
]


@pytest.mark.parametrize(("name", "given"), ASKED)
def test_an_answer_is_as_it_is_described(name: str, given: dict[str, Any]) -> None:
    """By a validator of its own; whatever stands at the top of an answer is described."""
    answer = json.loads(json.dumps(BY_NAME[name].ask(given)))
    jsonschema.validate(answer, answer_schema(GIVES[name]), cls=jsonschema.Draft202012Validator)
    assert answer.keys() == {"version", *GIVES[name]}


@pytest.mark.parametrize("facts", [[], ["hidden"]])
def test_an_answer_of_the_referee_is_as_it_is_described(browser: Browser, facts: list[str]) -> None:
    for address, fields in (
        ("?q=pas+fourni", "overview"),
        ("ajz08/card-fallen/?" + "&".join(f"fact={fact}" for fact in facts), "ruling"),
    ):
        answer = json.loads(browser.get(f"/api/v1/referee/{address}").text)
        jsonschema.validate(answer, answer_schema(REFEREE[fields]), cls=jsonschema.Draft202012Validator)
        assert answer.keys() == {"version", *REFEREE[fields]}


def test_the_same_questions_are_tools_of_the_mcp_server() -> None:
    def call(method: str, **params: Any) -> Any:
        reply = respond(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}))
        assert reply is not None
        return reply

    names = [tool["name"] for tool in call("tools/list")["result"]["tools"]]
    assert names == ["find_incident", "rule", *BY_NAME]
    told = {tool["name"]: tool.get("outputSchema") for tool in call("tools/list")["result"]["tools"]}
    assert {name: told[name] for name in BY_NAME} == {name: answer_schema(GIVES[name]) for name in BY_NAME}
    scored = call("tools/call", name="score", arguments={"record": PAPER})["result"]["structuredContent"]
    assert scored["totals"] == {"A+C": 95, "B+D": 62}
    assert call("tools/call", name="score", arguments={"record": 1})["error"]["code"] == -32602
