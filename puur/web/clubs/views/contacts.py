"""How people are reached: the own contact, those of others for the Vorstand, a list of members from a file, letters and mails."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from puur.evening.lists import read_lines
from puur.papers.bills import bills_pdf, letter
from puur.papers.letters import Letter, letters_pdf
from puur.papers.words import article
from puur.season import Refusal, billing
from puur.season import events as ev
from puur.season.calendar import cancellation_deadline, cancellation_rule
from puur.season.events import Event
from puur.web import consent, mailing
from puur.web.clubs import contacts, store
from puur.web.clubs.models import ClubAnswer, ClubContact
from puur.web.clubs.pages import TAKEN, Answer, page, take, tell
from puur.web.clubs.rights import Here, needs
from puur.web.clubs.views.members import free_key, known_as
from puur.web.clubs.views.treasury_bills import pdf
from puur.web.clubs.words import clock, day_name, in_words, name_of, word
from puur.web.mailing import Mail
from puur.web.people import lang_of
from puur.web.server.printing import printed
from puur.web.server.reading import readers
from puur.web.server.throttle import address_of
from puur.words import say

MOST_PEOPLE, BIGGEST = 300, 1 << 20
ANSWERS = ("yes", "no", "maybe")


def _kept(request: HttpRequest, here: Here, person: str, *, own: bool) -> None:
    """Keep a contact; what the person agrees to is theirs to say, and an address that is new is asked."""
    before = contacts.of(here.row, [person]).get(person) or ClubContact(agrees=False)
    email, phone = request.POST.get("email", ""), request.POST.get("phone", "")
    same = (before.email, before.phone) == (email.strip(), " ".join(phone.split()))
    agrees = bool(request.POST.get("agrees")) if own else before.agrees and same
    try:
        contacts.keep(here.row, person, email, phone, agrees=agrees, pool=bool(request.POST.get("pool")))
    except Refusal as problem:
        tell(request, (in_words(problem, here.club, lang_of(request)), ""))
        return
    messages.success(request, say("clubs.done", lang_of(request)))
    if own and not request.POST.get("mail"):
        consent.take_back(consent.club_name(here.row.pk), email)
    elif email.strip():
        _asked(request, here, {person: email.strip()})


def _asked(request: HttpRequest, here: Here, addresses: Mapping[str, str]) -> None:
    """Ask those who have not answered whether the club may write to them, and say how many were asked."""
    lang, names = lang_of(request), {address: name_of(here.club, person) for person, address in addresses.items()}

    def write(to: str, secret: str) -> Mail:
        link = request.build_absolute_uri(reverse("mail-consent", args=[secret]))
        text = say("clubs.consent.text", lang, name=names[to], club=here.row.name, link=link)
        return Mail(to, say("clubs.consent.subject", lang, club=here.row.name), text)

    sent = consent.ask(consent.club_name(here.row.pk), addresses.values(), write, address=address_of(request))
    if sent.out:
        messages.success(request, say("clubs.consent.sent", lang, n=sent.out))
    _held(request, sent, lang)


@needs("me.see")
def my_contact(request: HttpRequest, here: Here) -> HttpResponse:
    """One's own e-mail and phone."""
    if request.method == "POST" and here.me:
        _kept(request, here, here.me, own=True)
    return redirect("club-me", here.row.slug)


@needs("people.manage")
def contact(request: HttpRequest, here: Here, person: str) -> HttpResponse:
    """The contact of somebody else, entered by the Vorstand."""
    if request.method == "POST" and person in here.club.roster.people:
        _kept(request, here, person, own=False)
    return redirect("club-person", here.row.slug, person)


@needs("me.see")
def answer(request: HttpRequest, here: Here) -> HttpResponse:
    """Whether somebody can come on a Jasstag: the poll before anybody is named."""
    given, day = request.POST.get("answer", ""), request.POST.get("day", "")
    if request.method == "POST" and here.me and given in ANSWERS and day in here.club.days:
        ClubAnswer.objects.update_or_create(club=here.row, day=day, person=here.me, defaults={"answer": given})
        messages.success(request, say("clubs.done", lang_of(request)))
    return redirect("club-me", here.row.slug)


# ---- a list of members ---------------------------------------------------------------------------------------------------------


