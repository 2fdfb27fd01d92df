"""docs/deploy.md, block by block, on machines with systemd: one server, several processes, several servers, with people playing.

The blocks are taken from the page itself, so a command that is wrong there fails here. Replaced is what needs the internet:
packages are those of this system, and certificates are made instead of fetched. Bots and tricks do not dawdle (`quick`); all else
is as it is shipped.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.faults.machines import PACKAGES, Machine, Network, need_machines
from tests.faults.people import check, evening
from tests.faults.servers import ROOT, quick
from tests.faults.test_deploy import NAME, over_tls
from tests.web.client import Browser, Player, run_async
from tests.web.test_pages import account

pytestmark = pytest.mark.slow

Boot = Callable[[int, str], Machine]
ONE, PROCESSES, SERVERS = "One server", "One server, several processes", "Several servers"  # sections of docs/deploy.md
LIVE = f"/etc/letsencrypt/live/{NAME}"
READY = "curl --silent --fail http://{}:{}/readyz"


def block(heading: str, word: str, page: str = "deploy.md") -> str:
    """The block of commands or of settings in a section that has this word, as it stands."""
    sections = re.split(r"^## ", (ROOT / "docs" / page).read_text(), flags=re.M)
    inside = next(part for part in sections if part.startswith(heading + "\n"))
    found = [one for one in re.findall(r"(?:^ {4}.*\n)+", inside, flags=re.M) if word in one]
    assert len(found) == 1, f"docs/{page}, {heading}: {len(found)} blocks with {word!r}"
    return re.sub(r"^ {4}", "", found[0], flags=re.M)


def certify(folder: str, name: str) -> str:
    """A certificate for a name, made here and now."""
    made = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=puur -addext subjectAltName"
    return f"mkdir -p {folder} && {made}={name} -keyout {folder}/privkey.pem -out {folder}/fullchain.pem"


def offline(commands: str) -> str:
    """Without what asks the internet."""
    lines = [line for line in commands.splitlines() if "apt install" not in line]
    return "\n".join(certify(LIVE, f"DNS:{NAME}") if "certbot" in line else line for line in lines)


@pytest.fixture
def network() -> Iterator[Network]:
    need_machines()
    found = Network(os.getpid())
    yield found
    found.close()


@pytest.fixture
def boot(tmp_path: Path, network: Network) -> Iterator[Boot]:
    """Boot machines by their addresses and names."""
    running: list[Machine] = []

    def one(host: int, name: str) -> Machine:
        running.append(Machine(tmp_path, network, host, name))
        return running[-1]

    yield one
    for machine in running:
        machine.stop()


def install(machine: Machine, commands: str) -> None:
    """Puur as the page says. pip finds what Puur depends on in the packages of the tests, and asks nobody else."""
    first, pip, rest = offline(commands).partition("sudo /opt/puur/.venv/bin/pip")
    machine.run(first)
    machine.run(f"echo {PACKAGES} > $(echo /opt/puur/.venv/lib/python3*/site-packages)/packages.pth")
    machine.run(pip + rest)


def settle(machine: Machine, **more: str) -> None:
    """What somebody does with an editor in /etc/puur/puur.env."""
    path, settings = "/etc/puur/puur.env", {**quick(), **more}
    lines = [line for line in machine.run(f"cat {path}").splitlines() if line.lstrip("#").partition("=")[0] not in settings]
    machine.put(path, "\n".join([*lines, *(f"{name}={value}" for name, value in settings.items())]) + "\n", 0o600)


def database(machine: Machine, address: str) -> dict[str, str]:
    """PostgreSQL and Redis as Debian installs them, with the changes that the page names; the settings for Puur."""
    version = machine.run("ls /usr/lib/postgresql | tail -n 1").strip()
    machine.run(f"pg_createcluster {version} main && systemctl daemon-reload && systemctl enable --now postgresql redis-server")
    commands = offline(block(PROCESSES, "createuser")).splitlines()
    if machine.say("test -d /opt/puur").returncode:  # a machine for the data alone has no Puur
        commands = [line for line in commands if "pip install" not in line]
    machine.run("\n".join(commands), "CHANGE-ME\nCHANGE-ME\n")
    redis = block(PROCESSES, "requirepass").replace("127.0.0.1", address)
    machine.run("cat >> /etc/redis/redis.conf; systemctl restart redis-server", redis)
    found = block(PROCESSES, "DATABASE_URL=").replace("127.0.0.1", address)
    return dict(line.split("=", 1) for line in found.splitlines())


def visit(machine: Machine, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Browsers find the site under its name on this machine, and trust its certificate alone."""
    certificate = folder / "site.pem"
    certificate.write_text(machine.run(f"cat {LIVE}/fullchain.pem"))
    over_tls(monkeypatch, NAME, str(certificate))
    real = socket.getaddrinfo

    def found(host: Any, *arguments: Any, **more: Any) -> Any:
        return real(machine.address if host in (NAME, NAME.encode()) else host, *arguments, **more)

    monkeypatch.setattr(socket, "getaddrinfo", found)


