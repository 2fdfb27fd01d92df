"""Chromium for the browser tests: one per module, every page watched for errors and for requests that leave the host.

Where there is no Chromium the tests are skipped with the reason, never silently: `make test` installs it where it may.
"""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, WebSocket, expect, sync_playwright

ARTEFACTS = Path(__file__).resolve().parents[2] / "artefacts"
PLAYER = (Path(__file__).parent / "player.js").read_text(encoding="utf-8")
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
QUICK = {"pace": "none", "hold": "none", "confirm": "off"}
# How long a condition may take: a limit costs nothing while the tests are green, and a busy machine with two cores needs it.
PATIENCE = 180
WHOLE_GAME = 600
expect.set_options(timeout=PATIENCE * 1000)


def chromium() -> str | None:
    """Where Chromium is: PUUR_CHROMIUM, or the first one on the path."""
    given = os.environ.get("PUUR_CHROMIUM")
    return given or next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="module")
def browser(server: str) -> Iterator[Browser]:  # noqa: ARG001  the server first: Django wants no event loop while it migrates
    path = chromium()
    if path is None:
        pytest.skip("no Chromium: apt-get install chromium, or PUUR_CHROMIUM=/path/to/chromium; nothing in the browser was tested")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(
            executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"], timeout=2000 * PATIENCE
        )
        yield running
        running.close()


# What Chromium itself writes while a server is dead or a line is cut: which of its errors comes depends on the moment.
CUT_OFF = ("WebSocket connection to", "net::ERR_")


