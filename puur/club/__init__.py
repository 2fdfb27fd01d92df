"""A club's season: people, Jasstage, series, results, fines and the ledger, as the pure fold of its events."""

from puur.club.book import ClubBook, load, load_text
from puur.club.errors import NotThere, RuleViolation
from puur.club.state import Club

__all__ = ["Club", "ClubBook", "NotThere", "RuleViolation", "load", "load_text"]
