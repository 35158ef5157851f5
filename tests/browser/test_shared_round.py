"""Four phones enter a round together, and all show the same sheet at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from flask import Flask
from playwright.sync_api import Browser, BrowserContext, Page, expect

from scorekeeper.clubs.roles import Role
from tests.support.clubs import cookie
from tests.support.phone import tap_hand
from tests.support.table import Table

FOUR = ("Pierre", "Jean", "Jacques", "Paul")


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Knock Rummy with four players."""
    return Table(app, "knock", FOUR)


class Phones(dict[str, Page]):
    """Each player's phone, showing the sheet; it is opened when it is first looked at."""

    def __init__(self, open_phone: Callable[[str], Page]) -> None:
        self._open = open_phone

    def __missing__(self, name: str) -> Page:
        self[name] = page = self._open(name)
        return page

    def all(self) -> list[Page]:
        """The phones of all four."""
        return [self[name] for name in FOUR]


@pytest.fixture
def phones(
    app: Flask,
    site: str,
    table: Table,
    browser: Browser,
    browser_context_args: dict[str, object],
) -> Iterator[Phones]:
    """Each player's phone."""
    contexts: list[BrowserContext] = []
    cookies = {name: cookie(app, site, Role.PLAYER, name) for name in FOUR}

    def open_phone(name: str) -> Page:
        context = browser.new_context(**browser_context_args)  # type: ignore[arg-type]
        context.add_cookies([cookies[name]])
        contexts.append(context)
        page = context.new_page()
        page.goto(site + table.address)
        return page

    yield Phones(open_phone)
    for context in contexts:
        context.close()


def sheet(page: Page) -> list[str]:
    """The text of the sheet on a phone."""
    return page.locator(".sheet-table").inner_text().split()


def announce(page: Page, who: str = "Jean", hand: str = "5H") -> None:
    """Enter a hand of the round that Jean ended; the round is then open on all phones."""
    page.get_by_role("link", name="Round over").tap()
    page.get_by_role("radio", name="Jean knocked", exact=True).check()
    tap_hand(page, who, hand)
    page.get_by_role("button", name="Put the key pad away").tap()
    expect(page.locator("#company")).to_contain_text("Open on every phone")


def enter_own(page: Page, name: str, cards: str) -> None:
    """Enter this phone's own hand on the page of the round."""
    page.get_by_role("link", name="Enter your hand").tap()
    tap_hand(page, name, cards)
    page.get_by_role("button", name="Send my hand").tap()


def test_four_phones_play_a_round_together_one_of_them_offline_in_the_middle(
    phones: Phones,
) -> None:
    pierre, jean, jacques, paul = phones.all()
    announce(jean)
    for phone in (pierre, jacques, paul):
        expect(phone.locator("#sheet-now")).to_contain_text("Jean knocked")

    enter_own(pierre, "Pierre", "KS 9D 2C")
    expect(pierre.locator("#together")).to_contain_text("Waiting for")
    expect(pierre.locator("#together")).not_to_contain_text("5H")

    paul.get_by_role("link", name="Enter your hand").tap()
    expect(paul.locator("[data-pad]")).to_be_visible()
    paul.context.set_offline(True)
    tap_hand(paul, "Paul", "8")
    paul.get_by_role("button", name="Send my hand").tap()
    expect(paul.locator("#banner")).to_contain_text("No connection")

    enter_own(jacques, "Jacques", "K Q 8")
    expect(jacques.locator("#together")).to_contain_text("Waiting for Paul")

    paul.context.set_offline(False)
    for phone in (pierre, jacques, paul):
        expect(phone.locator(".ruling__result")).to_have_text("Jean wins +42")
    expect(jean.locator("#preview .ruling__result")).to_have_text("Jean wins +42")

    pierre.get_by_role("button", name="Record").tap()
    for phone in phones.all():
        expect(phone.locator(".sheet-table")).to_be_visible()
        expect(phone.locator("#sheet-title")).to_contain_text("Round 2")
    sheets = [sheet(phone) for phone in phones.all()]
    assert sheets[0] == sheets[1] == sheets[2] == sheets[3]
    assert "+42" in sheets[0]


