"""Where the server keeps its things and what the environment says: host, port, data folder, database, secret key.

Knows nothing of Django. Promise: the secret key is made once, readable by its owner alone, and survives restarts.
"""

from __future__ import annotations

import contextlib
import os
import secrets
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

HOST, PORT = "127.0.0.1", 8000
ANY = ("0.0.0.0", "::", "")
KEY_FILE, DATABASE_FILE = "secret.key", "puur.sqlite3"
TRUE, FALSE = ("1", "true", "yes", "on"), ("", "0", "false", "no", "off")
SIOCGIFADDR = 0x8915  # Linux: the address of an interface


def data_folder(env: Mapping[str, str]) -> Path:
    """PUUR_DATA, or `puur` in the user's data folder (XDG_DATA_HOME, ~/.local/share), or ./data where there is no home."""
    if env.get("PUUR_DATA"):
        return Path(env["PUUR_DATA"]).expanduser()
    given = Path(env.get("XDG_DATA_HOME", ""))
    try:
        base = given if given.is_absolute() else Path.home() / ".local" / "share"
    except RuntimeError:
        return Path("data")
    return base / "puur"


def prepared(folder: Path) -> Path:
    """The folder, made if need be. It and whatever this process writes is its owner's alone; earlier versions left more open."""
    os.umask(0o077)
    folder.mkdir(parents=True, exist_ok=True)
    if (folder / KEY_FILE).exists() or (folder / DATABASE_FILE).exists() or _empty(folder):
        _own(folder, 0o700)
    return folder.resolve()


def _empty(folder: Path) -> bool:
    """Whether nothing is in a folder yet: it was made for us."""
    with contextlib.suppress(OSError):
        return next(folder.iterdir(), None) is None
    return False


def _own(path: Path, mode: int) -> None:
    """For the owner alone; where the file system or the owner does not let us, as it is."""
    with contextlib.suppress(OSError):
        if path.stat().st_mode & 0o077:
            path.chmod(mode)


def secret_key(env: Mapping[str, str], folder: Path) -> str:
    """PUUR_SECRET_KEY, or the key in the data folder; the first run makes it."""
    if env.get("PUUR_SECRET_KEY"):
        return env["PUUR_SECRET_KEY"]
    path = prepared(folder) / KEY_FILE
    if not path.exists():
        part = write_key(path, secrets.token_urlsafe(50))
        try:
            os.link(part, path)  # whole or not at all, and only where no other process was first
        except FileExistsError:
            pass
        except OSError:  # a file system without links
            part.replace(path)
        part.unlink(missing_ok=True)
        sync_folder(path.parent)
    stored = path.read_text(encoding="ascii").strip()
    if len(stored) < 32:
        raise RuntimeError(f"{path} holds no secret key; remove it and a new one is made (everybody signs in again)")
    return stored


def write_key(path: Path, key: str) -> Path:
    """A key on the disk, in a file beside the one that it is meant for."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(key)
        file.flush()
        os.fsync(file.fileno())
    return part


def sync_folder(folder: Path) -> None:
    """Have the names in a folder on the disk too, where the system can: Windows opens no folders."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def database(env: Mapping[str, str], folder: Path) -> dict[str, Any]:
    """The database as Django wants it: DATABASE_URL (`sqlite:///path`, `postgres://…`), or SQLite in the data folder."""
    url = env.get("DATABASE_URL", "")
    parts = urlsplit(url)
    if not url or parts.scheme == "sqlite":
        name = Path(unquote(parts.path[1:])) if url else folder / DATABASE_FILE
        for file in (name, name.with_name(f"{name.name}-wal"), name.with_name(f"{name.name}-shm")):
            _own(file, 0o600)
        return {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": str(name),
            "OPTIONS": {
                "timeout": 20,
                "transaction_mode": "IMMEDIATE",
                # FULL: what was confirmed is on the disk. WAL: pages read while a card is written.
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
                # What is erased is overwritten, not only forgotten.
                "PRAGMA secure_delete=ON;",
            },
        }
    if parts.scheme in ("postgres", "postgresql"):
        return _postgres(env, url)
    raise RuntimeError(f"DATABASE_URL begins with {parts.scheme[:20]!r}; expected sqlite or postgres")


# What may stand after the question mark of a PostgreSQL address; all else is a slip that would otherwise go unnoticed.
_PG_OPTIONS = (
    "sslmode", "sslrootcert", "sslcert", "sslkey", "sslcrl", "target_session_attrs", "channel_binding", "application_name",
    "connect_timeout", "keepalives_idle", "host", "port", "service",
)  # fmt: skip


