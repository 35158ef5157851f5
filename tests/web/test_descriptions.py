"""What search engines and messengers show of a page that strangers may open."""

from __future__ import annotations

from flask import Flask

from tests.support.clubs import browser
from tests.support.pages import read
from tests.support.walks import walk

PAGES = ("/", "/rules", "/rules/gin", "/rules/tonk", "/judge", "/judge?variant=gin")


@walk("language", ["en", "fr"])
def test_every_page_for_strangers_is_described_in_a_line(app: Flask, language: str) -> None:
    stranger, found = browser(app), {}
    for address in PAGES:
        page = read(stranger.get(address, headers={"Accept-Language": language}))
        [meta] = page.select("meta[name=description]")
        found[address] = str(meta["content"])
        assert 20 < len(found[address]) <= 160
    assert found["/rules/gin"] != found["/rules/tonk"] != found["/rules"]
    assert found["/judge"] != found["/"]
