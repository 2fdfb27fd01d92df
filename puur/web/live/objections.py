"""'Wie am Tisch': the referee at a free table. Somebody objects, the book rules, choices go to whom the book gives them.

At a free table (`Setup.playing` FREE) the core lets mistakes happen and remembers them. An objection is the event
`incident-reported`; the referee's answer follows as an event of the table, `ruling-made`, at once or after a `choice-made`.
Until then nothing else happens. No official sits at an online table (`office` lets one judge a remark from outside): what a
book leaves to one is ruled by the general rules, and where those are silent too the other party chooses. Promise: an
objection stands on what the table itself has seen, never on the word of whoever objects. Bots object to what their seat can
know, and not always.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace

from puur.bots.levels import attention_of
from puur.bots.noticing import noticed
from puur.core.actions import to_act
from puur.core.deal import Deal, Phase, Wrong
from puur.core.events import ChoiceMade, Dealt, Event, IncidentReported, RulingMade
from puur.core.game import Game
from puur.core.outcome import BY_ITSELF
from puur.core.reglement import Reglement
from puur.core.view import view_of
from puur.referee import Ruling, choose, decide, event_of, rule
from puur.referee.case import Case
from puur.referee.rule import under
from puur.referee.ruling import NotDecided
from puur.reglement import load
from puur.web.live import talk
from puur.web.live.wire import BadMessage, Json

# What can happen at a table of screens, and what the table has seen of it. The rest of the vocabulary is for real tables.
FAULTS: Mapping[str, tuple[Wrong, ...]] = {
    "revoke": (Wrong.FOLLOW_SUIT, Wrong.UNDERTRUMP),
    "undertrump": (Wrong.FOLLOW_SUIT, Wrong.UNDERTRUMP),
    "wrong-lead": (Wrong.WRONG_LEADER,),
    "early-card": (Wrong.EARLY, Wrong.WRONG_LEADER),
    "several-cards": (Wrong.SEVERAL,),
    "dead-lead": (Wrong.DEAD_LEAD,),
    "banned-card": (Wrong.BANNED,),
}
BIDDING = ("partner-bids", "wrong-party")
WEIS = ("false-weis", "wrong-weis")
TALK = ("remark", "card-talk")
OBJECTIONS = (*FAULTS, *WEIS, *BIDDING, *TALK)
MOST_OBJECTIONS = 8  # of one seat in one deal
NOTHING_WRONG = ("no-fault",)  # rulings after which the same may be objected to again
BEHIND = 20  # card points: a bot that is further behind takes an offered annulment


def _general() -> Reglement:
    return load("jassregeln")


def ruled(game: Game, incident: IncidentReported) -> Ruling:
    """What holds at a table without an official: the book, then the general rules, then the other party's choice."""
    ruling = rule(game, incident)
    if ruling.decided:
        return ruling
    general = rule(under(game, _general()), incident)
    if general.decided:
        cited = tuple(dict.fromkeys((*general.provisions, *ruling.provisions)))
        return replace(general, book=ruling.book, provisions=cited, fallback=True, authority=ruling.authority)
    case = Case(game, incident)
    if incident.offence in BIDDING and not case.first_turned:  # no book but one speaks of it, and that one deals again
        return replace(ruling, choices=(case.annul_or_go_on(),), decided=True, official="")
    return decide(ruling, "")


def pending(game: Game) -> Ruling | None:
    """The ruling that waits for a choice, or None."""
    if not game.free:
        return None
    chosen: list[ChoiceMade] = []
    for event in reversed(game.events):
        if isinstance(event, RulingMade):
            return None
        if isinstance(event, ChoiceMade):
            chosen.append(event)
        elif isinstance(event, IncidentReported):
            ruling = ruled(game, event)
            if event.offence in TALK:
                open_still = talk.judging(game, ruling, event, chosen)
                if open_still is not None:
                    return open_still
                chosen = [choice for choice in chosen if not talk.is_word(choice)]
            for choice in reversed(chosen):
                ruling = choose(ruling, choice.choice, choice.option)
            return ruling
        elif not chosen:
            return None  # the last thing that happened was play: nothing is open
    return None


