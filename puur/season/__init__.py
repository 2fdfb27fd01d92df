"""A club's season: people, Jasstage, series, results, fines and the ledger, as the pure fold of its events."""

from puur.season.book import ClubBook, load, load_text
from puur.season.errors import NotThere, RuleViolation
from puur.season.state import Club

__all__ = ["Club", "ClubBook", "NotThere", "RuleViolation", "load", "load_text"]
