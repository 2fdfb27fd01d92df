"""Every address of the server, with sample values for what stands in it: for tests that go through all of them.

A new page is found by itself; one with a new kind of part fails until a sample for it stands in `SAMPLES`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Address:
    """One entry of the URL list."""

    name: str  # with its namespace
    route: str
    parts: tuple[str, ...]  # what has to be filled in


def addresses() -> list[Address]:
    """All of them, in order."""
    from django.urls import get_resolver

    return list(_walk(get_resolver().url_patterns, "", ()))


def _walk(patterns: Any, prefix: str, spaces: tuple[str, ...]) -> Iterator[Address]:
    for one in patterns:
        route = prefix + str(one.pattern)
        if hasattr(one, "url_patterns"):
            yield from _walk(one.url_patterns, route, (*spaces, one.namespace) if one.namespace else spaces)
        else:
            yield Address(":".join((*spaces, one.name or f"unnamed {route}")), route, tuple(one.pattern.regex.groupindex))


@dataclass(slots=True)
class World:
    """The things behind the sample values: of the owner, never of whoever asks."""

    facts: dict[str, Any]

    def samples(self) -> dict[str, list[Any]]:
        """Values for each part of an address, good ones first."""
        from puur.puzzles.collection import collection

        facts = self.facts
        return {
            "code": [facts["over"].code, facts["running"].code, facts["evening"].code],
            "slug": [facts["club"].slug],
            "lang": ["de"],
            "version": ["0123456789abcdef"],
            "key": ["ub2024", "UB-WCMP-03"],
            "form": ["bieter"],
            "incident": ["revoke"],
            "question": ["books", "score"],
            "number": [1],
            "uidb64": ["MQ"],
            "token": ["falsch-0123456789"],
            "secret": ["falsch-0123456789"],
            "person": [facts["person"]],
            "member": [facts["person"]],
            "player": ["1"],
            "day": [facts["day"]],
            "series": ["A"],
            "year": [facts["year"]],
            "n": [1],
            "deal": [1],
            "set_key": [facts["set"]],
            "seat": [1],
            "board_key": ["falsch-01234"],
            "puzzle_key": [next(iter(collection()))],
            "kind": ["tables", "ranking", "players"],
            "backup": [facts["backup"]],
            "invite": [facts["invite"]],
            "round_": [1],
            "table": [1],
        }


def path_of(address: Address, world: World) -> str | None:
    """The address with sample values; None for Django's own pages of single rows."""
    from django.urls import NoReverseMatch, reverse

    samples = world.samples()
    missing = [part for part in address.parts if part not in samples]
    assert not missing, f"{address.name}: no sample value for {missing} in tests/web/urls.py"
    given = {part: samples[part][0] for part in address.parts}
    if "code" in given and "<evening:code>" in address.route:
        given["code"] = world.facts["evening"].code
    if address.name == "provision":
        given["key"] = "UB-WCMP-03"
    if address.name == "slate-game":
        given["key"] = world.facts["slate"].pk
    try:
        return reverse(address.name, kwargs=given)
    except NoReverseMatch:
        return None


def make_world() -> World:
    """Fill the database of this test process."""
    import uuid
    from datetime import timedelta

    from django.utils import timezone

    from puur.web.clubs.store import engine
    from puur.web.company.deals import QUICK
    from puur.web.company.models import DealSet
    from puur.web.evenings import keys
    from puur.web.evenings.models import EveningBackup, EveningInvite, Role
    from puur.web.evenings.store import row
    from tests.web.filling import fill

    facts = fill(tag=uuid.uuid4().hex[:6])
    evening = row(facts["evening"].code)
    club = engine(facts["club"])
    now = timezone.now()
    given = DealSet.objects.create(
        key=uuid.uuid4().hex[:12], kind="day", opens=now, closes=now + timedelta(days=1), deals=4, level="stammtisch",
        picks=[0, 1, 2, 3], bots={level: {"points": [80] * 4, "bids": ["E/0"] * 4} for level in QUICK},
    )  # fmt: skip
    facts |= {
        "set": given.key,
        "evening": evening,
        "invite": EveningInvite.objects.create(evening=evening, role=Role.OFFICE, label="Büro").pk,
        "backup": EveningBackup.objects.filter(evening=evening).values_list("pk", flat=True).first(),
        "passes": list(keys.passes(evening, 1).values()),
        "links": list(keys.links(evening).values()),
        "person": sorted(club.roster.people)[0],
        "names": sorted(one.name for one in club.roster.people.values()),
        "day": sorted(club.days)[0],
        "year": next(iter(club.days.values())).year,
    }
    return World(facts)
