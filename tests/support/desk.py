"""The judge's desk as a visitor without JavaScript uses it."""

from __future__ import annotations

from bs4 import BeautifulSoup

from tests.support import pages
from tests.support.disputes import Dispute
from tests.support.pages import Visitor, read

EQUAL = {"variant": "gin", "ending": "knock:0", "hand-0": "=10", "hand-1": "=10"}


def words(page: BeautifulSoup, selector: str = "#answer") -> str:
    """The text of the first element that the selector finds, by default that of the answer."""
    return pages.words(page, selector)


def blank(client: Visitor, game: str) -> BeautifulSoup:
    """The empty desk for a game."""
    return client.visit(f"/judge?variant={game}")


def settled(client: Visitor, dispute: Dispute) -> BeautifulSoup:
    """The desk after the dispute was typed and sent."""
    page = blank(client, dispute.game)
    # Fields that appear once others are chosen come with the first answer.
    typed = shown(page, dispute.typed)
    first = read(client.submit(page, typed, form="#dispute", follow_redirects=True))
    if all(page.select(f'[name="{name}"]') for name in dispute.typed):
        return first
    return client.press(first, dispute.typed, form="#dispute")


def shown(page: BeautifulSoup, typed: dict[str, str]) -> dict[str, str]:
    """The typed fields that the page has."""
    return {name: text for name, text in typed.items() if page.select(f'[name="{name}"]')}


def link(page: BeautifulSoup) -> str:
    """The link to the ruling, as shown on the page."""
    return str(page.select_one("#link")["href"])


def ask(client: Visitor, **facts: str) -> tuple[int, BeautifulSoup]:
    """Status and page of the desk with these fields in its address, after redirects."""
    named = {name.replace("_", "-"): text for name, text in facts.items()}
    response = client.get("/judge", query_string=named, follow_redirects=True)
    return response.status_code, read(response)
