"""The addresses of company."""

from __future__ import annotations

from django.urls import URLPattern, path

from puur.web.company.views import daily, duplicate, ladder, lobby, people, progress, puzzles, shared

urlpatterns: list[URLPattern] = [
    path("daily/", daily.now, name="daily"),
    path("daily/week/", daily.week, name="daily-week"),
    path("daily/club/<slug:slug>/", daily.of_club, name="daily-club"),
    path("daily/<slug:set_key>/", daily.one_set, name="daily-set"),
    path("daily/<slug:set_key>/play/", daily.play, name="daily-play"),
    path("daily/<slug:set_key>/comment/", daily.comment, name="daily-comment"),
    path("daily/<slug:set_key>/proof.json", daily.proof, name="daily-proof"),
    path("open/", lobby.lobby, name="open"),
    path("open/list.json", lobby.listing, name="open-list"),
    path("open/new/", lobby.new, name="open-new"),
    path("open/<code:code>/sit/", lobby.sit, name="open-sit"),
    path("open/<code:code>/leave/", lobby.leave, name="open-leave"),
    path("ladder/", ladder.ladders, name="ladder"),
    path("strength/", ladder.strong, name="strength"),
    path("puzzles/", puzzles.overview, name="puzzles"),
    path("puzzles/next/", puzzles.next_one, name="puzzle-next"),
    path("puzzles/collection.txt", puzzles.download, name="puzzles-file"),
    path("puzzles/<str:puzzle_key>/", puzzles.puzzle, name="puzzle"),
    path("progress/", progress.own, name="progress"),
    path("progress/<code:code>/<int:number>/<int:deal>/<int:n>/", progress.task, name="progress-task"),
    path("duplicate/", duplicate.evenings, name="duplicate"),
    path("duplicate/<str:board_key>/", duplicate.evening, name="duplicate-evening"),
    path("duplicate/<str:board_key>/deals.pdf", duplicate.sheets, name="duplicate-sheets"),
    path("t/<code:code>/deal/<int:number>/picture.png", shared.picture, name="replay-picture"),
    path("company/", people.mine, name="company"),
    path("company/settings/", people.settings, name="company-settings"),
    path("company/waiting.json", people.waiting, name="company-waiting"),
    path("company/friend/", people.friend, name="company-friend"),
    path("company/invite/<code:code>/", people.invite, name="company-invite"),
    path("company/report/<code:code>/<int:seat>/", people.report, name="company-report"),
    path("company/reports/", people.reports, name="reports"),
]
