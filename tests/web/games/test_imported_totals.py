"""A game with only totals: every page shows it, and it accepts no rounds."""

from __future__ import annotations

from typing import Any

import pytest
from flask import Flask
from sqlalchemy import select

from scorekeeper.games import commands
from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.documents.round import read_round
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import RuleError
from scorekeeper.statistics.check import check
from scorekeeper.statistics.rebuild import rebuild
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow, Player
from tests.support.documents import VOID
from tests.support.pages import Visitor, read, words
from tests.support.scorebook import everything, form
from tests.support.stored_statistics import compare_with_recount
from tests.support.transfers import imported, lines_of, quiet
from tests.support.walks import walk

WHERE_AND_WHEN = {"date": "2019-11-26", "place": "Café Zoé", "note": "The long night."}


def played(variant: str = "gin", **totals: int) -> dict[str, Any]:
    return {"variant": variant, "players": list(totals), "imported": totals, **WHERE_AND_WHEN}


@pytest.fixture
def game_id(app: Flask) -> str:
    with app.app_context():
        imported(lines_of(played(Ann=120, Bob=85)), "games.jsonl")
        return str(db.session.scalars(select(GameRow.id)).one())


def test_the_sheet_says_it_once_and_has_no_rounds(client: Visitor, game_id: str) -> None:
    page = client.visit(f"/games/{game_id}")
    assert words(page.select_one(".end")).count("Imported totals, without rounds.") == 1
    said = words(page)
    assert "Ann wins" in said
    assert "by 35" in said
    assert not page.select("#rounds, table, .chart, #rules-in-force, [href$=adjust]")
    assert "Imported totals" in words(client.visit(f"/games/{game_id}/trail"))
    assert "Imported totals" in words(client.visit(f"/games/{game_id}/watch"))


def test_a_television_shows_everybody(app: Flask, client: Visitor) -> None:
    with app.app_context():
        four = {"Ann": 510, "Bob": 320, "Cem": 100, "Dee": 7}
        imported(lines_of(played("rummy-500", **four)), "games.jsonl")
        game_id = db.session.scalars(select(GameRow.id)).one()
    said = words(client.visit(f"/games/{game_id}/watch").select_one("main"))
    assert all(f"{total}" in said for total in four.values())
    assert "Dee" in said


def test_partners_are_shown_as_sides(app: Flask, client: Visitor) -> None:
    sides = {"We": ["Ann", "Cem"], "They": ["Bob", "Dee"]}
    four = played("rummy-500", Ann=0, Bob=0, Cem=0, Dee=0)
    with app.app_context():
        game = four | {"sides": sides, "imported": {"We": 510, "They": 300}}
        imported(lines_of(game), "games.jsonl")
        game_id = db.session.scalars(select(GameRow.id)).one()
        compare_with_recount()
        assert list(check(quiet)) == []
    said = words(client.visit(f"/games/{game_id}"))
    assert "We win" in said
    assert "by 210" in said
    assert "They" in words(client.visit(f"/games/{game_id}/watch"))
    assert client.get(f"/games/{game_id}/picture.png").status_code == 200
    for address in ("/history", "/evenings/2019-11-26"):
        assert "We" in words(client.visit(address)), address
    for address in ("/players", "/players/pairs", "/records"):
        assert "Cem" in words(client.visit(address)), address


@walk("address", ["/history", "/"])
def test_lists_say_that_it_was_imported(client: Visitor, game_id: str, address: str) -> None:
    page = client.visit(address)
    [row] = [item for item in page.select("li") if item.select(f"[href='/games/{game_id}']")]
    assert "imported totals" in words(row)


def test_every_page_that_counts_games_shows_it(client: Visitor, game_id: str) -> None:
    for address in ("/evenings/2019-11-26", "/players", "/players/pairs", "/records"):
        assert "Ann" in words(client.visit(address)), address
    with client.application.app_context():
        ann, bob = db.session.scalars(select(Player.id).order_by(Player.name))
    assert "1 of 1" in words(client.visit(f"/players/{ann}"))
    assert "Bob" in words(client.visit(f"/players/{ann}/against/{bob}"))
    assert client.get(f"/games/{game_id}/picture.png").status_code == 200
    assert client.get(f"/games/{game_id}/share").status_code == 200


def test_what_says_how_games_are_counted_tells_of_it(client: Visitor, game_id: str) -> None:
    with client.application.app_context():
        ann = db.session.get_one(GameRow, game_id).seats[0].player_id
    for address in ("/records", f"/players/{ann}"):
        assert "unless only their totals are known" in words(client.visit(address)), address


def test_nothing_is_recorded_in_it(app: Flask, game_id: str) -> None:
    with app.app_context():
        before = everything()
        row = db.session.get_one(GameRow, game_id)
        between = Between(BetweenKind.ADJUST, (Seat(0),), (5,))
        joins = Between(BetweenKind.JOINS, (Seat(2),), (0,))
        for change in (
            lambda: commands.record(row.id, **form(row), round=read_round(VOID, row.players)),
            lambda: commands.record_between(row.id, **form(row), between=between),
            lambda: commands.join(row, **form(row), names=["Cem"], between=joins),
            lambda: commands.call(row.id, **form(row)),
            lambda: commands.play_on(row.id, **form(row)),
            lambda: commands.undo(row.id, **form(row)),
        ):
            with pytest.raises(RuleError):
                change()
        assert everything() == before


@walk("address", ["rounds/adjust", "between/join", "between/leave"])
def test_what_would_be_recorded_in_it_leads_to_its_sheet(
    client: Visitor, game_id: str, address: str
) -> None:
    page = read(client.get(f"/games/{game_id}/{address}"), 409)
    assert "Only the totals of this game are known" in page.select_one(".message--error").text
    assert "Ann wins" in words(page)
    assert not page.select("[name=player], [name=name]")


def test_its_date_and_place_can_be_corrected_and_it_can_be_deleted(
    client: Visitor, game_id: str
) -> None:
    answer = client.submit(
        f"/games/{game_id}/details", {"played_on": "2018-05-04", "place": "Nice"}
    )
    assert answer.status_code == 303
    assert "Nice" in words(client.visit(f"/games/{game_id}"))
    client.submit(f"/games/{game_id}/delete", {})
    with client.application.app_context():
        assert db.session.scalars(select(GameRow.deleted_at)).one() is not None
        assert list(check(quiet)) == []


@pytest.mark.usefixtures("game_id")
def test_the_statistics_count_it_and_no_round_of_it(app: Flask) -> None:
    with app.app_context():
        three = {"Ann": 1, "Bob": 2, "Cem": 2}
        imported(lines_of(played("basic", **three), played("rummy-500", **three)), "more.jsonl")
        compare_with_recount()
        assert list(check(quiet)) == []
        assert rebuild(quiet).games == 3
        compare_with_recount()
        assert list(check(quiet)) == []