def next_event(game: Game) -> Event | None:
    """What the referee says now, or None."""
    ruling = pending(game)
    return None if ruling is None or ruling.choices else event_of(ruling)


def stated(event: Event, game: Game | None = None) -> Event:
    """An objection without what its author says of the facts: the table knows them, and in which trick it was."""
    if not isinstance(event, IncidentReported):
        return event
    trick, meant = event.trick, FAULTS.get(event.offence)
    if not trick and meant is not None and game is not None and game.deals and event.seat in game.seats:
        fault = Case(game, event).fault(*meant)
        trick = fault.trick if fault is not None else trick
    return IncidentReported(event.offence, event.seat, event.by, trick)


def check(game: Game, event: Event, seat: int, talked: Collection[int] = ()) -> None:
    """Refuse what does not belong to the moment: while a choice is open only that choice, by those who have it."""
    open_ruling = pending(game)
    if isinstance(event, ChoiceMade):
        if open_ruling is None:
            raise BadMessage("state")
        choice = next((choice for choice in open_ruling.choices if choice.key == event.choice), None)
        if choice is None or seat not in choice.by:
            raise BadMessage("auth" if choice is not None else "state")
        try:
            choose(open_ruling, event.choice, event.option)
        except NotDecided:
            raise BadMessage("json") from None
    elif open_ruling is not None:
        raise BadMessage("state")
    if isinstance(event, IncidentReported):
        known = event.offence in OBJECTIONS and event.seat != seat and bool(game.deals)
        if not known or not 0 <= event.trick <= game.deals[-1].length:
            raise BadMessage("json")
        if sum(incident.by == seat for incident in _reported(game)) >= MOST_OBJECTIONS:
            raise BadMessage("rate")
        if event.offence not in FAULTS and not _happened(game.deals[-1], event, talked):
            raise BadMessage("unfounded")  # with a fault the referee says so itself
        if _ruled_before(game, event):
            raise BadMessage("unfounded")  # one ruling for one fault


def _ruled_before(game: Game, incident: IncidentReported) -> bool:
    """Whether every such fault of the seat, in that trick, has had its ruling; of talk the table forgets what was ruled."""
    if incident.offence in TALK:
        return False
    meant = FAULTS.get(incident.offence, ())
    same = [
        ruling for earlier, ruling in _rulings(game)
        if earlier.seat == incident.seat and ruling.text not in NOTHING_WRONG
        and (earlier.offence == incident.offence or set(meant) & set(FAULTS.get(earlier.offence, ())))
        and (not meant or earlier.trick == incident.trick)
    ]  # fmt: skip
    faults = [fault for fault in game.deals[-1].faults if fault.wrong in meant and fault.seat == incident.seat]
    number = sum(not incident.trick or fault.trick in (0, incident.trick) for fault in faults) if meant else 1
    return bool(same) and len(same) >= number


def _rulings(game: Game) -> Iterator[tuple[IncidentReported, RulingMade]]:
    """The objections of this deal that were ruled, each with its ruling."""
    asked: IncidentReported | None = None
    begun = max((place for place, event in enumerate(game.events) if isinstance(event, Dealt)), default=0)
    for event in game.events[begun:]:
        if isinstance(event, IncidentReported):
            asked = event
        elif isinstance(event, RulingMade) and asked is not None:
            yield asked, event
            asked = None


def _happened(deal: Deal, incident: IncidentReported, talked: Collection[int]) -> bool:
    """Whether the table has seen what is objected to."""
    offence, seat = incident.offence, incident.seat
    if offence in TALK:
        return seat in talked
    if offence in BIDDING:
        return any(fault.wrong is Wrong.WRONG_SPEAKER and fault.seat == seat for fault in deal.faults)
    said = deal.weisen.announced.get(seat)
    if said is None or deal.mode is None or seat in deal.weisen.lost:
        return False
    if offence == "false-weis":
        return said.weis is None
    return said.weis is not None and said.named is not None and said.named is not said.weis.top(deal.mode)


def _reported(game: Game) -> list[IncidentReported]:
    """The objections of this deal."""
    reported: list[IncidentReported] = []
    for event in reversed(game.events):
        if isinstance(event, Dealt):
            break
        if isinstance(event, IncidentReported):
            reported.append(event)
    return reported


