"""A finished game handed to BG Stats: the fields that the app documents, and who may hand it."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from typing import Any
from urllib.parse import unquote

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from scorekeeper.games.share_links import make_share_link
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import write
from scorekeeper.storage.models import GameRow, RoundRow
from tests.support.clubs import the_club, visitor
from tests.support.pages import Visitor, words
from tests.support.table import Table

ADDRESS = "bgstats://app.bgstatsapp.com/createPlay.html?data="


def play(table: Table, visits: Visitor) -> Any:
    """The play in the link on the page of a game."""
    [link] = visits.visit(table.address).select(f"a[href^='{ADDRESS}']")
    return json.loads(unquote(str(link["href"]).removeprefix(ADDRESS)))


def began(table: Table, **changes: Any) -> None:
    """Set when and where a game was, and let its rounds follow after 40 minutes."""
    start = datetime(2026, 11, 20, 19, 30, 5, tzinfo=UTC)
    with table.app.app_context(), write() as session:
        row = session.get_one(GameRow, table.id)
        row.created_at, row.played_on = start, date(2026, 11, 20)
        for name, value in changes.items():
            setattr(row, name, value)
        session.query(RoundRow).filter_by(game_id=table.id).update(
            {"entered_at": start + timedelta(minutes=40)}
        )


@pytest.fixture
def won(app: Flask) -> Table:
    """Ann wins a game of gin that Ann dealt first."""
    table = Table(app)
    table.knock("Bob", Ann=22, Bob=3)
    table.record("gin", "Ann", hands={"Bob": 80})
    return table


def test_the_play_says_who_played_what_when_and_where(client: Visitor, won: Table) -> None:
    began(won, place="Chez Zoé", note="In the garden")
    handed = play(won, client)
    ids = [player.pop("sourcePlayerId") for player in handed["players"]]
    assert len(set(ids)) == 2
    assert handed == {
        "sourceName": "Scorekeeper",
        "sourcePlayId": won.id,
        "playDate": "2026-11-20 19:30:05",
        "durationMin": 40,
        "location": "Chez Zoé",
        "comments": "In the garden",
        "game": {
            "name": "Gin Rummy",
            "sourceGameId": "gin",
            "highestWins": True,
            "noPoints": False,
        },
        "players": [
            {"name": "Ann", "score": 105, "rank": 1, "winner": True, "startPlayer": False},
            {"name": "Bob", "score": 19, "rank": 2, "winner": False, "startPlayer": True},
        ],
    }


def test_what_is_not_known_is_left_out(client: Visitor, won: Table) -> None:
    known = {"sourceName", "sourcePlayId", "playDate", "game", "players"}
    assert set(play(won, client)) == known


def test_a_game_of_another_evening_is_handed_with_its_noon(client: Visitor, won: Table) -> None:
    began(won, played_on=date(2026, 10, 3))
    assert play(won, client)["playDate"] == "2026-10-03 12:00:00"


def test_fewest_points_win_where_they_do(app: Flask, client: Visitor) -> None:
    table = Table(app, "three-thirteen", ("Ann", "Bob", "Cem"))
    table.record("out", "Ann", hands={"Bob": 5, "Cem": 7})
    table.change("call")
    handed = play(table, client)
    assert handed["game"]["highestWins"] is False
    assert [player["score"] for player in handed["players"]] == [0, 5, 7]
    assert [player["rank"] for player in handed["players"]] == [1, 2, 3]


def test_names_of_every_script_arrive(app: Flask, client: Visitor) -> None:
    table = Table(app, players=("Zoé & “Q”", "نورا"))
    table.knock("Zoé & “Q”", **{"Zoé & “Q”": 5, "نورا": 25})
    table.change("call")
    assert [each["name"] for each in play(table, client)["players"]] == ["Zoé & “Q”", "نورا"]


def test_only_a_finished_game_is_offered_and_only_to_members(app: Flask, won: Table) -> None:
    with app.app_context():
        link = make_share_link(the_club().id, won.id, new_key(), None)
    shared = visitor(app, None).visit(f"/shared/{link.token}")
    assert not shared.select(f"a[href^='{ADDRESS}']")
    watcher = visitor(app, Role.WATCHER)
    assert play(won, watcher)
    won.change("undo")
    assert not watcher.visit(won.address).select(f"a[href^='{ADDRESS}']")


def test_the_menu_says_that_it_needs_the_app_and_has_the_game_as_a_file(
    client: Visitor, won: Table
) -> None:
    menu = client.visit(won.address).select_one("#sheet-more")
    link = menu.select_one(f"a[href^='{ADDRESS}']")
    assert words(link) == "Log it in BG Stats, if it is on this device"
    assert menu.select(f'a[href="{won.address}/document"]')


def test_a_game_without_a_round_is_not_offered(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.change("call")
    assert not client.visit(table.address).select(f"a[href^='{ADDRESS}']")
