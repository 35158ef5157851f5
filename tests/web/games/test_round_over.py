"""What the sheet asks when a round is over: who ended it, and how."""

from __future__ import annotations

from bs4 import BeautifulSoup
from flask import Flask

from tests.support.pages import Visitor, words
from tests.support.party import FOUR
from tests.support.table import Table


def endings(page: BeautifulSoup) -> dict[str, list[str]]:
    """The words under each face, as they are read out."""
    return {
        words(each.select_one(".dock-ender__who") or each): [
            str(link["aria-label"]) for link in each.select("a")
        ]
        for each in page.select(".dock-ender")
    }


def questions(page: BeautifulSoup) -> dict[str, list[str]]:
    """The endings that are offered once a face was chosen."""
    return {
        words(label): [words(link) for link in label.find_next_sibling("ul").select("a")]
        for label in page.select("label.dock-face")
    }


def test_everybody_is_offered_the_endings_that_they_can_have(app: Flask, client: Visitor) -> None:
    page = client.visit(Table(app).address)
    assert endings(page) == {
        "A Ann": ["Ann knocked", "Ann went gin"],
        "B Bob": ["Bob knocked", "Bob went gin"],
        "∅ Nobody": ["The stock ran out", "Void: deal again"],
    }
    big = client.visit(Table(app, big_gin_bonus=31).address)
    assert endings(big)["A Ann"] == ["Ann knocked", "Ann went gin", "Ann went big gin"]


def test_a_word_under_a_face_leads_to_the_form_with_the_ending_chosen_which_can_be_skipped(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    table.knock("Ann", Ann=3, Bob=11)
    page = client.visit(table.address)
    [dock] = page.select(".dock")
    assert dock.find_next(id="sheet-rounds") is not None, "it comes before the rounds"
    [link] = page.select(".dock legend a")
    assert not client.visit(str(link["href"])).select("[name=ending][checked]")
    [link] = page.select("[aria-label='Bob went gin']")
    assert words(link) == "gin"
    [chosen] = client.visit(str(link["href"])).select("[name=ending][checked]")
    assert chosen["value"] == "gin:1"


def test_a_large_table_is_asked_who_before_it_is_asked_how(app: Flask, client: Visitor) -> None:
    assert not questions(client.visit(Table(app, "knock", FOUR).address))
    five = client.visit(Table(app, "knock", (*FOUR, "Zoe")).address)
    assert not endings(five)
    assert questions(five)["Z Zoe"] == ["Zoe knocked", "Zoe went rum: nothing left"]


def test_whoever_can_end_a_round_in_one_way_only_is_asked_no_second_question(
    app: Flask, client: Visitor
) -> None:
    table = Table(app, "three-thirteen")
    [ann, *_others] = client.visit(table.address).select("a.dock-face")
    assert ann["aria-label"] == "Ann: Ann went out"
    assert str(ann["href"]).endswith("/rounds/new?ending=out:0")
