"""The engine of an evening is pure: no clock, no files, no hidden randomness."""

from __future__ import annotations

import pytest

from tests.test_layers import impurities, modules, strangers

# Standard library without I/O, clock or process; `datetime` for dates that are passed in, `csv` and `io` for text in memory.
MAY_IMPORT = {
    "__future__", "collections", "csv", "dataclasses", "datetime", "enum", "fractions", "functools", "io", "itertools", "math",
    "random", "re", "types", "typing", "unicodedata", "puur",
}  # fmt: skip


@pytest.mark.parametrize("path", modules("evening"), ids=lambda path: path.stem)
def test_a_module_is_pure(path) -> None:  # type: ignore[no-untyped-def]
    source = path.read_text(encoding="utf-8")
    assert strangers(source, "evening", MAY_IMPORT) == set()
    assert impurities(source) == set()
    assert ".today(" not in source
    assert ".now(" not in source
