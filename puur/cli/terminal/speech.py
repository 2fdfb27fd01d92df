"""What happens at the table, told in short lines: the bidding, Weise, tricks, the end of a deal and of the game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields
from typing import Any, cast

from rich.console import RenderableType
from rich.text import Text

from puur.cli.settings import settings, tell
from puur.cli.terminal.board import name_of, trick_line
from puur.cli.terminal.host import PERSON
from puur.cli.terminal.sheet import deal_points, score_of, side_name
from puur.cli.terminal.skin import Skin
from puur.core import events as ev
from puur.core.deal import Phase
from puur.core.game import Game
from puur.core.reglement import Source
from puur.core.seats import other
from puur.core.weis import Weis
from puur.words import texts
from puur.words.refusals import explain


@dataclass(frozen=True)
class Before:
    """How things stood before an event, to tell what it changed."""

    tricks: int
    playing: bool
    best: int | None
    bergpreis: int | None
    penalties: int
    drawn: int

    @classmethod
    def of(cls, game: Game) -> Before:
        """The state that matters for telling."""
        deal = game.deals[-1] if game.deals else None
        playing = deal is not None and deal.phase is not Phase.OVER
        tricks, best = (len(deal.tricks), deal.weisen.best) if deal is not None else (0, None)
        return cls(tricks, playing, best, game.bergpreis, len(game.penalties), len(game.drawn))


class Narrator:
    """Tells a game event by event."""

    def __init__(self, game: Game, skin: Skin) -> None:
        self.game, self.skin = game, skin

    def tell(self, event: ev.Event, before: Before, width: int) -> Iterator[RenderableType]:
        """What an accepted event means for the people at the table."""
        game = self.game
        yield from self._said(event, before)
        deal = game.deals[-1] if game.deals else None
        if deal is not None and len(deal.tricks) > before.tricks and before.playing:
            yield trick_line(game, deal.tricks[-1], len(deal.tricks), self.skin)
        if deal is not None and deal.weisen.best is not None and before.best is None and not isinstance(event, ev.Shuffled):
            yield self._weis(deal.weisen.best)
        if game.bergpreis is not None and before.bergpreis is None:
            yield Text(tell("play.bergpreis", team=side_name(game, game.bergpreis), points=game.book.half), style="bold magenta")
        for seat, points, rule in game.penalties[before.penalties :]:
            yield Text(tell("score.penalty", name=name_of(game, seat), points=points, rule=rule), style="yellow")
        if deal is not None and before.playing and deal.phase is Phase.OVER:
            yield from self._deal_over(width)

    def _said(self, event: ev.Event, before: Before) -> Iterator[RenderableType]:
        game, skin = self.game, self.skin
        if isinstance(event, ev.SchreiberNamed):
            yield self._line(event.seat, tell("play.said.schreiber"), "dim")
        elif isinstance(event, ev.CardDrawn):
            yield Text(f"{name_of(game, event.seat)}: ") + skin.card(event.card)
            if not game.drawn:
                yield Text(tell("play.said.tie"), style="dim")
            elif game.first_dealer is not None and len(game.drawn) > before.drawn:
                yield Text(tell("play.said.first_dealer", name=name_of(game, game.first_dealer)))
        elif isinstance(event, ev.DealerNamed):
            yield Text(tell("play.said.first_dealer", name=name_of(game, event.dealer)))
        elif isinstance(event, ev.Shuffled):
            yield Text("")
            yield Text(tell("play.said.deals", number=game.deal.number, name=name_of(game, event.seat)), style="bold")
        elif isinstance(event, ev.Cut) and event.seat != PERSON:
            yield self._line(event.seat, tell("play.said.cut", cards=event.lifted), "dim")
        elif isinstance(event, ev.Pushed):
            yield self._line(event.seat, tell("play.said.push"), "bold")
        elif isinstance(event, ev.Announced):
            factor = f" ×{game.deal.factor}" if game.deal.factor != 1 else ""
            yield self._line(event.seat, skin.announced(event.mode, event.variant) + factor, "bold")
            if game.deal.nuller is not None:
                yield Text(tell("play.said.nuller"), style="yellow")
        elif isinstance(event, ev.WeisAnnounced):
            yield self._line(event.seat, tell("play.said.weis", points=event.points), "cyan")
        elif isinstance(event, ev.WeisAdded):
            for weis in event.weise:
                points = weis.points(game.book.weis.values)
                line = self._line(event.seat, tell("play.said.more_weis", points=points), "cyan")
                yield line + Text(" ") + self.weis(weis) if event.seat == PERSON else line
        elif isinstance(event, ev.StoeckShown):
            points = game.book.stoeck.points * game.bonus_factor(game.deal)
            yield self._line(event.seat, tell("play.said.stoeck", points=points), "cyan")
        elif isinstance(event, ev.Thanked):
            yield self._line(event.seat, tell("play.said.thanks"), "bold magenta")
        elif isinstance(event, ev.AusmachInvoked):
            yield Text(tell("play.said.ausmach", rule=game.book.rule("ending.ausmach")), style="bold magenta")
        elif isinstance(event, ev.TrumpTurned):
            yield self._line(event.seat, tell("play.said.trump", suit=skin.suit(event.card.suit)), "bold")
        elif type(event) in game.form.handlers:
            yield from self._own_words(event)

    def _own_words(self, event: ev.Event) -> Iterator[Text]:
        """What only one game knows, in the words of its folder."""
        key = f"play.said.{re.sub('(?<!^)(?=[A-Z])', '-', type(event).__name__).lower()}"
        if key in texts():
            facts = {each.name: getattr(event, each.name) for each in fields(cast(Any, event))}
            yield self._line(facts.pop("seat"), tell(key, **self.skin.facts(facts)), "bold")

    def weis(self, weis: Weis) -> Text:
        """The cards of a Weis."""
        return self.skin.cards(weis.cards, "-")

    def _line(self, seat: int, said: str, style: str) -> Text:
        return Text(f"{name_of(self.game, seat)}: ").append(said, style=style)

    def _weis(self, seat: int) -> Text:
        game, deal = self.game, self.game.deal
        raw = deal.weisen.points(game.book, deal.sides[seat])
        points = raw * game.bonus_factor(deal)
        written = any(entry.source is Source.WEIS for entry in game.ledger.of_deal(deal.number))
        # Where a deal is written when it is over, nobody is promised points now.
        later = "play.said.best_weis_waits" if game.form.score_moves else "play.said.best_weis_counts"
        key = "play.said.best_weis" if written else later
        return Text(tell(key, name=name_of(game, seat), team=side_name(game, game.sides[seat]), points=points), style="cyan")

    def _deal_over(self, width: int) -> Iterator[RenderableType]:
        game, deal = self.game, self.game.deal
        if game.redealer is not None:
            yield Text(tell("play.dealt_again"), style="yellow")
            return
        yield Text("")
        if deal.match is not None:
            yield Text(tell("play.match", team=side_name(game, deal.match)), style="bold magenta")
        said = ""
        if deal.mode is not None and deal.announcer is not None:
            said = f": {self.skin.announced(deal.mode, deal.variant)} ({name_of(game, deal.announcer)})"
        yield Text(tell("play.deal_over", number=deal.number) + said, style="bold")
        yield deal_points(game, deal.number)
        yield Text("")
        if not game.over:
            yield from score_of(game, self.skin, width)

    def end(self, width: int) -> Iterator[RenderableType]:
        """The last page: the whole slate, who has won, and how."""
        game = self.game
        yield Text("")
        yield from score_of(game, self.skin, width)
        yield Text("")
        for warning in game.warnings:
            why = explain(warning.reason, dict(warning.facts), settings().lang, game.setup.names, self.skin.fact)
            yield Text(tell("score.warning", why=why, rule=warning.rule), style="yellow")
        winners = game.form.winners(game)
        if not winners:
            yield Text(tell("score.tie"), style="bold")
            return
        by = tell(f"score.by.{game.over_by}")
        style = "bold green" if game.sides[PERSON] in winners else "bold red"
        yield Text(tell("play.winner", team=" + ".join(side_name(game, side) for side in winners), by=by), style=style)
        if game.schneider and game.winner is not None:
            yield Text(
                tell("play.schneider", team=side_name(game, other(game.winner)), points=game.book.half), style="bold magenta"
            )
