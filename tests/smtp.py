"""A mail server for the tests: takes what Puur sends over SMTP, on this machine, and keeps it."""

from __future__ import annotations

import email
import socket
import threading
from email.message import Message


class Post:
    """Listens on a free port; `mails` is what came, in order."""

    def __init__(self) -> None:
        self.mails: list[Message] = []
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.host, self.port = self._socket.getsockname()
        threading.Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._socket.close()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._socket.accept()
            except OSError:
                return
            with client, client.makefile("rwb") as talk:
                self._talk(talk)

    def _talk(self, talk: object) -> None:
        def say(line: str) -> None:
            talk.write(f"{line}\r\n".encode())  # type: ignore[attr-defined]
            talk.flush()  # type: ignore[attr-defined]

        say("220 test")
        for raw in talk:  # type: ignore[attr-defined]
            word = raw.decode().strip().upper()
            if word.startswith("DATA"):
                say("354 go on")
                lines = []
                while (line := talk.readline()) not in (b".\r\n", b""):  # type: ignore[attr-defined]
                    lines.append(line[1:] if line.startswith(b"..") else line)
                self.mails.append(email.message_from_bytes(b"".join(lines)))
                say("250 kept")
            elif word.startswith("QUIT"):
                say("221 bye")
                return
            else:
                say("250 ok")
