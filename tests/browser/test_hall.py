"""An evening in a real browser: two tables scan their cards and enter, next to a big screen."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.clubs.roles import Role
from scorekeeper.tournaments import rounds
from tests.support.accessible import assert_accessible, assert_fits
from tests.support.phone import Played, enter_round
from tests.support.table_cards import Evening
from tests.support.walks import walk

PAGE_OF_PDF = b"/Type /Page\n"
MANY = [f"{letter}ue & {letter}eo" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
LONG = (
    "Bartholomew Alexander & Maximiliane Dorothea",
    "Wolfeschlegelsteinhausen & Jo",
    "A & B",
    "C & D",
)

NewPhone = Callable[..., Page]


def scan(evening: Evening, phone: Page, table: int) -> None:
    phone.goto(evening.addresses[table])


def enter(
    phone: Page, evening: Evening, table: int, scores: tuple[int, int], *, tapping: bool = True
) -> None:
    """Enter a round with these scores of the two sides of a table."""
    seated = evening.now.round(evening.now.shown).tables[table - 1].sides
    names = [evening.now.title(side[0]) for side in seated]
    hands = {name: f"={score + 10} / =10" for name, score in zip(names, scores, strict=True)}
    enter_round(phone, Played("The stock ran out", hands), tapping=tapping)


def test_two_tables_play_by_their_cards_at_once(app: Flask, new_phone: NewPhone) -> None:
    evening = Evening(app)
    phones = {table: new_phone() for table in (1, 2)}
    screen = new_phone(Role.WATCHER, viewport={"width": 1280, "height": 720}, is_mobile=False)
    for table, phone in phones.items():
        scan(evening, phone, table)
        expect(phone.locator("main")).to_contain_text("The draw of round 1 comes soon")
    screen.goto(f"/tournaments/{evening.id}/watch")
    evening.show()
    screen.reload()
    expect(screen.locator(".hall-watch__seats li")).to_have_count(4)
    for phone in phones.values():
        phone.reload()
        phone.get_by_role("button", name="Begin").click()
        expect(phone.locator("h1")).to_have_text("Burraco")
    for scores in ((500, 200), (400, 300), (445, 80)):
        for table, phone in phones.items():
            enter(phone, evening, table, scores)
    for table, phone in phones.items():
        of_table, name = (phone.locator(part).bounding_box() for part in (".crumb", ".end__game"))
        assert of_table
        assert name
        assert of_table["y"] + of_table["height"] <= name["y"]
        phone.get_by_role("link", name="To the table").click()
        expect(phone.locator("main")).to_contain_text("1,345 to 580: 16–4 for")
        other = new_phone()
        scan(evening, other, table)
        other.get_by_role("button", name="It is right").click()
        expect(other.locator("main")).to_contain_text("agreed.")
    evening.close()
    screen.reload()
    expect(screen.locator(".hall-watch__line--first .figure").last).to_have_text("16")
    phones[1].goto(f"/games/{evening.now.games[1, 1].id}")
    expect(phones[1].locator("h1")).to_have_text("Not at this table")


def test_a_sheet_that_stays_open_goes_to_its_table_when_the_round_is_closed(
    app: Flask, new_phone: NewPhone
) -> None:
    evening = Evening(app)
    evening.show()
    phone = new_phone()
    scan(evening, phone, 1)
    phone.get_by_role("button", name="Begin").click()
    expect(phone.locator("h1")).to_have_text("Burraco")
    evening.play(1, (500, 200), (400, 300), (445, 80))
    expect(phone.get_by_role("link", name="To the table")).to_be_visible()
    evening.close()
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(phone.locator("main")).to_contain_text("Round 1 is closed")


def test_a_small_phone_shows_the_way_to_confirm(app: Flask, new_phone: NewPhone) -> None:
    evening = Evening(app)
    evening.show()
    phone = new_phone(viewport={"width": 320, "height": 568})
    scan(evening, phone, 1)
    phone.get_by_role("button", name="Begin").click()
    evening.play(1, (500, 200), (400, 300), (445, 80))
    expect(phone.get_by_role("link", name="To the table")).to_be_in_viewport()


def test_a_table_plays_without_javascript(app: Flask, new_phone: NewPhone) -> None:
    evening = Evening(app)
    evening.show()
    phone = new_phone(java_script_enabled=False)
    scan(evening, phone, 1)
    phone.get_by_role("button", name="Begin").click()
    for scores in ((500, 200), (400, 300), (445, 80)):
        enter(phone, evening, 1, scores, tapping=False)
    phone.get_by_role("link", name="To the table").click()
    phone.get_by_role("button", name="It is right").click()
    expect(phone.locator("main")).to_contain_text("agreed.")


@pytest.mark.browser_context_args(locale="it-IT")
def test_a_table_plays_in_italian(app: Flask, page: Page, new_phone: NewPhone) -> None:
    assert page
    evening = Evening(app)
    evening.show()
    phone = new_phone(locale="it-IT")
    scan(evening, phone, 1)
    expect(phone.locator("main")).to_contain_text("Turno 1 · 3 mani")
    phone.get_by_role("button", name="Inizia").click()
    evening.play(1, (500, 200), (400, 300), (445, 80))
    phone.reload()
    phone.get_by_role("link", name="Al tavolo").click()
    expect(phone.locator("main")).to_contain_text("1.345 a 580: 16–4 per")
    phone.get_by_role("button", name="È giusto", exact=True).click()
    expect(phone.locator("main")).to_contain_text("Confermato da")


def test_every_page_of_the_hall_fits_a_phone(app: Flask, page: Page) -> None:
    evening = Evening(app, pairs=LONG)
    evening.show()
    evening.change(rounds.start_clock)
    there = f"/tournaments/{evening.id}"
    paths = [f"{there}/clock", f"{there}/print", f"{there}/print/draw", f"{there}/print/cards"]
    for path in (evening.addresses[1], *paths):
        check(page, path)
    evening.play(1, (500, 200), (400, 300), (445, 80))
    check(page, evening.addresses[1])
    evening.close()
    check(page, evening.addresses[1])
    check(page, f"{there}/print/standings")


def check(page: Page, path: str) -> None:
    """Check that a page is accessible in light and dark colours, and fits."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        page.goto(path)
        assert_accessible(page)
    assert_fits(page, 390, 320, place=path)


