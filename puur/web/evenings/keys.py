"""Passes in QR codes and links of players: secrets that open one thing each, made once, the same on every reprint."""

from __future__ import annotations

from collections.abc import Iterable

from puur.core.errors import Refusal
from puur.web.evenings.fold import folded
from puur.web.evenings.models import Evening, PlayerLink, TablePass


def passes(evening: Evening, round_: int) -> dict[int, str]:
    """The secret of every table of a drawn round; what is missing is made."""
    tables = [table.number for table in folded(evening).engine.round(round_).tables]
    known = TablePass.objects.filter(evening=evening, round=round_)
    have = set(known.values_list("table", flat=True))
    fresh = [TablePass(evening=evening, round=round_, table=table) for table in tables if table not in have]
    TablePass.objects.bulk_create(fresh, ignore_conflicts=True)
    return {table_pass.table: table_pass.secret for table_pass in known.all() if table_pass.table in set(tables)}


def links(evening: Evening, players: Iterable[str] | None = None) -> dict[str, str]:
    """The secret of every player's own page; what is missing is made."""
    wanted = list(folded(evening).engine.players if players is None else players)
    known = PlayerLink.objects.filter(evening=evening)
    have = set(known.values_list("player", flat=True))
    PlayerLink.objects.bulk_create(
        (PlayerLink(evening=evening, player=player) for player in wanted if player not in have), ignore_conflicts=True
    )
    secrets = dict(known.all().values_list("player", "secret"))
    return {player: secrets[player] for player in wanted}


def find_link(secret: str) -> PlayerLink:
    """The link with this secret, if its player still is on the list."""
    link = PlayerLink.objects.filter(secret=secret).select_related("evening").first()
    if link is None or link.player not in folded(link.evening).engine.players:
        raise Refusal("link-unknown")
    return link