def _postgres(env: Mapping[str, str], url: str) -> dict[str, Any]:
    parts = urlsplit(url)
    try:
        port = parts.port
        given = dict(parse_qsl(parts.query, strict_parsing=True)) if parts.query else {}
    except ValueError as problem:
        raise RuntimeError(f"DATABASE_URL: {problem}") from None
    wrong = sorted(set(given) - set(_PG_OPTIONS))
    if wrong:
        raise RuntimeError(f"DATABASE_URL has the option {wrong[0][:30]!r}; expected one of {', '.join(_PG_OPTIONS)}")
    name = unquote(parts.path[1:])
    if not name:
        raise RuntimeError("DATABASE_URL names no database; expected postgres://user:password@host/name")
    most = int(number(env, "PUUR_DB_CONNECTIONS", 8))
    options = {
        "connect_timeout": 3,
        # A connection that is cut without a word is noticed within ten seconds.
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 3,
        "tcp_user_timeout": 8000,
        **{key: value for key, value in given.items() if key not in ("host", "port")},
        # The writer, the reader and the pages share a few connections; after a loss they are opened again at once.
        "pool": {"min_size": 1, "max_size": max(4, most), "timeout": 4, "reconnect_timeout": 2, "max_lifetime": 3600},
    }
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": name,
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": given.get("host", unquote(parts.hostname or "")),
        "PORT": given.get("port", str(port or "")),
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": options,
    }


def redis(env: Mapping[str, str]) -> str:
    """REDIS_URL where several processes share the tables; empty where one has them all."""
    url = env.get("REDIS_URL", "")
    if url and urlsplit(url).scheme not in ("redis", "rediss", "unix"):
        raise RuntimeError(f"REDIS_URL begins with {urlsplit(url).scheme[:20]!r}; expected redis, rediss or unix")
    return url


def process_name(env: Mapping[str, str]) -> str:
    """What this web process is called among the others: where it listens. A new one with the same name replaces the old one."""
    host, port = address(env)
    return env.get("PUUR_NAME") or f"{socket.gethostname()} {host}:{port} {env.get('PUUR_SLOT', '')}".strip()


def address(env: Mapping[str, str]) -> tuple[str, int]:
    """HOST and PORT."""
    port = env.get("PORT") or str(PORT)
    if not port.isascii() or not port.isdigit() or not int(port) < 65536:
        raise RuntimeError(f"PORT is {port[:20]!r}; expected a number below 65536")
    return env.get("HOST") or HOST, int(port)


def allowed_hosts(env: Mapping[str, str]) -> list[str]:
    """By which names this server answers: its own addresses where it listens on all, and PUUR_HOSTS."""
    host, _ = address(env)
    names = ["localhost", "127.0.0.1", "[::1]", *_list(env, "PUUR_HOSTS")]
    if host not in ANY:
        return [*names, host]
    return [*names, *own_addresses()]


def own_addresses() -> list[str]:
    """The names and addresses under which other machines nearby reach this one; the likeliest first."""
    name, likely = socket.gethostname(), []
    names = {name, f"{name}.local", *_interfaces()}
    with contextlib.suppress(OSError):
        names |= set(socket.gethostbyname_ex(name)[2])
    # No packet is sent: this only asks which way one would go.
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        likely.append(str(probe.getsockname()[0]))
    return [*likely, *sorted(names - set(likely))]


def nearby(host: str, port: int) -> list[str]:
    """What others in the same network type to come here; nothing where only this machine is listened to."""
    numbers = [ip for ip in own_addresses() if ip[0].isdigit() and not ip.startswith("127.")] if host in ANY else []
    return [f"http://{ip}:{port}/" for ip in numbers]


def _interfaces() -> set[str]:
    """The addresses of all interfaces: in a hall without internet no way leads out, and the question above has no answer."""
    if sys.platform != "linux":
        return set()
    import fcntl

    addresses = set()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        for _, name in socket.if_nameindex():
            with contextlib.suppress(OSError):  # one without an address
                answer = fcntl.ioctl(probe.fileno(), SIOCGIFADDR, name.encode().ljust(40, b"\0"))
                addresses.add(socket.inet_ntoa(answer[20:24]))
    return {ip for ip in addresses if not ip.startswith("127.")}


def origins(env: Mapping[str, str]) -> list[str]:
    """Further origins, scheme included, whose pages may talk to this server (PUUR_ORIGINS)."""
    return _list(env, "PUUR_ORIGINS")


def flag(env: Mapping[str, str], name: str) -> bool:
    """Whether a switch is on; a word that is neither yes nor no is a slip that nobody should find out about by accident."""
    text = env.get(name, "").strip().lower()
    if text not in (*TRUE, *FALSE):
        raise RuntimeError(f"{name} is {text[:20]!r}; expected 1 or 0")
    return text in TRUE


def number(env: Mapping[str, str], name: str, default: float) -> float:
    """A number of the environment, zero or more."""
    text = env.get(name) or str(default)
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e9:
        raise RuntimeError(f"{name} is {text[:20]!r}; expected a number of 0 or more")
    return value


def _list(env: Mapping[str, str], name: str) -> list[str]:
    return [part.strip() for part in env.get(name, "").split(",") if part.strip()]
