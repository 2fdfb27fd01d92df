"""Actions: one form, one event or a few, one permission. Pages list actions as data; address, form and answer are made here.

An `Action` says what it asks (`Ask`), who may do it and which event follows: its class, which the form and the page fill, or a
function where there is more to it. Its page can be opened alone (on a phone, with what
follows from it told first) or its form stands in another page and is sent here. What is refused comes back with everything that was
typed, the reason and its provision. Times are asked as a clock on the day itself: before six in the morning is the night after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse

from puur.core.errors import Refusal
from puur.season.events import Event
from puur.web.asking import asks, fingerprint
from puur.web.clubs import store
from puur.web.clubs.pages import TAKEN, Answer, page, take
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.words import clock, in_words, name_of, word
from puur.web.people import lang_of, own_address
from puur.words import say, texts

NIGHT = time(6)  # a clock before this is of the night after the Jasstag
WHERE = {
    "club": "<slug:slug>/do/{name}/",
    "day": "<slug:slug>/days/<str:day>/do/{name}/",
    "table": "<slug:slug>/days/<str:day>/<str:series>/do/{name}/",
}
Choices = Sequence[tuple[str, str]]


def _parts(here: Here, where: str) -> tuple[str, ...]:
    return {"club": (here.row.slug,), "day": (here.row.slug, here.key), "table": (here.row.slug, here.key, here.series)}[where]


def address(name: str, where: str = "club") -> Callable[[Here], str]:
    """What finds the page called `name`: of the club, of the day or of the table."""
    return lambda here: reverse(name, args=_parts(here, where))


@dataclass(frozen=True, slots=True)
class Ask:
    """One thing a form asks: its name, its sort, the choices where there are few, what stands there at first.

    Choices may be a function of the page and the language; what stands there at first, and the limits, a function of the page.
    """

    name: str
    sort: str = "text"  # text, long, int, money, date, time, moment, choice, many, check, file
    choices: Choices | Callable[[Here, str], Choices] = ()
    initial: Any = None
    required: bool = True
    label: str = ""  # key of the label; clubs.field.<name> otherwise
    text: str = ""  # a label that is no key: a name
    low: int | None = None
    high: int | Callable[[Here], int] | None = None


@dataclass(frozen=True, slots=True)
class Note:
    """Something to know before sending: the consequence and its provision."""

    text: str
    rule: str = ""
    bad: bool = False


def until_note(lang: str, key: str, until: datetime, rule: str, **facts: object) -> Note:
    """Until when something is in time, or that it is late now: `clubs.note.<key>` and `clubs.note.<key>-late`."""
    late = store.now() > until
    return Note(say(f"clubs.note.{key}-late" if late else f"clubs.note.{key}", lang, until=clock(until), **facts), rule, late)


@dataclass(frozen=True, slots=True)
class Action:
    """What somebody can do on a page."""

    name: str
    where: str
    permission: str
    asks: Sequence[Ask] | Callable[[Here, str], Sequence[Ask]]
    events: type[Event] | Callable[[Here, Mapping[str, Any]], Sequence[Event]]
    back: Callable[[Here], str]
    notes: Callable[[Here, str], Sequence[Note]] | None = None
    would: Callable[[Here, Sequence[Event], str], Mapping[str, Any]] | None = None  # what it would change, told before it is done

    @property
    def url_name(self) -> str:
        """The name of its address."""
        return f"club-do-{self.name}"

    def url(self, here: Here) -> str:
        """Its address here."""
        return reverse(self.url_name, args=_parts(here, self.where))

    def path(self) -> URLPattern:
        """Its address for the table of addresses."""
        return path(WHERE[self.where].format(name=self.name), needs(self.permission)(self.view()), name=self.url_name)

    def form(
        self, here: Here, lang: str, data: Any = None, files: Any = None, initial: Mapping[str, Any] | None = None
    ) -> forms.Form:
        """Its form."""
        built = forms.Form(data, files, initial=dict(initial or {}), auto_id=f"{self.name}-%s")
        for ask in self.asks(here, lang) if callable(self.asks) else self.asks:
            built.fields[ask.name] = _field(ask, here, lang)
        return built

    def same_thing(self, here: Here, facts: Mapping[str, Any]) -> Callable[[dict[str, Any]], bool]:
        """What another must not have changed meanwhile: the same table, or the same person or matter of the day."""
        day, series, person = here.key, here.series, facts.get("person")

        def about(data: dict[str, Any]) -> bool:
            if not day or data.get("day") != day or bool(data.get("series")) != bool(series):
                return False
            if series:
                return bool(data["series"] == series)
            return data.get("person") == person  # both None: the day itself

        return about

    def view(self) -> Callable[..., HttpResponse]:
        """Its page."""

        def do(request: HttpRequest, here: Here, series: str = "") -> HttpResponse:
            del series  # here.series
            lang = lang_of(request)
            if request.method != "POST":
                return self._page(request, here, self.form(here, lang, initial=request.GET.dict()))
            form = self.form(here, lang, request.POST, request.FILES)
            if not form.is_valid():  # perhaps only because somebody else was quicker: the page offers other things now
                answer = take(request, here, (), about=self.same_thing(here, form.cleaned_data))
                return self._page(request, here, form, answer, status=400 if answer == TAKEN else 409)
            facts, events = form.cleaned_data, self.events
            try:  # a file among the facts is read before the club is locked
                said = [filled(events, here, facts)] if isinstance(events, type) else events(here, facts)
            except Refusal as problem:
                answer = in_words(problem, here.club, lang), problem.rule
            else:
                if self.would is not None and asks(request):
                    return self._asked(request, here, form, said)
                answer = take(request, here, said, about=self.same_thing(here, facts))
            if answer != TAKEN:
                return self._page(request, here, form, answer, status=409)
            return redirect(next_page(request, self.back(here)))

        do.__doc__ = f"The action {self.name}."
        return do

    def _asked(self, request: HttpRequest, here: Here, form: forms.Form, said: Sequence[Event]) -> HttpResponse:
        """The form once more, with what it would change."""
        assert self.would is not None
        try:
            would = self.would(here, said, lang_of(request))
        except Refusal as problem:
            return self._page(request, here, form, (in_words(problem, here.club, lang_of(request)), problem.rule), status=409)
        return self._page(request, here, form, would=would)

    def _page(
        self,
        request: HttpRequest,
        here: Here,
        form: forms.Form,
        answer: Answer = TAKEN,
        *,
        status: int = 200,
        would: Mapping[str, Any] | None = None,
    ) -> HttpResponse:
        lang = lang_of(request)
        facts = {
            "action": self,
            "form": form,
            "notes": self.notes(here, lang) if self.notes else (),
            "title": say(f"clubs.act.{self.name}", lang),
            "help": help_of(self.name, lang),
            "back": next_page(request, self.back(here)),
            "asking": self.would is not None,
            "would": would,
            "ask": "" if would is None else fingerprint(request.POST),
        }
        return page(request, here, "clubs/action.html", facts, refused=answer, status=status)


def help_of(name: str, lang: str) -> str:
    """What an action is for, where that needs saying."""
    entry = texts().get(f"clubs.act.{name}.help")
    return entry[lang] if entry else ""


def filled(kind: type[Event], here: Here, facts: Mapping[str, Any]) -> Event:
    """The event that a form says; what it does not ask comes from the page: the day, the table, who acts, and when."""
    me = dict.fromkeys(("by", "person", "member"), here.me)
    given: dict[str, Any] = {"day": here.key, "series": here.series, **me, "at": store.now(), **facts}
    values = {}
    for field in fields(kind):  # type: ignore[arg-type]
        value = given.get(field.name)
        if isinstance(value, time) and "datetime" in str(field.type):
            value = moment(here.occasion.date, value)
        if field.name in given:
            values[field.name] = tuple(value) if isinstance(value, list) else value
    return kind(**values)


def next_page(request: HttpRequest, default: str) -> str:
    """Where the form came from, if that is one of our pages."""
    wanted = own_address(request, request.POST.get("next", "") or request.GET.get("next", ""))
    # With a slash: a bare word would be taken for the name of a page.
    return wanted if wanted.startswith("/") else default


def _field(ask: Ask, here: Here, lang: str) -> forms.Field:
    initial = ask.initial(here) if callable(ask.initial) else ask.initial
    choices = ask.choices(here, lang) if callable(ask.choices) else ask.choices
    label = ask.text or say(ask.label or f"clubs.field.{ask.name}", lang)
    help_text = texts().get(f"{ask.label or f'clubs.field.{ask.name}'}.help")
    common: dict[str, Any] = {
        "label": label, "required": ask.required, "initial": initial, "help_text": help_text[lang] if help_text else "",
    }  # fmt: skip
    if ask.sort == "choice":
        empty = [] if ask.required and initial is not None else [("", "–")]
        return forms.ChoiceField(choices=[*empty, *choices], **common)
    if ask.sort == "many":
        return forms.MultipleChoiceField(choices=list(choices), widget=forms.CheckboxSelectMultiple, **common)
    if ask.sort == "check":
        return forms.BooleanField(**common)
    if ask.sort == "int":
        high = ask.high(here) if callable(ask.high) else ask.high
        typed = forms.NumberInput(attrs={"inputmode": "numeric"})
        return forms.IntegerField(min_value=ask.low, max_value=high, widget=typed, **common)
    if ask.sort == "money":
        return forms.DecimalField(min_value=0, max_digits=9, decimal_places=2, **common)
    if ask.sort == "date":
        return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **common)
    if ask.sort == "time":
        return forms.TimeField(widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"), **common)
    if ask.sort == "moment":
        return _Moment(widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"), **common)
    if ask.sort == "file":
        return forms.FileField(**common)
    if ask.sort == "long":
        return forms.CharField(max_length=20_000, widget=forms.Textarea, **common)
    return forms.CharField(max_length=200, **common)


class _Moment(forms.DateTimeField):
    """A moment by the club's clock, without a zone, as the engine wants it."""

    def to_python(self, value: Any) -> Any:
        moment_given = super().to_python(value)
        return moment_given.replace(tzinfo=None, second=0, microsecond=0) if isinstance(moment_given, datetime) else moment_given


