"""Asking the person: where to cut, what to announce, which card to play. Each answers with an event and submits nothing.

Enter alone takes what is proposed: the middle for the cut, the advice of a bot for bid and card, and the advice is shown before
a second Enter accepts it. `u` takes a choice back before it counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.text import Text

from puur.cli.settings import tell
from puur.cli.terminal.board import hand, head, places
from puur.cli.terminal.commands import showing
from puur.cli.terminal.desk import Desk
from puur.cli.terminal.host import PERSON, advice
from puur.core.cards import Card, CardSet
from puur.core.events import Announced, CardPlayed, Cut, Event, Pushed
from puur.core.mode import Kind, Mode

BACK = ("u", "0")


def ask_cut(desk: Desk) -> Event:
    """How many cards to lift; Enter for the middle."""
    rules = desk.game.book.dealing
    prompt = tell("play.cut.ask", least=rules.cut_min, most=rules.cut_max)
    while True:
        typed = desk.listen(f"{prompt} ")
        if not typed:
            return Cut(PERSON, max(rules.cut_min, min(18, rules.cut_max)))
        if typed.isascii() and typed.isdigit() and len(typed) < 4:
            return Cut(PERSON, int(typed))
        desk.puzzled(typed, tell("play.expected.number", least=rules.cut_min, most=rules.cut_max))


def ask_amount(desk: Desk) -> Event:
    """A number, such as a prediction; Enter for the advice of a bot, `-` for none where that is allowed."""
    view = desk.view
    asked, instead = view.amounts[0], next(iter(view.options), None)
    desk.show(Text(""), *head(desk.game, view, desk.skin, desk.screen.width))
    desk.show(*hand(view, desk.skin, desk.screen.width))
    facts = {"least": asked.low, "most": asked.high}
    while True:
        typed = desk.listen(f"{tell('play.amount.ask', **facts)} ")
        if not typed:
            event = advice(desk.game, desk.seed)
            desk.say("play.advice", "cyan", advice=getattr(event, asked.name, ""))
            if not desk.listen(f"{tell('play.confirm')} "):
                return event
        elif typed == "-" and instead is not None:
            return instead
        elif typed.isascii() and typed.isdigit() and len(typed) < 5:
            return asked.filled(int(typed))
        else:
            desk.puzzled(typed, tell("play.expected.number", **facts))


def ask_bid(desk: Desk) -> Event:
    """Announce or push: a list with factors, and for a variant with several ways further lists."""
    view = desk.view
    bids = [option for option in view.options if isinstance(option, Announced)]
    push = next((option for option in view.options if isinstance(option, Pushed)), None)
    desk.show(Text(""), *head(desk.game, view, desk.skin, desk.screen.width))
    desk.show(*hand(view, desk.skin, desk.screen.width))
    factors = dict(view.factors)

    def named(said: Announced) -> str:
        name = said.variant or str(said.mode)
        return f"{desk.skin.variant(said.variant) if said.variant else desk.skin.mode(said.mode)} ×{factors[name]}"

    while True:
        picked = _choose(desk, bids, named, first=True, push=push)
        if picked is None:
            chosen = _confirmed(desk, advice(desk.game, desk.seed))
            if chosen is not None:
                return chosen
            continue
        if not isinstance(picked, Announced):
            return picked
        said = _way(desk, [bid for bid in bids if bid.variant == picked.variant] if picked.variant else [picked])
        if said is not None:
            return said


def _way(desk: Desk, bids: Sequence[Announced]) -> Announced | None:
    """Narrow a variant down to one mode: kind, suit or direction, order; None to go back."""
    skin = desk.skin
    steps: tuple[Callable[[Announced], str], ...] = (
        lambda said: skin.variant(said.mode.family),
        lambda said: _first_part(desk, said.mode),
        lambda said: skin.blocks(said.mode),
    )
    left = list(bids)
    for step in steps:
        labels = list(dict.fromkeys(step(said) for said in left))
        if len(labels) > 1:
            first_of = {label: next(said for said in left if step(said) == label) for label in labels}
            picked = _choose(desk, list(first_of.values()), step)
            if not isinstance(picked, Announced):
                return None
            left = [said for said in left if step(said) == step(picked)]
    return left[0]


def _first_part(desk: Desk, mode: Mode) -> str:
    if mode.kind in (Kind.SLALOM, Kind.GUSTI):
        return desk.skin.block(mode.blocks[0])
    return desk.skin.suit(mode.trump) if mode.trump is not None else ""


def _choose(
    desk: Desk, bids: Sequence[Announced], named: Callable[[Announced], str], *, first: bool = False, push: Pushed | None = None
) -> Announced | Pushed | CardPlayed | None:
    """One of a numbered list; None for Enter or going back. A card typed instead is led without a word, where that is allowed."""
    once = list({named(said): said for said in reversed(bids)}.values())[::-1]
    labels = [named(said) for said in once]
    lines = [f"{number:>2} {label}" for number, label in enumerate(labels, start=1)]
    pushing = tell("play.bid.push")
    if push is not None:
        lines.append(f" s {pushing}")
    desk.show(Text(tell("play.bid.ask" if first else "play.bid.way"), style="bold"), *_columns(lines, desk.screen.width))
    prompt = tell("play.bid.prompt" if first else "play.bid.prompt_way")
    while True:
        typed = desk.listen(f"{prompt} ")
        low = typed.casefold()
        if not typed or (low in BACK and not first):
            return None
        if push is not None and (low == "s" or low in tell("play.bid.push_words").split()):
            return push
        if low.isascii() and low.isdigit() and len(low) < 3 and 1 <= int(low) <= len(once):
            return once[int(low) - 1]
        fitting = [said for said, label in zip(once, labels, strict=True) if label.casefold().startswith(low)]
        if len(fitting) == 1:
            return fitting[0]
        card = desk.skin.parse(typed) if first else None
        if card is not None:
            return CardPlayed(PERSON, card)
        desk.puzzled(typed, tell("play.expected.bid", most=len(once)))


def _columns(lines: Sequence[str], width: int) -> list[Text]:
    """Lines side by side as far as the window allows, read downwards."""
    wide = max(len(line) for line in lines) + 3
    count = max(1, min(3, (width - 2) // wide))
    high = -(-len(lines) // count)
    rows = ["".join(f"{lines[place]:<{wide}}" for place in range(row, len(lines), high)) for row in range(high)]
    return [Text(f"  {row.rstrip()}") for row in rows]


def _confirmed(desk: Desk, event: Event) -> Event | None:
    """The advice of a bot, if the person accepts it."""
    said = tell("play.bid.push")
    if isinstance(event, Announced):
        said = desk.skin.announced(event.mode, event.variant)
    desk.say("play.advice", "cyan", advice=said)
    return None if desk.listen(f"{tell('play.confirm')} ") else event


def ask_card(desk: Desk) -> Event:
    """Which card to play: typed, raised, confirmed."""
    view = desk.view
    allowed = CardSet(option.card for option in view.options if isinstance(option, CardPlayed))
    show_table(desk)
    if showing(desk) is not None:
        desk.say("play.show.may", "dim")
    chosen: Card | None = None
    while True:
        if chosen is None:
            typed = desk.listen(f"{tell('play.card.ask')} ")
        else:
            desk.show(*hand(view, desk.skin, desk.screen.width, raised=chosen))
            typed = desk.listen(f"{tell('play.card.confirm', card=desk.skin.sign(chosen))} ")
            if not typed:
                return CardPlayed(PERSON, chosen)
            if typed.casefold() in BACK:
                chosen = None
                desk.show(*hand(view, desk.skin, desk.screen.width, allowed))
                continue
        if not typed:
            event = advice(desk.game, desk.seed)
            chosen = event.card if isinstance(event, CardPlayed) else None
            if chosen is None:
                return event
            desk.say("play.advice", "cyan", advice=desk.skin.sign(chosen))
            continue
        card = desk.card_typed(typed)
        if card is None:
            desk.puzzled(typed, tell("play.expected.card"))
        elif card not in allowed:
            chosen = None
            desk.do(CardPlayed(PERSON, card))  # refused, with the reason and its provision
        elif desk.confirm:
            chosen = card
        else:
            return CardPlayed(PERSON, card)


def show_table(desk: Desk) -> None:
    """The table and the person's hand, the playable cards numbered."""
    view, width = desk.view, desk.screen.width
    allowed = CardSet(option.card for option in view.options if isinstance(option, CardPlayed))
    desk.show(Text(""), *head(desk.game, view, desk.skin, width), *places(desk.game, view, desk.skin, width), Text(""))
    desk.show(*hand(view, desk.skin, width, allowed))
