"""The interface for programs: create a game, step it, see it as a seat does, let bots play, solve, play out.

Everything is also reachable as `puur.NAME`. Only `playouts`, `solve` and the searching levels load numba, on their first call.
The state of a game is a `puur.core.game.Game`; what a seat may know is a `puur.core.view.View`. Chance comes from seeds alone.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from os import PathLike
from typing import TYPE_CHECKING

from puur.bots import DEFAULT
from puur.core.actions import to_act
from puur.core.cards import Card, CardSet, parse_card, shuffled
from puur.core.deal import Phase
from puur.core.events import Cut, DealerNamed, Dealt, Event, HandsRecorded, SchreiberNamed, Shuffled
from puur.core.game import Game
from puur.core.housekeeping import schreiber_seats
from puur.core.mode import Mode, parse_mode
from puur.core.reglement import Reglement
from puur.core.seats import SEAT_NAMES
from puur.core.view import View, view_of
from puur.reglement.loader import load, shipped

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from puur.bots.explain import Explanation
    from puur.bots.levels import Level
    from puur.core.control import Check
    from puur.fast import Solution
    from puur.fast.position import Position
    from puur.notation import Record
    from puur.notation.scoring import Mismatch

DEFAULT_LANGUAGE = "de"  # of `puur.words`, which only sentences need


def _expect(value: object, kind: type | tuple[type, ...], expected: str) -> None:
    """A TypeError that says what belongs here, where otherwise something far inside would fail."""
    if not isinstance(value, kind):
        raise TypeError(f"expected {expected}, got {type(value).__name__}")


def _game(game: object) -> None:
    _expect(game, Game, "a game, from new_game, new_deal or read")


def _view(seen: object) -> None:
    _expect(seen, View, "a view, from view(game)")


def _loaded(book: str | Path | Reglement) -> Reglement:
    if isinstance(book, Reglement):
        return book
    _expect(book, (str, PathLike), "a rule book: its key, a file, or a Reglement")
    return load(book)


def _language(lang: str) -> str:
    from puur.words import LANGUAGES

    if lang not in LANGUAGES:
        raise ValueError(f"{lang!r} is no language of Puur: expected {', '.join(LANGUAGES)}")
    return lang


def new_game(book: str | Path | Reglement = "ub2024", *, dealer: int | str = 0) -> Game:
    """A game under a book (its key, a file, or a `Reglement`), with nothing dealt yet; `dealer` is a seat.

    >>> new_game("tam2014-cp").form.name
    'coiffeur'
    """
    rules = _loaded(book)
    usual = Game(rules)  # as many players as usual in this game
    first = seat_of(usual, dealer)
    game = Game(rules, replace(usual.setup, first_dealer=first))
    for seat in schreiber_seats(rules, first):
        game.submit(SchreiberNamed(seat))
    return game


def deal(game: Game, seed: int | str = 0, hands: Sequence[str] | None = None) -> None:
    """Shuffle, cut and deal the next deal by a seed, or give out these four hands."""
    _game(game)
    dealer = game.next_dealer()
    if dealer is None:
        game.submit(DealerNamed(0, 0))
        dealer = 0
    if hands is not None:
        for hand in hands:
            _expect(hand, str, "four hands as texts, such as 'EA EK R6'")
        game.submit(HandsRecorded(dealer, tuple(CardSet.parse(hand) for hand in hands)))
        return
    rng, rules = random.Random(f"{seed}/{len(game.deals)}"), game.book.dealing
    game.submit(Shuffled(dealer, shuffled(rng)))
    game.submit(Cut((dealer - 1) % len(game.seats), rng.randint(rules.cut_min, rules.cut_max)))
    game.submit(Dealt(dealer))


def new_deal(
    book: str | Path | Reglement = "ub2024",
    *,
    seed: int | str = 0,
    dealer: int | str | None = None,
    hands: Sequence[str] | None = None,
) -> Game:
    """A game whose first deal lies on the table; where no dealer is named, seat 0 is the first after the dealer.

    >>> game = new_deal("tam2014-es", seed=7)
    >>> len(view(game).hand)
    9
    """
    rules = _loaded(book)
    game = new_game(rules, dealer=len(Game(rules).seats) - 1 if dealer is None else dealer)
    deal(game, seed, hands)
    return game


def view(game: Game, seat: int | str | None = None) -> View:
    """What a seat may know; without one, the seat that has to speak or play. Its `options` are what it may do.

    >>> game = new_deal("tam2014-es", seed=7)
    >>> view(game).seat, len(view(game).options)
    (0, 7)
    """
    _game(game)
    watching = to_act(game) if seat is None else seat_of(game, seat)
    if watching is None:
        raise ValueError("nobody has to act; name a seat")
    return view_of(game, watching)


def step(game: Game, action: Event | str, seat: int | str | None = None) -> Event:
    """Do something, and give back the event that it was; `RuleViolation` if it is not allowed.

    An event, one of `view(game).options`, or what a person would write in a record: a card (`"E9"`), a bid (`"obenabe"`,
    `"schiebt"`), a remark (`"weist 20"`, `"Stöck"`). What people type otherwise will do too, in any language, where it can mean
    one thing alone (`"push"`, `"trump hearts"`, `"Herz As"`, `"♥A"`, `"as de cœur"`); other texts are a `RecordError`. It is done
    by the seat whose turn it is, or by `seat`, a number from 0 or a letter.

    >>> game = new_deal("tam2014-es", seed=7)
    >>> step(game, "schiebt"), step(game, "trump hearts"), step(game, "Herz As")
    (Pushed(seat=0), Announced(seat=2, mode=Mode('R'), variant=''), CardPlayed(seat=0, card=RA))
    >>> str(game.deal.mode)
    'R'
    """
    _game(game)
    _expect(action, (Event, str), "an event or a text")
    if isinstance(action, str):
        from puur.spoken import meant

        acting = to_act(game) if seat is None else seat_of(game, seat)
        if acting is None:
            raise ValueError("nobody has to act; name a seat")
        action = meant(game, action, acting)
    elif seat is not None and getattr(action, "seat", None) != seat_of(game, seat):
        raise ValueError(f"{action} is not done by seat {seat}")
    game.submit(action)
    return action


def written(action: Event) -> str:
    """An option as a person would write it, for a button or a list; `step` takes it.

    >>> [written(option) for option in view(new_deal("tam2014-es", seed=7)).options]
    ['E', 'R', 'S', 'L', 'obenabe', 'undeufe', 'schiebt']
    """
    _expect(action, Event, "an option or another event")
    from puur.notation.writer import spoken

    return spoken(action)


def seat_of(game: Game, seat: int | str) -> int:
    """The number of a seat of the game, given as a number from 0 or as a letter; ValueError for one that it does not have.

    >>> seat_of(new_game(), "C")
    2
    """
    _game(game)
    number = SEAT_NAMES.find(seat.upper()) if isinstance(seat, str) and len(seat) == 1 else seat
    if number not in game.seats:
        raise ValueError(f"{seat!r} is no seat: expected 0 to {len(game.seats) - 1}, or {', '.join(SEAT_NAMES[: len(game.seats)])}")
    return int(number)


def line(game: Game) -> str:
    """The whole game on one line, as in a `.jass` record; `read` gives an equal game back.

    >>> game = new_deal("tam2014-es", seed=7)
    >>> step(game, "E") and read(line(game)) == game
    True
    """
    _game(game)
    from puur.notation import Record, to_line

    return to_line(Record(book=game.book.key, setup=game.setup, events=tuple(game.events), sides=game.sides))


def read(text: str, book: str | Path | Reglement | None = None) -> Game:
    """The game of a record: one line, `.jass` text or JSON. `RecordError` says where it cannot be read.

    A record may name a book that ships with Puur; hand any other one in as `book` (a file, or a `Reglement`): records come from
    other people, and none of them makes a program open a file of its machine.

    >>> read("Reglement: tam2014-es / D: Schreiber / Spiel 1: A sagt E | 95 62").totals()
    (95, 62)
    """
    _expect(text, str, "a record as text")
    from puur.notation import read_text

    record = read_text(text)
    return Game.replay(_book_of(record, book, text), record.setup, record.events)


def check(text: str, book: str | Path | Reglement | None = None) -> tuple[Game, tuple[Mismatch, ...]]:
    """The game of a record, and every score written in it (`= Total A+C 95 B+D 62`) that its events do not give.

    `book` as in `read`. `RecordError` for what cannot be read; `puur.Refused`, with its place, for an event
    against the rules.

    >>> game, wrong = check("Reglement: tam2014-es / D: Schreiber / Spiel 1: A sagt E | 95 62 / = Total 96 61")
    >>> [(slip.score.points, slip.found) for slip in wrong]
    [((96, 61), (95, 62))]
    """
    _expect(text, str, "a record as text")
    from puur.notation import read_text
    from puur.notation.scoring import score_record

    record = read_text(text)
    scored = score_record(record, _book_of(record, book, text))
    return scored.game, tuple(scored.mismatches)


def wrong_sums(game: Game) -> tuple[tuple[int, Check], ...]:
    """The control sums that do not come out: the number of the deal, 0 for a whole Passe, with what was found and expected.

    Points that were only written down are taken as they stand; a deal of 95 and 61 points is one short all the same.

    >>> game = read("Reglement: tam2014-es / D: Schreiber / Spiel 1: A sagt E | 95 61")
    >>> [(deal, made.found, made.expected) for deal, made in wrong_sums(game)]
    [(1, 156, 157)]
    """
    _game(game)
    from puur.notation.scoring import checks

    deals, passe = checks(game)
    return tuple((deal, made) for deal, made in [*deals, *([(0, passe)] if passe else [])] if not made.ok)


def _book_of(record: Record, book: str | Path | Reglement | None, text: str) -> Reglement:
    """The book that is handed in, or the one that the record names if it is no file."""
    if book is not None:
        return _loaded(book)
    if record.book in shipped():
        return load(record.book)
    from puur.log.errors import Expected
    from puur.notation import RecordError

    before = text.replace(" / ", "\n").partition(record.book)[0].split("\n")  # on one line, statements count as lines
    raise RecordError(len(before), len(before[-1]) + 1, record.book, Expected.ONE_OF, accepted=", ".join(shipped()))


def position(game: Game) -> Position:
    """The running deal with all cards known, on one line when printed; `Position.parse` reads it.

    >>> game = new_deal("tam2014-es", hands=["EA EK EO RA R6 R7 S6 S7 L6", "EU E9 EB RK R8 S8 S9 L7 L8",
    ...                                      "E8 E7 RO RU R9 SB SU L9 LB", "E6 RB SO SK SA LU LO LK LA"])
    >>> step(game, "obenabe") and step(game, "EA") and print(position(game))  # doctest: +NORMALIZE_WHITESPACE
    obenabe | A: EA | EO EK R6 R7 RA S6 S7 L6 / E9 EB EU R8 RK S8 S9 L7 L8 /
        E7 E8 R9 RU RO SB SU L9 LB / E6 RB SO SK SA LU LO LK LA | 0:0 | 0:0
    """
    _game(game)
    from puur.fast.position import Position

    return Position.from_deal(game.deal)


def books() -> tuple[str, ...]:
    """The keys of the rule books that ship with Puur.

    >>> "ub2024" in books()
    True
    """
    return shipped()


def provision(rule: str, lang: str = DEFAULT_LANGUAGE) -> str:
    """What a provision says, such as the `rule` of a refusal, in the reader's language where it is translated.

    >>> provision("UB-POINTS-05", "en")
    'The team that wins the last trick receives 5 extra points.'
    """
    _expect(rule, str, "the id of a provision, such as 'UB-POINTS-05'")
    from puur.reglement import catalogue

    return catalogue.text(catalogue.provision(rule), _language(lang))[0]


def levels() -> Mapping[str, Level]:
    """The levels of the bots by name, weakest first.

    >>> next(iter(levels()))
    'anfaenger'
    """
    from puur.bots.levels import LEVELS

    return LEVELS


def choose(
    view: View, level: str = DEFAULT, *, seed: int | str = 0, rounds: int | None = None, seconds: float | None = None
) -> Event:
    """What a bot of this level does, out of `view.options`; the same for the same view, seed and rounds.

    >>> game = new_deal("tam2014-es", seed=7)
    >>> choose(view(game)) in view(game).options
    True
    """
    _view(view)
    from puur.bots.budget import Budget
    from puur.bots.levels import LEVELS

    level = str(level).casefold()
    if level not in LEVELS:
        raise ValueError(f"{level!r} is no level: expected {', '.join(LEVELS)}")
    budget = LEVELS[level].budget
    if rounds is not None:
        budget = Budget(rounds, 3600.0)
    if seconds is not None:
        budget = replace(budget, seconds=seconds)
    return LEVELS[level].choose(view, random.Random(str(seed)), budget)


def explain(view: View, card: Card | str, *, seed: int | str = 0, rounds: int = 2000) -> Explanation:
    """Why a card could be played, and what every legal card is expected to bring."""
    _view(view)
    from puur.bots.budget import Budget
    from puur.bots.explain import explain as explained
    from puur.bots.levels import network_here
    from puur.fast import available

    if not network_here() and not available():
        raise ImportError("puur.explain needs NumPy and the networks: pip install 'puur-core[network]'", name="numpy")

    asked = parse_card(card) if isinstance(card, str) else card
    return explained(view, asked, random.Random(str(seed)), Budget(rounds, 3600.0))


def sentence(what: Explanation | Mismatch | Check | Exception, lang: str = DEFAULT_LANGUAGE) -> str:
    """Something that Puur has told, in words for people: an explanation of a card, a wrong score, or why something was refused.

    Of an explanation: why, how much better than the next card, and what every legal card is expected to bring. Of a score: what
    `check` and `wrong_sums` have found. Of an error: a record that cannot be read (`RecordError`), a move or an event against the
    rules, a rule book with mistakes.

    >>> game = new_deal("tam2014-es", hands=["EA EK EO RA R6 R7 S6 S7 L6", "EU E9 EB RK R8 S8 S9 L7 L8",
    ...                                      "E8 E7 RO RU R9 SB SU L9 LB", "E6 RB SO SK SA LU LO LK LA"])
    >>> announced = step(game, "obenabe")
    >>> sentence(explain(view(game), "EA", rounds=200), "en").partition(".")[0]
    'EA is Bock: nothing higher is left in that suit'
    >>> try:
    ...     read("Reglement: tam2014-es / D: flies")
    ... except ValueError as problem:
    ...     print(sentence(problem, "de").partition(",")[0])
    Zeile 2
    """
    from puur.core.control import Check
    from puur.notation.scoring import Mismatch

    lang = _language(lang)
    match what:
        case Exception():
            return _refusal(what, lang)
        case Mismatch() | Check():
            return _wrong(what, lang)
    from puur.bots.explain import Explanation

    _expect(what, Explanation, "an explanation, a wrong score or sum, or an error")
    return _explanation(what, lang)


def _wrong(what: Mismatch | Check, lang: str) -> str:
    from puur.core.control import Check
    from puur.words import say

    if isinstance(what, Check):
        facts = {"found": what.found, "expected": what.expected, "difference": f"{what.difference:+d}", "rule": what.rule}
        return say("score.control.wrong", lang, **facts)
    written, made = (" : ".join(map(str, points)) for points in (what.score.points, what.found))
    if what.score.line:
        return say("score.told.line", lang, line=what.score.line, written=written, found=made)
    return say("score.told.after", lang, number=what.score.after, written=written, found=made)


def _refusal(problem: Exception, lang: str) -> str:
    from puur.core.errors import RuleViolation
    from puur.notation import RecordError
    from puur.notation.scoring import Refused
    from puur.reglement import ReglementError
    from puur.words import say
    from puur.words.problems import problem_text
    from puur.words.records import unreadable
    from puur.words.refusals import explain as refusal_text

    match problem:
        case RecordError():
            return unreadable(problem, lang)
        case Refused():
            return say("score.told.event", lang, number=problem.place + 1, why=_refusal(problem.violation, lang))
        case RuleViolation():
            said = refusal_text(problem.reason, problem.facts, lang)
            return f"{said} [{problem.rule}]" if problem.rule else said
        case ReglementError():
            return "\n".join(problem_text(mistake, lang) for mistake in problem.problems)
    return str(problem)


def _explanation(explanation: Explanation, lang: str) -> str:
    from puur.words import say

    facts = {"card": explanation.card, "pot": explanation.pot, "loss": f"{explanation.loss:.1f}", "best": explanation.best}
    said = [say(explanation.text, lang, **facts)]
    if explanation.gain >= max(0.5, explanation.doubt):
        said.append(say("bots.gain", lang, gain=f"{explanation.gain:.1f}"))
    expected = [
        say("bots.expected_about", lang, card=rated.card, points=f"{rated.points:.0f}", error=f"{rated.error:.0f}")
        if rated.error
        else say("bots.expected", lang, card=rated.card, points=f"{rated.points:.0f}")
        for rated in explanation.cards
    ]
    return " ".join([*said, *(["(" + "; ".join(expected) + ")"] if expected else [])])


def play(game: Game, level: str = DEFAULT, *, seed: int | str = 0, rounds: int | None = None) -> None:
    """Let bots of one level play the running deal to its end.

    >>> game = new_deal("tam2014-es", seed=7)
    >>> play(game)
    >>> sum(game.ledger.totals)
    157
    """
    _game(game)
    number = 0
    while (seat := to_act(game)) is not None and game.deal.phase is not Phase.OVER:
        step(game, choose(view_of(game, seat), level, seed=f"{seed}/{number}", rounds=rounds))
        number += 1


def playouts(
    n: int, mode: Mode | str | None = None, *, seed: int = 0, hands: ArrayLike | None = None, threads: int = 1
) -> NDArray[np.int16]:
    """Play `n` random deals (or given hands) by chance: rows of points of team 0 and 1, and their tricks.

    It knows no book: played by the general rules, where the Puur need not follow and the last trick counts 5.

    >>> playouts(1000, "E", seed=1)[:, :2].sum(axis=1).tolist() == [157] * 1000
    True
    """
    _need_compiled("playouts")
    from puur.fast.playout import playouts as played

    return played(n, _mode(mode), seed, hands, threads=threads)


def solve(game: Game | Position | Sequence[str], mode: Mode | str | None = None, *, leader: int = 0) -> Solution:
    """The exact value of a running deal, a position, or four hands in a mode, with all cards known.

    >>> solve(["EA E6", "EK E7", "EO E8", "EU E9"], "obenabe").points  # the six first: the ace then takes the last trick
    (24, 9)
    """
    _need_compiled("solve")
    from puur.fast.position import BadPosition, Position, unsolved
    from puur.fast.solver import solve as solved

    if isinstance(game, Position):
        return solved(game)
    if isinstance(game, Game):
        if fields := unsolved(game.book):
            raise BadPosition(
                f"the solver plays with two pairs by the general rules; the book {game.book.key!r} differs in {', '.join(fields)}"
            )
        return solved(Position.from_deal(game.deal))
    announced = _mode(mode)
    if announced is None:
        raise ValueError("four hands need a mode")
    return solved(Position.dealt([CardSet.parse(hand) for hand in game], announced, leader))


def _need_compiled(name: str) -> None:
    from puur.fast import available

    if not available():
        raise ImportError(f"puur.{name} needs NumPy and numba: pip install 'puur-core[fast]'", name="numba")


def _mode(mode: Mode | str | None) -> Mode | None:
    return parse_mode(mode) if isinstance(mode, str) else mode
