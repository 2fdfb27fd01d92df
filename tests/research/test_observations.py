"""The page lists what the code has; and whoever calls something an information state can read the whole deal off it again."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

import puur
from puur.core.actions import to_act
from puur.core.cards import CARDS
from puur.core.deal import Phase
from puur.core.events import Announced, CardPlayed, Pushed
from puur.core.mode import PLAIN_MODES
from puur.core.view import view_of
from puur.fast.observe import FACTS, FLAGS, PER_SUIT, PLANES, WIDE
from puur.research import env, history
from puur.research.vector import CardPlay, random_cards

PAGE = Path(__file__).resolve().parents[2] / "docs" / "observations.md"


@pytest.mark.parametrize(
    ("heading", "fields"),
    [
        ("Environment", env.FIELDS),
        ("Information state", history.FIELDS),
        ("Planes", dict.fromkeys(PLANES, 9)),
        ("Flags", dict.fromkeys(FLAGS, 1)),
        ("Facts", FACTS),
    ],
)
def test_the_page_lists_every_field_in_order_with_its_size(heading: str, fields: Mapping[str, int]) -> None:
    section = PAGE.read_text(encoding="utf-8").partition(f"\n## {heading}\n")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `([^`]+)` \| (\d+) \| (.+) \|$", section, flags=re.MULTILINE)
    assert [(name, int(size)) for name, size, _ in rows] == list(fields.items())


def test_the_page_says_how_many_numbers_there_are() -> None:
    text = PAGE.read_text(encoding="utf-8")
    assert f"| {env.SIZE} |" in text
    assert f"| {history.STATE_SIZE:,} |" in text
    assert f"| 4 × {PER_SUIT} and {WIDE} |" in text


def part(state: np.ndarray, field: str) -> np.ndarray:
    return state[history.AT[field] : history.AT[field] + history.FIELDS[field]]


@pytest.mark.parametrize("seed", range(4))
def test_an_information_state_holds_all_that_was_done(seed: int) -> None:
    """Read back at every turn, and compared with the events of the game."""
    game = puur.new_deal("ub2024", seed=seed)
    hands = [set(hand) for hand in (puur.view(game, seat).hand for seat in range(4))]
    number = 0
    while (seat := to_act(game)) is not None and game.deal.phase is not Phase.OVER:
        view = view_of(game, seat)
        state = history.information_state(view)

        def of(field: str, seat: int = seat, state: np.ndarray = state) -> int | None:
            marked = np.flatnonzero(part(state, field))
            return None if not len(marked) else int(marked[0] + seat) % 4

        done = [event for event in game.events if isinstance(event, CardPlayed)]
        assert {CARDS[at] for at in np.flatnonzero(part(state, "dealt"))} == hands[seat]
        rows = part(state, "cards").reshape(36, 36)[: len(done)]
        assert [CARDS[at] for at in rows.argmax(axis=1)] == [event.card for event in done]
        assert part(state, "cards").sum() == len(done)
        leaders = part(state, "leaders").reshape(9, 4)
        begun = [event.seat for event in done[::4]]
        assert [(int(row.argmax()) + seat) % 4 for row in leaders[: len(begun)]] == begun
        bids = [event for event in game.events if isinstance(event, Announced | Pushed)]
        assert of("dealer") == view.dealer
        assert bool(part(state, "pushed")[0]) == any(isinstance(event, Pushed) for event in bids)
        said = [event for event in bids if isinstance(event, Announced)]
        assert of("announcer") == (said[0].seat if said else None)
        assert [PLAIN_MODES[at] for at in np.flatnonzero(part(state, "mode"))] == [event.mode for event in said]
        for told in view.weise:
            assert part(state, "weis")[(told.seat - seat) % 4] * 100 == told.points
        puur.step(game, puur.choose(view, "lehrling", seed=f"{seed}/{number}"))
        number += 1


def test_the_order_within_a_trick_is_in_the_information_state_alone() -> None:
    """The trick EA E6 E7 E8 and the trick E6 led by the last seat: the same cards from the same seats, won by the same ace."""
    hands = ["EA EK EO RA R6 R7 S6 S7 L6", "E6 E9 EB RK R8 S8 S9 L7 L8", "E7 EU RO RU R9 SB SU L9 LB", "E8 RB SO SK SA LU LO LK LA"]

    def after(dealer: int, cards: list[str]) -> tuple[np.ndarray, np.ndarray]:
        game = puur.new_deal("tam2014-es", dealer=dealer, hands=hands)
        puur.step(game, "obenabe")
        for card in cards:
            puur.step(game, card)
        view = puur.view(game, 0)
        return env.observed(view), history.information_state(view)

    first, second = after(3, ["EA", "E6", "E7", "E8"]), after(2, ["E8", "EA", "E6", "E7"])
    played = slice(env.AT["hand"], env.AT["mode"])
    assert (first[0][played] == second[0][played]).all()
    for field in ("leaders", "cards", "dealer"):
        assert (part(first[1], field) != part(second[1], field)).any()


def test_no_other_hand_is_in_an_information_state() -> None:
    """Exchanging two cards of other hands changes nothing."""
    hands = ["EA EK EO RA R6 R7 S6 S7 L6", "EU E9 EB RK R8 S8 S9 L7 L8", "E8 E7 RO RU R9 SB SU L9 LB", "E6 RB SO SK SA LU LO LK LA"]
    other = [hands[0], hands[1].replace("EU", "E6"), hands[2], hands[3].replace("E6", "EU")]
    one, two = (history.information_state(puur.view(puur.new_deal("tam2014-es", hands=given), 0)) for given in (hands, other))
    assert (one == two).all()


def test_the_planes_of_card_play_remember_every_card_and_its_place() -> None:
    """The whole course of each of 20 deals and the own hand as dealt, read off the planes at every card."""
    table, rng = CardPlay(20), np.random.default_rng(7)
    seen = table.reset(seed=9)
    dealt = table.batch.hand.copy()
    course: list[list[tuple[int, int]]] = [[] for _ in range(20)]
    while seen is not None:
        planes = (
            seen.suits[:, :, : 9 * len(PLANES)].reshape(20, 4, len(PLANES), 9).transpose(0, 2, 1, 3).reshape(20, len(PLANES), 36)
        )
        at = {name: planes[:, number] for number, name in enumerate(PLANES)}
        by = [at[f"played by {who}"] for who in ("me", "the next", "the partner", "the last")]
        for row in range(20):
            seat = int(seen.seat[row])
            cards = [(card, (seat + step) % 4) for step in range(4) for card in np.flatnonzero(by[step][row])]
            leader = {round(at["when"][row, card] * 9): who for card, who in cards if at["led"][row, card]}
            order = [(round(at["when"][row, card] * 9), card, who) for card, who in cards]
            order.sort(key=lambda each: (each[0], (each[2] - leader[each[0]]) % 4))
            assert [(card, who) for _, card, who in order] == course[row]
            assert ((at["own"][row] + by[0][row]) == dealt[row, seat]).all()
        chosen = random_cards(seen, rng)
        for row in range(20):
            course[row].append((int(chosen[row]), int(seen.seat[row])))
        seen, _ = table.step(chosen)
    assert all(len(each) == 36 for each in course)
