"""The interface for programs: its examples run, and importing it is light."""

from __future__ import annotations

import doctest
import random
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

import puur
import puur.api
import puur.words
from puur.core.cards import NotACard
from puur.fast.position import BadPosition
from puur.notation import RecordError, from_line, parse_jass


def test_the_examples_run() -> None:
    found = doctest.testmod(puur.api)
    assert found.attempted > 10
    assert found.failed == 0
    assert doctest.testmod(puur).failed == 0
    assert doctest.testmod(puur.fast.position).failed == 0
    assert doctest.testmod(import_module("puur.arena.duel")).attempted > 2


def test_importing_puur_is_light() -> None:
    """The import loads almost nothing; a first deal no bot, no record, no text; a rule player neither numba nor NumPy."""
    code = (
        "import sys, puur\n"
        "assert {name for name in sys.modules if name.startswith('puur')} == {'puur', 'puur.core', 'puur.core.finding'}\n"
        "game = puur.new_deal('tam2014-es', seed=1)\n"
        "assert not {'puur.bots.levels', 'puur.notation', 'puur.words', 'puur.fast'} & set(sys.modules)\n"
        "puur.play(game)\n"
        "assert not {'numba', 'numpy'} & set(sys.modules), 'too heavy'\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_sentences_are_in_the_language_of_the_words_where_nobody_names_one() -> None:
    assert puur.api.DEFAULT_LANGUAGE == puur.words.DEFAULT


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        puur.nothing  # noqa: B018
    for name in puur.__all__:
        assert getattr(puur, name)


def test_everything_public_is_listed_and_lives_where_it_is_said_to() -> None:
    assert dir(puur) == sorted(puur.__all__)
    assert set(puur.__all__) == {*puur._HOME, "__version__"}


HANDS = ["EA EK EO RA R6 R7 S6 S7 L6", "EU E9 EB RK R8 S8 S9 L7 L8", "E8 E7 RO RU R9 SB SU L9 LB", "E6 RB SO SK SA LU LO LK LA"]


def test_a_game_copies_compares_undoes_and_prints() -> None:
    game = puur.new_deal("tam2014-es", hands=HANDS)
    for said in ("schiebt", "obenabe", "EA", "E9", "E7", "E6"):  # A takes the first trick: 11 for the ace, nothing else counts
        puur.step(game, said)
    other = game.copy()
    assert other == game
    assert other is not game
    assert repr(game) == "<Game tam2014-es: deal 1, trick 1, obenabe; A+C 11, B+D 0>"
    puur.step(other, "ek")  # small letters do
    assert other != game
    assert [event.card.name for event in other.undo()] == ["EK"]
    assert other == game
    assert other.totals() == (11, 0)
    assert len(other.undo(4)) == 4
    assert other.deal.leader == 0
    assert puur.view(other).to_act == 0
    with pytest.raises(ValueError, match="cannot take back 99"):
        other.undo(99)
    assert game.totals() == (11, 0)
    assert game != "a game"


def test_a_dealer_is_a_seat_of_the_game() -> None:
    """By number or letter, as everywhere; where none is named the last seat deals, so that seat 0 speaks first."""
    assert puur.new_deal("tam2014-es", dealer="C").deal.dealer == 2
    assert [puur.new_deal(book).deal.dealer for book in ("tam2014-es", "bieter", "schaggi-haas")] == [3, 2, 1]
    with pytest.raises(ValueError, match=r"^7 is no seat: expected 0 to 3, or A, B, C, D$"):
        puur.new_deal("tam2014-es", dealer=7)
    with pytest.raises(ValueError, match=r"^3 is no seat: expected 0 to 2"):
        puur.new_game("bieter", dealer=3)


def test_what_is_not_understood_names_what_is_possible() -> None:
    with pytest.raises(puur.RecordError) as refused:
        puur.step(puur.new_deal("tam2014-es", seed=7), "trump queens")
    assert refused.value.__notes__ == ["possible now: E, R, S, L, obenabe, undeufe, schiebt"]


def test_everything_prints_on_one_short_line() -> None:
    game = puur.new_deal("tam2014-es", hands=HANDS)
    puur.step(game, "obenabe")
    puur.step(game, "EA")
    assert repr(puur.view(game)) == (
        "<View tam2014-es, B: E9 EB EU R8 RK S8 S9 L7 L8; deal 1, playing obenabe; trick EA; 3 options>"
    )
    assert repr(game.deal) == "<Deal 1: trick 1, obenabe; 0:0>"
    assert repr(game.book) == "<Reglement tam2014-es: TAM 2014: Einzel-Schieber (Schweiz)>"


def test_a_duel_takes_a_function_an_object_or_a_name() -> None:
    """Equal players take half of the points on paired deals, whatever way they enter: each deal is played from both sides."""

    class Object:
        def bid(self, view: puur.View, rng: random.Random, budget: object) -> object:
            return view.options[0]

        def card(self, view: puur.View, rng: random.Random, budget: object) -> puur.Card:
            return next(option.card for option in view.options if hasattr(option, "card"))

    class Speaking(Object):
        """As above, but a card as its option and as text."""

        def card(self, view: puur.View, rng: random.Random, budget: object) -> object:
            played = next(option for option in view.options if hasattr(option, "card"))
            return puur.written(played) if len(view.tricks) % 2 else played

    assert puur.duel(Speaking(), Object(), deals=2).gain == 0.0
    result = puur.duel(lambda view, _: view.options[0], Object(), deals=4)
    assert (result.share, result.gain, result.pairs) == (0.5, 0.0, 4)
    assert str(result) == "50.0 ± 0.0 % of the points, +0.0 ± 0.0 a deal, 4 pairs"
    assert puur.duel("stammtisch", "random", deals=10, bidding="same").share > 0.5
    with pytest.raises(ValueError, match=r"^None is none of the options: E, R, S, L, obenabe, undeufe, schiebt$"):
        puur.duel(lambda *_: None, deals=1)
    with pytest.raises(ValueError, match="'stamtisch' is no player: expected random, anfaenger, lehrling, stammtisch"):
        puur.duel("stamtisch", deals=1)
    for wrong in ({"deals": 0}, {"bidding": "loud"}):
        with pytest.raises(ValueError, match="expected"):
            puur.duel("stammtisch", **wrong)


def test_a_bot_may_say_what_one_would_write() -> None:
    """By text and by card it is the same bot as by the option itself."""

    def by_option(view: puur.View, _: random.Random) -> object:
        return view.options[-1]

    def by_text(view: puur.View, _: random.Random) -> object:
        last = view.options[-1]
        if hasattr(last, "card"):
            return last.card if len(view.tricks) % 2 else last.card.name.lower()
        return "schiebt" if view.pushes == 0 else "Undeufe"  # the last bid of both seats

    assert puur.duel(by_text, by_option, deals=3).gain == 0.0


def test_a_record_opens_no_file_of_the_machine_that_reads_it(tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text('key = "own"\ntitle = "Own"\nextends = "tam2014-es"\n')
    text = f"puur: 1 / Reglement: {own} / D: Schreiber / Spiel 1: A sagt E | 95 62"
    for ask in (puur.read, puur.check):
        with pytest.raises(puur.RecordError) as refused:
            ask(text)
        assert (refused.value.line, refused.value.column) == (2, 12)
        assert "tam2014-es" in puur.sentence(refused.value, "en")
    assert puur.read(text, book=str(own)).totals() == puur.check(text, puur.load(own))[0].totals() == (95, 62)


def test_refusals_are_told_to_people_in_their_language() -> None:
    game = puur.new_deal("tam2014-es", seed=7)
    puur.step(game, "E")
    told = {}
    for lang in ("de", "fr", "it", "en"):
        with pytest.raises(puur.RuleViolation) as early:
            puur.step(game, next(iter(puur.view(game, "B").hand)).name, "B")
        with pytest.raises(puur.RecordError) as unread:
            puur.read("Reglement: tam2014-es / D: fliegt")
        with pytest.raises(Exception, match="no such file") as no_book:
            puur.load("tam2041-es")
        told[lang] = [puur.sentence(problem.value, lang) for problem in (early, unread, no_book)]
        assert told[lang][0].endswith("]"), "with its provision"
    assert told["de"][1].startswith("Zeile 2, Spalte 4: «fliegt» gefunden, erwartet: was jemand sagt oder tut")
    assert told["fr"][1].startswith("Ligne 2, colonne 4")
    assert "tam2014-es" in told["en"][2], "the book that may have been meant"
    for place in range(3):
        assert len({told[lang][place] for lang in told}) == 4


def test_what_is_missing_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("puur.arena.duel.available", lambda: False)
    with pytest.raises(ImportError, match=r"meister needs NumPy and numba: pip install 'puur-core\[fast\]'"):
        puur.duel("stammtisch+meister@50", deals=1)  # whoever measures it would measure its stand-in
    monkeypatch.setattr("puur.fast.available", lambda: False)
    with pytest.raises(ImportError, match=r"puur.solve needs NumPy and numba: pip install 'puur-core\[fast\]'"):
        puur.solve(["EA E6", "EK E7", "EO E8", "EU E9"], "obenabe")
    with pytest.raises(ValueError, match="'profi' is no level: expected anfaenger, lehrling, stammtisch"):
        puur.choose(puur.view(puur.new_deal("tam2014-es")), "profi")


def test_a_whole_game_stands_on_one_line() -> None:
    game = puur.new_deal("ub2024", seed=3)
    puur.play(game, "lehrling")
    puur.deal(game, seed=4)
    puur.step(game, puur.choose(puur.view(game)))
    text = puur.line(game)
    assert "\n" not in text
    assert puur.read(text) == game
    assert puur.read(text.replace(" / ", "\n")) == game


def test_a_slash_in_a_name_belongs_to_the_name() -> None:
    text = 'Reglement: tam2014-es\nSpieler A: "Anna / Änni"\nSpieler B: Beat/Bea\nD: Schreiber\n'
    record = parse_jass(text)
    line = puur.line(puur.Game.replay(puur.load("tam2014-es"), record.setup, record.events))
    assert from_line(line).setup.names == ("Anna / Änni", "Beat/Bea", "C", "D")
    with pytest.raises(RecordError) as refused:
        puur.read("Reglement: tam2014-es / D: Schreiber / D: fliegt")
    assert refused.value.line == 3  # the third part


def test_what_cannot_be_meant_is_refused_with_a_reason() -> None:
    game = puur.new_deal("tam2014-es", hands=HANDS)
    with pytest.raises(RecordError):
        puur.step(game, "E10")
    with pytest.raises(puur.RuleViolation) as refused:
        puur.step(game, "schiebt", seat="B")
    assert refused.value.reason == "not-your-word"
    for seat in ("E", "AB", 4, -1):
        with pytest.raises(ValueError, match="is no seat"):
            puur.view(game, seat)
    with pytest.raises(ValueError, match="is not done by seat"):
        puur.step(game, puur.view(game).options[0], seat="B")
    assert len(game.events) == 2


NO_POSITIONS = [
    "",
    "R",
    "R | A: | E6 / E7 / E8",
    "X | A: | E6 / E7 / E8 / E9",
    "R | A: | E6 / E6 / E8 / E9",
    "R | E: | E6 / E7 / E8 / E9",
    "R | A: E6 | E7 / E8 / E9 / EB",
    "R | A: | E6 / E7 / E8 / E9 | 3",
    "R | : | E6 / E7 / E8 / E9",
    "R | AB: | E6 / E7 / E8 / E9",
    "R | A: | E6 / E7 / E8 / E9 | -1:2",
    "R | A: | E6 / E7 / E8 / E9 | 1_0:2",
    "R | A: | E6 / E7 / E8 / E9 | " + "9" * 4000 + ":2",
]


@pytest.mark.parametrize("text", NO_POSITIONS)
def test_a_line_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises((BadPosition, NotACard)):
        puur.Position.parse(text)


def test_a_position_prints_as_it_parses() -> None:
    text = "R | A: E6 | E7 / E8 S6 / E9 S7 / EB S8 | 40:22 | 4:2"
    position = puur.Position.parse(text)
    assert str(position) == text
    assert repr(position) == f"Position.parse({text!r})"
    assert (position.turn, position.points, position.won) == (1, (40, 22), (4, 2))


@pytest.mark.parametrize(
    ("typed", "written"),
    [("schieben", "schiebt"), ("push", "schiebt"), ("chibrer", "schiebt"), ("obe", "obenabe"), ("Tout en bas", "undeufe")],
)
def test_a_bid_is_what_a_person_types(typed: str, written: str) -> None:
    """The words of the four languages, as the texts of the terminal have them, and beginnings of them."""
    game = puur.new_deal("tam2014-es", seed=7)
    assert puur.written(puur.step(game, typed)) == written


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        *[(said, "R") for said in ("trump hearts", "Rosen Trumpf", "je fais atout cœur", "briscola cuori", "♥", "r", "Herz!")],
        *[(said, "obenabe") for said in ("Obe abe", "oben-abe", "tout en haut")],
        ("Schieben!", "schiebt"),
        ("je chibre", "schiebt"),
    ],
)
def test_a_mode_is_what_a_person_calls_it(typed: str, written: str) -> None:
    """The names of the suits and modes as players of the four languages say them."""
    assert puur.written(puur.step(puur.new_deal("tam2014-es", seed=7), typed)) == written


