"""Two whole hands of Gin, the form of a knock with them, and how the pages draw them."""

from __future__ import annotations

from bs4 import BeautifulSoup

from tests.support.pages import HTMX, Visitor, read, words
from tests.support.table import Table

ANN = "7S 8S 9S KS KH KD 2D 2S 2H AH"
"""Three melds and an ace: a knock with 1; cards can be laid off on the run."""

BOB = "4D 5D 6D TS JS QS QH QC 9D 8H"
"""A run and three queens; the ten and the jack of spades fit Ann's run, 9 + 8 are left."""


def look(
    client: Visitor, table: Table, fields: dict[str, str], page: str = "/rounds/new"
) -> BeautifulSoup:
    """The preview that htmx gets for a round typed so far."""
    form = client.visit(table.address + page)
    answer = client.submit(form, fields, form="#round", button="[data-preview]", headers=HTMX)
    assert answer.status_code == 200, answer.text
    return read(answer)


def knock(ann: str = "* " + ANN, bob: str = "* " + BOB) -> dict[str, str]:
    """The form of a knock by Ann with these hands."""
    return {"ending": "knock:0", "hand-0": ann, "hand-1": bob}


def drawn(page: BeautifulSoup) -> dict[str, list[str]]:
    """The hands drawn on a page: every meld and unmatched cards, by player."""
    return {
        str(hand["aria-label"]): [words(group) for group in hand.select(".meld")]
        for hand in page.select(".laid")
    }
