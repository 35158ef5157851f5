"""A round entered in rows on a phone: counted at once, kept as a draft, and accessible."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from scorekeeper.clubs.roles import Role
from tests.support.accessible import assert_accessible, assert_fits
from tests.support.phone import assert_large_text_fits, tap_rows
from tests.support.table import Table

PLAYERS = ("Alexandra", "Bo", "Christophe", "Dominique")
SIDES = {"Alexandra & Christophe": ["Alexandra", "Christophe"], "They": ["Bo", "Dominique"]}
GAMES = {"canasta": {"wild_canasta": 1000}, "hand-and-foot": {"exact_deal": 100}, "burraco": {}}


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, "canasta", PLAYERS, sides=SIDES)


@pytest.fixture
def form(page: Page, table: Table) -> Page:
    """The form of a round that Alexandra ended."""
    page.goto(table.address + "/rounds/new?ending=out:0")
    expect(page.locator("[data-pad]")).to_be_visible()
    return page


def rows(page: Page, side: int) -> Locator:
    """Return the rows of a side."""
    return page.locator(f"[data-tally][data-seat='{side}']")


def points(page: Page, side: int, part: str) -> Locator:
    """Return the points at the right of a row."""
    return page.locator(f"#points-{side}-{part}")


def test_the_points_are_there_at_once_without_a_network(form: Page) -> None:
    form.context.set_offline(True)
    tap_rows(form, rows(form, 0), "=420 / =25 natural:1 mixed:1 red_threes:2")
    expect(points(form, 0, "melded")).to_have_text("420")
    expect(points(form, 0, "natural-canasta")).to_have_text("500")
    expect(points(form, 0, "cards-left")).to_have_text("−25")
    expect(form.locator("#count-0")).to_have_text("+1,495")
    form.locator("[data-front] [data-step='-1']").first.tap()
    expect(form.locator("#count-0")).to_have_text("+995")


def test_with_only_the_result_nothing_else_counts(form: Page) -> None:
    form.context.set_offline(True)
    tap_rows(form, rows(form, 0), "=420 / =25 natural:1")
    rows(form, 0).locator("summary", has_text="Only the result").tap()
    net = rows(form, 0).locator("[name=hand-net-0]")
    net.fill("120")
    expect(form.locator("#count-0")).to_have_text("+120")
    rows(form, 0).get_by_label("Plus or minus").tap()
    expect(net).to_have_value("−120")
    expect(form.locator("#count-0")).to_have_text("−120")
    net.fill("")
    expect(form.locator("#count-0")).to_have_text("+995")
    form.context.set_offline(False)
    net.fill("-1,435")
    assert_fits(form)
    assert_accessible(form)


def test_a_rare_row_that_opens_comes_above_the_key_pad(form: Page) -> None:
    """Otherwise a tap on *Only the result* would seem to have no effect."""
    rows(form, 0).locator("summary", has_text="Only the result").tap()
    form.wait_for_function(
        """() => {
            const field = document.querySelector("[name=hand-net-0]").getBoundingClientRect();
            const pad = document.querySelector("[data-pad]").getBoundingClientRect();
            return field.height > 0 && field.bottom <= pad.top;
        }"""
    )


def test_the_keys_write_into_a_rare_row_once_it_is_opened(form: Page) -> None:
    rows(form, 0).locator("summary", has_text="Only the result").tap()
    for digit in "435":
        form.locator(f"[data-digit='{digit}']").tap()
    expect(rows(form, 0).locator("[name=hand-net-0]")).to_have_value("435")
    expect(form.locator("#count-0")).to_have_text("+435")


def test_after_only_the_result_nothing_is_left_to_enter(form: Page) -> None:
    """The page asks for the next side, then offers to record the round."""
    left, following = form.locator("[data-then]"), form.locator("[data-next]")
    for side, result in enumerate(("435", "120")):
        expect(left).to_be_visible()
        rows(form, side).locator("summary", has_text="Only the result").tap()
        for digit in result:
            form.locator(f"[data-digit='{digit}']").tap()
        expect(left).to_be_hidden()
        if side == 0:
            following.tap()
    expect(following).to_be_hidden()
    form.get_by_role("button", name="Record", exact=True).tap()
    expect(form.get_by_role("cell", name="+435 435 won")).to_be_visible()


def test_what_is_left_is_for_the_cards_though_the_number_of_a_row_was_typed(form: Page) -> None:
    tap_rows(form, rows(form, 0), "=420 / natural:1")
    rows(form, 0).locator("[name=hand-natural-0]").focus()
    form.locator("[data-then]").tap()
    expect(form.locator("#hand-0")).to_be_focused()


def test_one_less_than_nothing_is_nothing(form: Page) -> None:
    natural = rows(form, 0).locator("[data-row]").filter(has=points(form, 0, "natural-canasta"))
    for _ in range(2):
        natural.locator("[data-step='-1']").tap()
    expect(natural.get_by_role("textbox")).to_have_value("")
    expect(points(form, 0, "natural-canasta")).to_have_text("–")
    natural.locator("[data-step='1']").tap()
    expect(points(form, 0, "natural-canasta")).to_have_text("500")


def test_what_the_rules_say_of_a_row_takes_the_place_of_its_count(form: Page) -> None:
    tap_rows(form, rows(form, 1), "/ red_threes:4")
    expect(points(form, 1, "red-threes")).to_have_text("−800")
    expect(form.locator("#first-meld-1")).to_contain_text("at −800")
    tap_rows(form, rows(form, 1), "=20 /")
    expect(points(form, 1, "red-threes")).to_have_text("800")


def test_concealed_is_a_tap_and_a_second_one_takes_it_back(form: Page) -> None:
    concealed = rows(form, 0).get_by_role("button", name="concealed?")
    concealed.tap()
    expect(points(form, 0, "out")).to_have_text("200")
    expect(form.locator("h1")).to_have_text("Alexandra went out concealed")
    expect(concealed).to_have_attribute("aria-pressed", "true")
    concealed.tap()
    expect(points(form, 0, "out")).to_have_text("100")


def test_a_pot_that_was_not_taken_is_a_tap_anywhere_on_its_row(app: Flask, page: Page) -> None:
    table = Table(app, "burraco", PLAYERS, sides=SIDES)
    page.goto(table.address + "/rounds/new?ending=out:0")
    pot = rows(page, 1).locator("[data-row]:has([name=hand-pot-1])")
    rows(page, 1).locator(".tally__side").tap()
    assert (pot.locator(".chip").bounding_box() or {})["height"] >= 44
    for words, said in ((pot.locator("strong"), "−100"), (pot.locator(".chip"), "–")):
        words.tap()
        expect(points(page, 1, "pot")).to_have_text(said)
        expect(page.locator("#count-1")).to_have_text(said)


def test_a_suit_stays_for_the_cards_of_a_row_alone(app: Flask, page: Page) -> None:
    table = Table(app, "burraco", PLAYERS, sides=SIDES)
    page.goto(table.address + "/rounds/new?ending=out:0")
    armed = page.locator("[data-suit][aria-pressed=true]")
    page.locator("[data-mode=suits]").tap()
    for leave in ("[data-then]", "[data-tally][data-seat='1'] .tally__side"):
        page.locator("[data-suit=H]").tap()
        for rank in "45":
            page.locator(f"[data-key='{rank}']").tap()
            expect(armed).to_have_attribute("data-suit", "H")
        page.locator(leave).tap()
        expect(armed).to_have_count(0)
    expect(page.locator("#hand-0")).to_have_value("4H + 5H / 4H 5H")


def test_canastas_are_found_as_the_melds_are_tapped(form: Page) -> None:
    tap_rows(form, rows(form, 0), "natural:1 /")
    tap_rows(form, rows(form, 0), "K K K K K K 2 /")
    natural = rows(form, 0).locator("[name=hand-natural-0]")
    mixed = rows(form, 0).locator("[name=hand-mixed-0]")
    expect(points(form, 0, "mixed-canasta")).to_have_text("300")
    expect(mixed).to_have_attribute("placeholder", "1")
    expect(natural).to_have_value("")
    expect(natural).not_to_be_editable()
    expect(points(form, 0, "natural-canasta")).to_have_text("–")
    expect(rows(form, 0).locator("[data-step]").first).to_be_disabled()


def test_one_tap_too_many_takes_back_nothing_of_another_row(form: Page) -> None:
    tap_rows(form, rows(form, 0), "=420 / =30")
    form.locator("[data-mode=count]").tap()
    for _ in ("0", "3", "one too many"):
        form.get_by_role("button", name="Take back the last digit").tap()
    form.locator("[data-digit='5']").tap()
    expect(points(form, 0, "melded")).to_have_text("420")
    expect(points(form, 0, "cards-left")).to_have_text("−5")


def test_another_side_is_a_tap_away_and_a_draft_comes_back(form: Page) -> None:
    tap_rows(form, rows(form, 0), "=420 / =25 natural:1 red_threes:2")
    form.get_by_role("button", name="Next: They").tap()
    expect(rows(form, 0).locator(".tally__rows")).to_be_hidden()
    tap_rows(form, rows(form, 1), "=110 / red_threes:3")
    form.reload()
    expect(form.locator("[data-draft]")).to_be_visible()
    expect(form.locator("#count-0")).to_have_text("+1,195")
    expect(rows(form, 1).locator("[data-touch][aria-pressed=true]")).to_have_count(3)
    expect(rows(form, 1).locator(".tally__rows")).to_be_visible()


def test_a_mistake_leads_to_its_side(form: Page) -> None:
    tap_rows(form, rows(form, 0), "=420 / =25 natural:1")
    tap_rows(form, rows(form, 1), "=112 / =25")
    form.get_by_role("button", name="Record", exact=True).tap()
    tap_rows(form, rows(form, 0), "/")
    form.locator("[data-errors] a").tap()
    expect(rows(form, 1).locator(".field__errors")).to_be_visible()
    expect(rows(form, 1).locator(".tally__side")).to_have_attribute("aria-pressed", "true")


def test_a_round_is_entered_in_rows_by_keyboard(form: Page) -> None:
    expect(form.locator("#hand-0")).to_be_focused()
    form.keyboard.type("420 / 25")
    rows(form, 0).locator("[name=hand-mixed-0]").focus()
    form.keyboard.type("1")
    for _ in ("red threes", "left in hand", "the other side"):
        form.keyboard.press("Enter")
    expect(form.locator("#hand-1")).to_be_focused()
    form.keyboard.type("/ K A JK")
    expect(form.locator("#count-1")).to_have_text("−80")
    form.keyboard.press("Control+Enter")
    expect(form.locator("[data-sheet]")).to_be_visible()
    expect(form.locator("#last")).to_contain_text("+795")


@pytest.mark.parametrize("variant", GAMES)
def test_rows_fit_and_are_accessible(app: Flask, page: Page, variant: str) -> None:
    table = Table(app, variant, PLAYERS, sides=SIDES, **GAMES[variant])
    path = "/rounds/new?ending=out:1"
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(table.address + path)
        expect(page.locator("[data-pad]")).to_be_visible()
        assert_accessible(page)
    assert_fits(page, 390, 320, place=path)
    assert_large_text_fits(page)


def test_rows_fit_without_scripts(table: Table, new_phone: Callable[..., Page]) -> None:
    page = new_phone(Role.KEEPER, java_script_enabled=False)
    page.goto(table.address + "/rounds/new?ending=out:0")
    assert_fits(page, 390, 320)


def test_a_neighbour_takes_the_place_of_a_count_that_no_cards_make(form: Page) -> None:
    form.locator("#hand-0").focus()
    form.keyboard.type("1,120 / 27")
    form.evaluate("document.querySelector('#round').requestSubmit()")
    form.locator("[data-nearest='30']").tap()
    expect(form.locator("#hand-0")).to_have_value("1120 / =30")
    expect(form.locator("[data-nearest]")).to_have_count(0)
    expect(points(form, 0, "cards-left")).to_have_text("−30")


def test_a_first_meld_that_is_too_low_is_asked_about_in_its_row(page: Page, table: Table) -> None:
    page.goto(table.address + "/rounds/new")
    page.locator("[name=ending][value=stock]").evaluate("ending => ending.click()")
    tap_rows(page, rows(page, 1), "=60 / =25")
    tap_rows(page, rows(page, 0), "=30 / =100")
    asked, line = page.locator("#asks-melded-0"), page.locator("#standing")
    expect(asked.locator("strong")).to_have_text("30 is less than the first meld of 50.")
    expect(line).to_contain_text("Record waits for one answer.")
    expect(line.locator(".pad-standing__fault")).to_be_hidden()
    expect(page.locator("#allow")).to_be_hidden()
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert_fits(page)
    page.set_viewport_size({"width": 390, "height": 844})
    assert_accessible(page)
    # While another side is in front, the bar shows the question.
    rows(page, 1).locator(".tally__side").tap()
    expect(line.locator(".pad-standing__fault")).to_be_visible()
    expect(page.locator("#allow")).to_be_visible()
    rows(page, 0).locator(".tally__side").tap()
    asked.get_by_role("button", name="Change 30").tap()
    page.locator("[data-mode='count']").tap()
    page.locator("[data-digit='0']").tap()
    expect(asked).to_be_empty()
    page.locator("[data-back]:visible").tap()
    asked.get_by_role("button", name="Allow 30").tap()
    expect(asked).to_be_empty()
    expect(page.locator("#allow-box input")).to_be_checked()
