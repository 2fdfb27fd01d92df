"""'Wie am Tisch': the referee at a free table. Somebody objects, the book rules, choices go to whom the book gives them.

At a free table (`Setup.playing` FREE) the core lets mistakes happen and remembers them. An objection is the event
`incident-reported`; the referee's answer follows as an event of the table, `ruling-made`, at once or after a `choice-made`. Until
then nothing else happens. What an official would decide is put on record without effect: no official sits at an online table.
"""

from __future__ import annotations

from dataclasses import fields

from puur.core.actions import to_act
from puur.core.cards import Card
from puur.core.effects import Effect
from puur.core.events import ChoiceMade, Event, IncidentReported, RulingMade
from puur.core.game import Game
from puur.notation.shapes import EFFECT
from puur.referee import Ruling, choose, decide, event_of, rule
from puur.referee.offences import OFFENCES
from puur.referee.ruling import NotDecided
from puur.web.live.wire import BadMessage, Json
from puur.words import DEFAULT, LANGUAGES, texts

# What can be noticed across a table of screens; the rest of the vocabulary is for real tables.
OBJECTIONS = tuple(
    key
    for key in (
        "revoke", "undertrump", "wrong-lead", "early-card", "several-cards", "dead-lead", "banned-card", "false-weis",
        "weis-vorhand", "wrong-weis", "partner-bids", "wrong-party", "remark", "card-talk",
    )
    if key in OFFENCES
)  # fmt: skip


def ready() -> bool:
    """Whether tables may be played freely."""
    return True


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
            found = rule(game, event)
            for one in reversed(chosen):
                found = choose(found, one.choice, one.option)
            return found
        elif not chosen:
            return None  # the last thing that happened was play: nothing is open
    return None


def next_event(game: Game) -> Event | None:
    """What the referee says now, or None."""
    found = pending(game)
    if found is None or found.choices:
        return None
    if not found.decided:
        found = decide(found, found.official)
    return event_of(found)


def check(game: Game, event: Event, seat: int) -> None:
    """Refuse what does not belong to the moment: while a choice is open only that choice, by those who have it."""
    open_ruling = pending(game)
    if isinstance(event, ChoiceMade):
        if open_ruling is None:
            raise BadMessage("state")
        choice = next((one for one in open_ruling.choices if one.key == event.choice), None)
        if choice is None or seat not in choice.by:
            raise BadMessage("auth" if choice is not None else "state")
        try:
            choose(open_ruling, event.choice, event.option)
        except NotDecided:
            raise BadMessage("json") from None
    elif open_ruling is not None:
        raise BadMessage("state")
    if isinstance(event, IncidentReported) and (event.offence not in OFFENCES or event.seat == seat or not game.deals):
        raise BadMessage("json")


def bot_choice(game: Game, bots: set[int]) -> tuple[int, ChoiceMade] | None:
    """What a bot chooses where only bots may: to go on, which is the last of the options."""
    found = pending(game)
    for choice in found.choices if found is not None else ():
        if set(choice.by) <= bots:
            seat = choice.by[0]
            return seat, ChoiceMade(choice.key, choice.options[-1].key, seat)
    return None


# ---- for the wire ------------------------------------------------------------------------------------------------------------


def seen_cards(game: Game) -> set[Card]:
    """The cards that lay open in this deal."""
    if not game.deals:
        return set()
    deal = game.deals[-1]
    return {*(card for trick in deal.tricks for card in trick.cards), *deal.cards, *deal.early.values()}


def effect_json(effect: Effect, known: set[Card], *, own: bool) -> Json:
    """An effect; cards of a hand are told only to that hand."""
    data: Json = dict(EFFECT.write(effect))
    for one in fields(effect):
        value = getattr(effect, one.name)
        if isinstance(value, Card) and value not in known and not own:
            data.pop(one.name, None)
        elif isinstance(value, tuple) and any(isinstance(card, Card) for card in value) and not own:
            data[one.name] = [card.name for card in value if card in known]
    return data


def pending_json(game: Game) -> Json | None:
    """What is open, for everybody."""
    found = pending(game)
    if found is None or not found.choices:
        return None
    choices = [{"choice": one.key, "by": list(one.by), "options": [option.key for option in one.options]} for one in found.choices]
    return {
        "offence": found.offence,
        "seat": found.seat,
        "text": f"referee.text.{found.text}",
        "rules": list(found.provisions),
        "choices": choices,
    }


def objections(game: Game) -> list[str]:
    """What may be objected to now."""
    return list(OBJECTIONS) if game.free and game.deals and not game.over and to_act(game) is not None else []


def ruling_text(key: str, lang: str) -> str:
    """The sentence of a ruling."""
    entry = texts().get(f"referee.text.{key}")
    if entry is None:
        return key
    words = entry[lang if lang in LANGUAGES else DEFAULT]
    return words.format_map(_Blank())


class _Blank(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "–"
