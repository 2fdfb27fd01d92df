"""What `puur score` shows: the slate with its Z, the points by source, Striche or the Coiffeur sheet. It decides nothing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from puur.cli.settings import settings, tell
from puur.core.deal import Deal, Phase
from puur.core.faces import Faces
from puur.core.game import Game
from puur.core.ledger import Entry
from puur.core.mode import Mode
from puur.core.outcome import settled
from puur.core.reglement import Source
from puur.core.seats import SEAT_NAMES, other
from puur.core.sheet import Sheet
from puur.core.slate import strokes
from puur.core.striche import striche
from puur.notation.scoring import checks
from puur.reglement.catalogue import UnknownProvision, provision, text
from puur.words.refusals import explain as in_words

WIDTH = 24  # of an empty Z
_BAR, _STROKE, _SLANT, _CROSSED = "\u2500", "\u253c", "\u2571", "\u2573"  # box drawing: line, cross, slant, slants crossed


def page(game: Game, *, explain: bool = False) -> Iterator[RenderableType]:
    """The whole answer, from the title to the winner."""
    yield Text(f"{game.book.title} ({game.book.key})", style="bold")
    yield Text("   ".join(f"{game.side_name(side)}: {_names(game, side)}" for side in range(len(game.ledger.totals))))
    yield Text("")
    if game.form.lines(game.book):
        yield sheet_table(game, game.form.sheet(game))
    elif len(game.ledger.totals) != 2:
        yield deal_table(game)
    else:
        if game.deals:
            yield deal_table(game)
            yield Text("")
        yield slate(game, [f"{game.side_name(team)}  {total}" for team, total in enumerate(game.ledger.totals)])
    if any(row.total for row in striche(game)):
        yield Text("")
        yield striche_table(game)
    if explain:
        yield Text(f"\n{tell('score.explain')}", style="bold")
        yield entry_table(game)
        yield Text("")
        yield provision_table(game)
    yield Text("")
    yield from endings(game)


def _names(game: Game, team: int) -> str:
    return ", ".join(game.setup.names[seat] for seat in game.seats_of(team))


def deal_table(game: Game) -> Table:
    """One line per deal: what was announced, the points of both teams by source, and the score after it."""
    merged = {Source.LAST_TRICK: Source.STICH}  # people write them as one; --explain and --json keep them apart
    used = {merged.get(entry.source, entry.source) for entry in game.ledger.entries}
    sources = [source for source in Source if source in used]
    table = _table(tell("score.deal"), tell("score.announced"))
    several = len(game.ledger.totals) > 2
    if several:
        table.padding = (0, 1, 0, 0)
    for source in sources:
        table.add_column(tell(f"score.source.{source.value}"), justify="right", no_wrap=True)
    summed = not several or len(sources) < 4  # otherwise what was announced has no room in 80 columns
    for key in ("score.sum", "score.running")[not summed :]:
        table.add_column(tell(key), justify="right", no_wrap=True)
    running = (0,) * len(game.ledger.totals)
    for deal in game.deals:
        entries = game.ledger.of_deal(deal.number)
        made = _sums(game, entries)
        running = tuple(map(sum, zip(running, made, strict=True)))
        cells = (
            _sums(game, [entry for entry in entries if merged.get(entry.source, entry.source) is source]) for source in sources
        )
        table.add_row(
            str(deal.number), announced(game, deal), *map(_pair, (*cells, made, running) if summed else (*cells, running))
        )
    return table


def _table(first: str, *others: str) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column(first, justify="right", no_wrap=True)
    for column in others:
        table.add_column(column)
    return table


def _sums(game: Game, entries: Sequence[Entry]) -> tuple[int, ...]:
    return tuple(sum(entry.points for entry in entries if entry.team == side) for side in range(len(game.ledger.totals)))


def _pair(points: tuple[int, ...]) -> str:
    return ":".join(map(str, points)) if any(points) else "–"


def announced(game: Game, deal: Deal, *, factor: bool = True) -> str:
    """What was announced, by whom, and the factor."""
    parts = []
    if deal.mode is not None:
        said = mode_name(deal.mode, game.faces)
        if factor and deal.factor != 1:
            said += f" ×{deal.factor}"
        who = SEAT_NAMES[deal.announcer] if deal.announcer is not None else ""
        parts.append(f"{who} {said}".strip())
    if deal.pushes:
        parts.append(tell("score.pushed"))
    if deal.phase is not Phase.OVER:
        parts.append(tell("score.unfinished"))
    return ", ".join(parts)


def mode_name(mode: Mode, faces: Faces) -> str:
    """A mode as it is said."""
    if mode.trump is not None and mode.steady:
        return tell(f"play.suit.{faces.value}.{mode.trump.value}")
    kind, dash, way = str(mode).partition("-")
    return tell(f"play.mode.{kind}") + dash + way


def slate(game: Game, titles: Sequence[str]) -> Table:
    """The Jasstafel: one half per team, a Z with strokes for 100, 50 and 20, and one remainder. (UB-SLATE-02, UB-SLATE-03)"""
    table = Table(box=None, padding=(0, 4, 0, 0), pad_edge=False, header_style="bold")
    for title in titles:
        table.add_column(title, no_wrap=True)
    for left, right in zip(*(z_lines(game.ledger.totals[team]) for team in (0, 1)), strict=True):
        table.add_row(left, right)
    return table


def z_lines(points: int) -> tuple[str, ...]:
    """The Z of one team: hundreds on the upper bar, fifties on the slant, twenties on the lower bar, the remainder beside it."""
    drawn = strokes(points)
    upper = _bar(drawn.hundreds)
    width = len(upper)
    places = (3 * width // 4, width // 2, width // 4)
    slants = [" " * place + _SLANT for place in places]
    if drawn.fifties:
        slants[1] = " " * places[1] + _CROSSED
    lower = f"{_bar(drawn.twenties):{_BAR}<{width}}   20   {drawn.remainder}"
    return f"{upper}  100", slants[0], f"{slants[1]:<{width}}   50", slants[2], lower


def _bar(count: int) -> str:
    """A bar with this many strokes across it, in fives."""
    groups = [_STROKE * 5] * (count // 5) + ([_STROKE * (count % 5)] if count % 5 else [])
    return f"{_BAR}{_BAR.join(groups):{_BAR}<{WIDTH - 2}}{_BAR}"


def sheet_table(game: Game, sheet: Sheet) -> Table:
    """A sheet with fixed lines: a row per deal with what both pairs write, and the sums. (TAM-CP-34)"""
    table = _table(tell("score.deal"), tell("score.sheet.variant"), tell("score.announced"))
    for column in (tell("score.sheet.factor"), *(game.side_name(side) for side in range(len(game.ledger.totals)))):
        table.add_column(column, justify="right")
    deals = {deal.number: deal for deal in game.deals}
    for row in sheet.rows:
        remark = f" ({tell('score.sheet.nuller')})" if row.note == "nuller" else ""
        cells = (row.name + remark, announced(game, deals[row.deal], factor=False), str(row.factor))
        table.add_row(str(row.deal), *cells, *map(str, row.points))
    table.add_row("", tell("score.total"), "", "", *map(str, game.ledger.totals), style="bold")
    return table


def striche_table(game: Game) -> Table:
    """What the game gives each player. (UB-STR-01 to 05)"""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column(tell("score.striche"))
    columns = ("match", "bergpreis", "victory", "schneider")
    for column in columns:
        table.add_column(tell(f"score.striche.{column}"), justify="right")
    table.add_column(tell("score.total"), justify="right")
    for seat, row in enumerate(striche(game)):
        table.add_row(game.setup.names[seat], *(str(getattr(row, column)) for column in columns), str(row.total))
    return table


def entry_table(game: Game) -> Table:
    """Every number of the slate with the provision that it comes from."""
    table = _table(tell("score.deal"), "", tell("score.explain.source"))
    table.add_column(tell("score.explain.count"), justify="right")
    table.add_column(tell("score.explain.rule"))
    for entry in game.ledger.entries:
        count = str(entry.points)
        if entry.factor != 1 and entry.raw * entry.factor == entry.points:
            count = f"{entry.raw} × {entry.factor} = {entry.points}"
        elif entry.raw != entry.points:
            count = f"{entry.raw} → {entry.points}"
        source = tell(f"score.source.{entry.source.value}")
        table.add_row(str(entry.deal), game.side_name(entry.team), source, count, entry.rule)
    return table


def provision_table(game: Game) -> Table:
    """The provisions that the numbers cite, each once, with its text where the catalogue has it."""
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, show_header=False)
    table.add_column(style="cyan", no_wrap=True)
    table.add_column()
    for rule in dict.fromkeys(entry.rule for entry in game.ledger.entries):
        try:
            said, translated = text(provision(rule), settings().lang)
        except UnknownProvision:
            continue  # a book of one's own may cite what the catalogue does not have
        table.add_row(rule, said if translated else f"{said} {tell('score.not_translated')}")
    return table


def endings(game: Game) -> Iterator[Text]:
    """Control sum, Bergpreis, penalties, warnings, and who has won."""
    for line, right in control_lines(game):
        yield Text(line, style="" if right else "yellow")
    if game.bergpreis is not None:
        yield Text(tell("score.bergpreis", team=game.side_name(game.bergpreis)))
    for seat, points, rule in game.penalties:
        yield Text(tell("score.penalty", name=game.setup.names[seat], points=points, rule=rule))
    for warning in game.warnings:
        why = in_words(warning.reason, dict(warning.facts), settings().lang, game.setup.names)
        yield Text(tell("score.warning", why=why, rule=warning.rule), style="yellow")
    if not game.over:
        yield Text(tell("score.open"))
    elif not (winners := game.form.winners(game)):
        yield Text(tell("score.tie"), style="bold")
    else:
        by = tell(f"score.by.{game.over_by}")
        team, names = " + ".join(map(game.side_name, winners)), ", ".join(_names(game, side) for side in winners)
        yield Text(tell("score.winner", team=team, names=names, by=by), style="bold")
        if game.schneider and game.winner is not None:
            yield Text(tell("score.schneider", team=game.side_name(other(game.winner)), half=game.book.half))


def control_lines(game: Game) -> Iterator[tuple[str, bool]]:
    """The control sums in words, each with whether it is right."""
    deals, whole = checks(game)
    wrong = [(number, check) for number, check in deals if not check.ok]
    for number, check in wrong:
        facts = {"deal": number, "found": check.found, "expected": check.expected, "rule": check.rule}
        yield tell("score.control.deal", **facts), False
    if deals and not wrong:
        check = deals[0][1]
        yield tell("score.control.deals", count=len(deals), expected=check.expected, rule=check.rule), True
    if whole is None:
        return
    if whole.ok:
        yield tell("score.control.ok", found=whole.found, rule=whole.rule), True
        return
    facts = {"found": whole.found, "expected": whole.expected, "difference": whole.difference, "rule": whole.rule}
    yield tell("score.control.wrong", **facts), False
    if settled(game) != game.totals():
        first, second = settled(game)
        yield tell("score.control.settled", first=first, second=second), False
