"""jass-kit's agents at our arena: its HTTP protocol, spoken and understood.

`RemoteAgent` asks any agent that speaks the protocol (HSLU students' bots do); `view_from` turns a question of that protocol into a
view, so that our bots can answer it (`arena.service`). Nothing of jass-kit (GPL-3) is imported: the protocol is JSON over HTTP.
It knows Schieber without Weis; seats run the other way round there, cards and modes have other names.
"""

from __future__ import annotations

import json
import random
import urllib.request
from collections.abc import Mapping
from typing import Any

from puur.bots.base import bids_of, cards_offered, push_of
from puur.bots.budget import Budget
from puur.core.cards import Card, CardSet
from puur.core.deal import Phase
from puur.core.events import Announced, CardPlayed, Event, Pushed
from puur.core.mode import LAST_TRICK, PLAIN_MODES, Mode
from puur.core.seats import PAIRS, next_seat, partner_of
from puur.core.setup import Setup
from puur.core.trick import Trick, judge, points, winner
from puur.core.view import View
from puur.notation.hslu import CARD_OF, MODES, NAME_OF, VERSION
from puur.reglement import load

PUSH = 10
BOOK = "tam2014-es"  # what jass-kit plays: no Weis, no Stöck, a Match without bonus
TIMEOUT = 20.0
TRUMP_PATH, CARD_PATH = "/action_trump", "/action_play_card"


class AgentFailed(RuntimeError):
    """A remote agent gave no usable answer; says what it said."""


def turned(seat: int) -> int:
    """Our number of their seat, and the other way round."""
    return (4 - seat) % 4


def question(view: View) -> dict[str, Any]:
    """A view as the protocol asks it."""
    dealer = view.dealer if view.dealer is not None else 3
    forehand = -1 if view.mode is None and not view.pushes else int(not view.pushes)
    tricks: list[dict[str, Any]] = []
    for number, trick in enumerate(view.tricks):
        count = trick.points + (LAST_TRICK if number == 8 else 0)
        tricks.append({"cards": _names(trick.cards), "points": count, "win": turned(trick.winner), "first": turned(trick.leader)})
    if view.leader is not None and len(view.tricks) < 9:
        running = () if view.trick_open else view.trick
        tricks.append({**({"cards": _names(running)} if running else {}), "first": turned(view.leader)})
    hands: list[dict[str, Any]] = [{"hand": []} for _ in range(4)]
    hands[turned(view.seat)] = {"hand": _names(tuple(view.hand))}
    return {
        "version": VERSION,
        "trump": -1 if view.mode is None else MODES.index(view.mode),
        "dealer": turned(dealer),
        "currentPlayer": turned(view.seat),
        "playerView": turned(view.seat),
        "forehand": forehand,
        "tricks": tricks,
        "player": hands,
        "jassTyp": "SCHIEBER",
        "gameId": 0,
    }


def _names(cards: tuple[Card, ...]) -> list[str]:
    return [NAME_OF[card] for card in cards]


class RemoteAgent:
    """An agent behind an address such as `http://localhost:8888/random`."""

    def __init__(self, address: str) -> None:
        self.address = address.rstrip("/")

    def bid(self, view: View, rng: random.Random, budget: Budget) -> Announced | Pushed:
        """What the agent says; a push that is not allowed is an error of the agent."""
        said = int(self._ask(TRUMP_PATH, view, "trump"))
        push = push_of(view)
        if said == PUSH and push is not None:
            return push
        mode = MODES[said] if 0 <= said < len(MODES) else None
        offered = next((option for option in bids_of(view) if option.mode == mode), None)
        if offered is None:
            raise AgentFailed(f"{self.address} bids {said}")
        return offered

    def card(self, view: View, rng: random.Random, budget: Budget) -> Card:
        """What the agent plays; jass-kit lets some trumps through that no book allows, then any legal card is played."""
        said = str(self._ask(CARD_PATH, view, "card"))
        card = CARD_OF.get(said)
        legal = cards_offered(view)
        return card if card is not None and card in legal else rng.choice(legal)

    def _ask(self, path: str, view: View, field: str) -> Any:
        data = json.dumps(question(view)).encode()
        request = urllib.request.Request(self.address + path, data, {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
                return json.loads(answer.read(1 << 16))[field]
        except (OSError, ValueError, KeyError, TypeError) as problem:
            raise AgentFailed(f"{self.address}{path}: {problem}") from problem


def view_from(asked: Mapping[str, Any]) -> View:
    """A question of the protocol as a view; ValueError or KeyError if it makes no sense."""
    seat, dealer = turned(int(asked["playerView"])), turned(int(asked["dealer"]))
    hand = CardSet(CARD_OF[name] for name in asked["player"][int(asked["playerView"])]["hand"])
    mode = None if int(asked["trump"]) < 0 else MODES[int(asked["trump"])]
    pushes = int(int(asked["forehand"]) == 0)
    first = next_seat(dealer)
    tricks: list[Trick] = []
    running: tuple[Card, ...] = ()
    leader, made = first, [0, 0]
    for number, trick in enumerate(asked["tricks"]):
        cards = tuple(CARD_OF[name] for name in trick.get("cards", ()))
        leader = turned(int(trick.get("first", turned(leader))))
        if len(cards) < 4:
            running = cards
            break
        if mode is None:
            raise ValueError("cards without a trump")
        taker = (leader + winner(cards, mode.order(number))) % 4
        count = points(cards, mode.values)
        made[taker % 2] += count + (LAST_TRICK if number == 8 else 0)
        tricks.append(Trick(leader, cards, taker, count))
        leader = taker
    left = [9 - len(tricks)] * 4
    for place in range(len(running)):
        left[(leader + place) % 4] -= 1
    if len(hand) != left[seat]:
        raise ValueError(f"a hand of {len(hand)} cards, expected {left[seat]}")
    announcer = None if mode is None else partner_of(first) if pushes else first
    options = _options(seat, mode, pushes, hand, running, len(tricks))
    return View(
        seat=seat, book=load(BOOK), setup=Setup(), number=1, phase=Phase.BIDDING if mode is None else Phase.PLAYING, dealer=dealer,
        next_dealer=None, hand=hand, hand_hidden=False, cards_left=tuple(left), to_act=seat,
        speaker=seat if mode is None else None, pushes=pushes, announcer=announcer,
        mode=mode, variant="", factor=1, leader=None if mode is None else leader, trick=running, trick_open=False,
        tricks=tuple(tricks), points=(made[0], made[1]), weise=(), weis_winner=None, stoeck=None, dead=CardSet(), totals=(0, 0),
        slate_requests=(), bergpreis=None, over=False, winner=None, options=options,
        factors=tuple((str(plain), 1) for plain in PLAIN_MODES), must=CardSet(), offered=None, besides=(), target=0, look=0,
        early=(), aftermath=None,
        amounts=(), own={}, form="", sides=PAIRS, parties=PAIRS, winners=(), awaited=(seat,),
        idle=(), players=tuple((leader + place) % 4 for place in range(4)),
    )  # fmt: skip


def _options(seat: int, mode: Mode | None, pushes: int, hand: CardSet, running: tuple[Card, ...], number: int) -> tuple[Event, ...]:
    if mode is None:
        said: list[Event] = [Announced(seat, plain) for plain in PLAIN_MODES]
        return (*said, *(() if pushes else (Pushed(seat),)))
    return tuple(CardPlayed(seat, card) for card in judge(hand, running, mode.order(number)).allowed)
