"""Films a deal at a table in the browser: `python -m tools.film` writes docs/pictures/deal.webp, which the README shows.

Starts a server with an empty folder, plays as a person would, and keeps a picture whenever something has changed. Chromium makes
WebP of each; here they are only put one after the other, in the container that RFC 9649 describes.
"""

from __future__ import annotations

import base64
import os
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.web.browser.conftest import PLAYER, chromium

ROOT = Path(__file__).resolve().parent.parent
FILM = ROOT / "docs" / "pictures" / "deal.webp"
WIDTH, HEIGHT = 480, 640
QUALITY = 0.62
SHOWN = 420  # milliseconds that a picture stays
FIRST, LAST = 1500, 4000
MOST = 70  # pictures
PATIENCE = 180.0
PACE = {"PUUR_BOT_DELAY": "0.5", "PUUR_TRICK_DELAY": "1.3"}
SQUEEZED = """async ([png, quality]) => {
  const picture = new Image();
  picture.src = `data:image/png;base64,${png}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.getContext('2d').drawImage(picture, 0, 0);
  return canvas.toDataURL('image/webp', quality).split(',')[1];
}"""


@contextmanager
def server() -> Iterator[str]:
    """A Puur of its own, with nothing stored."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as data:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        own = {**os.environ, **PACE, "PUUR_DATA": data, "PORT": str(port)}
        running = subprocess.Popen([sys.executable, "-m", "puur", "serve", "--no-open"], cwd=ROOT, env=own)
        try:
            _wait(f"http://127.0.0.1:{port}/healthz")
            yield f"http://127.0.0.1:{port}/"
        finally:
            running.terminate()
            running.wait()


def _wait(address: str) -> None:
    deadline = time.monotonic() + PATIENCE
    while True:
        try:
            urllib.request.urlopen(address, timeout=5).close()
        except (urllib.error.URLError, OSError):
            if time.monotonic() > deadline:
                raise
            time.sleep(0.2)
        else:
            return


def filmed(page: Page) -> list[bytes]:
    """Pictures from the first page to the result of the first deal, each different from the one before."""
    shots = [page.screenshot()]
    page.click("#play-now")
    page.wait_for_selector(".hand-card, [data-act=cut]")
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline and len(shots) < MOST:
        shot = page.screenshot()
        if shot != shots[-1]:
            shots.append(shot)
        if page.locator("dialog[open] [data-act=ready]").count():
            return [*shots, page.screenshot()]
        page.evaluate(PLAYER, {"push": False})
        page.wait_for_timeout(250)
    return shots


def animated(pictures: list[bytes]) -> bytes:
    """One film of WebP pictures, which begins again when it is over."""
    times = [FIRST, *([SHOWN] * (len(pictures) - 2)), LAST]
    size = struct.pack("<I", WIDTH - 1)[:3] + struct.pack("<I", HEIGHT - 1)[:3]
    frames = [
        _chunk(b"ANMF", bytes(6) + size + struct.pack("<I", shown)[:3] + b"\x02" + _picture(picture))
        for shown, picture in zip(times, pictures, strict=True)
    ]
    body = b"WEBP" + _chunk(b"VP8X", b"\x02\0\0\0" + size) + _chunk(b"ANIM", b"\xff\xff\xff\xff\0\0") + b"".join(frames)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _chunk(name: bytes, data: bytes) -> bytes:
    return name + struct.pack("<I", len(data)) + data + bytes(len(data) % 2)


def _picture(webp: bytes) -> bytes:
    """The chunk with the picture of a still file."""
    place = 12
    while place < len(webp):
        name, length = webp[place : place + 4], struct.unpack_from("<I", webp, place + 4)[0]
        if name in (b"VP8 ", b"VP8L"):
            return webp[place : place + 8 + length + length % 2]
        place += 8 + length + length % 2
    raise ValueError("no picture in the file")


def main() -> None:
    """Write the film."""
    path = chromium()
    if path is None:
        sys.exit("film: no Chromium here; PUUR_CHROMIUM=/path/to/chromium names one")
    with server() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        page = browser.new_page(viewport={"width": WIDTH, "height": HEIGHT}, locale="de-CH")
        page.set_default_timeout(PATIENCE * 1000)
        page.goto(address)
        shots = filmed(page)
        page.goto("about:blank")
        pictures = [base64.b64decode(page.evaluate(SQUEEZED, [base64.b64encode(shot).decode(), QUALITY])) for shot in shots]
        browser.close()
    FILM.write_bytes(animated(pictures))
    print(f"film: {len(pictures)} pictures, {FILM.stat().st_size:,} bytes in {FILM.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
