"""A bot that enters the arena: it leads its dearest card, takes a trick as cheaply as it can, or gives its cheapest card.

puur arena examples/thrifty_bot.py:thrifty random --deals 200
python examples/thrifty_bot.py
"""

import puur


def takes(view, card):
    """Whether the card would win the trick as it lies now."""
    return puur.winner((*view.trick, card), view.mode.order(len(view.tricks))) == len(view.trick)


def thrifty(view, rng):
    """One of the options: Lehrling announces, and the cards are its own."""
    cards = [option for option in view.options if isinstance(option, puur.CardPlayed)]
    if not cards:
        return puur.choose(view, "lehrling")
    taking = [option for option in cards if takes(view, option.card)]
    best = min if view.trick else max
    return best(taking or cards, key=lambda option: view.mode.values[option.card.index])


if __name__ == "__main__":
    print(puur.duel(thrifty, "random", deals=100, bidding="same"))
