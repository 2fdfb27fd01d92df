"""The table in the terminal: drawing, asking, saving, and the part of a game that bots and table play on their own."""
