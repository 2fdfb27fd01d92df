"""Puur's core as an engine for the corpus checker: reads a case per line, writes an answer per line."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from puur.core.ausmach import Standing, first_to
from puur.core.cards import CARDS, CardSet, parse_card
from puur.core.errors import RuleViolation
from puur.core.events import (
    Announced,
    AusmachInvoked,
    CardPlayed,
    CorrectionMade,
    Cut,
    Dealt,
    Event,
    HandsRecorded,
    Pushed,
    ResultEntered,
    SchreiberNamed,
    Shuffled,
    StoeckShown,
    Thanked,
    Turned,
    WeisAdded,
    WeisAnnounced,
)
from puur.core.game import Game
from puur.core.ledger import Entry
from puur.core.mode import Mode, parse_mode
from puur.core.reglement import AusmachReading, Schreiber, Source
from puur.core.setup import Setup
from puur.core.striche import striche
from puur.core.trick import Trick, judge, points, winner
from puur.core.weis import LARGE, Step, strength, weis_of
from puur.referee.asking import Answer, answers
from puur.referee.questions import answer_key
from puur.reglement.loader import load


def answer(kind: str, given: dict[str, Any], _name: str = "") -> Any:
    """The answer to one case."""
    questions: dict[str, Callable[[dict[str, Any]], Any]] = {
        "legal": _legal, "winner": _winner, "weis": _weis, "ausmach": _ausmach, "perft": _perft, "deal": _deal, "game": _game,
        "ending": _ending, "incident": _incident,
    }  # fmt: skip
    return questions[kind](given)


def _legal(given: dict[str, Any]) -> Any:
    order = parse_mode(given["mode"]).order(given["trick_number"])
    trick = [parse_card(name) for name in given["trick"]]
    hand = CardSet(parse_card(name) for name in given["hand"])
    return {"legal": sorted(card.name for card in judge(hand, trick, order).allowed)}


def _winner(given: dict[str, Any]) -> Any:
    mode = parse_mode(given["mode"])
    trick = [parse_card(name) for name in given["trick"]]
    return {"winner": winner(trick, mode.order(given["trick_number"])), "points": points(trick, mode.values)}


def _weis(given: dict[str, Any]) -> Any:
    announced = {int(seat): weis_of([parse_card(name) for name in cards]) for seat, cards in given["announced"].items()}
    steps = [Step(name) for name in given["compare"]]
    in_turn = sorted(announced, key=lambda seat: (seat - given["leader"]) % 4)  # of equals the first who announced

    def rank(seat: int) -> tuple[int, ...]:
        return strength(announced[seat], parse_mode(given["mode"]), steps, LARGE, (seat - given["leader"]) % 4)

    return {"winner": max(in_turn, key=rank, default=None)}


def _ausmach(given: dict[str, Any]) -> Any:
    standing = Standing(*((given[name][0], given[name][1]) for name in ("base", "stoeck", "weis", "stich")))
    order = [Source(name) for name in given["order"]]
    return {"winner": first_to(given["target"], standing, order, AusmachReading(given["reading"]))}


def _perft(given: dict[str, Any]) -> Any:
    hands = [CardSet(parse_card(name) for name in hand).bits for hand in given["hands"]]
    depth = 4 * len(given["hands"][0])
    counts = [0] * depth
    _lines(hands, (), given["leader"], parse_mode(given["mode"]), 0, counts)
    return {"counts": counts}


def _lines(hands: list[int], trick: tuple[Any, ...], leader: int, mode: Mode, played: int, counts: list[int]) -> None:
    if played == len(counts):
        return
    turn, order = (leader + len(trick)) % 4, mode.order(played // 4)
    for card in judge(CardSet(bits=hands[turn]), trick, order).allowed:
        counts[played] += 1
        left = [held ^ card.bit if seat == turn else held for seat, held in enumerate(hands)]
        longer = (*trick, card)
        if len(longer) == 4:
            _lines(left, (), (leader + winner(longer, order)) % 4, mode, played + 1, counts)
        else:
            _lines(left, longer, leader, mode, played + 1, counts)


def _deal(given: dict[str, Any]) -> Any:
    mode, leader = parse_mode(given["mode"]), given["leader"]
    hands = [CardSet(parse_card(name) for name in hand) for hand in given["hands"]]
    made, won = [0, 0], [0, 0]
    plays = [parse_card(name) for name in given["plays"]]
    for number in range(9):
        trick = plays[4 * number : 4 * number + 4]
        for place, card in enumerate(trick):
            seat = (leader + place) % 4
            assert card in judge(hands[seat], trick[:place], mode.order(number)).allowed, f"{card} is not legal in {trick}"
            hands[seat] -= CardSet((card,))
        leader = (leader + winner(trick, mode.order(number))) % 4
        made[leader % 2] += points(trick, mode.values)
        won[leader % 2] += 1
    made[leader % 2] += 5
    return {"points": made, "tricks": won, "match": next((team for team in (0, 1) if won[team] == 9), None)}


def _game(given: dict[str, Any]) -> Any:
    game = Game(load(given["book"]), Setup(first_dealer=given["first_dealer"]))
    needed = {Schreiber.NONE: 0, Schreiber.ONE: 1, Schreiber.PER_TEAM: 2}[game.book.table.schreiber]
    for place in range(needed):
        game.submit(SchreiberNamed((given["first_dealer"] + place) % 4))
    for deal in given["deals"]:
        one, two, three, four = (CardSet(parse_card(name) for name in hand) for hand in deal["hands"])
        game.submit(HandsRecorded(game.next_dealer() or 0, (one, two, three, four)))
        while game.deal.speaker != deal["announcer"]:
            game.submit(Pushed(game.deal.speaker))
        game.submit(Announced(deal["announcer"], parse_mode(deal["mode"]), deal["variant"]))
        for line in deal["log"]:
            game.submit(_event(game, line))
    rows = [[row.match, row.bergpreis, row.victory, row.schneider] for row in striche(game)[:2]]
    found = {"totals": list(game.totals()), "winner": game.winner}
    return {**found, "striche": rows} if game.book.striche.victory else found


def _event(game: Game, line: list[Any]) -> Event:
    if line[0] == "card":
        return CardPlayed(game.deal.turn, parse_card(line[1]))
    if line[0] == "stoeck":
        return StoeckShown(line[1])
    if line[0] == "add":
        return WeisAdded(line[1], tuple(weis_of([parse_card(name) for name in cards]) for cards in line[2]))
    weis = weis_of([parse_card(name) for name in line[2]])
    return WeisAnnounced(line[1], weis.points(game.book.weis.values), weis)


def _ending(given: dict[str, Any]) -> Any:
    game = Game(load(given["book"]), Setup(first_dealer=3))
    for seat in {Schreiber.NONE: (), Schreiber.ONE: (3,), Schreiber.PER_TEAM: (2, 3)}[game.book.table.schreiber]:
        game.submit(SchreiberNamed(seat))
    for team, score in enumerate(given.get("totals", ())):
        game.ledger.add(Entry(0, team, Source.RESULT, score, 1, score, "before"))
    game.bergpreis = given.get("bergpreis")
    if "hands" in given:
        _begin(game, given)
    for line in given["log"]:
        if line[0] == "refused":
            with suppress(RuleViolation):
                game.submit(_said(game, line[1]))
                return {"accepted": line[1]}
        else:
            game.submit(_said(game, line))
    totals = {"totals": list(game.totals()), "bergpreis": game.bergpreis, "schneider": game.schneider}
    return {"over": game.over, "winner": game.winner, **totals}


def _begin(game: Game, given: dict[str, Any]) -> None:
    """Deal and announce; earlier tricks of a deal near its end are taken as played."""
    left = [CardSet(parse_card(name) for name in hand) for hand in given["hands"]]
    size, rest = len(left[0]), [card for card in CARDS if not any(card in hand for hand in left)]
    whole = [CardSet((*hand, *rest[seat * (9 - size) : (seat + 1) * (9 - size)])) for seat, hand in enumerate(left)]
    one, two, three, four = whole
    game.submit(HandsRecorded(3, (one, two, three, four)))
    game.submit(Announced(game.deal.speaker, parse_mode(given["mode"])))
    deal = game.deal
    deal.leader = deal.turn = given["leader"]
    if size < 9:
        deal.hands, deal.dealt = [hand.bits for hand in left], tuple(hand.bits for hand in left)
        winners = [0] * given["won"][0] + [1] * given["won"][1]
        deal.tricks = [Trick(0, tuple(rest[4 * number : 4 * number + 4]), won, 0) for number, won in enumerate(winners)]
        deal.points, deal.won = list(given["made"]), list(given["won"])


def _said(game: Game, line: list[Any]) -> Event:
    kind, *rest = line
    if kind == "result":
        return ResultEntered(tuple(rest[0]["points"]), parse_mode(rest[0]["mode"]))
    if kind in ("shuffle", "cut", "deal"):
        dealer = game.next_dealer() if game.between_deals else game.deal.dealer
        assert dealer is not None
        return {"shuffle": Shuffled(dealer, CARDS), "cut": Cut((dealer + 3) % 4, 9), "deal": Dealt(dealer)}[kind]
    if kind == "weis":
        return WeisAnnounced(*rest)
    if kind == "correct":
        return CorrectionMade(*rest, "corpus")
    said: dict[str, Callable[[], Event]] = {
        "thanks": lambda: Thanked(rest[0]), "ausmach": lambda: AusmachInvoked(rest[0]), "turn": lambda: Turned(0),
    }  # fmt: skip
    return said[kind]() if kind in said else _event(game, line)


def _incident(given: dict[str, Any]) -> Any:
    """What the referee says where all facts that decide are known; the number of answers where some are not."""
    known = {answer_key(given["offence"], fact): fact for fact in given["facts"]}
    said = answers(load(given["book"]), given["offence"], known)
    return in_roles(said[0]) if len(said) == 1 else len(said)


def in_roles(said: Answer) -> dict[str, Any]:
    """An answer of the referee in the form of the corpus."""
    told = said.told
    return {
        "ruling": told.text,
        "steps": sorted(" ".join(str(part) for part in step if part) for step in told.steps),
        "choices": {choice.by: [option.key for option in choice.options] for choice in told.choices},
        "official": "" if told.decided else told.deciders[0],
        "late": told.late,
        "guidance": said.ruling.fallback,
    }


if __name__ == "__main__":
    for line in sys.stdin:
        case = json.loads(line)
        print(json.dumps(answer(case["kind"], case["input"], case["id"])), flush=True)
