"""Whole hands on a phone: tapped, laid out, fixed, corrected, and counted better."""

from __future__ import annotations

import itertools
import re

import pytest
from flask import Flask
from playwright.sync_api import Page, Route, expect

from tests.support.accessible import assert_accessible, assert_fits
from tests.support.phone import hand, keys, record_round, text
from tests.support.table import Table
from tests.support.walks import walk
from tests.support.whole_hands import ANN, BOB

ONLY_TWO = re.compile("Count only K of spades ?, 2 of diamonds for Bob")


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app)


@pytest.fixture
def form(page: Page, table: Table) -> Page:
    """The form of the game’s first round, which Ann ended by knocking."""
    page.goto(f"{table.address}/rounds/new")
    page.get_by_label("Ann knocked", exact=True).check()
    return page


def open_whole(page: Page, name: str) -> None:
    """Select this hand on the key pad, to enter it whole."""
    hand(page, name).locator("label").tap()
    hand(page, name).get_by_role("button", name="Whole hand").tap()


def tap(page: Page, cards: str) -> int:
    """Tap cards and the signs between melds, and return the number of taps."""
    taps, armed = 0, page.locator("[data-suit][aria-pressed=true]").get_attribute("data-suit")
    for word in cards.split():
        if word in "+/":
            page.locator(f"[data-part='{word}']").tap()
            continue
        rank, suit = word[:-1], word[-1]
        if suit != armed:
            page.locator(f"[data-suit={suit}]").tap()
            taps, armed = taps + 1, suit
        page.locator(f"[data-key='{rank}']").tap()
        taps += 1
    return taps


def melds(page: Page, name: str) -> list[str]:
    """Return the drawn melds and unmatched cards of a hand, as a screen reader says them."""
    drawn = page.locator("#preview").get_by_role("group", name=name, exact=True).locator(".meld")
    return [" ".join(words.split()) for words in drawn.all_text_contents()]


def check_fits(page: Page) -> None:
    """Check that the page fits the phone and is accessible."""
    assert page.viewport_size
    assert_fits(page, page.viewport_size["width"])
    assert_accessible(page)


def test_a_round_of_whole_hands_is_tapped_in_recorded_and_corrected(
    form: Page, table: Table
) -> None:
    form.set_viewport_size({"width": 320, "height": 640})
    open_whole(form, "Ann")
    expect(form.locator("#count-0")).to_have_text("0 of 10 cards")
    assert tap(form, ANN) <= 2 * 10
    expect(form.locator("#count-0")).to_have_text("1 point")
    form.get_by_role("button", name="Next: Bob").tap()
    tap(form, BOB)
    expect(form.locator("#standing")).to_have_text("Ann scores 16")
    check_fits(form)
    form.get_by_role("button", name="Hide the keypad").tap()
    by_bob = "10 of spades + laid off by Bob, J of spades + laid off by Bob"
    assert f"7 of spades, 8 of spades, 9 of spades, {by_bob} a run" in melds(form, "Ann")
    expect(form.locator("#preview")).to_contain_text("J of spades laid off on 7 of spades")
    check_fits(form)

    record_round(form)
    assert table.totals == (16, 0)
    form.get_by_role("link", name="1", exact=False).first.tap()
    expect(form.locator(".laid__off")).to_contain_text("laid off on")
    check_fits(form)

    form.get_by_role("link", name="Correct it").tap()
    assert text(form, "Bob").startswith("* 4D 5D 6D")
    hand(form, "Bob").locator("label").tap()
    hand(form, "Bob").get_by_role("button", name="Remove 9 of diamonds").tap()
    expect(form.locator("#count-1")).to_have_text("9 of 10 cards")
    tap(form, "7D")
    expect(form.locator("#standing")).to_have_text("Ann scores 7")
    record_round(form, "Record the correction")
    assert table.totals == (7, 0)


