"""An evening of eight pairs on the organiser's phone: one table by phone, the rest on paper."""

from __future__ import annotations

from collections.abc import Callable

from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from scorekeeper.tournaments import tables
from tests.support.accessible import assert_accessible, assert_fits
from tests.support.clubs import the_club
from tests.support.scorebook import play

LONG = "Maximilian-Alexander & Bartholomew"
PAIRS = ("Ann & Cem", "Bob & Dee", "Eva & Fay", "Gus & Hal", "Ida & Jo", "Kim & Lea", "Mia & Nora")
SCORES = ((1345, 580), (900, 1000), (2005, 400), (1010, 1000))


def check(page: Page, place: str) -> None:
    """Check that the page is accessible and fits phones of any size."""
    page.emulate_media(color_scheme="light")
    assert_accessible(page, place)
    assert_fits(page, 390, 320, place=place)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).tap()


def create(page: Page, name: str) -> str:
    """Create a tournament of Burraco with three rounds and eight pairs, and return its address."""
    page.goto("/history")
    page.get_by_role("link", name="Tournaments").tap()
    page.get_by_role("link", name="New tournament").tap()
    page.locator("summary", has_text="Canasta and Burraco").tap()
    page.get_by_role("link", name="Burraco").first.tap()
    expect(page.get_by_role("heading", name="How it is played")).to_be_visible()
    check(page, "new")
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Rounds of the evening").fill("3")
    page.get_by_label("Minutes of a round").fill("50")
    press(page, "Create the tournament")
    names = page.get_by_label("Names")
    names.fill("\n".join((*PAIRS, "Olga & Ann")))
    press(page, "These play")
    expect(page.get_by_text("Line 8: Ann is in pair 1 too.")).to_be_visible()
    check(page, "wrong names")
    names.fill("\n".join((*PAIRS, LONG)))
    press(page, "These play")
    expect(page.get_by_text("8 pairs have entered.")).to_be_visible()
    return page.url.removesuffix("/desk")


def type_slip(page: Page, number: int, totals: tuple[int, int]) -> None:
    """Type the totals of a slip: a tap on the table, two numbers, a tap."""
    page.get_by_role("link", name=f"Table {number} ").tap()
    fields = page.locator("[name=total]")
    expect(fields.first).to_be_focused()
    for place, total in enumerate(totals):
        fields.nth(place).fill(str(total))
    press(page, "Enter these totals")


def play_by_phone(app: Flask, tournament: str, round: int, table: int) -> None:
    """Play three rounds at a table, entered on its phones."""
    with app.app_context():
        row = tables.begin(the_club(), tournament, round, table)
        row = db.session.get_one(GameRow, row.id)
        one, other = (f"{row.players[n]} & {row.players[n + 2]}" for n in (0, 1))
        hands = {one: {"melded": 300, "left": 20}, other: {"melded": 200, "left": 45}}
        play(row, *[{"ending": "stock", "hands": hands}] * 3)


def test_an_evening_of_eight_pairs(app: Flask, page: Page, new_phone: Callable[..., Page]) -> None:
    address = create(page, "Friday")
    tournament = address.rsplit("/", 1)[1]
    fay = new_phone(Role.WATCHER, "Fay")
    for number in (1, 2, 3):
        press(page, f"Draw round {number}")
        expect(page.get_by_text("Only organisers see this draw.")).to_be_visible()
        if number == 1:
            check(page, "draw of the organiser")
            seats = page.locator(".tournament-seat .name")
            first, last = seats.first.inner_text(), seats.last.inner_text()
            page.locator(".tournament-seat").first.tap()
            expect(page.get_by_text(f"it takes the place of {first}")).to_be_visible()
            check(page, "swap")
            page.locator(".tournament-seat").last.tap()
            expect(seats.first).to_have_text(last)
        press(page, "Show it to all")
        expect(page.get_by_text("4 of 4 tables are not done: 1, 2, 3, 4.")).to_be_visible()
        fay.goto(f"{address}/draw")
        expect(fay.get_by_text(f"Round {number} of 3: you are at table")).to_be_visible()
        check(fay, "draw")
        press(page, "Start the clock")
        expect(page.get_by_role("button", name="Close the round")).to_be_visible()
        play_by_phone(app, tournament, number, 1)
        page.reload()
        expect(page.get_by_text("3 of 4 tables are not done: 2, 3, 4.")).to_be_visible()
        check(page, "desk")
        for table in (2, 3, 4):
            type_slip(page, table, SCORES[table - 1])
        expect(page.get_by_text("All tables are done.")).to_be_visible()
        press(page, "Close the round")
        expect(page.get_by_text("The round is closed.")).to_be_visible()
        fay.goto(address)
        expect(fay.get_by_text(f"After round {number} of 3:")).to_be_visible()
    check(fay, "standing")
    fay.locator(".tournament-lines a").first.tap()
    expect(fay.locator(".tournament-lines [data-open] li")).to_have_count(3)
    expect(fay.locator(".tournament-lines > li")).to_have_count(8)
    check(fay, "rounds of a line")
    press(page, "End the tournament")
    expect(page.get_by_text("The tournament is over.")).to_be_visible()
    for part in ("/entrants", "/history", "/desk?round=1", "/desk/1/2"):
        page.goto(address + part)
        check(page, part)
    page.goto("/")
    expect(page.locator(".tournament-card")).to_contain_text("with")
    check(page, "home")


def test_an_evening_without_javascript(new_phone: Callable[..., Page]) -> None:
    page = new_phone(Role.KEEPER, "Ann", java_script_enabled=False)
    address = create_plain(page)
    press(page, "Draw round 1")
    seats = page.locator(".tournament-seat .name")
    first, last = seats.first.inner_text(), seats.last.inner_text()
    page.locator(".tournament-seat").first.tap()
    page.locator(".tournament-seat").last.tap()
    expect(seats.first).to_have_text(last)
    expect(seats.last).to_have_text(first)
    press(page, "Show it to all")
    for number in (1, 2):
        page.get_by_role("link", name=f"Table {number} ").tap()
        for place, total in enumerate(SCORES[number - 1]):
            page.locator("[name=total]").nth(place).fill(str(total))
        press(page, "Enter these totals")
    press(page, "Close the round")
    expect(page.get_by_text("The round is closed.")).to_be_visible()
    page.goto(address)
    page.locator(".tournament-lines a").first.tap()
    expect(page.locator(".tournament-lines [data-open] li")).to_have_count(1)
    page.goto(f"{address}/history")
    press(page, "Undo: Round 1 closed")
    expect(page.get_by_text("All tables are done.")).to_be_visible()


def create_plain(page: Page) -> str:
    """Create a tournament of four pairs without a clock, and return its address."""
    page.goto("/tournaments/new?variant=burraco")
    press(page, "Create the tournament")
    page.get_by_label("Names").fill("\n".join(PAIRS[:4]))
    press(page, "These play")
    expect(page.get_by_text("4 pairs have entered.")).to_be_visible()
    return page.url.removesuffix("/desk")
