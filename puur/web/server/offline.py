"""What works without a connection: the service worker with the list of what it keeps, versioned by the content of all of it.

The worker is `static/puur/sw.js`; this module puts the version and the files in front of it. A file that changes makes another
version, so the browser fetches the whole set anew and never mixes modules of two versions.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable

from puur.web.server.static import Static

PAGES = ("/slate/", "/referee/", "/solo/", "/offline/")
_BUNDLES = ("puur/js/solo.all.js", "puur/css/base.css", "puur/css/table.all.css")
_KEPT = ("css/", "js/", "icons/")
_SUITS = tuple(f"cards/{faces}/{suit}.svg" for faces in ("german", "french") for suit in "ERSL")


def kept(static: Static) -> list[str]:
    """The names of the static files that kept pages may need: all modules and style sheets, the suits, the icons, three bundles."""
    wanted = tuple(f"{static.prefix}puur/{start}" for start in (*_KEPT, *_SUITS))
    return sorted([*_BUNDLES, *(path.removeprefix(static.prefix) for path in static.paths if path.startswith(wanted))])


def worker(static: Static, texts: Iterable[tuple[str, bytes]]) -> bytes:
    """The service worker; `texts` are the addresses and contents of what else is kept."""
    script = static.get(f"{static.prefix}puur/sw.js")
    assert script is not None
    files = [(static.address(name), file.body) for name in kept(static) if (file := static.get(static.prefix + name)) is not None]
    more = sorted(texts)
    digest = hashlib.sha256(script.body)
    for path, body in [*files, *more]:
        digest.update(path.encode() + b"\0" + hashlib.sha256(body).digest())
    facts = {"version": digest.hexdigest()[:16], "pages": list(PAGES), "files": [path for path, _ in [*files, *more]]}
    return b"const PUUR = " + json.dumps(facts).encode() + b";\n" + script.body
