"""What all tests share: how hard hypothesis tries. `make test` is repeatable; `make test-full` looks for new cases."""

from __future__ import annotations

from hypothesis import settings

# No deadline: shared machines pause, and a slow example is not a wrong one.
settings.register_profile("quick", deadline=None, derandomize=True)
settings.register_profile("full", deadline=None, max_examples=1000, print_blob=True)
settings.load_profile("quick")
