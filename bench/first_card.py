"""What a phone needs until it shows the first card, and how smoothly cards fly: bytes, time, layout shift, frames.

A real server, headless Chromium as a phone of 360 x 740 over the DevTools protocol: 1.6 Mbit/s, 150 ms, a processor slowed down
four times. The table is dealt before the clock starts, so nothing waits for bots. `python -m bench.first_card`; needs Chromium.

Times and frames tell about the machine too: where other programs want it, most of them is waiting. `work` is what the page itself
asks of a processor while cards fly, in processor time of its main thread, and holds on a busy machine as well.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, BrowserContext, CDPSession, Page, sync_playwright

PLAYER = (Path(__file__).parents[1] / "tests/web/browser/player.js").read_text(encoding="utf-8")
DRAWN = """() => {
  const cards = [...document.querySelectorAll('.hand-card img')];
  return cards.length > 0 && cards.every((card) => card.complete && card.naturalWidth > 0);
}"""
WATCH = """
  window.puurShift = 0;
  window.puurDrawn = 0;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.puurShift += entry.value;
  }).observe({type: 'layout-shift', buffered: true});
  const look = () => {
    const cards = [...document.querySelectorAll('.hand-card img')];
    if (cards.length && cards.every((card) => card.complete && card.naturalWidth > 0)) window.puurDrawn = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
"""
FRAMES = """() => new Promise((done) => {
  const times = [];
  let last = performance.now();
  const tick = (now) => {
    times.push(now - last);
    last = now;
    if (times.length < 240) requestAnimationFrame(tick); else done(times.slice(1));
  };
  requestAnimationFrame(tick);
})"""
SLOW = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}


@contextmanager
def served(port: int) -> Iterator[str]:
    """A server of its own, with bots that do not dawdle."""
    folder = tempfile.mkdtemp()
    env = os.environ | {
        "PUUR_DATA": folder,
        "PORT": str(port),
        "PUUR_BOT_DELAY": "0",
        "PUUR_TRICK_DELAY": "0.3",
        "PUUR_OPEN_RATE": "9",
    }
    server = subprocess.Popen([sys.executable, "-m", "puur", "serve"], env=env, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(1200):
            try:
                urllib.request.urlopen(f"{address}/healthz", timeout=1).read()
                break
            except OSError:
                time.sleep(0.1)
        yield address
    finally:
        server.terminate()
        server.wait(10)
        shutil.rmtree(folder, ignore_errors=True)


def phone(browser: Browser, lang: str) -> BrowserContext:
    """A phone; its preferences are those of somebody who has never been here, but for the trick that lies there."""
    return browser.new_context(
        viewport={"width": 360, "height": 740}, device_scale_factor=2, locale=lang, is_mobile=True, has_touch=True
    )


def dealt(page: Page, address: str) -> None:
    """A table at which cards are held."""
    page.goto(address)
    page.click("#play-now")
    page.wait_for_selector(".felt")
    until = time.monotonic() + 30
    while not page.evaluate(DRAWN) and time.monotonic() < until:
        page.evaluate(PLAYER, {})
        page.wait_for_timeout(20)


class Counter:
    """What comes over the line."""

    def __init__(self, line: CDPSession) -> None:
        self.bytes, self.requests = 0.0, 0
        self.kinds: dict[str, float] = {}
        self._types: dict[str, str] = {}
        line.on("Network.responseReceived", self._response)
        line.on("Network.loadingFinished", self._done)
        line.on("Network.webSocketFrameReceived", self._frame)

    def _response(self, event: dict[str, Any]) -> None:
        cached = event["response"].get("fromDiskCache") or event["response"].get("fromPrefetchCache")
        self._types[event["requestId"]] = "" if cached else event["type"]

    def _done(self, event: dict[str, Any]) -> None:
        kind = self._types.get(event["requestId"], "")
        if kind and event["encodedDataLength"]:
            self.add(kind, event["encodedDataLength"])

    def _frame(self, event: dict[str, Any]) -> None:
        self.add("WebSocket", len(event["response"]["payloadData"]))

    def add(self, kind: str, size: float) -> None:
        self.bytes += size
        self.requests += 1
        self.kinds[kind] = self.kinds.get(kind, 0) + size


def measured(page: Page, *, fresh: bool) -> dict[str, Any]:
    """Load the page of the table again, as a phone that was never here (`fresh`) or that was."""
    line = page.context.new_cdp_session(page)
    line.send("Network.enable")
    if fresh:
        line.send("Network.clearBrowserCache")
    counter = Counter(line)
    line.send("Network.emulateNetworkConditions", SLOW)
    line.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    page.add_init_script(WATCH)
    page.goto(page.url, wait_until="commit")
    until = time.monotonic() + 30
    while not page.evaluate("window.puurDrawn") and time.monotonic() < until:
        page.wait_for_timeout(10)
    first = {"kB": round(counter.bytes / 1000, 1), "requests": counter.requests}
    kinds = {kind: round(size / 1000, 1) for kind, size in counter.kinds.items()}
    drawn = page.evaluate("window.puurDrawn") / 1000
    page.wait_for_timeout(2500)
    shift = page.evaluate("window.puurShift")
    line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    line.send("Network.emulateNetworkConditions", {**SLOW, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1})
    line.detach()
    return {
        "drawn_s": round(drawn, 2),
        **first,
        "kinds": kinds,
        "kB_later": round(counter.bytes / 1000, 1),
        "shift": round(shift, 4),
    }


def frames(page: Page, rate: int) -> dict[str, float]:
    """Frames while cards are dealt and fly, the processor slowed down so many times."""
    line = page.context.new_cdp_session(page)
    line.send("Emulation.setCPUThrottlingRate", {"rate": rate})
    page.evaluate(f"""() => {{
      const player = {PLAYER};
      window.puurPlays = setInterval(() => player({{}}), 250);
    }}""")
    times: list[float] = page.evaluate(FRAMES)
    page.evaluate("clearInterval(window.puurPlays)")
    line.send("Emulation.setCPUThrottlingRate", {"rate": 1})
    late = sum(time > 25 for time in times)
    return {
        "fps": round(1000 / statistics.mean(times), 1), "median_ms": round(statistics.median(times), 1),
        "p95_ms": round(sorted(times)[int(len(times) * 0.95)], 1), "late_of": late / len(times),
    }  # fmt: skip


LONG = 50  # milliseconds: what is called a long task
SLOWER = 4  # a phone beside this machine
SECONDS = 9


def work(browser: Browser, page: Page) -> dict[str, float]:
    """What the main thread of the page does while cards fly at the usual pace: milliseconds of processor time."""
    browser.start_tracing(page=page, categories=["-*", "devtools.timeline", "disabled-by-default-devtools.timeline"])
    page.evaluate(f"""() => {{
      const player = {PLAYER};
      window.puurPlays = setInterval(() => player({{}}), 250);
    }}""")
    page.wait_for_timeout(SECONDS * 1000)
    page.evaluate("clearInterval(window.puurPlays)")
    events = json.loads(browser.stop_tracing())["traceEvents"]
    mains = {(each["pid"], each["tid"]) for each in events if each.get("args", {}).get("name") == "CrRendererMain"}
    mine = [each for each in events if each["ph"] == "X" and "tdur" in each and (each["pid"], each["tid"]) in mains]
    tasks = [each["tdur"] / 1000 for each in mine if each["name"] == "RunTask"]
    layout = sum(each["tdur"] for each in mine if each["name"] == "Layout") / 1000
    return {
        "ms_per_s": round(sum(tasks) / SECONDS, 1), "layout_ms_per_s": round(layout / SECONDS, 1),
        "longest_ms": round(max(tasks), 1), "long_on_a_phone": sum(task * SLOWER > LONG for task in tasks),
    }  # fmt: skip


def main() -> None:
    """Measure, and print one JSON object for each line of the table in docs/performance.md."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8791)
    parser.add_argument("--lang", default="de-CH")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    path = os.environ.get("PUUR_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    with served(given.port) as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for _ in range(given.runs):
            page = phone(browser, given.lang).new_page()
            dealt(page, address)
            print(json.dumps({"first": measured(page, fresh=True)}))
            dealt(page, address)
            print(json.dumps({"second": measured(page, fresh=False)}))
            print(json.dumps({"work": work(browser, page)}))
            for rate in (1, 4):
                print(json.dumps({f"frames, processor / {rate}": frames(page, rate)}))
            page.context.close()
        browser.close()


if __name__ == "__main__":
    main()
