"""Every page of a game in a real browser: accessible in light and dark, and fitting the phone."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.storage.database import write
from scorekeeper.storage.models import GameRow
from tests.support.accessible import assert_accessible, assert_fits
from tests.support.table import Table
from tests.support.walks import walk

EIGHT = ("Alexandra", "Bo", "Christophe", "Dominique", "Eve", "Fred", "Gertrude", "Hippolyte")
PAGES = (
    "",
    "/rounds/new",
    "/rounds/1",
    "/rounds/1/edit",
    "/rounds/1/remove",
    "/rounds/adjust",
    "/trail",
    "/call",
    "/delete",
)


def eight(app: Flask) -> Table:
    """A game of Three Thirteen with eight long names."""
    table = Table(app, "three-thirteen", EIGHT, preset="high")
    table.record(
        "out",
        "Bo",
        entered_by="Eve",
        hands={name: "K 9 JK" if name != "Eve" else 0 for name in EIGHT if name != "Bo"},
        note="A note that is rather long, as notes are",
    )
    return table


def hollywood(app: Flask) -> Table:
    """A game of Hollywood Gin in play."""
    table = Table(app, "hollywood", ("Maximilian", "Maximiliane"), preset="modern", gin_bonus=30)
    for points in (18, 12, 40):
        table.knock("Maximilian", Maximilian="7S", Maximiliane=points + 7)
    table.knock("Maximiliane", Maximilian="7S 7H 7D KS", Maximiliane="2C")
    return table


def ended(app: Flask) -> Table:
    """A finished game of Knock Rummy."""
    table = Table(app, "knock", ("Pierre", "Jean", "Jacques", "Paul"), target=20)
    table.knock("Jean", Pierre="KS 9D 2C", Jean="5H", Jacques="QS QD QH", Paul=8)
    return table


@walk(
    ("make", "pages"),
    [(eight, PAGES), (hollywood, ("", "/rounds/new", "/rounds/4")), (ended, ("", "/rounds/1"))],
)
def test_the_pages_of_a_game_are_accessible_and_no_wider_than_the_screen(
    app: Flask, page: Page, make: Callable[[Flask], Table], pages: tuple[str, ...]
) -> None:
    table = make(app)
    for path in pages:
        page.goto(table.address + path)
        assert_accessible(page, path)
        assert_fits(page, 320, 390, 1280, place=path)


def test_the_key_pad_is_accessible(app: Flask, page: Page) -> None:
    page.goto(eight(app).address + "/rounds/new")
    page.locator("#hand-0").focus()
    page.locator("[data-mode=suits]").click()
    page.locator("[data-suit=H]").click()
    page.locator("[data-key=K]").click()
    page.locator(".round-hand--active .playing-card").wait_for()
    assert_accessible(page)


@walk("width", [320, 390])
def test_long_names_stay_on_the_screen_in_the_history_and_in_the_ruling(
    app: Flask, page: Page, width: int
) -> None:
    names = ("Bartholomaeus" * 3, "Wolkenkratzerbauer" * 2)
    table = Table(app, players=names)
    table.record(
        "knock",
        names[0],
        hands={names[0]: "9", names[1]: "KS QD 7C"},
        adjustments=[{"player": names[1], "points": -20, "note": "looked"}],
        note="Donaudampfschifffahrtsgesellschaftskapitaen",
    )
    page.set_viewport_size({"width": width, "height": 640})
    for path in ("/trail", "/rounds/1"):
        page.goto(table.address + path)
        beyond = page.locator(".facts :is(dt, dd), .table :is(th, td)").evaluate_all(
            "parts => parts.map((part) => [part, part.getBoundingClientRect()])"
            ".filter(([part, { left }]) => left + part.scrollWidth > innerWidth)"
            ".map(([part]) => part.textContent)"
        )
        assert beyond == [], path


def test_every_target_of_the_key_pad_is_large_enough_for_a_thumb(app: Flask, page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(eight(app).address + "/rounds/new")
    page.locator("#hand-0").focus()
    sizes = page.locator(".pad-dock button:visible").evaluate_all(
        "keys => keys.map((key) => [key.offsetWidth, key.offsetHeight])"
    )
    assert len(sizes) > 15
    assert min(min(size) for size in sizes) >= 44


@walk("size", [(640, 320), (740, 360), (844, 390)])
@walk("variant", ["gin", "three-thirteen"])
def test_on_a_phone_on_its_side_the_field_is_in_sight_above_the_pad(
    app: Flask, page: Page, variant: str, size: tuple[int, int]
) -> None:
    def is_well_laid_out() -> bool:
        """Check if the field is above the key pad, and every key is large enough for a thumb."""
        field, dock = page.locator(".round-hand--active .input"), page.locator(".pad-dock")
        lies, pad = field.bounding_box(), dock.bounding_box()
        keys = dock.locator("button:visible").evaluate_all(
            "keys => keys.map((key) => Math.min(key.offsetWidth, key.offsetHeight))"
        )
        assert pad["y"] + pad["height"] <= size[1]
        return lies["y"] >= 0 and lies["y"] + lies["height"] <= pad["y"] and min(keys) >= 44

    table = Table(app, variant, preset="plain" if variant == "gin" else "high")
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(table.address + "/rounds/new")
    page.get_by_label("Ann knocked" if variant == "gin" else "Ann went out").check()
    page.locator("#hand-1").focus()
    assert is_well_laid_out()
    tops = page.locator("[data-key]").evaluate_all(
        "keys => keys.map((key) => key.getBoundingClientRect().top)"
    )
    assert len(set(tops)) == 1
    for mode in ("suits", "count"):
        page.locator(f"[data-mode={mode}]").dispatch_event("click")
        assert is_well_laid_out(), mode
    if variant == "gin":
        page.locator(".round-hand--active [data-whole]").dispatch_event("click")
        for key in "A23456789T":
            page.locator(f"[data-key='{key}']").dispatch_event("pointerdown")
        assert is_well_laid_out()


def test_links_that_stand_alone_are_large_enough_to_tap(app: Flask, page: Page) -> None:
    table = Table(app)
    table.knock("Ann", Ann="9", Bob="2")
    for path in ("", "/rounds/new", "/rounds/1", "/trail", "/watch"):
        page.goto(table.address + path)
        sizes = page.locator("main :is(.badge, .crumb, td) > a:visible").evaluate_all(
            "links => links.map((link) => link.getBoundingClientRect())"
            ".map(({ width, height }) => Math.min(width, height))"
        )
        assert min(sizes, default=24) >= 24, path


def test_long_names_that_differ_late_are_told_apart_on_the_sheet(app: Flask, page: Page) -> None:
    table = Table(app, "knock", ("Maximilian-Alexander I", "Maximilian-Alexander II", "Bo"))
    table.record("void")
    page.goto(table.address)
    names = page.locator(".board-row__name")
    cut = "names => names.filter((name) => name.scrollWidth > name.clientWidth + 1).length"
    assert (names.count(), names.evaluate_all(cut)) == (3, 0)
    heads = page.locator(".sheet-table thead .face").evaluate_all(
        "faces => faces.map((each) => getComputedStyle(each).backgroundColor)"
    )
    assert len({*heads}) == 3


def test_how_long_a_game_lasted_leaves_room_for_the_menu(app: Flask, page: Page) -> None:
    table = ended(app)
    with app.app_context(), write() as session:
        session.get_one(GameRow, table.id).created_at -= timedelta(minutes=95)
    page.goto(table.address)
    parts = page.locator(".end__game > span")
    expect(parts).to_have_text(["Knock Rummy", "95 minutes"])
    lasted = parts.last.bounding_box()
    menu = page.locator(".sheet-menu > summary").bounding_box()
    assert lasted["x"] + lasted["width"] <= menu["x"]


def test_the_hand_that_is_entered_is_in_sight_above_the_pad_of_a_small_phone(
    app: Flask, page: Page
) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(eight(app).address + "/rounds/new")
    page.locator("#hand-4").focus()
    page.locator("[data-mode=suits]").click()
    page.locator("[data-key=K]").click()
    hand, dock = (
        page.locator(".round-hand--active").bounding_box(),
        page.locator(".pad-dock").bounding_box(),
    )
    assert hand["y"] >= 0
    assert hand["y"] + hand["height"] <= dock["y"]
    expect(page.get_by_role("button", name="Next: Fred")).to_be_visible()
    expect(page.get_by_role("button", name="Record")).to_be_hidden()


def test_a_total_rolls_to_its_new_value_where_motion_is_welcome(app: Flask, page: Page) -> None:
    table = Table(app)
    page.goto(table.address)
    page.evaluate(
        """() => {
          globalThis.shown = [];
          new MutationObserver(() => shown.push(document.querySelector("[data-total]").textContent))
            .observe(document.body, { subtree: true, childList: true, characterData: true });
        }"""
    )
    table.knock("Ann", Ann=3, Bob=43)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-total='0']")).to_have_text("40")
    assert len({*page.evaluate("shown")}) > 2
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("shown.length = 0")
    table.knock("Ann", Ann=3, Bob=13)
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(page.locator("[data-total='0']")).to_have_text("50")
    assert {*page.evaluate("shown")} <= {"40", "50"}
