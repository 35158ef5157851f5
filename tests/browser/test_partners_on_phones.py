"""Partners on four phones: each enters their own cards, and one of a side its melds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from flask import Flask
from playwright.sync_api import Page, expect

from scorekeeper.clubs.roles import Role
from scorekeeper.rummy import score
from tests.support.accessible import assert_accessible, assert_fits
from tests.support.clubs import cookie
from tests.support.phone import assert_large_text_fits, end_round, tap_count, tap_hand
from tests.support.table import Table

PLAYERS = ("Ann", "Bob", "Cem", "Dee")
SIDES = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
CONTENT = {"Natural": "natural", "Mixed": "mixed", "Red threes": "red_threes"}


@dataclass(frozen=True)
class Melds:
    """The melds of a side: their points, and the number of each part."""

    count: int
    parts: dict[str, int] = field(default_factory=dict)

    @property
    def written(self) -> dict[str, int]:
        """The melds in the form of a document."""
        return {"melded": self.count} | {CONTENT[name]: many for name, many in self.parts.items()}


@dataclass(frozen=True)
class Played:
    """A round of Canasta, with each player’s own cards: cards, a count, or red threes as well."""

    ending: str
    melds: dict[str, Melds]
    held: dict[str, str | int]
    red_threes_held: dict[str, int] = field(default_factory=dict)
    left: dict[str, str | int] = field(default_factory=dict)


ROUNDS = [
    Played(
        "Ann went out",
        {
            "Ann & Cem": Melds(420, {"Natural": 1, "Mixed": 1, "Red threes": 2}),
            "Bob & Dee": Melds(110, {"Red threes": 1}),
        },
        {"Bob": "K A", "Cem": "9 10", "Dee": "JK"},
        left={"Ann & Cem": "9 T", "Bob & Dee": "K A JK"},
    ),
    Played(
        "Bob went out concealed",
        {"Ann & Cem": Melds(0, {"Red threes": 4}), "Bob & Dee": Melds(280, {"Mixed": 1})},
        {"Ann": "2", "Cem": 5, "Dee": 15},
        left={"Ann & Cem": 25, "Bob & Dee": 15},
    ),
    Played(
        "The stock ran out",
        {"Ann & Cem": Melds(900, {"Natural": 2}), "Bob & Dee": Melds(60)},
        {"Ann": 10, "Bob": "4", "Cem": "5", "Dee": "7"},
        {"Dee": 1},
        left={"Ann & Cem": 15, "Bob & Dee": "4 7"},
    ),
]
FINAL = {"Ann & Cem": 1500 - 825 + 1885, "Bob & Dee": 130 + 765 - 450}

Phones = dict[str, Page]


@pytest.fixture
def table(app: Flask) -> Table:
    """A short game of Canasta."""
    return Table(app, "canasta", PLAYERS, sides=SIDES, target=2000)


@pytest.fixture
def phones(app: Flask, site: str, table: Table, new_phone: Callable[..., Page]) -> Phones:
    """The phone of each player, at the sheet."""
    cookies = {name: cookie(app, site, Role.PLAYER, name) for name in PLAYERS}
    opened = {}
    for name in PLAYERS:
        opened[name] = page = new_phone()
        page.context.add_cookies([cookies[name]])
        page.goto(table.address)
    return opened


def test_a_whole_game_of_canasta_on_four_phones_ends_as_the_rules_say(phones: Phones) -> None:
    for number, played in enumerate(ROUNDS, start=1):
        end_round(phones["Bob"], played.ending)
        for name, page in phones.items():
            expect(page.locator("#together h1")).to_contain_text(played.ending)
            _give_all(page, name, played)
        for page in phones.values():
            expect(page.locator(".ruling__result")).to_be_visible()
        phones["Dee"].get_by_role("button", name="Record").tap()
        if number < len(ROUNDS):
            for page in phones.values():
                expect(page.locator("#sheet-title")).to_contain_text(f"Round {number + 1}")
    for page in phones.values():
        expect(page.locator("h1")).to_have_text("Ann & Cem win")
    address = phones["Ann"].url.split("?")[0]
    document = phones["Ann"].request.get(f"{address}/document").json()
    assert [each["hands"] for each in document["rounds"]] == [
        {side: _whole(played, side) for side in SIDES} for played in ROUNDS
    ]
    assert score(document).as_json()["final"] == FINAL
    totals = phones["Cem"].locator(".podium__total").all_inner_texts()
    assert sorted(int(each.split()[0].replace(",", "")) for each in totals) == sorted(
        FINAL.values()
    )


def _whole(played: Played, side: str) -> dict[str, Any]:
    """Return the hand of a side from its partners’ shares."""
    held = sum(played.red_threes_held.get(name, 0) for name in SIDES[side])
    whole = played.melds[side].written | {"left": played.left[side]}
    return whole | ({"red_threes_left": held} if held else {})


def _give_all(page: Page, name: str, played: Played) -> None:
    """Enter all that a phone asks for."""
    [side] = [side for side, names in SIDES.items() if name in names]
    if name in played.held:
        expect(page.locator(".together-call__asks")).to_have_text("Your hand?")
        tap_hand(page, name, played.held[name])
        if red_threes := played.red_threes_held.get(name):
            page.locator(".round-hand__rare > summary").tap()
            page.get_by_label("Red threes held to the end").last.fill(str(red_threes))
        page.get_by_role("button", name="Send my hand").tap()
    if name == _giver(played, side):
        expect(page.locator(".together-call__asks")).to_have_text("What did you meld?")
        _give_melds(page, side, played.melds[side])
    expect(page.locator("#round")).to_have_count(0)


def _giver(played: Played, side: str) -> str:
    """Return the player who enters a side’s melds: the one who went out, or the first to enter."""
    first, second = SIDES[side]
    return second if second not in played.held else first


def _give_melds(page: Page, side: str, melds: Melds) -> None:
    tap_count(page, melds.count)
    for name, many in melds.parts.items():
        row = page.get_by_role("group", name=f"{side}: {name}")
        for place in range(many):
            cards = row.locator("[data-touch]")
            (cards.nth(place) if cards.count() else row.get_by_label("One more")).tap()
    page.get_by_role("button", name="Send our melds").tap()


def test_each_page_can_be_used_and_fits(phones: Phones) -> None:
    """The pages are those for cards, for melds, and for waiting, in light and dark."""
    played = ROUNDS[0]
    end_round(phones["Ann"], played.ending)
    for name in ("Ann", "Bob"):
        _look(phones[name], name)
    for name in ("Ann", "Cem", "Bob"):
        _give_all(phones[name], name, played)
    expect(phones["Cem"].locator("#together h1")).to_have_text("Waiting for Dee")
    _look(phones["Cem"], "waiting")


@pytest.mark.parametrize("height", [844, 568])
def test_what_else_can_be_given_is_above_the_keys_at_the_foot(phones: Phones, height: int) -> None:
    bob = phones["Bob"]
    end_round(phones["Ann"], "Ann went out")
    bob.set_viewport_size({"width": 390, "height": height})
    expect(bob.locator("[data-pad]")).to_be_visible()
    bob.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    result, dock = (
        bob.locator(part).evaluate("part => part.getBoundingClientRect().toJSON()")
        for part in ("a:text('Only the result of')", ".pad-dock")
    )
    assert round(dock["bottom"]) == height
    assert int(result["bottom"]) <= dock["top"]


def _look(page: Page, place: str) -> None:
    expect(page.locator("#together")).to_be_visible()
    assert_accessible(page, place)
    assert_fits(page, 390, 320, place=place)
    assert_large_text_fits(page)
