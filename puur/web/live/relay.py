"""Between web processes: short texts from one to another over Redis, batched, bounded, and never silently lost.

Redis delivers what is published at most once. So every payload is numbered: a gap, a reconnection or a receiver that is not there
ends what went over that line (`lost`), people connect again and get what they missed from the database. What the texts mean
is the business of `cluster`.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from redis.asyncio import BlockingConnectionPool, Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

log = logging.getLogger("puur.web")
MOST_FRAMES, MOST_CHARS = 20_000, 16 << 20  # that may wait for one process
AT_ONCE = 400  # frames in one payload
PING_EVERY, SILENCE = 1.0, 3.0  # seconds; a line without its own ping for so long is dead
LATE = 4  # turns of the loop that a ping needs, there and back
PATIENCE = 4.0  # seconds for one command
MOST_LINKS = 8  # connections to Redis for commands; whoever asks for more waits for one
ASK_AGAIN = 0.25  # seconds for which the answer to "is that process on the line?" is good
WRONG = (RedisError, OSError, TimeoutError, asyncio.TimeoutError)


class _Line:
    """What waits for one process."""

    __slots__ = ("chars", "frames", "sent")

    def __init__(self) -> None:
        self.frames: list[str] = []
        self.chars = 0
        self.sent = 0


class Relay:
    """The lines of this process to the others."""

    def __init__(
        self,
        url: str,
        space: str,
        take: Callable[[int, list[str]], None],
        lost: Callable[[int | None], None],
        told: Callable[[str], None],
    ) -> None:
        self.url, self.space = url, space
        self.take, self.lost, self.told = take, lost, told
        self.me = 0
        self.up = False
        self.down_since = time.monotonic()
        self.refused = self.published = 0
        self._epoch = time.time_ns() // 1_000_000  # of this line; a receiver sees that it is another one
        self._lines: dict[int, _Line] = {}
        self._heard: dict[int, tuple[str, int]] = {}
        self._asked: dict[int, tuple[float, asyncio.Task[bool]]] = {}
        self._own = 0.0
        self._late = 0.0  # by how many seconds this process was behind, lately
        self._said = False  # that Redis is not there from the start
        self._work = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._client = self._connected(PATIENCE, MOST_LINKS)
        self._ears = self._connected(None, 2)

    def _connected(self, timeout: float | None, most: int) -> Redis:
        pool = BlockingConnectionPool.from_url(
            self.url,
            decode_responses=True,
            socket_connect_timeout=PATIENCE,
            socket_timeout=timeout,
            retry=Retry(NoBackoff(), 0),
            max_connections=most,
            timeout=PATIENCE,
        )
        return Redis.from_pool(pool)

    def _channel(self, process: int | str) -> str:
        return f"{self.space}:{process}"

    async def start(self, me: int) -> None:
        """Listen and talk, as this process."""
        self.me = me
        self._tasks = [
            asyncio.create_task(work(), name=f"relay {work.__name__}") for work in (self._listen, self._talk, self._ping)
        ]

    async def stop(self) -> None:
        """Hang up."""
        for _ in range(20):  # what waits, first
            if not self.up or not any(line.frames for line in self._lines.values()):
                break
            await asyncio.sleep(0.02)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for client in (self._client, self._ears):
            with suppress(*WRONG):
                await client.aclose()

    # ---- out -----------------------------------------------------------------------------------------------------------------

    def send(self, process: int, frame: str) -> bool:
        """Queue a text without line ends for a process; False, and the line is lost, if too much waits."""
        if not self.up:
            return False
        line = self._lines.setdefault(process, _Line())
        if len(line.frames) >= MOST_FRAMES or line.chars + len(frame) > MOST_CHARS:
            self.refused += 1
            self._cut(process)
            return False
        line.frames.append(frame)
        line.chars += len(frame)
        self._work.set()
        return True

    async def tell_all(self, text: str) -> None:
        """A word to every process that listens now, this one too."""
        with suppress(*WRONG):
            await self._client.publish(self._channel("all"), text)

    async def listens(self, process: int) -> bool:
        """Whether a process is on the line. All who want to know at about the same time get one answer."""
        if not self.up:
            return False
        at, task = self._asked.get(process, (0.0, None))
        if task is None or time.monotonic() - at > ASK_AGAIN:
            if len(self._asked) > 100:
                self._asked.clear()
            task = asyncio.create_task(self._is_there(process))
            self._asked[process] = time.monotonic(), task
        return await asyncio.shield(task)

    async def _is_there(self, process: int) -> bool:
        try:
            listening: Any = await self._client.pubsub_numsub(self._channel(process))
        except WRONG:
            return False
        return bool(listening and listening[0][1])

    async def _talk(self) -> None:
        while True:
            await self._work.wait()
            self._work.clear()
            for process, line in list(self._lines.items()):
                while line.frames and self._lines.get(process) is line:
                    frames = line.frames[:AT_ONCE]
                    del line.frames[:AT_ONCE]
                    line.chars = sum(map(len, line.frames)) if line.frames else 0
                    line.sent += 1
                    head = f"{self.me} {self._epoch} {line.sent}"
                    try:
                        heard = await self._client.publish(self._channel(process), "\n".join([head, *frames]))
                    except WRONG as problem:
                        self._down(problem)
                        break
                    self.published += 1
                    if not heard:
                        self._cut(process)

    def _cut(self, process: int) -> None:
        if self._lines.pop(process, None) is not None:
            self.lost(process)

    # ---- in ------------------------------------------------------------------------------------------------------------------

    async def _listen(self) -> None:
        wait = 0.1
        while True:
            pubsub, quiet = self._ears.pubsub(), 0
            try:
                async with asyncio.timeout(PATIENCE):
                    await pubsub.subscribe(self._channel(self.me), self._channel("all"))
                    await self._client.ping()
                await self._upwards()
                wait = 0.1
                while True:
                    message = await pubsub.get_message(ignore_subscribe_messages=True, timeout=1.0)
                    if message is not None:
                        self._hear(str(message["channel"]), str(message["data"]))
                    # A process that is late itself, with hundreds of people coming at once, first looks at what has come meanwhile.
                    silent = time.monotonic() - self._own > SILENCE + LATE * self._late
                    quiet = quiet + 1 if message is None and silent else 0
                    if quiet > 1:
                        raise TimeoutError("no word from Redis")
                    if not self.up:  # noticed while talking
                        break
            except WRONG as problem:
                self._down(problem)
            finally:
                with suppress(*WRONG):
                    await asyncio.wait_for(pubsub.aclose(), 1)  # type: ignore[no-untyped-call]
            await asyncio.sleep(wait)
            wait = min(2 * wait, 1.0)

    async def _upwards(self) -> None:
        self._own = time.monotonic()
        self._epoch = max(self._epoch + 1, time.time_ns() // 1_000_000)
        self._lines.clear()
        self._heard.clear()
        self.up = True
        # Whoever has something going with this process from before may have missed a part of it.
        await self._client.publish(self._channel("all"), f"reset {self.me}")

    def _down(self, problem: BaseException) -> None:
        if self.up or not self._said:
            self._said = True
            log.warning("Redis: %s", str(problem) or type(problem).__name__)
        if self.up:
            self.up, self.down_since = False, time.monotonic()
            self._lines.clear()
            self.lost(None)

    def _hear(self, channel: str, text: str) -> None:
        if channel == self._channel("all"):
            word, _, rest = text.partition(" ")
            if word != "reset":
                self.told(text)
            elif rest.isdigit() and int(rest) != self.me:
                self._lines.pop(int(rest), None)
                self._heard.pop(int(rest), None)
                self.lost(int(rest))
            return
        if text == ".":
            self._own = time.monotonic()
            return
        head, *frames = text.split("\n")
        process, epoch, number = head.split(" ")
        before = self._heard.get(int(process))
        if before is not None and (epoch, int(number)) != (before[0], before[1] + 1):
            self._lines.pop(int(process), None)
            self.lost(int(process))
        self._heard[int(process)] = epoch, int(number)
        self.take(int(process), frames)

    async def _ping(self) -> None:
        while True:
            if self.up:
                try:
                    await self._client.publish(self._channel(self.me), ".")
                except WRONG as problem:
                    self._down(problem)
            before = time.monotonic()
            await asyncio.sleep(PING_EVERY)
            self._late = max(time.monotonic() - before - PING_EVERY, self._late / 2)
