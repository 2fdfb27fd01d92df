"""The addresses of the pages; docs/protocol.md lists them with their names."""

from __future__ import annotations

from django.contrib import admin
from django.urls import include, path, register_converter

from puur.web.server import health
from puur.web.views import (
    accounts,
    bots,
    games,
    home,
    learn,
    mail,
    ops,
    own_api,
    programs_api,
    referee,
    referee_api,
    replay,
    rules,
    slate,
    solo,
    tables,
    tokens,
)


class Code:
    """The code of a table, in capitals."""

    regex = "[A-Za-z0-9]{3,12}"

    def to_python(self, value: str) -> str:
        """As it is stored."""
        return value.upper()

    def to_url(self, value: str) -> str:
        """As it is shown."""
        return value


register_converter(Code, "code")

account_pages = [
    path("", accounts.profile, name="profile"),
    path("signup/", accounts.signup, name="signup"),
    path("login/", accounts.Login.as_view(), name="login"),
    path("logout/", accounts.logout, name="logout"),
    path("export.json", accounts.export, name="export"),
    path("tokens/", tokens.page, name="tokens"),
    path("delete/", accounts.delete, name="delete"),
    path("password/", accounts.PasswordChange.as_view(), name="password-change"),
    path("password/reset/", accounts.PasswordReset.as_view(), name="password-reset"),
    path("password/reset/sent/", accounts.password_sent, name="password-reset-sent"),
    path("password/reset/<uidb64>/<token>/", accounts.PasswordConfirm.as_view(), name="password_reset_confirm"),
]

evenings = include("puur.web.evenings.urls")  # first: the parts of its addresses stand in others too

urlpatterns = [
    path("", home.home, name="home"),
    path("lang/", home.set_lang, name="set-lang"),
    path("name/", home.set_name, name="set-name"),
    path("texts/<str:lang>.json", home.texts_json, name="texts"),
    path("sw.js", home.service_worker, name="service-worker"),
    path("offline/", home.without_connection, name="offline"),
    path("learn/", learn.learn, name="learn"),
    path("learn/task.json", learn.task, name="learn-task"),
    path("play/", tables.play, name="play"),
    path("join/", tables.join, name="join"),
    path("tables/new/", tables.new, name="table-new"),
    path("t/<code:code>/", tables.table, name="table"),
    path("t/<code:code>/qr.svg", tables.qr, name="table-qr"),
    path("t/<code:code>/record.jass", replay.record, {"form": "jass"}, name="table-record"),
    path("t/<code:code>/record.json", replay.record, {"form": "json"}, name="table-record-json"),
    path("t/<code:code>/deal/<int:number>/", replay.replay, name="replay"),
    path("t/<code:code>/deal/<int:number>/data.json", replay.replay_data, name="replay-data"),
    path("t/<code:code>/deal/<int:number>/opinions.json", replay.replay_opinions, name="replay-opinions"),
    path("verify/", replay.verify, name="verify"),
    path("bots/", bots.page, name="bots"),
    path("games/", games.index, name="games"),
    path("games/<slug:form>/", games.page, name="game"),
    path("rules/", rules.index, name="rules"),
    path("rules/provision/<str:key>/", rules.provision_page, name="provision"),
    path("rules/<str:key>/", rules.book_page, name="rules-book"),
    path("referee/", referee.first, name="referee"),
    path("referee/search.json", referee.find, name="referee-search"),
    path("referee/words.json", referee.words, name="referee-words"),
    path("referee/<str:key>/", referee.home, name="referee-book"),
    path("referee/<str:key>/pack.json", referee.pack, name="referee-pack"),
    path("referee/<str:key>/booklet.pdf", referee.booklet_file, name="referee-booklet"),
    path("referee/<str:key>/<slug:incident>/", referee.incident, name="referee-incident"),
    path("referee/<str:key>/<slug:incident>/card.png", referee.card_picture, name="referee-picture"),
    path("api/v1/referee/", referee_api.overview, name="referee-api"),
    path("api/v1/referee/<str:key>/<slug:incident>/", referee_api.ruling, name="referee-api-ruling"),
    path("api/v1/openapi.json", programs_api.description, name="programs-api-description"),
    path("api/v1/own/", include(own_api.addresses())),
    path("api/v1/<slug:question>/", programs_api.answer, name="programs-api"),
    path("solo/", solo.page, name="solo"),
    path("solo/kept.json", solo.kept, name="solo-kept"),
    path("solo/mind-<slug:version>.bin", solo.mind_file, name="solo-mind"),
    path("api/solo/", solo.join, name="solo-join"),
    path("slate/", slate.page, name="slate"),
    path("api/slate/", slate.sync, name="slate-sync"),
    path("api/slate/book/", slate.own_book, name="slate-book"),
    path("api/slate/preview/", slate.preview, name="slate-preview"),
    path("api/slate/<uuid:key>/", slate.game, name="slate-game"),
    path("mail/<str:secret>/", mail.answer, name="mail-consent"),
    path("accounts/", include(account_pages)),
    path("evenings/", evenings),
    path("clubs/", include("puur.web.clubs.urls")),
    path("", include("puur.web.doors.urls")),
    path("", include("puur.web.company.urls")),
    path("healthz", health.alive, name="healthz"),
    path("readyz", health.ready, name="readyz"),
    path("metrics", ops.metrics, name="metrics"),
    path("admin/running/", admin.site.admin_view(ops.running), name="running"),
    path("admin/", admin.site.urls),
]
