"""Bots that think on other machines: questions and answers over Redis, for `puur worker` on the other side.

A question is a level, a `View` and a seed, so a bot cannot know more than its seat may. Both ways are signed with a key from the
server's secret, and nothing unsigned is ever read. The queue is short: where nobody works, where too much waits, or where an
answer does not come in time, `ask` says None and the bot thinks here (`bot_pool`). What somebody wants to know of a finished deal
(`opinions`) waits in a queue of its own, from which a worker takes only when no table waits.
"""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import logging
import os
import pickle
import secrets
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from puur import __version__
from puur.bots.budget import Budget
from puur.bots.worker import Question, Verdict
from puur.core.events import Event
from puur.core.view import View
from puur.web.server import environment

log = logging.getLogger("puur.web")
MOST_WAITING = 64  # questions in Redis; those beyond are answered at home
MOST_ASKED = 32  # that one web process waits for
MOST_OPINIONS = 16  # cards of finished deals in Redis; a web process waits for one at a time
ALIVE_FOR, CHECK_EVERY = 3.0, 1.0  # seconds
PATIENCE = 20.0  # seconds that the opinion of a card may take, with those that wait before it
SIGNATURE = 32
_PUT = """
if redis.call('LLEN', KEYS[1]) >= tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[2], '1', 'PX', ARGV[3])
redis.call('LPUSH', KEYS[1], ARGV[2])
return 1
"""
Answer = tuple[Event, str]
Judged = list[Verdict | None]


class Desk:
    """Names of keys and the signature, the same on both sides."""

    def __init__(self, secret: str) -> None:
        self._key = hashlib.sha256(b"puur bots " + secret.encode()).digest()
        space = f"puur:{hashlib.sha256(self._key).hexdigest()[:16]}:bots"
        self.jobs, self.opinions, self.alive, self._space = f"{space}:jobs", f"{space}:opinions", f"{space}:alive", space

    def wanted(self, job: str) -> str:
        """The key that is there for as long as somebody waits for the answer."""
        return f"{self._space}:wanted:{job}"

    def done(self, job: str) -> str:
        """The key under which the answer is put."""
        return f"{self._space}:done:{job}"

    def pack(self, value: object) -> bytes:
        """Signed bytes."""
        body = pickle.dumps((__version__, value))
        return hmac.digest(self._key, body, "sha256") + body

    def unpack(self, data: bytes) -> Any:
        """What was packed by the same version with the same key; None otherwise."""
        body = data[SIGNATURE:]
        if not hmac.compare_digest(hmac.digest(self._key, body, "sha256"), data[:SIGNATURE]):
            return None
        version, value = pickle.loads(body)  # signed by ourselves
        return value if version == __version__ else None


def desk_of(env: Mapping[str, str]) -> Desk:
    """The desk of this installation."""
    return Desk(environment.secret_key(env, environment.data_folder(env)))


class Asker:
    """The side of the tables."""

    def __init__(self, url: str, desk: Desk) -> None:
        from redis.asyncio import Redis

        self.desk = desk
        self._client: Any = Redis.from_url(url, socket_connect_timeout=1, socket_timeout=None, max_connections=MOST_ASKED + 4)
        self._checked, self._somebody = 0.0, False
        self._asked = 0

    async def ask(self, level: str, view: View, seed: str, seconds: float) -> Answer | None:
        """What a bot of this level does, and the level that said so; None if that is not known in time."""
        if self._asked >= MOST_ASKED:
            return None
        self._asked += 1
        try:
            async with asyncio.timeout(seconds + 2):
                answer = await self._asking(level, view, seed, seconds)
        except Exception as problem:  # Redis is away, or slow: never the table's trouble
            log.info("bots over Redis: %s", problem)
            self._checked, self._somebody = time.monotonic(), False
            answer = None
        finally:
            self._asked -= 1
        return answer

    async def _asking(self, level: str, view: View, seed: str, seconds: float) -> Answer | None:
        if time.monotonic() - self._checked > CHECK_EVERY:
            self._somebody = bool(await self._client.exists(self.desk.alive))
            self._checked = time.monotonic()
        if not self._somebody:
            return None
        job = secrets.token_hex(16)
        data = self.desk.pack((job, level, view, seed))
        keys = self.desk.jobs, self.desk.wanted(job)
        if not await self._client.eval(_PUT, 2, *keys, MOST_WAITING, data, round(1000 * seconds)):
            return None
        got = await self._client.brpop([self.desk.done(job)], timeout=seconds)
        answer = None if got is None else self.desk.unpack(got[1])
        return answer if isinstance(answer, tuple) else None

    async def close(self) -> None:
        """Hang up."""
        await self._client.aclose()


