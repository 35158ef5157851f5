"""What axe finds on a page, in light and in dark colours."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe, AxeResults
from playwright.sync_api import Page

AGAIN = "axe.run({runOnly: ['color-contrast'], resultTypes: ['violations']})"
"""Of what axe looks for, only the contrast differs between light and dark colours."""


def assert_accessible(page: Page, place: str = "") -> None:
    """Axe finds nothing wrong with the page as it is, in light colours and then in dark ones."""
    _wait_until_drawn(page)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    _assert_none(Axe().run(page), f"{place} in light colours")
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    _assert_none(AxeResults(page.evaluate(AGAIN)), f"{place} in dark colours")


def assert_fits(page: Page, *widths: int, place: str = "") -> None:
    """The page as it is can be read on screens of these widths without scrolling sideways."""
    _wait_until_drawn(page)
    before = page.viewport_size
    for width in widths:
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (place, width)
    if before:
        page.set_viewport_size(before)


def _wait_until_drawn(page: Page) -> None:
    # The words of a page that was just opened may be there before its style sheets.
    page.wait_for_load_state()


def _assert_none(found: AxeResults, where: str) -> None:
    assert found.violations_count == 0, f"{where}\n{found.generate_report()}"
