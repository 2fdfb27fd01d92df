"""After any sequence of play, mistakes and rulings: sums hold, no card is lost, everybody can act, and the record replays.

Random play at a free table under every book; now and then somebody revokes, leads out of turn, lays a card too early or several at
once, says something or looks at a trick; it is reported at once or a trick later, ruled, chosen at random and carried out.
"""

from __future__ import annotations

import random

import pytest

from puur.core.cards import CardSet, cards_in, shuffled
from puur.core.deal import Phase
from puur.core.events import Announced, CardPlayed, CardsLaid, ChoiceMade, HandsRecorded, IncidentReported, SchreiberNamed
from puur.core.game import Game
from puur.core.playing import legal_cards
from puur.core.reglement import Schreiber
from puur.core.setup import Playing, Setup
from puur.notation import Record, format_jass, from_json, parse_jass, to_json
from puur.referee import choose, decide, event_of, rule
from puur.reglement import load
from tests.support import snapshot

BOOKS = ("jassregeln", "ajz08", "tam2014-es", "nws2020", "ub2024", "tam2014-cp")
SAID = ("remark", "card-talk", "looked", "card-ready", "tricks-left", "dispute", "claim", "missing-card", "weis-vorhand", "device")


def start(key: str, rng: random.Random) -> Game:
    rules = load(key)
    game = Game(rules, Setup(first_dealer=rng.randrange(4), playing=Playing.FREE))
    for seat in {Schreiber.NONE: (), Schreiber.ONE: (game.first_dealer,), Schreiber.PER_TEAM: (2, 3)}[rules.table.schreiber]:
        game.submit(SchreiberNamed(seat))
    return game


def deal_out(game: Game, rng: random.Random) -> None:
    pack = shuffled(rng)
    hands = tuple(CardSet(pack[9 * seat : 9 * seat + 9]) for seat in range(4))
    game.submit(HandsRecorded(game.next_dealer(), hands))
    said = rng.choice(list(game.form.choices(game, game.deal)))
    game.submit(Announced(game.deal.speaker, said.mode, said.variant))


def accounted(game: Game) -> None:
    """All 36 cards are somewhere, each once; whoever is on turn can act."""
    deal = game.deal
    if deal.hands is None:
        return
    on_table = [] if deal.open else [*deal.cards, *deal.early.values()]
    in_tricks = [card for trick in deal.tricks for card in trick.cards]
    seen = [*cards_in(deal.lost), *on_table, *in_tricks, *(card for hand in deal.hands for card in cards_in(hand))]
    assert len(seen) == len(set(seen)) == 36, deal.faults
    assert deal.points[0] + deal.points[1] <= 152
    if deal.phase is Phase.PLAYING and not game.over:
        assert legal_cards(game, deal.turn), "nobody without a legal action has to act"
        assert sum(deal.points) == sum(trick.points for trick in deal.tricks) + sum(
            deal.values[c.index] for c in cards_in(deal.lost)
        )


def settle(game: Game, incident: IncidentReported, rng: random.Random) -> None:
    ruling = rule(game, incident)
    while ruling.choices:
        choice = ruling.choices[0]
        option = rng.choice([one.key for one in choice.options])
        game.submit(ChoiceMade(choice.key, option, choice.by[0]))
        ruling = choose(ruling, choice.key, option)
    if not ruling.decided:
        ruling = decide(ruling, ruling.official)
    game.submit(event_of(ruling))


def mistake(game: Game, rng: random.Random) -> IncidentReported | None:
    """Something goes wrong: by the next card, or by a word."""
    deal = game.deal
    kind = rng.choice(("wrong", "lead", "early", "several", "said"))
    seat = deal.turn
    number = len(deal.tricks) + 1
    if kind == "wrong":
        bad = [card for card in deal.hand(seat) if card not in legal_cards(game, seat)]
        if not bad:
            return None
        before = len(deal.faults)
        game.submit(CardPlayed(seat, rng.choice(bad)))
        wrong = deal.faults[before].wrong.value if len(deal.faults) > before else ""
        offences = {"follow-suit": "revoke", "undertrump": "undertrump", "dead-lead": "dead-lead", "banned": "banned-card"}
        return IncidentReported(offences[wrong], seat, trick=number) if wrong in offences else None
    if kind in ("lead", "early"):
        other = (seat + rng.choice((1, 2, 3))) % 4
        empty = deal.open or not deal.cards
        free = deal.hand(other) and other not in deal.early
        if empty is not (kind == "lead") or not free or (not empty and (other - deal.leader) % 4 < len(deal.cards)):
            return None
        game.submit(CardPlayed(other, rng.choice(list(deal.hand(other)))))
        return IncidentReported("wrong-lead" if kind == "lead" else "early-card", other, trick=number)
    if kind == "several" and len(deal.hand(seat)) > 1:
        cards = tuple(rng.sample(list(deal.hand(seat)), 2))
        game.submit(CardsLaid(seat, cards))
        return IncidentReported("several-cards", seat, cards=cards)
    offence = rng.choice(SAID)
    trick = rng.randint(1, max(1, len(deal.tricks)))
    held = tuple(deal.hand(seat))[:1] if offence == "missing-card" else ()
    return IncidentReported(offence, seat, by=(seat + 1) % 4, trick=0 if held else trick, cards=held)


def play_deal(game: Game, rng: random.Random, often: float) -> None:
    late: list[IncidentReported] = []
    while not game.over and game.deal.phase is Phase.PLAYING:
        incident = mistake(game, rng) if rng.random() < often else None
        if incident is not None:
            (late.append if rng.random() < 0.3 else lambda one: report(game, one, rng))(incident)
        elif late and rng.random() < 0.3:
            report(game, late.pop(), rng)
        else:
            seat = game.deal.turn
            game.submit(CardPlayed(seat, rng.choice(list(legal_cards(game, seat)))))
        if game.deals:
            accounted(game)


def report(game: Game, incident: IncidentReported, rng: random.Random) -> None:
    if game.over or game.deal.phase is not Phase.PLAYING:
        return
    game.submit(incident)
    settle(game, incident, rng)


@pytest.mark.parametrize("key", BOOKS)
@pytest.mark.parametrize("seed", range(12))
def test_sums_cards_actions_and_replay_after_random_mistakes(key: str, seed: int) -> None:
    rng = random.Random(f"{key}{seed}")
    game = start(key, rng)
    finished = 0
    for _ in range(6):
        if game.over:
            break
        deal_out(game, rng)
        play_deal(game, rng, 0.25)
        deal = game.deal
        if deal in game.finished_deals and not deal.broken_off and game.form.name == "schieber":
            finished += 1
            raw = sum(entry.raw for entry in game.ledger.of_deal(deal.number) if entry.source.value in ("stich", "last-trick"))
            assert raw == 157, "both sides sum to what the book says"
        elif game.redealer is not None:
            assert not game.ledger.of_deal(deal.number), "an annulled deal counts nothing"
    assert finished or game.form.name == "coiffeur" or game.over or game.redealer is not None
    again = Game.replay(game.book, game.setup, game.events)
    assert plain(again) == plain(game)
    record = Record(book=key, setup=game.setup, events=tuple(game.events))
    assert parse_jass(format_jass(record)).events == record.events
    assert from_json(to_json(record)).events == record.events


def plain(game: Game) -> object:
    """The state without the way back."""
    kept = game.before_ruling
    game.before_ruling = None
    for deal in game.deals:
        deal.reopening = None
    found = snapshot(game)
    game.before_ruling = kept
    return found
