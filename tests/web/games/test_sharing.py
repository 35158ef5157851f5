"""Links that show one game to everybody, and no other data of the club."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from scorekeeper.web.shell.permissions import REQUIRED_ROLES
from tests.support.clubs import the_club, visitor
from tests.support.elements import Element
from tests.support.pages import Visitor, news_of, read, words
from tests.support.table import Table
from tests.support.walks import walk

GONE = "This link does not work any more. Ask whoever sent it for a new one."


def share(client: Visitor, table: Table) -> str:
    """Make a link by the buttons of the pages, and return its path."""
    sheet = client.visit(table.address)
    [way] = [
        link for link in sheet.select("#sheet-more a") if link.text == "Show somebody this game"
    ]
    return path_of(client.press(str(way["href"])))


def path_of(page: Element) -> str:
    """Return the path of the newest link on the page, without the host."""
    field = page.select_one("textarea")
    return urlsplit(field.text.strip()).path


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Gin in play, with notes."""
    table = Table(app, players=("Ann", "Bob"))
    hands = {"Ann": "2S", "Bob": "KS 9D"}
    table.record("knock", "Ann", "Zoe", hands=hands, note="Bob spilled the tea")
    table.knock("Bob", "Zoe", Ann=25, Bob=5)
    return table


def test_a_stranger_sees_the_sheet_the_rulings_and_the_rules(
    app: Flask, client: Visitor, table: Table
) -> None:
    stranger = visitor(app, None)
    page = stranger.visit(share(client, table))
    assert words(page, "h1") == "Gin Rummy"
    assert words(page, "#sheet-rounds tfoot") == "Total 17 20"
    assert "Rules of this game: Standard" in words(page)
    ruling = stranger.visit(str(page.select("#sheet-rounds tbody a")[0]["href"]))
    assert words(ruling, ".ruling__result") == "Ann scores 17"
    assert "Bob 19 points K of spades, 9 of diamonds unmatched" in words(ruling, ".ruling-hands")
    back = stranger.visit(str(ruling.select(".ruling-nav a")[0]["href"]))
    assert back.select_one("h1") == page.select_one("h1")


def test_nothing_else_of_the_club_is_shown(app: Flask, client: Visitor, table: Table) -> None:
    with app.app_context():
        the_club().name = "Tuesday"
    Table(app, players=("Cem", "Dora"))
    address, stranger = share(client, table), visitor(app, None)
    adapter = app.url_map.bind("localhost")
    seen, ahead = set[str](), [address]
    while ahead:
        path = ahead.pop()
        seen.add(path)
        page = stranger.visit(path)
        assert not re.search("Tuesday|Cem|Dora|Zoe|tea", page.text)
        links = {str(link["href"]).partition("#")[0] for link in page.select("a[href^='/']")}
        for link in sorted(links):
            endpoint, _values = adapter.match(link.partition("?")[0])
            assert REQUIRED_ROLES[endpoint] is None, link
            if endpoint.startswith("shared.") and link not in seen:
                ahead.append(link)
    assert seen == {address, f"{address}/rounds/1", f"{address}/rounds/2"}


def test_the_address_stays_a_secret(app: Flask, client: Visitor, table: Table) -> None:
    address = share(client, table)
    never = "/shared/AAAAAAAAAAAAAAAAAAAAAA"
    rounds = (f"{address}/rounds/1", f"{address}/rounds/9")
    for path, status in zip((address, *rounds, never), (200, 200, 404, 404), strict=True):
        answer = visitor(app, None).get(path)
        headers = answer.headers
        assert answer.status_code == status
        assert (GONE in answer.text) == (path == never)
        assert headers["Referrer-Policy"] == "strict-origin"
        assert headers["X-Robots-Tag"] == "noindex, nofollow"
        assert headers["Cache-Control"] == "no-store"


def test_a_page_of_a_game_in_play_asks_for_what_is_new(
    app: Flask, client: Visitor, table: Table
) -> None:
    stranger, address = visitor(app, None), share(client, table)
    asks = str(stranger.visit(address).select_one("#shared")["hx-get"])
    assert stranger.get(asks).status_code == 204
    table.record("gin", "Ann", hands={"Bob": 75})
    page = read(stranger.get(asks))
    assert words(page, "h1") == "Ann wins"
    assert "hx-get" not in page.select_one("#shared").attributes


