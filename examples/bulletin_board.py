"""A bulletin board that checks scores: people post their records, and the board enters what adds up and answers what does not.

python examples/bulletin_board.py examples/*.jass --lang en
"""

import argparse
from pathlib import Path

import puur


def judged(text, lang):
    """The game of a post, None if it cannot be read, and every sentence that its author should read."""
    try:
        game, wrong = puur.check(text)
    except (puur.RecordError, puur.Refused) as problem:
        return None, [puur.sentence(problem, lang)]
    slips = [puur.sentence(slip, lang) for slip in wrong]
    for deal, made in puur.wrong_sums(game):  # deal 0 is a whole Passe
        slips.append(f"Spiel {deal}: {puur.sentence(made, lang)}" if deal else puur.sentence(made, lang))
    return game, slips


def sides(game):
    """The names and points of each side."""
    for side, points in enumerate(game.totals()):
        yield " + ".join(game.setup.names[seat] for seat in game.seats if game.sides[seat] == side), points


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("posts", nargs="+", type=Path)
    parser.add_argument("--lang", default="en", choices=["de", "fr", "it", "en"])
    asked = parser.parse_args()
    for post in asked.posts:
        game, slips = judged(post.read_text(encoding="utf-8"), asked.lang)
        if game is not None and not slips:
            print(f"{post.name}: " + ", ".join(f"{names} {points}" for names, points in sides(game)))
        for slip in slips:
            print(f"{post.name}: {slip}")


if __name__ == "__main__":
    main()
