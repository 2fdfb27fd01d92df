"""Several scripts or style sheets as one, made when the server starts: a phone far away asks once instead of forty times.

The files stay what they are, native modules without a build step; with PUUR_DEBUG pages ask for each of them. A script becomes one
function for each module, called in the order of its imports, so no name of one meets a name of another. Comments are left out. It
reads the few forms of `import` and `export` that the scripts have, and fails on any other (`tests/web/test_bundles.py`).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Mapping, Sequence

_BASE = ("puur/css/base/colours.css", "puur/css/base/elements.css", "puur/css/base/frame.css", "puur/css/base/pages.css")
# What each bundle is made of: the scripts where it begins, or the style sheets in their order.
BUNDLES: Mapping[str, Sequence[str]] = {
    "puur/js/table.all.js": ("puur/js/page.js", "puur/js/table.js"),
    "puur/js/solo.all.js": ("puur/js/page.js", "puur/js/solo.js"),
    "puur/css/base.css": _BASE,
    "puur/css/table.all.css": (
        *_BASE, "puur/css/slate.css", "puur/css/table/frame.css", "puur/css/table/places.css",
        "puur/css/table/trick.css", "puur/css/table/weis.css", "puur/css/table/stage.css", "puur/css/table/questions.css",
        "puur/css/table/hand.css", "puur/css/table/dialogues.css", "puur/css/table/lobby.css", "puur/css/table/wider.css",
        "puur/css/table/sideways.css", "puur/css/table/asked.css",
    ),
}  # fmt: skip
_IMPORT = re.compile(r"""^import (?:\{([^}]*)\} from )?"(\.[^"]+)";\n""", re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const) (\w+))", re.MULTILINE)
_LEFT_OVER = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)
_COMMENTS = (
    re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL),  # on lines of their own
    re.compile(r"^[ \t]*//[^\n]*\n", re.MULTILINE),
    re.compile(r"""[ \t]+// [^\n"'`]*$""", re.MULTILINE),
    re.compile(r"/\*\* @type [^*]*\*/ ?"),
)
Read = Callable[[str], str]


class NotBundled(ValueError):
    """A script uses a form of `import` or `export` that is not known here."""


def imports_of(text: str, name: str) -> list[str]:
    """The names of the scripts that a script imports."""
    folder = posixpath.dirname(name)
    return [posixpath.normpath(posixpath.join(folder, match[2])) for match in _IMPORT.finditer(text)]


def in_order(names: Sequence[str], read: Read) -> list[str]:
    """These scripts and all that they import, each after what it imports."""
    done: list[str] = []
    under_way: list[str] = []

    def visit(name: str) -> None:
        if name in done:
            return
        if name in under_way:
            raise NotBundled(f"{name} imports itself")
        under_way.append(name)
        for wanted in imports_of(read(name), name):
            visit(wanted)
        under_way.pop()
        done.append(name)

    for name in names:
        visit(name)
    return done


def script(names: Sequence[str], read: Read) -> str:
    """These scripts and all that they import, as one module."""
    order = in_order(names, read)
    return "\n".join(["const $ = [];", *(_wrapped(read(name), name, order) for name in order)]) + "\n"


def _wrapped(text: str, name: str, order: Sequence[str]) -> str:
    folder = posixpath.dirname(name)

    def taken(match: re.Match[str]) -> str:
        place = order.index(posixpath.normpath(posixpath.join(folder, match[2])))
        return f"const {{{match[1].replace(' as ', ': ')}}} = $[{place}];\n" if match[1] else ""

    plain = text
    for comment in _COMMENTS:
        plain = comment.sub("", plain)
    names = _EXPORT.findall(plain)
    body = _EXPORT.sub("", _IMPORT.sub(taken, plain))
    if (strange := _LEFT_OVER.search(body)) is not None:
        raise NotBundled(f"{name}: {strange[0]}")
    return f"$[{order.index(name)}] = (() => {{\n{body}return {{ {', '.join(names)} }};\n}})();"


def style(names: Sequence[str], read: Read) -> str:
    """These style sheets one after the other."""
    return "".join(re.sub(r"/\*(?:(?!\*/).)*\*/\n?", "", read(name), flags=re.DOTALL) for name in names)


def made(name: str, read: Read) -> bytes:
    """A bundle, from the texts of its files."""
    parts = BUNDLES[name]
    return (script(parts, read) if name.endswith(".js") else style(parts, read)).encode()
