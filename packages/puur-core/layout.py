"""Which files of the repository make up `puur-core`; the same list tells the build of `puur` what it leaves out.

The weights of the networks would be five sixths of its bytes, and only NumPy can play them: they are `puur-network`.

A build of the repository takes them from two folders up; a build of a source distribution finds them beside this file.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PARTS = (
    "__init__.py", "api.py", "py.typed", "arena", "bots", "core", "fast", "games", "log", "notation", "referee", "reglement",
    "research", "spoken.py", "training", "words",
)  # fmt: skip
WITHOUT = (".npz", ".pyc")


def source(root: str) -> Path:
    """The folder with the code."""
    here = Path(root)
    return here if (here / "puur").is_dir() else here.parent.parent


class Metadata(MetadataHookInterface):
    """Version and description come from the code and from the page for developers."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what is dynamic."""
        code = (source(self.root) / "puur" / "__init__.py").read_text(encoding="utf-8")
        metadata["version"] = re.findall(r'^__version__ = "([^"]+)"', code, flags=re.MULTILINE)[0]
        text = (source(self.root) / "docs" / "developers.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": text}


class Build(BuildHookInterface[Any]):
    """Put the parts into the distribution."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Say which file comes from where."""
        if version == "editable":
            return
        top = source(self.root)
        files = {
            str(file): file.relative_to(top).as_posix()
            for part in PARTS
            for file in sorted([top / "puur" / part, *(top / "puur" / part).rglob("*")])
            if file.is_file() and file.suffix not in WITHOUT and "__pycache__" not in file.parts
        }
        if self.target_name == "sdist":
            files |= {str(top / name): name for name in ("docs/developers.md", "LICENSE")}
        else:
            build_data["extra_metadata"][str(top / "LICENSE")] = "LICENSE"
        build_data["force_include"].update(files)
