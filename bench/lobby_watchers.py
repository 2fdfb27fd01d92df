"""A lobby with many who watch: `python -m bench.lobby_watchers [people] [seconds]`.

Starts a server of its own with a fresh database, then lets so many watch the list as the page does: one request every five seconds
each, with the tag of the last answer. Told are the answers, how many were news, and how long they took.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from statistics import median

PAUSE = 5.0


async def watcher(port: int, until: float, start: float, times: list[float], counts: dict[int, int]) -> None:
    """One page that stays open and asks again and again; between two questions the server has let the connection go."""
    await asyncio.sleep(start)
    tag = b""
    while time.monotonic() < until:
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        known = b"If-None-Match: %b\r\n" % tag if tag else b""
        writer.write(b"GET /open/list.json HTTP/1.1\r\nHost: localhost\r\n%b\r\n" % known)
        head = await reader.readuntil(b"\r\n\r\n")
        status = int(head.split(b" ")[1])
        lines = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:] if b": " in line)
        if status == 200:
            if b"content-length" in lines:
                await reader.readexactly(int(lines[b"content-length"]))
            else:
                while (size := int((await reader.readline()).strip(), 16)) > 0:
                    await reader.readexactly(size + 2)
                await reader.readline()
            tag = lines[b"etag"]
        times.append(time.perf_counter() - began)
        writer.close()
        counts[status] = counts.get(status, 0) + 1
        await asyncio.sleep(max(0.0, PAUSE - times[-1]))


async def watch(port: int, people: int, seconds: float) -> tuple[list[float], dict[int, int]]:
    """All of them, spread over the first five seconds."""
    times: list[float] = []
    counts: dict[int, int] = {}
    until = time.monotonic() + seconds
    await asyncio.gather(*(watcher(port, until, PAUSE * number / people, times, counts) for number in range(people)))
    return times, counts


def _answers(port: int) -> bool:
    """Whether the server is there, with a first list."""
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/open/list.json", timeout=30) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def main(words: list[str]) -> None:
    """Serve, watch and tell."""
    people, seconds = (int(words[0]) if words else 2000), (float(words[1]) if len(words) > 1 else 30.0)
    os.environ.update(PUUR_DATA=tempfile.mkdtemp(prefix="puur-lobby-"), PUUR_PER_ADDRESS="100000", PUUR_AHEAD="0")
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "puur.web.settings")
    port = 8911
    server = subprocess.Popen([sys.executable, "-m", "puur", "serve", "--no-open"], env={**os.environ, "PORT": str(port)})
    while not _answers(port):
        time.sleep(0.2)
    times, counts = asyncio.run(watch(port, people, seconds))
    times.sort()
    print(f"{people} people watch for {seconds:.0f} s: {len(times)} answers, {len(times) / seconds:.0f} a second, {counts}")
    print(
        f"median {1000 * median(times):.1f} ms, p99 {1000 * times[int(0.99 * len(times))]:.0f} ms, most {1000 * times[-1]:.0f} ms"
    )
    server.terminate()
    server.wait(timeout=30)


if __name__ == "__main__":
    main(sys.argv[1:])
