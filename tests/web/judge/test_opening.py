"""The judge's desk says whether a hand of Rami may open, and with what."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

from tests.support.desk import words
from tests.support.pages import Visitor, read
from tests.support.walks import walk

OPENS = "9S TS JS QH QD JK 4C"


def asked(client: Visitor, hand: str, **facts: str) -> tuple[int, BeautifulSoup]:
    """Status and page of the question for this hand."""
    query = {"variant": "rami", "hand": hand} | facts
    response = client.get("/judge/hand", query_string=query, follow_redirects=True)
    return response.status_code, read(response)


def laid(page: BeautifulSoup) -> list[str]:
    """What is written below the melds and the cards left."""
    return [" ".join(each.get_text().split()) for each in page.select("#answer figcaption")]


def test_the_best_opening_is_laid_out_with_what_jokers_stand_for(client: Visitor) -> None:
    status, page = asked(client, OPENS)
    assert (status, words(page, "#verdict")) == (200, "Yes: 59 points, with a run without jokers.")
    assert laid(page) == ["a run, 29 points", "a set, 30 points, joker as Q", "left: 4 points"]


def test_the_answer_is_given_in_french_with_french_indices(client: Visitor) -> None:
    query = {"variant": "rami", "hand": OPENS}
    page = read(client.get("/judge/hand", query_string=query, headers={"Accept-Language": "fr"}))
    assert words(page, "#verdict") == "Oui : 59 points, avec une séquence franche."
    assert laid(page)[1] == "un groupe, 30 points, joker pour D"


@walk(
    ("rules", "verdict"),
    [
        pytest.param({"rules-opening": "71"}, "No: 59 points, 12 short of 71.", id="71 points"),
        pytest.param({"preset": "cards"}, "Yes: 59 points, with a run without jokers.", id="cards"),
    ],
)
def test_the_points_to_open_are_a_house_rule(
    client: Visitor, rules: dict[str, str], verdict: str
) -> None:
    assert words(asked(client, OPENS, **rules)[1], "#verdict") == verdict


def test_a_hand_has_one_drawn_card_at_most(client: Visitor) -> None:
    most = "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS AH"
    assert asked(client, most)[0] == 200
    status, page = asked(client, f"{most} 2H")
    assert (status, words(page, "#hand-error")) == (422, "A hand to arrange has 1 to 14 cards.")
    assert page.select_one(f'#hand[value="{most} 2H"]')


def test_the_article_on_opening_leads_to_the_question(client: Visitor) -> None:
    page = client.visit("/rules/rami")
    link = page.select_one('section:has(#opening) a[href^="/judge/hand?variant=rami"]')
    assert link
    assert words(client.visit(str(link["href"])), "h1") == "May I open with this?"
