"""The page on which somebody with an account makes and revokes tokens for programs; a new secret is shown once, here."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from puur.core.errors import Refusal
from puur.web import people, tokens
from puur.web.server import throttle
from puur.web.views.tables import too_often
from puur.words import say


class TokenForm(forms.Form):
    """What a new token is called and what it opens."""

    name = forms.CharField(max_length=60)
    scopes = forms.MultipleChoiceField(choices=[(scope, scope) for scope in tokens.SCOPES])


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def page(request: HttpRequest) -> HttpResponse:
    """The tokens of whoever asks; `revoke` ends one, everything else makes one."""
    user, lang = people.account(request), people.lang_of(request)
    if request.method == "POST" and "revoke" in request.POST:
        if tokens.revoke(user, request.POST["revoke"]):
            messages.success(request, say("web.tokens.revoked", lang))
        return redirect("tokens")
    form = TokenForm(request.POST or None)
    secret = wrong = ""
    if form.is_bound:
        if not form.is_valid():
            wrong = say("web.tokens.incomplete", lang)
        elif not throttle.may_keep(request, people.who_is(request).key):
            return too_often(request)
        else:
            try:
                _, secret = tokens.make(user, form.cleaned_data["name"], form.cleaned_data["scopes"])
            except Refusal as problem:
                wrong = say("web.tokens.too_many", lang, **problem.facts)
    context = {"tokens": tokens.tokens_of(user), "secret": secret, "wrong": wrong, "form": form, "scopes": tokens.SCOPES}
    answer = render(request, "accounts/tokens.html", context, status=400 if wrong else 200)
    answer.headers["Cache-Control"] = "private, no-store"
    return answer
