"""The question of Rami on a phone: the cards are tapped, and the judge says whether they open."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.support.accessible import assert_accessible, assert_fits


def test_a_hand_is_tapped_in_and_may_open(page: Page, site: str) -> None:
    page.goto(f"{site}/rules/rami#opening")
    page.get_by_role("link", name="Ask the judge about your cards").tap()
    page.get_by_role("textbox", name="Cards").locator("xpath=..").locator("label").tap()
    for suit, ranks in (("S", "9TJ"), ("H", "Q"), ("D", "Q")):
        page.locator(f"[data-suit={suit}]").tap()
        for rank in ranks:
            page.locator(f"[data-key='{rank}']").tap()
    expect(page.locator("#standing")).to_have_text("No: 29 points, 22 short of 51.")
    page.locator("[data-key='JK']").tap()
    expect(page.locator("#standing")).to_have_text("Yes: 59 points, with a run without jokers.")
    with page.expect_navigation():
        page.get_by_role("button", name="Ask the judge").tap()
    assert page.url == f"{site}/judge/hand?variant=rami&hand=9S+10S+JS+QH+QD+JK"
    expect(page.get_by_text("a set, 30 points, joker as Q")).to_be_in_viewport()
    assert_fits(page, 390, 320)
    assert_accessible(page)
