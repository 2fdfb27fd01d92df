"""The lines of the pages that ask a running server: with curl, as they stand, but for the port and the token."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import uuid
from typing import Any

import pytest

from tests.cli.test_pages import LINES

CURL = [line for lines in LINES.values() for line in lines if line.startswith("curl ")]


@pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not on this machine")
def test_every_line_with_curl_gets_its_answer(server: str) -> None:
    from django.contrib.auth.models import User

    from puur.web import tokens

    user = User.objects.create_user(f"curl{uuid.uuid4().hex[:8]}", "", "Buur-und-Nell-9")
    _, secret = tokens.make(user, "curl", tokens.SCOPES)
    answers: list[Any] = []
    for line in CURL:
        assert "http://127.0.0.1:8000/" in line
        told = subprocess.run(
            ["bash", "-c", line.replace("127.0.0.1:8000", server)],
            env={**os.environ, "PUUR_TOKEN": secret, "no_proxy": "127.0.0.1"},
            capture_output=True, text=True, check=True, timeout=300,
        )  # fmt: skip
        answers.append(json.loads(told.stdout))
    assert [answer for answer in answers if "error" in answer] == []
    assert answers[0]["id"] == "UB-POINTS-05"
    assert answers[1]["games"] == []  # this account has not played yet
