"""The statements, folds and rulings for previewing a round and for recording it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.documents import FOUR
from tests.support.elements import Element
from tests.support.pages import HTMX, Visitor
from tests.support.party import CARDS
from tests.support.statements import counted, folds, judgings
from tests.support.table import Table
from tests.support.walks import walk

WHOLE = {"ending": "knock:1"} | {f"hand-{seat}": CARDS[name] for seat, name in enumerate(FOUR)}
HALF = {"ending": "knock:1", "hand-1": CARDS["Jean"]}


@pytest.fixture
def jean(app: Flask) -> Visitor:
    """Jean’s phone, the only one of the club."""
    return visitor(app, Role.PLAYER, player="Jean")


@pytest.fixture(params=[3, 12])
def table(app: Flask, request: pytest.FixtureRequest) -> Table:
    """A game with a few rounds on its sheet, or with many."""
    table = Table(app, "knock", FOUR, target=0)
    for _round in range(request.param):
        table.knock("Jean", **CARDS)
    return table


def send(
    app: Flask, phone: Visitor, page: Element, button: str | None, fields: Mapping[str, str]
) -> tuple[int, int, int]:
    """Send the form, and return the numbers of statements, folds and judged rounds."""
    with counted(app) as sent, folds() as folded, judgings() as judged:
        answer = phone.submit(page, {**fields}, form="#round", button=button, headers=HTMX)
    assert answer.status_code in (200, 204), answer.text
    asked = [each for each in sent if not each.startswith(("BEGIN", "PRAGMA"))]
    return len(asked), len(folded), len(judged)


@walk(
    ("page", "button", "fields", "most"),
    [
        ("/rounds/new", "[data-preview]", HALF, (6, 2, 1)),
        ("/rounds/new", "[data-preview]", WHOLE, (6, 2, 1)),
        ("/rounds/new", None, WHOLE, (7, 2, 1)),  # One more statement begins the transaction.
        ("/rounds/2/edit", "[data-preview]", {"hand-0": "K"}, (6, 2, 1)),
        ("/rounds/2/edit", None, {"hand-0": "K"}, (9, 2, 1)),
    ],
)
def test_looking_at_a_round_recording_and_correcting_it_ask_little(
    app: Flask,
    jean: Visitor,
    table: Table,
    page: str,
    button: str | None,
    fields: dict[str, str],
    most: tuple[int, int, int],
) -> None:
    sent = send(app, jean, jean.visit(table.address + page), button, fields)
    assert all(done <= limit for done, limit in zip(sent, most, strict=True)), sent


def test_a_sheet_asks_for_everything_once(app: Flask, jean: Visitor, table: Table) -> None:
    jean.visit(table.address)
    with counted(app) as sent:
        jean.visit(table.address)
    asked = [each for each in sent if not each.startswith(("BEGIN", "PRAGMA"))]
    assert len(asked) <= 6, asked


def test_giving_a_hand_on_ones_own_phone_asks_little(app: Flask, table: Table) -> None:
    phones = {name: visitor(app, Role.PLAYER, player=name) for name in FOUR}
    jean = phones["Jean"]
    jean.submit(table.address, {"ending": "knock:1"}, form="form[action$=announce]")
    page = jean.visit(table.address + "/round")
    asked, folded, judged = send(app, jean, page, None, {"hand-1": "5H"})
    assert (asked <= 10, folded <= 2, judged == 0) == (True, True, True), (asked, folded, judged)
