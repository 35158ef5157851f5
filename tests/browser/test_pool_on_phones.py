"""A pool of Indian rummy for five on four phones, in French: out, back in, and called."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.clubs.roles import Role
from scorekeeper.rummy.documents.answers import score
from tests.support.phone import hand, keys
from tests.support.table import Table

pytestmark = pytest.mark.browser_context_args(locale="fr-FR")

FIVE = ("Camille", "Max", "Hugo", "Léa", "Nora")
SHEET = re.compile(r"/games/\w+$")

Phones = dict[str, Page]


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, "indian", FIVE)


@pytest.fixture
def phones(new_phone: Callable[..., Page], table: Table) -> Phones:
    """A phone on the sheet for every player except Nora. Camille enters Nora’s hands."""
    phones = {name: new_phone(Role.PLAYER, name, locale="fr-FR") for name in FIVE[:4]}
    for page in phones.values():
        page.goto(table.address)
    return phones


def play(phones: Phones, table: Table, number: int, who: str, turned_up: str, **hands: str) -> None:
    """Play a round that `who` announces on their phone and Camille records.

    A hand is ranks, or the points of the button beside the name.
    """
    page = phones[who]
    page.goto(table.address)
    page.locator("#sheet-upcard").get_by_role("button", name=turned_up, exact=True).tap()
    expect(page.locator(".sheet-upcard__card")).to_have_text(f"Retournée : {turned_up}")
    page.locator(".dock summary").first.tap()
    page.locator(".dock [open]").get_by_label(f"{who} a annoncé", exact=True).tap()
    page.wait_for_url(re.compile(r"/round$"))
    for name, given in hands.items():
        give(phones.get(name, phones["Camille"]), table, name, given)
    phones["Camille"].get_by_role("button", name="Noter").tap()
    for phone in phones.values():
        expect(phone.locator("#sheet-last")).to_contain_text(f"Manche {number}")


def give(page: Page, table: Table, name: str, given: str) -> None:
    """Enter a hand on a phone, once the phone has opened the announced round."""
    page.wait_for_url(re.compile(r"/round(\?|$)"))
    page.goto(f"{table.address}/round?seat={FIVE.index(name)}")
    if given.isdigit() and len(given) > 1:
        hand(page, name).locator("[data-instead] .chip:visible", has_text=given).tap()
    else:
        for rank in given.split():
            keys(page).locator(f"[data-key='{rank}']").tap()
    page.locator("[data-submit]").tap()
    expect(page.locator("#round")).to_have_count(0)


def test_a_pool_of_five_with_a_drop_a_wrong_declaration_an_elimination_and_a_return(
    table: Table, phones: Phones
) -> None:
    camille, hugo = phones["Camille"], phones["Hugo"]
    play(phones, table, 1, "Camille", "7", Max="20", Hugo="80", Léa="K 8 5 7", Nora="K Q")
    play(phones, table, 2, "Max", "2", Camille="20", Hugo="K Q 4", Léa="40", Nora="9 9")
    expect(camille.locator(".sheet-last__result")).to_have_text("Élimination d’Hugo avec 104")

    hugo.goto(table.address)
    expect(hugo.locator(".dock")).to_have_count(0)
    play(phones, table, 3, "Léa", "3", Camille="5", Max="4", Nora="9")
    expect(hugo.locator("#sheet-last")).to_contain_text("Léa annonce")
    hugo.get_by_role("button", name="Revient avec 64").tap()
    expect(hugo.locator(".board-row--out")).to_have_count(0)
    assert table.totals == (25, 24, 64, 63, 47)

    camille.goto(table.address)
    camille.locator(".sheet-menu > summary").tap()
    camille.get_by_role("link", name="Arrêter la partie").tap()
    camille.get_by_role("button", name="Arrêter la partie").tap()
    expect(camille.locator("h1")).to_contain_text("Nora")
    answer = score(camille.request.get(camille.url + "/document").json()).as_json()
    assert answer["totals"] == dict(zip(FIVE, table.totals, strict=True))
    assert answer["winners"] == list(FIVE), "who calls a pool splits it"
    for name in FIVE:
        expect(camille.locator("h1")).to_contain_text(name)


def test_who_is_out_sees_no_hidden_hand(table: Table, phones: Phones) -> None:
    table.record("declare", "Camille", wild="7", hands={"Max": 0, "Hugo": 80, "Léa": 1, "Nora": 1})
    table.record("declare", "Camille", wild="7", hands={"Max": 0, "Hugo": 80, "Léa": 1, "Nora": 1})
    max_, hugo = phones["Max"], phones["Hugo"]
    max_.goto(table.address)
    max_.locator(".dock summary").first.tap()
    max_.locator(".dock [open]").get_by_label("Max a annoncé", exact=True).tap()
    max_.wait_for_url(re.compile(r"/round$"))
    give(phones["Léa"], table, "Léa", "K 8 5")
    hugo.goto(table.address + "/round")
    expect(hugo.locator("[data-laid], #round, .actions .button")).to_have_count(0)
    hugo.goto(table.address + "/round?seat=3")
    expect(hugo.locator("[data-laid], #round")).to_have_count(0)
