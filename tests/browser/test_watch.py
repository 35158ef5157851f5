"""The large sheet: it fits one screen for 2 to 8 players, with every number whole."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.clubs.roles import Role
from tests.support.large_book import long_sheet
from tests.support.table import Table
from tests.support.walks import walk

SCREENS = {
    "phone": (390, 844),
    "small phone": (320, 568),
    "phone on its side": (844, 390),
    "tablet": (768, 1024),
    "small television": (1280, 720),
    "television": (1920, 1080),
}
NAMES = ("Alexandra", "Bo", "Christophe", "Dominique", "Eve", "Fred", "Gertrude", "Hippolyte")

CUT = """() => {
  const cut = [];
  const root = document.documentElement;
  if (root.scrollHeight > innerHeight || root.scrollWidth > innerWidth) cut.push("the page scrolls");
  const rest = document.querySelector(".watch__rest");
  if (rest.scrollHeight > rest.clientHeight) cut.push("what is below the totals is cut");
  const parts = [
    ".board-row > *, .board-column, .podium__place > *, .podium-other, .watch-head > *, .watch-end-head > *",
    ".watch__result, .watch-hand, .playing-card, .sheet-table td, .sheet-table tfoot th, .watch__back",
  ].join();
  for (const part of document.querySelectorAll(parts)) {
    if (!part.getClientRects().length) continue;
    const box = part.getBoundingClientRect();
    const frame = part.closest(".board-row, .podium")?.getBoundingClientRect() ?? new DOMRect(0, 0, innerWidth, innerHeight);
    const isOut = box.left < frame.left - 1 || box.top < frame.top - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1;
    if (isOut) cut.push(`${part.className}: ${part.textContent.trim()}`);
  }
  for (const total of document.querySelectorAll(".figure")) {
    const figures = document.createRange();
    figures.selectNodeContents(total.firstChild);
    if (figures.getClientRects().length > 1) cut.push(`${total.textContent} is broken`);
  }
  return cut;
}"""  # noqa: E501 - JavaScript


SMALL = """() => {
  const found = [];
  const texts = document.createTreeWalker(document.querySelector("#watch"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode, of = text.parentElement;
    const size = parseFloat(getComputedStyle(of).fontSize);
    const isSign = of.closest(".visually-hidden, .face, .dealer");
    const words = text.data.trim();
    if (words && of.checkVisibility() && !isSign && size < 19) found.push(`${size}: ${words}`);
  }
  return found;
}"""


def five(app: Flask) -> Table:
    """Return a game of Knock Rummy with five players and three-digit totals."""
    table = Table(app, "knock", NAMES[:5])
    for winner in NAMES[:5]:
        hands = {name: 32 if name != winner else 5 for name in NAMES[:5]}
        table.record("knock", winner, hands=hands)
    cards = ("AS", "KC QD", "9H 8H 2C", "TS", "7C 7D 4S 3H")
    table.record("knock", "Alexandra", hands=dict(zip(NAMES[:5], cards, strict=True)))
    return table


def eight(app: Flask) -> Table:
    """Return a game of Three Thirteen with eight players."""
    return three_thirteen(app, 5)


def eight_at_the_end(app: Flask) -> Table:
    """Return a finished game of Three Thirteen with eight players."""
    return three_thirteen(app, 11)


def three_thirteen(app: Flask, rounds: int) -> Table:
    """Return a game of eight players, with cards in the last of these rounds."""
    table = Table(app, "three-thirteen", NAMES)
    others = [name for name in NAMES if name != "Bo"]
    cards = ("KC QD", "KD QS", "KH QC", "KS QH", "JC", "JD", "JH TS")
    for _round in range(rounds - 1):
        table.record("out", "Bo", hands=dict.fromkeys(others, 25))
    table.record("out", "Bo", hands=dict(zip(others, cards, strict=True)))
    return table


def two(app: Flask) -> Table:
    """Return a game of Gin Rummy with one round."""
    table = Table(app, "gin", NAMES[:2])
    table.knock("Bo", Alexandra="KC KD QS 9H 5C 4D 2S AC", Bo="3C")
    return table


def hollywood(app: Flask) -> Table:
    """Return a finished game of Hollywood Gin with three columns."""
    table = Table(app, "hollywood", NAMES[:2])
    while not table.is_over:
        table.knock("Alexandra", Alexandra=3, Bo=53)
    return table


@walk(
    ("make", "script"),
    [
        *((make, True) for make in (two, five, eight, eight_at_the_end, hollywood)),
        (eight_at_the_end, False),
    ],
)
def test_the_whole_large_view_fits_one_screen(
    app: Flask, new_phone: Callable[..., Page], make: Callable[[Flask], Table], script: bool
) -> None:
    options = {"java_script_enabled": script, "reduced_motion": "reduce", "is_mobile": False}
    page, table = new_phone(Role.WATCHER, **options), make(app)
    page.goto(f"{table.address}/watch")
    for name, (width, height) in SCREENS.items():
        page.set_viewport_size({"width": width, "height": height})
        if script:  # The script gets the new size before the next frame.
            page.evaluate("new Promise(requestAnimationFrame)")
        assert page.evaluate(CUT) == [], name
        assert table.players[0] in page.locator("#watch").inner_text()
        if make is hollywood:
            columns = page.locator(".sheet-table--columns tfoot td")
            assert columns.filter(visible=True).count() == 12, "each with and without its bonuses"


def test_no_count_of_a_hand_stands_beside_the_next_hand(app: Flask, page: Page) -> None:
    table = Table(app, "knock", NAMES[:4])
    hands = {"Alexandra": 5, "Bo": "KC QD 3H", "Christophe": "9S 8S", "Dominique": 31}
    table.record("knock", "Alexandra", hands=hands)
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{table.address}/watch")
    page.wait_for_selector("[data-cards=large]")
    tops = page.locator(".watch-hand").evaluate_all(
        "all => all.map((hand) => hand.getBoundingClientRect().top)"
    )
    assert len({round(top) for top in tops}) == 4


@walk("make", [two, five])
def test_words_can_be_read_from_across_the_room(
    app: Flask, page: Page, make: Callable[[Flask], Table]
) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(f"{make(app).address}/watch")
    page.wait_for_selector("[data-cards=large]")
    assert page.evaluate(SMALL) == []
    expect(page.locator(".watch-last .ruling-sum .face").first).to_be_visible()


def test_the_faces_on_a_large_screen_are_large_and_round(app: Flask, page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 720})
    page.goto(five(app).address + "/watch")
    faces = page.locator(".board-row__face .face")
    expect(faces).to_have_count(5)
    for face in faces.all():
        box = face.bounding_box()
        assert box
        assert box["width"] == box["height"] >= 44


def test_a_large_screen_shows_why_and_the_last_rounds(app: Flask, page: Page) -> None:
    page.set_viewport_size({"width": 1920, "height": 1080})
    table = Table(app)
    for _round in range(5):
        table.knock("Ann", Ann=3, Bob=11)
    page.goto(f"{table.address}/watch")
    assert page.get_by_text("Bob 11 − Ann 3").is_visible()
    assert page.locator(".sheet-table tbody tr").filter(visible=True).count() == 4


def test_the_screen_stays_on_until_the_page_is_hidden(app: Flask, page: Page) -> None:
    page.add_init_script(
        """window.locks = [];
        navigator.wakeLock.request = async (kind) => {
          const lock = new EventTarget();
          window.locks.push(kind);
          window.drop = () => lock.dispatchEvent(new Event("release"));
          return lock;
        };"""
    )
    page.goto(f"{five(app).address}/watch")
    page.wait_for_function("locks.join() === 'screen'")
    page.evaluate("drop()")
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_function("locks.join() === 'screen,screen'")


def test_the_way_back_leaves_with_whoever_touched_the_screen(app: Flask, page: Page) -> None:
    page.clock.install()
    page.goto(f"{five(app).address}/watch")
    back = page.get_by_role("link", name="Back to the sheet")
    expect(back).to_be_visible()
    page.clock.run_for(6_000)
    expect(back).to_be_hidden()
    page.mouse.move(10, 10)
    expect(back).to_be_visible()


def test_earlier_rounds_come_with_a_tap_and_are_always_printed(app: Flask, page: Page) -> None:
    with app.app_context():
        address = f"/games/{long_sheet(60).id}"
    page.goto(address)
    first, last = page.locator("#sheet-earlier td").first, page.locator("#sheet-rounds td").last
    expect(last).to_be_visible()
    expect(first).to_be_hidden()
    page.emulate_media(media="print")
    expect(first).to_be_visible()
    page.emulate_media(media="screen")
    page.get_by_label("Show earlier rounds (1–40)").tap()
    expect(first).to_be_visible()


def test_with_forced_colours_nothing_shows_through_the_bar(app: Flask, page: Page) -> None:
    with app.app_context():
        address = f"/games/{long_sheet(2).id}"
    page.emulate_media(forced_colors="active")
    page.goto(address)
    bar = page.locator(".sheet-asks")
    expect(bar).to_have_css("background-image", "none")
    expect(bar).not_to_have_css("background-color", "rgba(0, 0, 0, 0)")
