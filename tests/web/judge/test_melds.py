"""The judge’s desk answers the value and kind of melds, without JavaScript."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.disputes import words
from tests.support.elements import Element
from tests.support.pages import HTMX, Visitor, link_named, read
from tests.support.table import Table
from tests.support.walks import walk

ENOUGH = "Is this first meld enough?"
SIDES = {"Ann & Cem": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
FOUR = ("Ann", "Bob", "Cem", "Dee")
KINGS_AND_SEVENS = "K K JK,7 7 7"


def ask(client: Visitor, variant: str, melds: str, **facts: str) -> tuple[int, Element]:
    """Return status and page of a question about melds."""
    query = {"variant": variant, "melds": melds} | facts
    response = client.get("/judge/melds", query_string=query, follow_redirects=True)
    return response.status_code, read(response)


def follow(client: Visitor, page: Element) -> Element:
    """Return the page that asks for the least count of a first meld."""
    return client.visit(str(link_named(page, ENOUGH)["href"]))


def captions(page: Element) -> list[str]:
    """Return the captions of the melds."""
    return [" ".join(each.text.split()) for each in page.select("#answer figcaption")]


@walk(
    ("variant", "melds", "facts", "verdict"),
    [
        ("canasta", KINGS_AND_SEVENS, {}, "Yes, that is enough."),
        (
            "canasta",
            KINGS_AND_SEVENS,
            {"total": "1500"},
            "No, 5 short.",
        ),
        ("canasta", "4 4 4", {"total": "−5"}, "Yes, that is enough."),
        (
            "hand-and-foot",
            KINGS_AND_SEVENS,
            {"round": "2"},
            "No, 5 short.",
        ),
        (
            "burraco",
            "4H 5H 6H 7H 8H 9H TH 2S",
            {},
            "You have: a semi-clean burraco. The cards count 70.",
        ),
        ("burraco", "7 7 7", {}, "None of them has seven cards yet. Together they count 15."),
    ],
)
def test_the_verdict_stands_above(
    client: Visitor, variant: str, melds: str, facts: dict[str, str], verdict: str
) -> None:
    status, page = ask(client, variant, melds, **facts)
    assert (status, words(page, "#verdict")) == (200, verdict)


def test_every_meld_says_what_it_is_and_counts_and_the_sum_what_is_needed(client: Visitor) -> None:
    _, page = ask(client, "canasta", f"Q Q Q Q Q 2 2,{KINGS_AND_SEVENS}", total="3000")
    assert captions(page) == ["a mixed canasta, 90 points", "70 points", "15 points"]
    assert words(page, ".melds-sum") == "90 + 70 + 15 = 175 of 120"
    assert words(page, "#answer-more .judge-decides").endswith(ENOUGH)


def test_other_rules_that_answer_otherwise_lead_to_their_answer(client: Visitor) -> None:
    _, page = ask(client, "hand-and-foot", KINGS_AND_SEVENS)
    lines = [words(rule, "summary") for rule in page.select(".judge-other")]
    assert lines == [
        "The first meld must count: 60, 90, 120, 150 → Yes, 85 of 60",
        "The first meld must count: 90, 120, 150, 180 → No, 85 of 90",
    ]
    stricter = client.visit(page.select(".judge-other .way")[1]["href"])
    assert words(stricter, "#verdict") == "No, 5 short."
    _, page = ask(client, "canasta", KINGS_AND_SEVENS)
    assert [words(rule, "summary") for rule in page.select(".judge-other")] == [
        "The first meld must count: 125, from 3,000 on 155, from 5,000 on 180 "
        "/ 125, 155 and 180 in the first three rounds, then 180 → No, 85 of 125"
    ]
    _, same = ask(client, "burraco", "KH QH JH")
    assert not same.select(".judge-other")


def test_what_is_no_meld_is_said_of_that_meld(client: Visitor) -> None:
    status, page = ask(client, "canasta", "K K JK,7 8 9")
    assert status == 422
    assert words(page, "#melds-error") == "7, 8, 9 : A meld is of one rank, with wild cards."
    _, page = ask(client, "canasta", "K K x")
    assert words(page, "#melds-error") == "“X” is not a card."
    status, page = ask(client, "canasta", KINGS_AND_SEVENS, total="many")
    assert status == 422
    assert words(page, "#total-error") == "This must be a whole number, such as 85 or −20."


def test_melds_are_typed_one_a_line_and_have_a_short_address(client: Visitor) -> None:
    page = client.visit("/judge/melds?variant=canasta")
    assert words(page, "#answer") == "The first meld must count 50."
    sent = client.submit(page, {"melds": "k k joker\r\n7 7 7", "players": "4"}, form="#dispute")
    assert sent.location == "/judge/melds?variant=canasta&players=4&melds=K+K+JOKER,7+7+7"
    page = client.visit(sent.location)
    assert page.select_one("#melds").text.split("\n")[-2:] == ["K K JOKER", "7 7 7"]
    assert str(page.select_one("#link")["href"]).endswith(sent.location)
    query = {"variant": "canasta", "melds": KINGS_AND_SEVENS, "total": "0", "base": "plain"}
    typed = client.get("/judge/melds", query_string=query, headers=HTMX)
    assert typed.headers["HX-Replace-Url"] == "/judge/melds?variant=canasta&melds=K+K+JK,7+7+7"


def test_while_a_meld_is_tapped_what_it_lacks_is_no_fault(client: Visitor) -> None:
    query = {"variant": "canasta", "melds": "K K K,7 7"}
    typed = client.get("/judge/melds", query_string=query, headers=HTMX)
    page = read(typed)
    assert words(page, "#verdict") == "No, 20 short."
    assert words(page, ".melds-sum") == "30 of 50"
    assert "HX-Replace-Url" not in typed.headers
    query["melds"] = "K K"
    nothing_yet = read(client.get("/judge/melds", query_string=query, headers=HTMX))
    assert words(nothing_yet, "#verdict") == "The first meld must count 50."
    status, page = ask(client, "canasta", "K K K,7 7")
    assert (status, words(page, "#melds-error")) == (
        422,
        "7, 7 : A meld has at least three cards.",
    )


def test_the_bar_shows_how_far_it_is(client: Visitor) -> None:
    parts = {"K K K": "60.0%", "K K JK": "100%", "A A A": "100%"}
    for melds, width in parts.items():
        _, page = ask(client, "canasta", melds)
        assert page.select_one(".melds-bar rect")["width"] == width
        assert bool(page.select(".melds-bar--enough")) == (width == "100%")
    assert not ask(client, "burraco", "7 7 7")[1].select(".melds-bar")


def test_letters_of_the_page_are_read(client: Visitor) -> None:
    french = {"Accept-Language": "fr"}
    query = {"variant": "canasta", "melds": "R R R"}
    asked = client.get("/judge/melds", query_string=query, headers=french, follow_redirects=True)
    page = read(asked)
    assert captions(page) == ["30 points"]


def test_a_sheet_asks_for_the_side_whose_first_meld_it_is(app: Flask, client: Visitor) -> None:
    table = Table(app, "canasta", FOUR, sides=SIDES, preset="long")
    table.adjust("Bob & Dee", 1620)
    page = follow(client, client.visit(table.address))
    shown = {
        name: page.select_one(f"[name={name}]:checked")["value"] for name in ("preset", "players")
    }
    assert shown == {"preset": "long", "players": "4"}
    sides = page.select("#total label")
    assert [side.text.strip() for side in sides] == ["Ann & Cem: 0", "Bob & Dee: 1,620"]
    assert words(page, "#standing") == "The first meld must count 50."
    asked = {"total": "1620", "melds": KINGS_AND_SEVENS}
    answer = client.visit(client.submit(page, asked, form="#dispute").location)
    assert words(answer, "#verdict") == "No, 5 short."
    assert words(answer, "[name=total]:checked + *") == "Bob & Dee: 1,620"
    assert "total=1620" in answer.select_one("#link")["href"]
    assert "game=" not in answer.select_one("#link")["href"]


def test_a_sheet_asks_by_its_next_round(app: Flask, client: Visitor) -> None:
    table = Table(app, "hand-and-foot", ("Ann", "Bob"))
    table.record("stock", hands={"Ann": 20, "Bob": 35})
    page = follow(client, client.visit(table.address))
    assert page.select_one("[name=round]:checked")["value"] == "2"
    assert words(page, "#standing") == "The first meld must count 90."
    form = client.visit(table.address + "/rounds/new")
    assert follow(client, form).select("#dispute")


def test_later_rounds_need_no_more(client: Visitor) -> None:
    _, page = ask(client, "hand-and-foot", KINGS_AND_SEVENS, round="7")
    rounds = [label.text.strip() for label in page.select("#round label")]
    assert rounds == ["1", "2", "3", "4 or later"]
    assert words(page, ".melds-sum").endswith("85 of 150")


@walk("variant", ["canasta", "hand-and-foot", "burraco"])
def test_the_question_is_asked_from_the_judge_and_the_rules(client: Visitor, variant: str) -> None:
    for place in ("/judge", f"/judge?variant={variant}", f"/rules/{variant}"):
        page = client.visit(place)
        assert page.select(f'a[href^="/judge/melds?variant={variant}"]'), place


@pytest.mark.parametrize("variant", ["gin", "rami", "no-game"])
def test_other_games_have_no_such_question(client: Visitor, variant: str) -> None:
    assert client.get("/judge/melds", query_string={"variant": variant}).status_code == 404


def test_only_what_can_be_melded_has_a_key(client: Visitor) -> None:
    keys = {
        "canasta": "A245678910JQK",
        "hand-and-foot": "A245678910JQK",
        "burraco": "A2345678910JQK",
    }
    for variant, ranks in keys.items():
        page = client.visit(f"/judge/melds?variant={variant}")
        assert "".join(key.text for key in page.select("[data-rank]")) == ranks
