"""A club's season: people, Jasstage, series, results, fines and the ledger, as the pure fold of its events."""

from puur.core.errors import Refusal, RuleViolation
from puur.season.book import ClubBook, load, load_text
from puur.season.state import Club

__all__ = ["Club", "ClubBook", "Refusal", "RuleViolation", "load", "load_text"]
