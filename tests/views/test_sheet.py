"""The sheet: totals, who won each round and how, what comes next, the rules in force, the end."""

from __future__ import annotations

from flask import Flask

from pages import Visitor
from table import Table

FOUR = ("Pierre", "Jean", "Jacques", "Paul")


def test_a_new_sheet_says_who_deals_and_offers_round_over(app: Flask, client: Visitor) -> None:
    page = client.visit(Table(app).address)
    assert "Round 1: Ann deals 10 cards each." in page.select_one(".next").get_text(" ", strip=True)
    assert page.select_one(".actions a").text.strip() == "Round over"


def test_the_sheet_shows_points_and_running_totals(app: Flask, client: Visitor) -> None:
    table = Table(app, "knock", FOUR)
    table.knock("Jean", Pierre="KS 9D 2C", Jean="5H", Jacques=28, Paul=8)
    table.knock("Jean", Pierre=1, Jean=5, Jacques=1, Paul=8)
    page = client.visit(table.address)
    rows = [tr.get_text(" ", strip=True) for tr in page.select(".sheet-table tbody tr")]
    assert rows[0].startswith("Round 1 Jean 0 +42 42 won 0 0")
    assert "Pierre and Jacques undercut, tie, shared" in rows[1]
    totals = page.select_one("tfoot").get_text(" ", strip=True)
    assert totals == f"Total {' '.join(map(str, table.totals))}"
