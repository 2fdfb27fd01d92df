"""The reference client (examples/client.py), as it stands, at a running server: nothing of Puur is behind it but the messages."""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
from pathlib import Path

from tests.web.client import Browser, Player, run_async

CLIENT = Path(__file__).resolve().parents[2] / "examples" / "client.py"


def _run(*words: str) -> list[str]:
    done = subprocess.run([sys.executable, "-I", str(CLIENT), *words], capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout.split("\n")


def test_it_opens_a_table_and_plays_two_deals(server: str) -> None:
    """Two deals of this book are 314 points: 157 each, without factor, Weis and Stöck (TAM-ES-10, TAM-ES-17 to TAM-ES-20)."""
    address, totals, _ = _run(f"http://{server}", "--deals", "2")
    assert address.startswith(f"http://{server}/t/")
    assert sum(map(int, totals.removeprefix("totals: ").split())) == 314


def test_it_sits_down_at_the_table_of_somebody(server: str) -> None:
    """With the code alone, while the table waits; the host begins, and both play the first deal to its 157 points."""

    async def main() -> None:
        browser = Browser(server)
        code = browser.open_table(book="tam2014-es")
        host = await Player(browser, code).connect()
        await host.send(t="prefer", pace="none")
        words = (f"http://{server}", "--table", code, "--deals", "1")
        client = await asyncio.create_subprocess_exec(sys.executable, "-I", str(CLIENT), *words, stdout=asyncio.subprocess.PIPE)
        try:
            await host.until(lambda: host.table["seats"][1]["here"])
            await host.do(t="start")
            await host.play(random.Random(3), until=lambda: bool(host.view and host.view["result"]))
            told, _ = await client.communicate()
        finally:
            if client.returncode is None:
                client.kill()
        assert host.view is not None
        assert [*map(int, told.decode().partition("totals: ")[2].split())] == host.view["totals"]
        assert sum(host.view["totals"]) == 157

    run_async(main)
