"""Known weaknesses of what is installed: `python -m tools.audit`, a part of `make test-full`.

pip-audit asks the advisory database of open source (OSV) for every pin of constraints.txt. It calls packages that it could not ask
for clean; this does not: what was not asked for is said plainly, and is no finding and no clean bill either.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PINS = ROOT / "constraints.txt"
# Advisory: why it does not concern Puur. An entry that no longer applies is to be removed.
ACCEPTED: Mapping[str, str] = {}


def ask(pins: Path, more: Sequence[str] = ()) -> tuple[list[dict[str, Any]], str]:
    """What pip-audit knows of every pin; if it could not ask, nothing, and why."""
    command = [sys.executable, "-m", "pip_audit", "--requirement", str(pins), "--no-deps", "--disable-pip"]
    command += ["--vulnerability-service", "osv", "--format", "json", "--progress-spinner", "off", *more]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        packages: list[dict[str, Any]] = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        return [], (done.stderr.strip().splitlines() or ["no answer"])[-1][:200]
    return packages, ""


def main(pins: Path = PINS, more: Sequence[str] = ()) -> int:
    """Say what was found; 1 if anything was."""
    answers, problem = ask(pins, more)
    if not answers:
        print(f"audit: NOT DONE, the advisory database cannot be reached ({problem}). Run `make audit` with a network.")
        return 0
    weak = skipped = 0
    for package in answers:
        ids = [flaw["id"] for flaw in package.get("vulns", []) if not {flaw["id"], *flaw.get("aliases", [])} & ACCEPTED.keys()]
        skipped += "skip_reason" in package
        weak += bool(ids)
        if ids:
            print(f"audit: {package['name']} {package['version']}: {', '.join(ids)}")
    if skipped:
        print(f"audit: NOT DONE for {skipped} packages, which the database does not know")
    print(f"audit: {len(answers) - skipped} packages asked for, {weak} with known weaknesses, {len(ACCEPTED)} accepted")
    return 1 if weak else 0


if __name__ == "__main__":
    sys.exit(main())
