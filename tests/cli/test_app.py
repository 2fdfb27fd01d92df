"""The frame of the command `puur`: language, version, and what each kind of failure looks like."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from puur import __version__
from puur.cli import app, settings
from puur.cli.errors import UserError
from puur.cli.files import read_text
from puur.words import LANGUAGES, say

Run = Callable[..., int]

PROBE = """
from typing import Annotated
import typer
from puur.cli.errors import UserError
from puur.cli.settings import console, settings, tell

def register(app: typer.Typer) -> None:
    @app.command()
    def probe(what: str, often: Annotated[int, typer.Option(max=3)] = 1) -> None:
        if what == "mistake":
            raise UserError("Karte [E6] fehlt")
        if what == "interrupt":
            raise KeyboardInterrupt
        if what == "bug":
            raise ZeroDivisionError
        console().print(f"{settings().lang} {settings().plain} [red]x[/red]")
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Runs `puur` in this process, with one more sub command `probe` that fails on demand; gives the exit status."""
    (tmp_path / "puur_probe.py").write_text(PROBE, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(app, "COMMANDS", ("puur_probe",))
    monkeypatch.setattr(settings, "_settings", None)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PUUR_LANG", "de")

    def call(*arguments: str) -> int:
        with pytest.raises(SystemExit) as exit_:
            app.main(arguments)
        return int(exit_.value.code or 0)

    yield call
    sys.modules.pop("puur_probe", None)


def test_version(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--version") == 0
    assert capsys.readouterr().out == f"puur {__version__}\n"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_help_is_in_the_language_asked_for(run: Run, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--lang", lang, "--help") == 0
    page = capsys.readouterr().out
    assert say("cli.help", lang) in page
    assert say("cli.help.help", lang) in page
    assert run(f"--lang={lang}", "probe", "--help") == 0
    assert say("cli.help.help", lang) in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["probe", "x"], "de False x"),
        (["--lang", "it", "probe", "x"], "it False x"),
        (["--plain", "--lang=fr", "probe", "x"], "fr True x"),
        (["probe", "x", "--lang", "en"], "en False x"),
    ],
)
def test_commands_see_the_global_options(run: Run, arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(*arguments) == 0
    assert capsys.readouterr().out == f"{expected}\n"  # no colour codes: this is no terminal


def test_a_language_holds_for_one_command_only(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUUR_LANG", "de")
    assert run("--lang", "en", "--plain", "probe", "x") == 0
    assert (settings.settings().lang, settings.settings().plain) == ("de", False)
    assert run("--lang", "fr", "nothing-like-it") == 2
    assert settings.settings().lang == "de"


def test_plain_keeps_colour_out_of_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setattr(settings, "_settings", None)  # put back at the end
    settings.adopt(plain=False)
    assert settings.console().color_system is not None
    settings.adopt(plain=True)
    assert settings.console().color_system is None
    assert run("--plain", "probe", "x") == 0


@pytest.mark.parametrize(("command", "former"), [("serve", "processes"), ("worker", "processes"), ("solve", "threads")])
def test_how_many_at_once_is_one_option_everywhere_and_its_former_names_still_count(
    command: str, former: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(*arguments: str) -> str:
        with pytest.raises(SystemExit):
            app.main(["--lang", "en", command, *arguments])
        return "".join(capsys.readouterr())

    assert "--workers: a whole number is expected" in said(f"--{former}", "many")
    page = said("--help")
    assert "--workers " in page
    assert f"--{former}" not in page


def test_a_mistake_of_the_user_is_one_line_and_status_2(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("probe", "mistake") == 2
    assert capsys.readouterr() == ("", "Fehler: Karte [E6] fehlt\n")


def test_an_interrupt_is_status_130_and_silent(run: Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("probe", "interrupt") == 130
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("run")
def test_a_bug_stays_a_bug() -> None:
    with pytest.raises(ZeroDivisionError):
        app.main(["probe", "bug"])


@pytest.mark.parametrize("arguments", [["--lang", "xx", "probe", "x"], ["nonsense"], ["probe"], ["--nonsense"], []])
def test_wrong_usage_is_status_2(run: Run, arguments: list[str]) -> None:
    assert run(*arguments) == 2


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nonsense"], "La commande «\u00a0nonsense\u00a0» n’existe pas. Aide\u00a0: puur --help"),
        (["probe"], "Il manque\u00a0: WHAT. Aide\u00a0: puur probe --help"),
        (["probe", "x", "y"], "Trop d’arguments. Aide\u00a0: puur probe --help"),
        (["probe", "--nonsense"], "L’option --nonsense n’existe pas ici. Aide\u00a0: puur probe --help"),
        (["probe", "x", "--often", "many"], "--often\u00a0: il faut un nombre entier. Aide\u00a0: puur probe --help"),
        (["probe", "x", "--often", "9"], "--often\u00a0: 3 au plus. Aide\u00a0: puur probe --help"),
        (["probe", "x", "--often"], "Il manque une valeur après --often. Aide\u00a0: puur --help"),
        (["--plain=3", "probe", "x"], "--plain ne prend pas de valeur. Aide\u00a0: puur --help"),
        (["--plain"], "Il manque\u00a0: COMMANDE. Aide\u00a0: puur --help"),
        (["probe", "x", "--lang", "xx"], "--lang\u00a0: valeurs possibles\u00a0: de, fr, it, en. Aide\u00a0: puur --help"),
    ],
)
def test_wrong_usage_is_told_in_the_language_of_the_person(
    run: Run, monkeypatch: pytest.MonkeyPatch, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PUUR_LANG", "fr")
    assert run(*arguments) == 2
    assert capsys.readouterr() == ("", f"Erreur\u00a0: {said}\n")


@pytest.mark.parametrize(("port", "said"), [("99999", "--port: al massimo 65535."), ("abc", "--port: serve un numero intero.")])
def test_a_port_that_is_none_is_told_in_the_language_of_the_person(
    port: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        app.main(["--lang", "it", "serve", "--port", port])
    assert left.value.code == 2
    assert capsys.readouterr().err == f"Errore: {said} Aiuto: puur serve --help\n"


def test_a_time_that_is_none_is_told_in_the_language_of_the_person(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        app.main(["--lang", "it", "club", "game", "club.jsonl", "2027-3", "A", "partie.jass", "--ended", "99:99"])
    assert left.value.code == 2
    assert capsys.readouterr().err == "Errore: --ended: serve un’ora, come 16:40. Aiuto: puur club game --help\n"


@pytest.mark.parametrize(
    ("lang", "number", "said"),
    [
        ("de", "ZAHL", ("Aufruf: puur arena [OPTIONEN]", "[nötig]", "[sonst: 1000]")),
        ("fr", "NOMBRE", ("Utilisation\u00a0: puur arena [OPTIONS]", "[obligatoire]", "[par défaut\u00a0: 1000]")),
        ("it", "NUMERO", ("Uso: puur arena [OPZIONI]", "[obbligatorio]", "[predefinito: 1000]")),
        ("en", "NUMBER", ("Usage: puur arena [OPTIONS]", "[required]", "[default: 1000]")),
    ],
)
def test_the_frame_of_a_help_page_is_in_the_language_of_the_person(
    lang: str, number: str, said: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "160")
    with pytest.raises(SystemExit):
        app.main(["--lang", lang, "arena", "--help"])
    page = capsys.readouterr().out
    assert [part for part in said if part not in page] == []
    assert re.search(f"--deals +{number} ", page)
    assert re.findall(r"<[a-z].*?>", page) == []  # the names of Python's types


@pytest.mark.parametrize(("arguments", "loaded"), [(["--help"], []), (["rank", "--help"], ["puur.cli.rank"])])
def test_help_loads_only_the_command_that_was_called(arguments: list[str], loaded: list[str]) -> None:
    code = """
