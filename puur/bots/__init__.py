"""Bots: choose an action from a view. A bot never sees the game itself, so it cannot know more than its seat may."""
