"""A whole game of each variant, played through the pages and compared with its score."""

from __future__ import annotations

import re
from typing import Any

import pytest
from babel.support import Translations
from bs4 import BeautifulSoup
from flask import Flask
from playwright.sync_api import Browser, Page, expect
from sqlalchemy import select

from scorekeeper.clubs.roles import Role
from scorekeeper.rummy import score
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from tests.support.catalogue import TRANSLATIONS
from tests.support.clubs import cookie
from tests.support.pages import words
from tests.support.phone import Played, Say, enter_round, start_game
from tests.support.scorebook import record


def out(by: str, **hands: object) -> dict[str, Any]:
    """A round in which somebody went out, as a document."""
    return {"ending": "out", "by": by, "hands": hands}


GAMES: dict[str, tuple[list[str], str, list[Played | dict[str, Any]]]] = {
    "gin": (
        ["Ann", "Bob"],
        "modern",
        [
            Played("Ann knocked", {"Ann": "3D", "Bob": "KS AC"}),
            {"ending": "stock"},
            {"ending": "knock", "by": "Ann", "hands": {"Ann": "9", "Bob": 7}},
            Played("Ann went gin", {"Bob": 88}),
        ],
    ),
    "oklahoma": (
        ["Ann", "Bob"],
        "plain",
        [
            {"ending": "knock", "by": "Bob", "upcard": "6H", "hands": {"Ann": "K 5", "Bob": "4"}},
            {"ending": "void"},
            Played("Ann went gin", {"Bob": 88}, upcard="6S"),
        ],
    ),
    "hollywood": (
        ["Ann", "Roberto"],
        "plain",
        [
            {"ending": "gin", "by": "Ann", "hands": {"Roberto": 88}},
            {"ending": "knock", "by": "Roberto", "hands": {"Ann": 22, "Roberto": 2}},
            {"ending": "gin", "by": "Ann", "hands": {"Roberto": 88}},
            Played("Roberto knocked", {"Ann": "K 2", "Roberto": "2"}),
            Played("Ann went gin", {"Roberto": 88}),
        ],
    ),
    "knock": (
        ["Pierre", "Jean", "Jacques", "Paul"],
        "plain",
        [
            {
                "ending": "knock",
                "by": "Jean",
                "hands": {"Pierre": "KS 9D 2C", "Jean": "5H", "Jacques": "QS QD 7C AH", "Paul": 8},
            },
            Played(
                "Paul went rum: nothing left",
                {"Pierre": "K 9 2", "Jean": "", "Jacques": "A"},
            ),
        ],
    ),
    "manipulation": (
        ["Ann", "Bob", "Cem"],
        "plain",
        [
            {"ending": "knock", "by": "Ann", "hands": {"Ann": "3", "Bob": "2", "Cem": "10"}},
            Played("The stock ran out", {"Ann": "9", "Bob": "4", "Cem": "4"}),
            Played("Cem went out", {"Ann": "JK K", "Bob": 95}),
        ],
    ),
    "basic": (
        ["Ann", "Bob", "Cem"],
        "pagat",
        [
            out("Ann", Bob="K Q 9 4", Cem="5"),
            Played("Ann went rummy", {"Bob": "K Q 9 4", "Cem": 20}),
        ],
    ),
    "three-thirteen": (
        ["Ann", "Bob", "Cem"],
        "high",
        [
            Played("Ann went out", {"Bob": "5 Q K", "Cem": ""}),
            *(out("Cem", Ann="7", Bob=number) for number in range(9)),
            Played("Bob went out", {"Ann": "A JK", "Cem": 12}),
        ],
    ),
    "tonk": (
        ["Ann", "Bob", "Cem", "Dee"],
        "plain",
        [
            Played("Ann knocked", {"Ann": "8", "Bob": "3", "Cem": "2 A", "Dee": "K J"}),
            {"ending": "stock", "hands": {"Ann": "9", "Bob": "4", "Cem": "4", "Dee": 20}},
            Played("Two or more were dealt tonk"),
            Played("Bob has tonk", {"Ann": "K K Q Q J", "Cem": 30, "Dee": "5 4"}),
        ],
    ),
    "rami": (
        ["Ann", "Bob", "Cem"],
        "double",
        [
            Played("Ann a terminé", {"Bob": "K A JK", "Cem": "!"}),
            Played("Manche nulle : on redonne"),
            Played("Bob a fait rami", {"Ann": "! K A", "Cem": 12}),
            {
                "ending": "rami-sec",
                "by": "Cem",
                "hands": {"Ann": {"opened": False}, "Bob": {"opened": False}},
            },
            Played("Cem a fait rami sec"),
        ],
    ),
    "rummy-500": (
        ["Ann", "Bob", "Cem"],
        "pagat",
        [
            Played(
                "Ann went out",
                {"Ann": "A 2 3 + K K K + A1 /", "Bob": "J Q JK / 9", "Cem": "/ A JK"},
            ),
            Played("The stock ran out", {"Ann": "=87 / =90", "Bob": "=40 / 7", "Cem": "/ =12"}),
            out("Bob", Ann=5, Bob={"shown": 300}, Cem="K"),
            Played("Bob went out", {"Ann": "10 10 10 / 4", "Bob": "=190 /", "Cem": "5 6 7 / A"}),
        ],
    ),
    "tiles": (
        ["Ann", "Bob", "Cem", "Dee"],
        "plain",
        [
            Played("Ann went out", {"Bob": "12", "Cem": "13 10", "Dee": "13 JK 1 11"}),
            Played(
                "The pool is empty and nobody can play",
                {"Ann": "5", "Bob": "3 2", "Cem": 12, "Dee": "13 7"},
            ),
        ],
    ),
    "contract": (
        ["Ann", "Bob", "Cem"],
        "liverpool",
        [
            Played("Ann went out", {"Bob": "K A 7 JK", "Cem": "5"}, exact_cut="Bob"),
            Played("Void: deal again"),
            *(out("Cem", Ann="7", Bob=number) for number in range(1, 6)),
            Played("Cem went out", {"Ann": "7", "Bob": 8}),
        ],
    ),
}
"""The players, the preset and the rounds; one that is a document is recorded on another phone."""

