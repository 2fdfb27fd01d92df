"""The host's pages: tables, games and people. Events are read only: the past is never edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from puur.web.models import Guest, Participant, PlayedGame, Seat, SlateGame, Table, TableEvent

admin.site.site_header = admin.site.site_title = "Puur"
admin.site.index_template = "ops/index.html"  # with the way to the running tables


# Django's classes take the type of their rows for the type check only.
if TYPE_CHECKING:
    Page = admin.ModelAdmin[Any]
    Rows = admin.TabularInline[Any, Any]
else:
    Page = admin.ModelAdmin
    Rows = admin.TabularInline


class SeatInline(Rows):
    """Who sits at the table."""

    model = Seat
    extra = 0
    can_delete = False
    raw_id_fields = ("user", "guest")


@admin.register(Table)
class TableAdmin(Page):
    """Tables; the secret of the seeds is not shown."""

    list_display = ("code", "book", "state", "game", "created")
    list_filter = ("state", "book")
    search_fields = ("code", "seats__name")
    readonly_fields = ("code", "game", "host")
    inlines = (SeatInline,)


class ReadOnly(Page):
    """To look at."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nobody adds."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody edits."""
        return False


@admin.register(TableEvent)
class TableEventAdmin(ReadOnly):
    """Events; those of running games stay hidden, the host may be playing."""

    list_display = ("table", "n", "game", "seat", "by")
    search_fields = ("table__code",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[TableEvent]:
        """Only tables that are over."""
        return super().get_queryset(request).filter(table__state=Table.State.OVER)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody deletes; with its table an event goes."""
        return False


class ParticipantInline(Rows):
    """Who played."""

    model = Participant
    extra = 0
    raw_id_fields = ("user", "guest")


@admin.register(PlayedGame)
class PlayedGameAdmin(ReadOnly):
    """Games: results follow from events."""

    list_display = ("table", "number", "book", "started", "finished", "winner")
    list_filter = ("book",)
    inlines = (ParticipantInline,)


@admin.register(Guest)
class GuestAdmin(Page):
    """Guests."""

    list_display = ("name", "created")
    search_fields = ("name",)


@admin.register(SlateGame)
class SlateGameAdmin(ReadOnly):
    """Physical games: kept by those who play them."""

    actions = None  # Django's deletion of several crashes at a key that is no UUID
    list_display = ("id", "book", "names", "changed")
