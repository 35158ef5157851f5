"""The reasons for a debt: the page with its sum by round, also for a player who left."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask

from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.stake import TO_WINNER, Stake
from tests.support.elements import Element
from tests.support.pages import Visitor, read, words
from tests.support.scorebook import start
from tests.support.table import Table

PLAYERS = ("Camille", "Léa", "Max", "Nora")
NORA = Seat(3)
TEN_CENTS = Stake(point="0.10", currency="€")


def staked(
    app: Flask,
    stake: Stake = TEN_CENTS,
    variant: str = "indian",
    players: tuple[str, ...] = PLAYERS,
) -> Table:
    """A game for a stake, before its first round."""
    table = Table(app, variant)
    with app.app_context():
        preset = "points" if variant == "indian" else "plain"
        facts: dict[str, Any] = {"variant": variant, "preset": preset, "stake": stake, "dealer": 0}
        table.id = start(players, **facts).id
    return table


def declare(table: Table, by: str, **hands: int) -> None:
    """Record a round of Indian Rummy, with the counts of the other hands."""
    table.record("declare", by, hands=hands, wild="7")


@pytest.fixture
def table(app: Flask) -> Table:
    """Two rounds of Indian Rummy for ten cents a point."""
    table = staked(app)
    declare(table, "Max", Camille=7, Léa=18, Nora=31)
    declare(table, "Camille", Léa=24, Max=12, Nora=11)
    return table


def nora_leaves(table: Table) -> Table:
    """Return the table after Nora left."""
    table.change("record_between", between=Between(BetweenKind.LEAVES, (NORA,)))
    return table


def played(table: Table) -> Table:
    """Return the whole game, ended after four rounds. Nora left after two."""
    nora_leaves(table)
    declare(table, "Max", Camille=9, Léa=30)
    declare(table, "Léa", Camille=16, Max=22)
    table.change("call")
    return table


def why(client: Visitor, table: Table, seat: int | None = None, language: str = "en") -> Element:
    """Return the page with the sums of a player."""
    query = "" if seat is None else f"?seat={seat}"
    headers = {"Accept-Language": language}
    return client.visit(f"{table.address}/settling-up{query}", headers=headers)


def rows(page: Element) -> list[str]:
    """Return the rows of the table, as read out."""
    return [words(row) for row in page.select(".settling__table :is(tbody, tfoot) tr")]


def test_a_debt_is_the_sum_of_its_rounds(client: Visitor, table: Table) -> None:
    page = why(client, played(table), 1)
    assert words(page, "h2") == "Léa owes €3.40"
    assert words(page, ".settling__sum") == (
        "−18 Round 1 −24 Round 2 −30 Round 3 +38 Round 4 = −34 points"
    )
    assert words(page, ".settling__payments") == "€1.50 → C Camille €1.90 → M Max"


def test_every_round_says_what_it_brought_everybody_who_was_in(
    client: Visitor, table: Table
) -> None:
    assert rows(why(client, played(table), 1)) == [
        "4 Round 4 −16 +38 −22",
        "3 Round 3 −9 −30 +39",
        "Nora left with −42",
        "2 Round 2 +47 −24 −12 −11",
        "1 Round 1 −7 −18 +56 −31",
        "Points +15 −34 +61 −42",
        "€ What everybody gets or owes +1.50 −3.40 +6.10 −4.20",
    ]


def test_a_payment_at_the_end_leads_to_its_why(client: Visitor, table: Table) -> None:
    sheet = client.visit(played(table).address)
    assert "Why? Tap a row" in words(sheet, ".settlement__head")
    [first, *_others] = sheet.select("a.settlement__payment")
    page = client.visit(first["href"])
    assert words(page, "h2") == "Léa owes €3.40"
    assert page.select_one("[aria-current]")["href"] == first["href"]


def test_the_page_begins_with_whoever_owes_most(client: Visitor, table: Table) -> None:
    assert words(why(client, played(table)), "h2") == "Nora owes €4.20"


def test_who_left_is_named_with_what_stays(client: Visitor, table: Table) -> None:
    sheet = client.visit(played(table).address)
    assert words(sheet, ".settlement__gone") == "N Nora left after round 2 −42 stays"


def test_who_gets_money_sees_from_whom(client: Visitor, table: Table) -> None:
    page = why(client, played(table), 2)
    assert words(page, "h2") == "Max gets €6.10"
    assert [words(payment) for payment in page.select(".settling__payment")] == [
        "L Léa → €1.90",
        "N Nora → €4.20",
    ]


def test_in_french_and_german_too(client: Visitor, table: Table) -> None:
    played(table)
    assert words(why(client, table, 1, "fr"), "h2") == "Léa doit 3,40 €"
    german = why(client, table, 1, "de")
    assert words(german, "h2") == "Léa schuldet 3,40 €"
    assert "Wer die Runde gewinnt, bekommt die Punkte aller." in words(german)


def test_who_leaves_is_told_what_they_owe_and_that_it_stays(client: Visitor, table: Table) -> None:
    page = client.visit(f"{table.address}/between/leave?seat=3")
    assert "Nora owes €4.20 now" in words(page)
    assert "It stays €4.20, whatever the others play now." in words(page)
    assert words(page, ".button--primary") == "Nora leaves, and owes €4.20"
    assert words(why(client, nora_leaves(table), 3), "h2") == "Nora owes €4.20 now"
    assert not why(client, table, 3).select(".settling__payment")


def test_a_debt_that_may_still_be_rounded_is_not_said_to_stay(app: Flask, client: Visitor) -> None:
    table = staked(app, Stake(point="0.10", currency="€", smallest="0.50"))
    declare(table, "Max", Camille=7, Léa=18, Nora=31)
    page = client.visit(f"{table.address}/between/leave?seat=3")
    assert "Nora owes €3.00 now" in words(page)
    assert "It stays" not in words(page)
    assert "Amounts are rounded to €0.50." in words(why(client, table, 3))


def test_without_a_stake_or_before_its_end_there_is_nothing_to_settle(
    app: Flask, client: Visitor
) -> None:
    for table in (
        Table(app),
        staked(app, Stake(game="10")),
        staked(app, TEN_CENTS, "gin", players=PLAYERS[:2]),
    ):
        answer = client.get(f"{table.address}/settling-up")
        assert answer.status_code == 303
        assert answer.location == table.address
    leave = client.visit(f"{staked(app, Stake(game='10')).address}/between/leave?seat=3")
    assert " now" not in words(leave, ".between-means")


def test_nobody_sits_at_another_seat(client: Visitor, table: Table) -> None:
    read(client.get(f"{table.address}/settling-up?seat=4"), 404)


def test_a_penalty_between_rounds_is_a_row_and_a_term(client: Visitor, table: Table) -> None:
    table.adjust("Nora", -20)
    page = why(client, table, 3)
    assert "−20 Penalty or bonus = −62 points" in words(page, ".settling__sum")
    assert rows(page)[0] == "± Penalty or bonus +6 2/3 +6 2/3 +6 2/3 −20"


def test_what_is_settled_by_the_totals_shows_them(app: Flask, client: Visitor) -> None:
    stake = Stake(point="0.10", currency="€", who_pays=TO_WINNER)
    table = staked(app, stake, "rummy-500", players=PLAYERS[:3])
    table.record("stock", hands=dict.fromkeys(PLAYERS[:3], 9))
    table.adjust("Max", 50)
    table.change("call")
    page = why(client, table, 0)
    assert words(page, "h2") == "Camille owes €5.00"
    assert rows(page) == [
        "Total Total −9 −9 41",
        "Points −50 −50 +100",
        "€ What everybody gets or owes −5.00 −5.00 +10.00",
    ]
    assert "All others pay the winner the difference of the totals." in words(page)


def test_the_pot_goes_to_the_winner(app: Flask, client: Visitor) -> None:
    table = staked(app, Stake(game="10", currency="€"))
    declare(table, "Max", Camille=7, Léa=18, Nora=31)
    table.change("call")
    page = why(client, table, 2)
    assert rows(page) == ["€ What everybody gets or owes −10.00 −10.00 +30.00 −10.00"]
    assert "The winners share what everybody has paid in." in words(page)
