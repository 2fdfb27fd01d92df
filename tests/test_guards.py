"""The tools behind `make audit`: they see what they are for, and say plainly what they could not do."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tools import audit, secrets


@contextlib.contextmanager
def advisories(weak: str) -> Iterator[str]:
    """A service that speaks as OSV does and knows one weak package."""

    class Answer(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            found = {"id": "PYSEC-2026-1", "aliases": ["CVE-2026-1"], "summary": "Leaky", "affected": []}
            body = json.dumps({"vulns": [found]} if asked["package"]["name"] == weak else {}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/v1/query"
        server.shutdown()


@pytest.mark.parametrize(
    ("weak", "accepted", "status"), [("django", {}, 1), ("nothing", {}, 0), ("django", {"CVE-2026-1": "why"}, 0)]
)
def test_weak_packages_are_named_and_fail_the_audit(
    weak: str,
    accepted: dict[str, str],
    status: int,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """pip-audit itself, with a service of ours in the place of OSV."""
    monkeypatch.setattr(audit, "ACCEPTED", accepted)
    pins = tmp_path / "constraints.txt"
    pins.write_text("# pinned\ndjango==5.2.19\nredis==8.1.0\n")
    with advisories(weak) as url:
        assert audit.main(pins, ("--osv-url", url)) == status
    said = capsys.readouterr().out
    assert ("django 5.2.19: PYSEC-2026-1" in said) is bool(status)
    assert "2 packages asked for" in said
    assert "NOT DONE" not in said


def test_without_a_network_the_audit_says_that_it_was_not_done(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pins = tmp_path / "constraints.txt"
    pins.write_text("django==5.2.19\n")
    assert audit.main(pins, ("--osv-url", "http://127.0.0.1:9/v1/query", "--timeout", "2")) == 0
    said = capsys.readouterr().out
    assert "NOT DONE" in said
    assert "packages asked for" not in said


FORMULAS = ["=1+1", "+41", "-cmd|' /C calc'!A0", "@SUM(A1)", "\tx", "\rx"]


@pytest.mark.parametrize("name", [*FORMULAS, "", "Anna", "-12", "-1.5"])
def test_no_name_in_a_table_becomes_a_formula(name: str) -> None:
    """What spreadsheets take for one begins with = + - @, tab or return (OWASP, CSV injection); an apostrophe makes it text."""
    from puur.papers.tables import csv_bytes
    from puur.season.exchange import safe

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
