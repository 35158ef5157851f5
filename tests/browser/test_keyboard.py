"""A round typed on a real keyboard: text goes into the highlighted row."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from scorekeeper.clubs.roles import Role
from tests.support.accessible import assert_accessible, assert_fits
from tests.support.phone import end_round
from tests.support.table import Table

PLAYERS = ("Camille", "Max", "Léa", "Nora")
SIDES = {"C & L": ["Camille", "Léa"], "M & N": ["Max", "Nora"]}
DESK = {"viewport": {"width": 1280, "height": 800}, "is_mobile": False, "has_touch": False}
IN_ROWS = ("canasta", "hand-and-foot", "burraco")


@pytest.fixture
def desk(new_phone: Callable[..., Page]) -> Page:
    """A screen with a keyboard and no touch."""
    return new_phone(Role.KEEPER, **DESK)


def begin(app: Flask, page: Page, variant: str = "canasta") -> Table:
    """Open the form of a round that Camille ended."""
    table = Table(app, variant, PLAYERS, sides=SIDES)
    page.goto(f"{table.address}/rounds/new?ending=out:0")
    expect(page.locator("[data-pad]")).to_be_attached()
    return table


def points(page: Page, side: int, row: str) -> Locator:
    """Return the points at the right of a row."""
    return page.locator(f"#points-{side}-{row}")


def press(page: Page, *presses: str) -> None:
    """Press these keys, and type all other texts."""
    for each in presses:
        if each in ("Enter", "Escape", "Backspace", "Delete") or each.startswith("Arrow"):
            page.keyboard.press(each)
        else:
            page.keyboard.type(each)


@pytest.mark.parametrize("variant", IN_ROWS)
def test_a_number_goes_into_the_row_that_is_lit(
    app: Flask, page: Page, desk: Page, variant: str
) -> None:
    for screen in (page, desk):
        begin(app, screen, variant)
        press(screen, "305")
        expect(points(screen, 0, "melded")).to_have_text("305")
        expect(points(screen, 0, "cards-left")).to_have_text("–")


def test_a_number_below_ten_is_no_card_in_rows(app: Flask, page: Page) -> None:
    begin(app, page)
    press(page, "10", "Enter", "Enter", "Enter", "Enter", "5")
    expect(page.locator("#hand-0")).to_have_value("=10 / =5")
    press(page, " 7 K")
    expect(page.locator("#hand-0")).to_have_value("=10 / 5 7 K")


def test_the_button_with_the_keyboard_types_into_the_row_that_is_lit(
    app: Flask, page: Page
) -> None:
    begin(app, page)
    page.get_by_role("button", name="Type on the keyboard instead").tap()
    press(page, "305")
    expect(points(page, 0, "melded")).to_have_text("305")
    page.locator("[data-front] [data-turn='/']").tap()
    press(page, "25")
    expect(points(page, 0, "cards-left")).to_have_text("−25")
    page.get_by_role("button", name="Show keys").tap()
    expect(page.locator("[data-digit='1']")).to_be_visible()


def test_a_correction_is_typed_into_the_row_that_was_touched(app: Flask, page: Page) -> None:
    table = Table(app, "canasta", PLAYERS, sides=SIDES, canastas_to_go_out="1")
    hands = {
        "C & L": {"melded": 300, "natural": 1, "left": 25},
        "M & N": {"melded": 100, "left": 40},
    }
    table.record("out", "Camille", hands=hands)
    page.goto(f"{table.address}/rounds/1/edit")
    page.locator("[data-tally][data-seat='0'] [data-turn='+'].tally__turn").tap()
    press(page, "Backspace", "5")
    expect(points(page, 0, "melded")).to_have_text("305")
    expect(points(page, 0, "cards-left")).to_have_text("−25")


def test_on_a_phone_of_its_own_nothing_typed_is_lost(
    app: Flask, page: Page, new_phone: Callable[..., Page]
) -> None:
    table = Table(app, "canasta", PLAYERS, sides=SIDES)
    phone = new_phone(Role.PLAYER, "Max")
    for each in (phone, page):
        each.goto(table.address)
    end_round(page, "Camille went out")
    page.wait_for_url("**/round")
    phone.goto(f"{table.address}/round")
    press(phone, "45")
    expect(phone.locator("[data-hand] input").first).to_have_value("45")


@pytest.mark.parametrize(
    ("variant", "ending", "refused", "right"),
    [
        ("five-crowns", "Camille went out", "Z", "4 6"),
        ("knock", "Camille knocked", "9 Z", "9 8"),
        ("canasta", "Camille went out", "=327", "=325"),
    ],
)
def test_enter_sends_the_hand_of_a_phone_and_leaves_the_cursor_at_its_end(
    app: Flask,
    page: Page,
    new_phone: Callable[..., Page],
    variant: str,
    ending: str,
    refused: str,
    right: str,
) -> None:
    sides = SIDES if variant == "canasta" else None
    table = Table(app, variant, PLAYERS, sides=sides)
    screen = new_phone(Role.PLAYER, "Max", **DESK)
    for opened in (screen, page):
        opened.goto(table.address)
    end_round(page, ending)
    page.wait_for_url("**/round")
    screen.goto(f"{table.address}/round")
    press(screen, refused, "Enter")
    expect(screen.locator(".field__errors")).to_be_visible()
    press(screen, *["Backspace"] * len(refused), right, "Enter")
    expect(screen.locator("#together h1")).not_to_contain_text("Your hand?")


def test_enter_records_once_all_hands_are_in(app: Flask, desk: Page) -> None:
    table = Table(app, "five-crowns", PLAYERS)
    desk.goto(f"{table.address}/rounds/new?ending=out:0")
    expect(desk.locator("[data-pad]")).to_be_attached()
    press(desk, "4", "Enter", "5", "Enter", "6", "Enter")
    expect(desk.get_by_role("button", name="Record")).to_be_visible()
    press(desk, "Enter")
    expect(desk.locator("[data-sheet]")).to_be_visible()


def test_enter_and_the_arrows_change_row_and_side(app: Flask, desk: Page) -> None:
    begin(app, desk)
    press(desk, "420", "Enter", "1", "Enter", "ArrowDown", "2", "Enter", "25")
    expect(desk.locator("#count-0")).to_have_text("+1,195")
    press(desk, "ArrowUp", "ArrowRight", "3")
    expect(desk.locator("[name=hand-red_threes-1]")).to_have_value("3")
    press(desk, "ArrowUp", "ArrowUp", "ArrowUp", "185", "ArrowLeft")
    expect(points(desk, 1, "melded")).to_have_text("185")
    press(desk, "0")
    expect(points(desk, 0, "melded")).to_have_text("4,200")
    press(desk, "Enter", "Enter", "Enter", "Enter", "Enter", "0")
    expect(points(desk, 1, "melded")).to_have_text("1,850")


def test_escape_takes_back_what_was_typed_in_this_row_alone(app: Flask, desk: Page) -> None:
    begin(app, desk)
    press(desk, "420", "Enter", "1", "Escape")
    expect(desk.locator("[name=hand-natural-0]")).to_have_value("")
    press(desk, "ArrowUp", "0", "Escape")
    expect(points(desk, 0, "melded")).to_have_text("420")


def test_deleting_stops_at_the_end_of_the_row(app: Flask, desk: Page) -> None:
    begin(app, desk)
    press(desk, "42/25", "Backspace", "Backspace", "Backspace", "Delete", "3")
    expect(desk.locator("#hand-0")).to_have_value("=42 / =3")
    press(desk, *["ArrowUp"] * 4, "Delete", "Backspace", "Backspace", "Backspace", "Backspace")
    expect(points(desk, 0, "melded")).to_have_text("–")
    expect(points(desk, 0, "cards-left")).to_have_text("−3")


def test_the_keys_of_the_pad_write_into_the_number_that_is_lit(app: Flask, page: Page) -> None:
    begin(app, page)
    page.locator("[name=hand-natural-0]").focus()
    page.locator("[data-digit='1']").tap()
    expect(points(page, 0, "natural-canasta")).to_have_text("500")
    page.get_by_role("button", name="Take back the last digit").tap()
    expect(points(page, 0, "natural-canasta")).to_have_text("–")
    expect(page.locator("#hand-0")).to_have_value("")


def test_after_a_step_digits_go_into_its_row(app: Flask, desk: Page) -> None:
    begin(app, desk)
    step = desk.locator("[data-front] [data-step='1']").first
    step.focus()
    press(desk, "2")
    expect(desk.locator("[name=hand-natural-0]")).to_have_value("2")


def test_in_two_parts_what_was_put_down_comes_first(app: Flask, desk: Page) -> None:
    table = Table(app, "rummy-500", ("Ann", "Bob", "Cy"))
    desk.goto(f"{table.address}/rounds/new?ending=out:0")
    expect(desk.locator("#hand-0")).to_be_focused()
    press(desk, "87", "Enter", "40", "Enter", "9")
    expect(desk.locator("#hand-1")).to_have_value("40 / 9")
    expect(desk.locator("#count-1")).to_contain_text("31")


def test_the_rows_of_both_sides_are_seen_at_a_desk(app: Flask, desk: Page) -> None:
    begin(app, desk)
    for side in (0, 1):
        expect(points(desk, side, "melded")).to_be_visible()
    expect(desk.locator("[data-digit='1']")).to_be_hidden()
    press(desk, "420")
    expect(desk.get_by_role("button", name="Next: Natural")).to_be_visible()
    assert_accessible(desk)


@pytest.mark.parametrize("with_scripts", [True, False])
def test_the_sheet_stands_beside_the_round_at_a_desk_alone(
    app: Flask, new_phone: Callable[..., Page], *, with_scripts: bool
) -> None:
    table = Table(app, "canasta", PLAYERS, sides=SIDES)
    hands: dict[str, dict[str, int]] = {
        "C & L": {"melded": 420, "natural": 1, "left": 25},
        "M & N": {"melded": 185, "left": 30},
    }
    table.record("out", "Camille", hands=hands)
    options = {**DESK, "java_script_enabled": with_scripts}
    for path in ("new?ending=out:0", "1/edit"):
        desk = new_phone(Role.KEEPER, **options)
        desk.goto(f"{table.address}/rounds/{path}")
        sheet = desk.get_by_role("region", name="The sheet as it is now")
        expect(sheet).to_contain_text("995")
        beside, form = sheet.bounding_box(), desk.locator("#round").bounding_box()
        assert beside
        assert form
        assert beside["x"] + beside["width"] <= form["x"]
        assert_fits(desk, 1280, 960)
        if with_scripts:
            assert_accessible(desk)
        desk.set_viewport_size({"width": 390, "height": 844})
        expect(sheet).to_be_hidden()


def test_the_line_in_place_of_the_keys_fits(app: Flask, page: Page) -> None:
    begin(app, page)
    press(page, "420")
    assert_accessible(page)
    assert_fits(page, 390, 320)


def test_a_refused_round_shows_the_row_that_is_wrong(app: Flask, page: Page) -> None:
    begin(app, page)
    press(page, "420/27")
    page.locator("[data-tally][data-seat='1'] .tally__side").tap()
    press(page, "/5")
    page.keyboard.press("Control+Enter")
    left = page.locator("[data-tally][data-seat='0'] [data-of='/']")
    expect(left.locator("+ .field__errors")).to_contain_text("cannot hold 27")
    expect(page.locator("#preview-title")).to_be_hidden()
    press(page, "Backspace", "5")
    expect(points(page, 0, "cards-left")).to_have_text("−25")
    expect(page.locator("[data-tally][data-seat='0'] .field__errors")).to_have_count(0)


def test_a_number_in_groups_counts_while_it_is_typed(app: Flask, page: Page) -> None:
    begin(app, page)
    press(page, "1,025")
    expect(points(page, 0, "melded")).to_have_text("1,025")
