"""The shipped books: they load, every value cites a provision that exists, and they say what the books say."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib import resources

import pytest

from puur.core.bonuses import Ask, StoeckWhen
from puur.core.cards import parse_card
from puur.core.counting import Control, Difference, ResultDeadline
from puur.core.form import lines_of
from puur.core.mode import OBENABE, PLAIN_MODES, UNDEUFE, parse_mode
from puur.core.reglement import (
    Claims,
    Cutter,
    FalseThanks,
    Finish,
    FirstDealer,
    FirstSpeaker,
    Leader,
    Look,
    PickUp,
    Reglement,
    SchneiderEffect,
    Schreiber,
    SilentLead,
    Source,
)
from puur.core.seats import Direction
from puur.core.weis import Step
from puur.games import form_names, game_books
from puur.reglement import load, shipped
from puur.reglement.catalogue import catalogue_of, provision
from puur.reglement.compare import rows
from puur.reglement.schema import HEAD, slots, value_of

BOOKS = {key: load(key) for key in shipped()}


def raw(key: str) -> dict[str, object]:
    file = game_books().get(key) or resources.files("puur.reglement") / "books" / f"{key}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))


def stated(table: dict[str, object], at: str = "") -> Iterator[tuple[str, object]]:
    """Every value that the file states, with its dotted name."""
    for key, value in table.items():
        name = f"{at}.{key}" if at else key
        if isinstance(value, dict) and "value" not in value:
            yield from stated(value, name)
        elif name not in HEAD and key != "rule":
            yield name, value


@pytest.mark.parametrize("key", shipped())
def test_every_stated_value_carries_a_provision_that_exists(key: str) -> None:
    values = dict(stated(raw(key)))
    assert values
    for name, value in values.items():
        if name.startswith("season.accounts."):  # every club names its accounts as it likes
            continue
        if key in game_books() and not isinstance(value, dict):  # no published book prescribes how this game is played
            continue
        cites = name.startswith("season.cites.") or slots().get(name, slots()["modes"]).is_cite
        assert cites or isinstance(value, dict), name
        assert cites or {"value", "rule"} <= set(value) <= {"value", "rule", "unless"}, name
        cited = value["rule"] if isinstance(value, dict) else value
        rules = cited if isinstance(cited, list) else [cited]
        assert rules, name
        assert all(provision(rule) for rule in rules), name


@pytest.mark.parametrize("key", shipped())
def test_every_value_that_applies_cites_its_own_book_or_the_one_it_falls_back_on(key: str) -> None:
    book = BOOKS[key]
    own = {catalogue_of(key), "jassregeln"}
    for row in rows(book):
        if row.name.startswith(("season.accounts.", "season.evening")):  # no book has accounts, or says whether evenings count
            continue
        if row.rule is None:
            assert key in game_books(), row.name
        else:
            assert provision(row.rule).book in own, row.name


@pytest.mark.parametrize("key", shipped())
def test_head_of_the_book(key: str) -> None:
    book = BOOKS[key]
    assert book.key == key
    assert book.title
    assert book.source
    played = (
        game_books()[key].parent.parent.name.replace("_", "-")
        if key in game_books()
        else "coiffeur"
        if key == "tam2014-cp"
        else "schieber"
    )
    assert book.form == played
    assert (book.falls_back_on is None) == (key == "jassregeln")
    assert key in game_books() or book.provisions["modes"]


def test_the_general_rules_state_every_value_that_a_schieber_asks() -> None:
    named = {name.split(".")[0] if name.startswith("modes") else name for name, _ in stated(raw("jassregeln"))}
    silent = {name for name in slots() if name.split(".")[0].replace("_", "-") in ("striche", *form_names())} | {
        "bidding.first_card"
    }
    # Officials, protests, penalties and a few offences: the general rules know no tournament and no club.
    silent |= {f"referee.{name}" for name in ("wrong_party", "pick_up", "officials", "self_settled", "appeal", "warning_first")}
    silent |= {f"referee.{name}" for name in ("substitute", "disqualify", "accept_rules", "confirm_result")}
    silent |= {"penalties"} | {name for name in slots() if name.startswith("season.")}
    silent |= {f"referee.{name}" for name in ("protest_days", "protest_to", "authority")}
    silent |= {name for name in slots() if name.startswith("evening.")}
    assert named == set(slots()) - silent


def test_the_defaults_of_the_core_are_those_of_the_general_rules() -> None:
    bare, book = Reglement(key="x", title="x", source="x"), BOOKS["jassregeln"]
    differing = {
        name for name in slots()
        if name != "modes" and value_of(bare, name) != value_of(book, name)
    }  # fmt: skip
    assert differing <= {"dealing.first_dealer", "table.schreiber"}  # what a game has to settle for itself (JR-DEAL-01)


def factors(key: str) -> str:
    return " ".join(f"{mode}{factor}" for mode, factor in BOOKS[key].modes.items())


@pytest.mark.parametrize(
    ("key", "expected"),
    [
        ("jassregeln", "E1 R1 S1 L1 obenabe1 undeufe1"),  # the convention of the book's examples
        ("ub2024", "E1 R1 S2 L2 obenabe3 undeufe3"),  # UB-FACTOR-01 to 03
        ("ajz08", "E1 R1 S2 L2 obenabe3 undeufe3"),  # AJZ-2.2.1-14, 15, 18
        ("tam2014-es", "E1 R1 S1 L1 obenabe1 undeufe1"),  # TAM-ES-10
        ("nws2020", "E1 R1 S1 L1 obenabe1 undeufe1"),  # NWS-1-14
        ("tam2014-cp", ""),
    ],
)
def test_modes_and_factors(key: str, expected: str) -> None:
    assert factors(key) == expected
    assert set(BOOKS[key].modes) in (set(PLAIN_MODES), set())


def test_each_mode_cites_its_own_provision() -> None:
    book = BOOKS["ub2024"]
    assert book.rule("modes.S") == "UB-FACTOR-02"
    assert book.rule("modes.obenabe") == "UB-FACTOR-03"
    assert book.modes[OBENABE] == book.modes[UNDEUFE] == 3
    assert book.modes[parse_mode("L")] == 2


def test_what_ub2024_says() -> None:
    book = BOOKS["ub2024"]
    assert (book.ending.target, book.ending.deals) == (2000, 0)  # UB-END-01
    assert book.ending.finish is Finish.AUTOMATIC
    assert book.ending.schneider is SchneiderEffect.STRICH
    assert not book.ending.ausmach_agreeable
    assert book.dealing.cutter is Cutter.OPPONENTS  # UB-DEAL-04
    striche = book.striche
    assert (striche.match, striche.bergpreis, striche.victory, striche.schneider) == (1, 1, 2, 1)  # UB-STR-01 to 04
    assert not book.weis.silent_may_add  # UB-WCMP-08
    assert book.rule("dealing.cut_min") == "UB-DEAL-05"
    assert book.rule("writing.result") == "JR-WRITE-02"  # inherited with its provision
    assert book.half == 1000  # UB-SCHN-01


def test_what_ajz08_says() -> None:
    book = BOOKS["ajz08"]
    assert book.ending.target == 1999
    assert book.ending.finish is Finish.THANKS_OR_DEAL
    assert book.ending.ausmach == ()
    assert book.ending.schneider is SchneiderEffect.NOTHING
    # AJZ-3.4-23
    assert book.ending.false_thanks is FalseThanks.PENALTY
    assert book.penalties["false-thanks"].points == 500
    assert book.weis.steps == (Step.POINTS, Step.CARDS, Step.ORDER)
    assert book.weis.needs_trick
    assert book.weis.ask is Ask.OPPONENTS
    assert book.stoeck.when is StoeckWhen.ANY_TIME
    assert book.dealing.first_dealer is FirstDealer.ANYONE
    assert book.bidding.first_speaker is FirstSpeaker.HOLDER
    assert book.bidding.first_card == parse_card("L7")
    assert book.bidding.pick_up is PickUp.AFTER_DECISION
    assert book.table.look is Look.FIRST
    assert book.play.claims is Claims.ALL_TRICKS
    assert not book.play.concede
    assert book.writing.result is ResultDeadline.NEXT_DEAL


def test_what_jassregeln_says() -> None:
    book = BOOKS["jassregeln"]
    assert book.ending.target == 1000
    assert book.ending.finish is Finish.THANKS
    assert book.ending.ausmach == (Source.STOECK, Source.WEIS, Source.STICH)
    assert book.ending.ausmach_agreeable
    assert book.ending.schneider is SchneiderEffect.DOUBLE_STAKE
    assert book.dealing.first_dealer is FirstDealer.LOWEST_CARD
    assert book.bidding.silent_lead is SilentLead.TRUMP


@pytest.mark.parametrize("key", ["tam2014-es", "tam2014-ps", "tam2014-es-at", "tam2014-cp", "nws2020"])
def test_a_passe_counts_card_points_alone(key: str) -> None:
    book = BOOKS[key]
    assert book.ending.target == 0
    assert not book.weis.enabled
    assert not book.stoeck.enabled
    assert book.scoring.match_bonus == 0
    assert book.table.schreiber is Schreiber.ONE
    assert book.dealing.first_dealer is FirstDealer.SCHREIBER
    assert book.play.claims is Claims.NOT_OFFERED
    assert book.ending.deals == (20 if key == "tam2014-cp" else 12)  # TAM-CP-05, TAM-ES-21, NWS-1-07


def test_wrong_sums_and_silent_leads_in_tam_and_nws() -> None:
    tam, nws = BOOKS["tam2014-es"], BOOKS["nws2020"]
    assert (tam.writing.control, tam.writing.difference) == (Control.WARN, Difference.SPLIT)  # TAM-ES-62, 66
    assert (nws.writing.control, nws.writing.difference) == (Control.BLOCK, Difference.OFFICIAL)  # NWS-2-03, 7-05
    # NWS-7-01
    assert nws.writing.both_count
    assert not tam.writing.both_count
    assert tam.bidding.silent_lead is SilentLead.TRUMP  # TAM-ES-38: usual practice
    assert nws.bidding.silent_lead is SilentLead.REFUSED  # NWS-4-05


def test_only_the_austrian_einzel_schieber_runs_clockwise() -> None:
    clockwise = [key for key, book in BOOKS.items() if book.table.direction is Direction.CLOCKWISE]
    assert clockwise == ["tam2014-es-at"]  # TAM-ES-03, TAM-ES-29
    assert BOOKS["tam2014-es-at"].rule("table.direction") == "TAM-ES-29"


def test_coiffeur_factors_as_assumed_in_tam_cp_07() -> None:
    book = BOOKS["tam2014-cp"]
    assert [(line.name, line.factor) for line in lines_of(book)] == [
        ("E", 1), ("R", 2), ("L", 3), ("S", 4), ("obenabe", 5), ("undeufe", 6), ("slalom", 7), ("gusti", 8), ("trio", 9),
        ("joker", 10),
    ]  # fmt: skip
    # TAM-CP-16, TAM-CP-44
    assert book.bidding.leader is Leader.CHOOSER
    assert book.bidding.pick_up is PickUp.AT_ONCE
    assert book.rule("coiffeur.factors.obenabe") == "TAM-CP-37"
    assert book.rule("coiffeur.factors") == "TAM-CP-08"
