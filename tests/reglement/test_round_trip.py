"""Any valid book, written out as TOML, loads back equal; and what two books do not share is found."""

from __future__ import annotations

import typing
from dataclasses import replace
from datetime import date, time
from decimal import Decimal
from enum import Enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puur.core.cards import CARDS, Card
from puur.core.fields import Cite
from puur.core.mode import PLAIN_MODES, parse_mode
from puur.core.reglement import Reglement
from puur.core.sanctions import Penalty
from puur.games import form_names, load_forms
from puur.games.coiffeur.book import VARIANTS
from puur.reglement import dump, load, load_text, shipped
from puur.reglement.checks import clashes
from puur.reglement.compare import differences, rows
from puur.reglement.schema import Slot, build, slots

load_forms()  # they bring fields of their own, and what is drawn must not change on the way
MODES = (*PLAIN_MODES, *(parse_mode(name) for name in ("slalom-oben", "gusti-unten", "trio-E-tuo")))


def value_for(slot: Slot) -> st.SearchStrategy[object]:
    """Values that the field accepts, read off its type as the loader does."""
    if slot.is_mapping:
        named = {"modes": MODES, "coiffeur.factors": VARIANTS}
        keys: st.SearchStrategy[object] = st.sampled_from(named.get(slot.name, ("wrong-card", "remark", "Looked", "1-2", "a b")))
        return st.dictionaries(keys, value_for(slot.entry), min_size=1, max_size=6)
    return of_type(slot.hint, slot)


def of_type(hint: object, slot: Slot) -> st.SearchStrategy[object]:
    inner = [one for one in typing.get_args(hint) if one not in (type(None), Ellipsis)]
    low, high = slot.range
    if typing.get_origin(hint) is tuple:
        fewest, most = slot.length
        return st.lists(of_type(inner[0], slot), min_size=fewest, max_size=min(most, 9)).map(tuple)
    if inner:
        return st.none() | of_type(inner[0], slot)
    if hint is Penalty:
        return st.builds(Penalty, st.integers(low, high), st.sampled_from(["", "additive"]))
    if hint is Decimal:
        return st.integers(low, high * 100).map(lambda hundredths: Decimal(hundredths) / 100)
    if hint is date:
        return st.dates()
    if hint is time:
        return st.times()
    if hint is Cite:
        return st.just("Art. 1")
    if hint is bool:
        return st.booleans()
    if hint is int:
        return st.integers(low, high)
    if hint is str:
        return st.text("abc äö'\"\\-1", min_size=1, max_size=9).filter(lambda said: bool(said.strip()))
    if hint is Card:
        return st.sampled_from(CARDS)
    assert isinstance(hint, type), hint
    assert issubclass(hint, Enum), hint
    return st.sampled_from(list(slot.among or hint))


TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Z"]), min_size=1, max_size=30)
RULES = st.dictionaries(st.sampled_from(sorted(slots())), TEXT.map(lambda said: f"Art. {said}"), max_size=9)
# Values that agree with each other, where drawing them one by one would hardly ever hit them.
AGREEING = st.fixed_dictionaries({
    "dealing.packets": st.sampled_from([(3, 3, 3), (9,), (4, 5)]),
    "weis.values.runs": st.lists(st.integers(0, 9999), min_size=7, max_size=7).map(sorted).map(tuple),
    "weis.steps": value_for(slots()["weis.steps"]).map(lambda steps: tuple(dict.fromkeys(steps))),
    "ending.ausmach": st.permutations([*slots()["ending.ausmach"].default]).map(tuple) | st.just(()),
})  # fmt: skip


