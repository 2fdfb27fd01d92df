"""Static files, held in memory: the few that Puur has, compressed once, with an ETag. Only what was found at start is served,
so no path can lead anywhere else. Pages name them under a digest of all of them (`/static/v-…/`), so a browser may keep them and
never mixes two versions; without the digest they are asked for anew. With PUUR_DEBUG they are read for every request.
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.contrib.staticfiles.storage import StaticFilesStorage

from puur.web.server.bundles import BUNDLES, made
from puur.web.server.middleware import POLICY, Receive, Scope, Send

_TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}
LASTING = b"public, max-age=31536000, immutable"
_TEXT = ("text/", "image/svg", "application/json", "application/manifest")


@dataclass(frozen=True, slots=True)
class File:
    """One file, ready to be sent."""

    body: bytes
    zipped: bytes | None
    type: str
    tag: str

    @property
    def code(self) -> bool:
        """Scripts and style sheets are asked for every time, so that an upgrade never mixes two versions."""
        return self.type.startswith(("text/javascript", "text/css"))


def read(path: Path) -> File:
    """A file as it is served."""
    return served(path, path.read_bytes())


def served(path: Path, body: bytes) -> File:
    """Content as it is served under a name."""
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    text = kind.startswith(_TEXT)
    zipped = gzip.compress(body, 9, mtime=0) if text and len(body) > 500 else None
    return File(body, zipped, f"{kind}; charset=utf-8" if text else kind, f'"{hashlib.sha256(body).hexdigest()[:20]}"')


class Static:
    """The ASGI application for everything under `prefix`."""

    def __init__(self, prefix: str, *, fresh: bool = False) -> None:
        self.prefix, self.fresh = prefix, fresh
        self.files: dict[str, File] = {}
        self.paths: dict[str, Path] = {}
        self._scan()

    def _scan(self) -> None:
        for finder in finders.get_finders():
            for name, storage in finder.list(["*.py"]):
                self.paths.setdefault(self.prefix + name.replace("\\", "/"), Path(storage.path(name)))

    @cached_property
    def version(self) -> str:
        """Where the present files have their addresses: a folder named by the content of all of them."""
        if self.fresh:
            return ""
        digest = hashlib.sha256()
        for path in sorted([*self.paths, *(self.prefix + name for name in BUNDLES)]):
            if (file := self.get(path)) is not None:
                digest.update(f"{path}\0{file.tag}\0".encode())
        return f"v-{digest.hexdigest()[:16]}/"

    def address(self, name: str) -> str:
        """Where the pages find a file, as long as it is what it is."""
        return self.prefix + self.version + name

    def get(self, path: str) -> File | None:
        """The file at this address."""
        if self.fresh:
            self._scan()
        name = path.removeprefix(self.prefix)
        if name in BUNDLES and not self.fresh:
            if path not in self.files:
                self.files[path] = served(Path(name), made(name, self._text))
            return self.files[path]
        place = self.paths.get(path)
        if place is None:
            return None
        if self.fresh or path not in self.files:
            try:
                self.files[path] = read(place)
            except OSError:
                return None
        return self.files[path]

    def _text(self, name: str) -> str:
        file = self.get(self.prefix + name)
        if file is None:
            raise FileNotFoundError(name)
        return file.body.decode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one file."""
        given = dict(scope["headers"])
        folder = self.prefix + self.version
        lasting = bool(self.version) and scope["path"].startswith(folder)
        plain = (
            scope["path"].removeprefix(folder)
            if lasting
            else re.sub(r"^v-[0-9a-f]{16}/", "", scope["path"].removeprefix(self.prefix))
        )
        file = self.get(self.prefix + plain)
        headers = [(b"x-content-type-options", b"nosniff"), (b"content-security-policy", POLICY.encode())]
        if file is None or scope["method"] not in ("GET", "HEAD"):
            await _answer(send, 404, [*headers, (b"content-type", b"text/plain")], b"")
            return
        headers += [
            (b"content-type", file.type.encode()),
            (b"etag", file.tag.encode()),
            (
                b"cache-control",
                LASTING
                if lasting
                else b"no-cache"
                if self.fresh or file.code
                else b"public, max-age=300, stale-while-revalidate=86400",
            ),
            (b"cross-origin-resource-policy", b"same-origin"),
            (b"vary", b"accept-encoding"),
        ]
        if file.tag.encode() in given.get(b"if-none-match", b""):
            await _answer(send, 304, headers, b"")
            return
        body = file.body
        if file.zipped is not None and b"gzip" in given.get(b"accept-encoding", b""):
            body = file.zipped
            headers.append((b"content-encoding", b"gzip"))
        headers.append((b"content-length", str(len(body)).encode()))
        await _answer(send, 200, headers, b"" if scope["method"] == "HEAD" else body)


async def _answer(send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


@cache
def present() -> Static:
    """The files of this installation."""
    return Static(settings.STATIC_URL, fresh=settings.DEBUG)


class Addresses(StaticFilesStorage):
    """What `{% static %}` asks for an address."""

    def url(self, name: str | None) -> str:
        """The address of a file that may be kept for ever."""
        return present().address(name or "")
