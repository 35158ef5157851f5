"""A round open on several phones and a television, as a browser lays it out."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import BrowserContext, Page, expect

from scorekeeper.clubs.roles import Role
from tests.support.accessible import assert_accessible
from tests.support.clubs import cookie
from tests.support.documents import FOUR
from tests.support.eight_phones import EIGHT
from tests.support.party import Party
from tests.support.phone import hand, tap_hand
from tests.support.table import Table

SMALL = (320, 640)

Look = Callable[[tuple[int, int], str], Page]


@pytest.fixture
def party(app: Flask) -> Party:
    return Party(app)


@pytest.fixture
def look(app: Flask, site: str, party: Party, context: BrowserContext, page: Page) -> Look:
    """Returns a function that opens a page of the game on Paul’s phone of this size."""
    context.add_cookies([cookie(app, site, Role.PLAYER, "Paul")])

    def open(size: tuple[int, int], path: str) -> Page:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.goto(party.address + path)
        return page

    return open


def box(page: Page, selector: str) -> dict[str, int]:
    """Return the position of an element on the screen, in whole pixels."""
    found = page.locator(selector).bounding_box()
    assert found is not None, selector
    return {side: round(length) for side, length in dict(found).items()}


@pytest.mark.parametrize(
    ("size", "entered"), [(SMALL, 3), ((390, 844), 0), ((390, 1400), 3)], ids=str
)
def test_the_key_pad_stays_where_it_is_at_the_foot_of_the_screen(
    party: Party, look: Look, size: tuple[int, int], entered: int
) -> None:
    party.begin()
    for name in FOUR[:entered]:
        party.enter(name)
    page = look(size, "/round")
    page.locator("[data-hand] label").tap()
    dock, keys = box(page, ".pad-dock"), box(page, "[data-ranks]")
    assert dock["y"] + dock["height"] == size[1]
    tap_hand(page, "Paul", "8 9 K")
    expect(page.locator("[data-chips] .playing-card")).to_have_count(3)
    # Only the words above the keys shrink. People read them once.
    assert box(page, "[data-ranks]") == keys


@pytest.mark.parametrize("part", ["#together-facts", "#together-back"])
def test_the_focus_stays_where_it_is_when_another_phone_enters_a_hand(
    party: Party, look: Look, part: str
) -> None:
    party.begin()
    page = look((390, 844), "/round")
    page.locator(part).focus()
    party.enter("Pierre")
    expect(page.locator(".together-strip__mark")).to_have_count(2)
    expect(page.locator(part)).to_be_focused()


def test_every_page_of_a_round_is_accessible_and_fits_a_small_phone(
    party: Party, look: Look
) -> None:
    party.announce()

    def check(path: str) -> None:
        page = look(SMALL, path)
        assert page.evaluate("document.documentElement.scrollWidth") == SMALL[0], path
        assert_accessible(page)

    for path in ("/round", "/round?seat=1", "/round/facts", "/round/discard"):
        check(path)
    party.enter("Paul")
    party.enter("Pierre")
    check("/round")
    party.enter("Jean")
    party.enter("Jacques")
    for path in ("/round", "/round?wrong=1", "/round?seat=3", ""):
        check(path)


@pytest.mark.parametrize("all_agree", [True, False])
def test_a_rulings_two_buttons_fit_side_by_side_on_a_small_phone(
    party: Party, look: Look, all_agree: bool
) -> None:
    party.choose(all_agree=all_agree)
    party.everybody()
    page = look(SMALL, "/round")
    doubt = box(page, "#together-doubt")
    right = box(page, ".together__bar > form > .button--primary")
    assert (doubt["y"], doubt["height"]) == (right["y"], right["height"])
    assert doubt["x"] + doubt["width"] < right["x"]
    bar = box(page, ".together__bar")
    assert bar["y"] + bar["height"] == SMALL[1]


def test_four_short_names_fit_the_sheet_on_a_small_phone(party: Party, look: Look) -> None:
    for name in FOUR:
        party.table.knock(name, **{each: 2 if each == name else 15 for each in FOUR})
    page = look(SMALL, "")
    widths = page.locator(".sheet-table-scroller").evaluate(
        "each => [each.scrollWidth, each.clientWidth]"
    )
    assert widths[0] == widths[1]
    heads = page.locator(".sheet-table thead .face").evaluate_all(
        "faces => faces.map((each) => each.getBoundingClientRect()).map((box) => [box.y])"
    )
    assert len(heads) == 4
    assert all(each == heads[0] for each in heads), heads


def test_names_are_whole_where_a_wide_sheet_waits_for_hands(party: Party, look: Look) -> None:
    party.announce()
    names = look((1280, 800), "").locator(".sheet-progress__name")
    fits = (
        "all => all.map((each) => each.scrollWidth <= each.clientWidth && each.clientHeight < 40)"
    )
    assert names.evaluate_all(fits) == [True] * len(FOUR)


def test_the_ending_is_shown_above_the_next_step(party: Party, look: Look) -> None:
    party.begin()
    page = look(SMALL, "")
    button, why = box(page, "#sheet-actions .button"), box(page, ".actions__why")
    middle = button["x"] + button["width"] / 2
    assert why["x"] + why["width"] / 2 == pytest.approx(middle, abs=1)
    assert why["width"] < button["width"]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_television_shows_four_players_and_the_last_rounds_at_once(
    party: Party, new_phone: Callable[..., Page], size: tuple[int, int]
) -> None:
    for number in range(6):
        name = FOUR[number % 4]
        party.table.knock(name, **{each: 2 if each == name else 15 for each in FOUR})
    screen = {"width": size[0], "height": size[1]}
    page = new_phone(Role.WATCHER, viewport=screen, is_mobile=False)
    page.goto(f"{party.address}/watch")
    tiles = [each.bounding_box() for each in page.locator(".board-row").all()]
    assert len(tiles) == 4
    assert all(each and each["y"] + each["height"] <= size[1] for each in tiles)
    rounds = box(page, ".sheet-table")
    assert rounds["y"] + rounds["height"] <= size[1]


def test_open_hands_stay_above_the_keys_when_a_line_comes_between(app: Flask, page: Page) -> None:
    table = Table(app, "three-thirteen", EIGHT)
    page.goto(f"{table.address}/rounds/new?ending=out:0")
    hand(page, "Dora").locator("label").tap()
    expect(page.locator("[data-state=open]")).to_have_count(2)
    page.locator("[data-pad]").evaluate("pad => pad.style.marginTop = '8rem'")
    page.wait_for_function(
        """() => {
          const [dock, open] = [".pad-dock", "[data-state=open] ~ [data-state=open]"].map((each) =>
            document.querySelector(each).getBoundingClientRect());
          return open.bottom <= dock.top;
        }"""
    )
