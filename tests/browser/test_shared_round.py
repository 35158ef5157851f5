"""Four phones enter a round together, and all show the same sheet at the end."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.clubs.clubs import set_shared_entry
from scorekeeper.clubs.roles import Role
from tests.support.clubs import cookie, the_club
from tests.support.documents import FOUR
from tests.support.phone import end_round, tap_hand
from tests.support.table import Table


class Phones(dict[str, Page]):
    """Each player’s phone, on the sheet. A phone is opened at its first use."""

    def __init__(self, open_phone: Callable[[str], Page]) -> None:
        self._open = open_phone

    def __missing__(self, name: str) -> Page:
        self[name] = page = self._open(name)
        return page

    def all(self) -> list[Page]:
        """The phones of all four."""
        return [self[name] for name in FOUR]


@pytest.fixture
def phones(app: Flask, site: str, table: Table, new_phone: Callable[..., Page]) -> Phones:
    cookies = {name: cookie(app, site, Role.PLAYER, name) for name in FOUR}

    def open_phone(name: str) -> Page:
        page = new_phone()
        page.context.add_cookies([cookies[name]])
        page.goto(table.address)
        return page

    return Phones(open_phone)


def sheet(page: Page) -> list[str]:
    """Return the words of the sheet’s table on a phone."""
    return page.locator(".sheet-table").inner_text().split()


def announce(page: Page, ending: str = "Jean knocked") -> None:
    """Announce the round’s ending on the sheet, and wait until the round is open."""
    end_round(page, ending)
    expect(page.locator("#together h1")).to_contain_text(ending)


def send(page: Page, name: str, cards: str) -> None:
    """Enter the hand that this phone asks for, and send it."""
    tap_hand(page, name, cards)
    page.locator("[data-submit]").tap()
    expect(page.locator("[data-hand]")).to_have_count(0)


def test_the_end_of_a_round_is_announced_and_every_phone_asks_for_its_hand(phones: Phones) -> None:
    pierre, jean, jacques, paul = phones.all()
    announce(jean)
    for phone in phones.all():
        expect(phone.locator("#together h1")).to_have_text("Jean knocked Your hand?")
        expect(phone.locator("[data-pad]")).to_be_visible()
    send(pierre, "Pierre", "KS 9D 2C")
    expect(pierre.locator("#together h1")).to_contain_text("Waiting for")
    expect(jean.locator(".together-strip__mark")).to_have_count(1)
    send(jean, "Jean", "5H")
    expect(pierre.locator("#together h1")).to_have_text("Waiting for Jacques and Paul")
    expect(pierre.locator(".together-seat__count")).to_have_text(["21"])
    expect(jean.locator(".together-seat__count")).to_have_text(["5"])

    tap_hand(paul, "Paul", "8")
    paul.context.set_offline(True)
    paul.get_by_role("button", name="Send my hand").tap()
    expect(paul.locator("#banner")).to_contain_text("is sent as soon as you are back")
    send(jacques, "Jacques", "K Q 8")
    expect(jacques.locator("#together h1")).to_have_text("Waiting for Paul")

    paul.context.set_offline(False)
    for phone in phones.all():
        expect(phone.locator(".ruling__result")).to_have_text("Jean scores 42")
        expect(phone.get_by_role("button", name="Record")).to_be_visible()
    expect(pierre.locator(".together-turning .laid__name")).to_have_text(
        ["Jean", "Jacques", "Paul"]
    )
    pierre.get_by_role("button", name="Record").tap()
    for phone in phones.all():
        expect(phone.locator("#sheet-title")).to_contain_text("Round 2")
    sheets = [sheet(phone) for phone in phones.all()]
    assert sheets[0] == sheets[1] == sheets[2] == sheets[3]
    assert "+42" in sheets[0]


def test_input_stays_where_others_discard_the_round(phones: Phones) -> None:
    jean, paul = phones["Jean"], phones["Paul"]
    announce(jean)
    tap_hand(paul, "Paul", "5 A")
    jean.goto(jean.url + "/discard")
    jean.get_by_role("button", name="Discard the round").tap()
    expect(paul.locator(".sheet-news")).to_contain_text("Jean discarded the round")
    announce(jean)
    expect(paul.locator("[data-hand]")).to_be_visible()
    expect(paul.locator("[data-chips] .playing-card")).to_have_count(0)


def test_a_reload_keeps_what_was_typed(phones: Phones) -> None:
    jean, paul = phones["Jean"], phones["Paul"]
    announce(jean)
    tap_hand(paul, "Paul", "8 9")
    expect(paul.locator("#count-3")).to_have_text("17 points")
    paul.reload()
    expect(paul.locator("[data-chips] .playing-card")).to_have_count(2)
    expect(paul.locator("#count-3")).to_have_text("17 points")
    paul.get_by_role("button", name="Send my hand").tap()
    expect(paul.locator("[data-hand]")).to_have_count(0)
    paul.reload()
    expect(paul.locator("#together h1")).to_contain_text("Waiting for")
    expect(paul.locator("[data-hand]")).to_have_count(0)


def test_whoever_does_something_else_is_told_and_led_away_by_nothing(phones: Phones) -> None:
    reads, jean, looks, paul = phones.all()
    reads.goto(reads.url + "/trail")
    before = reads.locator("h1").bounding_box()
    looks.get_by_label("Menu").tap()
    announce(jean)

    expect(reads.locator("#announced")).to_contain_text("Jean knocked")
    assert reads.locator("h1").bounding_box() == before
    reads.locator("#announced a").tap()
    expect(reads.locator("[data-pad]")).to_be_visible()

    expect(looks.locator("#sheet-now")).to_contain_text("Jean knocked")
    expect(looks.get_by_role("link", name="Big screen")).to_be_visible()
    looks.get_by_label("Menu").tap()
    looks.get_by_role("link", name="Enter your hand").tap()
    expect(looks.locator("[data-pad]")).to_be_visible()

    expect(paul.locator("[data-pad]")).to_be_visible()
    paul.get_by_role("link", name="Back to the sheet").tap()
    expect(paul.locator("#sheet-now")).to_contain_text("Waiting for")
    send(jean, "Jean", "5")
    expect(paul.locator("#sheet-now .sheet-progress__seat--in")).to_have_count(1)


def test_an_open_hand_turns_over_once_when_it_comes(app: Flask, phones: Phones) -> None:
    with app.app_context():
        set_shared_entry(the_club(), all_agree=False, shows_at_once=True)
    pierre, jean, _jacques, paul = phones.all()
    announce(jean)
    expect(paul.locator(".together-dots")).to_have_count(4)
    before = paul.locator("[data-hand]").bounding_box()
    send(jean, "Jean", "5")
    expect(paul.locator(".together-strip__mark")).to_have_count(1)
    assert paul.locator("[data-hand]").bounding_box() == before, "nothing moves when a hand comes"
    expect(jean.locator(".together-turning")).to_have_count(0)
    send(paul, "Paul", "K 9")
    turning = jean.locator(".together-turning")
    expect(turning).to_contain_text("Paul")
    cards = turning.locator(".playing-card")
    assert [each.evaluate("card => card.style.animationDelay") for each in cards.all()] == [
        "0ms",
        "90ms",
    ]
    for motion, animation in (("no-preference", "together-turning"), ("reduce", "none")):
        jean.emulate_media(reduced_motion=motion)
        named = "card => getComputedStyle(card).animationName"
        assert cards.first.evaluate(named) == animation
    send(pierre, "Pierre", "Q")
    expect(turning).to_have_count(1)
    expect(turning).to_contain_text("Pierre")


def test_a_hidden_page_does_not_poll_and_polls_at_once_when_shown(
    phones: Phones, table: Table
) -> None:
    paul = phones["Paul"]
    # The clock stands still until the test moves it.
    paul.clock.install(time=0)
    paul.clock.pause_at(1)
    paul.reload()
    asked: list[str] = []
    paul.on("request", lambda request: asked.append(request.url))
    paul.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    table.knock("Jean", Pierre=21, Jean=5, Jacques=28, Paul=8)
    paul.clock.run_for(10_000)
    assert not [url for url in asked if "/live" in url]
    paul.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", {value: false, configurable: true});
          document.dispatchEvent(new Event("visibilitychange"));
        }"""
    )
    expect(paul.locator(".sheet-table")).to_contain_text("+42")


def test_long_names_do_not_run_into_each_other_on_the_smallest_phone(
    app: Flask, site: str, new_phone: Callable[..., Page]
) -> None:
    names = ("Annegret", "Bernhard", "Maximilian", "Katharina")
    table, page = Table(app, "knock", names), new_phone()
    # With two phones in the club, all enter the round together.
    page.context.add_cookies([cookie(app, site, Role.PLAYER, names[1])])
    page.context.add_cookies([cookie(app, site, Role.PLAYER, names[0])])
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(table.address)
    announce(page, "Annegret knocked")
    expect(page.locator("[data-pad]")).to_be_visible()
    edges = page.locator(".together-strip__seat > .name").evaluate_all(
        "all => all.map((name) => name.getBoundingClientRect()).map((box) => [box.left, box.right])"
    )
    assert len(edges) == len(names)
    assert all(end <= start for (_, end), (start, _) in pairwise(edges))
