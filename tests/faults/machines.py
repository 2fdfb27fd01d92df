"""Whole machines for the tests of deploy/: Debian with systemd as its first process, in containers that vanish with the test.

A machine is the system that the tests run on, seen through an overlay: what it writes stays in its memory, and nothing of this
system changes. Its mounts live in a mount namespace of its own, and all of it dies with the process that started it, so nothing is
left over even when the tests are killed. It has its own network; a bridge joins machines with each other and with the tests.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.faults.servers import ROOT, need, wait_for

CHECKOUT, PACKAGES = "/usr/src/puur", "/usr/src/packages"  # where a machine finds the sources, and what Puur depends on
CGROUPS = [
    path for path in (Path("/sys/fs/cgroup/systemd"), Path("/sys/fs/cgroup/unified"), Path("/sys/fs/cgroup")) if path.is_dir()
]
# Mounts and what is not to come along from here: services that are switched on, databases, the configuration of nginx and Redis.
BOOT = r"""
set -eu
box=$1 name=$2; shift 2
mount -t tmpfs tmpfs /run
mount -t tmpfs -o size=3g tmpfs "$box"
mkdir "$box/upper" "$box/work" "$box/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$box/upper,workdir=$box/work" "$box/root"
cd "$box/root"
rm -rf etc/systemd/system/*.wants etc/systemd/system/*.requires etc/systemd/system/puur* opt/puur etc/puur var/lib/puur
rm -rf etc/postgresql/* var/lib/postgresql/* var/lib/redis/* etc/nginx/conf.d/* etc/letsencrypt var/log/journal var/log/postgresql/*
mkdir -p usr/src/puur usr/src/packages usr/src/python
: > etc/fstab; : > etc/machine-id; echo "$name" > etc/hostname
sed -i '/^puur:/d' etc/passwd etc/group etc/shadow etc/gshadow
cd /
ended=133  # a reboot
while [ $ended = 133 ]; do ended=0; systemd-nspawn --directory="$box/root" "$@" || ended=$?; done
exit $ended
"""


def need_machines() -> None:
    """Skip where no container can be booted, and say why."""
    if os.getuid() != 0:
        pytest.skip("only root can boot a container")
    need("systemd-nspawn", "nsenter", "setpriv", "unshare", "ip", "openssl", "curl", "nginx", "redis-server", "pg_createcluster")
    if not Path("/lib/systemd/systemd").exists():
        pytest.skip("no systemd here")
    with suppress(OSError):
        if "overlay" in Path("/proc/filesystems").read_text():
            return
    pytest.skip("no overlay file system here")


def interpreter() -> tuple[str, list[str]]:
    """The folder with the `python3` of a machine, and what to mount for it: the very version of ours, so that our packages fit."""
    ask = "import ensurepip, sys; print(*sys.version_info[:3])"
    done = subprocess.run(["/usr/bin/python3", "-c", ask], capture_output=True, text=True, check=False)
    if done.returncode == 0 and done.stdout.split() == [str(part) for part in sys.version_info[:3]]:
        return "/usr/bin", []
    return "/usr/src/python/bin", [f"--bind-ro={sys.base_prefix}:/usr/src/python"]


def sweep() -> None:
    """Remove what tests that were killed have left: empty groups, and bridges to nowhere. Their machines are gone with them."""
    gone = [link.name for link in Path("/sys/class/net").glob("puur*") if not Path("/proc", link.name[4:]).exists()]
    for name in gone:
        subprocess.run(["ip", "link", "del", name], capture_output=True, check=False)
    for group in [
        found for top in CGROUPS for found in top.glob("puur-*-*") if not Path("/proc", found.name.split("-")[1]).exists()
    ]:
        _remove(group)


def _remove(group: Path) -> None:
    for inner, _, _ in os.walk(group, topdown=False):
        with suppress(OSError):
            os.rmdir(inner)


class Network:
    """A bridge on this system, with an inner network for the machines."""

    def __init__(self, number: int) -> None:
        sweep()
        self.name, self.net = f"puur{number}", f"10.{216 + number % 1000 // 250}.{number % 250}"
        for words in (
            ("link", "add", self.name, "type", "bridge"),
            ("addr", "add", f"{self.net}.1/24", "dev", self.name),
            ("link", "set", self.name, "up"),
        ):
            done = subprocess.run(["ip", *words], capture_output=True, text=True, check=False)
            if done.returncode:
                self.close()
                pytest.skip(f"no bridge here: {done.stderr.strip()}")

    def close(self) -> None:
        subprocess.run(["ip", "link", "del", self.name], capture_output=True, check=False)


def _children(process: int) -> list[int]:
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def _status(process: int) -> dict[str, str]:
    """What the kernel says of a process; names are cut off at fifteen letters."""
    lines = Path(f"/proc/{process}/status").read_text().splitlines()
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


class Machine:
    """One container: `run` is a shell in it."""

    def __init__(self, folder: Path, network: Network, host: int, name: str) -> None:
        self.name, self.address = name, f"{network.net}.{host}"
        self.box, self.log = folder / name, folder / f"{name}.log"
        self.box.mkdir()
        self.path, binds = interpreter()
        self.path += ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
        packages = next(path for path in sys.path if path.endswith("site-packages"))
        options = ["--boot", f"--machine={name}{os.getpid()}", f"--hostname={name}", f"--network-bridge={network.name}"]
        options += ["--register=no", "--resolv-conf=off", "--timezone=off", "--link-journal=no", "--console=pipe", "--quiet"]
        options.append("--keep-unit")  # a systemd that runs here is not to look after it
        options += [f"--bind-ro={ROOT}:{CHECKOUT}", f"--bind-ro={packages}:{PACKAGES}", *binds]
        self.groups = [top / f"puur-{os.getpid()}-{name}" for top in CGROUPS if (top / "cgroup.procs").exists()]
        try:
            for group in self.groups:
                group.mkdir(exist_ok=True)
        except OSError as problem:
            pytest.skip(f"no groups of processes can be made here: {problem}")
        with self.log.open("wb") as log:
            # A process namespace around it all: whoever ends its first process ends everything, and so does our own end.
            command = ["setpriv", "--pdeathsig", "KILL", "unshare", "--pid", "--fork", "--kill-child=KILL", "--mount-proc"]
            command += ["--mount", "--propagation=private", "sh", "-c", BOOT, "boot", str(self.box), name, *options]
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, preexec_fn=self._enter
            )
        try:
            wait_for(lambda: self.process.poll() is not None or self._booted(), f"{name}, booting", seconds=120)
            if self.process.poll() is not None:
                pytest.skip(f"no container boots here: {self.log.read_text().strip()[-300:]}")
            # As any network management would have done before.
            self.run(
                f"ip addr add {self.address}/24 dev host0; ip link set host0 up; echo '127.0.0.1 localhost {name}' > /etc/hosts"
            )
            self.put("/usr/local/bin/sudo", SUDO, 0o755)
            if binds:  # it may have a library, and look for it where it was built
                self.run("echo /usr/src/python/lib > /etc/ld.so.conf.d/00-python.conf; ldconfig")
        except BaseException:
            self.stop()
            raise

    def _enter(self) -> None:
        """Into groups of its own before anything starts: systemd moves everything that it finds in its own."""
        for group in self.groups:
            (group / "cgroup.procs").write_text("0")

    def _wait(self, found: Callable[[], bool], what: str, seconds: float = 120) -> None:
        try:
            wait_for(found, f"{self.name}: {what}", self.process, seconds)
        except AssertionError as problem:
            raise AssertionError(f"{problem}\n{self.log.read_text()[-2000:]}\n{self.journal()}") from None

    def _leader(self) -> int | None:
        """The first process of the container, by our count: below unshare, the shell and systemd-nspawn."""
        with suppress(OSError, StopIteration):
            shell = next(iter(_children(self.process.pid)))
            nspawn = next(one for one in _children(shell) if _status(one)["Name"].startswith("systemd-nspawn"[:15]))
            return next(
                one for one in _children(nspawn) if (_status(one)["Name"], _status(one)["NSpid"].split()[-1]) == ("systemd", "1")
            )
        return None

    def _booted(self) -> bool:
        if self._leader() is None:
            return False
        return self.say("systemctl is-system-running").stdout.strip() in ("running", "degraded")

    def say(self, script: str, given: str = "", seconds: float = 300) -> subprocess.CompletedProcess[str]:
        """Run a script; whatever comes of it."""
        env = ["env", "-i", f"PATH={self.path}", "HOME=/root", "LANG=C.UTF-8", "PIP_NO_INDEX=1", "PIP_NO_BUILD_ISOLATION=0"]
        command = [
            "nsenter",
            "--target",
            str(self._leader()),
            "--all",
            "--",
            *env,
            "sh",
            "-euc",
            f"cd {CHECKOUT} 2>/dev/null || true\n{script}",
        ]
        return subprocess.run(command, input=given, capture_output=True, text=True, check=False, timeout=seconds)

    def run(self, script: str, given: str = "", seconds: float = 300) -> str:
        """Run a script that has to end well; what it printed."""
        done = self.say(script, given, seconds)
        if done.returncode:
            said = f"{done.stdout}\n{done.stderr}\n{self.journal()}"
            raise AssertionError(f"{self.name}: {script}\nended with {done.returncode}\n{said}")
        return done.stdout

    def journal(self) -> str:
        """What the services of Puur have said last."""
        return "" if self._leader() is None else self.say("journalctl --no-pager -n 40 -u 'puur*'").stdout

    def put(self, path: str, text: str, mode: int = 0o644) -> None:
        """Write a file, as an editor would."""
        self.run(f"mkdir -p $(dirname {path}); cat > {path}; chmod {mode:o} {path}", text)

    def until(self, script: str, seconds: float = 120) -> str:
        """Wait until a script ends well; what it then printed."""
        found = self.say(script)

        def well() -> bool:
            nonlocal found
            found = self.say(script)
            return found.returncode == 0

        self._wait(well, script, seconds)
        return found.stdout

    def rows(self, text: str, *values: object) -> list[Sequence[Any]]:
        """Ask the database of Puur, whichever it is, as its user."""
        found: list[Sequence[Any]] = json.loads(self.run(f"as-puur python -c '{ASK}'", json.dumps([text, values])))
        return found

    def main(self, unit: str) -> int:
        """The main process of a unit, 0 if it has none; by the machine's own count."""
        return int(self.run(f"systemctl show --property=MainPID --value {unit}"))

    def reboot(self) -> None:
        """Switch it off and on again; the network is set as at first."""
        before = self._leader()
        self.say("systemctl reboot")
        self._wait(lambda: self._leader() not in (None, before) and self._booted(), "to boot again")
        self.run(f"ip addr replace {self.address}/24 dev host0; ip link set host0 up")

    def stop(self) -> None:
        """Pull the plug: every process goes, and the mounts with them."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait(30)
        until = time.monotonic() + 20
        while left := [group for group in self.groups if group.exists()]:
            for group in left:
                _remove(group)
            if time.monotonic() > until:  # a group that does not empty is no reason to fail a test
                break
            time.sleep(0.05)
        shutil.rmtree(self.box, ignore_errors=True)


ASK = """
import json, sys, django
django.setup()
from django.db import connection
with connection.cursor() as cursor:
    cursor.execute(*json.load(sys.stdin))
    print(json.dumps(cursor.fetchall(), default=str))
"""

# What the walk needs of sudo: whoever runs it is root already, or another user with -u.
SUDO = """#!/bin/sh
if [ "$1" = -u ]; then user=$2; shift 2; exec runuser -u "$user" -- "$@"; fi
exec "$@"
"""