@pytest.mark.parametrize(
    ("typed", "card"),
    [
        *[
            (said, "RA")
            for said in ("Herz As", "herz ass", "HA", "♥A", "A♥", "♥️A", "as de cœur", "ace of hearts", "Trumpf-Ass", "HerzAss")
        ],
        *[
            (said, "RU")
            for said in ("Puur", "Herz Bauer", "Rosen Under", "valet de cœur", "jack of hearts", "fante di cuori", "JH")
        ],
        *[(said, "L9") for said in ("l 9", "Schilten 9", "♠9", "9 of spades")],
        *[(said, "SB") for said in ("♣10", "10 of clubs", "Schellen Banner", "s-b")],
    ],
)
def test_a_card_is_what_a_person_calls_it(typed: str, card: str) -> None:
    """Rosen are trumps; A holds E7 E9 EO EK RU RA SB L9 LB. Names as players of the four languages say them."""
    game = puur.new_deal("tam2014-es", seed=7)
    puur.step(game, "R")
    assert puur.written(puur.step(game, typed)) == card


@pytest.mark.parametrize(
    "typed", ["HB", "KD", "S10", "As", "AS", "Dame", "9", "pass", "card", "x" * 100_000, "\x00", "Eichel Eichel"]
)
def test_what_may_be_several_cards_or_none_is_refused(typed: str) -> None:
    """HB: Bube or Banner of hearts; KD: queen of Kreuz, king of diamonds; S10: Schelle or Schaufel; AS: Schelle or spades."""
    game = puur.new_deal("tam2014-es", seed=7)
    puur.step(game, "R")
    with pytest.raises(puur.RecordError) as refused:
        puur.step(game, typed)
    assert len(str(refused.value)) < 200
    assert refused.value.__notes__ == ["possible now: E7, E9, EO, EK, RU, RA, SB, L9, LB"]


