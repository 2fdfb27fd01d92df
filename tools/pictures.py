"""Takes the pictures of the table for the guides: `python -m tools.pictures` writes web-phone, web-desktop and web-more.

Starts a server with an empty folder and plays as a person would, at the size of a phone and of a desk.
"""

from __future__ import annotations

import base64
import sys
import time
from collections.abc import Sequence

from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.browser.conftest import PLAYER, chromium
from tools.film import PATIENCE, ROOT, SQUEEZED, server

PICTURES = ROOT / "docs" / "pictures"
PHONE, DESK = (390, 780), (1440, 900)
GAP = 16  # between two screens of a picture
QUALITY = 0.9
PREFERENCES = """localStorage['puur.prefs'] = JSON.stringify({pace: 'fast', hold: 'short'})"""
BOOK = "tam2014-cp"  # a Coiffeur
DEALS = 4  # written before a sheet is shown
READY = "dialog[open] [data-act=ready]"
TURN = ".my-turn .hand-card.yes"


def opened(browser: Browser, size: tuple[int, int], address: str) -> Page:
    """A page of somebody who has just come."""
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="de-CH", reduced_motion="reduce")
    context.add_init_script(PREFERENCES)
    page = context.new_page()
    page.set_default_timeout(PATIENCE * 1000)
    page.goto(address)
    return page


def played(page: Page, wanted: str, times: int = 1) -> None:
    """Play until something is to be seen, so many times; then nothing is done about it."""
    deadline = time.monotonic() + 4 * PATIENCE
    while times:
        if page.locator(wanted).count():
            times -= 1
            if not times:
                page.wait_for_timeout(700)  # what was still on its way lies
                return
        if time.monotonic() > deadline:
            sys.exit(f"pictures: never {wanted}")
        page.evaluate(PLAYER, {"push": False})
        page.wait_for_timeout(120)


def beside(browser: Browser, shots: Sequence[bytes]) -> bytes:
    """Several screens as one picture."""
    images = "".join(f'<img src="data:image/png;base64,{base64.b64encode(shot).decode()}">' for shot in shots)
    page = browser.new_page(viewport={"width": len(shots) * (PHONE[0] + GAP) - GAP, "height": PHONE[1]})
    page.set_content(f'<body style="margin: 0; display: flex; gap: {GAP}px; background: white">{images}')
    picture = page.screenshot()
    page.close()
    return picture


def phone(browser: Browser, address: str) -> list[bytes]:
    """The first page, announcing, a trick, and the result of a deal."""
    page = opened(browser, PHONE, address)
    shots = [page.screenshot()]
    page.click("#play-now")
    page.wait_for_selector(".felt")
    for wanted in (".my-turn .bid-one:not([disabled])", f".board-wrap:has(.lying:nth-of-type(3)){TURN}"):
        played(page, wanted)
        shots.append(page.screenshot())
    played(page, READY)
    return [*shots, page.screenshot()]


def desk(browser: Browser, address: str) -> bytes:
    """A trick beside a slate on which a few deals stand."""
    page = opened(browser, DESK, address)
    page.click("#play-now")
    page.wait_for_selector(".felt")
    for _ in range(2):
        played(page, READY)
        page.click(READY)
    played(page, f".board-wrap:has(.lying:nth-of-type(3)){TURN}")
    return page.screenshot()


def more(browser: Browser, address: str) -> list[bytes]:
    """The table before the game, the sheet of a Coiffeur, and the Jasstafel."""
    page = opened(browser, PHONE, f"{address}tables/new/")
    page.fill("#id_name", "Ruth")
    page.select_option("#id_book", BOOK)
    page.click("form[data-form=table-new] button.big")
    page.wait_for_selector(".lobby")
    shots = [page.screenshot()]
    page.click("[data-act=start]")
    for _ in range(DEALS):
        played(page, READY)
        page.click(READY)
    played(page, TURN)
    page.click(".score")
    page.wait_for_selector("dialog[open]")
    shots.append(page.screenshot())
    page = opened(browser, PHONE, f"{address}slate/")
    page.select_option("#s-book", "ub2024")
    for seat, name in enumerate(("Ruth", "Vreni", "Beat", "Köbi")):
        page.fill(f"[name=name{seat}]", name)
    page.click("form button.big")
    for mode, points in (("E", 112), ("obenabe", 88), ("S", 101), ("L", 64), ("R", 97)):
        page.click(f".mode[data-mode={mode}]")
        page.fill("#e-points", str(points))
        page.click("[data-act=write]")
    page.evaluate("scrollTo(0, 0)")
    page.wait_for_timeout(1500)  # until it is stored
    return [*shots, page.screenshot()]


def main() -> None:
    """Write the three pictures."""
    path = chromium()
    if path is None:
        sys.exit("pictures: no Chromium here; PUUR_CHROMIUM=/path/to/chromium names one")
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        taken = {
            "web-phone": beside(browser, phone(browser, address)),
            "web-desktop": desk(browser, address),
            "web-more": beside(browser, more(browser, address)),
        }
        page = browser.new_page()
        for name, picture in taken.items():
            small = base64.b64decode(page.evaluate(SQUEEZED, [base64.b64encode(picture).decode(), QUALITY]))
            (PICTURES / f"{name}.webp").write_bytes(small)
            print(f"pictures: {len(small):,} bytes in {name}.webp")
        browser.close()


if __name__ == "__main__":
    main()
