"""Scenes of the play of the cards: wrong leads, revokes, cards too early or too many, tricks looked at, the rest claimed."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import combinations

from puur.core import events as ev
from puur.core.cards import Card
from puur.core.claim import claim_holds
from puur.core.effects import CardBanned, CardDead
from puur.core.game import Game
from puur.core.mode import EICHELN
from puur.core.playing import legal_cards
from puur.core.reglement import Claims, Leader
from puur.core.sanctions import Late, LeadBan, SeveralDead
from puur.core.seats import next_seat, partner_of, team_of
from puur.core.trick import Objection
from puur.referee.staging import DEALER, Impossible, Wanted, announce, begin, dealt_by_chance, plainly, play_on, wrong_cards

LAST = 9


def _lead(game: Game, *, trump: bool) -> Card | None:
    """Let whoever leads play a trump, or another suit."""
    fitting = [card for card in legal_cards(game, game.deal.turn) if (card.suit is EICHELN.trump) == trump]
    if not fitting:
        return None
    game.submit(ev.CardPlayed(game.deal.turn, fitting[-1]))
    return fitting[-1]


def revoke(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported | None:
    """The second player does not follow suit, and the third plays; with `only-bauer` because the Puur is the only trump,
    with `trumped` because a trump was played on another suit, which is no fault.
    """
    facts = wanted.facts
    if facts & {"only-bauer", "trumped"} and "more-cards" in facts:
        raise Impossible("nothing hangs on the suit where nothing was wrong")
    begin(game, rng, wanted.trick)
    led = _lead(game, trump=not facts & {"side-suit", "trumped"})
    if led is None:
        return None
    seat = game.deal.turn
    hand = game.deal.hand(seat)
    if "only-bauer" in facts:
        trumps = [card for card in hand if card.suit is EICHELN.trump]
        wrong = [card for card in hand if card.suit is not EICHELN.trump] if [card.name for card in trumps] == ["EU"] else []
    elif "trumped" in facts:
        wrong = [card for card in hand if card.suit is EICHELN.trump] if any(card.suit is led.suit for card in hand) else []
    else:
        wrong = [
            card for card in wrong_cards(game, seat, Objection.FOLLOW_SUIT) if _alone(card, tuple(hand), "more-cards" not in facts)
        ]
    if not wrong:
        return None
    game.submit(ev.CardPlayed(seat, wrong[0]))
    play_on(game)  # an opponent, who may change the card
    return wanted.incident(seat, trick=wanted.trick, cards=(wrong[0],))


def _alone(card: Card, hand: tuple[Card, ...], alone: bool) -> bool:
    """Whether the card is the only one of its suit in the hand, or another one there is stronger."""
    others = [held for held in hand if held.suit is card.suit and held is not card]
    return not others if alone else any(held > card for held in others)


def undertrump(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported | None:
    """A lower trump on a trick that was cut, by somebody who holds nothing else or who does; or on a trump lead."""
    facts = wanted.facts
    trick = 8 if "only-trumps" in facts else wanted.trick
    begin(game, rng, trick)
    led = _lead(game, trump="trump-led" in facts)
    if led is None:
        return None
    high = led
    if "side-suit" in facts:
        cut = [card for card in legal_cards(game, game.deal.turn) if card.suit is EICHELN.trump]
        if not cut:
            return None
        high = cut[0]
        game.submit(ev.CardPlayed(game.deal.turn, high))
    seat = game.deal.turn
    hand = game.deal.hand(seat)
    order = game.deal.orders[0].power[high.suit.index]
    lower = [card for card in hand if card.suit is EICHELN.trump and order[card.index] < order[high.index]]
    only = all(card.suit is EICHELN.trump for card in hand)
    follows = any(card.suit is led.suit for card in hand) and "side-suit" in facts
    if not lower or only != ("only-trumps" in facts) or (follows != ("led-suit-held" in facts) and "side-suit" in facts):
        return None
    game.submit(ev.CardPlayed(seat, lower[0]))
    if "turned" not in facts:
        play_on(game)
    return wanted.incident(seat, trick=trick, cards=(lower[0],))


def wrong_lead(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported | None:
    """The partner of whoever should lead does; after a push to the first trick."""
    trick = wanted.trick
    if "after-push" in wanted.facts:
        if game.book.bidding.leader is Leader.CHOOSER:
            raise Impossible("whoever chooses leads")
        trick = 1
        game.submit(ev.HandsRecorded(DEALER, dealt_by_chance(rng)))
        game.submit(ev.Pushed(game.deal.speaker))
        announce(game)
    else:
        begin(game, rng, trick)
    seat = partner_of(game.deal.turn)
    trump = "trump-card" in wanted.facts
    card = next((held for held in game.deal.hand(seat) if (held.suit is EICHELN.trump) == trump), None)
    if card is None:
        return None
    game.submit(ev.CardPlayed(seat, card))
    return wanted.incident(seat, trick=trick, cards=(card,))


def after_ruling(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported | None:
    """A card that a ruling made worthless or banned is led; with the last card there is no other."""
    facts = wanted.facts
    if wanted.offence == "banned-card" and game.book.referee.lead_ban is LeadBan.NOTHING:
        return plainly(game, rng, wanted)
    trick = LAST if facts & {"only-dead", "only-banned"} else wanted.trick
    if trick == LAST and "turned" in facts:
        if "only-banned" in facts:
            raise Impossible("nothing follows the last trick")
        trick -= 1
    begin(game, rng, trick)
    seat = game.deal.turn
    card, *others = game.deal.hand(seat)
    dead = (card, *others) if "only-dead" in facts else (card,)
    effects = tuple(CardDead(held) for held in dead) if wanted.offence == "dead-lead" else (CardBanned(seat, card),)
    game.submit(ev.RulingMade("", effects=effects))
    game.submit(ev.CardPlayed(seat, card))
    return wanted.incident(seat, trick=trick, cards=(card,))


def early(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported | None:
    """The third player lays a card before the second: one that has to be exchanged, or one that may stay."""
    begin(game, rng, wanted.trick)
    play_on(game)
    seat, led = next_seat(game.deal.turn), game.deal.cards[0].suit
    if "must-follow" in wanted.facts:
        cards = wrong_cards(game, seat, Objection.FOLLOW_SUIT)
    else:
        held = game.deal.hand(seat)
        cards = [] if any(card.suit is led for card in held) else list(held)
    if not cards:
        return None
    game.submit(ev.CardPlayed(seat, cards[0]))
    return wanted.incident(seat, trick=wanted.trick, cards=(cards[0],))


def several(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported | None:
    """The second player, or whoever leads, puts two cards down, both, one or none of which may be played."""
    facts = wanted.facts
    if facts & {"cannot-follow", "leading"} and "both-playable" not in facts:
        raise Impossible("who leads or cannot follow may play everything")
    rules = game.book.referee
    late = rules.revoke_late is Late.STANDS and rules.several_dead is not SeveralDead.ALL_HELD
    if "turned" in facts and not late:
        raise Impossible("nothing is said of a trick that was turned")
    if "by-accident" in facts and rules.several_dead is not SeveralDead.ALL_HELD:
        raise Impossible("the same, whether by accident or not")
    begin(game, rng, wanted.trick)
    if "leading" not in facts and _lead(game, trump=False) is None:
        return None
    seat = game.deal.turn
    held = game.deal.hand(seat)
    follows = bool(game.deal.cards) and any(card.suit is game.deal.cards[0].suit for card in held)
    if "leading" not in facts and follows != ("can-follow" in facts):
        return None
    legal = legal_cards(game, seat)
    playable = 2 if "both-playable" in facts else 1 if "one-playable" in facts else 0
    for cards in combinations(held, 2):
        if sum(card in legal for card in cards) == playable:
            if "turned" not in facts:
                game.submit(ev.CardsLaid(seat, cards))
            return wanted.incident(seat, trick=wanted.trick, cards=cards)
    return None


def claim(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported | None:
    """Somebody on lead claims the rest near the end, rightly or wrongly; who plays alone only under the general rules."""
    if "alone-goal" in wanted.facts:
        if game.book.falls_back_on is not None:
            raise Impossible("nobody plays alone")
        begin(game, rng, 8)
        return wanted.incident(game.deal.turn)
    begin(game, rng, max(wanted.trick, 7 if "claim-fails" in wanted.facts else 8))
    seat = game.deal.turn
    alone, beside = (
        claim_holds(replace(game.book, play=replace(game.book.play, claims=claims)), game.deal, seat)
        for claims in (Claims.ALL_TRICKS, Claims.OPPONENTS)
    )  # whether nobody else, or no opponent, could win a trick
    if (alone, beside) != ("claim-holds" in wanted.facts, "claim-fails" not in wanted.facts):
        return None
    return wanted.incident(seat, cards=tuple(game.deal.hand(seat)) if "laid-open" in wanted.facts else ())


def turned_trick(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported | None:
    """A trick with points that somebody looks at, or that was left lying until the next one was made."""
    facts = wanted.facts
    if "first-trick" in facts:
        begin(game, rng, 2)
        play_on(game)
        number = 1
    else:
        begin(game, rng, min(wanted.trick, 7) + 2)
        play_on(game)
        number = len(game.deal.tricks) - 1
    trick = game.deal.tricks[number - 1]
    if not trick.points:
        return None
    if wanted.offence == "tricks-left":
        lost = team_of(trick.winner) != team_of(game.deal.tricks[number].winner)
        return wanted.incident(trick.winner, trick=number) if lost == ("opponents-next" in facts) else None
    return wanted.incident(next_seat(trick.winner) if "their-trick" in facts else trick.winner, trick=number)


def missing(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported:
    """A card is not where it should be."""
    begin(game, rng, wanted.trick)
    seat = next_seat(game.deal.turn)
    return wanted.incident(seat, cards=tuple(game.deal.hand(seat))[:1])
