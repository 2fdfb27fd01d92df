"""A club's season: people, Jasstage, series, results, fines and the ledger, as the pure fold of its events."""

from puur.club.book import ClubBook
from puur.club.errors import NotThere, RuleViolation
from puur.club.loader import load, load_text
from puur.club.problems import ClubBookError
from puur.club.state import Club

__all__ = ["Club", "ClubBook", "ClubBookError", "NotThere", "RuleViolation", "load", "load_text"]
