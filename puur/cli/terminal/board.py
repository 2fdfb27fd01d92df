"""Drawing the table: the head line, the places with their cards, the person's hand. It decides nothing.

Everything fits 80 columns and 24 lines, and folds for narrower windows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.text import Text

from puur.cli.settings import tell
from puur.cli.terminal.host import PERSON
from puur.cli.terminal.skin import Skin, in_order
from puur.core.cards import Card, CardSet
from puur.core.game import Game
from puur.core.seats import Direction
from puur.core.trick import Trick, winner
from puur.core.view import View

WIDEST = 72
NARROW = 44  # below this the places stand one under the other


def name_of(game: Game, seat: int) -> str:
    """What a player is called."""
    return game.setup.names[seat]


def head(game: Game, view: View, skin: Skin, width: int) -> Iterator[Text]:
    """Which deal and trick, what was announced, and the score; one line, or two where that is too long."""
    left = [tell("play.head.deal", number=view.number)]
    if view.mode is not None:
        number = min(game.deal.length - 1, len(view.tricks))
        way = "" if view.mode.steady else f" ({skin.block(game.deal.order.block)})"
        left.append(tell("play.head.trick", number=number + 1) + way)
        factor = f" ×{view.factor}" if view.factor != 1 else ""
        who = "" if view.announcer is None else f" ({name_of(game, view.announcer)})"
        left.append(f"{skin.announced(view.mode, view.variant)}{factor}{who}")
    if not game.form.score_moves and view.mode is not None and game.deal.sides == game.sides:
        own, *others = _own_first(game, view.points)
        left.append(tell("play.head.points", us=own, them=":".join(map(str, others))))
    said = f"── {' · '.join(left)} "
    score = f" {score_line(game, view.totals)} ──"
    room = min(width, WIDEST) - len(said) - len(score)
    if room >= 0:
        yield Text(said + "─" * room + score, style="bold")
    else:
        yield Text(said.rstrip(), style="bold")
        yield Text(score.strip(" ─"), style="bold")


def _own_first(game: Game, points: Sequence[int]) -> list[int]:
    own = game.sides[PERSON]
    return [points[own], *(number for side, number in enumerate(points) if side != own)]


def score_line(game: Game, totals: Sequence[int]) -> str:
    """The score in a line: we and they where partners play, otherwise everybody by name."""
    if len(totals) == 2 < len(game.seats):
        own, others = _own_first(game, totals)
        return f"{tell('play.us')} {own} : {others} {tell('play.them')}"
    return " · ".join(f"{name_of(game, seat)} {totals[game.sides[seat]]}" for seat in game.seats)


def places(game: Game, view: View, skin: Skin, width: int) -> Iterator[Text]:
    """The places around the table with the cards of the trick; `*` marks the one that wins so far."""
    cards = () if view.trick_open else view.trick
    leader = view.leader if view.leader is not None else 0
    best = -1
    if cards and view.mode is not None:
        best = view.players[winner(cards, game.deal.order, view.dead.bits)]
    lying: dict[int, Text] = {}
    for seat in game.seats:
        card = next((laid for player, laid in zip(view.players, cards, strict=False) if player == seat), None)
        shown = skin.card(card, "bold") if card is not None else Text("·", style="dim")
        lying[seat] = shown + Text("*", style="bold") if seat == best else shown
    if width < NARROW or len(game.seats) != 4:
        for step in game.seats:
            seat = (leader + step) % len(game.seats)
            yield Text(f"  {name_of(game, seat)}: ") + lying[seat]
        return
    right, top, left = (1, 2, 3) if game.book.table.direction is Direction.COUNTERCLOCKWISE else (3, 2, 1)
    span = min(width, 60)
    for what in (lambda seat: Text(name_of(game, seat)), lying.__getitem__):
        yield _row(span, [(span // 2, what(top))])
    for what in (lambda seat: Text(name_of(game, seat)), lying.__getitem__):
        yield _row(span, [(span // 5, what(left)), (4 * span // 5, what(right))])
    for what in (lambda seat: Text(name_of(game, seat)), lying.__getitem__):
        yield _row(span, [(span // 2, what(view.seat))])


def _row(width: int, parts: Sequence[tuple[int, Text]]) -> Text:
    """A line with each part centred on its column."""
    line = Text()
    for column, part in parts:
        start = max(len(line.plain), column - len(part.plain) // 2)
        line.append(" " * (start - len(line.plain)))
        line.append_text(part)
    line.truncate(width)
    return line


def hand_cards(view: View) -> tuple[Card, ...]:
    """The person's cards in the order in which they are shown and numbered."""
    return in_order(view.hand, view.mode, len(view.tricks))


def hand(view: View, skin: Skin, width: int, allowed: CardSet | None = None, raised: Card | None = None) -> Iterator[Text]:
    """The person's hand with a number above each card; with `allowed` only the playable ones have one. A raised card stands out."""
    cards = hand_cards(view)
    column = max((len(skin.sign(card)) for card in cards), default=2) + 2
    room = max(1, (width - 2) // column)
    for start in range(0, len(cards), room):
        above, below = Text("  "), Text("  ")
        for number, card in enumerate(cards[start : start + room], start=start + 1):
            playable = allowed is None or card in allowed
            if raised is not None:
                above.append_text(_cell(skin.card(card, "bold reverse") if card is raised else Text(""), column))
                below.append_text(_cell(Text("") if card is raised else skin.card(card), column))
                continue
            above.append_text(_cell(Text(str(number) if playable else "-", style="bold" if playable else "dim"), column))
            below.append_text(_cell(skin.card(card, "bold") if playable else Text(skin.sign(card), style="dim"), column))
        for line in (above, below):
            line.rstrip()
            yield line


def _cell(text: Text, width: int) -> Text:
    return text + Text(" " * (width - len(text.plain)))


def trick_line(game: Game, trick: Trick, number: int, skin: Skin) -> Text:
    """A complete trick in one line: who played what, who got it, and what it counts."""
    line = Text(f"  {number}. ")
    for place, card in enumerate(trick.cards):
        line.append_text(skin.card(card, "bold")).append(f" {name_of(game, trick.seat_of(place))}  ")
    ours = game.sides[trick.winner] == 0
    line.append(f"→ {name_of(game, trick.winner)} {trick.points}", style="bold green" if ours else "bold")
    return line
