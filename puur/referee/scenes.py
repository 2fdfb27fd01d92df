"""Little games in which an offence has just happened, under any book: to ask the referee without a record.

`puur referee` builds one from its few questions, the comparison puts one before every book, and the matrix in `docs/referee.md` is
made of them. A scene is a real free table: the same events, faults and rulings as in a game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from puur.core import events as ev
from puur.core.cards import CARDS, Card, CardSet, cards_of, shuffled
from puur.core.claim import claim_holds
from puur.core.deal import Phase
from puur.core.effects import CardBanned, CardDead
from puur.core.form import lines_of
from puur.core.game import Game
from puur.core.irregular import marked_objection
from puur.core.mode import EICHELN
from puur.core.playing import legal_cards
from puur.core.reglement import Reglement, Schreiber
from puur.core.seats import next_seat, partner_of, team_of
from puur.core.setup import Playing, Setup
from puur.core.trick import Objection
from puur.referee.offences import OFFENCES

TRIES = 400
DEALER = 3


class NoScene(ValueError):
    """No game was found in which that could happen."""


def scene(book: Reglement, offence: str, *, trick: int = 2, turned: bool = False) -> tuple[Game, ev.IncidentReported]:
    """A game in which the offence has just happened in this trick; with `turned` the trick lies face down already."""
    for seed in range(TRIES):
        game = _table(book)
        incident = _STAGES.get(offence, _plainly)(game, random.Random(seed), offence, trick)
        if incident is None:
            continue
        if turned:
            if game.deal.phase is not Phase.PLAYING or len(game.deal.tricks) >= 8:
                continue
            _turn(game, incident.trick or trick)
        return game, incident
    raise NoScene(offence)


def _table(book: Reglement) -> Game:
    game = Game(book, Setup(first_dealer=DEALER, playing=Playing.FREE))
    for seat in {Schreiber.NONE: (), Schreiber.ONE: (DEALER,), Schreiber.PER_TEAM: (2, 3)}[book.table.schreiber]:
        game.submit(ev.SchreiberNamed(seat))
    return game


def _hands(rng: random.Random) -> tuple[CardSet, ...]:
    pack = shuffled(rng)
    return tuple(CardSet(pack[9 * seat : 9 * seat + 9]) for seat in range(4))


def _announce(game: Game, seat: int | None = None) -> None:
    variant = "E" if lines_of(game.book) else ""
    game.submit(ev.Announced(game.deal.speaker if seat is None else seat, EICHELN, variant))


def _begin(game: Game, rng: random.Random, trick: int) -> None:
    """Deal, announce Eicheln and play up to the lead of this trick."""
    game.submit(ev.HandsRecorded(DEALER, _hands(rng)))
    _announce(game)
    for _ in range(4 * (trick - 1)):
        _play(game)


def _play(game: Game, place: int = -1) -> None:
    """Play the last legal card, so that trumps (Eicheln) stay in the hands; or the first, to cut."""
    seat = game.deal.turn
    game.submit(ev.CardPlayed(seat, list(legal_cards(game, seat))[place]))


def _turn(game: Game, trick: int) -> None:
    while len(game.deal.tricks) < trick or game.deal.open:
        _play(game)


def _wrong_card(game: Game, seat: int, why: Objection) -> Card | None:
    return next((card for card in game.deal.hand(seat) if marked_objection(game.book, game.deal, seat, card) is why), None)


Stage = Callable[[Game, random.Random, str, int], ev.IncidentReported | None]


def _plainly(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported:
    _begin(game, rng, trick)
    _play(game)
    return ev.IncidentReported(offence, game.deal.leader, trick=trick, marks="written visible answered")


def _revoke(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported | None:
    _begin(game, rng, trick)
    why = Objection.UNDERTRUMP if offence == "undertrump" else Objection.FOLLOW_SUIT
    for number in range(3):
        _play(game, 0 if number and why is Objection.UNDERTRUMP else -1)
        seat = game.deal.turn
        card = _wrong_card(game, seat, why)
        if card is not None and game.deal.cards:
            game.submit(ev.CardPlayed(seat, card))
            return ev.IncidentReported(offence, seat, trick=trick, cards=(card,))
    return None


def _wrong_lead(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported:
    _begin(game, rng, trick)
    seat = partner_of(game.deal.turn)
    card = next((held for held in game.deal.hand(seat) if held.suit is not EICHELN.trump), next(iter(game.deal.hand(seat))))
    game.submit(ev.CardPlayed(seat, card))
    return ev.IncidentReported(offence, seat, trick=trick, cards=(card,))


def _early(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported | None:
    _begin(game, rng, trick)
    _play(game)
    seat = next_seat(game.deal.turn)
    card = _wrong_card(game, seat, Objection.FOLLOW_SUIT)
    if card is None:
        return None
    game.submit(ev.CardPlayed(seat, card))
    return ev.IncidentReported(offence, seat, trick=trick, cards=(card,))


def _several(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported | None:
    _begin(game, rng, trick)
    _play(game)
    seat = game.deal.turn
    cards = tuple(game.deal.hand(seat))[:2]
    if len(cards) < 2:
        return None
    game.submit(ev.CardsLaid(seat, cards))
    return ev.IncidentReported(offence, seat, trick=trick, cards=cards)


def _after_ruling(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported | None:
    _begin(game, rng, trick)
    seat = game.deal.turn
    card = next(iter(game.deal.hand(seat)))
    if len(game.deal.hand(seat)) < 2:
        return None
    game.submit(ev.RulingMade("", effects=(CardDead(card) if offence == "dead-lead" else CardBanned(seat, card),)))
    game.submit(ev.CardPlayed(seat, card))
    return ev.IncidentReported(offence, seat, trick=trick, cards=(card,))


def _claim(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported | None:
    _begin(game, rng, max(trick, 6))
    seat = game.deal.turn
    return None if claim_holds(game.book, game.deal, seat) else ev.IncidentReported(offence, seat)


def _turned_trick(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported | None:
    """A trick with points that its winner looks at, or leaves lying until the others win the next one."""
    _begin(game, rng, min(trick, 7) + 2)
    _play(game)
    first, second = game.deal.tricks[-2:]
    fits = first.points > 0 and (offence == "looked" or team_of(first.winner) != team_of(second.winner))
    return ev.IncidentReported(offence, first.winner, trick=len(game.deal.tricks) - 1) if fits else None


def _missing(game: Game, rng: random.Random, offence: str, trick: int) -> ev.IncidentReported:
    _begin(game, rng, trick)
    seat = next_seat(game.deal.turn)
    return ev.IncidentReported(offence, seat, cards=tuple(game.deal.hand(seat))[:1])


def _dealing(game: Game, rng: random.Random, offence: str, _trick: int) -> ev.IncidentReported:
    wrong = offence == "wrong-dealer"
    game.submit(ev.HandsRecorded(next_seat(DEALER) if wrong else DEALER, _hands(rng)))
    dealer = game.deal.dealer
    return ev.IncidentReported(offence, dealer, by=next_seat(dealer), other=DEALER if wrong else None)


def _speaking(game: Game, rng: random.Random, offence: str, _trick: int) -> ev.IncidentReported | None:
    if offence == "picked-up-early" and game.book.bidding.first_card is not None:  # not in the first deal (AJZ-3.4-11)
        _begin(game, rng, 9)
        for _ in range(4):
            _play(game)
        if game.over:
            return None
        game.submit(ev.HandsRecorded(game.next_dealer() or 0, _hands(rng)))
    else:
        game.submit(ev.HandsRecorded(DEALER, _hands(rng)))
    vorhand = game.deal.first_speaker
    seat = next_seat(vorhand) if offence == "wrong-party" else partner_of(vorhand)
    if offence == "wrong-party":
        _announce(game, seat)
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
    _announce(game)
    for seat in range(4):
        _play(game)
        if game.book.weis.enabled and seat in (0, 3):
            game.submit(ev.WeisAnnounced(seat, 100 if seat == 0 else 50))
    seat = 3 if offence in ("weis-unneeded", "weis-vorhand") else 0
    return ev.IncidentReported(offence, seat, by=1 if seat == 0 else 0, marks="written", cards=cards_of("E7 S7 SB") if seat else ())


_STAGES: Mapping[str, Stage] = {
    **dict.fromkeys(("revoke", "undertrump"), _revoke),
    **dict.fromkeys(("dead-lead", "banned-card"), _after_ruling),
    **dict.fromkeys(("looked", "tricks-left"), _turned_trick),
    **dict.fromkeys(("wrong-dealer", "misdeal", "exposed-card", "short-pack", "bottom-card"), _dealing),
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
