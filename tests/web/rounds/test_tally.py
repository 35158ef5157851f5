"""A round entered in rows: each part of a side’s hand with its points, one side after the other."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from tests.support.elements import Element, parse
from tests.support.pages import HTMX, Visitor, form_fields, read, words
from tests.support.table import Table
from tests.support.walks import walk

PLAYERS = ("Ann", "Bob", "Cem", "Dee")
SIDES = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
WE, THEY = SIDES
NEW = "/rounds/new?ending=out:0"
TYPED = {
    "ending": "out:0",
    "hand-0": "420 / 25",
    "hand-natural-0": "1",
    "hand-mixed-0": "1",
    "hand-red_threes-0": "2",
    "hand-1": "110 / K A JK",
    "hand-red_threes-1": "1",
}
"""Ann went out: 1,495 for her and Cem, 130 for the others."""


@pytest.fixture
def table(app: Flask) -> Table:
    return Table(app, "canasta", PLAYERS, sides=SIDES)


def rows(page: Element, side: int) -> dict[str, str]:
    """Return the points of each visible row of a side, by its words."""
    found = page.select(f"[data-tally][data-seat='{side}'] .tally__row:not([hidden])")
    return {words(row, ".tally__words"): words(row, ".tally__points") for row in found}


def news(client: Visitor, table: Table, typed: dict[str, str]) -> Element:
    """Return the preview of a round being typed."""
    page = client.visit(table.address + NEW)
    answer = client.submit(
        page, typed, form="#round", button="[data-preview]", headers=HTMX, buffered=True
    )
    assert answer.status_code == 200
    return parse(answer.text)


def hands_of(client: Visitor, table: Table) -> Any:
    """Return the hands of the first round, as in its document."""
    return client.get(table.address + "/document").json["rounds"][0]["hands"]


@walk("variant", ["canasta", "hand-and-foot", "burraco"])
def test_whatever_the_server_says_of_a_row_has_its_place_on_the_page(
    app: Flask, client: Visitor, variant: str
) -> None:
    table = Table(app, variant, PLAYERS, sides=SIDES)
    page, answer = client.visit(table.address + NEW), news(client, table, {"ending": "out:0"})
    told = {part["id"] for part in answer.select("[hx-swap-oob]")}
    assert told
    assert told <= {part["id"] for part in page.select("[id]")}


def test_a_side_out_without_the_pot_is_told_below_the_row_of_the_pot(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "burraco", PLAYERS, sides=SIDES)
    typed = {"ending": "out:0", "hand-0": "300 / 5", "hand-dirty-0": "1", "hand-1": "110 / 20"}
    without_pot = typed | {"hand-pot-0": "no"}
    form = client.visit(table.address + NEW)
    page = read(client.submit(form, without_pot, form="#round"), 422)
    [told] = page.select(".tally__row:has([name=hand-pot-0]) + .field__errors")
    assert words(told) == "Ann cannot go out: the pot was not taken."


def test_the_rows_are_in_the_order_in_which_one_counts(client: Visitor, table: Table) -> None:
    page = client.visit(table.address + NEW)
    assert list(rows(page, 0)) == [
        "Melded cards without red threes and bonuses",
        "Natural 500 each",
        "Mixed 300 each",
        "Red threes 100 each",
        "Red threes held to the end −500 each",
        "Went out Ann",
        "Left in hand Cem",
        "First meld next round",
        "Only the result with all bonuses",
    ]
    assert "Went out" not in str(rows(page, 1))
    assert "Left in hand Bob and Dee" in rows(page, 1)
    assert len(page.select("[data-seat='0'] [data-touch]")) == 4


@walk(
    ("variant", "players", "rules", "names"),
    [
        ("canasta", 2, {"wild_canasta": 1000}, "natural mixed wild red_threes red_threes_left"),
        ("hand-and-foot", 3, {}, "clean dirty red_threes red_threes_left"),
        ("hand-and-foot", 3, {"red_three": 0}, "clean dirty red_threes_left"),
        ("burraco", 3, {}, "clean semi_clean dirty pot"),
        ("burraco", 3, {"semi_clean": 0}, "clean dirty pot"),
    ],
)
def test_what_is_not_played_has_no_row(
    app: Flask, client: Visitor, variant: str, players: int, rules: dict[str, int], names: str
) -> None:
    table = Table(app, variant, PLAYERS[:players], **rules)
    page = client.visit(table.address + "/rounds/new")
    fields = [str(field["name"]) for field in page.select("[data-seat='0'] [data-each]")]
    assert fields == [f"hand-{name}-0" for name in [*names.split(), "net"]]


def test_the_sheet_offers_no_ending_that_the_form_asks_by_a_button(
    client: Visitor, table: Table
) -> None:
    sheet = client.visit(table.address)
    assert "went out concealed" not in words(sheet, ".dock")
    assert "Ann went out concealed" in words(client.visit(table.address + NEW), ".round-endings")


def test_more_than_six_cards_are_a_number(app: Flask, client: Visitor) -> None:
    three = Table(app, "canasta", PLAYERS[:2], decks="3")
    page = client.visit(three.address + "/rounds/new")
    assert len(page.select("[data-seat='0'] [data-touch]")) == 6
    four = Table(app, "hand-and-foot", PLAYERS[:3])
    page = client.visit(four.address + "/rounds/new")
    assert not page.select("[data-touch]")


def test_a_round_is_recorded_and_corrected(client: Visitor, table: Table) -> None:
    client.press(table.address + "/rounds/new", TYPED, form="#round")
    assert table.totals == (1495, 130)
    assert hands_of(client, table) == {
        WE: {"melded": 420, "left": 25, "natural": 1, "mixed": 1, "red_threes": 2},
        THEY: {"melded": 110, "left": "K A JK", "red_threes": 1},
    }
    page = client.visit(table.address + "/rounds/1/edit")
    sent = form_fields(page.select_one("#round"))
    assert {name: texts for name, texts in sent.items() if name in TYPED} == {
        name: [text] for name, text in TYPED.items()
    }
    assert rows(page, 0) == {
        "Melded cards without red threes and bonuses": "420",
        "Natural 500 each": "500",
        "Mixed 300 each": "300",
        "Red threes 100 each": "200",
        "Red threes held to the end −500 each": "–",
        "Went out Ann": "100",
        "Left in hand Cem": "−25",
        "First meld next round": "50",
        "Only the result with all bonuses": "–",
    }
    client.press(page, {"hand-red_threes_left-0": "1", "hand-red_threes-0": ""}, form="#round")
    assert table.totals == (795, 130)


def test_the_points_of_one_side_do_not_wait_for_the_other(client: Visitor, table: Table) -> None:
    table.adjust(WE, 2000)
    typed = TYPED | {"hand-1": "", "hand-red_threes-1": "", "hand-red_threes-0": "4"}
    found = news(client, table, typed)
    assert words(found, "#count-0") == "+2,095"
    assert words(found, "#points-0-red-threes") == "800"
    assert words(found, "#points-0-out") == "100"
    assert words(found, "#first-meld-0") == "First meld next round at 4,095 120"
    assert words(found, "#count-1") == "–"
    assert words(found, "#first-meld-1") == "First meld next round at 0 50"
    assert words(news(client, table, typed | {"ending": "concealed:0"}), "#points-0-out") == "200"


def test_canastas_are_found_among_melds_given_as_cards(client: Visitor, table: Table) -> None:
    melds = {"hand-0": "K K K K K K K + 7 7 7 7 2 2 JK + A A A / 5"}
    unsaid = {"hand-natural-0": "", "hand-mixed-0": "", "hand-red_threes-0": ""}
    found = news(client, table, TYPED | melds | unsaid)
    numbers = [found.select_one(f"#points-0-{kind}-canasta") for kind in ("natural", "mixed")]
    assert [(each["data-found"], words(each)) for each in numbers] == [("1", "500"), ("1", "300")]
    assert words(found, "#count-0") == "+1,135"
    client.press(table.address + "/rounds/new", TYPED | melds | unsaid, form="#round")
    assert table.totals == (1135, 130)


@walk(
    ("hand", "sentence"),
    [
        ("=7 /", "so Ann & Cem cannot have melded 7."),
        ("420 / =7", "so Ann & Cem cannot hold 7."),
        ("K K / 25", "Ann & Cem: K, K is not a meld."),
        (
            "=10 / 25",
            "With the cards of the canastas, what Ann & Cem melded counts at least 85, not 10.",
        ),
    ],
)
def test_what_cannot_be_is_told_before_the_others_give_their_hand(
    client: Visitor, table: Table, hand: str, sentence: str
) -> None:
    told = news(client, table, TYPED | {"hand-0": hand, "hand-1": "", "hand-red_threes-1": ""})
    assert sentence in words(told, ".warning")


@pytest.mark.parametrize(
    ("typed", "field", "sentence"),
    [
        ({"hand-natural-0": "x"}, "hand-0", "For Ann & Cem, Natural must be a whole number"),
        ({"hand-0": "423 / 25"}, "hand-0", "so Ann & Cem cannot have melded 423."),
        (
            {"hand-0": "=10 / 25"},
            "hand-0",
            "With the cards of the canastas, what Ann & Cem melded counts at least 85, not 10.",
        ),
        ({"hand-0": "420 /"}, "hand-0", "Ann & Cem must have something left: only Ann went out."),
        (
            {"hand-1": "K K Q / K"},
            "hand-1",
            "Bob & Dee: K, K, Q is not a meld. A meld is of one rank",
        ),
        ({"hand-1": "110 / 3H"}, "hand-1", "Enter red threes separately"),
        ({"hand-red_threes-1": "3"}, "hand-1", "5 red threes, but there are only 4."),
        ({"hand-1": ""}, "hand-1", "Bob & Dee’s hand is missing."),
        ({"hand-net-0": "435"}, "hand-0", "The result of Ann & Cem has everything in it"),
        (
            {"hand-1": "", "hand-red_threes-1": "", "hand-net-1": "60000"},
            "hand-1",
            "For Bob & Dee, Only the result must be a whole number from −50,000 to 50,000.",
        ),
    ],
)
def test_what_cannot_be_is_refused_at_its_side(
    client: Visitor, table: Table, typed: dict[str, str], field: str, sentence: str
) -> None:
    asked = TYPED | typed
    if typed == {"hand-1": ""}:
        asked["hand-red_threes-1"] = ""
    answer = client.submit(table.address + "/rounds/new", asked, form="#round")
    page = read(answer, 422)
    assert sentence in words(page, f"#{field}-error")
    assert sentence not in words(page, "#standing")
    sent = form_fields(page.select_one("#round"))
    assert {name: texts for name, texts in sent.items() if name in asked} == {
        name: [text] for name, text in asked.items()
    }
    assert table.totals == (0, 0)


def test_a_side_that_went_out_too_soon_can_be_let_pass(client: Visitor, table: Table) -> None:
    soon = TYPED | {"hand-natural-0": "", "hand-mixed-0": ""}
    page = read(client.submit(table.address + "/rounds/new", soon, form="#round"), 422)
    assert words(page, "#hand-0-error") == "Ann cannot go out yet: that needs a canasta."
    assert words(page, "#asks-out-0").startswith(
        "Ann cannot go out yet: that needs a canasta. Allow it anyway? Change it Allow it "
    )
    allowed = client.submit(page, form="#round", button="#allow")
    page = read(allowed)
    assert words(page, "#allow-box") == "The table lets it pass"
    client.press(page, form="#round")
    assert table.totals == (695, 130)
    assert "Out too soon allowed by the table" in words(client.visit(table.address + "/trail"))


def test_who_took_exactly_the_deal_is_told_by_side(app: Flask, client: Visitor) -> None:
    table = Table(app, "hand-and-foot", PLAYERS, sides=SIDES, exact_deal=100)
    page = client.visit(table.address + NEW)
    boxes = page.select("[data-seat='1'] [type=checkbox]")
    assert [box["name"] for box in boxes] == ["exact_deal-1", "exact_deal-3"]
    typed = {"hand-0": "340 / 45", "hand-clean-0": "2", "hand-dirty-0": "1", "hand-1": "/ 45"}
    chosen = typed | {"exact_deal-3": "3", "exact_deal-0": "0"}
    client.press(page, chosen, form="#round")
    assert table.totals == (1795, 55)
    again = form_fields(client.visit(table.address + "/rounds/1/edit").select_one("#round"))
    chosen = [name for name, texts in again.items() if name.startswith("exact") and texts]
    assert chosen == ["exact_deal-0", "exact_deal-3"]
    client.press(table.address + "/rounds/1/edit", {"exact_deal-0": None}, form="#round")
    assert table.totals == (1695, 55)


def test_the_judge_is_told_who_took_exactly_the_deal(client: Visitor) -> None:
    asked = "/judge?variant=hand-and-foot&rules-exact_deal=100&players=2&ending=out:0"
    hands = "&hand-0=340+/+clean:1+dirty:1&hand-1=/+50&exact_deal-1=1"
    page = client.visit(asked + hands)
    assert page.select_one("[name=exact_deal-1][checked]")
    assert "took exactly the cards that were dealt" in words(page, "main")


def test_a_pot_that_was_not_taken_is_told(app: Flask, client: Visitor) -> None:
    table = Table(app, "burraco", PLAYERS[:2])
    typed = {"ending": "out:0", "hand-0": "365 /", "hand-clean-0": "1", "hand-1": "120 / A A K 7"}
    client.press(table.address + "/rounds/new", typed | {"hand-pot-1": "no"}, form="#round")
    assert table.totals == (665, -25)
    assert hands_of(client, table)["Bob"] == {"melded": 120, "left": "A A K 7", "pot": False}
    client.press(table.address + "/rounds/1/edit", {"hand-pot-1": None}, form="#round")
    assert table.totals == (665, 75)


def test_a_first_meld_that_counts_too_little_is_recorded_if_the_table_allows_it(
    client: Visitor, table: Table
) -> None:
    low = {"ending": "stock", "hand-0": "=30 / 25", "hand-1": "=25"}
    address = table.address + "/rounds/new"
    refused = client.submit(client.visit(address), low, form="#round")
    assert "30 is less than the first meld of 50." in words(read(refused, 422), "#round")
    asked = client.preview(table.address, low)
    assert words(asked, "#asks-melded-0") == (
        "30 is less than the first meld of 50. Allow it anyway? Change 30 Allow 30 "
        "If allowed, the ruling says: first meld too low, allowed by the table."
    )
    assert not words(asked, "#asks-melded-1")
    assert not words(asked, "#asks-out-0")
    assert words(asked, "#standing").endswith("Record waits for one answer.")
    assert words(asked, "#allow") == "Allow it anyway"
    allowed = {"allow": str(asked.select_one("#allow")["value"])}
    client.press(address, low | allowed, form="#round")
    assert table.totals == (5, -25)
    recorded = client.visit(f"{table.address}/rounds/1")
    assert "The table let Ann & Cem meld 30 first, less than 50." in words(recorded)


RESULTS = {"ending": "out:0", "hand-net-0": "1,435", "hand-net-1": "−120"}
"""Ann went out, and the table wrote down only each side’s score."""


def test_one_number_is_the_result_of_a_side(client: Visitor, table: Table) -> None:
    found = news(client, table, RESULTS)
    assert (words(found, "#count-0"), words(found, "#count-1")) == ("+1,435", "−120")
    assert words(found, "#points-0-out") == "–"
    assert words(found, "#first-meld-0") == "First meld next round at 1,435 50"
    assert words(found, "#first-meld-1") == "First meld next round at −120 15"
    client.press(table.address + "/rounds/new", RESULTS, form="#round")
    assert table.totals == (1435, -120)
    assert hands_of(client, table) == {WE: {"net": 1435}, THEY: {"net": -120}}
    ruling = words(client.visit(table.address + "/rounds/1"), "main")
    assert "As the table reckoned it" in ruling


def test_below_the_table_of_a_ruling_the_cards_left_come_without_its_numbers_again(
    client: Visitor, table: Table
) -> None:
    client.submit(table.address + NEW, TYPED, form="#round")
    hands = client.visit(table.address + "/rounds/1").select_one(".ruling-hands")
    assert [words(row, ".laid__head") for row in hands.select(".laid")] == ["B D Bob & Dee"]
    assert words(hands, ".laid__melds") == "K, A, joker left"
    assert "Left in hand −25 −80" in words(hands)


def test_the_result_of_a_side_is_corrected(client: Visitor, table: Table) -> None:
    client.press(table.address + "/rounds/new", RESULTS, form="#round")
    page = client.visit(table.address + "/rounds/1/edit")
    sent = form_fields(page.select_one("#round"))
    assert (sent["hand-net-0"], sent["hand-net-1"]) == (["1435"], ["-120"])
    assert page.select_one("[data-seat='0'] details[open] [name=hand-net-0]")
    in_full = {name: text for name, text in TYPED.items() if name.endswith("-1")}
    client.press(page, in_full | {"hand-net-0": "435", "hand-net-1": ""}, form="#round")
    assert table.totals == (435, 130)
