"""The judge’s desk for rounds of partners, with hands and totals by side."""

from __future__ import annotations

from flask import Flask

from tests.support.disputes import words
from tests.support.pages import Visitor, link_named
from tests.support.table import Table
from tests.support.walks import walk

FOUR = ("Ann", "Bob", "Cem", "Dee")
SIDES = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
WON = {"melded": 420, "natural": 1, "mixed": 1, "red_threes": 2, "left": 25}
LOST = {"melded": 110, "red_threes": 1, "left": "K A JK"}


def test_a_recorded_round_of_partners_opens_at_the_desk(app: Flask, client: Visitor) -> None:
    table = Table(app, "canasta", FOUR, sides=SIDES)
    table.record("out", "Ann", hands={"Ann & Cem": WON, "Bob & Dee": LOST})
    table.record("out", "Bob", hands={"Ann & Cem": 85, "Bob & Dee": WON})
    page = client.visit(
        str(link_named(client.visit(f"{table.address}/rounds/2"), "Is this correct?")["href"])
    )
    assert words(page, "#then + p") == "Ann & Cem 1,410, Bob & Dee 1,625"
    assert "Ann & Cem" in words(page, ".ruling-hands")
    assert page.select_one("#total-0")["value"] == "1495"
    assert page.select_one("#total-1")["value"] == "130"
    assert not page.select("#total-2, #hand-2, #sides")


def test_a_round_of_partners_is_typed_by_side(client: Visitor) -> None:
    query = {
        "variant": "canasta",
        "players": "4",
        "ending": "out:0",
        "hand-0": "420 / 25",
        "hand-natural-0": "1",
        "hand-mixed-0": "1",
        "hand-red_threes-0": "2",
        "hand-1": "120 / K A JK",
        "hand-red_threes-1": "1",
        "total-1": "4800",
    }
    asked = client.get("/judge", query_string=query)
    page = client.visit(asked.location)
    assert "1495" in words(page, ".ruling__result").replace(",", "")
    assert "wins the game" not in words(page)
    others = [rule.words for rule in page.select(".judge-other__rule")]
    assert "Red threes count for you: once you have a canasta" in others
    assert [each for each in others if "going out" in each] == ["Bonus for going out: 0"]


def test_a_special_hand_and_open_melds_are_judged(client: Visitor) -> None:
    query = {
        "variant": "canasta",
        "preset": "american",
        "players": "4",
        "ending": "special:0",
        "hand-special-0": "garbage",
        "hand-1": "190 / 60",
        "hand-mixed-1": "1",
        "hand-open-1-sevens": "sevens",
    }
    page = client.visit(client.get("/judge", query_string=query).location)
    assert words(page, ".ruling__result").endswith("+3,000")
    assert "An open meld: sevens −2,500" in words(page, "#answer")
    others = [rule.words for rule in page.select(".judge-other__rule")]
    assert "Special hands: four, as on pagat.com" in others


def test_six_choose_their_sides(client: Visitor) -> None:
    page = client.visit("/judge?variant=canasta&players=6")
    shown = [each.text.strip() for each in page.select("#sides label")]
    assert shown == [
        "Ann, Cem & Eva".replace(", ", " & ") + " and Bob & Dee & Fay",
        "Ann & Dee, Bob & Eva and Cem & Fay",
    ]
    assert len(page.select("[data-hand]")) == 2
    page = client.visit("/judge?variant=canasta&players=6&sides=3")
    assert len(page.select("[data-hand]")) == 3


@walk(("sides", "hands"), [("", 4), ("2", 2), ("7", 4)])
def test_where_nobody_needs_a_partner_all_play_alone_unless_said(
    client: Visitor, sides: str, hands: int
) -> None:
    page = client.visit(f"/judge?variant=rummy-500&players=4&sides={sides}")
    assert len(page.select("[data-hand]")) == hands


def test_the_desk_calls_a_side_as_its_sheet_does(app: Flask, client: Visitor) -> None:
    sides = {"We": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
    table = Table(app, "canasta", FOUR, sides=sides)
    table.record("out", "Ann", hands={"We": WON, "Bob & Dee": LOST})
    link = str(link_named(client.visit(f"{table.address}/rounds/1"), "Is this correct?")["href"])
    assert "side-0=We" in link
    assert "side-1" not in link
    page = client.visit(link)
    assert words(page, ".ruling__result") == "We go out, +1,495"
    assert page.select_one("[name=side-0]")["value"] == "We"


@walk("name", ["Bob", "x" * 131, "Bob & Dee"])
def test_a_side_that_cannot_be_called_so_is_called_after_its_players(
    client: Visitor, name: str
) -> None:
    page = client.visit(
        "/judge", query_string={"variant": "canasta", "players": "4", "side-0": name}
    )
    assert "Ann & Cem" in words(page, ".round-hands")