@walk("gone", ["revoked", "deleted"])
def test_a_link_shows_nothing_once_it_is_gone(
    app: Flask, client: Visitor, table: Table, gone: str
) -> None:
    address, other = share(client, table), share(client, table)
    if gone == "deleted":
        table.delete()
    else:
        page = client.visit(f"{table.address}/links")
        [form] = [field.closest("li") for field in page.select("textarea") if address in field.text]
        revoke = str(form.select_one("form")["action"])
        page = client.press(page, form=f'form[action="{revoke}"]')
        assert "The link no longer works" in news_of(page)
        assert [path_of(page)] == [other]
        assert visitor(app, None).get(other).status_code == 200
    for path in (address, f"{address}/rounds/1"):
        assert GONE in words(read(visitor(app, None).get(path), 410))


def test_only_the_browser_that_made_a_link_can_show_it_again(
    app: Flask, client: Visitor, table: Table
) -> None:
    bob = visitor(app, Role.PLAYER, player="Bob")
    address = share(bob, table)
    page = client.visit(f"{table.address}/links")
    assert "by Bob" in words(page, ".club-device")
    assert address not in page.text
    answer = client.press(page, form="form[action$=revoke]")
    assert "Links that work now" not in words(answer)
    assert visitor(app, None).get(address).status_code == 410


def test_a_browser_can_show_the_last_four_links_that_it_made(client: Visitor, table: Table) -> None:
    made = [share(client, table) for _ in range(5)]
    page = client.visit(f"{table.address}/links")
    assert [each in page.text for each in made] == [False, True, True, True, True]


def test_a_form_that_is_sent_twice_makes_one_link(
    app: Flask, client: Visitor, table: Table
) -> None:
    form = client.visit(f"{table.address}/links")
    sent = [client.submit(form) for _tap in range(2)]
    page = client.visit(sent[1].location)
    assert len(page.select("textarea")) == 1
    assert visitor(app, None).get(path_of(page)).status_code == 200
    client.submit(f"{table.address}/links")
    assert len(client.visit(f"{table.address}/links").select("textarea")) == 2


def test_the_second_of_two_answers_alone_shows_the_link(client: Visitor, table: Table) -> None:
    """A browser keeps the last answer’s cookie, which does not know the first answer."""
    before = client.visit(f"{table.address}/links")
    cookie = client.get_cookie("scorekeeper")
    first = path_of(client.press(before))
    client.set_cookie("scorekeeper", cookie.value)
    assert path_of(client.press(before)) == first


def test_a_form_sent_again_after_its_link_was_revoked_brings_nothing_back(
    app: Flask, client: Visitor, table: Table
) -> None:
    form = client.visit(f"{table.address}/links")
    page = client.press(form)
    address = path_of(page)
    for _time in range(2):
        answer = client.press(page, form="form[action$=revoke]")
        assert "The link no longer works" in news_of(answer)
    again = client.press(form)
    assert "The link no longer works" in news_of(again)
    assert not again.select("textarea")
    assert visitor(app, None).get(address).status_code == 410


def test_a_form_that_lost_its_key_makes_no_link(client: Visitor, table: Table) -> None:
    answer = client.send(f"{table.address}/links")
    assert "This form is out of date. Open it again." in words(read(answer, 422))
    assert not client.visit(f"{table.address}/links").select("textarea")


def test_a_link_of_another_game_cannot_be_revoked_here(
    app: Flask, client: Visitor, table: Table
) -> None:
    address = share(client, table)
    page = client.visit(f"{table.address}/links")
    action = str(page.select_one("form[action$=revoke]")["action"])
    elsewhere = action.replace(table.id, Table(app).id)
    assert client.send(elsewhere).status_code == 404
    assert visitor(app, None).get(address).status_code == 200


def test_members_see_what_their_guests_see(app: Flask, client: Visitor, table: Table) -> None:
    address = share(client, table)
    seen = {words(member.visit(address)) for member in (client, visitor(app, None))}
    assert len(seen) == 1
