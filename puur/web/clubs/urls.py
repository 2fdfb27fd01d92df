"""The addresses of this part, all under /clubs/. Every view carries `@needs`; a test walks this list."""

from __future__ import annotations

from django.urls import URLPattern, path

from puur.web.clubs.actions import Action
from puur.web.clubs.office_urls import office_patterns
from puur.web.clubs.views import club, day_steps, days, me, people, planning, rolling, rulings, tables, trail

ACTIONS: tuple[Action, ...] = (
    *people.ACTIONS,
    *me.ACTIONS,
    *planning.ACTIONS,
    *day_steps.ACTIONS,
    *tables.ACTIONS,
    *rulings.ACTIONS,
)

urlpatterns: list[URLPattern] = [
    path("", club.index, name="clubs"),
    path("new/", club.new, name="club-new"),
    path("<slug:slug>/", club.home, name="club"),
    path("<slug:slug>/settings/", club.settings_page, name="club-settings"),
    path("<slug:slug>/enter/<str:token>/", club.enter, name="club-enter"),
    path("<slug:slug>/leave/", club.leave, name="club-leave"),
    path("<slug:slug>/me/", me.me, name="club-me"),
    path("<slug:slug>/me/feed/", me.renew_feed, name="club-feed-renew"),
    path("<slug:slug>/people/", people.people, name="club-people"),
    path("<slug:slug>/people/<str:person>/", people.person, name="club-person"),
    path("<slug:slug>/people/<str:person>/link/", people.link, name="club-link"),
    path("<slug:slug>/days/", days.days, name="club-days"),
    path("<slug:slug>/days/<str:day>/", days.day, name="club-day"),
    path("<slug:slug>/days/<str:day>/attendance/", days.attendance, name="club-attendance"),
    path("<slug:slug>/days/<str:day>/rulings/", rulings.rulings, name="club-rulings"),
    path("<slug:slug>/days/<str:day>/roll/", rolling.roll, name="club-roll"),
    path("<slug:slug>/days/<str:day>/table/<str:series>/", tables.table, name="club-table"),
    path("<slug:slug>/trail/", trail.trail, name="club-trail"),
    path("<slug:slug>/trail/<int:n>/withdraw/", trail.withdraw, name="club-withdraw"),
    *(action.path() for action in ACTIONS),
    *office_patterns,
]
