"""Boxes and colours of the parts as the browser lays them out, in light and dark colours.

The tests compare no pictures, because fonts differ between machines.
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from tests.support.accessible import assert_accessible, assert_fits

BOX = """found => found.map(each => {
  const { width, height } = each.getBoundingClientRect(), style = getComputedStyle(each);
  return { width, height, ground: style.backgroundColor, ink: style.color };
})"""

WHITE, RED, BLACK = "rgb(255, 255, 255)", "rgb(179, 18, 29)", "rgb(28, 26, 23)"


def boxes(page: Page, selector: str) -> list[dict[str, Any]]:
    """Return size and colours of each element that the selector finds."""
    found: list[dict[str, Any]] = page.locator(selector).evaluate_all(BOX)
    assert found, selector
    return found


def size(box: dict[str, Any]) -> tuple[int, int]:
    return round(box["width"]), round(box["height"])


def test_the_parts_keep_their_look(page: Page) -> None:
    page.goto("/parts")
    page.evaluate("document.fonts.ready")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        for name, expected in ("", (46, 66)), ("small", (34, 49)), ("tiny", (26, 38)):
            cards = boxes(page, f'[data-size="{name}"] .playing-card:not(.playing-card--wild)')
            assert {size(card) for card in cards} == {expected}
            assert {card["ground"] for card in cards} == {WHITE}
            assert len({card["ink"] for card in cards[:4]}) == 4
        assert {size(face) for face in boxes(page, "#main .face--large")} == {(60, 60)}
        coin = boxes(page, "#main .button--primary")[0]
        assert (coin["ground"], coin["ink"]) == ("rgb(200, 150, 62)", "rgb(34, 26, 8)")
    for button in boxes(page, "#main .button:visible, #main .icon-button:visible"):
        assert button["width"] >= 44
        assert button["height"] >= 44
    drawn = "getComputedStyle(document.querySelector('#main .playing-card')).fontFamily"
    assert page.evaluate(drawn).startswith("Fraunces")
    assert page.evaluate("document.fonts.check('600 21px Fraunces')")


def test_two_colours_are_red_and_black(page: Page) -> None:
    page.goto("/settings")
    page.get_by_role("radio", name="Two colours").check()
    page.get_by_role("button", name="Save these settings").click()
    page.wait_for_selector(".two-colours")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        inks = [card["ink"] for card in boxes(page, ".playing-card")]
        assert inks == [BLACK, RED, RED, BLACK, BLACK]


def test_the_parts_are_accessible_and_fit_the_screen(page: Page) -> None:
    page.goto("/parts")
    assert_accessible(page)
    assert_fits(page, 320, 390, 1280)
