"""Who may know what of an event: every field says so where it is declared, and what declares nothing is told to nobody.

A class that everybody may hear is made with `@openly`; a field that holds cards, Weise or effects still has to say so itself, with
`known`. Everything else stays at the table: an event whose author forgot to think of secrecy goes out without its fields.
Promise: there are never more than two tellings of an event, that of its actor and that of all others, spectators among them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, field, fields, is_dataclass
from enum import Enum
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar, dataclass_transform, get_args, get_type_hints

from puur.core.cards import Card, CardSet
from puur.core.weis import Weis

T = TypeVar("T")


class Known(Enum):
    """Who may know a field."""

    ALL = "all"
    ACTOR = "actor"  # the seat whose event it is
    SEEN = "seen"  # the actor; everybody those cards that have lain open in the deal
    AFTER = "after"  # the actor; everybody once the deal is over
    TABLE = "table"  # nobody


class Instead(NamedTuple):
    """What those are told who may not know a field: a name, and the value made of what is hidden and the rule book."""

    name: str
    value: Callable[[Any, Any], object]


class _Rule(NamedTuple):
    name: str
    who: Known
    unless: str
    instead: Instead | None
    nested: bool


@dataclass(frozen=True, slots=True)
class Secrecy:
    """What a class of events declares; `actor` is the field that names the seat which may know its own secrets."""

    actor: str
    rules: tuple[_Rule, ...]
    open: bool  # whether everybody is told the same
    undeclared: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """An event, or an effect of a ruling, as somebody may know it: what is hidden is left out altogether."""

    kind: type
    fields: Mapping[str, object]


def known(who: Known, *, unless: str = "", instead: Instead | None = None, actor: bool = False, default: Any = MISSING) -> Any:
    """A field with its audience; open after all where the field `unless` is true. `actor`: it names the seat of the event."""
    return field(default=default, metadata={"known": who, "unless": unless, "instead": instead, "actor": actor})


@dataclass_transform(frozen_default=True, field_specifiers=(field, known))
def openly(cls: type[T]) -> type[T]:
    """Make a frozen dataclass whose plain fields everybody may know."""
    made = dataclass(frozen=True, slots=True, repr=False, eq=False)(cls)
    for name, value in {"__openly__": True, **_shared(made)}.items():
        setattr(made, name, value)
    return made


def _shared(cls: type) -> dict[str, Any]:
    """Printing and comparing as `dataclass` does it, out of ready parts: compiling it for each class takes long."""
    names = [part.name for part in fields(cls)]
    values: Callable[[Any], Any] = attrgetter(*names) if names else lambda _: ()

    def show(self: object) -> str:
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    def equal(self: object, other: object) -> bool:
        return values(self) == values(other) if type(other) is type(self) else NotImplemented

    def hashed(self: object) -> int:
        return hash(values(self))

    return {"__repr__": show, "__eq__": equal, "__hash__": hashed}


def secrecy(kind: type) -> Secrecy:
    """What a class declares, worked out once."""
    declared = _SECRECY.get(kind)
    if declared is None:
        declared = _SECRECY[kind] = _worked_out(kind)
    return declared


_SECRECY: dict[type, Secrecy] = {}


def _worked_out(kind: type) -> Secrecy:
    if not is_dataclass(kind):
        return Secrecy("", (), open=True, undeclared=())
    hints, free = get_type_hints(kind), "__openly__" in vars(kind)
    actor, rules, undeclared = "seat", [], []
    for part in fields(kind):
        hint, who = hints[part.name], part.metadata.get("known")
        if who is None:
            plain = part.name == "seat" or (free and not _delicate(hint))
            who = Known.ALL if plain else Known.TABLE
            undeclared += [] if plain else [part.name]
        if part.metadata.get("actor"):
            actor = part.name
        nested = any("__openly__" in vars(part) for part in _parts(hint) if is_dataclass(part))
        rules.append(_Rule(part.name, who, part.metadata.get("unless", ""), part.metadata.get("instead"), nested))
    open_to_all = all(rule.who in (Known.ALL, Known.TABLE) for rule in rules)
    return Secrecy(actor, tuple(rules), open_to_all, tuple(undeclared))


def _parts(hint: Any) -> set[Any]:
    """The types that a type is made of."""
    inner = get_args(hint)
    return set().union(*map(_parts, inner)) if inner else {hint}


def _delicate(hint: Any) -> bool:
    """Whether a type may hold cards: cards themselves, Weise, anything at all, or values with such fields (effects)."""
    return any(
        part in (Card, CardSet, Weis, object, Any, dict, list, tuple)
        or (is_dataclass(part) and any(map(_delicate, get_type_hints(part).values())))
        for part in _parts(hint)
    )


def is_actor(event: object, audience: int | None) -> bool:
    """Whether an audience (None: spectators) is told more of an event than others are."""
    rules = secrecy(type(event))
    return not rules.open and audience is not None and getattr(event, rules.actor, None) == audience


def tell(event: object, *, actor: bool, over: bool, seen: Callable[[], CardSet], book: object) -> Told:
    """An event for its actor or for all others; `over`: its deal is, `seen`: the cards that have lain open in it."""
    shown: dict[str, object] = {}
    for name, who, unless, instead, nested in secrecy(type(event)).rules:
        value = getattr(event, name)
        told = who is Known.ALL or (actor and who is not Known.TABLE) or (over and who is Known.AFTER)
        if nested and who is not Known.TABLE:
            shown[name] = tuple(tell(part, actor=actor, over=over, seen=seen, book=book) for part in value)
        elif told or (unless and getattr(event, unless)):
            shown[name] = value
        elif who is Known.SEEN and isinstance(value, tuple):
            shown[name] = tuple(card for card in value if card in seen())
        elif who is Known.SEEN and value in seen():
            shown[name] = value
        elif instead is not None:
            shown[instead.name] = instead.value(value, book)
    return Told(type(event), shown)