@st.composite
def books(draw: st.DrawFn) -> Reglement:
    drawn = {name: slot for name, slot in slots().items() if not slot.is_cite and not name.startswith("season.")}
    values = {name: draw(value_for(slot)) for name, slot in drawn.items()} | draw(AGREEING)
    form = draw(st.sampled_from(form_names()))
    others = tuple(f"{name}." for name in form_names() if name != form)
    values |= {name: slot.default for name, slot in drawn.items() if name.startswith(others)}
    if form != "schieber":  # their sheets have no place for these
        values |= {"weis.enabled": False, "stoeck.enabled": False}
    if form == "coiffeur":
        variants = len(typing.cast(dict[str, int], values["coiffeur.factors"]))
        values |= {"ending.target": 0, "ending.deals": 2 * variants}
    elif form == "schieber" and draw(st.booleans()):
        values |= {"ending.target": draw(st.integers(1, 100_000)), "ending.deals": 0}
    else:
        values |= {"ending.target": 0, "ending.deals": 4 * draw(st.integers(1, 250))}
    rules = {
        name: rule
        for name, rule in draw(RULES).items()
        if slots()[name].is_cite or (name in values and (values[name] is not None or slots()[name].default is not None))
    }
    book = build(values, key="own", title=draw(TEXT), source=draw(TEXT), form=form, provisions=rules)
    for clash in clashes(book):  # the rest is put right by the default of the other side
        values |= {name: slots()[name].default for name in (clash.name, *clash.beside) if name in values and name not in KEPT}
    values["dealing.first_dealer"] = values["dealing.first_dealer"] or draw(st.sampled_from(HANDED))
    book = build(values, key="own", title=book.title, source=book.source, form=form, provisions=rules)
    return book if not list(clashes(book)) else draw(st.nothing())


KEPT = ("ending.target", "ending.deals", "coiffeur.factors", "modes", "form")
HANDED = [one for one in typing.get_args(slots()["dealing.first_dealer"].hint)[0] if one.value != "schreiber"]


@given(books())
def test_a_dumped_book_loads_back_equal(book: Reglement) -> None:
    assert load_text(dump(book), "own.toml") == book


@pytest.mark.parametrize("key", shipped())
def test_a_shipped_book_written_out_is_the_same_book(key: str) -> None:
    book = replace(load(key), key="own")
    assert load_text(dump(book), "own.toml") == book


@pytest.mark.parametrize("key", shipped())
def test_a_book_does_not_differ_from_itself(key: str) -> None:
    assert differences(load(key), load(key)) == ()


def test_what_ajz08_and_ub2024_do_not_share() -> None:
    found = {one.name: one for one in differences(load("ajz08"), load("ub2024"))}
    target = found["ending.target"]
    assert target.one
    assert (target.one.value, target.one.rule) == (1999, "AJZ-2.2.1-52")
    assert target.two
    assert (target.two.value, target.two.rule) == (2000, "UB-END-01")
    # the same in both, by different provisions
    assert "modes.E" not in found
    assert "weis.values.four" not in found
    assert found["striche.bergpreis"].one is None  # AJZ 08 has no Striche


def test_only_the_direction_parts_the_two_einzel_schieber() -> None:
    found = differences(load("tam2014-es"), load("tam2014-es-at"))
    assert [one.name for one in found] == ["table.direction", "evening.countries"]  # TAM-ES-03


def test_differences_come_in_the_order_of_the_book_and_both_ways_alike() -> None:
    one, two = load("tam2014-es"), load("ub2024")
    there = [each.name for each in differences(one, two)]
    assert there == [each.name for each in differences(two, one)]
    assert there[:4] == ["modes.S", "modes.L", "modes.obenabe", "modes.undeufe"]


def test_values_that_do_not_apply_are_left_out() -> None:
    names = {row.name for row in rows(load("nws2020"))}
    assert "weis.enabled" in names
    assert "weis.kreuzweis" not in names
    assert "ending.deals" in names
    assert "ending.target" not in names
    assert not any(name.startswith(("coiffeur", "striche")) for name in names)
    assert "coiffeur.factors.trio" in {row.name for row in rows(load("tam2014-cp"))}
