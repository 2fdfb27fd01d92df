"""`puur convert`: a game record from one format to another; what the target cannot hold is said on stderr."""

from __future__ import annotations

from rich.text import Text

from puur.cli.errors import UserError
from puur.cli.records import STREAM, choose, load_file, notes, write_file
from puur.cli.settings import console, tell
from puur.notation.formats import format_of, write_record
from puur.notation.names import Format


def convert(
    source: str,
    target: str,
    source_format: Format | None,
    target_format: Format | None,
    reglement: str,
    number: int | None,
    force: bool,
) -> None:
    """What `puur convert` does."""
    to = target_format or (Format.JASS if target == STREAM else format_of(target))
    if to is None:
        raise UserError(tell("record.convert.format", path=target))
    loaded = load_file(source, source_format, reglement)
    record = choose(loaded, number, source)
    try:
        text, lost = write_record(record, to)
    except ValueError:
        raise UserError(tell("record.convert.too_long")) from None
    for note in notes([*loaded.lost, *lost]):
        console(stderr=True).print(Text(note, style="yellow"), soft_wrap=True)
    if not text:
        raise UserError(tell("record.convert.nothing"))
    write_file(target, text, force=force)
