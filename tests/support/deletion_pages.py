"""Deletes a game with its page."""

from __future__ import annotations

from bs4 import BeautifulSoup
from werkzeug.test import TestResponse

from tests.support.pages import Visitor
from tests.support.table import Table


def links(page: BeautifulSoup) -> list[str]:
    """The addresses to which a page links."""
    return [str(link["href"]) for link in page.select("main a")]


def delete(client: Visitor, table: Table) -> TestResponse:
    """Delete a game with its form."""
    return client.submit(client.visit(table.address + "/delete"), form=".actions form")
