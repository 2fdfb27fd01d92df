"""Guessing passwords: slowed down per account and per address, over all processes, on every page that asks for one."""

from __future__ import annotations

import uuid

import pytest

from tests.web.client import Browser


@pytest.fixture
def name(server: str) -> str:
    """An account; its tokens untouched."""
    found = f"u{uuid.uuid4().hex[:10]}"
    browser = Browser(server)
    answer = browser.post("/accounts/signup/", username=found, password1="Buur-und-Nell-9", password2="Buur-und-Nell-9")
    assert answer.status == 302
    return found


def test_wrong_passwords_are_soon_not_even_looked_at(server: str, name: str) -> None:
    browser = Browser(server)
    seen = [browser.post("/accounts/login/", username=name, password=f"falsch{n}").status for n in range(10)]
    assert seen == [200] * 8 + [429] * 2
    # The right one neither, from here, for half a minute; the answer says so.
    answer = browser.post("/accounts/login/", username=name, password="Buur-und-Nell-9")
    assert answer.status == 429
    assert answer.headers["retry-after"] == "30"
    assert "zu schnell" in answer.text
    # Upper and lower case do not make another account of it, another account is not touched.
    assert browser.post("/accounts/login/", username=name.upper(), password="x").status == 429
    assert browser.post("/accounts/login/", username=f"{name}2", password="x").status == 200


def test_the_page_of_the_administrators_is_guarded_too(server: str, name: str) -> None:
    browser = Browser(server)
    browser.get("/admin/login/")
    seen = [browser.post("/admin/login/?next=/admin/", username=name, password="falsch").status for _ in range(9)]
    assert seen == [200] * 8 + [429]


def test_right_passwords_are_not_counted(server: str, name: str) -> None:
    for _ in range(12):
        browser = Browser(server)
        assert browser.post("/accounts/login/", username=name, password="Buur-und-Nell-9").status == 302


def test_the_password_for_deleting_an_account_can_not_be_guessed_either(server: str, name: str) -> None:
    browser = Browser(server)
    assert browser.post("/accounts/login/", username=name, password="Buur-und-Nell-9").status == 302
    seen = [browser.post("/accounts/delete/", password="falsch", confirm="on").status for _ in range(10)]
    assert seen == [400] * 8 + [429] * 2
    new = {"new_password1": "Nell-und-Buur-8", "new_password2": "Nell-und-Buur-8"}
    seen = [browser.post("/accounts/password/", old_password="falsch", **new).status for _ in range(9)]
    assert seen == [200] * 8 + [429]


def test_buckets_fill_again_with_time_and_are_forgotten_after_a_day(database: str) -> None:  # noqa: ARG001
    from puur.web.keeping.models import Attempt
    from puur.web.server import throttle

    assert [throttle.take("pair", "a", now=1000.0) for _ in range(9)] == [True] * 8 + [False]
    assert not throttle.take("pair", "a", now=1029.0)
    assert throttle.take("pair", "a", now=1030.0)  # one more every 30 seconds
    assert not throttle.take("pair", "a", now=1031.0)
    assert throttle.take("pair", "a", now=900.0) is False  # a clock that goes backwards gives nothing
    assert throttle.take("pair", "b", now=1000.0 + 2 * throttle.DAY)
    assert Attempt.objects.count() == 1
    throttle.give_back("pair", "nobody")
    assert [throttle.take("account", "x", now=1.0) for _ in range(41)] == [True] * 40 + [False]


def test_neither_address_nor_account_stands_in_the_database(server: str, name: str) -> None:
    from puur.web.keeping.models import Attempt

    Browser(server).post("/accounts/login/", username=name, password="falsch")
    stored = " ".join(Attempt.objects.values_list("name", flat=True))
    assert len(stored.split()) == 4  # signing up, and three for the password
    assert name not in stored
    assert "127.0.0.1" not in stored


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),  # one household has a whole network
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testserver", "testserver"),
        (None, ""),
    ],
)
def test_an_address_of_the_new_kind_counts_as_its_network(given: str | None, expected: str) -> None:
    from django.http import HttpRequest

    from puur.web.server.throttle import address_of

    request = HttpRequest()
    request.META["REMOTE_ADDR"] = given
    assert address_of(request) == expected
