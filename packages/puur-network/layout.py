"""Which files of the repository make up `puur-network`: the weights beside the code that plays them.

A build of the repository takes them from two folders up; a build of a source distribution finds them beside this file.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface


def source(root: str) -> Path:
    """The folder with the weights."""
    here = Path(root)
    return here if (here / "puur").is_dir() else here.parent.parent


class Metadata(MetadataHookInterface):
    """The version is that of the code."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Fill in what is dynamic."""
        code = (source(self.root) / "puur" / "__init__.py").read_text(encoding="utf-8")
        metadata["version"] = re.findall(r'^__version__ = "([^"]+)"', code, flags=re.MULTILINE)[0]


class Build(BuildHookInterface[Any]):
    """Put the weights into the distribution."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Say which file comes from where."""
        if version == "editable":
            return
        top = source(self.root)
        files = {str(file): f"puur/bots/{file.name}" for file in sorted((top / "puur" / "bots").glob("*.npz"))}
        if self.target_name == "sdist":
            files |= {str(top / name): name for name in ("puur/__init__.py", "LICENSE")}
        else:
            build_data["extra_metadata"][str(top / "LICENSE")] = "LICENSE"
        build_data["force_include"].update(files)
