"""Makes invitations on the club's pages."""

from __future__ import annotations

from urllib.parse import urlsplit

from bs4 import BeautifulSoup

from tests.support.pages import Visitor, words


def invite(client: Visitor, role: str = "player", lasts: str = "evening") -> BeautifulSoup:
    """The page of a new invitation."""
    page = client.visit("/club/invitations")
    answer = client.submit(page, {"role": role, "lasts": lasts}, form="form[action$=invitations]")
    assert answer.status_code == 303
    return client.visit(answer.location)


def path_of(page: BeautifulSoup) -> str:
    """The link of an invitation, on whatever machine."""
    return urlsplit(words(page, "#link")).path
