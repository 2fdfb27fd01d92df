"""Little games in which an offence has just happened, under any book: to ask the referee without a record.

`puur referee` builds one from its few questions, the comparison puts one before every book, and the matrix in `docs/referee.md` is
made of them. A scene is a real free table: the same events, faults and rulings as in a game.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from puur.core import events as ev
from puur.core.cards import CARDS, CardSet, cards_of
from puur.core.claim import claim_holds
from puur.core.deal import Phase
from puur.core.effects import CardBanned, CardDead
from puur.core.game import Game
from puur.core.mode import EICHELN
from puur.core.reglement import Reglement
from puur.core.seats import next_seat, partner_of, team_of
from puur.core.trick import Objection
from puur.referee.facts import OTHERWISE
from puur.referee.offences import OFFENCES
from puur.referee.staging import (
    DEALER,
    Stage,
    announce,
    begin,
    dealt_by_chance,
    free_table,
    misdealt,
    plainly,
    play_on,
    turn,
    wrong_card,
)

TRIES = 400


class NoScene(ValueError):
    """No game was found in which that could happen."""


def scene(
    book: Reglement, offence: str, *, trick: int = 2, turned: bool = False, fact: str = ""
) -> tuple[Game, ev.IncidentReported]:
    """A game in which the offence has just happened in this trick; with `turned` the trick lies face down already.

    Of the deciding facts of an offence (`FACTS`) the first one is true unless another is named.
    """
    usual = _STAGES.get(offence, plainly)
    stage = OTHERWISE.get((offence, fact), usual)
    for seed in range(TRIES):
        game = free_table(book)
        incident = stage(game, random.Random(seed), offence, trick)
        if incident is None:
            continue
        if turned:
            if game.deal.phase is not Phase.PLAYING or len(game.deal.tricks) >= 8:
                continue
            turn(game, incident.trick or trick)
        return game, incident
    raise NoScene(offence)


def _revoke(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported | None:
    begin(game, rng, trick)
    why = Objection.UNDERTRUMP if offence == "undertrump" else Objection.FOLLOW_SUIT
    for number in range(3):
        play_on(game, 0 if number and why is Objection.UNDERTRUMP else -1)
        seat = game.deal.turn
        card = wrong_card(game, seat, why)
        if card is not None and game.deal.cards:
            game.submit(ev.CardPlayed(seat, card))
            return ev.IncidentReported(offence, seat, trick=trick, cards=(card,))
    return None


def _wrong_lead(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported:
    begin(game, rng, trick)
    seat = partner_of(game.deal.turn)
    card = next((held for held in game.deal.hand(seat) if held.suit is not EICHELN.trump), next(iter(game.deal.hand(seat))))
    game.submit(ev.CardPlayed(seat, card))
    return ev.IncidentReported(offence, seat, trick=trick, cards=(card,))


def _early(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported | None:
    begin(game, rng, trick)
    play_on(game)
    seat = next_seat(game.deal.turn)
    card = wrong_card(game, seat, Objection.FOLLOW_SUIT)
    if card is None:
        return None
    game.submit(ev.CardPlayed(seat, card))
    return ev.IncidentReported(offence, seat, trick=trick, cards=(card,))


def _several(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported | None:
    begin(game, rng, trick)
    play_on(game)
    seat = game.deal.turn
    cards = tuple(game.deal.hand(seat))[:2]
    if len(cards) < 2:
        return None
    game.submit(ev.CardsLaid(seat, cards))
    return ev.IncidentReported(offence, seat, trick=trick, cards=cards)


def _after_ruling(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported | None:
    begin(game, rng, trick)
    seat = game.deal.turn
    card = next(iter(game.deal.hand(seat)))
    if len(game.deal.hand(seat)) < 2:
        return None
    game.submit(ev.RulingMade("", effects=(CardDead(card) if offence == "dead-lead" else CardBanned(seat, card),)))
    game.submit(ev.CardPlayed(seat, card))
    return ev.IncidentReported(offence, seat, trick=trick, cards=(card,))


def _claim(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported | None:
    begin(game, rng, max(trick, 6))
    seat = game.deal.turn
    return None if claim_holds(game.book, game.deal, seat) else ev.IncidentReported(offence, seat)


def _turned_trick(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported | None:
    """A trick with points that its winner looks at, or leaves lying until the others win the next one."""
    begin(game, rng, min(trick, 7) + 2)
    play_on(game)
    first, second = game.deal.tricks[-2:]
    fits = first.points > 0 and (offence == "looked" or team_of(first.winner) != team_of(second.winner))
    return ev.IncidentReported(offence, first.winner, trick=len(game.deal.tricks) - 1) if fits else None


def _missing(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported:
    begin(game, rng, trick)
    seat = next_seat(game.deal.turn)
    return ev.IncidentReported(offence, seat, cards=tuple(game.deal.hand(seat))[:1])


def _speaking(game: Game, rng: random.Random, offence: str, _trick: int) -> ev.IncidentReported | None:
    if offence == "picked-up-early" and game.book.bidding.first_card is not None:  # not in the first deal (AJZ-3.4-11)
        begin(game, rng, 9)
        for _ in range(4):
            play_on(game)
        if game.over:
            return None
        game.submit(ev.HandsRecorded(game.next_dealer() or 0, dealt_by_chance(rng)))
    else:
        game.submit(ev.HandsRecorded(DEALER, dealt_by_chance(rng)))
    vorhand = game.deal.first_speaker
    seat = next_seat(vorhand) if offence == "wrong-party" else partner_of(vorhand)
    if offence == "wrong-party":
        announce(game, seat)
    elif offence == "partner-bids":
        game.submit(ev.Pushed(seat))
    return ev.IncidentReported(offence, seat, other=vorhand if offence == "wrong-party" else None)


# A holds a run of five and the card that makes trump in one book; D one of four. Everybody else plays low.
_WEIS_HANDS = (
    "R6 R7 R8 R9 RB L7 S6 S8 E6",
    "RU RO L6 L8 LB SU EB EO SA",
    "RK RA L9 LU SK E8 EU LK S9",
    "E7 S7 SB SO LO LA E9 EK EA",
)


def _weis(game: Game, _rng: random.Random, offence: str, _trick: int) -> ev.IncidentReported:
    game.submit(ev.HandsRecorded(DEALER, tuple(CardSet(cards_of(hand)) for hand in _WEIS_HANDS)))
    announce(game)
    for seat in range(4):
        play_on(game)
        if game.book.weis.enabled and seat in (0, 3):
            game.submit(ev.WeisAnnounced(seat, 100 if seat == 0 else 50))
    seat = 3 if offence in ("weis-unneeded", "weis-vorhand") else 0
    return ev.IncidentReported(offence, seat, by=1 if seat == 0 else 0, marks="written", cards=cards_of("E7 S7 SB") if seat else ())


_STAGES: Mapping[str, Stage] = {
    **dict.fromkeys(("revoke", "undertrump"), _revoke),
    **dict.fromkeys(("dead-lead", "banned-card"), _after_ruling),
    **dict.fromkeys(("looked", "tricks-left"), _turned_trick),
    **dict.fromkeys(("wrong-dealer", "misdeal", "exposed-card", "short-pack", "bottom-card"), misdealt),
    **dict.fromkeys(("partner-bids", "wrong-party", "picked-up-early"), _speaking),
    **{key: _weis for key, offence in OFFENCES.items() if offence.subject == "weis"},
    "wrong-lead": _wrong_lead,
    "early-card": _early,
    "several-cards": _several,
    "claim": _claim,
    "missing-card": _missing,
}
IN_TRICKS = frozenset(key for key, offence in OFFENCES.items() if "trick" in offence.facts)  # those that ask for a trick
TURNABLE = frozenset(("revoke", "undertrump", "wrong-lead", "early-card"))  # where it matters whether the trick is turned
assert len(set(cards_of(" ".join(_WEIS_HANDS)))) == len(CARDS)
