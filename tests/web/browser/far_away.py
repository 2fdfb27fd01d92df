"""People at web tables whom a test does not look at: they play over sockets in a thread beside the browser."""

from __future__ import annotations

import asyncio
import random
import threading
from concurrent.futures import Future, ThreadPoolExecutor

from tests.web.client import Browser, Player, run_async
from tests.web.doors.support import seated


class FarAway:
    """Web tables that are played from somewhere else, by the links to their seats."""

    def __init__(self, address: str, links: dict[int, list[str]]) -> None:
        self.address, self.links = address, links
        self.half_way, self.again = threading.Event(), threading.Event()
        self._pool = ThreadPoolExecutor(1)

    def play(self) -> Future[None]:
        """They sit down and play to the end."""
        return self._pool.submit(run_async, self._whole)

    def play_until_killed(self) -> Future[None]:
        """They play into the second deal (`half_way`) and, when the server is there again (`again`), from the same card on."""
        return self._pool.submit(run_async, self._broken)

    def confirm(self) -> None:
        """Both sides of every table confirm its result."""
        for links in self.links.values():
            for link in links[:2]:
                assert Browser(self.address).post(link, do="confirm").status == 302

    async def _seated(self) -> list[Player]:
        tables = [await seated(self.address, [link.split("/")[2] for link in links]) for links in self.links.values()]
        return [player for table in tables for player in table]

    async def _whole(self) -> None:
        await _on(await self._seated())

    async def _broken(self) -> None:
        players = await self._seated()
        await _on(players, 60)
        self.half_way.set()
        await asyncio.to_thread(self.again.wait)
        for player in players:
            await player.connect()
            await player.do(t="hello", since=player.n)
        await _on(players)


async def _on(players: list[Player], most: int | None = None) -> None:
    """They play at random, to the end or until more than `most` has happened."""

    def until(player: Player) -> bool:
        return bool(player.view and player.view["over"]) or (most is not None and player.n > most)

    playing = (player.play(random.Random(place), lambda player=player: until(player)) for place, player in enumerate(players))
    await asyncio.gather(*playing)