class Watch:
    """What went wrong on the pages of a test."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.wrong: list[str] = []
        self.ignored: tuple[str, ...] = ()

    def page(self, page: Page) -> None:
        page.on("console", lambda message: self.note(f"console: {message.text}") if message.type in ("error", "warning") else None)
        page.on("pageerror", lambda error: self.note(f"error: {error}"))
        page.on("request", lambda request: self.request(request.url))
        page.on("websocket", self.socket)

    def request(self, url: str) -> None:
        if not url.startswith((f"http://{self.host}/", f"ws://{self.host}/", "data:", "blob:")):
            self.note(f"leaves the host: {url}")

    def socket(self, socket: WebSocket) -> None:
        self.request(socket.url)
        # The page offers only what the rules accept, and nothing twice.
        socket.on("framereceived", lambda text: self.note(f"refused: {text}") if '"t":"refused"' in str(text)[:60] else None)

    def note(self, text: str) -> None:
        # The network of the machine may change under the test (another test, a laptop that moves): the page has to live with it.
        if not any(part in text for part in ("ERR_NETWORK_CHANGED", *self.ignored)):
            self.wrong.append(text)


@pytest.fixture
def watch(server: str) -> Iterator[Watch]:
    found = Watch(server)
    yield found
    assert found.wrong == []


Open = Callable[..., Page]


@pytest.fixture
def open_page(browser: Browser, server: str, watch: Watch) -> Iterator[Open]:
    """Opens a page in a browser of its own: another person, with their own cookies."""
    contexts: list[BrowserContext] = []

    def make(path: str = "/", *, width: int = 390, height: int = 844, prefs: dict[str, Any] | None = None, **more: Any) -> Page:
        workers = more.pop("workers", False)  # the service worker stays out of the way, except where it is tested
        context = browser.new_context(viewport={"width": width, "height": height}, locale=more.pop("locale", "de-CH"), **more)
        context.set_default_timeout(PATIENCE * 1000)
        wanted = {**QUICK, **(prefs or {})}
        context.add_init_script(
            f"if (!localStorage['puur.prefs']) localStorage['puur.prefs'] = JSON.stringify({json.dumps(wanted)})"
        )
        if workers:
            context.add_init_script("Object.defineProperty(Navigator.prototype, 'webdriver', {get: () => false})")
        contexts.append(context)
        page = context.new_page()
        watch.page(page)
        go(page, f"http://{server}{path}")
        return page

    yield make
    for context in contexts:
        context.close()


def go(page: Page, address: str) -> None:
    """Open an address; a network that changes meanwhile is no reason to give up."""
    for _ in range(3):
        try:
            page.goto(address)
        except Error as error:
            if "ERR_NETWORK_CHANGED" not in str(error):
                raise
        else:
            return
    page.goto(address)


COVERED = """([over, under]) => {
  const seen = (one) => one.checkVisibility({visibilityProperty: true});
  const boxes = (selector) => [...document.querySelectorAll(selector)].filter(seen);
  const meet = (a, b) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > 2 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 2;
  const apart = (a, b) => a.contains(b) || b.contains(a) || !meet(a.getBoundingClientRect(), b.getBoundingClientRect());
  const told = (one) => `${one.className} ${Object.values(one.getBoundingClientRect().toJSON()).map(Math.round)}`;
  return boxes(over).flatMap((upper) =>
    boxes(under).filter((lower) => !apart(upper, lower)).map((lower) => `${told(upper)} over ${told(lower)}`));
}"""


def covered(page: Page, over: str, under: str = ".lying, .plate .name, .chip, .weis-ask, .offer button") -> list[str]:
    """What of the first lies over what of the second: cards, names and buttons unless it is said otherwise."""
    lying: list[str] = page.evaluate(COVERED, [over, under])
    return lying


def keep(page: Page, name: str) -> None:
    """Keep a picture of the page as an artefact."""
    ARTEFACTS.mkdir(exist_ok=True)
    page.screenshot(path=str(ARTEFACTS / f"{name}.png"))


def act(page: Page, **choice: Any) -> str:
    """One step of the player; what it did."""
    return str(page.evaluate(PLAYER, choice))


AUTOPILOT = f"""(given) => {{
  const player = {PLAYER};
  const steps = [];
  const until = Date.now() + given.seconds * 1000;
  return new Promise((done, failed) => {{
    const tick = () => {{
      const step = player(given.choice);
      if (step) steps.push(step);
      if (given.stop.includes(step)) done(steps);
      else if (Date.now() > until) failed(new Error(`no ${{given.stop}} after ${{steps.length}} steps, last ${{steps.slice(-5)}}`));
      else setTimeout(tick, step ? 1 : 6);
    }};
    tick();
  }});
}}"""


def play_until(page: Page, *stop: str, seconds: int = WHOLE_GAME, **choice: Any) -> list[str]:
    """Play in the page until one of these steps is done; all steps."""
    found: list[str] = page.evaluate(AUTOPILOT, {"stop": list(stop), "seconds": seconds, "choice": choice})
    return found


def set_going(page: Page, *stop: str, seconds: int = WHOLE_GAME, **choice: Any) -> None:
    """Let somebody play by themselves while the test does something else."""
    given = {"stop": list(stop), "seconds": seconds, "choice": choice}
    script = f"""(given) => {{
      window.puurTest = null;
      const failed = (error) => {{ window.puurTest = {{error: String(error)}}; }};
      ({AUTOPILOT})(given).then((steps) => {{ window.puurTest = {{steps}}; }}, failed);
    }}"""
    page.evaluate(script, given)


def play_all(pages: list[Page], *stop: str, **choice: Any) -> list[list[str]]:
    """Let several people play at once, each until one of these steps is done; the steps of each."""
    for page in pages:
        set_going(page, *stop, **choice)
    done = [wait_for(page, "window.puurTest", seconds=WHOLE_GAME + PATIENCE) for page in pages]
    assert [one.get("error") for one in done] == [None] * len(pages)
    return [one["steps"] for one in done]


def play_to(page: Page, selector: str, seconds: int = WHOLE_GAME) -> None:
    """Play until something can be done, and stop before doing it; a dialogue has to be named in the selector."""
    script = f"""(given) => {{
      const player = {PLAYER};
      const until = Date.now() + given.seconds * 1000;
      return new Promise((done, failed) => {{
        const tick = () => {{
          const covered = document.querySelector('dialog[open], .offer') && !given.selector.startsWith('dialog');
          const line = document.querySelector('puur-table')?.line;
          const asked = line && line.pending.size > 0;  // an answer on its way would change the view under the test
          if (document.querySelector(given.selector) && !covered && !asked) done(true);
          else if (Date.now() > until) failed(new Error(`never ${{given.selector}}: ${{document.body.innerText.slice(0, 600)}}`));
          else setTimeout(tick, !asked && player({{}}) ? 1 : 6);
        }};
        tick();
      }});
    }}"""
    page.evaluate(script, {"selector": selector, "seconds": seconds})


def wait_for(page: Page, script: str, arg: Any = None, seconds: int = PATIENCE) -> Any:
    """Wait until a script says something, and give it; Playwright's own way needs `eval`, which the content policy forbids."""
    return until(page, lambda: page.evaluate(script, arg), f"never: {script}", seconds)


