"""The documentation as a web site, built offline from the repository: `make site`.

`gather` puts the pages into a folder as they lie in the repository, so that their links hold, and writes the reference, which
mkdocstrings fills from the docstrings. MkDocs (`pip install puur[site]`) makes the site of it, in `build/site`; open `index.html`.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build"

Nav = list[dict[str, Any]]

NAV: Nav = [
    {"Puur": "README.md"},
    {"Deutsch": [{"Spielen": "docs/de/spielen.md"}, {"Einen Jassabend durchführen": "docs/de/organisieren.md"}]},
    {"Français": [{"Jouer": "docs/fr/jouer.md"}, {"Organiser une soirée": "docs/fr/organiser.md"}]},
    {"Italiano": [{"Giocare": "docs/it/giocare.md"}, {"Organizzare una serata": "docs/it/organizzare.md"}]},
    {"Play": [{"Playing": "docs/players.md"}, {"Company": "docs/company.md"}, {"Glossary": "docs/glossary.md"}]},
    {"Evenings and clubs": [{"A Jass evening": "docs/organisers.md"}, {"A club year": "docs/clubs.md"}]},
    {
        "Rules": [
            {"Your own rule book": "docs/reglement.md"},
            {"The referee": "docs/referee.md"},
            {"The record": "docs/record.md"},
        ]
    },
    {
        "Programs": [
            {"Tutorial": "docs/developers.md"},
            {"Bots and arena": "docs/bots.md"},
            {"Observations": "docs/observations.md"},
            {"The protocol of the table": "docs/protocol.md"},
            {"The conformance corpus": "tests/corpus/README.md"},
        ]
    },
    {"Operate": [{"Deploy": "docs/deploy.md"}, {"Operate": "docs/operating.md"}, {"Security": "docs/security.md"}]},
    {
        "Project": [
            {"Architecture": "docs/architecture.md"},
            {"Testing": "docs/testing.md"},
            {"Performance": "docs/performance.md"},
            {"Contributing": "CONTRIBUTING.md"},
            {"Changelog": "CHANGELOG.md"},
            {"Roadmap": "ROADMAP.md"},
            {"Reporting a weakness": "SECURITY.md"},
        ]
    },
]

# Title and modules of each page of the reference.
REFERENCE: dict[str, tuple[str, ...]] = {
    "The interface": ("puur.api", "puur.arena.duel"),
    "Cards and modes": ("puur.core.cards", "puur.core.mode", "puur.core.trick", "puur.core.weis"),
    "Game and views": ("puur.core.game", "puur.core.view", "puur.core.events", "puur.core.actions", "puur.core.errors"),
    "Rule books": ("puur.reglement.loader", "puur.reglement.catalogue", "puur.core.reglement"),
    "Records": ("puur.notation.record", "puur.notation.reader", "puur.notation.writer", "puur.notation.scoring"),
    "Bots": ("puur.bots.base", "puur.bots.levels", "puur.arena.match", "puur.arena.stats"),
    "Search": ("puur.fast.position", "puur.fast.solution"),
    "Research": (
        "puur.research.env",
        "puur.research.gym",
        "puur.research.history",
        "puur.research.vector",
        "puur.research.parquet",
    ),
}


def pages(nav: Nav) -> Iterator[str]:
    """The pages of a navigation, in order."""
    for entry in nav:
        for page in entry.values():
            yield from [page] if isinstance(page, str) else pages(page)


def gather(folder: Path) -> Nav:
    """Put everything that the site shows into an empty folder; the navigation."""
    decisions = [str(page.relative_to(ROOT)) for page in sorted((ROOT / "docs" / "decisions").glob("*.md"))]
    for page in (*pages(NAV), *decisions):
        _copy(page, folder)
    shutil.copytree(ROOT / "docs" / "pictures", folder / "docs" / "pictures")
    for page in (*pages(NAV), *decisions):
        for target in links((ROOT / page).read_text(encoding="utf-8")):
            file = (ROOT / page).parent / target
            for wanted in file.rglob("*") if file.is_dir() else [file]:
                name = str(wanted.resolve().relative_to(ROOT))
                if wanted.is_file() and not (folder / name).exists():
                    _copy(name, folder)
    reference = []
    for title, modules in REFERENCE.items():
        name = f"reference/{title.lower().replace(' ', '-')}.md"
        (folder / "reference").mkdir(exist_ok=True)
        (folder / name).write_text(f"# {title}\n\n" + "\n\n".join(f"::: {module}" for module in modules) + "\n", encoding="utf-8")
        reference.append({title: name})
    why = [{_title(ROOT / page): page} for page in decisions]
    return [*NAV[:-1], {"Reference": reference}, NAV[-1], {"Decisions": why}]


def links(text: str) -> list[str]:
    """The files that a page links to."""
    return re.findall(r"\]\((?!\w+:)([^)#\s]+)[^)]*\)", text)


def _title(page: Path) -> str:
    return page.read_text(encoding="utf-8").partition("\n")[0].lstrip("# ")


def _copy(name: str, folder: Path) -> None:
    (folder / name).parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(ROOT / name, folder / name)


def settings(nav: Nav, folder: Path, site: Path) -> dict[str, Any]:
    """What MkDocs is told. Nothing is fetched from anywhere, and the pages open from the disk."""
    shown = {"show_source": False, "show_root_heading": True, "heading_level": 2, "show_signature_annotations": True}
    return {
        "site_name": "Puur",
        "docs_dir": str(folder),
        "site_dir": str(site),
        "use_directory_urls": False,
        "theme": {"name": "readthedocs", "highlightjs": False, "locale": "en"},
        "plugins": ["search", {"mkdocstrings": {"handlers": {"python": {"paths": [str(ROOT)], "options": shown}}}}],
        "markdown_extensions": ["tables", "fenced_code"],
        "nav": nav,
    }


def main() -> int:
    """Build the site."""
    folder, site, config = BUILD / "site-pages", BUILD / "site", BUILD / "mkdocs.yml"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    config.write_text(json.dumps(settings(gather(folder), folder, site)), encoding="utf-8")  # JSON is YAML too
    from mkdocs.__main__ import cli

    cli(["build", "--quiet", "--config-file", str(config)], standalone_mode=False)
    print(f"site: {(site / 'index.html').relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
