"""Bots: choose an action from a view. A bot never sees the game itself, so it can not know more than its seat may."""
