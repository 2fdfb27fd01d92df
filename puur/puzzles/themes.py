"""What a decision at the table is about: the theme of a puzzle, and the few groups in which somebody sees their progress."""

from __future__ import annotations

from puur.bots.base import cards_offered
from puur.bots.explain import reason_for
from puur.bots.knowledge import NotSearchable, knowledge
from puur.core.cards import Card
from puur.core.view import View

GROUPS = ("announcing", "trumps", "discarding", "counting", "other")
_COUNTED = frozenset(("bock", "takes"))  # right as long as nothing higher is out


def theme_of(view: View, card: Card) -> str:
    """What a player would say of this card, as one of the themes of puzzles."""
    reason = reason_for(knowledge(view), card, cards_offered(view))
    usual = "lead" if not view.trick or view.trick_open else "follow"
    named = {"takes_last": "takes", "ruff": "partner_suit", "best": usual, "behind": usual, "only": usual}
    return named.get(reason, reason)


def group_of(view: View, played: Card, best: Card) -> str:
    """The group of a decision between cards: what the better card is about counts as much as what was played.

    Drawing trumps: one of the two does. Discarding: nothing of the suit that was led, and the better card is no trump. Counting:
    one of the two is sure of its trick, so that it depends on what is still out.
    """
    try:
        known, legal = knowledge(view), cards_offered(view)
        reasons = {reason_for(known, card, legal) for card in (played, best)}
    except NotSearchable:
        return "other"
    if "draws" in reasons:
        return "trumps"
    led = view.trick[0].suit if view.trick and not view.trick_open else None
    trump = None if view.mode is None else view.mode.trump
    if led is not None and best.suit not in (led, trump) and all(card.suit is not led for card in view.hand):
        return "discarding"
    return "counting" if reasons & _COUNTED else "other"
