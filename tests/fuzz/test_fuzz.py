"""Parsers against what nobody would write: a document of the corpus, mangled, or plain noise.

A parser may only raise the error that it documents. When one crashes, put the bytes that Hypothesis shows into
`corpus/<name>/found-<what>.case`; then mend the parser.
"""

from __future__ import annotations

import resource
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.parsers import NAMES, cases, parser, survives

# What breaks parsers: ends of numbers and of strings, other alphabets, brackets without end, what looks like markup.
PIECES = [
    b"", b"\0", b"\xff", b"\xef\xbb\xbf", b"\r\n", b"\n\n", b'"', b"'", b"\\", b"{", b"}", b"[", b"]", b"[" * 200,
    b'{"a":' * 60, b"<", b">", b"&x;", b"<!DOCTYPE a [<!ENTITY x 'y'>]>", b"9" * 30, b"9" * 5000, b"-1", b"1e400", b"NaN",
    b"null", b"true", b"0x", b"\xc2\xbd", "٣".encode(), "🃏".encode(), "\u202e".encode(), b"=1+1", b";", b",", b"|", b"\t",
    b"#", b"E6", b"RU", b"A", b"extends", b'"""', b"x" * 300, b"1900-02-30", b"24:61", b"\xed\xa0\x80", b"PK\x03\x04",
    b"\x1f\x8b\x08",
]  # fmt: skip


def mangled(name: str) -> st.SearchStrategy[bytes]:
    """A case of the corpus with a few pieces put in, taken out, doubled or moved."""
    change = st.tuples(
        st.sampled_from(("put", "cut", "double", "flip", "swap")), st.floats(0, 1), st.integers(1, 40), st.sampled_from(PIECES)
    )

    def made(start: bytes, changes: list[tuple[str, float, int, bytes]]) -> bytes:
        data = start
        for what, where, size, piece in changes:
            at = int(where * len(data))
            middle = data[at : at + size]
            if what == "put":
                data = data[:at] + piece + data[at:]
            elif what == "cut":
                data = data[:at] + data[at + size :]
            elif what == "double":
                data = data[:at] + middle * 2 + data[at + size :]
            elif what == "flip":
                data = data[:at] + bytes(one ^ (1 << size % 8) for one in middle[:1]) + data[at + 1 :]
            else:
                data = data[:at] + piece + data[at + len(piece) :]
        return data[:200_000]

    starts = st.sampled_from([path.read_bytes() for path in cases(name) if not path.name.startswith("hostile")])
    return st.builds(made, starts, st.lists(change, min_size=1, max_size=5))


@pytest.mark.parametrize("name", NAMES)
def test_the_corpus_is_read_or_refused(name: str) -> None:
    found = cases(name)
    assert found, f"no corpus for {name}"
    for path in found:
        survives(name, path.read_bytes())


@pytest.mark.parametrize("name", [one for one in NAMES if one != "guessed"])
def test_the_good_cases_are_good(name: str) -> None:
    """Otherwise the mangled ones would all be refused at the door."""
    good = [path for path in cases(name) if path.name.startswith("good")]
    assert good
    for path in good:
        parser(name).call(path.read_bytes())


@pytest.mark.parametrize("name", NAMES)
def test_mangled_documents(name: str) -> None:
    @settings(max_examples=max(60, settings().max_examples * 3 // 5), suppress_health_check=list(HealthCheck), database=None)
    @given(mangled(name))
    def run(data: bytes) -> None:
        survives(name, data)

    run()


@pytest.mark.parametrize("name", NAMES)
def test_noise(name: str) -> None:
    noise = st.binary(max_size=200) | st.text(max_size=200).map(lambda text: text.encode("utf-8", "surrogatepass"))
    pieces = st.lists(st.sampled_from(PIECES), max_size=12).map(b"".join)

    @settings(max_examples=max(30, settings().max_examples * 3 // 10), suppress_health_check=list(HealthCheck), database=None)
    @given(noise | pieces)
    def run(data: bytes) -> None:
        survives(name, data)

    run()


HOSTILE = [(name, path) for name in NAMES for path in cases(name) if path.name.startswith("hostile")]


@pytest.mark.parametrize(("name", "path"), HOSTILE, ids=[f"{name}-{path.stem}" for name, path in HOSTILE])
def test_what_was_made_to_do_harm_is_refused_and_costs_little(name: str, path: Path) -> None:
    """Entities that grow to gigabytes, archives that unpack to more than the memory, brackets without end, files of the machine."""
    one = parser(name)
    before = resource.getrusage(resource.RUSAGE_SELF)
    with pytest.raises(one.errors):
        one.call(path.read_bytes())
    after = resource.getrusage(resource.RUSAGE_SELF)
    assert after.ru_utime - before.ru_utime < 3, "seconds of the processor"
    assert after.ru_maxrss - before.ru_maxrss < 150 * 1024, "KiB of memory"


def test_every_case_belongs_to_a_parser() -> None:
    assert {path.name for path in (Path(__file__).parent / "corpus").iterdir()} == set(NAMES)


def test_a_crash_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.fuzz import parsers

    def crash(_data: bytes) -> None:
        raise IndexError

    monkeypatch.setattr(parsers, "parser", lambda _name: parsers.Parser(crash, (ValueError,)))
    with pytest.raises(IndexError):
        survives("jass", b"")
