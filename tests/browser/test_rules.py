"""The rules in a browser: they fit small phones, are accessible, and open at the right article."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from scorekeeper.rummy.variants import VARIANTS
from tests.support.accessible import assert_accessible, assert_fits
from tests.support.phone import assert_large_text_fits
from tests.support.walks import walk

ADDRESSES = ("/rules", *(f"/rules/{variant.key}" for variant in VARIANTS))
every_page = walk("address", ADDRESSES)


@walk("language", ["en", "fr", "it"])
@every_page
def test_the_rules_fit_the_smallest_phone_with_text_twice_as_large_too(
    page: Page, address: str, language: str
) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.set_extra_http_headers({"Accept-Language": language})
    page.goto(address)
    assert_fits(page, 320, place=address)
    assert_large_text_fits(page)


@walk("address", ["/rules", "/rules/gin#equal-counts"])
def test_the_rules_are_accessible(page: Page, address: str) -> None:
    page.goto(address)
    assert_accessible(page)


@walk("language", ["en", "fr", "it"])
def test_a_thumb_hits_the_contents_and_comes_to_their_sections(page: Page, language: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.set_extra_http_headers({"Accept-Language": language})
    page.goto("/rules/gin")
    links = page.locator(".rules-contents a")
    sizes = links.evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)")
    assert len(sizes) == 10
    assert min(sizes) >= 44
    for link in links.all():
        section = page.locator(str(link.get_attribute("href")))
        link.tap()
        expect(section).to_be_in_viewport()
    page.locator("article p > .way[href='#contents']").last.tap()
    expect(links.first).to_be_in_viewport()


def test_a_dispute_leads_to_its_answer(page: Page, site: str) -> None:
    page.goto("/rules")
    question = page.get_by_role("listitem").filter(has_text="Do boxes count towards the target?")
    question.get_by_role("link", name="Hollywood Gin").tap()
    expect(page).to_have_url(site + "/rules/hollywood#boxes-and-target")
    expect(page.locator("#boxes-and-target")).to_be_in_viewport()


def test_another_preset_unfolds_its_ruling(page: Page) -> None:
    page.goto("/rules/gin#gin-bonus")
    article = page.locator("section.rules-article", has=page.locator("#gin-bonus"))
    ruling = article.get_by_text("Nina went gin", exact=True)
    expect(ruling.nth(1)).to_be_hidden()
    article.get_by_text("Nina scores 92").first.tap()
    expect(ruling.nth(1)).to_be_visible()
