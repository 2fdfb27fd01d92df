"""Fifty quick games for one account, over real sockets, to look at history and statistics: `python -m tests.web.many_games`.

Starts a server with a database of its own, plays, prints its address with the name and the password, and serves until Ctrl-C.
"""

from __future__ import annotations

import asyncio
import random
import sys
import threading

from tests.web.client import Browser, Player, run_async

BOOKS = ("ub2024", "jassregeln", "tam2014-es", "tam2014-cp", "ajz08", "nws2020")
NAME, PASSWORD = "Ruth", "ein-langes-wort"


def account(address: str, name: str = NAME) -> Browser:
    """A browser with a new account."""
    browser = Browser(address)
    answer = browser.post("/accounts/signup/", username=name, password1=PASSWORD, password2=PASSWORD)
    assert answer.status == 302, answer.text
    browser.cookies.pop("csrftoken", None)
    return browser


async def one_game(browser: Browser, friend: Browser | None, rng: random.Random, **data: str) -> Player:
    """A game of the account, with a friend as partner or three bots, until it is over."""
    player = await Player(browser, browser.open_table(**data)).connect()
    players = [player]
    if friend is not None:
        friend.visit(player.code, "Hans")
        mate = await Player(friend, player.code).connect()
        await mate.do(t="sit", seat=2)
        players.append(mate)
    await player.do(t="start")
    await asyncio.gather(*(one.play(random.Random(rng.random())) for one in players))
    await player.until(lambda: player.table["state"] == "over")
    for one in players:
        await one.close()
    return player


def many_games(address: str, browser: Browser, games: int, seed: int = 1) -> list[Player]:
    """Games under several books, at several levels, with several partners."""
    rng, friend, played = random.Random(seed), Browser(address), []

    async def run() -> None:
        for number in range(games):
            book = BOOKS[number % len(BOOKS)]
            target = {"target": str(rng.choice((100, 300, 500)))} if book in ("ub2024", "jassregeln", "ajz08") else {}
            level = rng.choice(("lehrling", "stammtisch"))
            mate = friend if number % 3 == 0 else None
            played.append(await one_game(browser, mate, rng, book=book, level=level, **target))

    run_async(run)
    return played


def main() -> None:
    """Play, then serve."""
    from django.core.management import call_command

    from puur.web.server.process import make
    from tests.web.ports import free_port

    call_command("migrate", verbosity=0, interactive=False)
    port = free_port()
    running = make("127.0.0.1", port)
    thread = threading.Thread(target=running.run, daemon=True)
    thread.start()
    while not running.started:
        thread.join(0.05)
    browser = account(f"127.0.0.1:{port}")
    many_games(f"127.0.0.1:{port}", browser, int(sys.argv[1]) if len(sys.argv) > 1 else 50)
    print(f"http://127.0.0.1:{port}/accounts/  {NAME}  {PASSWORD}", flush=True)
    thread.join()


if __name__ == "__main__":
    main()