def holder(machine: Machine, code: str) -> str:
    """The name of the process that holds a table."""
    found = machine.rows(
        "SELECT p.name FROM processes_ownership o JOIN processes_process p ON p.id = o.process "
        "JOIN web_table t ON t.id = o.table_id WHERE t.code = %s",
        code,
    )
    return str(found[0][0])


def test_one_server_then_several_processes(boot: Boot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = boot(10, "server")
    machine.run("systemctl enable --now nginx")  # as Debian does
    install(machine, block(ONE, "useradd"))
    machine.until(READY.format("127.0.0.1", 8001))
    owners = machine.run("stat -c '%a %U' /etc/puur /etc/puur/puur.env /var/lib/puur").splitlines()
    assert owners == ["700 root", "600 root", "700 puur"]
    laptop(machine)
    settle(machine)
    machine.run("systemctl restart puur")
    machine.run(offline(block(ONE, "certbot certonly")))
    visit(machine, monkeypatch, tmp_path)
    machine.until(READY.format("127.0.0.1", 8001))
    answer = Browser(NAME).get("/")
    assert (answer.status, answer.headers["strict-transport-security"]) == (200, "max-age=2592000")
    paper(Browser(NAME))
    run_async(lambda: killed_and_back(machine))
    backups(machine)

    settings = database(machine, "127.0.0.1")
    machine.run(block(PROCESSES, "puur export"))
    before = machine.rows("SELECT count(*) FROM web_tableevent")
    settle(machine, **settings | {"PUUR_SECRET_KEY": machine.run("cat /var/lib/puur/secret.key").strip()})
    machine.run(block(PROCESSES, "puur import"))
    assert machine.rows("SELECT count(*) FROM web_tableevent") == before
    machine.run(block(PROCESSES, "puur-worker.service"))
    machine.run(block(PROCESSES, "puur.target"))
    both_answer(machine)
    run_async(lambda: killed_and_upgraded(machine))
    machine.run("systemctl start puur-backup")  # waits for it and for its check; now of PostgreSQL
    machine.run("systemctl stop puur.target")
    assert [machine.main(f"puur@{port}") for port in (8001, 8002)] == [0, 0]
    machine.run("systemctl start puur.target")
    never_gives_up(machine)
    machine.until("journalctl -o cat _SYSTEMD_UNIT=puur-worker.service | grep -q Bots", 300)  # compiled by now, or soon
    run_async(lambda: bots(machine))
    machine.reboot()
    both_answer(machine)
    assert Browser(NAME).get("/readyz").status == 200
    machine.run("as-puur puur check")


def laptop(machine: Machine) -> None:
    """A network without internet: others open one of the addresses that it prints."""
    command = "HOST=0.0.0.0 puur serve"
    assert f"`{command}`" in (ROOT / "docs" / "deploy.md").read_text()
    given = "--uid=nobody --setenv=PUUR_DATA=/run/laptop --setenv=HOST=0.0.0.0 --property=RuntimeDirectory=laptop"
    machine.run(f"systemd-run --quiet --unit=laptop {given} /opt/puur/.venv/bin/puur serve")
    said = machine.until("journalctl -o cat _SYSTEMD_UNIT=laptop.service | grep http:")
    address = f"{machine.address}:8000"
    assert f"http://{address}/" in said
    machine.until(READY.format(machine.address, 8000))
    assert Browser(address).get("/").status == 200
    machine.run("systemctl stop laptop")


def both_answer(machine: Machine, address: str = "127.0.0.1") -> None:
    for port in (8001, 8002):
        machine.until(READY.format(address, port))


def paper(browser: Browser) -> None:
    """A sheet can be printed where only /var/lib/puur can be written."""
    account(browser)
    form = {"title": "Dorfjass", "book": "tam2014-es", "date": "2026-11-14", "venue": "Löwen", "seed": "Losrad", "rounds": "2"}
    answer = browser.post("/evenings/new/", **form)
    assert answer.status == 302, answer.text
    code = answer.headers["location"].split("/")[2]
    sheet = browser.get(f"/evenings/{code}/paper/blank-jasszettel.pdf")
    assert (sheet.status, sheet.body[:4]) == (200, b"%PDF")


async def killed_and_back(machine: Machine) -> None:
    """Restart=always: people are cut off, and go on."""
    table = await evening(lambda: [NAME])
    await table.played(15)
    first = machine.main("puur")
    await asyncio.to_thread(machine.run, "systemctl kill --kill-whom=main --signal=KILL puur")
    await table.played(25)
    await table.end()
    assert machine.main("puur") not in (0, first)
    assert table.trouble()
    check(table.people, machine.rows)


def backups(machine: Machine) -> None:
    """The timer makes one and checks it; it brings everything back."""
    machine.run(block("Backups", "puur-backup.timer", "operating.md"))
    soon = "/etc/systemd/system/puur-backup.timer.d/soon.conf"  # nobody waits for the hour
    machine.put(soon, "[Timer]\nOnCalendar=\nOnCalendar=*:*:0/5\nRandomizedDelaySec=0\nAccuracySec=1s\n")
    machine.run("systemctl daemon-reload && systemctl restart puur-backup.timer")
    newest = machine.until("ls -t /var/lib/puur/backups/puur-*.puur | head -n 1 | grep puur").strip()
    machine.run(f"rm {soon}; systemctl daemon-reload; systemctl restart puur-backup.timer")
    machine.until("! systemctl is-active puur-backup | grep activ.*ing")
    assert machine.run("systemctl show --property=Result --value puur-backup").strip() == "success"
    assert machine.run(f"stat -c '%a %U' {newest}").strip() == "600 puur"
    count = machine.rows("SELECT count(*) FROM web_tableevent")
    back = block("Getting it back", "as-puur puur restore", "operating.md")
    machine.run(re.sub(r"puur-\S*….puur", Path(newest).name, back))
    machine.until(READY.format("127.0.0.1", 8001))
    assert machine.rows("SELECT count(*) FROM web_tableevent") == count


async def killed_and_upgraded(machine: Machine) -> None:
    """The other process takes over; then both are renewed under play."""
    table = await evening(lambda: [NAME])
    await table.played(15)
    port = (await asyncio.to_thread(holder, machine, table.code)).rpartition(":")[2][:4]
    await asyncio.to_thread(machine.run, f"systemctl kill --kill-whom=main --signal=KILL puur@{port}")
    await table.played(25)
    await asyncio.to_thread(both_answer, machine)
    renewed = await asyncio.to_thread(machine.run, block(PROCESSES, "upgrade.sh"))
    assert renewed == "port 8001: renewed\nport 8002: renewed\n"
    await table.played(20)
    await table.end()
    assert "moved" in {code for person in table.people for code in person.heard}
    check(table.people, machine.rows)


def never_gives_up(machine: Machine) -> None:
    """systemd would leave a unit alone after five starts in ten seconds."""
    for _ in range(7):
        machine.until('test "$(systemctl show --property=MainPID --value puur@8001)" != 0')
        machine.run("systemctl kill --kill-whom=main --signal=KILL puur@8001")
        machine.until("systemctl show --property=ActiveState --value puur@8001 | grep activating || systemctl is-active puur@8001")
    machine.until(READY.format("127.0.0.1", 8001))


async def bots(machine: Machine) -> None:
    """The web processes have no bots of their own (`quick`): those of puur-worker answer over Redis."""

    def answered() -> int:
        found = machine.run("redis-cli -a CHANGE-ME --no-auth-warning info commandstats")
        return int((re.findall(r"cmdstat_pexpire:calls=(\d+)", found) or ["0"])[0])  # only an answer sets that

    before = await asyncio.to_thread(answered)
    browser = Browser(NAME)
    player = await Player(browser, browser.open_table(book="tam2014-es", level="klub")).connect()
    await player.do(t="start")
    await player.play(random.Random(1), lambda: player.view["number"] > 1)
    assert await asyncio.to_thread(answered) > before


def test_several_servers(boot: Boot, network: Network, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def here(text: str) -> str:
        return text.replace("10.0.0.", f"{network.net}.")

    data, webs, front = boot(3, "data"), [boot(11, "web1"), boot(12, "web2")], boot(2, "front")
    settings = database(data, data.address) | dict([here(block(SERVERS, "FORWARDED")).strip().split("=")])
    # TLS to both, checked.
    data.run(
        certify("/etc/ssl/puur", f"IP:{data.address}") + " && chmod 644 /etc/ssl/puur/*.pem && chown -R postgres /etc/ssl/puur"
    )
    tls = "ssl = on\nssl_cert_file = '/etc/ssl/puur/fullchain.pem'\nssl_key_file = '/etc/ssl/puur/privkey.pem'\n"
    folder = data.run("ls -d /etc/postgresql/*/main").strip()
    data.run("chmod 600 /etc/ssl/puur/privkey.pem; install -m 640 -o redis /etc/ssl/puur/privkey.pem /etc/redis/key.pem")
    data.put(f"{folder}/conf.d/puur.conf", here(block(SERVERS, "listen_addresses")) + tls)
    data.run(f"cat >> {folder}/pg_hba.conf", here(block(SERVERS, "hostssl")))
    secret = (
        "port 0\ntls-port 6379\ntls-auth-clients no\ntls-cert-file /etc/ssl/puur/fullchain.pem\ntls-key-file /etc/redis/key.pem\n"
    )
    data.run("cat >> /etc/redis/redis.conf", secret + "tls-ca-cert-file /etc/ssl/puur/fullchain.pem\n")
    data.run("systemctl restart postgresql redis-server")
    trusted = "/etc/ssl/certs/puur-db.pem"
    settings["DATABASE_URL"] += f"?sslmode=verify-full&sslrootcert={trusted}"
    settings["REDIS_URL"] = settings["REDIS_URL"].replace("redis://", "rediss://") + f"?ssl_ca_certs={trusted}"

    for web in webs:
        commands = block(ONE, "useradd").replace("'.[fast]'", "'.[fast,server]'").splitlines()
        install(web, "\n".join(line for line in commands if "puur.service" not in line and "enable --now puur" not in line))
        web.put(trusted, data.run("cat /etc/ssl/puur/fullchain.pem"))
        settle(web, **settings)
        drop_in = here(block(SERVERS, "Environment=HOST")).replace(f"{network.net}.11", web.address)
        web.put("/etc/systemd/system/puur@.service.d/address.conf", drop_in)
        web.run(block(SERVERS, "puur.target"))
    front.run("systemctl enable --now nginx")
    front.run(certify(LIVE, f"DNS:{NAME}"))
    lines = [f"server {web.address}:{port} max_fails=2 fail_timeout=2s;" for web in webs for port in (8001, 8002)]
    shipped = (ROOT / "deploy" / "nginx.conf").read_text()
    front.put("/etc/nginx/conf.d/puur.conf", re.sub(r"( +server 127\.0\.0\.1:.*\n)+", "\n".join(lines) + "\n", shipped))
    front.run("nginx -t && systemctl reload nginx")
    for web in webs:
        both_answer(web, web.address)
    visit(front, monkeypatch, tmp_path)

    async def play() -> None:
        table = await evening(lambda: [NAME])
        await table.played(20)
        name = await asyncio.to_thread(holder, webs[0], table.code)
        lost = next(web for web in webs if web.name in name)
        other = next(web for web in webs if web is not lost)
        await asyncio.to_thread(lost.stop)  # a whole machine, in the middle of a trick
        await table.played(30)
        renewed = await asyncio.to_thread(other.run, block(PROCESSES, "upgrade.sh"))
        assert renewed == "port 8001: renewed\nport 8002: renewed\n"
        await table.played(15)
        await table.end()
        assert table.trouble()
        check(table.people, other.rows)

    run_async(play)
