"""The standing adversary: every move of `attacks`, at random, against a game of honest people who want to play on.

Short in `make test`; in `make test-full` for an hour, or `PUUR_ADVERSARY_SECONDS`. `PUUR_ADVERSARY_SEED` repeats a run.
"""

from __future__ import annotations

import logging
import os
import random
import time
from collections import Counter

import pytest

from puur.notation.formats import read_record
from puur.web import fair
from tests.web.adversary.attacks import MOVES, World
from tests.web.adversary.test_log import wrong
from tests.web.aside import database
from tests.web.client import Browser, four_at_a_table, run_async


async def game(server: str, rng: random.Random, moves: int, until: float) -> dict[str, int]:
    """One game under attack; what was done in it."""
    from puur.web.keeping.models import Attempt

    await database(lambda: Attempt.objects.all().delete())  # these four come from an address where nobody has guessed
    world = World(server, await four_at_a_table(server, target="300"), rng)
    done = 0
    while not (world.players[0].view or {})["over"]:
        if done < moves or time.monotonic() < until:
            move = rng.choice(MOVES) if done >= len(MOVES) else MOVES[done]
            done += 1
            world.figures[move.__name__] += 1
            await move(world)
        for player in world.players:
            if player.closed is not None:
                await player.connect()
            await player.settled()
        turn = next(((player, event) for player in world.players if (event := player.choice(rng)) is not None), None)
        if turn is not None:
            player, event = turn
            key = f"honest-{rng.getrandbits(64):x}"
            await player.step(event, key=key)
            world.sent.append((player, event, key))
    for line in world.held:
        line.close()
    code, browser = world.code, world.players[0].browser
    assert await database(lambda: wrong(code)) == []
    deals = fair.check_events(read_record(browser.get(f"/t/{code}/record.jass").text.encode()).records[0].events)
    assert deals
    assert all(deal.ok for deal in deals)
    assert Browser(server).get("/healthz").status == 200
    for player in world.players:
        await player.close()
    return {**world.figures, "events": world.players[0].n, "games": 1}


def attacked(server: str, caplog: pytest.LogCaptureFixture, moves: int, seconds: float) -> str:
    """Play until the time is up; the line of the report."""
    seed = int(os.environ.get("PUUR_ADVERSARY_SEED") or random.getrandbits(32))
    rng, until, total = random.Random(seed), time.monotonic() + seconds, Counter[str]()

    async def run() -> None:
        total.update(await game(server, rng, moves, until))

    with caplog.at_level(logging.ERROR):
        while True:
            try:
                run_async(run)
            except Exception as problem:
                problem.add_note(f"PUUR_ADVERSARY_SEED={seed}")
                raise
            if time.monotonic() >= until:
                break
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == []
    return f"adversary: seed {seed}, " + ", ".join(f"{name} {count}" for name, count in sorted(total.items()))


def test_an_honest_game_goes_on_whatever_others_do(
    server: str, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    line = attacked(server, caplog, 4 * len(MOVES), 0.0)
    with capsys.disabled():
        print(f"\n{line}")


@pytest.mark.slow
def test_and_for_an_hour(server: str, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> None:
    line = attacked(server, caplog, 0, float(os.environ.get("PUUR_ADVERSARY_SECONDS") or 3600))
    with capsys.disabled():
        print(f"\n{line}")
