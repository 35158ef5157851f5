"""Pages of a large score book send as many statements as pages of a small one."""

from __future__ import annotations

from flask import Flask

from tests.support.elements import Element
from tests.support.large_book import fill
from tests.support.pages import Visitor
from tests.support.scorebook import record, start, win
from tests.support.statements import counted

PAGES = {
    "home": "/",
    "games in play": "/games/in-play",
    "history": "/history",
    "search": "/history?q=player",
    "evening": "/evenings/2001-01-06",
    "history, filtered": "/history?game=knock&status=called",
    "players": "/players",
    "player": "/players/1",
    "figures of a player": "/players/1/figures",
    "head to head": "/players/1/against/2",
    "new game": "/games/new?variant=gin",
    "rematch": "/games/new?rematch={over}",
    "sheet": "/games/{over}",
    "large sheet": "/games/{over}/watch",
    "poll": "/games/{over}/live?seen=3&at=sheet&next=",
    "trail": "/games/{over}/trail",
    "next round": "/games/{playing}/rounds/new",
    "club": "/club",
    "deleted games": "/club/deleted",
}


def statements(app: Flask, client: Visitor, addresses: dict[str, str]) -> dict[str, int]:
    """Return the number of statements of each page."""
    numbers = {}
    for name, address in addresses.items():
        with counted(app) as sent:
            assert client.get(address).status_code in (200, 204), name
        numbers[name] = len(sent)
    return numbers


def test_every_page_asks_as_much_in_a_large_book_as_in_a_small_one(
    app: Flask, client: Visitor
) -> None:
    with app.app_context():
        over, playing = record(start(), win(60), win(60)).id, record(start(), win(20)).id
        fill(3, players=4, in_play=3, deleted=3)
    addresses = {
        name: address.format(over=over, playing=playing) for name, address in PAGES.items()
    }
    statements(app, client, addresses)  # The first requests send more statements.
    small = statements(app, client, addresses)
    with app.app_context():
        fill(60, players=30, in_play=60, deleted=60)
    assert statements(app, client, addresses) == small


def names_on(page: Element) -> list[str]:
    """Return the addresses of the games on a page of a list."""
    return [link["href"] for link in page.select(".row-link")]


def test_every_game_in_play_is_on_one_page_of_its_list(app: Flask, client: Visitor) -> None:
    with app.app_context():
        fill(47, players=5, in_play=47, deleted=5)
    page, seen = client.visit("/games/in-play"), []
    assert not page.select("[rel=prev]")
    while older := page.select_one("[rel=next]"):
        seen.append(names_on(page))
        page = client.visit(older["href"])
    seen.append(names_on(page))
    assert [len(page) for page in seen] == [20, 20, 7]
    assert len({name for page in seen for name in page}) == 47
    page = client.visit(page.select_one("[rel=prev]")["href"])
    assert names_on(page) == seen[1]
    page = client.visit(page.select_one("[rel=prev]")["href"])
    assert names_on(page) == seen[0]
    assert not page.select("[rel=prev]")


def test_deleted_games_are_listed_by_pages(app: Flask, client: Visitor) -> None:
    with app.app_context():
        fill(0, players=3, deleted=25)
    page = client.visit("/club/deleted")
    assert len(page.select(".paper:has(.book-game__total)")) == 20
    page = client.visit(page.select_one("[rel=next]")["href"])
    assert len(page.select(".paper:has(.book-game__total)")) == 5
    assert page.select_one("[rel=prev]")


def test_home_shows_the_newest_games_and_leads_to_the_older_ones(
    app: Flask, client: Visitor
) -> None:
    with app.app_context():
        fill(13, players=3, in_play=22)
    page = client.visit("/")
    playing = page.select_one("[aria-labelledby=playing]")
    assert (len(playing.select(".home-table")), len(playing.select(".item"))) == (1, 2)
    assert len(names_on(client.visit(playing.select_one(".home-ways a")["href"]))) == 20
    finished = page.select_one("[aria-labelledby=finished]")
    assert len(finished.select(".item")) == 1
    everything = client.visit(finished.select_one(".home-bar a")["href"] + "?status=finished")
    assert len(everything.select(".history-evening .item")) == 13


def test_home_of_a_small_book_leads_to_no_other_games_in_play(app: Flask, client: Visitor) -> None:
    with app.app_context():
        fill(5, players=3, in_play=3)
    assert not client.visit("/").select("[aria-labelledby=playing] .home-ways")


def test_an_address_that_is_no_place_in_a_list_is_not_found(client: Visitor) -> None:
    for place in ("x", "20260101000000000000-", "20261301000000000000-ab", "1-ab\0"):
        assert client.get("/games/in-play", query_string={"older": place}).status_code == 404


def test_a_place_from_which_every_game_has_gone_is_the_first_page(
    app: Flask, client: Visitor
) -> None:
    with app.app_context():
        fill(0, players=3, in_play=2)
    page = client.visit("/games/in-play?older=19990101000000000000-ab")
    assert len(names_on(page)) == 2
    assert not page.select(".pages")
