"""Takes the README's pictures; `pytest -m screenshots` updates them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from scorekeeper.config import CHECKOUT
from tests.support.phone import Played, enter_round, hand, start_game, tap_hand

pytestmark = pytest.mark.screenshots

PICTURES = CHECKOUT / "static" / "screenshots"
PLAYERS = ["Pierre", "Jean", "Jacques", "Paul"]
ROUNDS = [
    Played("Jean knocked", {"Pierre": "K 9 2", "Jean": "5", "Jacques": "Q Q 7 A", "Paul": "8"}),
    Played("Void: deal again"),
    Played("Pierre knocked", {"Pierre": 4, "Jean": 22, "Jacques": 4, "Paul": 13}),
    Played("Paul knocked with nothing left (a run)", {"Pierre": 12, "Jean": 20, "Jacques": 9}),
]


def take(page: Page, name: str) -> None:
    page.screenshot(path=PICTURES / f"{name}.png", animations="disabled")


def test_the_screenshots_of_the_readme_are_taken(page: Page, site: str) -> None:
    PICTURES.mkdir(exist_ok=True)
    start_game(page, site, "knock", PLAYERS)
    for played in ROUNDS:
        enter_round(page, played)
    page.reload()
    take(page, "sheet")

    page.get_by_role("link", name="Round over").click()
    page.get_by_label("Jean knocked", exact=True).check()
    for name, cards in (("Pierre", "KS 9D 2C"), ("Jean", "5H"), ("Jacques", "QS QD 7C")):
        tap_hand(page, name, cards)
    expect(hand(page, "Jacques")).to_contain_text("27 points")
    take(page, "round-over")

    page.goto(page.url.replace("/rounds/new", "/rounds/3"))
    take(page, "ruling")

    page.goto(f"{site}/judge?variant=gin&ending=knock:0&hand-0=K&hand-1=9+A")
    expect(page.get_by_text("What other rules would say")).to_be_visible()
    take(page, "judge")
