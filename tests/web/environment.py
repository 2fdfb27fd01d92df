"""The environment of the web tests, set up once per test process: a data folder of its own, bots that do not dawdle, Django.

A module and no conftest: pytest may load a conftest twice, and two folders in one process would be two databases.
"""

from __future__ import annotations

import atexit
import os
import shutil
import tempfile

FOLDER = tempfile.mkdtemp(prefix="puur-web-")
atexit.register(shutil.rmtree, FOLDER, ignore_errors=True)
os.environ.update(
    PUUR_DATA=FOLDER,
    PUUR_BOT_DELAY="0",
    PUUR_TRICK_DELAY="0",
    PUUR_BETWEEN="0",
    PUUR_GRACE="0.2",
    PUUR_WAIT="0.2",
    PUUR_RATE="2000",
    PUUR_OPEN_RATE="100",
    PUUR_AHEAD="0",  # sets of deals are picked when a test plays them
    PUUR_MOST_LAG="1000",  # a test machine may be as slow as it likes
    PUUR_MOST_COMMIT="1000",
    PUUR_MOST_BUSY="1000",
    DJANGO_SETTINGS_MODULE="puur.web.settings",
)
os.environ.pop("DATABASE_URL", None)
if "PUUR_TEST_DATABASE_URL" in os.environ:  # for a process that a test starts to try another database
    os.environ["DATABASE_URL"] = os.environ["PUUR_TEST_DATABASE_URL"]

import django  # noqa: E402

django.setup()

from django.conf import settings  # noqa: E402

settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # quick: these passwords protect nothing
