"""The picture of a finished game, and its play for BG Stats."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime, timedelta
from io import BytesIO
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest
from flask import Flask
from PIL import Image

from scorekeeper.clubs.roles import Role
from scorekeeper.storage.database import write
from scorekeeper.storage.models import GameRow, RoundRow
from scorekeeper.web.parts import canvas
from scorekeeper.web.parts.canvas import FACES, THEMES
from tests.support.clubs import new_club, visitor
from tests.support.pages import Visitor, words
from tests.support.table import Table
from tests.support.walks import walk


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Gin that Ann wins."""
    table = Table(app)
    table.knock("Bob", Ann=22, Bob=3)
    table.record("gin", "Ann", hands={"Bob": 80})
    return table


def colours(answer_data: bytes) -> set[str]:
    """Return the colours of a picture."""
    image = Image.open(BytesIO(answer_data)).convert("RGB")
    found = image.getcolors(maxcolors=image.width * image.height) or []
    return {"#{:02x}{:02x}{:02x}".format(*colour) for _count, colour in found}


@walk("theme", ["light", "dark"])
def test_the_picture_has_the_paper_and_the_faces(client: Visitor, table: Table, theme: str) -> None:
    answer = client.get(f"{table.address}/picture.png?theme={theme}")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    assert {THEMES[theme].paper, THEMES[theme].coin, *FACES[:2]} <= colours(answer.data)


def test_a_picture_is_sent_again_only_if_it_has_changed(client: Visitor, table: Table) -> None:
    address = f"{table.address}/picture.png"
    first = client.get(address)
    assert first.headers["Cache-Control"] == "private, no-cache"
    known = {"If-None-Match": first.headers["ETag"]}
    assert client.get(address, headers=known).status_code == 304
    assert client.get(f"{address}?theme=dark", headers=known).status_code == 200
    table.change("undo")
    table.record("gin", "Ann", hands={"Bob": 90})
    assert client.get(address, headers=known).status_code == 200


def test_the_page_shows_the_picture_and_how_to_keep_it(client: Visitor, table: Table) -> None:
    [button] = client.visit(table.address).select("#sheet-actions [data-share-picture]")
    assert str(button["data-share-text"]) == "Gin Rummy: Ann wins (Ann 105, Bob 19)"
    page = client.visit(str(button["href"]))
    [image] = page.select("img.picture")
    drawn = Image.open(BytesIO(client.get(str(image["src"])).data))
    assert (str(drawn.width), str(drawn.height)) == (image["width"], image["height"])
    downloads = [words(link) for link in page.select("a[download]:not([hidden])")]
    assert downloads == ["Download, light", "Download, dark"]


def test_a_link_that_was_made_here_goes_with_the_picture(client: Visitor, table: Table) -> None:
    client.submit(f"{table.address}/links")
    [button] = client.visit(table.address).select("#sheet-actions [data-share-picture]")
    assert "/shared/" in str(button["data-share-text"])


def test_a_link_to_the_game_shows_the_picture_in_messengers(
    app: Flask, client: Visitor, table: Table
) -> None:
    client.submit(f"{table.address}/links")
    shared = urlsplit(words(client.visit(f"{table.address}/links"), "textarea")).path
    stranger = visitor(app, None)
    page = stranger.visit(shared)
    said = {meta["property"]: meta["content"] for meta in page.select("meta[property]")}
    assert said["og:title"] == "Gin Rummy: Ann wins (Ann 105, Bob 19)"
    image = urlsplit(str(said["og:image"])).path
    assert stranger.get(image).mimetype == "image/png"
    assert page.select(f'a[data-share-picture="{image}"]')
    table.change("undo")
    assert stranger.get(image).status_code == 404
    assert "og:image" not in str(stranger.visit(shared))


@walk("page", ["share", "picture.png"])
def test_only_the_club_sees_it_and_only_once_the_game_is_over(
    app: Flask, client: Visitor, table: Table, page: str
) -> None:
    assert visitor(app, Role.WATCHER).get(f"{table.address}/{page}").status_code == 200
    assert visitor(app, None).get(f"{table.address}/{page}").status_code != 200
    with app.app_context():
        another = new_club().id
    stranger = visitor(app, Role.KEEPER, club_id=another)
    assert stranger.get(f"{table.address}/{page}").status_code == 404
    table.change("undo")
    assert client.get(f"{table.address}/{page}").status_code == 404
    table.change("redo")


@walk("variant", ["three-thirteen", "hollywood"])
def test_it_takes_any_names_and_any_end(
    app: Flask, client: Visitor, monkeypatch: pytest.MonkeyPatch, variant: str
) -> None:
    """The test uses a machine without fonts, and a game without a round too."""
    monkeypatch.setattr(canvas, "_fallbacks", lambda _size: ())
    players = ("王小明 👑", "Maximilian-Alexander der Zweite von Habs", "Ё", *"defgh")
    table = Table(app, variant, players[: 2 if variant == "hollywood" else 8])
    table.change("call")
    assert client.get(f"{table.address}/picture.png").mimetype == "image/png"
    table.change("play_on")
    table.record("void")
    table.change("call")
    assert client.get(f"{table.address}/picture.png").mimetype == "image/png"


ADDRESS = "bgstats://app.bgstatsapp.com/createPlay.html?data="


def play(table: Table, visits: Visitor) -> Any:
    """Return the play in the link on the page of a game."""
    [link] = visits.visit(table.address).select(f"a[href^='{ADDRESS}']")
    return json.loads(unquote(str(link["href"]).removeprefix(ADDRESS)))


def began(table: Table, **changes: Any) -> None:
    """Set the date and other facts of a game, with its rounds 40 minutes later."""
    start = datetime(2026, 11, 20, 19, 30, 5, tzinfo=UTC)
    with table.app.app_context(), write() as session:
        row = session.get_one(GameRow, table.id)
        row.created_at, row.played_on = start, date(2026, 11, 20)
        for name, value in changes.items():
            setattr(row, name, value)
        session.query(RoundRow).filter_by(game_id=table.id).update(
            {"entered_at": start + timedelta(minutes=40)}
        )


def test_the_play_says_who_played_what_when_and_where(client: Visitor, table: Table) -> None:
    began(table, place="Chez Zoé", note="In the garden")
    handed = play(table, client)
    ids = [player.pop("sourcePlayerId") for player in handed["players"]]
    assert len(set(ids)) == 2
    assert handed == {
        "sourceName": "Scorekeeper",
        "sourcePlayId": table.id,
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


def test_what_is_not_known_is_left_out(client: Visitor, table: Table) -> None:
    known = {"sourceName", "sourcePlayId", "playDate", "game", "players"}
    assert set(play(table, client)) == known


def test_a_game_of_another_evening_is_handed_with_its_noon(client: Visitor, table: Table) -> None:
    began(table, played_on=date(2026, 10, 3))
    assert play(table, client)["playDate"] == "2026-10-03 12:00:00"


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
    assert [player["name"] for player in play(table, client)["players"]] == ["Zoé & “Q”", "نورا"]


def test_only_a_finished_game_is_offered_and_only_to_members(app: Flask, table: Table) -> None:
    shared = visitor(app, None).visit(table.share())
    assert not shared.select(f"a[href^='{ADDRESS}']")
    watcher = visitor(app, Role.WATCHER)
    assert play(table, watcher)
    table.change("undo")
    assert not watcher.visit(table.address).select(f"a[href^='{ADDRESS}']")


def test_a_game_without_a_round_is_not_offered(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.change("call")
    assert not client.visit(table.address).select(f"a[href^='{ADDRESS}']")
