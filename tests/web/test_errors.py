"""Pages for what went wrong: plain words, a way home, and nothing changed."""

from __future__ import annotations

from flask import Flask

from scorekeeper.storage.queries import games_in_play
from tests.support.clubs import the_club, visitor
from tests.support.pages import Visitor, read
from tests.support.walks import walk

ADDRESSES = ["/games/nosuch", "/games/new/x", "/games/" + "a" * 300, "/games/%00", "/x?y=%ff"]


@walk("address", ADDRESSES)
def test_an_address_that_is_not_there_shows_the_way_home(client: Visitor, address: str) -> None:
    answer = client.get(address)
    page = read(answer)
    assert answer.status_code == 404
    assert page.h1.text == "Not found"
    assert page.select_one("main a[href='/']")


@walk(("method", "address"), [("put", "/games"), ("delete", "/")])
def test_a_wrong_method_is_answered_in_words(client: Visitor, method: str, address: str) -> None:
    client.application.config["WTF_CSRF_ENABLED"] = False
    answer = client.open(address, method=method)
    assert answer.status_code == 405
    assert "Nothing was changed." in read(answer).main.text


def test_a_form_from_elsewhere_changes_nothing(app: Flask, client: Visitor) -> None:
    answer = client.post("/games", data={"variant": "gin", "preset": "plain"})
    assert answer.status_code == 400
    assert "reload the page" in read(answer).main.text
    with app.app_context():
        assert not games_in_play(the_club())


def test_a_text_of_100_kb_is_too_much(client: Visitor) -> None:
    page = client.visit("/games/new?variant=gin")
    answer = client.submit(page, {"name": ["A" * 100_000, "Bob"]})
    assert answer.status_code == 413
    assert read(answer).h1.text == "Too much text"


def test_too_much_text_is_refused_whoever_sends_it(app: Flask) -> None:
    stranger = visitor(app, None)
    answer = stranger.post("/games", data={"name": "A" * 100_000})
    assert answer.status_code == 413
    assert read(answer).h1.text == "Too much text"


def test_errors_are_said_in_the_language_of_the_page(client: Visitor) -> None:
    answer = client.get("/no/such/page", headers={"Accept-Language": "fr"})
    assert read(answer).h1.text == "Introuvable"
