"""A phone on its side: the keys lie in two rows, and every word on them is whole."""

from __future__ import annotations

from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.table import Table
from tests.support.walks import walk


@walk("size", [(844, 390), (667, 375), (568, 320)])
@walk("variant", ["knock", "rami", "contract", "rummy-500"])
def test_the_words_on_the_keys_are_whole(
    app: Flask, page: Page, site: str, variant: str, size: tuple[int, int]
) -> None:
    table = Table(app, variant, ("Ann", "Bob", "Cem"))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.set_extra_http_headers({"Accept-Language": "fr"})
    ending = "knock" if variant == "knock" else "out"
    page.goto(f"{site}{table.address}/rounds/new?ending={ending}:0")
    keys = page.locator("[data-pad] button:visible")
    expect(keys.first).to_be_visible()
    cut = keys.evaluate_all(
        """keys => keys.filter(key => {
          const box = key.getBoundingClientRect();
          const off = box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
          return off || key.scrollWidth > key.clientWidth;
        }).map(key => key.textContent.trim() || key.ariaLabel)"""
    )
    assert cut == []
