"""The files in deploy/: systemd reads the units, nginx with TLS stands before two processes. Whole machines: test_systemd."""

from __future__ import annotations

import functools
import http.client
import shutil
import ssl
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.faults.people import check, evening
from tests.faults.servers import ROOT, Postgres, Web, listens, need, wait_for
from tests.faults.test_processes import holder
from tests.web import client
from tests.web.client import run_async
from tests.web.ports import free_port

DEPLOY = ROOT / "deploy"
NAME = "jass.example.org"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="no systemd here")
@pytest.mark.parametrize("unit", ["puur.service", "puur@.service", "puur-worker.service", "puur.target", "puur-backup.service"])
def test_systemd_finds_nothing_wrong_with_a_unit(unit: str, tmp_path: Path) -> None:
    copy = tmp_path / unit.replace("@", "@8001")
    # The program and the user are those of an installed server; everything else is as it is shipped.
    text = (DEPLOY / unit).read_text().replace("/opt/puur/.venv/bin/puur", "/bin/true")
    copy.write_text(text)
    if unit == "puur@.service":
        (tmp_path / unit).write_text(text)
        shutil.copy(DEPLOY / "puur.target", tmp_path)
    done = subprocess.run(["systemd-analyze", "verify", str(copy)], capture_output=True, text=True, check=False)
    own = [line for line in done.stderr.splitlines() if "puur" in line]
    assert own == []
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("script", ["upgrade.sh", "as-puur.sh"])
def test_a_script_is_a_shell_script(script: str) -> None:
    subprocess.run(["sh", "-n", str(DEPLOY / script)], check=True)


class Nginx:
    """The shipped configuration with other ports, paths and a certificate of its own."""

    def __init__(self, folder: Path, webs: list[Web]) -> None:
        need("nginx", "openssl")
        self.port, plain = free_port(), free_port()
        key, certificate = folder / "key.pem", folder / "cert.pem"
        make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", f"/CN={NAME}"]
        names = ["-addext", f"subjectAltName=DNS:{NAME},DNS:localhost,IP:127.0.0.1"]
        subprocess.run([*make, *names, "-keyout", str(key), "-out", str(certificate)], check=True, capture_output=True)
        self.certificate = certificate
        text = (DEPLOY / "nginx.conf").read_text()
        changes = {
            "listen [::]:80;": "", "listen [::]:443 ssl http2;": "", "listen 80;": f"listen 127.0.0.1:{plain};",
            "listen 443 ssl http2;": f"listen 127.0.0.1:{self.port} ssl http2;",
            "/etc/letsencrypt/live/jass.example.org/fullchain.pem": str(certificate),
            "/etc/letsencrypt/live/jass.example.org/privkey.pem": str(key),
            "127.0.0.1:8001": webs[0].address, "127.0.0.1:8002": webs[1].address,
        }  # fmt: skip
        for old, new in changes.items():
            assert old in text, f"deploy/nginx.conf has no {old!r} any more"
            text = text.replace(old, new)
        (folder / "puur.conf").write_text(text)
        temporary = "".join(f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        whole = (
            f"pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1; daemon off; "
            "events { worker_connections 512; }"
            f"http {{ access_log off; {temporary} include {folder}/puur.conf; }}"
        )
        (folder / "nginx.conf").write_text(whole)
        self.process = subprocess.Popen(["nginx", "-c", str(folder / "nginx.conf")], stderr=subprocess.DEVNULL)
        wait_for(lambda: listens("127.0.0.1", self.port), "nginx", self.process)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(300)


@pytest.mark.slow
def test_nginx_with_tls_before_two_processes_and_one_is_killed(
    tmp_path: Path, pair: list[Web], postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    for web in pair:  # as deploy/puur.env has it
        web.stop()
        web.env |= {"PUUR_HTTPS": "1", "PUUR_HOSTS": NAME}
        web.launch()
    for web in pair:
        web.wait()
    nginx = Nginx(tmp_path, pair)
    address = f"127.0.0.1:{nginx.port}"
    over_tls(monkeypatch, address, str(nginx.certificate))

    async def run() -> None:
        table = await evening(lambda: [address])
        await table.played(15)
        first = holder(postgres, pair, table.code)
        assert first is not None
        first.kill()
        await table.played(25)
        await table.end()
        check(table.people, postgres.rows)
        cookie = client.Browser(address).get("/").headers["set-cookie"]
        assert "secure" in cookie.lower()

    try:
        run_async(run)
    finally:
        nginx.stop()


def over_tls(monkeypatch: pytest.MonkeyPatch, address: str, certificate: str) -> None:
    """From now on browsers speak TLS with this address, and trust this certificate alone."""
    context = ssl.create_default_context(cafile=certificate)
    plain = client.connect

    def secure(url: str, **more: Any) -> Any:
        more["origin"] = f"https://{address}"
        return plain(url.replace("ws://", "wss://"), ssl=context, **more)

    monkeypatch.setattr(client.http.client, "HTTPConnection", functools.partial(http.client.HTTPSConnection, context=context))
    monkeypatch.setattr(client, "connect", secure)
    monkeypatch.setattr(client.Browser, "request", _with_referer(client.Browser.request, f"https://{address}/"))


def _with_referer(request: Any, referer: str) -> Any:
    """Over TLS Django also looks where a form came from, as browsers say it."""

    def run(self: client.Browser, method: str, path: str, body: str | bytes | None = None, **headers: str) -> Any:
        return request(self, method, path, body, Referer=referer, **headers)

    return run