FRENCH = "rami"
"""The game that is played in French."""

CALLED = {"knock", "tonk", "tiles"}
"""Games played without a target, which end when they are called."""


def cells(page: Page, selector: str) -> list[str]:
    """The text of every element that the selector finds."""
    return [" ".join(text.split()) for text in page.locator(selector).all_inner_texts()]


def record_elsewhere(app: Flask, document: dict[str, Any]) -> None:
    """Record a round on another phone."""
    with app.app_context():
        row = db.session.scalars(select(GameRow)).one()
        record(row, read_round(document, row.players))


def play(app: Flask, page: Page, site: str, variant: str, *, tapping: bool, say: Say = str) -> None:
    """Play the whole game; the screen then shows its end."""
    players, preset, rounds = GAMES[variant]
    start_game(page, site, variant, players, preset, say)
    for played in rounds:
        if isinstance(played, Played):
            enter_round(page, played, tapping=tapping, say=say)
        else:
            record_elsewhere(app, played)
    if variant in CALLED:
        page.locator("[data-menu] > summary").click()
        page.get_by_role("link", name="End game now").click()
        page.get_by_role("button", name="End game now").click()
        page.wait_for_url(re.compile(r"/games/\w+$"))


def number(text: str) -> int:
    """A number on the screen, which has a real minus sign."""
    return int(text.replace("−", "-"))


def check_against_score(page: Page) -> None:
    """The sheet on the screen agrees with the score of its document."""
    answer = score(page.request.get(page.url + "/document").json()).as_json()
    assert answer["over"]
    names = answer["players"]
    title = page.locator("h1").inner_text()
    assert all(name in title for name in answer["winners"])
    assert [name for name in names if name in title] == [
        name for name in names if name in answer["winners"]
    ]
    places = cells(page, ".podium__name, .podium-other .name")
    finals = cells(page, ".podium__total, .podium-other__total")
    shown = dict(zip(places, finals, strict=True))
    assert {name: number(total.split()[0]) for name, total in shown.items()} == answer["final"]
    bonuses = page.locator("section[aria-labelledby=bonuses] td:first-child")
    assert bonuses.count() == len(answer["bonuses"])
    if "columns" in answer:
        totals = [column["totals"][name] for column in answer["columns"] for name in names]
    else:
        totals = list(answer["totals"].values())
    assert [number(cell) for cell in cells(page, "tfoot td")] == totals
    check_rounds(page, answer)


def check_rounds(page: Page, answer: dict[str, Any]) -> None:
    """The page of every round says what each player got, and why."""
    for entry in answer["rounds"]:
        text = page.request.get(f"{page.url}/rounds/{entry['number']}").text()
        ruling = BeautifulSoup(text, "html.parser")
        lines = ruling.select(".ruling-lines tr:not(.ruling-lines__player) .number")
        points = [number(words(line)) for line in lines]
        assert sorted(points) == sorted(line["points"] for line in entry["why"])
        counts = {
            words(hand, ".laid__name"): hand.select(".laid__count")
            for hand in ruling.select(".laid")
        }
        counted = {
            name: int(re.findall(r"\d+", words(each[0]))[0]) if each else 0
            for name, each in counts.items()
        }
        assert counted == entry["deadwood"]
        assert len(ruling.select(".warning")) == len(entry["warnings"])


@pytest.mark.parametrize("variant", [each for each in GAMES if each != FRENCH])
def test_a_whole_game_on_the_key_pad_ends_as_the_rules_say(
    app: Flask, page: Page, site: str, variant: str
) -> None:
    play(app, page, site, variant, tapping=True)
    check_against_score(page)


@pytest.mark.browser_context_args(locale="fr-FR")
def test_a_whole_game_in_french_ends_as_the_rules_say(app: Flask, page: Page, site: str) -> None:
    french = Translations.load(TRANSLATIONS, ["fr"])
    play(app, page, site, FRENCH, tapping=True, say=french.gettext)
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    check_against_score(page)


def test_a_whole_game_without_javascript_ends_as_the_rules_say(
    app: Flask, browser: Browser, site: str
) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 844})
    context.add_cookies([cookie(app, site, Role.KEEPER)])
    page = context.new_page()
    play(app, page, site, "rummy-500", tapping=False)
    check_against_score(page)
    context.close()