@needs("people.manage")
def bring(request: HttpRequest, here: Here) -> HttpResponse:
    """Members from a file or pasted: first what would become of each line, then the import."""
    lang, answer_, rows, members_read = lang_of(request), TAKEN, list[dict[str, Any]](), contacts.Listed([], (), ())
    text = request.POST.get("text", "")[:BIGGEST]
    if request.method == "POST":
        try:
            file = request.FILES.get("file")
            if file is not None:
                text = _text_of(file.read(BIGGEST + 1))
            members_read = contacts.read(readers.read(read_lines, text.encode()).rows)
            listed = members_read.people
            if len(listed) > MOST_PEOPLE:
                raise Refusal("typed-long", most=MOST_PEOPLE, found=len(listed))
            since = date.fromisoformat(request.POST.get("since", "") or store.today().isoformat())
            if request.POST.get("do") == "take":
                answer_ = _taken(request, here, listed, since)
                if answer_ == TAKEN:
                    return redirect("club-people", here.row.slug)
            rows = _shown(here, listed)
        except ValueError:
            answer_ = say("clubs.missing.typed-date", lang, found=request.POST.get("since", "")[:20]), ""
        except Refusal as problem:
            reason = "typed-list" if problem.reason in ("empty", "not_text", "too_many") else problem.reason
            answer_ = in_words(Refusal(reason, **problem.facts), here.club, lang), ""
    context = {"rows": rows, "text": text, "today": store.today(), "since": request.POST.get("since", "")}
    context |= {"unread": ", ".join(members_read.unread), "nameless": ", ".join(map(str, members_read.nameless))}
    return page(request, here, "clubs/members_import.html", context, refused=answer_)


def _text_of(data: bytes) -> str:
    """A file as lines with semicolons: text as it is, a workbook read apart."""
    if len(data) > BIGGEST:
        raise Refusal("typed-file")
    if data.startswith(b"PK"):
        from puur.web.evenings import listed

        rows = readers.read(listed.read, data).rows
        return "\n".join(";".join(cell.replace(";", ",") for cell in cells) for _, cells in rows)
    return "\n".join(";".join(cell.replace(";", ",") for cell in cells) for _, cells in readers.read(read_lines, data).rows)


def _shown(here: Here, listed: Sequence[contacts.Row]) -> list[dict[str, Any]]:
    """Each line with what becomes of it; a name that stands there twice says so."""
    before = Counter[str]()
    rows = []
    for row, known in zip(listed, known_as(here, [row.name for row in listed]), strict=True):
        rows.append({"row": row, "known": known, "namesake": before[row.name.casefold()]})
        before[row.name.casefold()] += 1
    return rows


def _taken(request: HttpRequest, here: Here, listed: Sequence[contacts.Row], since: date) -> Answer:
    """Enter the people, members from a date on, and keep how they are reached."""
    keys = known_as(here, [row.name for row in listed])
    events: list[Event] = []
    for place, row in enumerate(listed):
        contacts.tidy(row.email, row.phone)
        home = {name: getattr(row, name)[:70] for name in ("street", "house", "postcode", "town")}
        known = here.club.roster.people.get(keys[place])
        if known is None:
            keys[place] = free_key(here, row.name, set(keys))
            events.append(ev.PersonAdded(person=keys[place], name=row.name, **home))
        elif any(home.values()) and not known.address.town:  # somebody of whom nobody has an address yet
            events.append(ev.PersonAdded(person=known.key, name=known.name, born=known.born, **home))
        if not here.club.roster.is_member(keys[place], since):
            events.append(ev.MemberAdmitted(person=keys[place], on=since))
    answer_ = take(request, here, events) if events else TAKEN
    if answer_ == TAKEN:
        brought = dict(zip(keys, listed, strict=True))
        contacts.brought(here.row, brought)
        if request.POST.get("ask"):
            _asked(request, here, {person: row.email for person, row in brought.items() if row.email})
    return answer_


# ---- letters and mails ---------------------------------------------------------------------------------------------------------


@needs("people.manage")
def mail(request: HttpRequest, here: Here) -> HttpResponse:
    """Write to the members: by mail to those who agree, on paper to the others; nothing goes out before it is looked at."""
    club, lang = here.club, lang_of(request)
    members = [key for key in club.roster.people if club.roster.is_member(key, store.today())]
    known = contacts.of(here.row, members)
    agreed = contacts.written_to(here.row, known) if mailing.configured() else {}
    by_mail, by_post = [key for key in members if key in agreed], [key for key in members if key not in agreed]
    sender = consent.club_name(here.row.pk)
    if request.method == "POST" and request.POST.get("do") == "ask":
        _asked(request, here, {key: contact.email for key, contact in known.items() if contact.email})
        return redirect("club-mail", here.row.slug)
    subject, text = (request.POST.get(name, "").strip() for name in ("subject", "text"))
    if request.method == "POST" and subject and text:
        if request.POST.get("do") == "send":
            mails = [Mail(agreed[key], subject[:200], _signed(request, here, agreed[key], text[:10_000])) for key in by_mail]
            sent = mailing.send(mails, by=sender, address=address_of(request))
            messages.success(request, say("clubs.mail.sent", lang, n=sent.out, all=len(by_mail)))
            _held(request, sent, lang)
            return redirect("club-mail", here.row.slug)
        if request.POST.get("do") == "paper":
            made = [_letter(here, key, subject[:200], text[:10_000]) for key in (by_post if by_mail else members)]
            return pdf(printed(letters_pdf, made, lang), here.row.slug, say("clubs.mail.file", lang))
    if request.method == "GET":
        subject, text = _draft(request, here, lang)
    context = {
        "subject": subject, "text": text, "by_mail": by_mail, "by_post": by_post, "configured": mailing.configured(),
        "to_ask": len(consent.open_to_ask(sender, [contact.email for contact in known.values()])),
        "standing": mailing.standing(sender),
        "meetings": [meeting for meeting in club.meetings.values() if meeting.date >= store.today()],
        "days": [day for day in reversed(club.in_order()) if day.published][:3],
    }  # fmt: skip
    return page(request, here, "clubs/mail.html", context)


