"""What the referee says: incidents worked out by hand, each with the sentence of the book that decides it."""

from __future__ import annotations

from tests.corpus.incidents.fifth import FIFTH
from tests.corpus.incidents.fourth import FOURTH
from tests.corpus.incidents.lines import Case
from tests.corpus.incidents.office import OFFICE
from tests.corpus.incidents.second import SECOND
from tests.corpus.incidents.sixth import SIXTH
from tests.corpus.incidents.table import TABLE
from tests.corpus.incidents.third import THIRD

INCIDENTS: list[Case] = [*TABLE, *OFFICE, *SECOND, *THIRD, *FOURTH, *FIFTH, *SIXTH]
