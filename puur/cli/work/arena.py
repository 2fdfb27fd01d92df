"""`puur arena`: two players on paired deals; `puur arena levels` says who there is; `puur arena serve` answers jass-kit.

Status 1 when the difference is not significant, 2 for a mistake of the user.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from puur.arena.cluster import NoCluster
from puur.arena.jasskit import AgentFailed
from puur.arena.match import BIDDINGS, Plan
from puur.arena.own import BadChoice, NoBot
from puur.arena.players import UnknownPlayer, parse_player
from puur.arena.run import OtherMatch, run
from puur.arena.stats import Summary, summary
from puur.arena.svg import Point, curve
from puur.bots.levels import LEVELS, unknown
from puur.cli.errors import UserError
from puur.cli.files import load_book
from puur.cli.settings import console, show_json, tell

MOST_DEALS = 1_000_000
NAMES = ", ".join((*LEVELS, "random"))


def arena(
    words: list[str],
    deals: int,
    seed: int,
    reglement: str,
    bidding: str,
    weis: bool,
    workers: int,
    store: str,
    scheduler: str,
    budgets: str,
    svg: str,
    as_json: bool,
    port: int,
) -> None:
    """What `puur arena` does."""
    match words:
        case ["levels"]:
            levels = {key: tell(level.text) for key, level in LEVELS.items()}
            if as_json:
                show_json(levels)
                return
            for key, text in levels.items():
                console().print(Text(f"{key:12}{text}"), soft_wrap=True)
        case ["serve"]:
            _serve(port)
        case [a, b]:
            plan = Plan(a, b, deals, seed, reglement, bidding, weis)
            results = _results(plan, _budgets(budgets), workers, store, scheduler)
            _show(results, as_json)
            if svg:
                _draw(results, Path(svg))
            if not all(result.clear for _, result in results):
                raise typer.Exit(1)
        case _:
            raise UserError(tell("arena.help.words", names=NAMES))


def _budgets(text: str) -> list[int]:
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not all(part.isdigit() and 0 < int(part) <= 10**7 for part in parts):
        raise UserError(tell("arena.error.curve"))
    return [int(part) for part in parts]


def _results(plan: Plan, budgets: list[int], workers: int, store: str, scheduler: str) -> list[tuple[Plan, Summary]]:
    if not 1 <= plan.deals <= MOST_DEALS:
        raise UserError(tell("arena.error.deals", most=MOST_DEALS))
    if plan.bidding not in BIDDINGS:
        raise UserError(tell("arena.error.bidding", values=", ".join(BIDDINGS)))
    for level, fields in unknown(load_book(plan.book)).items():
        if level in f"{plan.a} {plan.b}":
            console(stderr=True).print(tell("bots.other_rules", level=level, fields=", ".join(fields)), soft_wrap=True)
    try:
        first, second = parse_player(plan.a), parse_player(plan.b)
    except UnknownPlayer as error:
        raise UserError(tell("arena.error.player", text=error.text, names=NAMES)) from None
    except NoBot as error:
        raise UserError(tell("arena.error.own", detail=error)) from None
    plans = [replace(plan, a=first.at(rounds).text, b=second.text) for rounds in budgets] or [plan]
    results = []
    for number, part in enumerate(plans):
        path = Path(store if len(plans) == 1 else f"{store}.{number}") if store else None
        try:
            with _bar(part) as progress:
                results.append((part, summary(run(part, workers=workers, store=path, scheduler=scheduler, progress=progress))))
        except OtherMatch as error:
            raise UserError(tell("arena.error.store", path=error)) from None
        except NoCluster as error:
            raise UserError(tell("arena.error.cluster", detail=error)) from None
        except BadChoice as error:
            raise UserError(tell("arena.error.own", detail=error)) from None
        except AgentFailed as error:
            raise UserError(tell("arena.error.agent", detail=error)) from None
    return results


@contextmanager
def _bar(plan: Plan) -> Iterator[Any]:
    """A progress bar on stderr."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as bar:
        task = bar.add_task(tell("arena.playing", a=plan.a, b=plan.b), total=plan.deals)
        yield lambda done, _all: bar.update(task, completed=done)


def _show(results: list[tuple[Plan, Summary]], as_json: bool) -> None:
    if as_json:
        rows = [
            {"plan": {**plan.key(), "deals": plan.deals}, "result": result.to_plain(), "clear": result.clear}
            for plan, result in results
        ]
        show_json(rows if len(rows) > 1 else rows[0])
        return
    out = console()
    for plan, result in results:
        head = tell("arena.result", a=plan.a, b=plan.b, pairs=result.pairs, book=plan.book, bidding=plan.bidding)
        out.print(Text(head, style="bold"), soft_wrap=True)
        out.print(
            Text(tell("arena.result.share", a=plan.a, share=f"{100 * result.share:.2f}", error=f"{100 * result.share_error:.2f}"))
        )
        out.print(Text(tell("arena.result.gain", gain=f"{result.gain:+.2f}", error=f"{result.gain_error:.2f}")))
        out.print(Text(tell("arena.result.clear" if result.clear else "arena.result.unclear")))
        for name, times in ((plan.a, result.times_a), (plan.b, result.times_b)):
            facts = {"mean": f"{times.mean:.2f}", "p95": f"{times.p95:.2f}", "most": f"{times.most:.1f}"}
            out.print(Text(tell("arena.result.times", player=name, **facts), style="dim"), soft_wrap=True)


def _draw(results: list[tuple[Plan, Summary]], path: Path) -> None:
    points = [Point(parse_player(plan.a).budget.rounds, 100 * result.share, 100 * result.share_error) for plan, result in results]
    plan = results[0][0]
    title = tell("arena.playing", a=plan.a.partition("@")[0], b=plan.b)
    path.write_text(curve(points, title, tell("arena.curve.x"), tell("arena.curve.y")), encoding="utf-8")


def _serve(port: int) -> None:
    from puur.arena.service import service

    with service(port) as server:
        console(stderr=True).print(Text(tell("arena.serving", address=f"http://127.0.0.1:{server.server_address[1]}/LEVEL")))
        server.serve_forever()
