"""Little games in which an offence has just happened, under any book: to ask the referee without a record.

`puur.referee.asking` builds one for each answer to its questions, the comparison puts one before every book, and the matrix in
`docs/referee.md` is made of them. A scene is a real free table: the same events, faults and rulings as in a game.
"""

from __future__ import annotations

import random
from collections.abc import Mapping

from puur.core import events as ev
from puur.core.cards import CARDS, CardSet, cards_of
from puur.core.deal import Phase
from puur.core.errors import RuleViolation
from puur.core.form import lines_of
from puur.core.game import Game
from puur.core.mode import EICHELN
from puur.core.reglement import Reglement
from puur.core.seats import next_seat, partner_of, team_of
from puur.referee import stages_cards as cards
from puur.referee.offences import OFFENCES
from puur.referee.questions import QUESTIONS, answer_key
from puur.referee.staging import (
    DEALER,
    Impossible,
    Stage,
    Wanted,
    announce,
    begin,
    dealt_by_chance,
    free_table,
    plainly,
    play_on,
    skip_to_last,
    turn,
    unplayed,
)

TRIES = 800


class NoScene(ValueError):
    """No game was found in which that could happen."""


def scene(
    book: Reglement, offence: str, *, trick: int = 2, turned: bool = False, fact: str = "", facts: Mapping[str, str] | None = None
) -> tuple[Game, ev.IncidentReported]:
    """A game in which the offence has just happened in this trick; with `turned` the trick lies face down already.

    Of the answers to each question the first one holds, unless `facts` (by question) or `fact` name another.
    """
    named = {"turned": "turned"} if turned else {}
    named |= {answer_key(offence, fact): fact} if fact else {}
    holding = {question.key: question.answers[0] for question in QUESTIONS.get(offence, ())} | named | dict(facts or {})
    wanted = Wanted(offence, trick, frozenset(holding.values()))
    stage = _STAGES.get(offence, plainly)
    for seed in range(TRIES):
        try:
            game = free_table(book)
            incident = stage(game, random.Random(seed), wanted)
        except (Impossible, RuleViolation):  # a game for other numbers of players, or one without what the scene needs
            break
        if incident is None:
            continue
        if "turned" in wanted.facts:
            if game.deal.phase is not Phase.PLAYING or len(game.deal.tricks) >= 8:
                continue
            turn(game, incident.trick or trick)
        return game, incident
    raise NoScene(offence)


