"""The settings under which mypy's Django plugin loads the models: those of the server, without its data folder and key."""

import os

os.environ.setdefault("PUUR_DATA", ".mypy_cache")
os.environ.setdefault("PUUR_SECRET_KEY", "only for type checks, where nothing is signed")

from puur.web.settings import *  # noqa: F403
