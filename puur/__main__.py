"""The command `puur` as a process: an interrupt ends it with status 130 and without a traceback, from the first moment on.

Everything large is imported after the handler of the signal is in place. What the command does is told in `puur.cli.app`.
"""

from __future__ import annotations

import atexit
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType

INTERRUPTED = 130


def main() -> None:
    """Run `puur` with the arguments of this process and exit with its status."""
    signal.signal(signal.SIGINT, _leave)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])  # the launcher of tools/setup.sh has held it back until now
    _open_missing_streams()
    interrupted: list[int] = []
    atexit.register(_end, interrupted)  # the first one here is the last to be called
    from puur.cli import app

    status: str | int | None = INTERRUPTED
    try:
        sys.unraisablehook = _unraisable
        signal.signal(signal.SIGINT, _unwind)
        app.main()
    except SystemExit as leaving:
        status = leaving.code
    except BaseException:
        if signal.getsignal(signal.SIGINT) is not _leave:
            raise  # a bug; after an interrupt an error is only its echo: half an import, a broken connection
    finally:
        signal.signal(signal.SIGINT, _leave)
        _drop_unwritten()
    if status == INTERRUPTED:
        interrupted.append(INTERRUPTED)
    sys.exit(status)


def _end(interrupted: Sequence[int]) -> None:
    """Python remembers an interrupt that came within `exec`, as where a dataclass is made, and would end by the signal itself."""
    for status in interrupted:
        os._exit(status)


def _leave(_number: int, _frame: FrameType | None) -> None:
    """Before and after the command there is nothing to tidy up, and during the unwinding a second Ctrl-C does not wait for it."""
    os._exit(INTERRUPTED)


def _unwind(_number: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGINT, _leave)
    raise KeyboardInterrupt


def _unraisable(unraisable: sys.UnraisableHookArgs) -> None:
    """Python cannot pass on what is raised in a finalizer: there an interrupt would be printed and lost."""
    if unraisable.exc_type is KeyboardInterrupt:
        os._exit(INTERRUPTED)
    sys.__unraisablehook__(unraisable)


def _open_missing_streams() -> None:
    """A stream that the caller has closed (`>&-`) is None in Python; writing there is to be no error."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  (for the whole run)


def _drop_unwritten() -> None:
    """What a full disk or a closed pipe did not take would fail once more when Python exits, with a message and status 120."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError:
            os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


if __name__ == "__main__":
    main()
