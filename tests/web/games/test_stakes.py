"""A game for a stake: the question at its start, and the payments at its end."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.elements import Element
from tests.support.pages import Visitor, read, words
from tests.support.table import Table
from tests.support.walks import walk

FOUR = ("Ann", "Bob", "Cem", "Dee")
NEW = "/games/new?variant=knock&preset=plain"


@pytest.fixture
def table(app: Flask, client: Visitor) -> Table:
    """A game of Knock Rummy for 5 cents a point, started with the form."""
    table = Table(app, "knock", FOUR)
    started = client.press(f"/games/new?rematch={table.id}", {"price": "0.05", "currency": "€"})
    table.id = str(started.select_one("[data-sheet]")["data-sheet"])
    return table


def played(table: Table) -> Table:
    """Return the table after Bob has won a round and the game was ended."""
    table.knock("Bob", Ann=21, Bob=5, Cem=28, Dee=8)
    table.change("call")
    return table


def payments(page: Element) -> list[str]:
    """Return each payment, as read out."""
    return [words(payment) for payment in page.select(".settlement__payment")]


def test_the_sheet_says_what_is_played_for(client: Visitor, table: Table) -> None:
    assert "Played for €0.05 a point" in words(client.visit(table.address))


def test_at_the_end_it_is_told_who_owes_whom(client: Visitor, table: Table) -> None:
    page = client.visit(played(table).address)
    assert words(page, ".settlement__head") == "Settling up €0.05 a point Why? Tap a row"
    assert payments(page) == [
        "A Ann owes Bob €0.80 B",
        "C Cem owes Bob €1.15 B",
        "D Dee owes Bob €0.15 B",
    ]
    assert words(page, ".settlement__balances") == "B Bob +2.10 D Dee −0.15 A Ann −0.80 C Cem −1.15"


def test_in_french_too(app: Flask, table: Table) -> None:
    french = visitor(app, Role.PLAYER)
    page = french.visit(played(table).address, headers={"Accept-Language": "fr"})
    assert payments(page)[0] == "A Ann doit à Bob 0,80 € B"


def test_what_is_shared_says_it_to_the_club_and_not_to_others(
    app: Flask, client: Visitor, table: Table
) -> None:
    said = "Ann owes Bob €0.80, Cem owes Bob €1.15, Dee owes Bob €0.15."
    shared = client.visit(played(table).address).select_one("[data-share-text]")
    assert said in shared["data-share-text"].replace("\N{NO-BREAK SPACE}", " ")
    outside = app.test_client().get(table.share()).text
    assert "owes" not in outside


def test_the_evening_settles_its_finished_games_together(client: Visitor, table: Table) -> None:
    played(table)
    client.press(table.address, form="form[action$=rematch]")
    day = client.visit(table.address).select_one("a[href*='/evenings/']")["href"]
    page = client.visit(day)
    assert payments(page)[1] == "C Cem owes Bob €1.15 B"
    assert "Knock Rummy still in play, not counted" in words(page)
    assert "Ann owes Bob €0.80" in words(page, "#summary")


def test_a_rematch_is_played_for_the_same(client: Visitor, table: Table) -> None:
    page = client.visit(f"/games/new?rematch={table.id}")
    assert [page.select_one(f"[name={name}]")["value"] for name in ("price", "currency")] == [
        "0.05",
        "€",
    ]


@walk(
    ("price", "currency", "field", "refused"),
    {
        "words": ("five", "€", "price", "Write a price like 0.05 or 10."),
        "nothing": ("0", "", "price", "Write a price like 0.05 or 10."),
        "perhaps a thousand": ("1,000", "", "price", "Write a price like 0.05 or 10."),
        "a long currency": ("1", "doubloons!!", "currency", "A currency has up to 10 characters."),
    },
)
def test_a_stake_that_cannot_be_is_refused_and_stays_typed(
    client: Visitor, price: str, currency: str, field: str, refused: str
) -> None:
    typed = {"name": ["Ann", "Bob", "", ""], "price": price, "currency": currency}
    page = read(client.submit(NEW, typed), 422)
    assert words(page, f"#{field}-error") == refused
    assert words(page, f".message--error [href='#{field}']") == refused
    assert page.select_one("[name=price]")["value"] == price


def test_a_comma_is_a_point(client: Visitor) -> None:
    typed = {"name": ["Ann", "Bob", "", ""], "price": "0,05", "of": "game"}
    assert "Played for 0.05 a game" in words(client.press(NEW, typed))


def test_a_game_for_nothing_says_nothing_of_money(app: Flask, client: Visitor) -> None:
    table = Table(app, "knock", FOUR)
    assert "Played for" not in words(client.visit(table.address))
    page = client.visit(played(table).address)
    assert not page.select(".settlement")
    assert "owes" not in page.text


def test_the_others_can_pay_the_winner(client: Visitor) -> None:
    typed = {"name": ["Ann", "Bob", "", ""], "price": "0.05", "who_pays": "to-winner"}
    page = client.press("/games/new?variant=rummy-500&preset=plain", typed)
    address = str(page.select_one("[data-sheet]")["data-sheet"])
    stake = client.get(f"/games/{address}/document").json["stake"]
    assert stake == {"point": "0.05", "who_pays": "to-winner"}
    assert "a point, paid to the winner" in words(client.visit(f"/games/{address}"))
    again = client.visit(f"/games/new?rematch={address}")
    assert again.select_one("[name=who_pays][checked]")["value"] == "to-winner"
