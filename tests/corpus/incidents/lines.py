"""How an incident of the corpus is written: a line for each, read into a case.

`book offence: facts = ruling; what happens now; who chooses: between what; @ who decides (source)`. What happens is in the words of
`referee.step.*`: the step, the role, the amount. `late` means that the deadline has passed, `~` that the general rules only guide.
"""

from __future__ import annotations

import re
from typing import Any

from puur.reglement.catalogue import provision

Case = dict[str, Any]
_LINE = re.compile(
    r"(?P<offence>[a-z-]+): (?P<facts>[^=]*?) ?= (?P<ruling>[a-z-]+)(?P<rest>.*) \((?P<source>[A-Z][A-Za-z0-9.-]+)\)"
)


def incidents(book: str, lines: str) -> list[Case]:
    """The cases of a book, one for each line; a line that begins with a semicolon goes on with the one before."""
    joined = re.sub(r"\s*\n\s*;", ";", lines)
    return [_case(book, line.strip()) for line in joined.splitlines() if line.strip()]


def _case(book: str, line: str) -> Case:
    found = _LINE.fullmatch(line)
    assert found is not None, line
    expect: Case = {"ruling": found["ruling"], "steps": [], "choices": {}, "official": "", "late": False, "guidance": False}
    for part in filter(None, (part.strip() for part in found["rest"].split(";"))):
        if part.startswith("@"):
            expect["official"] = part[1:].strip()
        elif part in ("late", "~"):
            expect["late" if part == "late" else "guidance"] = True
        elif ":" in part:
            who, _, ways = part.partition(":")
            expect["choices"][who] = [way.strip() for way in ways.split("|")]
        else:
            expect["steps"].append(part)
    expect["steps"].sort()
    facts = found["facts"].split()
    name = "-".join(("incident", book, found["offence"], *facts))
    given = {"book": book, "offence": found["offence"], "facts": facts}
    source = found["source"]
    return {"id": name, "source": source, "text": provision(source).quote, "input": given, "expect": expect}
