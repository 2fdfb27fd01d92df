"""What every page of the server reads: found by asking each one and watching, so that no list of fields has to be kept by hand.

A field is known because a rendered form has it, or because a view looked for it. What is sent is the business of `openapi`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from tests.web.urls import Address, World, addresses, path_of

MOST_FIELDS, MOST_ALIKE, MOST_VALUES = 40, 3, 12  # a form may have two hundred, all alike
MOST_ASKED = 6  # fields of a form that are put into the query of its page: links may fill them in
# The token of a form has a test of its own. An empty `_to_field`, and rows chosen by what is no number, make Django's own pages of
# the administrators crash: for the staff alone, and nothing of ours.
NOT_OURS = ("csrfmiddlewaretoken", "_to_field", "_selected_action")


@dataclass(slots=True)
class Field:
    """One field of a form or a query, as the pages show it."""

    values: set[str] = field(default_factory=set)  # offered, or there at first
    kinds: set[str] = field(default_factory=set)  # number, date, select ...; empty for one that no page shows
    required: bool = False

    def add(self, other: Field) -> None:
        """The same field on another page."""
        self.values |= other.values
        self.kinds |= other.kinds
        self.required |= other.required


Fields = dict[str, Field]


@dataclass(slots=True)
class Page:
    """One address: where it is, who may do most there, and what it reads."""

    address: Address
    good: dict[str, str]  # values for the parts of the address that lead to something
    owner: str  # the kind of person: "owner" of games and slates, or the "host" of everything else
    query: Fields = field(default_factory=dict)
    fields: Fields = field(default_factory=dict)
    files: set[str] = field(default_factory=set)
    posts: bool = False  # whether the method is there
    json: bool = False  # whether the body is read as it is


class Forms(HTMLParser):
    """The forms and links of a page: (method, target, fields)."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, str, Fields]] = []
        self._loose: Fields = {}
        self._now = self._loose
        self._by_id: dict[str, Fields] = {}
        self._select: Field | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._now = self._by_id.setdefault(given.get("id", f"#{len(self.found)}"), {})
            self.found.append((given.get("method", "get").lower(), given.get("action", ""), self._now))
        elif tag == "a" and "?" in given.get("href", ""):
            target, _, query = given["href"].partition("?")
            self.found.append(("get", target, {name: Field({value}, {"link"}) for name, value in parse_qsl(query)}))
        elif tag in ("input", "select", "textarea", "button") and given.get("name"):
            form = self._by_id.setdefault(given["form"], {}) if "form" in given else self._now
            kind = given.get("type", "text") if tag == "input" else tag
            found = form.setdefault(given["name"], Field())
            found.add(Field({given["value"]} if "value" in given else set(), {kind}, "required" in given))
            self._select = found if tag == "select" else None
        elif tag == "option" and self._select is not None:
            self._select.values.add(given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._now = self._loose
        elif tag == "select":
            self._select = None


@dataclass(slots=True)
class Watch:
    """The names that views looked for."""

    names: set[str] = field(default_factory=set)
    files: set[str] = field(default_factory=set)
    body: int = 0  # how often


@contextmanager
def watching() -> Iterator[Watch]:
    """Note every look into the query, a form, the files or the bare body."""
    from django.core.handlers.wsgi import WSGIRequest
    from django.http import HttpRequest, QueryDict
    from django.utils.datastructures import MultiValueDict

    seen = Watch()
    plain_body, plain_files = HttpRequest.body, WSGIRequest.FILES

    def noting(into: set[str]) -> dict[str, Any]:
        def item(self: Any, key: Any) -> Any:
            into.add(str(key))
            return MultiValueDict.__getitem__(self, key)

        def listed(self: Any, key: Any, default: Any = None) -> Any:
            into.add(str(key))
            return MultiValueDict.getlist(self, key, default)

        def contains(self: Any, key: Any) -> bool:
            into.add(str(key))
            return dict.__contains__(self, key)

        return {"__getitem__": item, "getlist": listed, "__contains__": contains}

    Noted = type("Noted", (MultiValueDict,), noting(seen.files))

    def body(self: Any) -> bytes:
        seen.body += 1
        found: bytes = plain_body.fget(self)
        return found

    for name, value in noting(seen.names).items():
        setattr(QueryDict, name, value)
    HttpRequest.body = property(body)
    WSGIRequest.FILES = property(lambda self: Noted(dict(plain_files.fget(self).lists())))
    try:
        yield seen
    finally:
        for name in noting(set()):
            delattr(QueryDict, name)
        HttpRequest.body, WSGIRequest.FILES = plain_body, plain_files


def list_pages(world: World, wanted: Callable[[str], bool]) -> list[Page]:
    """The pages of these names, not read."""
    return [page_of(address, world) for address in addresses() if wanted(address.name)]


def read_pages(world: World, clients: dict[str, Any], wanted: Callable[[str], bool]) -> list[Page]:
    """The pages of these names, with what they read. `clients` has a browser for "owner" and for "host"."""
    from django.db import transaction
    from django.urls import Resolver404, resolve

    pages = {page.address.name: page for page in list_pages(world, wanted)}

    def ask(page: Page, method: str, what: dict[str, Any]) -> tuple[Any, Watch]:
        client, where = clients[page.owner], where_of(page)
        before = dict(client.cookies.items())
        with watching() as seen, transaction.atomic():
            answer = client.get(where, what) if method == "GET" else client.post(where, **what)
            if answer.streaming:
                b"".join(answer.streaming_content)
            transaction.set_rollback(True)
        client.cookies.clear()
        client.cookies.update(before)
        return answer, seen

    for page in pages.values():
        answer, seen = ask(page, "GET", {})
        for name in seen.names:
            page.query.setdefault(name, Field())
        if not answer.headers.get("Content-Type", "").startswith("text/html") or answer.streaming:
            continue
        forms = Forms()
        forms.feed(answer.content.decode())
        for method, target, fields in forms.found:
            try:
                aim = pages.get(resolve(urlsplit(target).path or where_of(page)).view_name)
            except Resolver404:
                continue
            if aim is None:
                continue
            for name, found in fields.items():
                (aim.query if method == "get" else aim.fields).setdefault(name, Field()).add(found)
    for page in pages.values():
        answer, seen = ask(page, "POST", {"data": {name: min(one.values, default="") for name, one in page.fields.items()}})
        page.posts = answer.status_code != 405
        for name in seen.names:
            page.fields.setdefault(name, Field())
        page.files = seen.files | {name for name, one in page.fields.items() if "file" in one.kinds}
        # Once by `NoNul`, for every page; more often only where the view reads it too.
        page.json = page.posts and ask(page, "POST", {"data": b"{}", "content_type": "application/json"})[1].body > 1
        for name in (*NOT_OURS, *page.files):
            page.fields.pop(name, None)
            page.query.pop(name, None)
        page.query = fewer({**dict(sorted(page.fields.items())[:MOST_ASKED]), **page.query})
        page.fields = fewer(page.fields)
    return list(pages.values())


def fewer(fields: Fields) -> Fields:
    """Of fields that differ in a number only, a few; of values too."""
    alike: dict[str, int] = {}
    kept = {}
    for name in sorted(fields, key=lambda name: (not fields[name].required, name)):
        kind = re.sub(r"\d+", "#", name)
        alike[kind] = alike.get(kind, 0) + 1
        if alike[kind] <= MOST_ALIKE and len(kept) < MOST_FIELDS:
            one = fields[name]
            kept[name] = Field(set(sorted(one.values)[:MOST_VALUES]), one.kinds, one.required)
    return kept


def page_of(address: Address, world: World) -> Page:
    """A page nobody has asked yet."""
    from django.urls import resolve

    host = address.name.startswith(("evening", "club", "admin:")) or address.name == "running"
    good = {}
    if address.parts:
        if address.name.startswith("admin:"):
            good = admin_parts(address)
        else:
            path = path_of(address, world)
            assert path is not None, address.name
            good = {name: str(value) for name, value in resolve(path).captured_kwargs.items()}
        good |= world.facts["keys"].get(address.name, {})
    return Page(address, good, "host" if host else "owner")


def admin_parts(address: Address) -> dict[str, str]:
    """A row for the page of a row: the first one of its model."""
    from django.contrib import admin

    good = {"app_label": "web", "url": "nirgends/", "content_type_id": "1", "id": "1"}
    for model in admin.site._registry:
        start = f"admin:{model._meta.app_label}_{model._meta.model_name}_"
        if address.name.startswith(start):
            good["object_id"] = str(model._default_manager.values_list("pk", flat=True).first() or 1)
    good.setdefault("object_id", "1")
    missing = [part for part in address.parts if part not in good]
    assert not missing, f"{address.name}: no value for {missing} in tests/fuzz/reading.py"
    return {part: good[part] for part in address.parts}


PART = re.compile(r"<(?:(?P<kind>\w+):)?(?P<name>\w+)>|\(\?P<(?P<group>\w+)>[^)]*\)")


def parts_of(address: Address) -> dict[str, str]:
    """The kind of each part of an address; those of regular expressions have the kind `regex`."""
    found = {}
    for one in PART.finditer(address.route):
        if one["group"]:
            found[one["group"]] = "regex"
        else:
            found[one["name"]] = one["kind"] or "str"
    assert tuple(found) == address.parts, f"{address.name}: tests/fuzz/reading.py cannot read {address.route}"
    return found


def template_of(address: Address) -> str:
    """The address as OpenAPI writes it."""
    return "/" + PART.sub(lambda one: "{%s}" % (one["group"] or one["name"]), address.route).replace("^", "").replace("$", "")


def where_of(page: Page) -> str:
    """The address with what leads to something."""
    return template_of(page.address).format(**page.good)
