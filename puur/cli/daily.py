"""`puur daily`: pick the deals of the days ahead, rate what is over, and check the proof of a set of deals that is over."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.settings import console, tell


def register(app: typer.Typer) -> None:
    """Add `daily` to the command."""

    @app.command("daily", help=tell("cli.command.daily"))
    def daily(
        deed: Annotated[str, typer.Argument(metavar="prepare|verify", help=tell("company.help.daily"), show_default=False)],
        file: Annotated[
            Path | None, typer.Argument(metavar="FILE", help=tell("company.help.daily.file"), show_default=False)
        ] = None,
    ) -> None:
        if deed == "prepare" and file is None:
            prepare()
        elif deed == "verify" and file is not None:
            verify(file)
        else:
            raise UserError(tell("company.daily.usage"))


def prepare() -> None:
    """What is due: the days ahead sealed, today's and tomorrow's deals picked and played by every bot, finished ones rated."""
    from puur.cli import stored

    stored.prepare()
    with stored.problems_in_a_line():
        from datetime import timedelta

        from django.utils import timezone

        from puur.bots.levels import LEVELS
        from puur.fast import available
        from puur.web.company import daily, picking, ratings
        from puur.web.company.models import DealSet

        daily.ensure()
        now = timezone.now()
        apart = picking.Apart()
        levels = [name for name, level in LEVELS.items() if available() or not level.searches]
        for dealset in DealSet.objects.filter(opens__lte=now + timedelta(days=1), closes__gt=now).order_by("opens"):
            picking.prepare(dealset, levels, apart)
            console().print(Text(tell("company.daily.ready", name=dealset.key, deals=dealset.deals)), soft_wrap=True)
        sets, games = ratings.rate_sets(), ratings.rate_games(1000)
        console().print(Text(tell("company.daily.rated", sets=sets, games=games)), soft_wrap=True)


def verify(file: Path) -> None:
    """Compute a set again from its proof; status 1 where something is wrong."""
    from puur.web.company import deals

    try:
        proof = json.loads(file.read_text("utf-8"))
    except OSError as problem:
        raise UserError(tell("cli.file.unreadable", path=str(file), reason=problem.strerror or "")) from None
    except ValueError:
        proof = None
    wrong, hands = deals.check_proof(proof) if isinstance(proof, dict) else ("no-proof", [])
    out = console()
    for number, dealt in enumerate(hands, start=1):
        out.print(Text(f"{number}: {' | '.join(str(hand) for hand in dealt)}"), soft_wrap=True)
    if wrong:
        out.print(Text(tell(f"company.proof.{wrong}"), style="red"), soft_wrap=True)
        raise typer.Exit(1)
    out.print(Text(tell("company.proof.ok"), style="green"), soft_wrap=True)
