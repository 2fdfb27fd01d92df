"""Every kind of event there is: its tag, its class, its version, and whether a line of it may be taken back.

Each part registers its own events from its own package, those of the core are registered from outside, because it knows nothing of
files. A tag never changes once something has been written with it. A field with a default may be added at will; any
other change of a class adds an upcast, and with it a version: a pure function from the old fields to the new ones.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from puur.log.codec import Field, fields_of, read_fields, schema_of, write_fields
from puur.log.errors import Expected, Unfit
from puur.log.old import modern, tag_of
from puur.log.values import Codec, Json

Upcast = Callable[[dict[str, Json]], dict[str, Json]]
MOST_HELD = 8192  # texts of events, so that the same card is not written and read anew all day


@dataclass(frozen=True, slots=True)
class Words:
    """How an event is said in a text record: phrases with `|` between them, the first of which is written; then the fields.

    `parts` names the fields in order, with `word=field` for one that a word leads; `speaker` is the field with the seat.
    """

    phrases: str
    parts: str = ""
    speaker: str = "seat"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of event."""

    tag: str
    cls: type
    fields: tuple[Field, ...]
    upcasts: tuple[Upcast, ...]  # the first makes version 2 of version 1
    withdrawable: bool
    words: Words | None

    @property
    def version(self) -> int:
        """How often it has changed beyond what a default can bridge, counted from 1."""
        return 1 + len(self.upcasts)

    def brought_up(self, data: dict[str, Json]) -> dict[str, Json]:
        """The data of an earlier version as this one has it."""
        version = data.get("v", 1)
        if type(version) is not int or not 1 <= version <= self.version:
            raise Unfit(version, Expected.VERSION, "/v", version=self.version)
        data = {name: value for name, value in data.items() if name != "v"}
        for upcast in self.upcasts[version - 1 :]:
            data = upcast(data)
        return data


class Registry:
    """The kinds of events of one sort of stream, by tag and by class; `key` is the field that holds the tag."""

    def __init__(self, name: str, key: str = "event", *, withdrawable: bool = False) -> None:
        self.name, self.key, self._withdrawable = name, key, withdrawable
        self.by_tag: dict[str, Kind] = {}
        self.by_class: dict[type, Kind] = {}
        # Events never change, so one may be handed out again and again.
        self.text = lru_cache(MOST_HELD)(self._text)
        self.from_text = lru_cache(MOST_HELD)(self._from_text)

    def add(
        self,
        cls: type,
        tag: str = "",
        *,
        upcasts: tuple[Upcast, ...] = (),
        withdrawable: bool | None = None,
        words: Words | None = None,
    ) -> Kind:
        """Register a dataclass; without a tag, `CardPlayed` is called `card-played`."""
        tag = tag or tag_of(cls.__name__)
        if tag in self.by_tag or cls in self.by_class:
            raise ValueError(f"{self.name}: {tag} is registered already")
        may = self._withdrawable if withdrawable is None else withdrawable
        kind = self.by_tag[tag] = self.by_class[cls] = Kind(tag, cls, fields_of(cls), upcasts, may, words)
        return kind

    def kind_of(self, event: object) -> Kind:
        """The kind of an event."""
        kind = self.by_class.get(type(event))
        if kind is None:
            raise Unfit(type(event).__name__, Expected.ONE_OF, accepted=", ".join(self.by_tag))
        return kind

    def write(self, event: object) -> dict[str, Json]:
        """An event as JSON values; fields at their default are left out."""
        kind = self.kind_of(event)
        written = {self.key: kind.tag, "v": kind.version} if kind.upcasts else {self.key: kind.tag}
        written.update(write_fields(kind.fields, event))
        return written

    def read(self, data: Json) -> Any:
        """The event in JSON values, of this version or an earlier one; Unfit names the place of a mistake."""
        if not isinstance(data, dict):
            raise Unfit(type(data).__name__, Expected.OBJECT)
        key = self.key
        if key not in data:
            key, data = modern(key, data)
        tag = data.get(self.key)
        kind = self.by_tag.get(tag) if isinstance(tag, str) else None
        if kind is None:
            if tag is None:
                raise Unfit("", Expected.REQUIRED, field=key)
            raise Unfit(tag, Expected.ONE_OF, f"/{key}", accepted=", ".join(self.by_tag))
        if "v" in data or kind.upcasts:
            data = kind.brought_up(data)
        return kind.cls(**read_fields(kind.fields, data, (self.key,)))

    def _text(self, event: object) -> str:
        """An event as one line of JSON."""
        return json.dumps(self.write(event), ensure_ascii=False, separators=(",", ":"))

    def _from_text(self, text: str) -> Any:
        """The event in one line of JSON."""
        return self.read(json.loads(text))

    @property
    def codec(self) -> Codec:
        """One event of any kind, as a value inside something else."""
        return Codec(Expected.OBJECT, self.write, self.read, {"oneOf": [{"$ref": f"#/$defs/{tag}"} for tag in sorted(self.by_tag)]})

    def schemas(self) -> Mapping[str, dict[str, object]]:
        """The JSON Schema of every kind by its tag."""
        return {tag: schema_of(kind.fields, self.key, tag) for tag, kind in sorted(self.by_tag.items())}


GAME = Registry("game")
EVENING = Registry("evening", withdrawable=True)
SEASON = Registry("season")