@walk(("width", "height"), [(1280, 720), (1920, 1080)])
def test_the_big_screen_never_scrolls(
    app: Flask, new_phone: NewPhone, width: int, height: int
) -> None:
    evening = Evening(app, pairs=MANY, name=f"At {width}")
    screen = new_phone(
        Role.WATCHER, viewport={"width": width, "height": height}, is_mobile=False, has_touch=False
    )
    for step in (
        evening.show,
        lambda: evening.change(rounds.start_clock),
        evening.close,
        evening.show,
    ):
        step()
        screen.goto(f"/tournaments/{evening.id}/watch")
        below = screen.evaluate(
            "[...document.querySelectorAll('.hall-watch *')].filter((part) => "
            "part.getBoundingClientRect().bottom > innerHeight + 1 || "
            "part.getBoundingClientRect().right > innerWidth + 1).length"
        )
        assert below == 0
        assert screen.evaluate("document.documentElement.scrollHeight") == height


def test_the_clock_counts_on_through_sleep_and_says_the_minutes(app: Flask, page: Page) -> None:
    evening = Evening(app)
    evening.show()
    evening.change(rounds.start_clock)
    page.clock.install()
    page.goto(f"/tournaments/{evening.id}/clock")
    face, left = page.locator("[data-clock]"), page.locator("[data-left]")
    expect(face).to_have_text(re.compile("^(50:00|49:)"))
    for minutes, said in ((41, "10 minutes left"), (5, "5 minutes left"), (4, "Time is up")):
        page.clock.fast_forward(minutes * 60_000)
        expect(left).to_have_text(said)
    expect(face).to_have_attribute("data-state", "up")


def test_the_clock_sounds_once_somebody_tapped_for_it(app: Flask, page: Page) -> None:
    evening = Evening(app)
    evening.show()
    evening.change(rounds.start_clock)
    page.clock.install()
    page.goto(f"/tournaments/{evening.id}/clock")
    page.evaluate(
        """() => {
          const start = OscillatorNode.prototype.start;
          document.body.dataset.tones = "";
          OscillatorNode.prototype.start = function (at) {
            document.body.dataset.tones += "!";
            start.call(this, at);
          };
        }"""
    )
    tones, left = page.locator("[data-tones]"), page.locator("[data-left]")
    page.clock.fast_forward(41 * 60_000)
    expect(left).to_have_text("10 minutes left")
    sound = page.get_by_role("button", name="Sound at 10 and 2 minutes and at the end")
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "true")
    for minutes, heard in ((4, "!"), (4, "!!!"), (2, "!!!!!!!")):
        page.clock.fast_forward(minutes * 60_000)
        expect(tones).to_have_attribute("data-tones", heard)
    sound.click()
    expect(sound).to_have_attribute("aria-pressed", "false")
    assert_accessible(page)


def test_what_is_printed_fits_its_pages(app: Flask, page: Page) -> None:
    evening = Evening(app, pairs=MANY)
    evening.show()
    evening.close()
    evening.show()
    pages = {"cards": 2, "slips": 4, "draw": 1, "standings": 1}
    found = {}
    for what in pages:
        page.goto(f"/tournaments/{evening.id}/print/{what}")
        found[what] = page.pdf(prefer_css_page_size=True).count(PAGE_OF_PDF)
    assert found == pages


@walk("what", ["cards", "slips", "draw", "standings"])
def test_nothing_is_cut_off_on_paper(app: Flask, page: Page, what: str) -> None:
    evening = Evening(app, pairs=LONG, name="An evening with a rather long name")
    evening.show()
    evening.close()
    evening.show()
    page.emulate_media(media="print", color_scheme="dark")
    page.set_viewport_size({"width": 718, "height": 1047})
    page.goto(f"/tournaments/{evening.id}/print/{what}")
    cut = page.evaluate(
        "[...document.querySelectorAll('.hall-paper, .hall-paper *')].filter((part) => "
        "part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).display !== 'inline' && "
        "part.clientWidth > 0 || part.matches('.hall-card, .hall-slip') && "
        "part.scrollHeight > part.clientHeight + 1).map((part) => part.outerHTML.slice(0, 80))"
    )
    assert cut == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 718
    parts = page.locator(".hall-paper *")
    colours = parts.evaluate_all("parts => parts.map((part) => getComputedStyle(part).color)")
    assert {*colours} == {"rgb(0, 0, 0)"}