def test_a_whole_hand_is_explained_until_its_first_card_and_taken_back(form: Page) -> None:
    open_whole(form, "Ann")
    told = form.get_by_text("Tap all the cards of the hand. We find the melds.")
    otherwise = form.get_by_text("Tap what is left. Tap a card to take it back.")
    expect(told).to_be_visible()
    expect(otherwise).to_be_hidden()
    tap(form, "7S")
    expect(told).to_be_hidden()
    expect(otherwise).to_be_hidden()
    for _sign in range(2):
        form.get_by_role("button", name="Take back the last one").tap()
    expect(form.get_by_role("button", name="Nothing left").first).to_be_enabled()
    expect(told).to_be_hidden()
    expect(otherwise).to_be_visible()


def test_a_void_round_asks_for_no_hand(page: Page, app: Flask) -> None:
    page.goto(f"{Table(app, 'gin').address}/rounds/new?ending=void")
    asks = page.locator(".round-head__asks")
    expect(asks).to_be_hidden()
    page.get_by_role("button", name="Change how it ended").tap()
    page.get_by_role("radio", name="Ann knocked").check()
    expect(asks).to_be_visible()


@walk("width", [320, 390])
@walk("seat", [0, 1])
def test_the_button_of_who_has_nothing_left_lies_on_no_word(
    app: Flask, page: Page, width: int, seat: int
) -> None:
    table = Table(app, "gin", ("Clémence", "Dirk-Jan Maximilian"))
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{table.address}/rounds/new?ending=gin:{seat}")
    row = hand(page, table.players[seat])
    expect(row.get_by_role("button", name="Show the melds")).to_be_visible()
    boxes = row.locator("label, [data-none], [data-whole]").evaluate_all(
        "parts => parts.map(part => part.getBoundingClientRect().toJSON())"
    )
    for one, other in itertools.combinations(boxes, 2):
        beside = max(one["left"], other["left"]) >= min(one["right"], other["right"])
        below = max(one["top"], other["top"]) >= min(one["bottom"], other["bottom"])
        assert beside or below, (one, other)
    check_fits(page)


def test_a_declared_meld_is_refused_with_its_reason_and_mended(form: Page, table: Table) -> None:
    hand(form, "Ann").get_by_role("textbox").fill("3")
    open_whole(form, "Bob")
    tap(form, "4D 5D 6D + QS QH TC / TS JS 9D 8H")
    assert text(form, "Bob") == "4D 5D 6D + QS QH 10C / 10S JS 9D 8H"
    expect(form.locator("#count-1")).to_have_text("?")
    assert melds(form, "Bob")[1].endswith("no meld")
    expect(form.locator("#preview")).to_contain_text(
        "have neither the same rank nor the same suit."
    )
    form.get_by_role("button", name="Record").tap()
    refused = form.get_by_role("alert").filter(has_text="neither the same rank")
    expect(refused).to_be_focused()
    check_fits(form)

    hand(form, "Bob").locator("label").tap()
    for card in ("10 of clubs", "Q of hearts", "Q of spades"):
        form.get_by_role("button", name=f"Remove {card}").tap()
    tap(form, "+ QS QH QC")
    expect(form.locator("#standing")).to_have_text("Ann scores 34")
    record_round(form)
    assert table.totals == (34, 0)


def test_backspace_leaves_a_hand_whole_when_it_takes_the_last_sign(form: Page) -> None:
    open_whole(form, "Ann")
    tap(form, "7S 8S 9S +")
    back = form.get_by_role("button", name="Take back the last one")
    back.tap()
    assert text(form, "Ann") == "* 7S 8S 9S"
    for _card in range(4):
        back.tap()
    assert text(form, "Ann") == ""
    expect(form.get_by_role("button", name="Cards")).to_be_visible()


def test_after_a_whole_hand_the_next_is_begun_whole_and_a_tap_takes_that_back(
    form: Page,
) -> None:
    open_whole(form, "Ann")
    tap(form, "7S")
    hand(form, "Bob").locator("label").tap()
    whole = hand(form, "Bob").get_by_role("button", name="Whole hand", pressed=True)
    expect(form.get_by_role("button", name="New meld")).to_be_visible()
    whole.tap()
    expect(form.get_by_role("button", name="New meld")).to_be_hidden()
    expect(whole).to_have_count(0)
    keys(form).locator("[data-key='K']").tap()
    assert text(form, "Bob") == "K"