def test_ones_own_hand_comes_first_and_the_last_hand_shows_everybody_the_ruling(
    phones: Phones,
) -> None:
    pierre, jean, jacques, paul = phones.all()
    paul.get_by_role("link", name="Round over").tap()
    paul.get_by_role("radio", name="Jean knocked", exact=True).check()
    expect(paul.locator(".round-hand--active")).to_have_attribute("data-seat", "3")
    announce(jean, hand="5")
    for page, name, cards in ((pierre, "Pierre", "K 9 2"), (jacques, "Jacques", "K Q 8")):
        expect(page.locator("#sheet-now")).to_contain_text("Jean knocked")
        enter_own(page, name, cards)
    tap_hand(paul, "Paul", "8")
    expect(paul.locator("#preview")).to_contain_text("All the others are in")
    paul.get_by_role("button", name="See the ruling").tap()
    expect(paul.locator("#preview .ruling__result")).to_have_text("Jean wins +42")
    for page in (pierre, jean, jacques):
        expect(page.locator(".ruling__result")).to_have_text("Jean wins +42")
    paul.get_by_role("button", name="Record").tap()
    for page in phones.all():
        expect(page.locator(".sheet-last__result")).to_have_text("Jean wins +42")


def test_input_that_was_not_shared_stays_when_others_discard_the_round(
    phones: Phones,
) -> None:
    jean = phones["Jean"]
    announce(jean)
    tap_hand(jean, "Pierre", "5 A")
    phones["Paul"].goto(jean.url.replace("rounds/new", "round/discard"))
    phones["Paul"].get_by_role("button", name="Throw the round away").tap()
    expect(jean.locator("#company")).to_contain_text("recorded or thrown away")
    expect(jean.locator("[data-chips] .playing-card")).to_have_count(3)
    jean.get_by_role("link", name="See the sheet").tap()
    jean.get_by_role("link", name="Round over").tap()
    expect(jean.get_by_role("radio", name="Jean knocked", exact=True)).not_to_be_checked()


def test_a_reload_keeps_what_was_typed(phones: Phones) -> None:
    jean, paul = phones["Jean"], phones["Paul"]
    announce(jean)
    paul.get_by_role("link", name="Enter your hand").tap()
    tap_hand(paul, "Paul", "8 9")
    expect(paul.locator("#count-3")).to_have_text("17 points")
    paul.reload()
    expect(paul.locator("[data-chips] .playing-card")).to_have_count(2)
    expect(paul.locator("#count-3")).to_have_text("17 points")
    paul.get_by_role("button", name="Send my hand").tap()
    expect(paul.locator("[data-hand]")).to_have_count(0)
    paul.reload()
    expect(paul.locator("#together")).to_contain_text("Waiting for")
    expect(paul.locator("[data-hand]")).to_have_count(0)
    jean.reload()
    expect(jean.get_by_label("Jean knocked", exact=True)).to_be_checked()
    expect(jean.locator("#state-3")).to_contain_text("Paul is in")
    expect(jean.locator("#state-3")).not_to_contain_text("8")
    expect(jean.locator(".round-hand:has(#state-3) > .round-hand__waits")).to_be_hidden()


def test_a_half_typed_hand_is_not_entered_after_a_reload(
    phones: Phones,
) -> None:
    jean, paul = phones["Jean"], phones["Paul"]
    announce(jean, "Paul", "8")
    tap_hand(jean, "Pierre", "K")
    expect(jean.locator("#count-0")).to_have_text("10 points")
    jean.reload()
    expect(jean.locator(".round-hand--active .playing-card")).to_have_count(1)
    expect(jean.locator("#count-0")).to_have_text("10 points")
    expect(paul.locator("#sheet-now")).to_contain_text("Waiting for Pierre, Jean")
    jean.get_by_role("button", name="Put the key pad away").tap()
    expect(paul.locator("#sheet-now")).to_contain_text("Waiting for Jean and")


def test_input_survives_a_look_at_who_has_entered(
    phones: Phones,
) -> None:
    jean = phones["Jean"]
    announce(jean, "Paul", "8")
    tap_hand(jean, "Jean", "7 7")
    expect(jean.locator("#count-1")).to_have_text("14 points")
    jean.get_by_role("link", name="See who is in").tap()
    expect(jean.locator("#together")).to_be_visible()
    jean.go_back()
    expect(jean.get_by_label("Jean knocked", exact=True)).to_be_checked()
    expect(jean.locator("[data-chips] .playing-card")).to_have_count(3)
    expect(jean.locator("#company")).not_to_contain_text("Another phone")