def test_a_value_of_the_wrong_kind_says_what_belongs_there() -> None:
    game = puur.new_deal("tam2014-es", seed=7)
    calls: list[tuple[Callable[..., object], tuple[object, ...], str]] = [
        (puur.new_game, (None,), "a rule book"),
        (puur.read, (b"puur: 1",), "a record as text"),
        (puur.check, (None,), "a record as text"),
        (puur.view, ("tam2014-es",), "a game"),
        (puur.play, (None,), "a game"),
        (puur.line, (puur.view(game),), "a game"),
        (puur.choose, (game,), "a view"),
        (puur.step, (game, None), "an event or a text"),
        (puur.step, (game, 3), "an event or a text"),
        (puur.written, ("E9",), "an option"),
        (puur.provision, (None,), "the id of a provision"),
        (puur.sentence, ("x",), "an explanation"),
        (puur.parse_card, (7,), "a card"),
        (puur.parse_mode, (None,), "a mode"),
        (puur.CardSet, ("EA",), "CardSet.parse"),
        (puur.Position.parse, (None,), "a position"),
    ]
    for function, arguments, expected in calls:
        with pytest.raises(TypeError, match=expected):
            function(*arguments)
    for lang in ("es", "", None):
        with pytest.raises(ValueError, match="expected de, fr, it, en"):
            puur.provision("UB-POINTS-05", lang)  # type: ignore[arg-type]


def test_what_fits_no_bid_or_several_is_refused() -> None:
    game = puur.new_deal("tam2014-cp", seed=7)
    for typed in ("xx", "", "slalom"):  # of Slalom there are two
        with pytest.raises(puur.RecordError):
            puur.step(game, typed)
