"""`puur verify`: the deals of a game record computed again from seed, contributions and cut, and played again with those cards.

Status 1 where something is wrong.
"""

from __future__ import annotations

from contextlib import suppress

import typer
from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.records import book_of, choose, load_file
from puur.cli.settings import console, show_json, tell
from puur.core.reglement import Reglement
from puur.notation.record import Record
from puur.web import fair
from puur.web.proving import Proof, books_called, prove_under


def verify(file: str, as_json: bool) -> None:
    """What `puur verify` does."""
    record = choose(load_file(file, None, "jassregeln"), None, file)
    proof = prove_under(record, _books(record, file))
    if proof.empty:
        raise UserError(tell("server.verify.none"))
    if as_json:
        show_json([facts(deal) for deal in proof.deals])
    else:
        out = console()
        for deal in proof.deals:
            said = tell(f"server.verify.{deal.grade}", number=deal.number, commitment=deal.commitment, added=deal.nonce or "–")
            style = "red" if deal.why in fair.WRONG else "green" if deal.grade == "ok" else "yellow"
            out.print(Text(said, style=style), soft_wrap=True)
        if proof.unopened:
            out.print(Text(tell("server.verify.unopened", commitment=proof.unopened), style="yellow"), soft_wrap=True)
        if proof.unshuffled:
            out.print(Text(tell("server.verify.unshuffled", numbers=listed(proof)), style="yellow"), soft_wrap=True)
        if any(deal.ok for deal in proof.deals):
            out.print(Text(tell("server.verify.compare"), style="dim"), soft_wrap=True)
    if proof.wrong:
        raise typer.Exit(1)


def listed(proof: Proof) -> str:
    """The deals that nobody shuffled, by number."""
    return ", ".join(map(str, proof.unshuffled))


def _books(record: Record, file: str) -> list[Reglement]:
    """The book of a record, if it is at hand: of a table, or a file beside it."""
    with suppress(UserError):
        return books_called(record.book) or [book_of(record, "", file)]
    return []


def facts(deal: fair.Checked) -> dict[str, object]:
    """One deal for programs."""
    plain = ("number", "ok", "why", "dealer", "commitment", "seed", "nonce", "way", "lifted")
    return {name: getattr(deal, name) for name in plain} | {"hands": [str(hand) for hand in deal.hands]}
