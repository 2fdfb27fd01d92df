"""The chain of “people against bots” with people of known skill: `python -m bench.people_against_bots [people] [sets]`.

A simulated person is a bot that plays any legal card now and then, with a known chance. Everybody plays real sets through
`deals.play`, as a live table would, and the page's own reckoning judges them. Somebody who slips more often has to come out weaker,
and no slip at all has to come out even with the bot itself.
"""

from __future__ import annotations

import random
import sys

from puur.core.cards import Card
from puur.core.events import CardPlayed, Event
from puur.core.view import View
from puur.web import fair
from puur.web.company import deals, strength


def slipping(level: str, chance: float, seed: str) -> deals.Player:
    """A bot that plays any legal card in so many of a hundred decisions."""
    base, rng = deals.bot_player(level), random.Random(seed)

    def play(view: View, noise: str) -> Event:
        cards: list[Card] = [option.card for option in view.options if isinstance(option, CardPlayed)]
        if len(cards) > 1 and rng.random() < chance:
            return CardPlayed(view.seat, rng.choice(cards))
        return base(view, noise)

    return play


def simulate(people: int, sets: int, others: str = "stammtisch", count: int = 4) -> dict[float, list[strength.Verdict]]:
    """What the page says of people who slip never, in a tenth and in a third of their decisions."""
    book, told = deals.book_for(count), {}
    made = []
    for number in range(sets):
        root = f"{number:064x}"
        picks = tuple(range(count))
        made.append((fair.sealed(root, picks), deals.bot_in_seat(root, count, others, picks, others).total))
    for chance in (0.0, 0.1, 1 / 3):
        paired = []
        for person in range(people):
            for place, (secret, bot) in enumerate(made):
                game = deals.play(secret, book, others, slipping(others, chance, f"{chance}/{person}/{place}"))
                own = deals.result_of(game).total
                paired.append(strength.Paired(f"p{person}", {others: (own - bot) / count}))
        told[chance] = strength.verdicts(paired)
    return told


def main(words: list[str]) -> None:
    """Simulate and tell."""
    people, sets = (int(words[0]) if words else 25), (int(words[1]) if len(words) > 1 else 8)
    for chance, verdicts in simulate(people, sets).items():
        for verdict in verdicts:
            print(
                f"slips in {100 * chance:.0f} %: {verdict.mean:+.1f} ± {verdict.margin:.1f} points a deal against {verdict.level}, "
                f"{verdict.people} people, says '{verdict.claim}'"
            )


if __name__ == "__main__":
    main(sys.argv[1:])
