"""A table of melds is entered by touch, and judged meanwhile."""

from __future__ import annotations

from flask import Flask
from playwright.sync_api import Page, expect

from tests.support.accessible import assert_accessible, assert_fits
from tests.support.documents import FOUR
from tests.support.table import Table

KEYS = {"next": "[data-next]", "hand": "[data-hand-row]", "joker": "[data-joker]"}

SIDES = {"Pierre & Jacques": ["Pierre", "Jacques"], "Jean & Paul": ["Jean", "Paul"]}


def tap(page: Page, keys: str) -> int:
    """Tap keys of the pad by number, colour letter or name, and return the number of taps."""
    for key in keys.split():
        at = f'[data-rank="{int(key) - 1}"]' if key.isdigit() else f'[data-suit="{key}"]'
        page.tap(f"[data-pad] {KEYS.get(key, at)}")
    return len(keys.split())


def tap_ranks(page: Page, ranks: str) -> None:
    """Tap the keys of these ranks, for a pad with fewer ranks than a deck."""
    for rank in ranks.split():
        page.get_by_role("button", name=rank, exact=True).tap()


def table(page: Page) -> list[str]:
    """Return the melds that the form would send."""
    return page.input_value("#table").split("\n")


def test_a_table_of_twenty_tiles_takes_little_more_than_thirty_taps(page: Page) -> None:
    page.goto("/judge/table?variant=tiles")
    taps = tap(
        page,
        "3 4 5 6 next 9 B 9 K 9 next B 10 11 12 13 next Y 1 2 3 next 13 R 13 K 13 next 4 5 6",
    )
    assert table(page) == [
        "R3 R4 R5 R6",
        "R9 B9 K9",
        "B10 B11 B12 B13",
        "Y1 Y2 Y3",
        "Y13 R13 K13",
        "K4 K5 K6",
    ]
    assert taps < 35
    expect(page.locator("#standing")).to_have_text("The table is legal.")
    assert_accessible(page)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert_fits(page)


def test_french_keys_fit_the_smallest_phone(page: Page) -> None:
    page.goto("/judge/table?variant=tiles&table=B5+B6+JK&hand=B7+R2")
    page.get_by_role("button", name="Français").click()
    expect(page.get_by_role("button", name="Combinaison suivante")).to_be_visible()
    assert_fits(page, 320)


def test_an_opening_of_okey_101_is_counted_while_it_is_tapped(page: Page) -> None:
    page.goto("/judge?variant=okey-101")
    page.get_by_role("link", name="Is this 101?").click()
    tap(page, "13 B 13 K 13 next R 11 12 joker")
    assert table(page) == ["R13 B13 K13", "R11 R12 JK"]
    tap(page, "next K 9 10 11")
    expect(page.locator("#standing")).to_have_text("Yes: this first meld is worth 105.")
    assert_accessible(page)
    assert_fits(page, 320)
    page.get_by_role("button", name="Clear it all").tap()
    tap(page, "1 1 next 2 joker")
    expect(page.locator("#standing")).to_have_text("No. Pairs: 2 of 5.")
    page.get_by_role("button", name="Clear it all").tap()
    tap(page, "hand 1 1 2")
    expect(page.locator("#standing")).to_contain_text("No: there is no meld. Pairs: 1 of 5.")


def test_a_tap_takes_a_tile_out_and_a_joker_is_told_what_it_is(page: Page) -> None:
    page.goto("/judge/table?variant=tiles")
    tap(page, "3 4 5 6 joker")
    page.get_by_role("button", name="Take 4 red out").tap()
    assert table(page) == ["R3 R5 R6 JK"]
    page.get_by_role("button", name="Take joker out").tap()
    tap(page, "4")
    assert table(page) == ["R3 R5 R6 JK=R4"]
    expect(page.locator("#verdict")).to_have_text("The table is legal.")


def test_a_suit_adds_no_card_and_is_kept_for_the_ranks_that_follow(page: Page) -> None:
    page.goto("/judge/table?variant=manipulation")
    tap(page, "S 8 H 8")
    assert table(page) == ["8S 8H"]
    tap(page, "D C D 8")
    assert table(page) == ["8S 8H 8D"]
    expect(page.get_by_role("button", name="diamonds", exact=True)).to_have_attribute(
        "aria-pressed", "true"
    )
    expect(page.locator("#standing")).to_have_text("The table is legal.")


