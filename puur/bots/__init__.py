"""Bots: choose an action from a view. A bot never sees the game itself, so it cannot know more than its seat may."""

DEFAULT = "stammtisch"  # the level where nobody names one; here, so that naming it loads no bot
NETWORK_VERSION = 4  # of Jasskönig; each has its card in docs/bots.md and its note `bots.change.N` on the page of the bots