# ---- bots ----------------------------------------------------------------------------------------------------------------------


def bot_choice(game: Game, bots: set[int]) -> tuple[int, ChoiceMade] | None:
    """What a bot chooses where only bots may: to go on, the last of the options, unless the deal goes badly."""
    ruling = pending(game)
    for choice in ruling.choices if ruling is not None else ():
        if set(choice.by) <= bots:
            seat = choice.by[0]
            own = game.sides[seat]
            others = [points for side, points in enumerate(game.deal.points) if side != own]
            badly = choice.key == "annul" and max(others) - game.deal.points[own] > BEHIND
            return seat, ChoiceMade(choice.key, choice.options[0 if badly else -1].key, seat)
    return None


def bot_objection(game: Game, bots: Mapping[int, str], chance: Callable[..., float]) -> IncidentReported | None:
    """What a bot objects to now: `bots` are seats with their levels, `chance` is the same for the same arguments."""
    if not game.free or not game.deals or game.over or to_act(game) is None:
        return None
    known = {(incident.offence, incident.seat, incident.trick) for incident in _reported(game)}
    for seat, level in bots.items():
        for offence, offender, trick, open_ in _seen_by(game, seat):
            if game.sides[offender] == game.sides[seat] or (offence, offender, trick) in known:
                continue
            attention = attention_of(level)[0 if open_ else 1]
            if chance(game.deal.number, offence, offender, trick, seat) >= attention:
                continue
            incident = IncidentReported(offence, offender, seat, trick)
            ruling = ruled(game, incident)
            if ruling.upheld and (ruling.effects or ruling.choices):  # nobody objects to what has no consequence
                return incident
    return None


def _seen_by(game: Game, seat: int) -> Iterator[tuple[str, int, int, bool]]:
    """Offence, offender, trick, and whether it lies open for all."""
    deal, book = game.deal, game.book
    for fault in deal.faults:
        if fault.wrong in (Wrong.EARLY, Wrong.WRONG_LEADER, Wrong.SEVERAL):
            names = {Wrong.EARLY: "early-card", Wrong.WRONG_LEADER: "wrong-lead", Wrong.SEVERAL: "several-cards"}
            yield names[fault.wrong], fault.seat, fault.trick, True
        elif fault.wrong is Wrong.WRONG_SPEAKER and fault.rightful is not None:
            yield BIDDING[game.sides[fault.seat] != game.sides[fault.rightful]], fault.seat, 0, True
    for mistake in noticed(view_of(game, seat), book.play, book.weis.values):
        yield mistake.offence, mistake.seat, mistake.trick, False


# ---- for the wire ------------------------------------------------------------------------------------------------------------


def pending_json(game: Game) -> Json | None:
    """What is open, for everybody."""
    ruling = pending(game)
    if ruling is None or not ruling.choices:
        return None
    choices = [
        {"choice": choice.key, "by": list(choice.by), "options": [option.key for option in choice.options]}
        for choice in ruling.choices
    ]
    reported = next(event for event in reversed(game.events) if isinstance(event, IncidentReported))
    follows = ruled(game, reported).text if ruling.text == talk.ASKED else ""
    return {
        "offence": ruling.offence,
        "seat": ruling.seat,
        "text": f"referee.text.{ruling.text}",
        "rules": list(ruling.provisions),
        "choices": choices,
        "follows": f"referee.text.{follows}" if follows else "",
    }


def in_window(game: Game) -> bool:
    """Whether a game that ended by itself may still hear objections to its last deal; who thanks ends it at once. (JR-BED-01)"""
    return game.free and game.over and game.over_by in BY_ITSELF


def possible(game: Game, talked: Collection[int] = (), *, unconfirmed: bool = False) -> list[str]:
    """What may be objected to now; to talk only where somebody has talked."""
    if not game.free or not game.deals or (game.over and not unconfirmed):
        return []
    if to_act(game) is None and game.deals[-1].phase is not Phase.OVER:
        return []  # after the last trick until the next deal is begun (JR-ERR-11), or the end of the game confirmed
    weis = game.book.weis.enabled
    return [key for key in OBJECTIONS if (talked or key not in TALK) and (weis or key not in WEIS)]
