"""The page on which a keeper takes the games of the club along."""

from __future__ import annotations

import io
import json
import re
from zipfile import ZipFile

import pytest
from flask import Flask

from scorekeeper.clubs import clubs
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import db
from scorekeeper.storage.models import RoundRow
from scorekeeper.transfer.exports import FORMATS
from tests.support.clubs import new_club, the_club, visitor
from tests.support.pages import Visitor
from tests.support.table import Table


@pytest.fixture
def table(app: Flask) -> Table:
    """A game with a round on its sheet."""
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    return table


@pytest.mark.usefixtures("table")
def test_every_file_can_be_downloaded_from_the_page(client: Visitor) -> None:
    page = client.visit("/club/transfer")
    links = [link["href"] for link in page.select("main a[download]")]
    assert sorted(links) == sorted(f"/club/transfer/{ending}" for ending in FORMATS)
    for address in links:
        answer = client.get(address)
        assert answer.status_code == 200
        assert len(answer.data) > 0
        assert re.fullmatch(
            r"attachment; filename=scorekeeper-\d{4}-\d\d-\d\d[.-][a-z.]+",
            answer.headers["Content-Disposition"],
        )


def test_the_archive_has_the_games_of_this_club_alone(
    app: Flask, client: Visitor, table: Table
) -> None:
    with app.app_context():
        other = new_club("Other").id
    cem = visitor(app, Role.KEEPER, other)
    for who, expected in ((client, [table.id]), (cem, [])):
        with ZipFile(io.BytesIO(who.get("/club/transfer/zip").data)) as archive:
            lines = archive.read("games.jsonl").splitlines()
        assert [json.loads(line)["id"] for line in lines] == expected


@pytest.mark.usefixtures("table")
def test_the_file_has_the_name_of_the_club(app: Flask, client: Visitor) -> None:
    with app.app_context():
        clubs.rename_club(the_club(), 'Café "Zoé"; \U0001f0a1')
    named = client.get("/club/transfer/hands.csv").headers["Content-Disposition"]
    assert re.fullmatch(r"attachment; filename=cafe-zoe-[\d-]+-hands\.csv", named)


def test_a_club_without_games_is_told_so(client: Visitor) -> None:
    page = client.visit("/club/transfer")
    assert "nothing to download" in page.main.text
    assert not page.select("main a[download]")
    assert client.get("/club/transfer/zip").status_code == 200


def test_what_is_no_file_of_an_export_is_not_found(client: Visitor) -> None:
    assert client.get("/club/transfer/exe").status_code == 404


@pytest.mark.usefixtures("table")
def test_a_fault_at_the_start_is_answered_with_a_page(app: Flask, client: Visitor) -> None:
    with app.app_context():
        RoundRow.__table__.drop(db.engine)
    answer = client.get("/club/transfer/jsonl")
    assert answer.status_code == 503
    assert "attachment" not in answer.headers.get("Content-Disposition", "")
