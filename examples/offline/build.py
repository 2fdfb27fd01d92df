"""Put a page together that plays Jass without a connection: `python build.py FOLDER`.

The page needs Pyodide (Python for browsers, https://pyodide.org) in FOLDER/pyodide: the npm package `pyodide`, or its core release,
unpacked. Any server of files will do, `python -m http.server --directory FOLDER`; after the first visit the page opens without.
"""

import shutil
import sys
import zipfile
from pathlib import Path

import puur

HERE = Path(__file__).resolve().parent
# What playing at a table needs; networks, search, training and the arena would be most of the bytes.
PARTS = ("__init__.py", "api.py", "bots", "core", "fast", "games", "log", "notation", "reglement", "spoken.py", "words")


def build(folder):
    """Write the page and the part of the installed package that it needs; how many bytes that part has."""
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    for name in ("index.html", "offline.js", "table.py"):
        shutil.copy(HERE / name, folder / name)
    package = Path(puur.__file__).parent
    with zipfile.ZipFile(folder / "puur.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for part in PARTS:
            inside = [package / part] if (package / part).is_file() else sorted((package / part).rglob("*"))
            for file in inside:
                if file.is_file() and file.suffix != ".npz" and "__pycache__" not in file.parts:
                    archive.write(file, Path("puur") / file.relative_to(package))
    return (folder / "puur.zip").stat().st_size


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    print(f"{build(sys.argv[1]):,} bytes of Puur in {sys.argv[1]}")
