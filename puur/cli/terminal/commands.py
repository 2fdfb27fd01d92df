"""The commands that work at every question: help, why, slate, hand, rules, Stöck, thanks, showing the hand."""

from __future__ import annotations

from collections.abc import Callable

from rich.text import Text

from puur.cli.rules_pages import provision_page
from puur.cli.settings import settings, tell
from puur.cli.terminal.board import hand, hand_cards
from puur.cli.terminal.desk import Desk, Moved, command_of
from puur.cli.terminal.host import PERSON
from puur.cli.terminal.screen import Leave, Screen
from puur.cli.terminal.sheet import deal_points, score_of
from puur.core.errors import RuleViolation
from puur.core.events import CardPlayed, Event, StoeckShown, Thanked
from puur.core.playing import legal_cards
from puur.core.reglement import FalseThanks
from puur.core.seats import team_of
from puur.notation.record import shown
from puur.reglement.catalogue import UnknownProvision, catalogue_of, provision, provisions, text
from puur.words import LANGUAGES, say


def commands(desk: Desk) -> dict[str, Callable[[str], None]]:
    """What each command does at this desk."""
    return {
        "help": lambda _: help_page(desk),
        "why": lambda rest: why(desk, rest),
        "slate": lambda _: slate(desk),
        "hand": lambda _: show_hand(desk),
        "rules": lambda rest: rules(desk, rest),
        "stoeck": lambda _: stoeck(desk),
        "thanks": lambda _: thanks(desk),
        "show": lambda _: show_cards(desk),
    }


def help_page(desk: Desk) -> None:
    """What can be typed."""
    for line in tell("play.help.page").splitlines():
        desk.show(Text(line))
    if desk.skin.faces.value == "french":
        desk.show(Text(tell("play.help.french")))


def show_hand(desk: Desk) -> None:
    """The person's cards again."""
    view = desk.view
    if view.hand_hidden:
        desk.say("play.hand.hidden", rule=desk.game.book.rule("bidding.pick_up"))
    desk.show(*hand(view, desk.skin, desk.screen.width))


def slate(desk: Desk) -> None:
    """The score: the last deal by source, and the slate or the sheet."""
    finished = [deal for deal in desk.game.deals if desk.game.ledger.of_deal(deal.number)]
    if finished:
        desk.show(deal_points(desk.game, finished[-1].number))
    desk.show(*score_of(desk.game, desk.skin, desk.screen.width))


def why(desk: Desk, rest: str) -> None:
    """Why a card may not be played, or for each such card of the hand, with the provision behind it."""
    game = desk.game
    legal = legal_cards(game, PERSON) if game.deals else None
    if not legal:
        desk.say("play.why.not_now")
        return
    if rest:
        asked = desk.card_typed(rest)
        if asked is None:
            desk.puzzled(rest, tell("play.expected.card"))
            return
        cards = [asked]
    else:
        cards = [card for card in hand_cards(desk.view) if card not in legal]
    if not cards:
        desk.say("play.why.all")
    cited: dict[str, None] = {}
    for card in cards:
        if card in legal:
            desk.say("play.why.playable", card=desk.skin.sign(card))
            continue
        try:
            game.submit(CardPlayed(PERSON, card))  # refused, so nothing is played
        except RuleViolation as refusal:
            desk.refusal(refusal)
            cited[refusal.rule] = None
    for rule in cited:
        _cite(desk, rule)


def _cite(desk: Desk, rule: str) -> None:
    try:
        entry = provision(rule)
    except UnknownProvision:
        return  # a book of one's own may cite what the catalogue does not have
    said, own = text(entry, settings().lang)
    desk.show(Text(f"{rule}: {said}{'' if own else ' ' + tell('rules.not_translated')}", style="dim"))


def rules(desk: Desk, rest: str) -> None:
    """A provision by its id; without one, how to ask."""
    book = desk.game.book
    if not rest:
        key = catalogue_of(book.key) or "jassregeln"
        desk.say("play.rules.ask", title=book.title, book=book.key, example=provisions(key)[0].id)
        return
    try:
        desk.show(*provision_page(provision(rest), {}))
    except UnknownProvision as unknown:
        near = ", ".join(unknown.suggestions)
        facts = {"id": unknown.asked} | ({"near": near} if near else {})
        desk.say("rules.wrong.provision_near" if near else "rules.wrong.provision", "yellow", **facts)


def stoeck(desk: Desk) -> None:
    """Show the Stöck now, if the rules allow it."""
    if desk.do(StoeckShown(PERSON)):
        raise Moved


def thanks(desk: Desk) -> None:
    """Say that one is out; without enough points only after a warning."""
    game, ending = desk.game, desk.game.book.ending
    short = ending.target - game.totals()[team_of(PERSON)]
    if ending.target and short > 0:
        cost = "play.thanks.lost" if ending.false_thanks is FalseThanks.GAME_LOST else "play.thanks.penalty"
        desk.say("play.thanks.short", "yellow", points=short)
        listed = game.book.penalties.get("false-thanks")
        desk.say(cost, "yellow", points=listed.points if listed else 0, rule=game.book.rule("ending.false_thanks"))
        if not yes(desk, tell("play.thanks.sure"), default=False):
            return
    if desk.do(Thanked(PERSON)):
        raise Moved


def showing(desk: Desk) -> Event | None:
    """What the person may say now that only this game knows and nobody needs to play on: showing the hand."""
    return next((said for said in desk.view.besides if type(said) in desk.game.form.handlers), None)


def show_cards(desk: Desk) -> None:
    """Show the hand because nothing can go wrong any more, where the game has that."""
    said = showing(desk)
    if said is None:
        desk.say("play.show.not_now")
        return
    desk.say("web.claim.shown")
    if yes(desk, tell("play.show.sure"), default=False) and desk.do(said):
        raise Moved


def yes(desk: Desk, question: str, *, default: bool = True) -> bool:
    """A yes or no, with the commands at hand; Enter takes the default."""
    return _yes(desk.listen, desk.screen, question, default)


def yes_on(screen: Screen, question: str) -> bool:
    """A yes or no before there is a game; Enter means yes."""

    def ask(prompt: str) -> str:
        typed = screen.ask(prompt).strip()
        if command_of(typed) == "quit":
            raise Leave("command")
        return typed

    return _yes(ask, screen, question, True)


def _yes(ask: Callable[[str], str], screen: Screen, question: str, default: bool) -> bool:
    while True:
        typed = ask(f"{question} {tell('play.yes_no' if default else 'play.no_yes')} ").casefold()
        if not typed:
            return default
        for answer, words in ((True, "play.answer.yes"), (False, "play.answer.no")):
            if any(typed in say(words, lang).split() for lang in LANGUAGES):
                return answer
        screen.show(Text(tell("play.wrong", typed=shown(typed), expected=tell("play.expected.yes_no")), style="yellow"))
