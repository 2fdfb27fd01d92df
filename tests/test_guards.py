"""The tools behind `make audit`: they see what they are for, and say plainly what they could not do."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from tools import audit, secrets


def test_weak_packages_are_named() -> None:
    def ask(path: str, data: Any) -> Any:
        assert path == "querybatch"
        assert [one["package"]["name"] for one in data["queries"]] == ["a", "b"]
        return {"results": [{}, {"vulns": [{"id": "PYSEC-1"}]}]}

    assert audit.findings({"b": "2.0", "a": "1"}, ask) == {"b 2.0": ["PYSEC-1"]}


def test_without_a_network_the_audit_says_that_it_was_not_done(capsys: pytest.CaptureFixture[str]) -> None:
    def ask(*_: object) -> Any:
        raise audit.NoNetwork("no route")

    assert audit.main(ask) == 0
    assert "NOT DONE" in capsys.readouterr().out


def test_a_finding_fails_the_audit(capsys: pytest.CaptureFixture[str]) -> None:
    def ask(_path: str, data: Any) -> Any:
        return {"results": [{"vulns": [{"id": "GHSA-x"}]}] * len(data["queries"])}

    assert audit.main(ask) == 1
    assert "GHSA-x" in capsys.readouterr().out


FORMULAS = ["=1+1", "+41", "-cmd|' /C calc'!A0", "@SUM(A1)", "\tx", "\rx"]


@pytest.mark.parametrize("name", [*FORMULAS, "", "Anna", "-12", "-1.5"])
def test_no_name_in_a_table_becomes_a_formula(name: str) -> None:
    """What spreadsheets take for one begins with = + - @, tab or return (OWASP, CSV injection); an apostrophe makes it text."""
    from puur.cli.evening_files import csv_bytes
    from puur.club.exchange import safe

    number = name in ("-12", "-1.5")
    expected = f"'{name}" if name in FORMULAS else name
    if name != "+41":  # in a column of points a sign is a sign
        assert next(csv.reader(io.StringIO(csv_bytes([[name]]).decode("utf-8-sig"), newline="")), [""]) == [expected]
    assert number or safe(name) == expected


# Put together here, so that the scan of this very file does not find them.
PLANTED = [
    ("-----BEGIN RSA " + "PRIVATE KEY-----", "private key"),
    ("key = AKIA" + "IOSFODNN7EXAMPLE", "AWS key"),
    ("ghp_" + "a1B2" * 9, "GitHub token"),
    ("postgres://puur:" + "hunter22@db/puur", "password in an address"),
    ("secret_key = '" + "kJ8s0dLq2mZx7Vb4Nc1R'", "random value"),
]


@pytest.mark.parametrize(("text", "kind"), PLANTED)
def test_secrets_are_found(text: str, kind: str) -> None:
    assert [(line, found) for line, found, _ in secrets.suspects(f"x\n{text}\n")] == [(2, kind)]


@pytest.mark.parametrize(
    "text",
    [
        "password = 'Buur-und-Nell-9'",
        "token = secrets.token_urlsafe(32)",
        "secret = 'aaaaaaaaaaaaaaaaaaaaaaaa'",
        "https://example.org",
    ],
)
def test_what_is_none_is_left_alone(text: str) -> None:
    assert list(secrets.suspects(text)) == []


def test_the_repository_holds_no_secret(capsys: pytest.CaptureFixture[str]) -> None:
    assert secrets.main([]) == 0, capsys.readouterr().out
