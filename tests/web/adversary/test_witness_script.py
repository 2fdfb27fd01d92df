"""The witness in the page, run by Node as it is: what it answers, and when it raises its alarm."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.web.adversary.witness import hand, pack

HERE = Path(__file__).parent
SCRIPT = HERE.parents[2] / "puur" / "web" / "static" / "puur" / "js" / "fairness.js"
NODE = Path(sys.prefix) / "bin" / "node"
SEED, OTHER, OWN = bytes(32), bytes([1]) * 32, "07" * 32
COMMITMENT = hashlib.sha256(SEED).hexdigest()


def run(steps: list[dict[str, Any]]) -> dict[str, Any]:
    """What the witness sends, and what it has against the server."""
    command = [str(NODE), str(HERE / "witness.mjs"), SCRIPT.as_uri()]
    done = subprocess.run(command, input=json.dumps(steps), capture_output=True, text=True, check=True, timeout=60)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def witnessed(added: str, *, seed: bytes = SEED, cards: set[str] | None = None) -> dict[str, Any]:
    """One deal as seat B sees it: the commitment, the receipt, the hand, and in the end what it was made of."""
    own = hand(pack(SEED, added, "2"), 12, 3, 1) if cards is None else cards
    begun = {"cut": None, "phase": "bidding", "hand": sorted(own), "names": ["", "", "", ""]}
    fair = {"commitment": COMMITMENT, "packets": [3, 3, 3], "deals": []}
    asked = {**begun, "cut": {"commitment": COMMITMENT}, "phase": "over", "hand": [], "fair": fair}
    shown = {"deal": 1, "dealer": 3, "commitment": hashlib.sha256(seed).hexdigest(), "seed": seed.hex(), "nonce": added, "way": "2"}
    over = {**begun, "phase": "over", "hand": [], "fair": {**fair, "deals": [{**shown, "lifted": 12, "cutter": 2}]}}
    event = {"t": "event", "n": 1, "event": {"event": "deal-committed", "commitment": COMMITMENT}}
    steps = [
        {"message": {"t": "sync", "n": 0}, "view": {**begun, "phase": None, "hand": [], "fair": None}, "you": 1},
        {"message": event, "view": asked, "you": 1},
        {"message": {"t": "contributed", "commitment": COMMITMENT}, "view": asked, "you": 1},
        {"message": {"t": "event", "n": 2, "event": {"event": "dealt"}}, "view": {**begun, "fair": fair}, "you": 1},
        {"message": {"t": "event", "n": 3, "event": {"event": "card-played"}}, "view": over, "you": 1},
    ]
    return run(steps)


def test_it_adds_a_number_of_its_own_and_is_content_with_an_honest_server() -> None:
    answer = witnessed(f"A=ab,B={OWN}")
    assert {json.dumps(message) for message in answer["sent"]} == {
        json.dumps({"t": "contribute", "commitment": COMMITMENT, "nonce": OWN})
    }
    assert answer["alarms"] == []


@pytest.mark.parametrize(
    ("added", "more", "alarm"),
    [
        (f"B={OWN}", {"seed": OTHER}, "other-seed"),
        ("B=ab", {}, "other-nonce"),
        ("A=ab", {}, "left-out"),
        (f"B={OWN}", {"cards": hand(pack(OTHER, "", "2"), 12, 3, 1)}, "other-cards"),
    ],
)
def test_it_raises_an_alarm(added: str, more: dict[str, Any], alarm: str) -> None:
    assert witnessed(added, **more)["alarms"] == [alarm]


@pytest.mark.parametrize(
    ("later", "alarms"),
    [
        ([{"t": "sync", "n": 9, "head": "b" * 32}, {"t": "past", "n": 7, "head": "a" * 32, "begins": 1}], []),
        ([{"t": "sync", "n": 6, "head": "c" * 32}], ["lost"]),
        ([{"t": "past", "n": 7, "head": "c" * 32, "begins": 1}], ["changed"]),
        ([{"t": "past", "n": 7, "head": "", "begins": 8}], []),  # of an earlier game, of which the table knows nothing by heart
    ],
)
def test_it_notices_a_log_that_lost_its_tail_or_has_another_past(later: list[dict[str, Any]], alarms: list[str]) -> None:
    told = [{"t": "sync", "n": 5, "head": "0" * 32}, {"t": "ok", "id": "x", "n": 7, "head": "a" * 32}]
    assert run([{"message": message, "view": None, "you": 0} for message in [*told, *later]])["alarms"] == alarms