def asker(env: Mapping[str, str] = os.environ) -> Asker | None:
    """Whom to ask where REDIS_URL is set; None where the bots think at home."""
    url = environment.redis(env)
    return Asker(url, desk_of(env)) if url else None


class Judges:
    """The side of the replays: one card of a finished deal at a time, from a thread that may wait."""

    def __init__(self, url: str, desk: Desk) -> None:
        from redis import Redis

        self.desk = desk
        self._client: Any = Redis.from_url(url, socket_connect_timeout=1, socket_timeout=PATIENCE + 2, max_connections=4)
        self._lock = threading.Lock()
        self._checked, self._somebody = -CHECK_EVERY, False

    def somebody(self) -> bool:
        """Whether anybody works, as far as is known."""
        from redis.exceptions import RedisError

        with self._lock:
            if time.monotonic() - self._checked >= CHECK_EVERY:
                try:
                    self._somebody = bool(self._client.exists(self.desk.alive))
                except (RedisError, OSError):
                    self._somebody = False
                self._checked = time.monotonic()
            return self._somebody

    def ask(self, question: Question, budget: Budget, seconds: float = PATIENCE) -> Judged | None:
        """What is to be said of a card; None where nobody works, too much waits, or the answer does not come in time."""
        from redis.exceptions import RedisError

        if not self.somebody():
            return None
        job = secrets.token_hex(16)
        data = self.desk.pack((job, question, budget))
        keys = self.desk.opinions, self.desk.wanted(job)
        try:
            if not self._client.eval(_PUT, 2, *keys, MOST_OPINIONS, data, round(1000 * seconds)):
                return None
            got = self._client.brpop([self.desk.done(job)], timeout=min(seconds, PATIENCE))
        except (RedisError, OSError) as problem:
            log.info("opinions over Redis: %s", problem)
            return None
        opinions = None if got is None else self.desk.unpack(got[1])
        return opinions if isinstance(opinions, list) else None


def judges(env: Mapping[str, str] = os.environ) -> Judges | None:
    """Whom to ask about finished deals where REDIS_URL is set."""
    url = environment.redis(env)
    return Judges(url, desk_of(env)) if url else None


class Worker:
    """The side of `puur worker`: threads that take questions and have them answered."""

    def __init__(
        self,
        url: str,
        desk: Desk,
        answer: Callable[[str, View, str], Answer],
        threads: int,
        judge: Callable[[Sequence[Question], Budget], Judged | None] | None = None,
    ) -> None:
        from redis import Redis

        self.desk, self.answer, self.judge = desk, answer, judge
        self.stopping = threading.Event()
        self.done = 0
        self._client: Any = Redis.from_url(url, socket_connect_timeout=2, socket_timeout=5, max_connections=threads + 2)
        self._threads = [threading.Thread(target=self._work, daemon=True) for _ in range(threads)]

    def run(self) -> None:
        """Until `stopping` is set."""
        from redis.exceptions import RedisError

        for thread in self._threads:
            thread.start()
        while not self.stopping.is_set():
            try:
                self._client.set(self.desk.alive, "1", px=round(1000 * ALIVE_FOR))
            except (RedisError, OSError) as problem:
                log.warning("Redis: %s", problem)
            self.stopping.wait(1)
        for thread in self._threads:
            thread.join(timeout=10)

    def _work(self) -> None:
        from redis.exceptions import RedisError

        while not self.stopping.is_set():
            try:
                # Redis looks at the keys in this order: an opinion is taken only where no table waits.
                job = self._client.brpop([self.desk.jobs, self.desk.opinions] if self.judge else [self.desk.jobs], timeout=1)
                if job is not None:
                    self._serve(job[0].decode(), job[1])
            except (RedisError, OSError):
                self.stopping.wait(1)
            except Exception:
                log.exception("a bot")

    def _serve(self, queue: str, data: bytes) -> None:
        question = self.desk.unpack(data)
        if question is None:
            log.warning("a question from another version or with another key: not read")
            return
        job, *asked = question
        if not self._client.exists(self.desk.wanted(job)):
            return  # too late: nobody waits any more
        key = self.desk.done(job)
        answer = self._judged(*asked) if queue == self.desk.opinions else self.answer(*asked)
        line = self._client.pipeline()
        line.lpush(key, self.desk.pack(answer)).pexpire(key, 10_000)
        line.execute()
        self.done += 1

    def _judged(self, question: Question, budget: Budget) -> Judged | None:
        return None if self.judge is None else self.judge([question], budget)
