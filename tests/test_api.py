"""The interface for programs: its examples run, and importing it is light."""

from __future__ import annotations

import doctest
import subprocess
import sys

import pytest

import puur
import puur.api


def test_the_examples_run() -> None:
    found = doctest.testmod(puur.api)
    assert found.attempted > 10
    assert found.failed == 0
    assert doctest.testmod(puur).failed == 0


def test_importing_puur_is_light() -> None:
    """Neither the import nor a rule player loads numba or NumPy."""
    code = (
        "import sys, puur\n"
        "assert 'puur.api' not in sys.modules\n"
        "game = puur.new_deal('tam2014-es', seed=1); puur.play(game)\n"
        "assert not {'numba', 'numpy'} & set(sys.modules), 'too heavy'\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError):
        puur.nothing  # noqa: B018
    for name in puur.__all__:
        assert getattr(puur, name)