def moment(on: date, clock: time) -> datetime:
    """A clock of a Jasstag as a moment."""
    return datetime.combine(on + timedelta(days=1) if clock < NIGHT else on, clock)


POINTS = (Ask("first", "int", low=0, high=20_000), Ask("second", "int", low=0, high=20_000))
AT = Ask("at", "time", initial=lambda _here: store.now().time())


def people_choices(here: Here, keys: Iterable[str], lang: str = "de") -> list[tuple[str, str]]:
    """People by name."""
    return sorted(((key, name_of(here.club, key, lang)) for key in keys if key), key=lambda choice: choice[1].casefold())


def attendees(here: Here, lang: str) -> list[tuple[str, str]]:
    """Who is expected: everybody with a seat on the day, or every member at a meeting."""
    seated = [seat.person for _, seat in here.club.everybody(here.day)] if here.day else ()
    return people_choices(here, seated if here.day else here.club.roster.members(here.occasion.date), lang)


def members(here: Here, lang: str) -> list[tuple[str, str]]:
    """The members on the day, or today."""
    return people_choices(here, here.club.roster.members(here.occasion.date if here.key else store.today()), lang)


def strangers(here: Here, lang: str) -> list[tuple[str, str]]:
    """People the club knows who are no members on the day, or today."""
    own = dict(members(here, lang))
    return people_choices(here, [person for person in here.club.roster.people if person not in own], lang)


def words_for(area: str, *keys: str) -> Callable[[Here, str], Choices]:
    """Keys of the engine to choose from, each by its word."""
    return lambda _here, lang: [(key, word(area, key, lang)) for key in keys]


KNOWN_OR_NEW = (
    Ask("person", "choice", strangers, required=False, label="clubs.field.known-person"),
    Ask("new_name", required=False),
)
