"""The page that plays without a connection (examples/offline): its Python runs with what a browser gives it, and nothing more.

What the Python of a browser lacks is taken away from this one; `test_offline_browser.py` opens the page with Pyodide itself.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

OFFLINE = Path(__file__).resolve().parent.parent / "examples" / "offline"
BROWSER = '''
import os, sys, _thread
MISSING = set("""ssl _ssl socket _socket subprocess _posixsubprocess multiprocessing _multiprocessing fcntl termios resource pwd grp
    syslog sqlite3 _sqlite3 lzma _lzma curses tkinter _hashlib ensurepip venv concurrent asyncio ctypes pty tty readline""".split())

class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in MISSING:
            raise ModuleNotFoundError(f"not in a browser: {name}", name=name)

def no_thread(*_):
    raise RuntimeError("can't start new thread")

assert not MISSING & set(sys.modules)
sys.meta_path.insert(0, Gone())
_thread.start_new_thread = no_thread
del os.fork
sys.path.insert(0, sys.argv[1])
namespace = {}
exec(open(sys.argv[2], encoding="utf-8").read(), namespace)

import json
table = namespace["Table"](book=sys.argv[3], seed="1")
told, decisions = json.loads(table.state()), 0
while not told["over"]:
    told, decisions = json.loads(table.act(told["options"][-1])), decisions + 1
import puur
assert puur.read(table.record()) == table.game
print(json.dumps({"decisions": decisions, "totals": told["totals"], "after": json.loads(table.act("E6"))}))
'''


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page as somebody puts it together."""
    folder = tmp_path_factory.mktemp("offline") / "site"
    told = subprocess.run(
        [sys.executable, str(OFFLINE / "build.py"), str(folder)], capture_output=True, text=True, check=True, timeout=300
    )
    assert re.match(r"[\d,]+ bytes of Puur", told.stdout)
    return folder


def test_a_whole_game_is_played_with_what_a_browser_has(page: Path, tmp_path: Path) -> None:
    """TAM plays twelve deals of 157 points; the person bids in some of them and plays nine cards in each."""
    with zipfile.ZipFile(page / "puur.zip") as archive:
        archive.extractall(tmp_path)
    command = [sys.executable, "-I", "-S", "-c", BROWSER, str(tmp_path), str(page / "table.py"), "tam2014-es"]
    told = subprocess.run(command, capture_output=True, text=True, timeout=300)
    assert told.returncode == 0, told.stderr
    game = json.loads(told.stdout)
    assert sum(game["totals"]) == 12 * 157
    assert game["decisions"] >= 12 * 9
    assert set(game["after"]) == {"error"}, "the game is over, and that is said"


def test_it_is_small_and_names_only_what_lies_beside_it(page: Path) -> None:
    assert (page / "puur.zip").stat().st_size < 1_500_000
    text = (page / "index.html").read_text(encoding="utf-8")
    for name in re.findall(r'(?:fetch|register)\("([^"]+)"\)', text):
        assert (page / name).is_file(), name
    assert not re.findall(r"https?://", text), "nothing comes from elsewhere"
