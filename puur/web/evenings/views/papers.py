"""Paper and files: every sheet as PDF with its QR codes, the whole evening as one file, backups and their restoring."""

from __future__ import annotations

import re

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.request import split_domain_port, validate_host
from django.urls import reverse
from django.views.decorators.http import require_safe

from puur.core.errors import Refusal
from puur.evening.columns import fold
from puur.papers import Paper
from puur.papers.evening import pdf as sheets_pdf
from puur.papers.kinds import EVERYTHING, RESULTS, Kind
from puur.papers.tables import TABLES, csv_bytes
from puur.web import people
from puur.web.asking import again, asks
from puur.web.doors import fines, preview
from puur.web.evenings import keys, store, transfer
from puur.web.evenings.desk import desk, done, number, optional, show, small
from puur.web.evenings.fold import EVENINGS, folded, lines_of
from puur.web.evenings.models import EveningBackup, Role
from puur.web.evenings.rights import Access
from puur.web.server import environment
from puur.web.server.printing import printed
from puur.words import LANGUAGES, say

TWO_UP = "a5x2"  # two sheets of A5 on an A4
LOOPBACK = ("localhost", "127.0.0.1", "[::1]", "::1")


def bases(request: HttpRequest) -> list[str]:
    """The addresses under which phones may reach this server, the likeliest first; those of this machine alone come last."""
    host = request.get_host()
    domain, port = split_domain_port(host)
    named = [host]
    if domain in LOOPBACK:
        ending = f":{port}" if port else ""
        allowed = [address for address in environment.own_addresses() if validate_host(address, settings.ALLOWED_HOSTS)]
        reachable = [f"{address}{ending}" for address in allowed if not address.startswith("127.")]
        numbers = [address for address in reachable if re.fullmatch(r"[0-9.]+", address.split(":")[0])]
        named = [*numbers, *(address for address in reachable if address not in numbers), host]
    return [f"{request.scheme}://{address}" for address in named]


def base_of(request: HttpRequest) -> str:
    """The address that goes into QR codes: the chosen one, if it is one of ours."""
    known = bases(request)
    wanted = request.GET.get("base", "")
    return wanted if wanted in known else known[0]


@require_safe
@desk(Role.OFFICE)
def paper_page(request: HttpRequest, access: Access) -> HttpResponse:
    """All sheets to choose from."""
    engine = folded(access.row).engine
    known = bases(request)
    alone = split_domain_port(known[0].split("://")[1])[0] in LOOPBACK
    return show(
        request, access, "paper", "paper", kinds=list(Kind), drawn=bool(engine.rounds), bases=known, alone=alone,
        rounds=range(1, len(engine.rounds) + 1),
    )  # fmt: skip


@require_safe
@desk(Role.OFFICE)
def pdf(request: HttpRequest, access: Access, kind: str) -> HttpResponse:
    """One kind of sheet, or everything."""
    if kind not in (*Kind, "all"):
        raise Http404
    kinds = EVERYTHING if kind == "all" else (Kind(kind),)
    row, engine = access.row, folded(access.row).engine
    lang = request.GET.get("lang", "")
    lang = lang if lang in LANGUAGES else people.lang_of(request)
    wanted = request.GET.get("paper")
    size = Paper.A5 if wanted in ("a5", TWO_UP) else Paper.A4
    only = small(request.GET.get("round", ""))
    base = base_of(request)
    tables: dict[tuple[int, int], str] = {}
    persons: dict[str, str] = {}
    if request.GET.get("codes", "1") != "0":
        if Kind.JASSZETTEL in kinds:
            for drawn in engine.rounds:
                passes = keys.passes(row, drawn.number)
                tables |= {(drawn.number, table): f"{base}/evenings/e/{secret}/" for table, secret in passes.items()}
        if Kind.STANDBLATT in kinds:
            persons = {
                player: base + url for player, secret in keys.links(row).items() if (url := optional("evening-player", secret))
            }
    data = printed(
        sheets_pdf, engine, kinds, lang, size, only, tables, persons, small(request.GET.get("table", "")), wanted == TWO_UP
    )
    if not data:
        raise Refusal("no-ranking-yet" if kinds[0] in RESULTS else "no-draw-yet")
    headers = {"Content-Disposition": f'attachment; filename="{_name(row.title)}-{kind}.pdf"'}
    return HttpResponse(data, content_type="application/pdf", headers=headers)


def _name(title: str) -> str:
    return re.sub(r"[^a-z0-9]+", "-", fold(title)).strip("-") or "puur"


@require_safe
@desk(Role.OFFICE)
def table_file(_request: HttpRequest, access: Access, kind: str) -> HttpResponse:
    """Players, draw or results as CSV that Excel opens."""
    if kind not in TABLES:
        raise Http404
    data = csv_bytes(TABLES[kind](folded(access.row).engine))
    headers = {"Content-Disposition": f'attachment; filename="{_name(access.row.title)}-{kind}.csv"'}
    return HttpResponse(data, content_type="text/csv; charset=utf-8", headers=headers)


@require_safe
@desk()
def export(_request: HttpRequest, access: Access) -> HttpResponse:
    """The whole evening in one file."""
    text = transfer.text_of(transfer.exported(access.row))
    headers = {"Content-Disposition": f'attachment; filename="{_name(access.row.title)}-{access.row.code}.json"'}
    return HttpResponse(text, content_type="application/json; charset=utf-8", headers=headers)


@desk()
def backups(request: HttpRequest, access: Access) -> HttpResponse:
    """Every backup, to look at, to take along, to go back to."""
    row = access.row
    if request.method == "POST":
        if request.POST.get("do") == "make":
            transfer.backup(row, EveningBackup.Why.HAND, access.name)
            return done(request, "evening-backups", "backup", row.code)
        if asks(request):
            return _asked(request, access, number(request, "backup", 1, 10**12))
        store.restore(row.code, number(request, "backup", 1, 10**12), access.name)
        return done(request, reverse("evening", args=[row.code]), "restored")
    listed = [
        {"pk": kept.pk, "at": kept.at, "why": kept.why, "by": kept.by, "events": len(kept.live)}
        for kept in EveningBackup.objects.filter(evening=row).defer("data")
    ]
    return show(request, access, "backups", "more", backups=listed, events=len(folded(row).engine.events))


def _asked(request: HttpRequest, access: Access, backup: int) -> HttpResponse:
    """What going back would change, before it is done."""
    row, lang = access.row, people.lang_of(request)
    kept = EveningBackup.objects.filter(evening=row, pk=backup).first()
    if kept is None:
        raise Http404
    after = EVENINGS.fold(row, [line.event for line in lines_of(row) if line.n in set(kept.live)])
    back, of = reverse("evening-backups", args=[row.code]), say("evenings.org.backups", lang)
    trial, gone = preview.compared(row, after, lang), fines.told(row, after)
    return show(request, access, "asked", "more", back=back, of=of, trial=trial, fines=gone, again=again(request))


@require_safe
@desk()
def backup_file(_request: HttpRequest, access: Access, backup: int) -> HttpResponse:
    """One backup as a file."""
    kept = EveningBackup.objects.filter(evening=access.row, pk=backup).first()
    if kept is None:
        raise Http404
    headers = {"Content-Disposition": f'attachment; filename="{_name(access.row.title)}-{kept.at}.json"'}
    return HttpResponse(kept.data, content_type="application/json; charset=utf-8", headers=headers)
