"""Known weaknesses of what is installed: `python -m tools.audit`, a part of `make test-full`.

Asks the advisory database of the Python packages (osv.dev, the one behind pip-audit) for every pin of constraints.txt. Without a
network it says so plainly and passes: an audit that could not be made is no finding, and no clean bill either.
"""

from __future__ import annotations

import json
import re
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
SERVICE = "https://api.osv.dev/v1/"
# Advisory: why it does not concern Puur. An entry that no longer applies is to be removed.
ACCEPTED: Mapping[str, str] = {}


class NoNetwork(Exception):
    """The service can not be reached from here."""


def pins(text: str) -> dict[str, str]:
    """Package and version of every line."""
    return dict(re.findall(r"^([A-Za-z0-9_.-]+)==([\w.]+)$", text, re.MULTILINE))


def ask(path: str, data: object | None = None) -> Any:
    """One question to the service."""
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(SERVICE + path, body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return json.loads(answer.read(20 << 20))
    except (urllib.error.URLError, TimeoutError, OSError, ValueError) as problem:
        raise NoNetwork(str(getattr(problem, "reason", problem))) from None


def findings(wanted: Mapping[str, str], ask: Callable[..., Any] = ask) -> dict[str, list[str]]:
    """The open advisories per package."""
    names = sorted(wanted)
    queries = [{"package": {"name": name, "ecosystem": "PyPI"}, "version": wanted[name]} for name in names]
    results = ask("querybatch", {"queries": queries}).get("results", [])
    found: dict[str, list[str]] = {}
    for name, result in zip(names, results, strict=True):
        ids = [one["id"] for one in (result or {}).get("vulns", []) if one["id"] not in ACCEPTED]
        if ids:
            found[f"{name} {wanted[name]}"] = ids
    return found


def main(ask: Callable[..., Any] = ask) -> int:
    """Say what was found; 1 if anything was."""
    wanted = pins((ROOT / "constraints.txt").read_text(encoding="utf-8"))
    try:
        found = findings(wanted, ask)
    except NoNetwork as problem:
        print(f"audit: NOT DONE, the advisory database can not be reached ({problem}). Run `make audit` with a network.")
        return 0
    for package, ids in found.items():
        print(f"audit: {package}: {', '.join(ids)}")
    print(f"audit: {len(wanted)} packages asked for, {len(found)} with known weaknesses, {len(ACCEPTED)} accepted")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
