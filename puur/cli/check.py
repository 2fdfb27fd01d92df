"""`puur check`: rebuild every projection from its events and say where the first one differs. Changes nothing."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.text import Text

from puur.cli.settings import console, tell
from puur.cli.stored import prepare, progress, told

DIFFERENT = 1


def register(app: typer.Typer) -> None:
    """Add `check` to the command."""

    @app.command("check", help=tell("keeping.check.help"))
    def check(
        every: Annotated[bool, typer.Option("--all", help=tell("keeping.check.help.all"))] = False,
        as_json: Annotated[bool, typer.Option("--json", help=tell("keeping.check.help.json"))] = False,
    ) -> None:
        prepare()
        from puur.web.keeping.projections import compared
        from puur.web.keeping.snapshot import snapshot

        counts: dict[str, int] = {}
        wrong: list[dict[str, Any]] = []
        with told(), progress(tell("keeping.check.doing")) as report, snapshot() as using:
            for number, pair in enumerate(compared(using), start=1):
                counts[pair.kind] = counts.get(pair.kind, 0) + 1
                if number % 50 == 0:
                    report(pair.kind, number, 0)
                if not pair.same:
                    stored, rebuilt = (json.dumps(value, ensure_ascii=False, default=str) for value in (pair.stored, pair.rebuilt))
                    wrong.append({"kind": pair.kind, "place": pair.place, "what": pair.what, "stored": stored, "rebuilt": rebuilt})
                    if not every:
                        break
        if as_json:
            typer.echo(json.dumps({"ok": not wrong, "compared": counts, "differences": wrong}, ensure_ascii=False, indent=2))
        else:
            _say(counts, wrong)
        if wrong:
            raise typer.Exit(DIFFERENT)


def _say(counts: dict[str, int], wrong: list[dict[str, Any]]) -> None:
    out = console()
    for difference in wrong:
        facts = {name: value[:400] for name, value in difference.items()}
        out.print(Text(tell("keeping.check.difference", **facts), style="red"), soft_wrap=True)
    if not wrong:
        kinds = ", ".join(f"{kind} {count}" for kind, count in sorted(counts.items()))
        out.print(Text(tell("keeping.check.same", count=sum(counts.values()), kinds=kinds)), soft_wrap=True)