def _draft(request: HttpRequest, here: Here, lang: str) -> tuple[str, str]:
    """What an invitation or the results of a day say, to begin with."""
    club, about = here.club, request.GET.get("about", "")
    if (meeting := club.meetings.get(about)) is not None:
        facts = {"what": word("sort", meeting.sort, lang), "when": clock(meeting.besammlung), "club": here.row.name}
        book = club.book_on(meeting.date)
        until = cancellation_deadline(book, meeting.sort, meeting.date)
        facts |= {"until": clock(until), "rule": article(cancellation_rule(book, meeting.sort), lang)}
        facts |= {"fine": f"{book.fines.absent:.2f}", "fine_rule": article(book.rule("fines.absent"), lang)}
        agenda = "\n".join(f"{number}. {item}" for number, item in enumerate(meeting.agenda, start=1))
        return say("clubs.mail.invitation", lang, **facts), say("clubs.mail.invitation.text", lang, agenda=agenda or "–", **facts)
    day = club.days.get(about)
    if day is not None and day.published:
        rows = [row for rows in club.results(day).values() for row in rows if row.member and row.final is not None]
        rows.sort(key=lambda row: -(row.final or 0))
        lines = "\n".join(f"{name_of(club, row.member)}: {row.final}" for row in rows)
        name = day_name(day.key, lang)
        address = request.build_absolute_uri(reverse("club-day", args=[here.row.slug, day.key]))
        return say("clubs.mail.results", lang, day=name), say("clubs.mail.results.text", lang, day=name, lines=lines, link=address)
    return "", ""


def _letter(here: Here, person: str, subject: str, text: str) -> Letter:
    known = here.club.roster.people[person]
    place = known.address
    lines = (known.name, f"{place.street} {place.house}".strip(), f"{place.postcode} {place.town}".strip())
    today = store.today()
    return Letter(here.row.name, tuple(line for line in lines if line), f"{today.day}.{today.month}.{today.year}", subject, text)


@needs("money.bill")
def mail_bills(request: HttpRequest, here: Here) -> HttpResponse:
    """Send everybody who agrees the last open bill as PDF; who gets none by mail is told, for the printer."""
    club, lang = here.club, lang_of(request)
    if request.method != "POST":
        return redirect("club-money-bills", here.row.slug)
    last = billing.latest(club)
    agreed = contacts.written_to(here.row, contacts.of(here.row, last)) if mailing.configured() else {}
    try:
        mails = [_with_bill(request, here, person, to, last[person].key) for person, to in agreed.items()]
    except Refusal as problem:
        tell(request, (in_words(problem, club, lang), ""))
        return redirect("club-money-bills", here.row.slug)
    sent = mailing.send(mails, by=consent.club_name(here.row.pk), address=address_of(request))
    messages.success(request, say("clubs.mail.bills", lang, n=sent.out, rest=len(last) - sent.out))
    _held(request, sent, lang)
    return redirect("club-money-bills", here.row.slug)


def _held(request: HttpRequest, sent: mailing.Sent, lang: str) -> None:
    """Say that mails were held back."""
    if sent.held:
        messages.error(request, say("clubs.mail.held", lang, n=sent.held))


def _signed(request: HttpRequest, here: Here, to: str, text: str) -> str:
    """A text with the way to have no more of them."""
    link = request.build_absolute_uri(reverse("mail-consent", args=[consent.secret_of(consent.club_name(here.row.pk), to)]))
    return f"{text}\n\n-- \n{say('clubs.consent.foot', lang_of(request), club=here.row.name, link=link)}"


def _with_bill(request: HttpRequest, here: Here, person: str, to: str, key: str) -> Mail:
    lang = lang_of(request)
    made = letter(here.club, key, lang)
    data = printed(bills_pdf, [made], lang)
    text = say("clubs.mail.bill.text", lang, name=name_of(here.club, person), amount=made.total, club=here.row.name)
    files = ((say("clubs.mail.bill.file", lang), data),)
    return Mail(to, say("clubs.mail.bill", lang, club=here.row.name), _signed(request, here, to, text), files)
