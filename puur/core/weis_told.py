"""What is told of announced Weise: the value to everybody, more where somebody asks or demands it, and why the highest one won.

Announcing them is `core.weis_rules`. Whoever may know something gets it through the door of `core.view`, from `seen`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puur.core.bonuses import Ask, AskUntil, Reveal
from puur.core.cards import Rank
from puur.core.deal import Deal, Phase
from puur.core.errors import RuleViolation
from puur.core.events import Event, WeisAsked, WeisDemanded, WeisNamed
from puur.core.weis import Step, Weis, strength
from puur.core.weisen import Announcement

if TYPE_CHECKING:
    from puur.core.game import Game


@dataclass(frozen=True, slots=True)
class WeisSeen:
    """What an audience knows of a seat's Weis: the stated value, and the cards only if they were laid open or are its own.

    `top` is the top card and `trump` whether it is in trumps, where they were named or asked for to break a tie. `why` is what
    makes it higher than the opponents' best, once it has won and as far as the audience can tell.
    """

    seat: int
    points: int
    weis: Weis | None
    top: Rank | None = None
    trump: bool | None = None
    laid: bool = False  # open for all
    why: Step | None = None


def seen(game: Game, deal: Deal, viewer: int | None) -> tuple[WeisSeen, ...]:
    """What an audience knows of the Weise of a deal."""
    weisen, mode = deal.weisen, deal.mode
    shown = []
    for seat, said in weisen.announced.items():
        laid = seat in weisen.revealed
        top, trump = (None, None) if mode is None or seat not in weisen.asked else weisen.answer(mode, seat)
        weis = said.weis if laid or seat == viewer else None
        why = _why(game, deal, viewer) if seat == weisen.best else None
        shown.append(WeisSeen(seat, said.points, weis, said.named or top, trump, laid, why))
    return tuple(shown)


def _why(game: Game, deal: Deal, viewer: int | None) -> Step | None:
    """The step of the comparison that the winner was ahead by; None without a rival, and while the audience cannot know it.

    Different values are known to all. What decides between equal ones follows from the answers to whoever asked (`Weisen.answer`).
    """
    weisen, mode, rules = deal.weisen, deal.mode, game.book.weis
    best = weisen.best
    if best is None or mode is None:
        return None
    won = weisen.announced[best]
    rivals = [
        (seat, said) for seat, said in weisen.announced.items() if deal.sides[seat] != deal.sides[best] and seat not in weisen.lost
    ]
    level = [(seat, said.weis) for seat, said in rivals if said.points == won.points and said.weis is not None]
    if not level or won.weis is None:
        return Step.POINTS if any(said.points < won.points for _, said in rivals) else None
    if not {viewer, *weisen.revealed, *weisen.asked} >= {best, *(seat for seat, _ in level)}:
        return None
    first = deal.lead_of(1)
    own, *others = [
        strength(weis, mode, rules.steps, rules.values, (seat - first) % len(deal.sides))
        for seat, weis in ((best, won.weis), *level)
    ]
    differing = (step for step, ours, theirs in zip(rules.steps, own, max(others), strict=True) if ours != theirs)
    return next(differing, None)


# ---- asking ------------------------------------------------------------------------------------------------------------


def questions(game: Game, deal: Deal, seat: int) -> Iterator[Event]:
    """What a seat may still ask of the others' Weise: for a word about them, or to see them."""
    if game.over or deal.phase is not Phase.PLAYING:
        return
    for of in deal.weisen.announced:
        if of == seat or of in deal.weisen.revealed or not _may_ask(game, seat, of):
            continue
        if of not in deal.weisen.asked and not _asked_too_late(game, deal, of):
            yield WeisAsked(seat, of)
        if _demand_refused(deal, of) is None:
            yield WeisDemanded(seat, of)


