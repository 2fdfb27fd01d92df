"""Frozen dataclasses as plain JSON values and back, read off their type hints; strict, with the place of a mistake.

Fields at their default are left out, so that files stay readable and old files stay valid when a field is added.
"""

from __future__ import annotations

import dataclasses
import types
import typing
from enum import Enum
from functools import cache
from typing import Any


class FormError(Exception):
    """A value that does not fit: where it stands, what was found, what was expected."""

    def __init__(self, at: str, found: object, expected: str) -> None:
        shown = repr(found)
        super().__init__(at, shown if len(shown) <= 60 else shown[:57] + "…", expected)
        self.at, self.expected = at, expected
        self.found = shown if len(shown) <= 60 else shown[:57] + "…"

    def __str__(self) -> str:
        return f"{self.at or 'file'}: found {self.found}; expected {self.expected}"


def plain(value: Any) -> Any:
    """A value as JSON knows it."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        found = {}
        for one in dataclasses.fields(value):
            own = getattr(value, one.name)
            default = one.default_factory() if one.default_factory is not dataclasses.MISSING else one.default
            if own != default:
                found[one.name] = plain(own)
        return found
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple | list):
        return [plain(one) for one in value]
    return value


def parsed(hint: Any, raw: Any, at: str = "") -> Any:
    """The value of this type that `raw` stands for, or `FormError`."""
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        if raw is None and type(None) in args:
            return None
        return parsed(next(one for one in args if one is not type(None)), raw, at)
    if dataclasses.is_dataclass(hint):
        return _object(typing.cast(type, hint), raw, at)
    if origin is tuple:
        if not isinstance(raw, list):
            raise FormError(at, raw, "a list")
        if args[-1] is ...:
            return tuple(parsed(args[0], one, f"{at}[{place}]") for place, one in enumerate(raw))
        if len(raw) != len(args):
            raise FormError(at, raw, f"a list of {len(args)}")
        return tuple(parsed(one, each, f"{at}[{place}]") for place, (one, each) in enumerate(zip(args, raw, strict=True)))
    if isinstance(hint, type) and issubclass(hint, Enum):
        accepted = [one.value for one in hint]
        if raw not in accepted:
            raise FormError(at, raw, " or ".join(map(str, accepted)))
        return hint(raw)
    if hint in (int, str, bool):
        if not isinstance(raw, hint) or (hint is int and isinstance(raw, bool)):
            raise FormError(at, raw, {int: "a whole number", str: "a text", bool: "true or false"}[hint])
        return raw
    raise TypeError(f"{at}: no form for {hint}")


@cache
def _hints(cls: type) -> dict[str, Any]:
    return typing.get_type_hints(cls)


def _object(cls: type, raw: Any, at: str) -> Any:
    if not isinstance(raw, dict):
        raise FormError(at, raw, "an object")
    names = {one.name: one for one in dataclasses.fields(cls)}
    for key in raw:
        if key not in names:
            raise FormError(f"{at}.{key}".lstrip("."), key, "one of " + ", ".join(names))
    given = {key: parsed(_hints(cls)[key], value, f"{at}.{key}".lstrip(".")) for key, value in raw.items()}
    for name, one in names.items():
        if name not in given and one.default is dataclasses.MISSING and one.default_factory is dataclasses.MISSING:
            raise FormError(f"{at}.{name}".lstrip("."), None, "a value")
    return cls(**given)
