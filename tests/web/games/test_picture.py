"""The picture of a finished game: who may see it, when it is drawn again, and what it survives."""

from __future__ import annotations

from io import BytesIO
from urllib.parse import urlsplit

import pytest
from flask import Flask
from PIL import Image

from scorekeeper.clubs.roles import Role
from scorekeeper.web.parts import canvas
from scorekeeper.web.parts.canvas import FACES, THEMES
from tests.support.clubs import new_club, visitor
from tests.support.pages import Visitor, words
from tests.support.table import Table
from tests.support.walks import walk


@pytest.fixture
def table(app: Flask) -> Table:
    """Ann wins a game of gin."""
    table = Table(app)
    table.knock("Bob", Ann=22, Bob=3)
    table.record("gin", "Ann", hands={"Bob": 80})
    return table


def colours(answer_data: bytes) -> set[str]:
    """The colours of a picture."""
    image = Image.open(BytesIO(answer_data)).convert("RGB")
    found = image.getcolors(maxcolors=image.width * image.height) or []
    return {"#{:02x}{:02x}{:02x}".format(*colour) for _count, colour in found}  # type: ignore[misc]


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
    [image] = page.select("img.share-picture")
    drawn = Image.open(BytesIO(client.get(str(image["src"])).data))
    assert (str(drawn.width), str(drawn.height)) == (image["width"], image["height"])
    downloads = [words(link) for link in page.select("a[download]:not([hidden])")]
    assert downloads == ["Download, light", "Download, dark"]


def test_a_link_that_was_made_here_goes_with_the_picture(client: Visitor, table: Table) -> None:
    client.submit(client.visit(f"{table.address}/links"))
    [button] = client.visit(table.address).select("#sheet-actions [data-share-picture]")
    assert "/shared/" in str(button["data-share-text"])


def test_a_link_to_the_game_shows_the_picture_in_messengers(
    app: Flask, client: Visitor, table: Table
) -> None:
    client.submit(client.visit(f"{table.address}/links"))
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


@pytest.mark.parametrize("page", ["share", "picture.png"])
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


@pytest.mark.parametrize("variant", ["three-thirteen", "hollywood"])
def test_it_takes_any_names_and_any_end(
    app: Flask, client: Visitor, monkeypatch: pytest.MonkeyPatch, variant: str
) -> None:
    """Also on a machine without fonts, and for a game without a round."""
    monkeypatch.setattr(canvas, "_fallbacks", lambda _size: ())
    players = (
        "王小明 👑",
        "Maximilian-Alexander der Zweite von Habs",
        "Ё",
        "d",
        "e",
        "f",
        "g",
        "h",
    )
    table = Table(app, variant, players[: 2 if variant == "hollywood" else 8])
    table.change("call")
    assert client.get(f"{table.address}/picture.png").mimetype == "image/png"
    table.change("play_on")
    table.record("void")
    table.change("call")
    assert client.get(f"{table.address}/picture.png").mimetype == "image/png"
