"""The list of games: every game by evening, filtered, a page at a time."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

import pytest
from flask import Flask
from sqlalchemy import update

from scorekeeper.games import commands
from scorekeeper.storage.database import write
from scorekeeper.storage.models import GameRow
from scorekeeper.storage.search_text import refresh_texts
from tests.support.elements import Element, parse
from tests.support.large_book import fill
from tests.support.pages import HTMX, Visitor, link_named, read, words
from tests.support.scorebook import form, record, start, win
from tests.support.walks import walk


def dated(row: GameRow, played_on: date, place: str = "") -> str:
    """Date a game without the pages, and return its id."""
    game_id = row.id
    with write() as session:
        mine = update(GameRow).where(GameRow.id == game_id)
        session.execute(mine.values(played_on=played_on, place=place))
        refresh_texts(session.connection(), [game_id])
    return game_id


def games_of(page: Element) -> list[str]:
    """Return the ids of the games on a page of the list."""
    return [str(link["href"]).split("/")[-1] for link in page.select(".history-evening .row-link")]


@pytest.fixture
def book(app: Flask) -> dict[str, str]:
    """Four games on three evenings, by name: one over, one called, two in play."""
    with app.app_context():
        over = record(start(overrides={"target": 50}), win(60))
        called = record(start(variant="knock", players=("Ann", "Cem")))
        called = commands.call(called.id, **form(called))
        old, new = start(), record(start(("Bob", "Cem")))
        return {
            "over": dated(over, date(2026, 11, 14), "Ann's kitchen"),
            "called": dated(called, date(2026, 11, 14)),
            "old": dated(old, date(2025, 3, 1)),
            "new": dated(new, date(2026, 11, 21)),
        }


def test_the_latest_evening_is_first_with_its_games(client: Visitor, book: dict[str, str]) -> None:
    page = client.visit("/history")
    evenings = {
        words(evening, "h2"): games_of(evening) for evening in page.select(".history-evening")
    }
    assert evenings == {
        "21 November 2026": [book["new"]],
        "14 November 2026": [book["called"], book["over"]],
        "1 March 2025": [book["old"]],
    }
    assert "Ann's kitchen" in page.select(".history-evening")[1].text


@pytest.mark.usefixtures("book")
@walk(
    ("status", "told"),
    [
        ("over", "A Gin Rummy, 60–0 Ann beat Bob"),
        ("called", "A Knock Rummy, 0–0 Ann and Cem shared it ended early"),
        ("playing", "Gin Rummy In play Bob and Cem"),
    ],
)
def test_a_game_tells_who_won_and_with_what(client: Visitor, status: str, told: str) -> None:
    page = client.visit(f"/history?status={status}")
    assert words(page, ".history-evening .item") == told


@walk(
    ("asked", "found"),
    [
        ("", "new called over old"),
        ("game=gin", "new over old"),
        ("game=knock", "called"),
        ("game=tonk", ""),
        ("player=Ann", "called over old"),
        ("player=Cem", "new called"),
        ("player=Cem&game=gin", "new"),
        ("player=Ann&won=1", "over"),
        ("player=Bob&won=1", ""),
        ("won=1", "new called over old"),
        ("year=2025", "old"),
        ("year=2026&to=2026-11-14", "called over"),
        ("place=Ann's+kitchen", "over"),
        ("place=the+moon", ""),
        ("status=playing", "new old"),
        ("status=finished", "called over"),
        ("status=over", "over"),
        ("status=called", "called"),
        ("from=2026-01-01", "new called over"),
        ("to=2026-11-14", "called over old"),
        ("from=2026-11-14&to=2026-11-14", "called over"),
        ("from=2027-01-01", ""),
        ("q=KITCHEN", "over"),
        ("q=ann+kitch", "over"),
        ("q=cem&game=knock", "called"),
        ("q=poker+run", "called"),
        ("q=gin+kitchen", "over"),
        ("q=gin", "new over old"),
        ("q=ann+gin+2025", "old"),
        ("q=gin+2026", "new over"),
        ("q=2026+2025", ""),
        ("q=1999", ""),
        ("q=carousel", ""),
        ("q=nobody", ""),
    ],
)
def test_the_filters_find(client: Visitor, book: dict[str, str], asked: str, found: str) -> None:
    for option in client.visit("/history").select("[name=player] option"):
        asked = asked.replace(f"player={option.text}", f"player={option['value']}")
    page = client.visit(f"/history?{asked}")
    assert games_of(page) == [book[name] for name in found.split()]
    assert ("No games match." in words(page)) == (not found)


@walk(
    ("asked", "field", "sentence"),
    [
        ("from=yesterday", "from", "That is not a date."),
        ("from=2026-02-30", "from", "That date does not exist."),
        ("from=2026-02-02&to=2026-02-01", "to", "That is before the first day."),
        ("game=chess", "game", "Choose one of these."),
        ("player=99", "player", "Choose one of these."),
        ("status=won", "status", "Choose one of these."),
        ("year=1999", "year", "Choose one of these."),
        ("place=a%00b", "place", "Choose one of these."),
        ("q=%00", "q", "There is an invisible control character in this text."),
        ("q=!%3F", "q", "Search for letters or numbers."),
    ],
)
def test_a_filter_that_cannot_be_read_is_refused_at_its_field(
    client: Visitor, asked: str, field: str, sentence: str
) -> None:
    answer = client.get(f"/history?{asked}")
    assert answer.status_code == 422
    page = parse(answer.text)
    error = page.select_one(f"#{page.select_one(f'[name={field}]')['id']}-error")
    assert sentence in error.text
    assert "No games match." not in words(page)


@pytest.mark.usefixtures("book")
def test_a_search_offers_the_games_players_and_places_that_it_may_mean(client: Visitor) -> None:
    page = client.visit("/history?q=IN&status=over")
    offered = {item.text.strip(): item for item in page.select(".history-found .item")}
    gins = ["Gin Rummy", "Oklahoma Gin", "Hollywood Gin"]
    assert list(offered) == [*gins, "Chinchón", "Indian Rummy"]
    assert [str(mark) for mark in offered["Gin Rummy"].select("mark")] == ["<mark>in</mark>"]
    gin = client.get(str(offered["Gin Rummy"].select_one("a")["href"]))
    assert gin.request.query_string == b"status=over&game=gin"
    found = client.visit("/history?q=em kit").select(".history-found .item")
    assert [item.select_one("a").text for item in found] == ["Cem", "Ann's kitchen"]
    assert found[1].select_one("a")["href"].endswith("q=em&place=Ann's+kitchen")
    assert not client.visit("/history?q=e").select(".history-found .item")


@pytest.mark.usefixtures("book")
def test_a_chip_that_is_chosen_leads_to_the_book_without_it(client: Visitor) -> None:
    options = client.visit("/history").select("[name=player] option")
    [ann] = [option["value"] for option in options if option.text == "Ann"]
    page = client.visit(f"/history?player={ann}&won=1&game=gin&q=&year=")
    cleared = [str(link["href"]) for link in page.select(".filters__clear")]
    assert cleared == [f"/history?player={ann}&won=1", "/history?game=gin"]
    assert words(page, "#book [role=status] span") == "1 game"


@pytest.mark.usefixtures("book")
def test_a_touched_chip_is_answered_in_place_and_the_address_keeps_the_choice(
    client: Visitor,
) -> None:
    answer = client.get("/history?q=&game=gin&player=&year=2025", headers=HTMX)
    assert answer.headers["HX-Replace-Url"] == "/history?game=gin&year=2025"
    assert read(answer).select("#book .item")


def test_what_was_searched_is_marked_and_nothing_else_is_markup(
    app: Flask, client: Visitor
) -> None:
    with app.app_context():
        dated(record(start(("Zoé", "<b>Ann")), win(5)), date(2026, 11, 14), "Chez Zoë & Cie")
    page = client.visit("/history?q=zoe")
    marked = [mark.text for mark in page.select(".history-evening mark")]
    assert marked == ["Zoë", "Zoé"]
    assert words(page, ".item .small") == "Zoé and <b>Ann"
    page = client.visit("/history?q=z")
    assert [mark.text for mark in page.select(".history-evening mark")] == ["Z", "Z"]


def test_an_empty_book_says_what_will_be_here(client: Visitor) -> None:
    assert "No games yet." in words(client.visit("/history"))


def test_deleted_games_are_not_in_the_book(app: Flask, client: Visitor) -> None:
    with app.app_context():
        fill(1, players=3, in_play=1, deleted=2)
    assert len(games_of(client.visit("/history"))) == 2


def all_pages(next_page: Callable[[str], Element]) -> list[list[str]]:
    """Return the games of every page of the list."""
    page, seen = next_page("/history?game=knock"), []
    while True:
        seen.append(games_of(page))
        older = page.select_one("[rel=next]")
        if older is None:
            return seen
        page = next_page(str(older["href"]))


def test_every_game_is_on_one_page(app: Flask, client: Visitor) -> None:
    with app.app_context():
        fill(62, players=5, in_play=5, deleted=5)
    pages = all_pages(client.visit)
    assert [len(page) for page in pages] == [30, 30, 7]
    assert len({game for page in pages for game in page}) == 67
    by_htmx = all_pages(lambda address: client.visit(address, headers=HTMX))
    assert by_htmx == pages


def test_an_evening_on_two_pages_says_that_it_goes_on(app: Flask, client: Visitor) -> None:
    with app.app_context():
        fill(31, players=3)
        with write() as session:
            session.execute(update(GameRow).values(played_on=date(2026, 11, 21)))
    page = client.visit("/history")
    assert words(page, "h2") == "21 November 2026"
    page = client.visit(str(page.select_one("[rel=next]")["href"]))
    assert words(page, "h2") == "21 November 2026 (more games)"
    assert link_named(page, "The newest games")["href"] == "/history"


@walk("place", ["x", "2026-11-21-1-ab", "2026-13-01-20260101000000000000-ab"])
def test_an_address_that_is_no_place_in_the_book_is_not_found(client: Visitor, place: str) -> None:
    assert client.get("/history", query_string={"after": place}).status_code == 404


def test_the_address_to_which_new_games_are_sent_leads_to_the_book(client: Visitor) -> None:
    assert client.get("/games").location == "/history"
