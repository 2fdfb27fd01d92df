"""A public set of self-play games, written by one command and the same for everybody: `python -m puur.research.selfplay FOLDER`.

Whole games between four bots of one level; cards and chance of each come from the seed and its number. `deals.parquet` has one
row per deal (`research.parquet.SCHEMA`) with every bid and card; `README.md` beside it is the data card.
"""

from __future__ import annotations

import argparse
import hashlib
from collections.abc import Iterator
from pathlib import Path

from puur import __version__
from puur.api import deal, new_game, play
from puur.bots.levels import LEVELS
from puur.core.game import Game
from puur.core.seats import PAIRS
from puur.reglement import ReglementError, load
from puur.research.parquet import SCHEMA, export

CARD = """# Self-play games of Jass

{deals} deals of {games} whole games between four bots of the level *{level}*, under the rule book `{book}` ({title}).

| | |
| --- | --- |
| made by | Puur {version}: `{command}` |
| file | `deals.parquet`, SHA-256 `{digest}` |
| licence | CC0 1.0: no rights reserved |
| what it is for | training and testing of players, bidding statistics, checks of another engine |
| what it is not | human play: nobody's habits, signals or slips are in it, and a level has weaknesses of its own |
| personal data | none |

The same command with the same version writes the same games. Cards are their index (suit E R S L, rank 6 7 8 9 B U O K A), hands
36-bit masks of those, seats 0 to 3 in playing order, teams 0 (seats 0 and 2) and 1. All four hands are in each row: a player that
learns from them must not be shown more than its seat could see. Weise, Stöck and bonuses stand in `written` alone.

| column | type | what |
| --- | --- | --- |
{columns}
"""


def self_play(book: str, level: str, games: int, seed: int) -> Iterator[Game]:
    """Whole games of one level against itself; game number i depends on the seed and i alone."""
    seats = len(new_game(book).seats)
    for number in range(games):
        game = new_game(book, dealer=number % seats)
        while not game.over:
            deal(game, seed=f"{seed}/{number}")
            play(game, level, seed=f"{seed}/{number}/{len(game.deals)}")
        yield game


def write(folder: Path, book: str, level: str, games: int, seed: int) -> int:
    """Write the games and their card into a folder; how many deals there are."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "deals.parquet"
    deals = export(self_play(book, level, games, seed), file)
    columns = (f"| `{field.name}` | {field.type} | {(field.metadata or {}).get(b'what', b'').decode()} |" for field in SCHEMA)
    card = CARD.format(
        deals=deals, games=games, level=level, book=book, title=load(book).title, version=__version__,
        command=f"python -m puur.research.selfplay FOLDER --book {book} --level {level} --games {games} --seed {seed}",
        digest=hashlib.sha256(file.read_bytes()).hexdigest(), columns="\n".join(columns),
    )  # fmt: skip
    (folder / "README.md").write_text(card, encoding="utf-8")
    return deals


def main(arguments: list[str] | None = None) -> None:
    """Write a set of games."""
    parser = argparse.ArgumentParser(
        prog="python -m puur.research.selfplay", description="Self-play games as Parquet, with a card."
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--book", default="ub2024", help="a shipped rule book for two pairs (default: %(default)s)")
    parser.add_argument("--level", default="stammtisch", choices=LEVELS, help="who plays (default: %(default)s)")
    parser.add_argument("--games", type=int, default=1000, help="whole games (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of cards and chance (default: %(default)s)")
    chosen = parser.parse_args(arguments)
    try:
        sides = new_game(chosen.book).sides
    except ReglementError as error:
        parser.error(str(error).partition(";")[0])
    if sides != PAIRS:
        parser.error(f"{chosen.book} is not played by two pairs")
    print(f"{write(chosen.folder, chosen.book, chosen.level, chosen.games, chosen.seed)} deals in {chosen.folder}")


if __name__ == "__main__":
    main()
