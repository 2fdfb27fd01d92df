"""Papers: what stands on a ranking, a sheet, a bill, a statement or a report is decided here; the shells only show it.

`evening` and `club` compose, `ranking` and `bills` are the two papers that are also shown on a screen, `document` prints.
"""

from puur.papers.document import Document, Head, Paper, render

__all__ = ["Document", "Head", "Paper", "render"]