def _dealt(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported:
    """Something was wrong with the dealing; seen at once, by somebody who has played, or when the first trick was turned."""
    facts = wanted.facts
    if "last-deal" in facts:
        skip_to_last(game)
    if "nothing-dealt" in facts:
        return wanted.incident(DEALER)
    rightful = game.next_dealer()
    rightful = DEALER if rightful is None else rightful
    dealer = rightful
    if wanted.offence == "wrong-dealer":
        dealer = partner_of(rightful) if "partner-dealt" in facts else next_seat(rightful)
    game.submit(ev.HandsRecorded(dealer, dealt_by_chance(rng)))
    other = rightful if wanted.offence == "wrong-dealer" else None
    by = next_seat(dealer)
    if facts & {"objector-played", "after-trick"}:
        announce(game)
        by = game.deal.turn if "objector-played" in facts else by
        for _ in range(5 if "after-trick" in facts else 1):
            play_on(game)
    return wanted.incident(dealer, by=by, other=other)


def _cut(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported:
    """Knocked instead of cut: nothing is dealt yet, or it is, or the first trick is turned."""
    if "not-dealt" in wanted.facts:
        return wanted.incident(0)
    return _dealt(game, rng, wanted)


def _speaking(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported | None:
    facts, offence = wanted.facts, wanted.offence
    if "last-deal" in facts:
        skip_to_last(game)
    if "first-deal" not in facts and game.book.bidding.first_card is not None:  # not in the first deal (AJZ-3.4-11)
        begin(game, rng, 9)
        for _ in range(4):
            play_on(game)
        if game.over:
            return None
    game.submit(ev.HandsRecorded(game.next_dealer() or 0, dealt_by_chance(rng)))
    vorhand = game.deal.first_speaker
    seat = next_seat(vorhand) if offence == "wrong-party" or "opponent-picked" in facts else partner_of(vorhand)
    if offence == "wrong-party":
        announce(game, seat)
    elif offence == "partner-bids":
        pushes = "after-trick" not in facts and game.book.bidding.push
        game.submit(ev.Pushed(seat)) if pushes else announce(game, seat)
    for _ in range(5 if "after-trick" in facts else 0):
        play_on(game)
    return wanted.incident(seat, other=vorhand if offence == "wrong-party" else None)


def _variant(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported:
    """The pair of the first speaker has played Eicheln (and the Joker), and chooses Eicheln again."""
    if not lines_of(game.book):
        return plainly(game, rng, wanted)
    for variant in ("E", "joker") if "joker-used" in wanted.facts else ("E",):
        game.submit(ev.ResultEntered((100, 57), EICHELN, 0, variant))
    game.submit(ev.HandsRecorded(game.next_dealer() or 0, dealt_by_chance(rng)))
    while team_of(game.deal.speaker) != 0:
        game.submit(ev.Pushed(game.deal.speaker))
    seat = game.deal.speaker
    announce(game)
    return wanted.incident(seat)


# A holds a run of five and the card that makes trump in one book; D one of four. Everybody else plays low.
_WEIS_HANDS = (
    "R6 R7 R8 R9 RB L7 S6 S8 E6",
    "RU RO L6 L8 LB SU EB EO SA",
    "RK RA L9 LU SK E8 EU LK S9",
    "E7 S7 SB SO LO LA E9 EK EA",
)


def _weis(game: Game, _rng: random.Random, wanted: Wanted) -> ev.IncidentReported:
    game.submit(ev.HandsRecorded(DEALER, tuple(CardSet(cards_of(hand)) for hand in _WEIS_HANDS)))
    announce(game)
    lower = 1 if "partner-to-come" in wanted.facts else 3
    for seat in range(4):
        play_on(game)
        if game.book.weis.enabled and seat in (0, lower):
            game.submit(ev.WeisAnnounced(seat, 100 if seat == 0 else 50))
    seat = lower if wanted.offence in ("weis-unneeded", "weis-vorhand") else 0
    return wanted.incident(seat, by=1 if seat == 0 else 0, cards=cards_of("E7 S7 SB") if seat else ())


def _seats(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported:
    return unplayed(game, rng, wanted) if "partie-over" in wanted.facts else plainly(game, rng, wanted)


def _written(game: Game, rng: random.Random, wanted: Wanted) -> ev.IncidentReported:
    """Something is missing on the slate; the result of a deal only once the deal is over."""
    if "deal-result" in wanted.facts and wanted.facts & {"write-later", "write-now"}:
        raise Impossible("the deal is not over")
    return unplayed(game, rng, wanted)


_STAGES: Mapping[str, Stage] = {
    **{key: unplayed for key, offence in OFFENCES.items() if offence.subject in ("office", "slate", "conduct")},
    **{key: _weis for key, offence in OFFENCES.items() if offence.subject == "weis"},
    "weis-remark": plainly,
    "weis-no-trick": unplayed,
    "weis-worth": unplayed,
    "trick-winner": unplayed,
    "late-writing": _written,
    **dict.fromkeys(("dead-lead", "banned-card"), cards.after_ruling),
    **dict.fromkeys(("looked", "tricks-left"), cards.turned_trick),
    **dict.fromkeys(("wrong-dealer", "misdeal", "exposed-card", "short-pack", "bottom-card"), _dealt),
    **dict.fromkeys(("partner-bids", "wrong-party", "picked-up-early"), _speaking),
    "no-cut": _cut,
    "small-cut": _cut,
    "badly-shuffled": unplayed,
    "opening": unplayed,
    "unknown-mode": unplayed,
    "dead-given": unplayed,
    "weis-compared": unplayed,
    "pushed-back": unplayed,
    "played-variant": _variant,
    "wrong-lead": cards.wrong_lead,
    "revoke": cards.revoke,
    "undertrump": cards.undertrump,
    "early-card": cards.early,
    "several-cards": cards.several,
    "claim": cards.claim,
    "missing-card": cards.missing,
    "seat-change": _seats,
}
TURNABLE = frozenset(key for key, asked in QUESTIONS.items() if any(question.key == "turned" for question in asked))
assert len(set(cards_of(" ".join(_WEIS_HANDS)))) == len(CARDS)