def test_the_player_who_says_how_it_ended_enters_their_own_hand(phones: Phones) -> None:
    pierre, jean, jacques, paul = phones.all()
    jean.get_by_role("link", name="Round over").tap()
    jean.get_by_role("radio", name="Jean knocked", exact=True).check()
    tap_hand(jean, "Jean", "5")
    jean.get_by_role("button", name="Send my hand").tap()
    expect(jean.locator("#together")).to_contain_text("Waiting for Pierre, Jacques and Paul")
    for page, name, cards in (
        (pierre, "Pierre", "9 8 4"),
        (jacques, "Jacques", "K Q 8"),
        (paul, "Paul", "8"),
    ):
        expect(page.locator("#sheet-now")).to_contain_text("Jean knocked")
        enter_own(page, name, cards)
    expect(jean.locator(".ruling__result")).to_have_text("Jean wins +42")
    expect(jean.get_by_text("Your hand is in.")).to_have_count(0)


def test_who_has_no_phone_is_asked_for_before_those_who_have_one(
    app: Flask, site: str, phones: Phones
) -> None:
    jean = phones["Jean"]
    jean.goto(site + Table(app, "knock", (*FOUR, "Zoe")).address)
    jean.get_by_role("link", name="Round over").tap()
    jean.get_by_role("radio", name="Jean knocked", exact=True).check()
    tap_hand(jean, "Jean", "5")
    next_step = jean.locator(".pad-dock > .button--primary:visible")
    expect(next_step).to_have_text("Next: Zoe")
    next_step.tap()
    tap_hand(jean, "Zoe", "8")
    expect(next_step).to_have_text("Send my hand")


def test_an_empty_form_shows_the_round_that_another_phone_opened(
    phones: Phones,
) -> None:
    jean, paul = phones["Jean"], phones["Paul"]
    paul.get_by_role("link", name="Round over").tap()
    announce(jean)
    expect(paul.get_by_role("button", name="Send my hand")).to_be_visible()


def test_the_player_who_went_out_is_not_asked_for_other_hands(phones: Phones) -> None:
    jean = phones["Jean"]
    jean.get_by_role("link", name="Round over").tap()
    jean.get_by_role("radio", name="Jean went rum").check()
    expect(jean.locator(".round-hand--out")).to_contain_text("Jean")
    expect(jean.locator("[data-pad]")).to_be_hidden()


def test_a_hand_sent_offline_arrives_by_itself_once_online(
    phones: Phones,
) -> None:
    jean, paul = phones["Jean"], phones["Paul"]
    announce(jean)
    paul.get_by_role("link", name="Enter your hand").tap()
    tap_hand(paul, "Paul", "8")
    paul.context.set_offline(True)
    paul.get_by_role("button", name="Send my hand").tap()
    expect(paul.locator("#banner")).to_contain_text("is sent as soon as you are back")
    paul.context.set_offline(False)
    expect(paul.locator("[data-hand]")).to_have_count(0)
    expect(paul.locator("#banner")).to_be_hidden()


def test_one_phone_passed_round_enters_all_hands(phones: Phones) -> None:
    _pierre, jean, _jacques, _paul = phones.all()
    jean.get_by_role("link", name="Round over").tap()
    jean.get_by_role("radio", name="Jean knocked", exact=True).check()
    for name, cards in {
        "Pierre": "KS 9D 2C",
        "Jean": "5H",
        "Jacques": "K Q 8",
        "Paul": "8",
    }.items():
        tap_hand(jean, name, cards)
    jean.get_by_role("button", name="Record").click()
    expect(jean.locator("[data-sheet]")).to_be_visible()
    for phone in phones.all():
        expect(phone.locator(".sheet-table")).to_contain_text("+42")


def test_a_hand_entered_on_two_phones_is_decided_by_the_later_one(phones: Phones) -> None:
    jean, paul = phones["Jean"], phones["Paul"]
    announce(jean)
    paul.get_by_role("link", name="Enter your hand").tap()
    tap_hand(jean, "Paul", "9")
    jean.get_by_role("button", name="Put the key pad away").tap()
    expect(paul.locator(".together-progress__seat--in").last).to_contain_text("Paul")
    tap_hand(paul, "Paul", "8")
    paul.get_by_role("button", name="Send my hand").tap()
    expect(paul.locator(".field__errors")).to_contain_text("Jean has just entered 9 for Paul")
    paul.get_by_role("button", name="Send my hand").tap()
    expect(paul.locator("[data-hand]")).to_have_count(0)
    expect(jean.locator("#state-3")).to_contain_text("Paul is in")


def test_a_hidden_page_does_not_poll_and_polls_at_once_when_shown(
    phones: Phones, table: Table
) -> None:
    paul = phones["Paul"]
    # Its clock stands still unless it is told to run.
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
