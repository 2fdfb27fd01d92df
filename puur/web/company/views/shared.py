"""The picture of a deal whose replay somebody may see."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from puur.web import people
from puur.web.company import sharing
from puur.web.live.limits import Buckets
from puur.web.views.replay import find
from puur.web.views.tables import caller, too_often

drawing = Buckets(60, 0.5)  # pictures of one person


@require_safe
def picture(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The picture, for links that are shared."""
    _, _, game = find(request, code)
    if not drawing.take(caller(request)):
        return too_often(request)
    png = sharing.picture(game, number, people.lang_of(request))
    if png is None:
        raise Http404
    return HttpResponse(png, content_type="image/png", headers={"Cache-Control": "max-age=3600"})
