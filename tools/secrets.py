"""Secrets that were written into the repository by mistake: `python -m tools.secrets`, a part of `make test-full`.

Looks through every file that git knows for keys of the usual makes and for long random values beside a telling name. What is meant
to be there (test data) stands in `tools/secrets.baseline` as a hash of the line, never in clear. `--accept` rewrites it.
"""

from __future__ import annotations

import hashlib
import math
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BASELINE = Path(__file__).with_name("secrets.baseline")
SKIPPED = {".png", ".pdf", ".woff2", ".svg", ".case", ".ico", ".jsonl"}
ADDRESS = "password in an address"
MAKES = {
    "private key": re.compile(r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----"),
    "AWS key": re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    "GitHub token": re.compile(r"\bgh[pousr]_[A-Za-z0-9]{36,}\b|\bgithub_pat_\w{50,}\b"),
    "GitLab token": re.compile(r"\bglpat-[\w-]{20,}\b"),
    "Slack token": re.compile(r"\bxox[abprs]-[\w-]{10,}"),
    "Google key": re.compile(r"\bAIza[\w-]{35}\b"),
    "PyPI token": re.compile(r"\bpypi-[A-Za-z0-9_-]{50,}"),
    "JWT": re.compile(r"\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}"),
    ADDRESS: re.compile(r"\b[a-z][a-z+]+://[^\s/:@'\"{}<>]+:[^\s/:@'\"{}<>…]{3,}@[^\s'\"]+"),
}
NAMED = re.compile(
    r"(?i)(?:password|passwd|secret|token|api[_-]?key|private[_-]?key)\w*['\"]?\s*[:=]\s*['\"]([A-Za-z0-9+/_=-]{20,})['\"]"
)
PLACEHOLDER = re.compile(r":(?:password|pw|CHANGE-ME)@")  # as the documentation writes them
RANDOM = 3.5  # bits per character; words have fewer, keys more


def entropy(text: str) -> float:
    """Bits per character."""
    counts = Counter(text)
    return -sum(count / len(text) * math.log2(count / len(text)) for count in counts.values())


def suspects(text: str) -> Iterator[tuple[int, str, str]]:
    """Line, kind and what was found."""
    for number, line in enumerate(text.splitlines(), start=1):
        for kind, pattern in MAKES.items():
            for secret in pattern.findall(line):
                if not PLACEHOLDER.search(secret):
                    yield number, kind, secret
        for secret in NAMED.findall(line):
            if entropy(secret) >= RANDOM:
                yield number, "random value", secret


def files() -> Iterator[Path]:
    """Every file that git knows; without git, those that are shipped."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
    except (OSError, subprocess.CalledProcessError):
        shipped = (path for folder in ("puur", "tests", "tools", "bench", "docs") for path in (ROOT / folder).rglob("*"))
        listed = [path.relative_to(ROOT).as_posix() for path in shipped if "__pycache__" not in path.parts]
    for name in sorted(filter(None, listed)):
        path = ROOT / name
        if path.suffix not in SKIPPED and path.is_file():
            yield path


def mark(name: str, secret: str) -> str:
    """How a suspect stands in the baseline."""
    return f"{name} {hashlib.sha256(f'{name}:{secret}'.encode()).hexdigest()[:24]}"


def main(arguments: list[str]) -> int:
    """Report what is new; 1 if anything is."""
    known = set(BASELINE.read_text(encoding="utf-8").splitlines()) if BASELINE.exists() else set()
    seen: set[str] = set()
    fresh = 0
    count = 0
    for path in files():
        count += 1
        name = path.relative_to(ROOT).as_posix()
        for number, kind, secret in suspects(path.read_text(encoding="utf-8", errors="replace")):
            if kind == ADDRESS and name.startswith(("tests/", "bench/")):
                continue  # servers of tests: nothing that anybody could reach
            known_as = mark(name, secret)
            seen.add(known_as)
            if known_as not in known and "--accept" not in arguments:
                fresh += 1
                print(f"secrets: {name}:{number}: {kind} ({secret[:4]}…)")
    if "--accept" in arguments:
        BASELINE.write_text("".join(f"{line}\n" for line in sorted(seen)), encoding="utf-8")
    print(f"secrets: {count} files, {len(seen)} known cases of test data, {fresh} new")
    return 1 if fresh else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
