"""Puur: Jass from the first card to the end of the club year."""

__version__ = "0.1.0"
