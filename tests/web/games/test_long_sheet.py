"""Sheets of hundreds of rounds: the statements of a change do not grow with the sheet."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.games import commands
from scorekeeper.games.commands import MOST_ROUNDS
from scorekeeper.storage.models import ChangeRow
from scorekeeper.storage.queries import find_game
from tests.support.clubs import the_club
from tests.support.elements import Element
from tests.support.large_book import long_sheet
from tests.support.pages import Visitor, read, words
from tests.support.scorebook import form, record, totals, win
from tests.support.statements import counted, hearing
from tests.support.walks import walk

SHORT, LONG = 60, 120


def change_everything(app: Flask, client: Visitor, rounds: int) -> dict[str, int]:
    """Change a sheet of this many rounds in every way. Return the number of statements of each."""
    with app.app_context():
        address = f"/games/{long_sheet(rounds).id}"
    forms = {
        "record": ("/rounds/new", {"ending": "knock:0", "hand-0": "5", "hand-1": "9"}, "#round"),
        "correct": ("/rounds/1/edit", {"hand-0": "44"}, "#round"),
        "remove": ("/rounds/1/remove", {}, "main form"),
        "undo": ("", {}, ".undo"),
    }
    numbers = {}
    for name, (page, fields, which) in forms.items():
        shown = client.visit(address + page)
        with counted(app) as sent:
            assert client.submit(shown, fields, form=which).status_code == 303, name
        numbers[name] = len(sent)
    with counted(app) as sent:
        assert client.visit(address).select(".sheet-last")
    return numbers | {"sheet": len(sent)}


def test_a_change_takes_as_many_statements_on_a_long_sheet_as_on_a_short_one(
    app: Flask, client: Visitor
) -> None:
    change_everything(app, client, SHORT)  # The first requests send more statements.
    short = change_everything(app, client, SHORT)
    assert change_everything(app, client, LONG) == short


def test_the_message_after_a_change_reads_no_more_of_a_longer_history(
    app: Flask, client: Visitor
) -> None:
    with app.app_context():
        address = f"/games/{long_sheet(20).id}"
    for _time in range(12):
        client.submit(address + "/rounds/1/remove", form="main form")
    page = client.visit(address)
    changes: list[object] = []
    with hearing(ChangeRow, load=lambda change, _context: changes.append(change)):
        client.submit(page, form=".undo")
    assert 1 <= len(changes) <= 2
    assert "Removed round 1 restored." in client.visit(address).text


def test_the_1001st_round_is_refused_with_a_sentence(app: Flask, client: Visitor) -> None:
    with app.app_context():
        game_id = long_sheet(MOST_ROUNDS - 1).id
    address = f"/games/{game_id}"
    page = client.visit(address + "/rounds/new")
    typed = {"ending": "knock:0", "hand-0": "5", "hand-1": "9"}
    assert client.submit(page, typed, form="#round").status_code == 303
    answer = client.visit(address + "/rounds/new")
    told = "That is 1,000 rounds, the most a game can have."
    assert told in words(answer)
    assert answer.select_one(".sheet-last")
    late = client.submit(page, typed | {"key": "another-phone"}, form="#round")
    assert told in words(read(late, 409), "[aria-labelledby=meanwhile]")
    assert "Record" not in words(read(late), "#round .actions")
    with app.app_context():
        now = {"version": str(find_game(the_club(), game_id).version), "key": "another"}
    answer = client.submit(page, typed | now, form="#round")
    assert told in words(read(answer, 422))
    with app.app_context():
        assert find_game(the_club(), game_id).played == MOST_ROUNDS


def test_a_full_sheet_offers_to_call_the_game_and_no_further_round(
    app: Flask, client: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(commands, "MOST_ROUNDS", 3)
    with app.app_context():
        address = f"/games/{long_sheet(3).id}"
    for page in (client.visit(address), client.visit(address + "/live?at=sheet")):
        assert "the most a game can have" in words(page, "#sheet-title")
        assert "Round 4" not in page.text
        assert words(page, "#sheet-actions") == "End game now"
        assert "End game now" not in words(page, "#sheet-more")
    assert "Round 4" not in client.visit(address + "/watch").text


def test_at_1000_rounds_any_round_is_corrected_and_removed(app: Flask) -> None:
    with app.app_context():
        row = long_sheet(MOST_ROUNDS)
        row = commands.correct(row.id, **form(row), place=1, entry=win(60))
        row = commands.remove(row.id, **form(row), place=2)
        row = commands.undo(row.id, **form(row))
        assert totals(row)[0] > 60
        assert row.played == MOST_ROUNDS


def numbers(part: Element) -> list[int]:
    """Return the numbers of the rounds in a part of a page."""
    return [int(number.text) for number in part.select(".sheet-table-round__number")]


@walk(
    ("rounds", "earlier"),
    [(39, 0), (40, 20), (59, 20), (60, 40)],
)
def test_a_long_sheet_shows_its_last_rounds_and_the_others_on_demand(
    app: Flask, client: Visitor, rounds: int, earlier: int
) -> None:
    with app.app_context():
        page = client.visit(f"/games/{long_sheet(rounds).id}")
    assert numbers(page.select_one("#sheet-rounds")) == list(range(earlier + 1, rounds + 1))
    assert numbers(page.select_one("#sheet-earlier")) == list(range(1, earlier + 1))
    assert [label.text for label in page.select("#sheet-earlier label")] == (
        [f"Show earlier rounds (1–{earlier})"] if earlier else []
    )
    assert len(page.select("tr.sheet-table__newest")) == len(page.select("tfoot")) == 1


def test_earlier_rounds_are_sent_again_only_if_they_changed(app: Flask, client: Visitor) -> None:
    with app.app_context():
        row = long_sheet(50)
        address = f"/games/{row.id}"
        follow = client.visit(address).select_one("#live")["hx-get"]
        row = record(row, win(3))
        news = client.visit(follow)
        assert numbers(news.select_one("#sheet-rounds")) == list(range(21, 52))
        assert not news.select("#sheet-earlier")
        row = commands.correct(row.id, **form(row), place=2, entry=win(60))
        news = client.visit(news.select_one("#live")["hx-get"])
        assert numbers(news.select_one("#sheet-earlier")) == list(range(1, 21))
