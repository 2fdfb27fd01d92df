"""The players of jass-kit and pyschieber behind jass-kit's HTTP protocol, so that they can meet ours at the arena.

Run in an environment with those packages (`pip install 'puur[bench]'`; jass-kit is GPL-3 and never part of Puur):

    python bench/peers_service.py --port 8900
    puur arena stammtisch http://127.0.0.1:8900/challenge --bidding own

Players: `jasskit` (its random agent, the only one it ships), `greedy` and `challenge` (pyschieber). Questions are answered from the
cards told, so a player of pyschieber is set up anew and shown everything that was played each time.
"""

from __future__ import annotations

import argparse
import json
import random
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from puur.arena.jasskit import PUSH, view_from
from puur.core.cards import CARDS, Card, CardSet
from puur.core.view import View
from puur.notation.hslu import MODES, NAME_OF

SUITS = {"E": "ACORN", "R": "ROSE", "S": "BELL", "L": "SHIELD"}
TRUMPS = ("ACORN", "ROSE", "SHIELD", "BELL", "OBE_ABE", "UNDE_UFE")  # in the order of MODES


def theirs(card: Card) -> Any:
    """A card of pyschieber."""
    from pyschieber.card import Card as Other
    from pyschieber.suit import Suit

    return Other(suit=Suit[SUITS[card.suit.value]], value=6 + card.rank.index)


def named(card: Card) -> str:
    return str(theirs(card))


def pyschieber(kind: str, view: View) -> dict[str, Any]:
    """What a player of pyschieber answers."""
    from pyschieber.player.challenge_player.challenge_player import ChallengePlayer
    from pyschieber.player.greedy_player.greedy_player import GreedyPlayer

    player = (ChallengePlayer if kind == "challenge" else GreedyPlayer)(name=kind)
    player.id = view.seat
    mine = view.hand | CardSet(card for trick in view.tricks for card in [trick.card_of(view.seat)] if card is not None)
    for card in mine:
        player.set_card(theirs(card))
    if view.mode is None:
        said = next(player.choose_trumpf(geschoben=bool(view.pushes))).name
        return {"trump": PUSH if said == "SCHIEBEN" else TRUMPS.index(said)}
    stiche: list[Any] = []
    state: dict[str, Any] = {
        "stiche": stiche, "trumpf": TRUMPS[MODES.index(view.mode)], "geschoben": bool(view.pushes), "point_limit": 1000,
        "table": [], "teams": [{"points": 0}, {"points": 0}],
    }  # fmt: skip
    assert view.leader is not None
    first = view.tricks[0].leader if view.tricks else view.leader
    place = (view.seat - first) % 4
    player.role = "Off" if place % 2 else "Trumpf" if (place == 0) != bool(view.pushes) else "Partner"
    for leader, cards in [*((trick.leader, trick.cards) for trick in view.tricks), (view.leader, view.trick)]:
        state["table"] = []
        for at, card in enumerate(cards):
            seat = (leader + at) % 4
            player.move_made(seat, theirs(card), state)
            if seat == view.seat:
                player.cards.remove(theirs(card))
            state["table"].append({"player_id": seat, "card": named(card)})
        if len(cards) == 4:
            stiche.append({"player_id": leader, "trumpf": state["trumpf"], "played_cards": state["table"]})
            state["table"] = []
    chosen = str(next(player.choose_card(state=state)))
    return {"card": next(NAME_OF[card] for card in CARDS if named(card) == chosen)}


def jasskit(asked: Any, path: str) -> dict[str, Any]:
    """What jass-kit's own agent answers."""
    from jass.agents.agent_random_schieber import AgentRandomSchieber
    from jass.game.const import card_strings
    from jass.game.game_observation import GameObservation

    agent, seen = AgentRandomSchieber(), GameObservation.from_json(asked)
    if path == "action_trump":
        return {"trump": int(agent.action_trump(seen))}
    return {"card": card_strings[agent.action_play_card(seen)]}


class Handler(BaseHTTPRequestHandler):
    """Answers the questions of the protocol."""

    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        kind, _, path = self.path.strip("/").partition("/")
        asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        try:
            said = jasskit(asked, path) if kind == "jasskit" else pyschieber(kind, view_from(asked))
        except Exception as problem:
            Handler.failed.append(repr(problem))
            said = {"trump": random.randrange(6), "card": "??"}  # our side plays any legal card then
        body = json.dumps(said).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    failed: list[str] = []  # noqa: RUF012

    def do_GET(self) -> None:
        body = json.dumps({"failed": len(self.failed), "last": self.failed[-3:]}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        pass


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--port", type=int, default=8900)
    ThreadingHTTPServer(("127.0.0.1", asked.parse_args().port), Handler).serve_forever()
