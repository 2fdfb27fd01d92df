"""What the picture of a shared deal shows. Only of deals that are over, and only to those who may see the replay."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from puur.core.deal import Deal, Phase
from puur.core.faces import Faces
from puur.core.game import Game
from puur.papers import share
from puur.web.live.speech import thing
from puur.web.server.printing import printed
from puur.words import say

CARDS = Path(__file__).parents[1] / "static" / "puur" / "cards" / "german"


def decisive(deal: Deal) -> int | None:
    """The trick that decided most: the one with the most points in it, the later one of two; None where no trick was played."""
    tricks = deal.tricks
    return max(range(len(tricks)), key=lambda at: (tricks[at].points, at)) if tricks else None


@lru_cache(maxsize=36)
def _drawing(card: str) -> str:
    return (CARDS / f"{card}.svg").read_text("utf-8")


def _written(game: Game, number: int) -> list[int]:
    """What a deal wrote for each side."""
    entries = game.ledger.of_deal(number)
    return [sum(entry.points for entry in entries if entry.team == side) for side in range(len(game.ledger.totals))]


def picture(game: Game, number: int, lang: str) -> bytes | None:
    """The picture of a deal; None while it runs."""
    deal = next((deal for deal in game.deals if deal.number == number and (deal.phase is Phase.OVER or game.over)), None)
    if deal is None or deal.mode is None:
        return None
    names, at = game.setup.names, decisive(deal)
    moment = None
    if at is not None:
        trick = deal.tricks[at]
        cards = [(_drawing(card.name), names[trick.seat_of(place)]) for place, card in enumerate(trick.cards)]
        told = say("company.share.taken", lang, name=names[trick.winner], points=trick.points)
        moment = share.Moment(say("company.share.trick", lang, n=at + 1), cards, told)
    announcer = "" if deal.announcer is None else names[deal.announcer]
    line = f"{thing(str(deal.mode), Faces.GERMAN, lang)}, {announcer} · {game.book.title}"
    title = say("company.daily.deal", lang, n=number)
    return printed(share.picture, title, line, " : ".join(map(str, _written(game, number))), moment, lang)
