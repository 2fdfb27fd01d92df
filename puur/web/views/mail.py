"""The page behind the link in a mail: whoever reads that address says whether a club, or anybody here, may write to it."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from puur.web import consent
from puur.web.clubs import contacts
from puur.web.clubs.models import Club
from puur.web.keeping.models import Consent
from puur.web.people import lang_of
from puur.words import say


@require_http_methods(["GET", "HEAD", "POST"])
def answer(request: HttpRequest, secret: str) -> HttpResponse:
    """Yes or no, by a button: what a mail program looks up by itself answers nothing."""
    row = Consent.objects.filter(secret=secret).first()
    club = Club.objects.filter(pk=row.sender.removeprefix("club ")).first() if row is not None and row.sender else None
    if row is None or (row.sender and club is None):
        raise Http404
    if request.method == "POST" and request.POST.get("may") in ("yes", "no"):
        consent.answer(row, yes=request.POST["may"] == "yes")
        if club is not None and row.refused is not None:
            contacts.refused_by(club, row)
        messages.success(request, say("clubs.done", lang_of(request)))
        return redirect("mail-consent", secret)
    page = render(request, "mail_consent.html", {"answered": row, "club": club})
    page.headers["Cache-Control"] = "private, no-store"
    page.headers["X-Robots-Tag"] = "noindex"
    return page
