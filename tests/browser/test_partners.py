"""Partners in a real browser: their pages are accessible and fit, in light and dark."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect

from tests.support.accessible import assert_accessible, assert_fits
from tests.support.need_sides import SIX, need_sides
from tests.support.phone import Played, enter_round
from tests.support.table import Table

PLAYERS = ("Alexandra", "Bo", "Christophe", "Dominique")
SIDES = {"Alexandra & Christophe": ["Alexandra", "Christophe"], "They": ["Bo", "Dominique"]}
PAGES = ("", "/rounds/new?ending=out:1", "/rounds/1", "/rounds/1/edit", "/rounds/adjust", "/watch")


def test_pages_of_partners_fit(app: Flask, page: Page) -> None:
    table = Table(app, "rummy-500", PLAYERS, sides=SIDES)
    hands = {
        "Alexandra & Christophe": {"shown": ["QS KS AS", "7S 7H 7D"], "left": "9C"},
        "They": {"shown": 20, "left": 30},
    }
    table.record("out", "Christophe", hands=hands)
    table.adjust("They", -10)
    _check(page, table, PAGES)
    table.change("call")
    _check(page, table, ("",))


def _check(page: Page, table: Table, paths: tuple[str, ...]) -> None:
    for path in paths:
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            page.goto(table.address + path)
            assert_accessible(page)
        assert_fits(page, 390, 320, place=path)


def test_a_round_that_scores_for_several_things_fits(app: Flask, page: Page) -> None:
    table = Table(app, "canasta", PLAYERS, sides=SIDES)
    hands = {
        "Alexandra & Christophe": {"melded": 420, "natural": 1, "mixed": 1, "left": 25},
        "They": {"melded": ["K K K K K K K", "7 7 7 7 2 2 JK"], "red_threes": 2, "left": "K JK"},
    }
    table.record("concealed", "Christophe", hands=hands)
    table.adjust("They", -1500)
    _check(page, table, ("", "/rounds/1", "/watch"))
    alone = Table(app, "hand-and-foot", (*PLAYERS, "Eva"))
    books = {"melded": 1340, "clean": 2, "dirty": 1}
    left = dict.fromkeys(("Bo", "Christophe", "Dominique"), 145) | {"Eva": {"melded": 1000}}
    left["Eva"]["left"] = 45
    alone.record("out", "Alexandra", hands={"Alexandra": books, **left})
    _check(page, alone, ("", "/rounds/1"))


def test_partners_stand_together_in_the_bar_and_each_can_be_tapped(app: Flask, page: Page) -> None:
    table = Table(app, "canasta", PLAYERS, sides=SIDES)
    page.goto(table.address)
    bar = page.locator(".dock-faces")
    order = ("Alexandra", "Christophe", "Bo", "Dominique")
    faces = [bar.get_by_label(f"{name} went out") for name in order]
    left, right, other, _last = [face.locator(".face").bounding_box() for face in faces]
    assert left["x"] + left["width"] > right["x"]
    assert right["x"] + right["width"] < other["x"]
    for face in faces:
        assert min(face.bounding_box()["width"], face.bounding_box()["height"]) >= 44
    faces[1].click()
    expect(page.locator("h1")).to_have_text("Christophe went out")


def test_a_round_is_entered_by_side_whoever_ended_it(app: Flask, page: Page) -> None:
    table = Table(app, "rummy-500", PLAYERS, sides=SIDES)
    page.goto(table.address)
    hands = {"Alexandra & Christophe": "7 8 9 + 4 4 4 / Q 2", "They": "K K K / 9"}
    enter_round(page, Played("Dominique went out", hands))
    expect(page.locator("#last")).to_have_text("They go out, +21")


def test_the_form_of_a_new_game_asks_for_partners(page: Page) -> None:
    page.goto("/games/new?variant=rummy-500")
    _name(page, PLAYERS)
    page.get_by_text("Partners", exact=True).click()
    page.get_by_label("Two against two").check()
    expect(page.locator(".new-game-side")).to_have_count(2)
    page.get_by_role("button", name="Remove Dominique").click()
    expect(page.get_by_label("Everybody alone")).to_be_checked()
    expect(page.locator(".new-game-side")).to_have_count(0)
    page.get_by_role("button", name="Add a player").click()
    page.locator("[name=name]").nth(3).fill("Dominique")
    page.get_by_label("Two against two").check()
    page.locator(".new-game-side [name=side]").nth(1).fill("They")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".board-row__name")).to_have_text(["Alexandra & Christophe", "They"])


def test_faces_are_tapped_together(monkeypatch: pytest.MonkeyPatch, page: Page) -> None:
    need_sides(monkeypatch)
    page.goto("/games/new?variant=rummy-500")
    _name(page, PLAYERS)
    faces, said = page.locator(".new-game-side__face"), page.locator("#new-game-sides-said")
    expect(faces).to_have_text(["AAlexandra", "CChristophe", "BBo", "DDominique"])
    faces.nth(0).click()
    expect(said).to_have_text("Now tap who plays with Alexandra.")
    expect(faces.nth(0)).to_have_attribute("aria-pressed", "true")
    expect(faces.nth(0)).to_be_focused()
    assert_accessible(page)
    assert_fits(page, 390, 320)
    faces.nth(2).press("Enter")
    expect(said).to_have_text("Alexandra and Bo are partners.")
    expect(page.get_by_role("button", name="Bo", exact=True)).to_be_focused()
    seated = [field.input_value() for field in page.locator("[name=name]").all()]
    assert seated == ["Alexandra", "Christophe", "Bo", "Dominique"]
    page.get_by_role("button", name="Start the game").click()
    sides = ["Alexandra & Bo", "Christophe & Dominique"]
    expect(page.locator(".board-row__name")).to_have_text(sides)


def test_six_are_two_sides_or_three(monkeypatch: pytest.MonkeyPatch, page: Page) -> None:
    """A name typed while a tap is on its way is not lost."""
    need_sides(monkeypatch)
    page.goto("/games/new?variant=rummy-500")
    _name(page, SIX)
    expect(page.locator(".new-game-side__face")).to_have_count(6)
    page.get_by_label("Three sides of two").check()
    expect(page.locator(".new-game-side")).to_have_count(3)
    assert_fits(page, 390, 320)
    held: list[Route] = []
    page.route("**/games/new", lambda route: route.continue_() if held else held.append(route))
    with page.expect_request("**/games/new"):
        page.get_by_role("button", name="Ann", exact=True).click()
    page.locator("[name=name]").nth(5).fill("Gus")
    held[0].continue_()
    expect(page.locator("#new-game-sides-said")).to_have_text("Now tap who plays with Ann.")
    page.get_by_role("button", name="Gus", exact=True).click()
    expect(page.locator("#new-game-sides-said")).to_have_text("Ann and Gus are partners.")
    page.get_by_role("button", name="Start the game").click()
    expect(page.locator(".board-row__name")).to_have_text(["Ann & Gus", "Bob & Eve", "Cem & Dee"])


def _name(page: Page, names: Sequence[str]) -> None:
    for place, name in enumerate(names):
        if place >= page.locator("[name=name]").count():
            page.get_by_role("button", name="Add a player").click()
        page.locator("[name=name]").nth(place).fill(name)
