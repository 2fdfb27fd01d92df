"""The forms of the pages."""

from __future__ import annotations

from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.contrib.auth.forms import PasswordResetForm, UserCreationForm
from django.db.models import Q
from django.template.loader import render_to_string
from django.utils.translation import get_language

from puur.core.faces import Faces
from puur.core.reglement import Reglement
from puur.core.setup import Playing
from puur.reglement import shipped
from puur.web import mailing
from puur.web.live.bot_pool import DEFAULT, LEVELS
from puur.web.live.names import LONGEST_NAME, alike, clean_name, pattern
from puur.words import DEFAULT as DEFAULT_LANGUAGE
from puur.words import say, texts

DEFAULT_BOOK = "jassregeln"
TIMERS = (0, 15, 30, 60, 120)
TARGETS = (500, 1000, 1500, 2000, 2500)
GUIDED = Playing.GUIDED.value
WAYS = tuple(way.value for way in Playing)  # mistakes are kept from happening, or happen and are ruled on


def targets_for(book: Reglement) -> range:
    """The targets that somebody may choose for a book with one: an Aucho goes to 7, a Schieber to thousands."""
    own = book.ending.target
    return range(min(100, max(1, own // 4)), (100_000 if own >= 500 else 10 * own) + 1)


def way_of(wanted: str) -> str:
    """A way of playing that somebody has asked for; guided where it is none."""
    return wanted if wanted in WAYS else GUIDED


class TableForm(forms.Form):
    """A new table."""

    book = forms.ChoiceField(choices=lambda: [(key, key) for key in shipped()], initial=DEFAULT_BOOK, required=False)
    book_file = forms.FileField(required=False, widget=forms.FileInput)  # without “clear”, which would answer False for a file
    faces = forms.ChoiceField(choices=[("", ""), *((faces.value, faces.value) for faces in Faces)], required=False)
    target = forms.IntegerField(min_value=1, max_value=100_000, required=False)  # the book says what fits: `targets_for`
    playing = forms.ChoiceField(choices=[(way, way) for way in WAYS], required=False)
    timer = forms.TypedChoiceField(choices=[(seconds, str(seconds)) for seconds in TIMERS], coerce=int, required=False)
    spectators = forms.BooleanField(required=False)
    chat = forms.BooleanField(required=False, initial=True)
    level = forms.ChoiceField(choices=[(level, level) for level in LEVELS], initial=DEFAULT, required=False)
    name = forms.CharField(max_length=100, required=False)

    def clean_name(self) -> str:
        """One line, not too long."""
        return clean_name(self.cleaned_data["name"])

    def clean_playing(self) -> str:
        """Guided unless it is said otherwise."""
        return way_of(self.cleaned_data["playing"])


def plain_help(form: forms.BaseForm) -> None:
    """Say in one sentence what a name and a password have to be, where Django lists its checks."""
    lang = (get_language() or DEFAULT_LANGUAGE)[:2]
    for name, field in form.fields.items():
        said = f"web.field.{name.removeprefix('new_')}.help"
        field.help_text = say(said, lang, most=LONGEST_NAME) if said in texts() else ""


class SignupForm(UserCreationForm):  # type: ignore[type-arg]  # takes no argument when it runs
    """A new account; the mail address is optional."""

    email = forms.EmailField(required=False)

    class Meta(UserCreationForm.Meta):
        """Name, address, password."""

        model = get_user_model()
        fields = ("username", "email")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        plain_help(self)
        username = self.fields["username"]
        assert isinstance(username, forms.CharField)
        username.max_length = LONGEST_NAME

    def clean_username(self) -> str:
        """A name that can be read, and that looks like nobody else's."""
        name = super().clean_username() or ""
        lang = (get_language() or DEFAULT_LANGUAGE)[:2]
        if clean_name(name) != name:
            raise forms.ValidationError(say("web.account.name_unreadable", lang))
        # The database cannot compare looks: it names those who come into question. Names beyond ASCII are few.
        users = get_user_model().objects.filter(Q(username__iregex=pattern(name)) | Q(username__regex=r"[^ -~]"))
        if name and any(alike(name, other) for other in users.values_list("username", flat=True)):
            raise forms.ValidationError(say("web.account.name_taken", lang))
        return name


class VerifyForm(forms.Form):
    """A deal to be computed again."""

    code = forms.CharField(max_length=12, required=False)
    game = forms.IntegerField(min_value=1, required=False)
    deal = forms.IntegerField(min_value=1, required=False)
    file = forms.FileField(required=False, widget=forms.FileInput)
    seed = forms.RegexField(r"^[0-9a-fA-F]{64}$", required=False)
    nonce = forms.RegexField(r"^[0-9a-f=,A-D]{0,300}$", required=False)
    lifted = forms.IntegerField(min_value=0, max_value=36, required=False)
    dealer = forms.IntegerField(min_value=0, max_value=3, required=False)
    commitment = forms.RegexField(r"^[0-9a-fA-F]{64}$", required=False)


class ForgottenForm(PasswordResetForm):
    """Asks for a letter with a new way in; it goes by the outbox like every other, so that no page waits for a mail server."""

    def send_mail(
        self, subject_template_name: str, email_template_name: str, context: dict[str, Any], *addresses: Any, **_: Any
    ) -> None:
        """Put the letter into the outbox; `addresses` are from whom and to whom."""
        subject, text = (render_to_string(name, context) for name in (subject_template_name, email_template_name))
        mailing.put([mailing.Mail(addresses[1], subject, text)], by="account")
