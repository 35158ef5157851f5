"""Check that a page is usable: axe’s findings, sideways scrolling, and covered controls."""

from __future__ import annotations

from axe_playwright_python.sync_playwright import Axe, AxeResults
from playwright.sync_api import Page

AGAIN = "axe.run({runOnly: ['color-contrast'], resultTypes: ['violations']})"
"""The one axe check with a result that differs between light and dark colours."""

COVERED = """() => {
  const takesTapOf = (control, met) =>
    (control.closest(".round-hand, .tally") ?? control).contains(met) ||
    met?.closest("label")?.control === control;
  const seen = { visibilityProperty: true, opacityProperty: true };
  const isShown = (control) => control.checkVisibility(seen) && control.offsetWidth > 1;
  const front = document.querySelector("[data-menu][open]") ?? document;
  const controls = front.querySelectorAll("a:not(.skip), :enabled:not(fieldset), summary");
  return [...controls].filter(isShown).filter((control) => {
    control.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { x, y, width, height } = control.getClientRects()[0];
    return [4, width / 2, width - 4].some((across) =>
      !takesTapOf(control, document.elementFromPoint(x + across, y + height / 2)));
  }).map((control) => control.outerHTML.slice(0, 300));
}"""
"""JavaScript that returns the controls covered at their left edge, middle or right edge."""


def assert_accessible(page: Page, place: str = "") -> None:
    """Check that axe finds no violation, first in light colours and then in dark ones."""
    _wait_until_drawn(page)
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    _assert_none(Axe().run(page), f"{place} in light colours")
    page.emulate_media(color_scheme="dark", reduced_motion="reduce")
    _assert_none(AxeResults(page.evaluate(AGAIN)), f"{place} in dark colours")


def assert_fits(page: Page, *widths: int, place: str = "") -> None:
    """Check at each width that the page needs no sideways scrolling and no control is covered."""
    _wait_until_drawn(page)
    before = page.viewport_size
    for width in widths:
        page.set_viewport_size({"width": width, "height": 640})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, (place, width)
        assert_in_reach(page, place)
    if before:
        page.set_viewport_size(before)


def assert_in_reach(page: Page, place: str = "") -> None:
    """Check that no control is covered by another element, wherever it is scrolled to."""
    covered = page.evaluate(COVERED)
    assert not covered, (covered, place, page.viewport_size)


SETTLED = """() => Promise.all(document.getAnimations()
  .filter((animation) => animation.effect.getComputedTiming().endTime < Infinity)
  .map((animation) => animation.finished.catch(() => null)))"""
"""JavaScript that waits for finite animations to end: a moving button can miss a tap."""


def _wait_until_drawn(page: Page) -> None:
    # The text of a newly opened page can be present before its style sheets.
    page.wait_for_load_state()
    page.evaluate(SETTLED)


def _assert_none(found: AxeResults, where: str) -> None:
    assert found.violations_count == 0, f"{where}\n{found.generate_report()}"
