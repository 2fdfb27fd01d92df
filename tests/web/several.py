"""Several commands of `puur`, one after the other in one process: starting one takes longer than most of them.

Reads a JSON list from stdin; each step is the arguments of a command, or ["sql", statement] on the file of the database, or ["py",
code]. Writes a JSON list of [status, everything that was said].
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import sqlite3
import sys
import warnings
from pathlib import Path


def step(arguments: list[str]) -> tuple[int, str]:
    """Do one."""
    from puur.cli.app import main

    if arguments[0] == "sql":
        with contextlib.closing(sqlite3.connect(Path(os.environ["PUUR_DATA"]) / "puur.sqlite3")) as database, database:
            database.execute(arguments[1])
        return 0, ""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            if arguments[0] == "py":
                exec(arguments[1], {})
            else:
                main(arguments)
        except SystemExit as end:
            return (end.code if isinstance(end.code, int) else 0), said.getvalue()
    return 0, said.getvalue()


if __name__ == "__main__":
    warnings.simplefilter("error")
    print(json.dumps([step(one) for one in json.loads(sys.stdin.read())]))