def test_a_hand_that_is_left_without_cards_is_not_whole(form: Page) -> None:
    open_whole(form, "Ann")
    form.get_by_role("button", name="Hide the keypad").tap()
    assert text(form, "Ann") == ""
    expect(hand(form, "Ann").get_by_text("still to come")).to_be_visible()


def test_ten_cards_lie_beside_their_count_on_a_small_phone(app: Flask, page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(f"{Table(app, 'gin', ('Clémence', 'Bob')).address}/rounds/new?ending=knock:0")
    row = hand(page, "Clémence")
    row.get_by_role("textbox").fill("* AS 2S 3S 4S 5S 6S 7S 8S 9S KS")
    expect(page.locator("#count-0")).to_have_text("10 points")
    page.get_by_role("button", name="Hide the keypad").tap()
    cards, count = (
        row.locator(part).evaluate("part => part.getBoundingClientRect().toJSON()")
        for part in ("[data-chips] > :last-child", "#count-0")
    )
    assert cards["right"] <= count["left"]


def test_who_went_gin_may_show_it_with_the_whole_hand(form: Page, table: Table) -> None:
    form.get_by_role("button", name="Change how it ended").click()
    form.get_by_label("Ann went gin", exact=True).check()
    expect(form.locator("#hand-0")).to_be_hidden()
    hand(form, "Ann").get_by_role("button", name="Show the melds").tap()
    hand(form, "Ann").get_by_role("button", name="Whole hand").tap()
    expect(form.locator("#hand-0")).to_be_hidden()
    hand(form, "Ann").get_by_role("button", name="Show the melds").tap()
    tap(form, "7S 8S 9S TS KS KH KD 2D 2S 2H")
    hand(form, "Bob").get_by_role("textbox").fill("K 5")
    expect(form.locator("#standing")).to_have_text("Ann scores 40")
    record_round(form)
    form.goto(form.url + "/rounds/1/edit")
    assert text(form, "Ann").startswith("* 7S 8S 9S")
    expect(form.locator("#hand-0")).to_be_enabled()
    assert table.totals == (40, 0)


def test_a_better_count_is_taken_with_one_tap_and_told(form: Page, table: Table) -> None:
    hand(form, "Ann").get_by_role("textbox").fill("3")
    hand(form, "Bob").get_by_role("textbox").fill("7S KS 7H 7D 2D")
    form.get_by_role("button", name=ONLY_TWO).tap()
    told = form.get_by_text("Bob’s unmatched cards were “7S KS 7H 7D 2D”. Now they are “KS 2D”.")
    expect(told).to_be_focused()
    assert text(form, "Bob") == "KS 2D"
    expect(form.locator("#standing")).to_have_text("Ann scores 9")
    form.reload()
    assert text(form, "Bob") == "KS 2D"
    record_round(form)
    assert table.totals == (9, 0)


def test_a_count_that_was_on_its_way_does_not_replace_the_better_one(form: Page) -> None:
    asked: list[Route] = []
    hand(form, "Ann").get_by_role("textbox").fill("3")
    hand(form, "Bob").get_by_role("textbox").fill("7S KS 7H 7D 2D")
    better = form.get_by_role("button", name=ONLY_TWO)
    expect(better).to_be_visible()
    form.route("**/rounds/preview", lambda route: asked.append(route))
    with form.expect_request("**/rounds/preview"):
        form.evaluate("htmx.trigger(document.querySelector('[data-preview]'), 'retry')")
    with form.expect_event("requestfailed") as given_up, form.expect_request("**/rounds/preview"):
        better.tap()
    assert "better" not in (given_up.value.post_data or "")
    asked[-1].continue_()
    expect(form.locator("#standing")).to_have_text("Ann scores 9")