def name_weis(game: Game, event: WeisNamed) -> None:
    """Name the height of an announced Weis; equal ones in the order of announcing. (JR-WEQ-01, JR-WINV-02)"""
    deal = game.deal
    said = _said(game, deal, event.seat)
    check_may_show(game, event.seat)
    if deal.has_played(event.seat, 2):
        raise game.refuse("weis.ask_until", "weis-question-too-late", seat=event.seat)
    first = deal.lead_of(1)
    for place in range((event.seat - first) % len(deal.sides)):
        earlier = deal.weisen.announced.get((first + place) % len(deal.sides))
        if earlier is not None and earlier.points == said.points and earlier.named is None:
            raise RuleViolation("JR-WEQ-01", "weis-order-of-naming", first=(first + place) % len(deal.sides))
    right = said.weis is None or deal.mode is None or said.weis.top(deal.mode) is event.rank
    if said.named is not None:
        last = game.events[-1] if game.events else None
        wrong_before = said.weis is not None and deal.mode is not None and said.weis.top(deal.mode) is not said.named
        if not (wrong_before and right and isinstance(last, WeisNamed) and last.seat == event.seat):
            raise RuleViolation("JR-WINV-02", "weis-named-already", named=str(said.named))
    said.named = event.rank


def ask_weis(game: Game, event: WeisAsked) -> None:
    """Ask for an announced Weis again. (JR-WEIS-13, UB-WEIS-08, UB-WEIS-09, AJZ-2.2.2-26)"""
    deal = game.deal
    _said(game, deal, event.of)
    _check_may_ask(game, event.seat, event.of)
    if _asked_too_late(game, deal, event.of):
        raise game.refuse("weis.ask_until", "weis-question-too-late", seat=event.seat)
    deal.weisen.asked.add(event.of)
    if game.book.weis.ask_reveals is Reveal.CARDS:
        deal.weisen.revealed.add(event.of)


def demand_weis(game: Game, event: WeisDemanded) -> None:
    """Demand that a valid Weis be laid open before the lead to the second trick. (JR-WEIS-18)"""
    deal = game.deal
    _said(game, deal, event.of)
    _check_may_ask(game, event.seat, event.of)
    refused = _demand_refused(deal, event.of)
    if refused is not None:
        raise RuleViolation("JR-WEIS-18", refused, seat=event.seat)
    deal.weisen.revealed.add(event.of)


def _second_trick_begun(deal: Deal) -> bool:
    return len(deal.tricks) > 1 or (len(deal.tricks) == 1 and not deal.open and bool(deal.cards))


def _asked_too_late(game: Game, deal: Deal, of: int) -> bool:
    second_trick = game.book.weis.ask_until is AskUntil.SECOND_TRICK
    return _second_trick_begun(deal) if second_trick else deal.has_played(of, 2)


def _demand_refused(deal: Deal, of: int) -> str | None:
    """None if the Weis of a seat can be demanded now; otherwise why not."""
    if _second_trick_begun(deal):
        return "weis-question-too-late"
    best = deal.weisen.best
    valid = bool(deal.tricks) and best is not None and deal.sides[best] == deal.sides[of]
    return None if valid else "weis-not-valid"


def _may_ask(game: Game, seat: int, of: int) -> bool:
    return game.book.weis.ask is not Ask.OPPONENTS or game.deal.sides[seat] != game.deal.sides[of]


def _check_may_ask(game: Game, seat: int, of: int) -> None:
    if not _may_ask(game, seat, of):
        raise game.refuse("weis.ask", "only-opponents-ask", seat=seat)


def check_may_show(game: Game, seat: int) -> None:
    """Where the content is told to opponents who ask, it is not told unasked. (AJZ-2.2.2-26)"""
    rules = game.book.weis
    told = rules.ask is Ask.OPPONENTS and rules.ask_reveals is Reveal.CARDS
    if told and seat not in game.deal.weisen.revealed:
        raise game.refuse("weis.ask", "weis-not-asked", seat=seat)


def _said(game: Game, deal: Deal, seat: int) -> Announcement:
    said = deal.weisen.announced.get(seat)
    if said is None:
        raise game.refuse("weis.announce", "nothing-announced", seat=seat)
    return said