import sys
from puur.cli import app
try:
    app.main(sys.argv[1:])
except SystemExit:
    print(*(set(app.COMMANDS) & set(sys.modules)))
"""
    done = subprocess.run([sys.executable, "-c", code, *arguments], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].split() == loaded
    assert all(say(f"cli.command.{name}", "de")[:30] in done.stdout for name in ("play", "check") if not loaded)


@pytest.mark.parametrize("module", app.COMMANDS)
def test_a_help_page_loads_neither_rules_nor_server(module: str) -> None:
    """The rules, their readers and Django took two thirds of the time of a help page; what a command does is `puur.cli.work`."""
    code = """
import sys
from puur.cli import app
try:
    app.main([sys.argv[1], "--help"])
except SystemExit:
    pass
print(*({"puur.core.deal", "puur.reglement", "puur.season", "puur.cli.work", "numpy", "django", "asyncio"} & set(sys.modules)))
"""
    name = module.rpartition(".")[2].strip("_")
    command = [sys.executable, "-c", code, "backup" if name == "stored" else name]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1].split() == []


def test_a_shell_completes_commands_and_their_options() -> None:
    for typed, offered in (("puur dr", "draw"), ("puur draw --ro", "--rounds")):
        asked = {"_PUUR_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(typed.count(" "))}
        done = subprocess.run(
            [sys.executable, "-m", "puur"], env={**os.environ, **asked}, capture_output=True, text=True, check=False
        )
        assert done.stdout.split() == [offered]


def test_every_language_can_be_asked_for() -> None:
    assert tuple(language.value for language in app.Language) == LANGUAGES


@pytest.mark.skipif(os.name == "nt", reason="no such pipes")
def test_a_closed_pipe_is_silent() -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "w") as closed:
        done = subprocess.run(
            [sys.executable, "-m", "puur", "--help"],
            stdout=closed,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.stderr == ""


def test_read_text_gives_the_text(tmp_path: Path) -> None:
    path = tmp_path / "a.jass"
    path.write_bytes(b"\xef\xbb\xbfSt\xc3\xb6ck\n")
    assert read_text(path) == "Stöck\n"
    assert read_text(path, limit=10) == "Stöck\n"  # 3 + 7 bytes: exactly the limit


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("gone", None, "gone gibt es nicht"),
        (".", None, "ist ein Ordner"),
        ("nul\0byte", None, "lässt sich nicht lesen"),
        ("x" * 300, None, "lässt sich nicht lesen"),
        ("large", b"x" * 11, "ist zu gross: mehr als 10 Bytes"),
        ("latin", b"St\xf6ck", "kein UTF-8-Text (Byte 2)"),
    ],
)
def test_read_text_refuses_with_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, content: bytes | None, expected: str
) -> None:
    monkeypatch.setenv("PUUR_LANG", "de")
    monkeypatch.setattr(settings, "_settings", None)
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(UserError) as refused:
        read_text(path, limit=10)
    assert expected in str(refused.value)
    assert "\n" not in str(refused.value)
