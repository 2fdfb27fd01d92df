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
    done = subprocess.run(command, input=json.dumps(steps), capture_output=True, text=True, check=True, timeout=300)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def witnessed(
    added: str,
    *,
    seed: bytes = SEED,
    cards: set[str] | None = None,
    taken: bool = True,
    again: str = "",
    line: str = "event",
    way: str = "2",
    earlier: str = "",
    bots: tuple[int, ...] = (3,),
    given: bool = False,
    played: tuple[int, str] | None = None,
    lag: int = 0,
) -> dict[str, Any]:
    """One deal as seat B sees it, with a bot at D: the commitment, the receipt, the hand, and in the end what it was made of.

    `played` is a card that another seat plays, `again` is a second commitment, `line` how the end of the deal comes (the
    line may have been cut before), `earlier` what another deal was made of, `lag` for how many milliseconds the browser was busy.
    """
    own = hand(pack(SEED, added, way), 12, 3, 1) if cards is None else cards
    begun = {"cut": None, "phase": "bidding", "hand": sorted(own), "names": ["", "", "", ""]}
    fair = {"commitment": COMMITMENT, "packets": [3, 3, 3], "deals": []}
    asked = {
        **begun,
        "cut": {"commitment": COMMITMENT, "bots": list(bots), "given": given},
        "phase": "over",
        "hand": [],
        "fair": fair,
    }
    shown = {"deal": 1, "dealer": 3, "commitment": hashlib.sha256(seed).hexdigest(), "seed": seed.hex(), "nonce": added, "way": way}
    shown |= {"packets": [3, 3, 3], "between": 0, "aside": []}
    over = {**begun, "phase": "over", "hand": [], "fair": {**fair, "deals": [{**shown, "lifted": 12, "cutter": 2}]}}
    promise = {"event": "deal-committed", "bots": list(bots), "given": given}
    told: list[tuple[dict[str, Any], dict[str, Any]]] = [
        ({"t": "sync", "n": 0}, {**begun, "phase": None, "hand": [], "fair": None}),
        ({"t": "event", "n": 1, "event": {**promise, "commitment": COMMITMENT}}, asked),
    ]
    if taken:
        told.append(({"t": "contributed", "commitment": COMMITMENT}, asked))
    if again:
        told.append(({"t": "event", "n": 2, "event": {**promise, "commitment": again}}, asked))
    told.append(({"t": "event", "n": 3, "event": {"event": "shuffled"}}, {**begun, "fair": fair}))
    told.append(({"t": "event", "n": 4, "event": {"event": "dealt"}}, {**begun, "fair": fair}))
    if played:
        told.append(
            (
                {"t": "event", "n": 5, "event": {"event": "card-played", "seat": played[0], "card": played[1]}},
                {**begun, "fair": fair},
            )
        )
    told.append(({"t": line, "n": 5, "event": {"event": "card-played", "seat": 1, "card": min(own)}}, over))
    if earlier:  # a deal before this one, with a promise of its own
        before = {**shown, "deal": 1, "seed": OTHER.hex(), "nonce": earlier}
        first = hashlib.sha256(OTHER).hexdigest()
        view = {**asked, "cut": None, "fair": {**fair, "commitment": None, "deals": [before]}}
        told[1:1] = [
            (
                {"t": "event", "n": 1, "event": {**promise, "commitment": first}},
                {**asked, "cut": {"commitment": first, "bots": [3]}},
            ),
            ({"t": "event", "n": 1, "event": {"event": "shuffled"}}, {**begun, "hand": [], "fair": {**fair, "commitment": first}}),
            ({"t": "event", "n": 1, "event": {"event": "card-played"}}, view),
        ]
    return run([{"message": message, "view": view, "you": 1, "game": 1, "lag": lag} for message, view in told])


def test_it_adds_a_number_of_its_own_and_is_content_with_an_honest_server() -> None:
    added = f"A=ab,B={OWN}"
    answer = witnessed(added, played=(3, min(hand(pack(SEED, added, "2"), 12, 3, 3))))
    assert {json.dumps(message) for message in answer["sent"]} == {
        json.dumps({"t": "contribute", "id": "fair", "commitment": COMMITMENT, "nonce": OWN})
    }
    assert answer["alarms"] == []


@pytest.mark.parametrize(
    ("added", "more", "alarm"),
    [
        (f"B={OWN}", {"seed": OTHER}, "other-seed"),
        ("B=ab", {}, "other-nonce"),
        ("A=ab", {}, "left-out"),
        (f"B={OWN}", {"cards": hand(pack(OTHER, "", "2"), 12, 3, 1)}, "other-cards"),
        (f"B={OWN}", {"played": (3, min(hand(pack(SEED, f"B={OWN}", "2"), 12, 3, 2)))}, "other-cards"),  # D plays a card of C
        (f"B={OWN}", {"seed": OTHER, "line": "sync"}, "other-seed"),  # the server cuts the line before it shows its seed
        (f"B={OWN},D=ab", {}, "not-a-person"),  # a number for a bot, as good as a seed that is picked late
        (f"A={OWN},B={OWN}", {}, "nonce-twice"),
        (f"B={OWN},C=cd", {"earlier": "C=cd"}, "nonce-twice"),  # somebody else's, of an earlier deal
        (f"B={OWN}", {"again": "ab" * 32}, "promise-twice"),
        ("ab", {"way": "1"}, "left-out"),
    ],
)
def test_it_raises_an_alarm_that_nobody_can_close(added: str, more: dict[str, Any], alarm: str) -> None:
    answer = witnessed(added, **more)
    assert alarm in answer["alarms"]
    assert set(answer["alarms"]) <= {alarm, "unheard"}
    assert answer["standing"] == answer["closed"] == alarm


@pytest.mark.parametrize(
    ("added", "alarm"),
    [("", "unheard"), ("A=ab", "unheard"), ("A=ab,B=cd", "other-device")],
)
def test_what_may_have_a_harmless_reason_is_asked_and_can_be_closed(added: str, alarm: str) -> None:
    """A server that takes nobody's number, or has one for this seat from elsewhere: a bad line, a second device, or a cheat."""
    answer = witnessed(added, taken=False)
    assert (answer["alarms"], answer["standing"], answer["closed"]) == ([alarm], alarm, None)


@pytest.mark.parametrize(("added", "taken", "alarms"), [("", False, []), ("", True, ["left-out"]), ("B=ab", True, ["other-nonce"])])
def test_a_browser_that_was_slow_itself_blames_nobody_but_still_believes_nothing(
    added: str, taken: bool, alarms: list[str]
) -> None:
    assert witnessed(added, taken=taken, lag=4000)["alarms"] == alarms


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


@pytest.mark.parametrize(("said", "alarm"), [({"bots": (1, 3)}, "unheard"), ({"given": True}, "given")])
def test_a_server_that_gives_nobody_a_say_has_to_say_so_where_people_see_it(said: dict[str, Any], alarm: str) -> None:
    """It calls the person a bot, or the deals given: then nothing is sent, and the person is asked."""
    answer = witnessed("", taken=False, **said)
    assert (answer["sent"], answer["alarms"], answer["standing"], answer["closed"]) == ([], [alarm], alarm, None)