def test_whatever_was_tapped_is_taken_back(page: Page) -> None:
    page.goto("/judge/table?variant=tiles")
    tap(page, "3 4 joker")
    back = page.get_by_role("button", name="Take the last one back")
    page.get_by_role("button", name="Take joker out").tap()
    tap(page, "5")
    assert table(page) == ["R3 R4 JK=R5"]
    back.tap()
    assert table(page) == ["R3 R4 JK"]
    page.get_by_role("button", name="Take 3 red out").tap()
    tap(page, "next B 7")
    assert table(page) == ["R4 JK", "B7"]
    page.get_by_role("button", name="Clear it all").tap()
    assert table(page) == [""]
    for before in (["R4 JK", "B7"], ["R4 JK"], ["R3 R4 JK"], ["R3 R4"]):
        back.tap()
        assert table(page) == before


def test_what_was_there_when_the_page_came_is_taken_back_too(page: Page) -> None:
    page.goto("/judge/table?variant=tiles&table=R3+R4")
    back = page.get_by_role("button", name="Take the last one back")
    page.locator("[data-next]").tap()
    back.tap()
    assert table(page) == ["R3 R4"]
    back.tap()
    assert table(page) == ["R3"]


def test_the_verdict_stands_once_above_the_keys(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/judge/table?variant=basic&table=7S+8S+9S&hand=TS")
    expect(page.get_by_text("Yes: it goes on meld 1.").filter(visible=True)).to_have_count(1)
    expect(page.locator("#standing")).to_be_in_viewport(ratio=1)
    page.get_by_role("link", name="See below").tap()
    expect(page.get_by_role("link", name="Lay it like this")).to_be_in_viewport()
    page.goto("/judge/table?variant=manipulation&table=7S+7S+7D")
    expect(page.get_by_text("is there twice").filter(visible=True)).to_have_count(1)
    expect(page.locator("#standing .suit-S")).to_be_visible()


def test_what_was_entered_is_there_for_the_next_question(page: Page) -> None:
    page.goto("/judge/table?variant=tiles")
    tap(page, "3 4 5 hand 6")
    expect(page.locator("#verdict")).to_have_text("Everything can be put down: you are out.")
    page.get_by_role("link", name="Lay it like this").tap()
    expect(page.locator("#verdict")).to_have_text("The table is legal.")
    assert table(page) == ["R3 R4 R5 R6"]
    page.goto("/judge/table?variant=tiles")
    assert table(page) == ["R3 R4 R5"]


def test_a_card_to_lay_off_takes_the_place_of_the_one_before(page: Page) -> None:
    page.goto("/judge/table?variant=rami")
    tap(page, "7 8 9 hand 6")
    expect(page.locator("#verdict")).to_have_text("Yes: it goes on meld 1.")
    tap(page, "5")
    expect(page.locator("#verdict")).to_have_text("No: it goes on none of these melds.")
    assert page.input_value("#hand") == "5S"
    page.get_by_role("radio", name="Not yet").tap()
    expect(page.locator("#standing")).to_have_text("No: you have to open first.")


def test_keys_and_what_they_enter_stay_in_sight(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto("/judge/table?variant=tiles")
    tap(page, "3 4 5 next 9 B 9 K 9 next 10 11 12 next Y 1 2 3 next 13 R 13 K 13 next 4 5 6")
    expect(page.locator("#verdict")).to_have_text("The table is legal.")
    expect(page.locator(".table-row--current")).to_be_in_viewport(ratio=1)
    expect(page.locator("[data-pad]")).to_be_in_viewport(ratio=1)
    [row, pad] = [page.locator(at).bounding_box() for at in (".table-row--current", "[data-pad]")]
    assert row["y"] + row["height"] <= pad["y"]


def test_another_preset_leaves_the_keys_there(page: Page) -> None:
    page.goto("/judge/table?variant=rami")
    tap(page, "7 8 9")
    expect(page.locator("#verdict")).to_have_text("The table is legal.")
    with page.expect_response("**/judge/table*preset=cards*"):
        page.get_by_role("radio", name="Cards only").tap()
    expect(page.locator("[data-typed]")).to_be_hidden()
    tap(page, "next 5 H 5 D 5")
    assert table(page) == ["7S 8S 9S", "5S 5H 5D"]


def test_what_is_wrong_is_said_above_the_keys(page: Page) -> None:
    page.goto("/judge/table?variant=tiles")
    tap(page, "3 4 5")
    page.get_by_role("radio", name="What can I put down?").tap()
    expect(page.locator("#standing")).to_have_text("Enter what is in the hand as well.")
    tap(page, "hand 6")
    expect(page.locator("#standing")).to_contain_text("Everything can be put down: you are out.")


def test_cards_have_their_suits_and_indices(page: Page) -> None:
    page.goto("/judge/table?variant=manipulation")
    tap(page, "12 13 1")
    assert table(page) == ["QS KS AS"]
    expect(page.locator("#verdict")).to_have_text("The table is legal.")


def test_a_joker_is_asked_about_while_the_card_for_it_is_tapped(page: Page) -> None:
    page.goto("/judge/table?variant=tiles&ask=joker")
    tap(page, "R 9 B 9 joker hand")
    expect(page.locator("#standing")).to_have_text("Enter the card that is to take its place.")
    tap(page, "K 9")
    expect(page.locator("#standing")).to_contain_text("Yes: put black 9 in its place.")
    expect(page.get_by_label("May I swap the joker?")).to_be_checked()
    assert_accessible(page)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert_fits(page)


def test_a_first_meld_is_counted_while_it_is_tapped(page: Page, app: Flask) -> None:
    table = Table(app, "canasta", FOUR, sides=SIDES)
    table.adjust("Jean & Paul", 1620)
    page.goto(table.address)
    page.goto(str(page.locator('a[href^="/judge/melds"]').first.get_attribute("href")))
    standing = page.locator("#standing")
    expect(standing).to_have_text("The first meld must count 50.")
    page.locator("summary", has_text="Pierre & Jacques: 0").tap()
    page.get_by_label("Jean & Paul: 1,620").tap()
    expect(page.locator("summary", has_text="Jean & Paul: 1,620")).to_be_visible()
    expect(standing).to_have_text("The first meld must count 90.")
    tap_ranks(page, "K K")
    tap(page, "joker next")
    tap_ranks(page, "7 7")
    counts = page.locator(".table-row__count")
    expect(counts).to_have_text(["70"])
    expect(page.locator("#verdict")).to_have_text("No, 20 short.")
    expect(page.locator(".message")).to_have_count(0)
    tap_ranks(page, "7")
    expect(counts).to_have_text(["70", "15"])
    expect(standing).to_contain_text("85 of 90")
    expect(page.locator("#verdict")).to_have_text("No, 5 short.")
    expect(page.locator("#answer figcaption").first).to_be_hidden()
    page.get_by_role("button", name="Take joker out").tap()
    expect(counts).to_have_text(["15"])
    page.get_by_role("button", name="Take the last one back").tap()
    expect(standing).to_contain_text("85 of 90")
    tap_ranks(page, "5")
    expect(page.locator(".message")).to_contain_text("A meld is of one rank")
    page.get_by_role("button", name="Take the last one back").tap()
    expect(standing).to_contain_text("85 of 90")
    assert_accessible(page)
    for width in (320, 390, 1280):
        page.set_viewport_size({"width": width, "height": 844})
        assert_fits(page)


def test_a_suit_is_given_where_a_run_needs_it_and_taken_back_for_a_set(page: Page) -> None:
    page.goto("/judge/melds?variant=burraco")
    tap(page, "H 1 2 3 4 5 6 7 next H 7 7 7")
    assert page.input_value("#melds").split("\n") == ["AH 2H 3H 4H 5H 6H 7H", "7 7 7"]
    expect(page.locator("#verdict")).to_have_text("You have: a clean burraco. The cards count 75.")
    counts = page.locator(".table-row__count")
    expect(counts).to_have_text(["60a clean burraco", "15"])
