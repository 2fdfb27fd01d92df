"""Rule books as data: the shipped books, the loader with exact errors, and the catalogue of provisions."""

from puur.reglement.dump import dump
from puur.reglement.loader import load, load_text, shipped
from puur.reglement.problems import Problem, ReglementError

__all__ = ["Problem", "ReglementError", "dump", "load", "load_text", "shipped"]
