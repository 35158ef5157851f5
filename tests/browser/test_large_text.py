"""Doubled text, and phones held sideways: all fits the screen, and every key can be tapped."""

from __future__ import annotations

from itertools import pairwise

import pytest
from flask import Flask
from playwright.sync_api import Locator, Page, expect

from tests.support.leagues import evening, league
from tests.support.phone import enlarge_text
from tests.support.table import Table
from tests.support.walks import walk

LONG = ("Maximilian-Alexander der Erste", "Maximilian-Alexander der Zweite", "Bo", "Hippolyte")
BOOK = (
    "/",
    "/games/new",
    "/games/new?variant=three-thirteen",
    "/judge",
    "/judge?variant=gin",
    "/judge/melds?variant=canasta&melds=Q+Q+2,K+K+K&total=1725",
    "/judge/play?variant=canasta&ask=pile",
    "/judge/table?variant=basic&ask=joker&table=7S+8S+JK&hand=9S",
    "/rules",
    "/rules/gin",
    "/club",
    "/no/such/page",
)
GAME = (
    "",
    "/rounds/new",
    "/rounds/1",
    "/rounds/1/edit",
    "/rounds/1/remove",
    "/trail",
    "/call",
    "/delete",
    "/watch",
)


@pytest.fixture
def large(page: Page) -> Page:
    """A phone with doubled text size."""
    enlarge_text(page)
    return page


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Knock Rummy with four long names, after an undercut."""
    table = Table(app, "knock", LONG)
    hands: dict[str, object] = dict(zip(LONG, ("K 9 2", "9", "Q Q 7 A", "8"), strict=True))
    table.record("knock", LONG[1], hands=hands)
    return table


def assert_no_sideways(page: Page, address: str) -> None:
    """Check that the page is not wider than the screen."""
    assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == "32px"
    width, screen = page.evaluate("[document.documentElement.scrollWidth, innerWidth]")
    assert (width, screen) == (390, 390), address


def test_no_page_of_the_book_scrolls_sideways(large: Page) -> None:
    for address in BOOK:
        large.goto(address)
        assert_no_sideways(large, address)


def test_no_page_of_a_game_scrolls_sideways(large: Page, table: Table) -> None:
    for path in GAME:
        large.goto(table.address + path)
        assert_no_sideways(large, path)


CUT = """() => [...document.querySelectorAll("main *")].filter((part) => {
  const style = getComputedStyle(part);
  const isShown = part.checkVisibility() && part.clientWidth > 1 && style.position !== "absolute";
  return isShown && style.overflowX !== "visible" && part.scrollWidth > part.clientWidth + 1;
}).map((part) => part.className)"""
"""JavaScript that returns the parts of a page that are cut off or scroll sideways."""

LINES = """(parts) => parts.map((part) => {
  const text = document.createRange();
  text.selectNodeContents(part);
  return new Set([...text.getClientRects()].map((box) => box.top)).size;
})"""
"""JavaScript that returns the number of lines of each part’s text."""

OVER = """() => {
  const box = (part) => part.getBoundingClientRect();
  return [...document.querySelectorAll(".new-game-place, .board-row")].filter((row) => {
    const face = row.querySelector(".face"), name = row.querySelector(".name, input[name=name]");
    return box(face).right > box(name).left + 1;
  }).length;
}"""
"""JavaScript that returns the number of names partly under a face."""


def test_nothing_of_a_sheet_or_of_a_new_game_is_cut_off_or_covered(large: Page, app: Flask) -> None:
    table = Table(app, "knock", ("Camille", "Nora", "Léa", "Max"))
    hands = {"Camille": "2 2 3 4 5 6 7", "Nora": "2 5 6 7", "Léa": "A A 2 3", "Max": "A A 3 4"}
    table.record("knock", "Léa", hands=hands)
    for address in (table.address, "/games/new", "/games/new?variant=canasta"):
        large.goto(address)
        assert_no_sideways(large, address)
        assert large.evaluate(CUT) == [], address
        assert large.evaluate(OVER) == 0, address
    large.goto("/games/new?variant=canasta")
    height = "e => e.getBoundingClientRect().height"
    assert large.locator(".choice--chosen .choice__name").evaluate(height) < 80, "one line"


@walk(("width", "times"), [(390, 1.375), (390, 2), (320, 1.125), (320, 2)])
def test_two_sides_of_canasta_never_look_alike(
    page: Page, app: Flask, width: int, times: float
) -> None:
    """Cut off, these names would be the same. Three sides have the least space."""
    players = ("Maximilian-Alexander", "Maximilian-Alexandra", "Bo")
    table = Table(app, "canasta", players)
    melded = {"melded": 300, "natural": 1, "mixed": 1, "left": 5}
    table.record("stock", hands=dict.fromkeys(players, melded))
    page.set_viewport_size({"width": width, "height": 844})
    enlarge_text(page, times)
    for path in ("", "/rounds/1/edit"):
        page.goto(table.address + path)
        names = page.locator(".board-row__name, .tally__name")
        expect(names.filter(visible=True)).to_have_count(len(players))
        assert not names.evaluate_all("all => all.filter((e) => e.scrollWidth > e.clientWidth)")
        assert page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("width", [390, 320])
def test_a_round_of_canasta_shows_whole_names_and_words(
    large: Page, app: Flask, width: int
) -> None:
    players = ("Alexandra", "Bo", "Christophe", "Dominique")
    sides = {"Alexandra & Christophe": ["Alexandra", "Christophe"], "They": ["Bo", "Dominique"]}
    table = Table(app, "canasta", players, sides=sides)
    large.set_viewport_size({"width": width, "height": 844})
    large.goto(table.address + "/rounds/new?ending=out:0")
    name = large.locator(".tally__name", has_text="Alexandra")
    assert name.evaluate("e => e.scrollWidth <= e.clientWidth")
    words = large.locator("[data-front] .tally__words > strong", has_text="Natural")
    assert words.evaluate_all(LINES) == [1]


def test_the_points_of_standings_stay_whole_and_below_each_other(large: Page, app: Flask) -> None:
    with app.app_context():
        points = {"Bo": 1_250, "Maximilian-Alexander": 800, "Eve": 75, "Hippolyte": 5}
        tournament = evening(3, points, breaks=["difference"])
        season = league([tournament])
    large.goto(f"/leagues/{season}")
    assert_no_sideways(large, "league")
    assert large.locator("td.number").evaluate_all(LINES) == [1, 1, 1, 1]
    large.goto(f"/tournaments/{tournament}")
    assert_no_sideways(large, "standings")
    ends = "all => new Set(all.map((e) => e.getBoundingClientRect().right)).size"
    assert large.locator(".tournament-lines .tournament-points").evaluate_all(ends) == 1


@pytest.mark.parametrize(
    ("width", "height", "times"), [(320, 568, 1), (740, 360, 1), (390, 844, 2)]
)
def test_the_result_of_a_game_comes_before_its_buttons(
    page: Page, table: Table, width: int, height: int, times: int
) -> None:
    table.change("call")
    page.set_viewport_size({"width": width, "height": height})
    enlarge_text(page, times)
    page.goto(table.address)
    result, buttons, game, menu = (
        page.locator(part).bounding_box() or pytest.fail(part)
        for part in (".podium", "#sheet-actions", ".end__game", ".sheet-menu")
    )
    assert buttons["y"] >= result["y"] + result["height"]
    assert game["y"] < menu["y"] + menu["height"], "the menu is beside the name of the game"


def test_nothing_scrolls_sideways_once_a_game_is_over(large: Page, table: Table) -> None:
    table.change("call")
    pages = ("", "/figures", "/expected", "/against/2", "/edit")
    for address in (
        table.address,
        "/history?player=1",
        "/players?game=knock",
        "/records",
        *(f"/players/1{page}" for page in pages),
    ):
        large.goto(address)
        assert_no_sideways(large, address)
        for paper in large.locator(".paper").all():
            within = "box => box.scrollWidth <= box.clientWidth"
            assert paper.evaluate(within), address


def off_screen(parts: Locator, *, scrolling: bool = False) -> list[str]:
    """Return the texts of parts with a corner that a tap misses, in place or after scrolling."""
    found: list[str] = parts.evaluate_all(
        """(parts, scrolling) => parts.filter((part) => {
          if (scrolling) part.scrollIntoView({ block: "nearest", behavior: "instant" });
          const box = part.getBoundingClientRect();
          return [[box.left, box.top], [box.right, box.bottom]].some(([x, y], corner) => {
            const inward = corner ? -8 : 8;
            return !part.contains(document.elementFromPoint(x + inward, y + inward));
          });
        }).map((part) => part.innerText || part.ariaLabel)""",
        scrolling,
    )
    return found


@walk("height", [640, 844])
def test_every_key_of_the_pad_is_on_the_screen(large: Page, table: Table, height: int) -> None:
    large.set_viewport_size({"width": 390, "height": height})
    large.goto(f"{table.address}/rounds/new")
    large.locator("#hand-0").focus()
    large.locator("[data-mode=suits]").click()
    buttons = large.locator(".pad button:visible")
    assert buttons.count() > 20
    assert off_screen(buttons) == []


@walk("size", [(844, 390), (667, 375), (568, 320)])
@walk("variant", ["knock", "rami", "contract", "rummy-500"])
def test_the_words_on_the_keys_are_whole(
    app: Flask, page: Page, variant: str, size: tuple[int, int]
) -> None:
    table = Table(app, variant, ("Ann", "Bob", "Cem"))
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.set_extra_http_headers({"Accept-Language": "fr"})
    ending = "knock" if variant == "knock" else "out"
    page.goto(f"{table.address}/rounds/new?ending={ending}:0")
    keys = page.locator("[data-pad] button:visible")
    expect(keys.first).to_be_visible()
    cut = keys.evaluate_all(
        """keys => keys.filter(key => {
          const box = key.getBoundingClientRect();
          const off = box.left < 0 || box.right > innerWidth || box.bottom > innerHeight;
          return off || key.scrollWidth > key.clientWidth;
        }).map(key => key.textContent.trim() || key.ariaLabel)"""
    )
    assert cut == []


NAMES = ("Cleopatra", "Pierre-Alexandre", "Marie-Antoinette", "Maximilian")
MORE = ("Guillemette", "Hans-Friedrich", "Bo", "Anneliese")


def faces(page: Page) -> Locator:
    """Return the visible faces in the bar on the sheet."""
    return page.locator(".dock-face:visible")


@walk("width", [320, 390])
@walk("players", [2, 3, 4, 5, 6, 8])
def test_the_bar_shows_all_faces_a_thumb_apart_or_none(
    app: Flask, page: Page, players: int, width: int
) -> None:
    table = Table(app, "rummy-500" if players > 4 else "knock", (*NAMES, *MORE)[:players])
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(table.address)
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.locator(".dock").evaluate("dock => dock.clientHeight") == 58
    room = 4 if width == 320 else 6
    expect(faces(page)).to_have_count(players if players <= room else 0)
    expect(page.locator(".dock-arrow")).to_be_visible(visible=players > room)
    lefts = [box["x"] for box in map(Locator.bounding_box, faces(page).all()) if box]
    apart = {right - left for left, right in pairwise(lefts)}
    assert not apart or apart == {44}
    assert off_screen(faces(page)) == []


@walk("size", [(390, 844), (844, 390), (320, 640)])
@walk("times", [1, 2])
def test_the_names_and_endings_over_the_page_are_whole(
    app: Flask, page: Page, size: tuple[int, int], times: int
) -> None:
    table = Table(app, "tonk", LONG)
    enlarge_text(page, times)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(table.address)
    height = page.evaluate("document.documentElement.scrollHeight")
    page.locator(".dock-words__button").tap()
    assert page.evaluate("document.documentElement.scrollHeight") == height, "it lies over the page"
    assert off_screen(page.locator(".dock-words__button")) == [], "it closes what it opened"
    parts = page.locator(".dock-words :is(.name, .button)").filter(visible=True)
    assert parts.count() > len(LONG)
    assert off_screen(parts, scrolling=True) == []
    cut = parts.evaluate_all(
        """parts => parts.filter((part) =>
          part.scrollWidth > part.clientWidth || part.scrollHeight > part.clientHeight
        ).map((part) => part.innerText)"""
    )
    assert cut == []


def test_with_letters_twice_as_large_the_bar_is_words_and_an_arrow(
    large: Page, table: Table
) -> None:
    for size in ((390, 844), (844, 390)):
        large.set_viewport_size({"width": size[0], "height": size[1]})
        large.goto(table.address)
        assert large.locator(".dock").evaluate("dock => dock.clientHeight") == 76
        expect(faces(large)).to_have_count(0)
        expect(large.locator(".dock-arrow")).to_be_visible()


@walk("size", [(844, 390), (740, 360), (568, 320)])
def test_on_its_side_the_bar_lies_below_the_ruling_and_over_nothing(
    page: Page, table: Table, size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(table.address)
    ruling, rest, bar, board = (
        page.locator(part).evaluate("each => each.getBoundingClientRect().toJSON()")
        for part in (".sheet-last", ".sheet-right", "#sheet-actions", ".board")
    )
    assert board["right"] <= ruling["left"]
    assert rest["bottom"] <= bar["top"]
    assert bar["bottom"] <= size[1]
    assert page.evaluate("document.documentElement.scrollHeight") == size[1]
    assert len(faces(page).all()) == (4 if size[0] > 600 else 0)
    if size[1] > 350:
        assert off_screen(page.locator(".board-row, .sheet-last__result")) == []


def test_the_last_round_stands_beside_the_board_where_there_is_room(app: Flask, page: Page) -> None:
    table = Table(app, "knock", ("Ann", "Bob", "Cleo"))
    table.knock("Ann", Ann=3, Bob=11, Cleo=20)
    page.goto(table.address)
    for width, beside in ((1280, True), (820, False)):
        page.set_viewport_size({"width": width, "height": 800})
        board, last, asked = [
            page.locator(part).evaluate("each => each.getBoundingClientRect().toJSON()")
            for part in (".board", ".sheet-last", "#sheet-actions")
        ]
        assert (last["left"] >= board["right"]) == beside
        assert asked["bottom"] <= 801
        assert page.evaluate("document.documentElement.scrollWidth") <= width
