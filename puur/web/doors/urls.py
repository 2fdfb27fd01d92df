"""The addresses of web tables that play for an evening or a club."""

from __future__ import annotations

from django.urls import URLPattern, path

from puur.web.doors import (
    club_public,
    club_trail,
    club_views,
    evening_trail,
    referee,
    roster,
    rulings,
    season_views,
    slate_views,
    ties,
    trail,
    views,
)

urlpatterns: list[URLPattern] = [
    path("seat/<str:secret>/", views.seat, name="seat"),
    path("seat/<str:secret>/qr.svg", views.seat_qr, name="seat-qr"),
    path("t/<code:code>/seat/", views.table_seat, name="table-seat"),
    path("evenings/<evening:code>/round/<int:number>/web/", views.round_tables, name="evening-web"),
    path("evenings/<evening:code>/round/<int:number>/web/act/", views.round_act, name="evening-web-act"),
    path("evenings/<evening:code>/round/<int:number>/web/judge/", views.round_judge, name="evening-web-judge"),
    path("evenings/<evening:code>/round/<int:number>/web/revision.json", views.round_stamp, name="evening-web-revision"),
    path("clubs/<slug:slug>/days/<str:day>/table/<str:series>/web/", club_views.series_tables, name="club-web"),
    path(
        "clubs/<slug:slug>/days/<str:day>/table/<str:series>/web/revision.json", club_views.series_stamp, name="club-web-revision"
    ),
    path("clubs/<slug:slug>/days/<str:day>/table/<str:series>/web/judge/", club_views.series_judge, name="club-web-judge"),
    path("clubs/<slug:slug>/days/<str:day>/revision.json", club_views.day_stamp, name="club-day-revision"),
    path("clubs/<slug:slug>/evenings/", season_views.club_evenings, name="club-evenings"),
    path("evenings/e/<str:secret>/tafel/", slate_views.at_evening, name="evening-slate"),
    path("evenings/e/<str:secret>/tafel/send/", slate_views.hand_in, name="evening-slate-send"),
    path("clubs/<slug:slug>/days/<str:day>/table/<str:series>/tafel/", slate_views.in_club, name="club-slate"),
    path("clubs/<slug:slug>/days/<str:day>/table/<str:series>/tafel/send/", slate_views.hand_in_round, name="club-slate-send"),
    path("evenings/<evening:code>/from/<int:round_>/<int:table>/", evening_trail.of_table, name="evening-trail"),
    path("evenings/<evening:code>/from/<int:round_>/<int:table>/<int:deal>/", evening_trail.cards, name="evening-cards"),
    path(
        "evenings/<evening:code>/from/<int:round_>/<int:table>/<int:deal>/data.json",
        evening_trail.cards_data,
        name="evening-cards-data",
    ),
    path("evenings/<evening:code>/place/<str:player>/", evening_trail.of_player, name="evening-from"),
    path("evenings/p/<str:secret>/from/<int:round_>/", trail.for_player, name="evening-player-trail"),
    path("clubs/<slug:slug>/from/<int:year>/<str:person>/", club_trail.of_year, name="club-from"),
    path("clubs/<slug:slug>/from/<evening:code>/<int:round_>/<int:table>/", club_trail.of_evening, name="club-from-evening"),
    path("clubs/<slug:slug>/days/<str:day>/table/<str:series>/from/<int:number>/", club_trail.of_round, name="club-from-round"),
    path("clubs/<slug:slug>/public/<int:year>/from/<int:number>/", club_public.of_year, name="club-public-from"),
    path("clubs/<slug:slug>/public/days/<str:day>/<str:series>/", club_public.of_series, name="club-public-series"),
    path(
        "clubs/<slug:slug>/public/days/<str:day>/<str:series>/<int:number>/<int:deal>/",
        club_public.cards,
        name="club-public-cards",
    ),
    path(
        "clubs/<slug:slug>/public/days/<str:day>/<str:series>/<int:number>/<int:deal>/data.json",
        club_public.cards_data,
        name="club-public-cards-data",
    ),
    path("evenings/<evening:code>/rulings/", rulings.rulings, name="evening-rulings"),
    path("evenings/<evening:code>/referee/<int:round_>/<int:table>/", referee.at_evening, name="evening-referee"),
    path(
        "evenings/<evening:code>/referee/<int:round_>/<int:table>/<slug:incident>/",
        referee.at_evening,
        name="evening-referee-incident",
    ),
    path(
        "evenings/<evening:code>/referee/<int:round_>/<int:table>/<slug:incident>/record/",
        referee.record,
        name="evening-referee-record",
    ),
    path("evenings/e/<str:secret>/referee/", referee.of_table, name="evening-table-referee"),
    path("evenings/e/<str:secret>/referee/<slug:incident>/", referee.of_table, name="evening-table-referee-incident"),
    path("clubs/<slug:slug>/days/<str:day>/table/<str:series>/referee/", referee.in_club, name="club-referee"),
    path(
        "clubs/<slug:slug>/days/<str:day>/table/<str:series>/referee/<slug:incident>/",
        referee.in_club,
        name="club-referee-incident",
    ),
    path(
        "clubs/<slug:slug>/days/<str:day>/table/<str:series>/referee/<slug:incident>/record/",
        referee.record_in_club,
        name="club-referee-record",
    ),
    path("evenings/<evening:code>/players/club/", roster.from_club, name="evening-from-club"),
    path("evenings/p/<str:secret>/account/", ties.mine, name="evening-player-account"),
]
