"""How a game ends: for each book a table of cases worked out by hand, each with the sentence of the book that decides it.

A case is a score, a deal (or what is left of one), what is played and said, and how the game stands afterwards.
"""

from __future__ import annotations

from tests.corpus.endings.ajz08 import AJZ
from tests.corpus.endings.jassregeln import JR
from tests.corpus.endings.passen import PASSEN
from tests.corpus.endings.scenes import Case
from tests.corpus.endings.ub2024 import UB

ENDINGS: list[Case] = [*UB, *JR, *AJZ, *PASSEN]
