"""A mail server for the tests: takes what Puur sends over SMTP, on this machine, and keeps it."""

from __future__ import annotations

import contextlib
import email
import socket
import threading
from email.message import Message


class Post:
    """Listens on a free port; `mails` is what came, in order. `refuses` has the answer for a reader who gets none; while `held` is
    set it takes a connection and says nothing."""

    def __init__(self) -> None:
        self.mails: list[Message] = []
        self.refuses: dict[str, str] = {}
        self.held = threading.Event()
        self.free = threading.Event()  # to be set once it may speak again
        self.calls = 0
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.host, self.port = self._socket.getsockname()
        threading.Thread(target=self._serve, daemon=True).start()

    @property
    def settings(self) -> dict[str, object]:
        """What Puur is told to send by it."""
        return {"EMAIL_HOST": self.host, "EMAIL_PORT": self.port, "EMAIL_BACKEND": "django.core.mail.backends.smtp.EmailBackend"}

    def close(self) -> None:
        self._socket.close()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._socket.accept()
            except OSError:
                return
            with contextlib.suppress(OSError), client, client.makefile("rwb") as talk:
                self._talk(talk)

    def _talk(self, talk: object) -> None:
        def say(line: str) -> None:
            talk.write(f"{line}\r\n".encode())  # type: ignore[attr-defined]
            talk.flush()  # type: ignore[attr-defined]

        self.calls += 1
        if self.held.is_set():
            self.free.wait()
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
            elif word.startswith("RCPT") and (
                answer := next((said for who, said in self.refuses.items() if who.upper() in word), "")
            ):
                say(answer)
            elif word.startswith("QUIT"):
                say("221 bye")
                return
            else:
                say("250 ok")


def text_of(mail: Message) -> str:
    """What a mail says, without what is attached."""
    part = next(part for part in mail.walk() if part.get_content_type() == "text/plain")
    return part.get_payload(decode=True).decode().replace("\r\n", "\n")  # type: ignore[union-attr]