def until(page: Page, found: Callable[[], Any], otherwise: str, seconds: int = PATIENCE) -> Any:
    """Look again and again until something is there, and give it; between two looks the page goes on, and so do its listeners."""
    end = time.monotonic() + seconds
    while not (value := found()):
        assert time.monotonic() < end, otherwise
        page.wait_for_timeout(15)
    return value


REMEMBER = """(selector) => {
  const seen = (window.puurSeen ||= {});
  seen[selector] = [];
  const look = () => { for (const one of document.querySelectorAll(selector)) seen[selector].push(one.innerText.trim()); };
  new MutationObserver(look).observe(document.body, {subtree: true, childList: true, characterData: true});
  look();
}"""


def remember(page: Page, selector: str) -> None:
    """Write down every text that appears at a place, however short its time is; `remembered` waits for one of them."""
    page.evaluate(REMEMBER, selector)


def remember_at_once(page: Page, selector: str) -> None:
    """The same on the next page from its beginning: what bots say there is gone before a test could ask."""
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => ({REMEMBER})({json.dumps(selector)}))")


def remembered(page: Page, selector: str, text: str) -> None:
    """Wait until a text has been at that place."""
    wait_for(page, "([selector, text]) => window.puurSeen[selector].includes(text)", [selector, text])


def cut_the_line(page: Page) -> None:
    """The connection breaks and stays broken until the person presses the button of the banner."""
    page.evaluate("""() => new Promise((done) => {
      const line = document.querySelector('puur-table').line;
      line.check = () => {};
      line.socket.close();
      const tick = () => {
        if (line.socket) { setTimeout(tick, 5); return; }
        clearTimeout(line.timer);
        done();
      };
      tick();
    })""")


def settled(page: Page) -> None:
    """Wait until everything that was sent has been answered."""
    wait_for(page, "document.querySelector('puur-table').line.pending.size === 0")


def rule_shown(page: Page) -> dict[str, str]:
    """The provision that a banner or a ruling names: its id and its address, read at once."""
    found: dict[str, str] = wait_for(
        page,
        """() => {
          const rule = document.querySelector('.banner a.rule, dialog[data-dialog=pending] a.rule');
          return rule && rule.checkVisibility() ? {id: rule.innerText, href: rule.getAttribute('href')} : null;
        }""",
    )
    return found


def new_table(page: Page, name: str, *, book: str = "jassregeln", target: int | None = None, **more: str) -> str:
    """Fill in the form for a new table; its code."""
    page.goto(page.url.split("/", 3)[0] + "//" + page.url.split("/")[2] + "/tables/new/")
    page.fill("#id_name", name)
    page.select_option("#id_book", book)
    if target:
        page.fill("#id_target", str(target))
    for field, value in more.items():
        if value == "on":
            page.check(f"[name={field}]")
        elif page.locator(f"[name={field}][type=radio]").count():
            page.check(f"[name={field}][value={value}]")
        else:
            page.select_option(f"#id_{field}", value)
    page.click("form[data-form=table-new] button.big")
    page.wait_for_selector(".lobby")
    return page.url.rstrip("/").rsplit("/", 1)[1]


def join(page: Page, name: str, seat: int) -> None:
    """Take a name and a seat in the lobby."""
    page.fill("#lobby-name", name)
    page.keyboard.press("Enter")
    page.click(f"[data-act=sit-{seat}]")
    expect(page.locator(".lobby-seat.you")).to_contain_text(name)


def view(page: Page) -> dict[str, Any]:
    """What the table of the page was told last."""
    found: dict[str, Any] = page.evaluate("document.querySelector('puur-table').view")
    return found
