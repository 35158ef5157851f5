"""A round of modern American Canasta entered in rows: open melds, threes, a special hand."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.support.pages import Visitor, form_fields, words
from tests.support.table import Table
from tests.support.walks import walk
from tests.web.rounds.test_shares import Partners
from tests.web.rounds.test_tally import NEW, PLAYERS, SIDES, THEY, WE, hands_of, news, rows

TYPED = {
    "ending": "out:0",
    "hand-0": "420 / 25",
    "hand-natural-0": "1",
    "hand-mixed-0": "1",
    "hand-red_threes-0": "2",
    "hand-black_threes-0": "1",
    "hand-1": "150 / 60",
    "hand-open-1-aces": "aces",
    "hand-open-1-wild": "wild",
    "hand-held-1": "1",
}
"""Ann went out: 1,695 for her and Cem, −6,210 for the others."""
SPECIAL = {"ending": "special:0", "hand-special-0": "straight", "hand-1": "0 / 20"}


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, "canasta", PLAYERS, preset="american", sides=SIDES)


def test_there_is_a_row_for_each_part(client: Visitor, table: Table) -> None:
    page = client.visit(table.address + NEW)
    assert list(rows(page, 0)) == [
        "Melded cards without red threes and bonuses",
        "Natural 500 each",
        "Mixed 300 each",
        "Aces 2,500 each",
        "Sevens 2,500 each",
        "Wild 2,000 each",
        "Twos 3,000 each",
        "Four jokers 2,500 each",
        "Red threes 100 · 300 · 500 · 1,000",
        "Black threes 100 · 300 · 500 · 1,000",
        "Open melds short of seven cards",
        "Three aces or sevens held −1,500 each",
        "Went out Ann",
        "Left in hand Cem",
        "First meld next round",
        "Only the result with all bonuses",
    ]
    assert words(page, "[data-seat='0'] [data-special]") == "special hand?"


@walk(
    ("rules", "names"),
    {
        "no price of their own for aces and sevens": (
            {"ace_canasta": 0, "seven_canasta": 0},
            "natural mixed wild twos jokers red_threes black_threes held",
        ),
        "wild cards are all alike": (
            {"two_canasta": 0, "joker_canasta": 0},
            "natural mixed aces sevens wild red_threes black_threes held",
        ),
        "only red threes are laid out": (
            {"threes": "red", "held_three": 0},
            "natural mixed aces sevens wild twos jokers red_threes red_threes_left",
        ),
    },
)
def test_what_is_not_played_has_no_row(
    app: Flask, client: Visitor, rules: dict[str, Any], names: str
) -> None:
    table = Table(app, "canasta", PLAYERS, preset="american", sides=SIDES, **rules)
    page = client.visit(table.address + NEW)
    fields = [str(field["name"]) for field in page.select("[data-seat='0'] [data-each]")]
    assert fields == [f"hand-{name}-0" for name in [*names.split(), "net"]]


@walk(
    ("rules", "asked"),
    {
        "aces and sevens": ({"open_wild": 0}, ["aces", "sevens"]),
        "wild cards": ({"open_special": 0}, ["wild cards"]),
        "none": ({"open_special": 0, "open_wild": 0}, []),
    },
)
def test_open_melds_that_cost_nothing_are_not_asked(
    app: Flask, client: Visitor, rules: dict[str, Any], asked: list[str]
) -> None:
    table = Table(app, "canasta", PLAYERS, preset="american", sides=SIDES, **rules)
    page = client.visit(table.address + NEW)
    ticks = page.select("[data-seat='0'] [type='checkbox'][data-price] + span")
    assert [tick.text for tick in ticks] == asked


def test_canasta_proper_asks_for_nothing_more(app: Flask, client: Visitor) -> None:
    plain = Table(app, "canasta", PLAYERS, sides=SIDES)
    page = client.visit(plain.address + NEW)
    assert not page.select("[data-price]")
    assert words(page, "[data-seat='0'] [data-special]") == "concealed?"
    assert "special hand" not in words(page, ".round-endings")


def test_a_round_is_recorded_and_corrected(client: Visitor, table: Table) -> None:
    client.press(table.address + "/rounds/new", TYPED, form="#round")
    assert table.totals == (1695, -6210)
    assert hands_of(client, table) == {
        WE: {
            "melded": 420,
            "left": 25,
            "natural": 1,
            "mixed": 1,
            "red_threes": 2,
            "black_threes": 1,
        },
        THEY: {"melded": 150, "left": 60, "open": ["aces", "wild"], "held": 1},
    }
    page = client.visit(table.address + "/rounds/1/edit")
    sent = form_fields(page.select_one("#round"))
    assert {name: texts for name, texts in sent.items() if name in TYPED} == {
        name: [text] for name, text in TYPED.items()
    }
    assert rows(page, 1)["Open melds short of seven cards"] == "−4,500"


def test_a_special_hand_is_recorded_and_corrected(client: Visitor, table: Table) -> None:
    client.press(table.address + "/rounds/new", SPECIAL, form="#round")
    assert table.totals == (3000, -20)
    assert hands_of(client, table)[WE] == {"special": "straight"}
    page = client.visit(table.address + "/rounds/1/edit")
    sent = form_fields(page.select_one("#round"))
    assert sent["hand-special-0"] == ["straight"]
    assert rows(page, 0)["Special hand"] == "3,000"


def test_what_is_typed_is_counted_at_once(client: Visitor, table: Table) -> None:
    said = news(client, table, TYPED)
    assert words(said, "#count-0") == "+1,695"
    assert words(said, "#points-1-melded") == "−150"
    assert words(said, "#points-1-open-melds") == "−4,500"
    assert words(said, "#points-1-held-three") == "−1,500"
    assert words(news(client, table, SPECIAL), "#points-0-special-hand") == "3,000"


def test_open_melds_are_found_where_melds_are_cards(client: Visitor, table: Table) -> None:
    typed = {"ending": "stock", "hand-0": "K K K K K K K + 7 7 7 + A A A / 9 9", "hand-1": "/ 9 9"}
    assert words(news(client, table, typed), "#points-0-open-melds") == "−5,000"


@walk(
    ("typed", "sentence"),
    {
        "no special hand": (
            {"ending": "special:0", "hand-0": "420 / 25", "hand-1": "/ 20"},
            "Which special hand did Ann have?",
        ),
        "a special hand and melds": (
            SPECIAL | {"hand-0": "420 / 25"},
            "The special hand of Ann & Cem is all that counts: leave the rest out.",
        ),
        "an open meld": (
            TYPED | {"hand-open-0-aces": "aces"},
            "Ann & Cem cannot go out with an open meld of aces.",
        ),
    },
)
def test_what_is_wrong_is_said_at_the_hand(
    client: Visitor, table: Table, typed: dict[str, str], sentence: str
) -> None:
    page = client.visit(table.address + "/rounds/new")
    answer = client.submit(page, typed, form="#round")
    assert answer.status_code == 422
    assert sentence in answer.text.replace("&amp;", "&")
    assert table.totals == (0, 0)


def test_a_special_hand_takes_no_share_of_the_partner(app: Flask) -> None:
    partners = Partners(app, variant="canasta", ending="special:3", preset="american")
    assert [partners.asks(name) for name in PLAYERS] == ["Ann", "Bob", "Cem", "Bob & Dee"]
    partners.give("Dee", "special:pairs")
    assert [partners.asks(name) for name in PLAYERS] == ["Ann", "", "Cem", ""]
    partners.give("Ann", "K 4")
    partners.give("Cem", "9")
    partners.give("Ann", "0 /")
    partners.phones["Ann"].press(partners.address, form=".together__record")
    assert partners.table.totals == (-25, 2500)
