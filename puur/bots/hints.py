"""What the strongest player would do in a seat now, and why, in words that are said at the table.

A hint is an event with a key and facts; the sentences (`bots.hint.KEY`, and `bots.reason.KEY` for cards) are in `puur.words`. It is
made from a view alone, so it knows no more than the seat.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass

from puur.bots import levels
from puur.bots.explain import explain
from puur.bots.knowledge import NotSearchable
from puur.core.aim import Foreseen
from puur.core.cards import CardSet, Rank, Suit
from puur.core.events import Announced, CardPlayed, Event, Pushed, StoeckShown, Thanked, WeisAdded, WeisAnnounced
from puur.core.form import form_for
from puur.core.mode import Block, Mode
from puur.core.view import View

STRONGEST = "jasskoenig"
_SAID = {WeisAnnounced: "weis", WeisAdded: "weis", StoeckShown: "stoeck", Thanked: "thanks"}


@dataclass(frozen=True, slots=True)
class Hint:
    """What to do, and the key and the facts of the sentence that says why."""

    event: Event
    key: str
    facts: Mapping[str, int | str]


def hint(view: View, rng: random.Random) -> Hint | None:
    """What the strongest player would do now; None where there is nothing to do."""
    if not view.options:
        return None
    event, _ = levels.answer(STRONGEST, view, rng)
    if isinstance(event, CardPlayed):
        return _of_card(view, event, rng)
    if isinstance(event, Announced):
        return Hint(event, *_of_mode(view.hand, event.mode))
    if isinstance(event, Pushed):
        return Hint(event, "bots.hint.push", {})
    return Hint(event, f"bots.hint.{_SAID.get(type(event), 'best')}", {})


def bid_worths(view: View) -> dict[str, float]:
    """What each announcement is expected to bring the own side, in written points; empty where the network has no say."""
    strongest = levels.bot(STRONGEST)
    if levels.able(STRONGEST, view) != STRONGEST or not hasattr(strongest, "worths"):
        return {}
    worths: dict[str, float] = strongest.worths(view)
    return worths


def foreseen(view: View, said: Event, rng: random.Random) -> Foreseen | None:
    """A better word than what was said in a bidding, as the strongest player or the game itself has it; None for no remark."""
    strongest = levels.bot(STRONGEST)
    own: Foreseen | None = strongest.foreseen(view, said) if hasattr(strongest, "foreseen") else None
    return own or form_for(view.book).foreseen(view, said, rng)


def _of_card(view: View, event: CardPlayed, rng: random.Random) -> Hint:
    try:
        why = explain(view, event.card, rng, search=False)
    except NotSearchable:
        return Hint(event, "bots.reason.best", {"card": event.card.name})
    return Hint(event, why.text, {"card": event.card.name, "pot": why.pot})


def _of_mode(hand: CardSet, mode: Mode) -> tuple[str, dict[str, int | str]]:
    """Why a mode: the trumps with Puur and Näll, and the Böcke beside them."""
    trump = mode.trump if Block.TRUMP in mode.blocks else None
    best = Rank.SIX if mode.blocks[0] is Block.UNTEN else Rank.ACE
    boecke = sum(_run_from(hand, suit, best) for suit in Suit if suit is not trump)
    if mode.backward:
        return "bots.hint.backward", {"boecke": boecke}
    if trump is None:
        return "bots.hint.plain", {"boecke": boecke}
    trumps = [card for card in hand if card.suit is trump]
    high = {card.rank for card in trumps} & {Rank.UNDER, Rank.NINE}
    name = {0: "none", 1: "puur" if Rank.UNDER in high else "nell", 2: "both"}[len(high)]
    return f"bots.hint.trump.{name}", {"trumps": len(trumps), "boecke": boecke}


def _run_from(hand: CardSet, suit: Suit, best: Rank) -> int:
    """How many cards from the best one on a hand holds in a suit without a gap: they win one after the other."""
    ranks = list(Rank) if best is Rank.SIX else list(Rank)[::-1]
    held = {card.rank for card in hand if card.suit is suit}
    return next((count for count, rank in enumerate(ranks) if rank not in held), len(ranks))
