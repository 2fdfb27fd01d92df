"""Where a game is kept between two evenings: one file, written whole after every step, read back exactly.

The file is an ordinary game record, so `puur score` reads it too. Its tag `seed` is what the bots and the shuffling go on from.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from puur.cli.errors import UserError
from puur.cli.records import book_of, load_file, write_file
from puur.cli.settings import settings, tell
from puur.core.deal import Phase
from puur.core.errors import RuleViolation
from puur.core.game import Game
from puur.core.setup import Keeping, Turning
from puur.notation.formats import format_of
from puur.notation.jsonform import to_json
from puur.notation.names import Format
from puur.notation.record import Record
from puur.notation.writer import format_jass
from puur.words.refusals import explain

FILE = "play.jass"


def default_path(env: Mapping[str, str]) -> Path:
    """The file in the user's state directory (XDG_STATE_HOME, otherwise ~/.local/state)."""
    folder = env.get("XDG_STATE_HOME", "")
    base = Path(folder) if Path(folder).is_absolute() else Path.home() / ".local" / "state"
    return base / "puur" / FILE


def save(path: Path, game: Game, seed: int, head: Record) -> None:
    """Write the game: all of it or, if that fails, nothing, and on the disk when this returns; `head` names book and tags."""
    tags = {**head.tags, "seed": str(seed)}
    record = replace(head, setup=game.setup, sides=game.sides, events=tuple(game.events), tags=tags)
    text = to_json(record) if format_of(path.name) is Format.JSON else format_jass(record)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UserError(tell("cli.file.unwritable", path=path, reason=error.strerror or error)) from None
    write_file(str(path), text, force=True)


class Saved:
    """A game read from a file, as far as it had come."""

    def __init__(self, path: Path) -> None:
        loaded = load_file(str(path), None, "jassregeln")
        if len(loaded.records) != 1:
            raise UserError(tell("play.resume.several", path=path))
        record = loaded.records[0]
        ours = loaded.format in (Format.JASS, Format.JSON)
        if not ours or record.setup.keeping is not Keeping.AUTOMATIC or record.setup.turning is not Turning.AUTOMATIC:
            raise UserError(tell("play.resume.by_hand", path=path))
        self.path = path
        self.head = record
        self.seed = int(record.tags["seed"]) if _is_seed(record.tags.get("seed", "")) else None
        try:
            self.game = Game.replay(book_of(record, "", str(path)), record.setup, record.events)
        except RuleViolation as refusal:
            why = explain(refusal.reason, refusal.facts, settings().lang, record.setup.names)
            raise UserError(tell("play.resume.refused", path=path, why=why, rule=refusal.rule)) from None
        running = self.game.deals[-1] if self.game.deals else None
        if running is not None and running.phase in (Phase.BIDDING, Phase.PLAYING) and running.hands is None:
            raise UserError(tell("play.resume.by_hand", path=path))


def _is_seed(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 18


def set_aside(path: Path) -> Path:
    """Give an old game a numbered name, so that a new one does not overwrite it; its new path."""
    number = 1
    while (aside := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    try:
        path.rename(aside)
    except OSError as error:
        raise UserError(tell("cli.file.unwritable", path=path, reason=error.strerror or error)) from None
    return aside
