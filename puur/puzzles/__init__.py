"""Puzzles: positions with one clearly best card or bid, made by solver and network; the collection is free (CC0)."""
