"""How often phones ask what is new: often while a round is entered, so that all see it at once."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from flask import Flask

from tests.support.pages import HTMX, read
from tests.support.party import Party

PAGES = ("", "/watch", "/round", "/rounds/new")


@pytest.fixture
def party(app: Flask) -> Party:
    return Party(app)


def pace(page: BeautifulSoup) -> str:
    """What makes a page ask."""
    [poller] = page.select("[hx-trigger^=every]")
    return str(poller["hx-trigger"])


@pytest.mark.parametrize("path", PAGES)
def test_every_page_of_a_round_that_is_entered_asks_twice_a_second(party: Party, path: str) -> None:
    party.begin()
    assert pace(party.phones["Paul"].visit(party.address + path)) == "every 500ms, wake"


def test_a_sheet_asks_twice_a_second_from_the_first_hand_until_the_round_is_recorded(
    party: Party,
) -> None:
    page = party.wes.visit(party.address)
    paces = [pace(page)]
    for change in (party.everybody, lambda: record(party)):
        change()
        [poller] = page.select("[hx-trigger^=every]")
        page = read(party.wes.get(str(poller["hx-get"]), headers=HTMX))
        paces.append(pace(page))
    assert paces == ["every 2s, wake", "every 500ms, wake", "every 2s, wake"]


def record(party: Party) -> None:
    """Press *Record* on a phone."""
    party.phones["Paul"].submit(party.round("Paul"), form=".together__record")
