"""Phases on four phones, in French: one hand each, by keys that count the cards."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.clubs.roles import Role
from scorekeeper.rummy.documents.answers import score
from tests.support.phone import tap_phase
from tests.support.table import Table

pytestmark = pytest.mark.browser_context_args(locale="fr-FR")

FOUR = ("Camille", "Max", "Hugo", "Léa")

Phones = dict[str, Page]


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, "phase-10", FOUR)


@pytest.fixture
def phones(new_phone: Callable[..., Page], table: Table) -> Phones:
    """A phone for each player, on the sheet."""
    phones = {name: new_phone(Role.PLAYER, name, locale="fr-FR") for name in FOUR}
    for page in phones.values():
        page.goto(table.address)
    return phones


def give(page: Page, table: Table, name: str, given: str) -> None:
    """Enter a hand on a phone, once the phone has opened the announced round."""
    page.wait_for_url(re.compile(r"/round(\?|$)"))
    page.goto(f"{table.address}/round?seat={FOUR.index(name)}")
    tap_phase(page, name, given)
    page.locator("[data-submit]").tap()


def test_each_phone_says_whether_its_phase_was_laid_down(table: Table, phones: Phones) -> None:
    camille = phones["Camille"]
    camille.locator(".dock summary").first.tap()
    camille.locator(".dock [open]").get_by_label("Camille a terminé", exact=True).tap()
    give(phones["Max"], table, "Max", "1-9 10-12 W")
    give(phones["Hugo"], table, "Hugo", "=60")
    refused = "60\u00a0: dites si Hugo a posé la phase."
    expect(phones["Hugo"].locator(".field__errors")).to_contain_text(refused)
    expect(phones["Hugo"].locator("[data-key='W'] > .phase-keys__word")).to_have_text("Joker")
    phones["Hugo"].locator(".chip", has_text="pas posée").tap()
    phones["Hugo"].locator("[data-submit]").tap()
    give(phones["Léa"], table, "Léa", "phase:yes 1-9 SK")
    camille.get_by_role("button", name="Noter").tap()
    for page in phones.values():
        expect(page.locator("#sheet-last")).to_contain_text(
            "Camille, Max et Léa ont posé leur phase"
        )
        expect(page.locator(".phase-steps__step--next")).to_have_text(["2", "2", "2", "1"])
    told = dict(zip(FOUR[1:], table.hands, strict=True))
    played = {"ending": "out", "by": "Camille", "hands": told}
    answer = score({"variant": "phase-10", "players": [*FOUR], "rounds": [played]})
    assert answer.phase == {"Camille": 2, "Max": 2, "Hugo": 1, "Léa": 2}
    assert table.totals == (*answer.totals.values(),) == (0, 40, 60, 20)


def test_on_a_phone_held_sideways_the_keys_are_one_row_below_the_hand(
    table: Table, phones: Phones
) -> None:
    page = phones["Camille"]
    page.set_viewport_size({"width": 740, "height": 360})
    page.locator(".dock summary").first.tap()
    page.locator(".dock [open]").get_by_label("Max a terminé", exact=True).tap()
    page.wait_for_url(re.compile(r"/round(\?|$)"))
    page.goto(f"{table.address}/round?seat=0")
    keys = [key.bounding_box() for key in page.locator(".phase-keys > *").all()]
    hand = page.locator("[data-hand]").bounding_box()
    assert hand
    assert len({key["y"] for key in keys if key}) == 1
    assert min(min(key["width"], key["height"]) for key in keys if key) >= 44
    assert hand["y"] + hand["height"] <= min(key["y"] for key in keys if key)
    page.locator("[data-key='W']").tap()
    expect(page.locator("[data-key='W']")).to_have_attribute("data-count", "1")
