"""A game against bots, from the first shuffle to the last word: lines in, pages out.

The session decides whose move it is and what to offer; drawing, asking, telling and saving are its neighbours. It works on any
`Screen`, so a test plays it without a terminal. Promise: whatever the person has confirmed is in the file before the next question.
"""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from puur.cli.settings import settings, tell
from puur.cli.terminal.asking import ask_amount, ask_bid, ask_card, ask_cut
from puur.cli.terminal.board import hand
from puur.cli.terminal.choosing import ask_choice, words_of
from puur.cli.terminal.commands import commands, yes
from puur.cli.terminal.desk import Desk, Moved
from puur.cli.terminal.host import PERSON, next_event
from puur.cli.terminal.screen import Screen
from puur.cli.terminal.skin import Skin
from puur.cli.terminal.speech import Before, Narrator
from puur.core.cards import cards_in
from puur.core.deal import Phase
from puur.core.events import Announced, CardPlayed, Dealt, Event, Pushed, StoeckShown, Thanked, WeisAdded, WeisAnnounced
from puur.core.faces import Faces
from puur.core.game import Game
from puur.core.outcome import in_window
from puur.core.weis import best_of, stoeck_of, weise_in


class Session:
    """One sitting: a game, new or taken up again, until it is over or the person leaves."""

    def __init__(
        self, game: Game, seed: int, screen: Screen, keep: Callable[[], None], *, faces: Faces | None = None, confirm: bool = True
    ) -> None:
        skin = Skin(faces or game.faces, settings().lang)
        self.game, self.seed = game, seed
        self.narrator = Narrator(game, skin)
        self.desk = Desk(game, seed, skin, screen, keep, confirm)
        self.desk.commands = commands(self.desk)
        self.desk.after = self._told
        self._before = Before.of(game)
        self._withheld: set[tuple[object, ...]] = set()
        self._pause = False

    def run(self) -> None:
        """Play to the end; `Leave` when the person stops before."""
        game, desk = self.game, self.desk
        while not game.over or self._last_word():
            try:
                if not game.over:
                    self._step()
            except Moved:
                continue
        desk.save()
        desk.show(*self.narrator.end(desk.screen.width))

    def _last_word(self) -> bool:
        """Say what belongs to the last card of a game that has just ended, if anybody has something to say."""
        said = (self._offer() or next_event(self.game, self.seed)) if in_window(self.game) else None
        if said is not None:
            self._put(said)
        return said is not None

    def _step(self) -> None:
        offer = self._offer()
        if offer is not None:
            self._put(offer)
            return
        if self._pause:
            self._pause = False
            self.desk.listen(f"{tell('play.continue')} ")
            return
        event = next_event(self.game, self.seed)
        self._put(event if event is not None else self._ask())

    def _put(self, event: Event) -> None:
        self._before = Before.of(self.game)
        self.desk.do(event)

    def _told(self, event: Event) -> None:
        """Called when an event was accepted, from whatever question it came."""
        game, desk = self.game, self.desk
        desk.show(*self.narrator.tell(event, self._before, desk.screen.width))
        over = bool(game.deals) and game.deal.phase is Phase.OVER
        self._pause = over and self._before.playing and not game.over and game.redealer is None
        if isinstance(event, Dealt):
            view = desk.view
            if view.hand_hidden:
                desk.say("play.hand.hidden", "dim", rule=game.book.rule("bidding.pick_up"))
            elif view.speaker != PERSON:
                desk.show(*hand(view, desk.skin, desk.screen.width))
        self._before = Before.of(game)

    def _ask(self) -> Event:
        phase = self.game.deal.phase
        if phase is Phase.PREPARING:
            return ask_cut(self.desk)
        if phase is Phase.BIDDING:
            return self._ask_bidding()
        last = cards_in(self.desk.view.hand.bits)
        if len(last) == 1:
            return CardPlayed(PERSON, last[0])  # nothing to decide
        return ask_card(self.desk)

    def _ask_bidding(self) -> Event:
        """A number alone, an announcement, or any of the words, numbers and cards that a game has."""
        view = self.desk.view
        bids = [option for option in view.options if type(option) not in _OFFERS]  # thanks that were declined are no bid
        if len(view.amounts) == 1 and all(type(option) is type(view.amounts[0].event) for option in bids):
            return ask_amount(self.desk)
        if bids and all(isinstance(option, Announced | Pushed) for option in bids):
            return ask_bid(self.desk)
        return ask_choice(self.desk)

    # ---- what the person may say besides bidding and playing ----------------------------------------------------------------

    def _offer(self) -> Event | None:
        """An event that the person accepts now; what is declined is not offered again."""
        game = self.game
        if not game.deals:
            return None
        for option in self.desk.view.options:
            question = self._question(option)
            if question is None:
                continue
            key = (type(option), game.deal.number, len(game.deal.tricks) if isinstance(option, Thanked) else 0)
            if key in self._withheld:
                continue
            self.desk.save()
            self.desk.show(Text(""), question)
            asked = _OFFERS.get(type(option))
            if yes(
                self.desk, tell(f"play.offer.{asked}") if asked else f"{words_of(self.desk, option)}?", default=asked is not None
            ):
                return option
            self._withheld.add(key)
        return None

    def _question(self, option: Event) -> Text | None:
        """What is offered, in words; None for what is no offer, or not yet."""
        game, deal = self.game, self.game.deal
        if isinstance(option, WeisAnnounced) and deal.mode is not None:
            rules = game.book.weis
            best = best_of(weise_in(deal.dealt_hand(PERSON)), deal.mode, rules.steps, rules.values)
            shown = self.narrator.weis(best) if best is not None else Text("")
            return Text(tell("play.offer.weis.text", points=option.points)) + Text(" ") + shown
        if isinstance(option, WeisAdded):
            shown = Text(", ").join(self.narrator.weis(weis) for weis in option.weise)
            return Text(tell("play.offer.more.text")) + Text(" ") + shown
        if isinstance(option, StoeckShown):
            return Text(tell("play.offer.stoeck.text", points=self._stoeck())) if self._time_for_stoeck() else None
        if isinstance(option, Thanked):
            facts = {"target": game.book.ending.target, "rule": game.book.rule("ending.finish")}
            return Text(tell("play.offer.thanks.text", points=game.totals()[game.sides[PERSON]], **facts))
        if type(option) in game.form.handlers and deal.phase is Phase.PLAYING:
            return Text(words_of(self.desk, option))
        return None

    def _stoeck(self) -> int:
        return self.game.book.stoeck.points * self.game.bonus_factor(self.game.deal)

    def _time_for_stoeck(self) -> bool:
        """Once both cards are played, or when their points end the game; at other times there is the command."""
        deal, target = self.game.deal, self.game.book.ending.target
        if deal.mode is None or not deal.hand(PERSON) & stoeck_of(deal.mode.trump):
            return True
        return 0 < target <= self.game.totals()[self.game.sides[PERSON]] + self._stoeck()


_OFFERS: dict[type, str] = {WeisAnnounced: "weis", WeisAdded: "more", StoeckShown: "stoeck", Thanked: "thanks"}
