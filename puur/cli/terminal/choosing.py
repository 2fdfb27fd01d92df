"""Asking for one of the words, numbers and cards that a game knows in its bidding: auctions, exchanges, taking over.

Which there are comes from the view alone; no game is known here. Enter takes the advice of a bot, as everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import fields
from typing import Any, cast

from rich.text import Text

from puur.cli.settings import tell
from puur.cli.terminal.board import hand, head, name_of
from puur.cli.terminal.desk import Desk
from puur.cli.terminal.host import advice
from puur.core.cards import Card
from puur.core.events import Announced, CardPlayed, Event, Thanked
from puur.core.form import Amount
from puur.words import texts


def ask_choice(desk: Desk) -> Event:
    """One of a numbered list; a number follows where one is asked for, and a card is typed as in play."""
    view = desk.view
    desk.show(Text(""), *head(desk.game, view, desk.skin, desk.screen.width), *_notes(desk))
    desk.show(*hand(view, desk.skin, desk.screen.width))
    words = [option for option in view.options if not isinstance(_card(option), Card) and not isinstance(option, Thanked)]
    choices: Sequence[Event | Amount] = (*words, *view.amounts)
    lines = [f"{number:>2} {_line(desk, choice)}" for number, choice in enumerate(choices, start=1)]
    cards = {card: option for option in view.options if isinstance(card := _card(option), Card)}
    asked = _question(view.options, numbers=bool(view.amounts))
    desk.show(Text(tell(asked), style="bold"), *(Text(f"  {line}") for line in lines))
    while True:
        typed = desk.listen(f"{tell('play.choice.prompt')} ")
        if not typed:
            event = advice(desk.game, desk.seed)
            card = _card(event)
            desk.say("play.advice", "cyan", advice=desk.skin.sign(card) if isinstance(card, Card) else words_of(desk, event))
            if not desk.listen(f"{tell('play.confirm')} "):
                return event
            continue
        card = desk.card_typed(typed) if cards else None
        if card in cards:
            return cards[card]
        if typed.isascii() and typed.isdigit() and len(typed) < 3 and 1 <= int(typed) <= len(choices):
            picked = choices[int(typed) - 1]
            said = _number(desk, picked) if isinstance(picked, Amount) else picked
            if said is not None:
                return said
            continue
        desk.puzzled(typed, tell("play.expected.choice", most=len(choices)))


def _question(options: Sequence[Event], *, numbers: bool) -> str:
    """The text that asks; where no number is asked for, what a game asks itself goes before bidding or passing."""
    asking = [key for option in options if (key := f"play.ask.{_tag(option)}") in texts()]
    own = [] if numbers else [key for key in asking if key != "play.ask.passed"]
    return next(iter(own or asking), "play.ask")


def _number(desk: Desk, asked: Amount) -> Event | None:
    """The number for a choice; None to go back."""
    while True:
        typed = desk.listen(f"{tell('play.choice.number', least=asked.low, most=asked.high, step=asked.step)} ")
        if not typed:
            return None
        if typed.isascii() and typed.isdigit() and len(typed) < 5:
            return asked.filled(int(typed))
        desk.puzzled(typed, tell("play.expected.number", least=asked.low, most=asked.high))


def words_of(desk: Desk, event: Event) -> str:
    """What a seat may say, in words."""
    if isinstance(event, Announced):
        return desk.skin.announced(event.mode, event.variant)
    if isinstance(event, CardPlayed):
        return desk.skin.sign(event.card)
    facts = desk.skin.facts({each.name: getattr(event, each.name) for each in fields(cast(Any, event))})
    key = next((key for key in (f"play.option.{_tag(event)}", f"play.said.{_tag(event)}") if key in texts()), "")
    return tell(key, **facts) if key else _tag(event)


def _line(desk: Desk, choice: Event | Amount) -> str:
    if not isinstance(choice, Amount):
        return words_of(desk, choice)
    mode = getattr(choice.event, "mode", None)
    between = tell("play.choice.between", least=choice.low, most=choice.high)
    return between if mode is None else f"{desk.skin.mode(mode)}: {between}"


def _notes(desk: Desk) -> list[Text]:
    """What the game says of itself, such as the highest bid."""
    told = cast(Sequence[tuple[str, Mapping[str, object]]], desk.view.own.get("notes", ()))
    lines = []
    for key, facts in told:
        spoken = {name: name_of(desk.game, cast(int, value)) if name == "seat" else value for name, value in facts.items()}
        if isinstance(spoken.get("mode"), str):
            spoken["mode"] = desk.skin.variant(str(spoken["mode"]))
        lines.append(Text(tell(f"play.note.{key}", **desk.skin.facts(spoken)), style="cyan"))
    return lines


def _card(option: Event) -> object:
    return getattr(option, "card", None)


def _tag(event: Event) -> str:
    return re.sub("(?<!^)(?=[A-Z])", "-", type(event).__name__).lower()
