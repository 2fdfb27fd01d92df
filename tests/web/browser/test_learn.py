"""The first Jass: one idea after the other on a phone, resumed where it was left, then a deal with the coach beside."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Open, covered, keep, wait_for

PLAIN = "6789BUOKA"  # the ranks without trump, the lowest first
LOCALES = {"de-CH": "Dein erster Jass", "fr-CH": "Ton premier jass", "it-CH": "Il tuo primo jass", "en-GB": "Your first Jass"}


def answer_rank(page: Page) -> None:
    cards = page.locator("[data-idea=rank] [data-answer]").evaluate_all("(cards) => cards.map((card) => card.dataset.answer)")
    page.click(f"[data-answer={max(cards, key=lambda card: PLAIN.index(card[1]))}]")
    expect(page.locator(".lesson-verdict")).to_have_attribute("data-right", "true")


def test_three_right_answers_lead_on_and_are_remembered(open_page: Open) -> None:
    page = open_page("/", width=360, height=740)
    page.click("a[href='/learn/']")
    for _ in range(3):
        page.wait_for_selector("[data-idea=rank] [data-answer]:not(.right):not(.other):not(.wrong)")
        answer_rank(page)
        page.click("[data-act=next]")
    expect(page.locator("[data-idea=trump]")).to_be_visible()
    page.reload()  # stopped, and taken up again
    expect(page.locator("[data-idea=trump]")).to_be_visible()
    expect(page.locator("[data-step=rank] small")).to_have_text("✓")
    page.click("[data-step=push]")
    page.wait_for_selector("[data-idea=push] [data-answer=push]")
    page.keyboard.press("Tab")
    page.focus("[data-answer=push]")
    page.keyboard.press("Enter")  # by keyboard too
    expect(page.locator(".lesson-verdict")).to_be_visible()
    keep(page, "learn-360")


def test_the_first_deal_has_a_hint_before_each_card_in_words_that_open(open_page: Open) -> None:
    page = open_page("/learn/", width=360, height=740, reduced_motion="reduce")
    page.wait_for_selector("[data-idea=rank] [data-answer]")
    page.click("#learn-play button")
    page.wait_for_selector(".felt")
    # As long as it takes: what stands before the first hint is clicked away, however slowly the table comes.
    first = """() => {
      const hint = document.querySelector('.hint-line');
      if (!hint) document.querySelector('[data-act=cut], [data-act=ready]')?.click();
      return hint !== null;
    }"""
    wait_for(page, first)
    expect(page.locator(".hint-line")).to_be_visible()
    assert covered(page, ".hint-line") == []
    chip = page.locator(".felt-acts .icon-chip").bounding_box()
    page.click(".hint-line [aria-label]")
    expect(page.locator(".hint-line")).to_have_count(0)
    assert page.locator(".felt-acts .icon-chip").bounding_box() == chip, "no button moves when a hint comes or goes"
    page.click("[data-act=hint]")
    expect(page.locator(".hint-line")).to_be_visible()
    keep(page, "hint-360")
    advised = wait_for(page, "document.querySelector('puur-table').live.hint.event")
    if advised["event"] == "card-played":
        expect(page.locator(f"[data-card={advised['card']}]")).to_have_class(re.compile(r"\badvised\b"))
    page.evaluate("document.querySelector('puur-table').live.actions.explain('bock')")
    expect(page.locator("dialog[data-dialog=glossary] .asked")).to_contain_text("Bock")
    expect(page.locator("dialog[data-dialog=glossary] .asked dd")).to_contain_text("höchste Karte")


@pytest.mark.parametrize(("locale", "title"), LOCALES.items())
def test_it_speaks_four_languages(open_page: Open, locale: str, title: str) -> None:
    page = open_page("/learn/", locale=locale, width=768, height=1024)
    expect(page.locator("h1")).to_have_text(title)
    page.click("[data-step=weis]")
    page.wait_for_selector("[data-idea=weis] [data-answer]")
    assert "learn." not in page.inner_text("puur-learn")
    faces = "french" if locale[:2] in ("fr", "it") else "german"
    assert f"/{faces}/" in str(page.locator(".lesson-hand img").first.get_attribute("src"))
