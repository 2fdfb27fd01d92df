"""The addresses of this part, all under /clubs/. Every view carries `@needs`; a test walks this list."""

from __future__ import annotations

from django.urls import URLPattern, path

from puur.web.clubs.actions import Action
from puur.web.clubs.office_urls import office_patterns
from puur.web.clubs.views import (
    assembly,
    club,
    contacts,
    day_steps,
    days,
    me,
    members,
    planning,
    rolling,
    rulings,
    same,
    statutes,
    tables,
    trail,
)

ACTIONS: tuple[Action, ...] = (
    *members.ACTIONS,
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
    path("<slug:slug>/statutes/", statutes.statutes, name="club-statutes"),
    path("<slug:slug>/enter/<str:token>/", club.enter, name="club-enter"),
    path("<slug:slug>/leave/", club.leave, name="club-leave"),
    path("<slug:slug>/me/", me.me, name="club-me"),
    path("<slug:slug>/me/feed/", me.renew_feed, name="club-feed-renew"),
    path("<slug:slug>/me/contact/", contacts.my_contact, name="club-my-contact"),
    path("<slug:slug>/me/answer/", contacts.answer, name="club-answer"),
    path("<slug:slug>/mail/", contacts.mail, name="club-mail"),
    path("<slug:slug>/money/bills/mail/", contacts.mail_bills, name="club-mail-bills"),
    path("<slug:slug>/people/import/", contacts.bring, name="club-members-import"),
    path("<slug:slug>/people/", members.people, name="club-people"),
    path("<slug:slug>/people/<str:person>/", members.person, name="club-person"),
    path("<slug:slug>/people/<str:person>/contact/", contacts.contact, name="club-contact"),
    path("<slug:slug>/people/<str:person>/link/", members.link, name="club-link"),
    path("<slug:slug>/people/<str:person>/same/", same.same, name="club-person-same"),
    path("<slug:slug>/me/same/", same.mine, name="club-me-same"),
    path("<slug:slug>/days/", days.days, name="club-days"),
    path("<slug:slug>/days/<str:day>/", days.day, name="club-day"),
    path("<slug:slug>/days/<str:day>/assembly/", assembly.act, name="club-assembly"),
    path("<slug:slug>/days/<str:day>/minutes.pdf", assembly.minutes, name="club-minutes"),
    path("<slug:slug>/days/<str:day>/attendance/", days.attendance, name="club-attendance"),
    path("<slug:slug>/days/<str:day>/rulings/", rulings.rulings, name="club-rulings"),
    path("<slug:slug>/days/<str:day>/roll/", rolling.roll, name="club-roll"),
    path("<slug:slug>/days/<str:day>/table/<str:series>/", tables.table, name="club-table"),
    path("<slug:slug>/trail/", trail.trail, name="club-trail"),
    path("<slug:slug>/trail/<int:n>/withdraw/", trail.withdraw, name="club-withdraw"),
    *(action.path() for action in ACTIONS),
    *office_patterns,
]
