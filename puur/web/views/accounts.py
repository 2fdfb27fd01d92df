"""Accounts: sign up, in and out, the profile with history and statistics, and what everybody may do with their own data."""

from __future__ import annotations

import json
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth import authenticate, login
from django.contrib.auth import logout as end_session
from django.contrib.auth import views as auth
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.views.decorators.http import require_POST, require_safe

from puur.web import people
from puur.web.doors.ties import clubs_of, evenings_of
from puur.web.forms import ForgottenForm, SignupForm, plain_help
from puur.web.own_data import end_sockets, exported, forget_person, history, move_guest, statistics
from puur.web.server import throttle
from puur.web.views.tables import too_often

PASSWORDS = "django.contrib.auth.backends.ModelBackend"


def email_works() -> bool:
    """Whether this server can send mail."""
    return bool(settings.EMAIL_HOST)


def _next(request: HttpRequest) -> str:
    return people.own_address(request, request.POST.get("next") or request.GET.get("next", ""))


def signup(request: HttpRequest) -> HttpResponse:
    """A new account; what a guest has played comes along."""
    form = SignupForm(request.POST or None)
    if request.method == "POST":
        if not throttle.take("signup", throttle.address_of(request)):
            return too_often(request)
        if form.is_valid():
            guest = people.who_is(request)
            user = form.save()
            if guest.guest is not None:
                move_guest(guest.guest, user)
            login(request, user, backend=PASSWORDS)
            return HttpResponseRedirect(_next(request) or reverse("profile"))
    context = {"form": form, "next": _next(request), "email_works": email_works()}
    return render(request, "accounts/signup.html", context, status=400 if request.method == "POST" else 200)


class Login(auth.LoginView):
    """Sign in."""

    template_name = "accounts/login.html"
    redirect_authenticated_user = True

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """A wrong password, or too many of them (`puur.web.server.throttle`)."""
        return too_often(self.request) if throttle.too_many(self.request) else super().form_invalid(form)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """The address to go back to, and whether a password can be reset."""
        return {**super().get_context_data(**kwargs), "next": _next(self.request), "email_works": email_works()}


def _end(request: HttpRequest, person: str = "") -> None:
    session = request.session.session_key or ""
    end_session(request)
    end_sockets(session, person)


@require_POST
def logout(request: HttpRequest) -> HttpResponse:
    """Sign out, also at the tables."""
    _end(request)
    return redirect("home")


@require_safe
@login_required
def profile(request: HttpRequest) -> HttpResponse:
    """One's own history and statistics."""
    user = people.account(request)
    context = {"games": history(user), "stats": statistics(user), "email_works": email_works()}
    context["evenings"], context["clubs"] = evenings_of(request, user), clubs_of(user)
    return render(request, "accounts/profile.html", context)


@require_safe
def export(request: HttpRequest) -> HttpResponse:
    """Everything that is stored about whoever asks."""
    who = people.who_is(request)
    if not who.key:
        return redirect("login")
    text = json.dumps(exported(who), ensure_ascii=False, indent=2, default=str)
    headers = {"Content-Disposition": 'attachment; filename="puur.json"'}
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)


class DeleteForm(forms.Form):
    """To delete an account takes its password; a guest only has to say so."""

    password = forms.CharField(widget=forms.PasswordInput, required=False)
    confirm = forms.BooleanField()


def delete(request: HttpRequest) -> HttpResponse:
    """Delete oneself; the games of the others stay, without the name."""
    who = people.who_is(request)
    if not who.key:
        return redirect("login")
    form = DeleteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        password = form.cleaned_data["password"]
        wrong = who.user is not None and authenticate(request, username=request.user.get_username(), password=password) is None
        if not wrong:
            forget_person(who)
            _end(request, who.key)  # on all devices
            return redirect("home")
        form.add_error("password", forms.ValidationError("", code="password"))
    status = 400 if request.method == "POST" else 200
    return render(request, "accounts/delete.html", {"form": form, "needs_password": who.user is not None}, status=status)


class PasswordChange(auth.PasswordChangeView):
    """A new password."""

    template_name = "accounts/password_change.html"
    success_url = reverse_lazy("profile")

    def get_form(self, form_class: Any = None) -> Any:
        """With plain words."""
        form = super().get_form(form_class)
        plain_help(form)
        return form

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """The old password cannot be guessed either."""
        if request.user.is_authenticated and not throttle.take("pair", f"change\0{request.user.pk}"):
            return too_often(request)
        return super().post(request, *args, **kwargs)

    def form_valid(self, form: Any) -> HttpResponse:
        """The sessions of other devices are over: so are their connections."""
        answer = super().form_valid(form)
        end_sockets(person=people.who_is(self.request).key)
        return answer


class PasswordReset(auth.PasswordResetView):
    """A forgotten password, where the host has mail."""

    form_class = ForgottenForm
    template_name = "accounts/password_reset.html"
    email_template_name = "accounts/password_email.txt"
    subject_template_name = "accounts/password_reset_subject.txt"
    success_url = reverse_lazy("password-reset-sent")

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        """The letter is in the language of whoever asks; one too many for its reader is left out, and nothing said of it."""
        if not throttle.take("mail-to", form.cleaned_data["email"].strip().casefold()) or not throttle.take("mail-day", ""):
            return redirect(self.get_success_url())
        self.extra_email_context = {"lang": people.lang_of(self.request)}
        return super().form_valid(form)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Whether it works at all."""
        return {**super().get_context_data(**kwargs), "email_works": email_works()}

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Only so often, and only where mail can be sent."""
        if not throttle.take("reset", throttle.address_of(request)):
            return too_often(request)
        if not email_works():
            return self.render_to_response(self.get_context_data(form=self.get_form()), status=503)
        return super().post(request, *args, **kwargs)


@require_safe
def password_sent(request: HttpRequest) -> HttpResponse:
    """A letter is on its way, if there is such an account."""
    return render(request, "accounts/password_sent.html", {"email_works": email_works()})


class PasswordConfirm(auth.PasswordResetConfirmView):
    """The link in the letter."""

    template_name = "accounts/password_confirm.html"
    success_url = reverse_lazy("login")

    def get_form(self, form_class: Any = None) -> Any:
        """With plain words."""
        form = super().get_form(form_class)
        plain_help(form)
        return form

    def form_valid(self, form: Any) -> HttpResponse:
        """Whoever had the old password is out, at the tables too."""
        answer = super().form_valid(form)
        end_sockets(person=f"u{form.user.pk}")
        return answer
