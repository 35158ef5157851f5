"""The number of taps for a round without scrolling, and taps on a page that is changing."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from scorekeeper.clubs.roles import Role
from tests.support.clubs import cookie
from tests.support.documents import FOUR
from tests.support.party import Party
from tests.support.table import Table

FIVE = (*FOUR, "Zoe")


@dataclass
class Thumb:
    """Taps elements where they are on the screen, and counts the taps."""

    page: Page
    taps: int = 0

    def tap(self, target: Locator) -> None:
        """Tap the middle of a target. Fail if it is off the screen or covered."""
        expect(target).to_be_visible()
        spot = target.evaluate(
            """(target) => {
              const { left, top, width, height } = target.getBoundingClientRect();
              const [x, y] = [left + width / 2, top + height / 2];
              const there = document.elementFromPoint(x, y);
              const hit = there !== null && (target.contains(there) || there.contains(target));
              return hit ? [x, y] : null;
            }"""
        )
        assert spot, f"{target} cannot be tapped without scrolling"
        self.page.touchscreen.tap(*spot)
        self.taps += 1

    def give(self, name: str, ranks: Sequence[str], left: Sequence[str] = "") -> None:
        """Tap the cards of a hand, after *Next* if its keys are not open.

        If the game counts melds, they are first, and then the cards `left`.
        """
        keys = self.page.get_by_role("group", name=f"Keys for {name}", exact=True)
        if not keys.is_visible():
            self.tap(self.page.get_by_role("button", name=f"Next: {name}"))
        for rank in ranks:
            key = "[data-nothing]" if rank == "!" else f"[data-key='{rank}']"
            self.tap(keys.locator(key))
        if left:
            # Right after “Next” the button ignores taps, which can be the second of a double tap.
            after_next = re.compile("round--after-next")
            expect(self.page.locator("html")).not_to_have_class(after_next)
            self.tap(self.page.get_by_role("button", name="What is left?"))
            self.give(name, left)

    def count(self, digits: str) -> None:
        """Tap the digits of a count. A space goes to the next player."""
        for digit in digits:
            key = "[data-next]" if digit == " " else f"[data-digit='{digit}']"
            self.tap(self.page.locator(key))

    def rows(self, melded: str, left: str = "", **parts: int) -> int:
        """Enter the rows of the side in front, and return the number of taps for the two counts."""
        self.count(melded)
        front = self.page.locator("[data-front]")
        for key, number in parts.items():
            row = front.locator(f"[data-row]:has([name^='hand-{key}-'])")
            for _ in range(number):
                off = row.locator("[data-touch][aria-pressed=false]")
                self.tap(off.first if off.count() else row.locator("[data-step='1']"))
        if left:
            expect(self.page.locator("html")).not_to_have_class(re.compile("round--after-next"))
            self.tap(self.page.get_by_role("button", name="What is left?"))
            self.count(left)
        return len(melded) + len(left)

    def end(self, ended: str) -> None:
        """Tap on the sheet the player who ended the round, and the ending if there are several."""
        who = self.page.locator(".dock summary").and_(
            self.page.get_by_label(f"{ended.split()[0]} ended the round", exact=True)
        )
        if who.count():
            self.tap(who)
        self.tap(self.page.locator(".dock-bar").get_by_role("button", name=ended, exact=True))
        expect(self.page.locator(".round-hand--active")).to_be_visible()

    def record(self) -> int:
        """Record the round once its result is there, and return the number of taps so far."""
        expect(self.page.locator("#standing")).to_contain_text(
            re.compile("scores|counts|goe?s? out")
        )
        self.tap(self.page.get_by_role("button", name="Record", exact=True))
        expect(self.page.locator("[data-sheet]")).to_be_visible()
        return self.taps


@pytest.fixture
def begin(app: Flask, page: Page) -> Callable[..., Thumb]:
    """Returns a function that begins a game and opens its sheet."""

    def begin(
        variant: str,
        players: tuple[str, ...],
        preset: str = "plain",
        sides: dict[str, list[str]] | None = None,
    ) -> Thumb:
        page.goto(Table(app, variant, players, preset, sides).address)
        return Thumb(page)

    return begin


def test_a_round_takes_few_taps_and_no_scrolling(begin: Callable[..., Thumb], page: Page) -> None:
    gin = begin("gin", ("Ann", "Bob"))
    gin.end("Ann knocked")
    gin.give("Ann", "32")
    gin.give("Bob", "KQJ95")
    assert gin.record() <= 10

    four = begin("knock", FOUR)
    four.end("Jean knocked")
    for name, ranks in zip(FOUR, ("K92", "5A", "QQ7A", "8J432"), strict=True):
        four.give(name, ranks)
    assert four.record() <= 18

    five = begin("three-thirteen", FIVE)
    five.end("Zoe went out")
    for name, ranks in zip(FOUR, ("K92", "5", "46", "8"), strict=True):
        five.give(name, ranks)
    assert five.record() <= 10

    counts = begin("knock", FOUR)
    counts.end("Jean knocked")
    counts.tap(page.locator("[data-mode=count]"))
    counts.count("216 288")
    assert counts.record() <= 13


@pytest.mark.slow
def test_a_round_with_jokers_a_cut_or_tiles_takes_no_more_taps(
    begin: Callable[..., Thumb], page: Page
) -> None:
    five = begin("contract", FIVE, "liverpool")
    five.end("Zoe went out")
    five.tap(page.locator(".round-cut .chip", has_text="Jacques"))
    for name, ranks in zip(FOUR, ("K92", "5", "46", "8"), strict=True):
        five.give(name, ranks)
    assert five.record() <= 11

    four = begin("rami", FOUR)
    four.end("Jean went out")
    four.give("Pierre", ("K", "K", "9", "A", "JK", "5", "3"))
    four.give("Jacques", "!")
    four.give("Paul", "8J4322")
    assert four.record() <= 19

    tiles = begin("tiles", FOUR)
    tiles.end("Jean went out")
    tiles.give("Pierre", ("13", "10", "1", "1", "JK"))
    tiles.give("Jacques", ("12", "3", "4", "5"))
    tiles.give("Paul", "99912")
    assert tiles.record() <= 18


def test_what_was_put_down_and_what_is_left_take_one_tap_between_them(
    begin: Callable[..., Thumb],
) -> None:
    two = begin("rummy-500", ("Ann", "Bob"))
    two.end("Ann went out")
    two.give("Ann", "777")
    two.give("Bob", "888", left="9")
    assert two.record() <= 11

    four = begin("rummy-500", FOUR, "pagat")
    four.end("Jean went out")
    four.give("Pierre", "777", left="2")
    four.give("Jean", "888")
    four.give("Jacques", "KKK", left=("9", "JK"))
    four.give("Paul", "", left="A2")
    assert four.record() <= 22


@pytest.mark.parametrize(
    ("variant", "first", "second"),
    [
        ("canasta", {"natural": 1, "mixed": 1, "red_threes": 2}, {"mixed": 1, "red_threes": 2}),
        pytest.param(
            *("hand-and-foot", {"clean": 2, "dirty": 2, "red_threes": 2}, {"dirty": 3}),
            marks=pytest.mark.slow,
        ),
        pytest.param(
            *("burraco", {"clean": 1, "semi_clean": 1, "dirty": 1}, {"clean": 1}),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_side_entered_in_rows_takes_few_taps_beside_its_counts(
    begin: Callable[..., Thumb],
    variant: str,
    first: dict[str, int],
    second: dict[str, int],
) -> None:
    partners = {"We": [FOUR[0], FOUR[2]], "They": [FOUR[1], FOUR[3]]}
    thumb = begin(variant, FOUR, sides=partners)
    thumb.end(f"{FOUR[0]} went out")
    counts = thumb.rows("420", "25", **first)
    assert thumb.taps - counts <= 12
    before = thumb.taps
    thumb.tap(thumb.page.get_by_role("button", name="Next: They"))
    counts = thumb.rows("310", "80", **second)
    thumb.record()
    assert thumb.taps - before - counts <= 12


def test_a_hand_on_ones_own_phone_takes_three_taps(app: Flask, page: Page, site: str) -> None:
    party = Party(app)
    page.context.add_cookies([cookie(app, site, Role.PLAYER, "Paul")])
    page.goto(party.address)
    party.begin()
    thumb = Thumb(page)
    expect(page.locator(".round-hand--active")).to_be_visible()
    thumb.give("Paul", "K9")
    thumb.tap(page.get_by_role("button", name="Send my hand"))
    expect(page.locator("#together")).to_contain_text("Waiting for Pierre and Jacques")
    assert thumb.taps == 3


def test_a_round_is_entered_by_keyboard_from_sheet_to_sheet(
    begin: Callable[..., Thumb], page: Page
) -> None:
    begin("gin", ("Ann", "Bob"))
    page.get_by_label("Ann ended the round").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Ann knocked")).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("#hand-0")).to_be_focused()
    page.keyboard.type("3 2")
    page.keyboard.press("Enter")
    expect(page.locator("#hand-1")).to_be_focused()
    page.keyboard.type("k q 9")
    stops = page.locator("[data-pad] button:not([tabindex='-1'])")
    expect(stops).to_have_count(1)
    stops.focus()
    for key in ("ArrowDown", "ArrowRight"):
        page.keyboard.press(key)
    expect(page.get_by_role("group", name="Keys for Bob").locator("[data-key='T']")).to_be_focused()
    page.keyboard.press("Enter")
    assert page.locator("#hand-1").input_value() == "K Q 9 10"
    page.keyboard.press("Control+Enter")
    expect(page.locator("[data-sheet]")).to_be_visible()


class Finger:
    """A finger that goes down and up in separate steps."""

    def __init__(self, page: Page) -> None:
        self._browser = page.context.new_cdp_session(page)

    def down(self, target: Locator) -> None:
        """Touch the middle of a target."""
        box = target.bounding_box()
        point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        self._send("touchStart", [point])

    def up(self) -> None:
        """End the touch, which completes the tap."""
        self._send("touchEnd", [])

    def _send(self, kind: str, points: list[dict[str, float]]) -> None:
        self._browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@pytest.fixture
def sheet(app: Flask, page: Page) -> Page:
    page.goto(Table(app, "knock", ("Ann", "Bob", "Cem")).address)
    return page


def test_a_tap_is_for_what_was_under_the_finger_when_it_came_down(sheet: Page) -> None:
    heading, address = sheet.get_by_role("heading", level=1), sheet.url
    finger = Finger(sheet)
    finger.down(heading)
    heading.evaluate(
        """heading => {
          const link = document.createElement("a");
          link.href = "/rules";
          link.textContent = heading.textContent;
          heading.replaceChildren(link);
        }"""
    )
    finger.up()
    expect(heading.locator("a")).to_be_visible()
    assert sheet.url == address
    heading.locator("a").tap()
    expect(sheet).not_to_have_url(address)


def test_a_link_that_comes_anew_under_the_finger_is_followed(sheet: Page) -> None:
    finger, address = Finger(sheet), sheet.url
    link = sheet.get_by_role("link", name="Back to the club")
    finger.down(link)
    link.evaluate(
        """link => {
          const same = link.cloneNode(true);
          same.append("!");
          link.replaceWith(same);
        }"""
    )
    finger.up()
    expect(sheet).not_to_have_url(address)


def test_a_key_is_not_taken_for_the_end_of_a_touch(sheet: Page) -> None:
    address = sheet.url
    sheet.get_by_role("link", name="Back to the club").focus()
    Finger(sheet).down(sheet.get_by_role("heading", level=1))
    sheet.keyboard.press("Enter")
    expect(sheet).not_to_have_url(address)
