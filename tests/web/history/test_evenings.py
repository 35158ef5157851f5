"""The page of an evening: its players, its games, the wins of each player, and its summary."""

from __future__ import annotations

import re
from dataclasses import astuple
from datetime import date, timedelta
from io import BytesIO

import pytest
from flask import Flask
from PIL import Image

from scorekeeper.config import resource_dir
from scorekeeper.games import commands, deletion
from scorekeeper.games.details import Details, change_details
from scorekeeper.languages import LANGUAGES
from scorekeeper.storage.models import GameRow
from scorekeeper.web.history.evenings import DAY_SIZES, GAMES_SHOWN, MARGIN, WIDTH
from scorekeeper.web.parts import canvas
from scorekeeper.web.parts.canvas import FACES, THEMES, fitted, fitting_size
from scorekeeper.web.subjects.evenings import evening_name
from tests.support.crowded import long_evening
from tests.support.documents import knock, out
from tests.support.elements import Element
from tests.support.pages import Visitor, words
from tests.support.scorebook import form, record, start, win
from tests.support.walks import walk

NOVEMBER = date(2026, 11, 14)
ADDRESS = "/evenings/2026-11-14"


def on(row: GameRow, place: str = "", played_on: date = NOVEMBER) -> GameRow:
    """Return the game, moved to that evening."""
    return change_details(row.id, Details(played_on, place, ""), **form(row))


def table(page: Element) -> list[list[str]]:
    """Return the table of an evening, without faces."""
    rows = page.select(".history-table tbody tr")
    return [[words(row, ".name"), *(words(cell) for cell in row.select("td"))] for row in rows]


@pytest.fixture
def evening(app: Flask) -> dict[str, str]:
    """Three finished games and one in play on the evening, one of another evening, one deleted."""
    with app.app_context():
        short = {"target": 50}
        gin = on(record(start(overrides=short), win(60)), "Ann's kitchen")
        again = on(record(start(overrides=short), win(20, "Bob"), win(60, "Bob")))
        called = record(start(("Cem", "Ann"), variant="three-thirteen"))
        called = record(called, out("Cem", Ann=9))
        called = on(commands.call(called.id, **form(called)), "Cem's garden")
        playing = on(record(start(("Ann", "Dora")), knock("Ann", Ann=1, Dora=20)))
        on(record(start(overrides=short), win(70)), played_on=date(2026, 11, 15))
        gone = on(record(start(overrides=short), win(70)))
        deletion.delete(gone.id, **form(gone))
        games = {"gin": gin, "again": again, "called": called, "playing": playing}
        return {name: row.id for name, row in games.items()}


def test_somebody_who_undercut_more_than_once_is_told_of(app: Flask, client: Visitor) -> None:
    with app.app_context():
        row = start(("Ann", "Bob"), overrides={"target": 45})
        on(record(row, *[knock("Ann", Ann=8, Bob=3)] * 3))
    assert table(client.visit(ADDRESS)) == [
        ["Bob", "1 of 1 game 3 undercuts"],
        ["Ann", "0 of 1 game"],
    ]


def test_the_table_counts_games_and_not_points_and_games_in_play_come_first(
    client: Visitor, evening: dict[str, str]
) -> None:
    page = client.visit(ADDRESS)
    assert table(page) == [
        ["Ann", "1 of 3 games"],
        ["Bob", "1 of 2 games"],
        ["Cem", "1 of 1 game"],
        ["Dora", "no finished game"],
    ]
    links = [link["href"] for link in page.select(".row-link")]
    order = ("playing", "gin", "again", "called")
    assert links == [f"/games/{evening[name]}" for name in order]
    assert words(page, "h1") == "Saturday, 14 November 2026"
    assert words(page, "h1 + p") == "Ann's kitchen and Cem's garden"
    for here, rel, there in (
        (page, "next", "/evenings/2026-11-15"),
        (client.visit("/evenings/2026-11-15"), "prev", ADDRESS),
    ):
        links = here.select("main [rel]")
        assert [(link["rel"], link["href"]) for link in links] == [(rel, there)]


def test_a_shared_win_counts_for_both(app: Flask, client: Visitor) -> None:
    with app.app_context():
        row = on(record(start(), win(20), win(20, "Bob")))
        commands.call(row.id, **form(row))
    assert table(client.visit(ADDRESS)) == [
        [name, "1 of 1 game 1 shared"] for name in ("Ann", "Bob")
    ]


@pytest.mark.usefixtures("evening")
def test_the_summary_says_who_won_what(client: Visitor) -> None:
    summary = client.visit(ADDRESS).select_one("textarea").text.strip()
    assert summary.splitlines() == [
        "Saturday, 14 November 2026, Ann's kitchen, Cem's garden",
        "Games won: Ann 1, Bob 1, Cem 1",
        "",
        "Gin Rummy: Ann wins (Ann 60, Bob 0)",
        "Gin Rummy: Bob wins (Bob 80, Ann 0)",
        "Three Thirteen: Cem wins (Cem 0, Ann 9)",
    ]


def test_the_summary_names_the_best_first(app: Flask, client: Visitor) -> None:
    with app.app_context():
        for variant in ("three-thirteen", "basic"):
            row = start(("Ann", "Bob", "Cem"), variant=variant)
            row = record(row, out("Bob", Ann=9, Cem=4), out("Cem", Ann=2, Bob=1))
            on(commands.call(row.id, **form(row)))
    summary = client.visit(ADDRESS).select_one("textarea").text.strip()
    assert summary.splitlines()[-2:] == [
        "Three Thirteen: Bob wins (Bob 1, Cem 4, Ann 11)",
        "Basic Rummy: Bob wins (Bob 13, Cem 3, Ann 0)",
    ]


def test_an_evening_in_play_alone_has_a_table_and_nothing_to_share(
    app: Flask, client: Visitor
) -> None:
    with app.app_context():
        on(start())
    page = client.visit(ADDRESS)
    assert table(page) == [["Ann", "no finished game"], ["Bob", "no finished game"]]
    assert not page.select("textarea")


@walk("day", ["tonight", "2026-02-30", "2026-11", "20261114"])
def test_what_is_no_day_is_not_found(client: Visitor, day: str) -> None:
    assert client.get(f"/evenings/{day}").status_code == 404


@pytest.mark.usefixtures("evening")
def test_the_history_shows_where_an_evening_was_and_leads_to_it(client: Visitor) -> None:
    found = client.visit("/history").select(".history-evening")[1]
    assert found.select_one("h2").select_one("a")["href"] == ADDRESS
    assert words(found, "p") == "Ann's kitchen Cem's garden"


def test_a_new_game_is_where_the_last_one_of_the_evening_was(app: Flask) -> None:
    with app.app_context():
        first = start()
        assert first.place == ""
        today = first.played_on
        on(first, "Ann's kitchen", today)
        second = start()
        assert second.place == "Ann's kitchen"
        on(second, "the garden", date(2026, 11, 1))
        assert start().place == "Ann's kitchen"


def test_the_results_of_a_game_move_to_its_new_date(app: Flask, client: Visitor) -> None:
    with app.app_context():
        row = record(start(overrides={"target": 50}), win(60))
        first = row.played_on
        on(row)
    assert table(client.visit(ADDRESS)) == [["Ann", "1 of 1 game"], ["Bob", "0 of 1 game"]]
    assert table(client.visit(f"/evenings/{first}")) == []


@pytest.mark.usefixtures("evening")
def test_the_picture_is_a_png_in_both_themes(client: Visitor) -> None:
    corners = []
    for theme in ("light", "dark"):
        answer = client.get(f"{ADDRESS}/picture.png?theme={theme}")
        assert (answer.status_code, answer.mimetype) == (200, "image/png")
        drawn = Image.open(BytesIO(answer.data)).convert("RGB")
        assert drawn.width == 1080
        corners.append("#{:02x}{:02x}{:02x}".format(*drawn.getpixel((2, 2))))
    assert corners == [THEMES["light"].ground, THEMES["dark"].ground]
    links = client.visit(ADDRESS).select("[data-share-picture]")
    assert [link["href"].partition("?")[2] for link in links] == ["theme=light", "theme=dark"]


@walk("language", list(LANGUAGES))
def test_the_picture_has_room_for_every_day(app: Flask, language: str) -> None:
    with app.test_request_context(headers={"Accept-Language": language}):
        days = [evening_name(date(2026, 1, 1) + timedelta(day)) for day in range(365)]
    for name in days:
        size = fitting_size(name, DAY_SIZES, WIDTH - 2 * MARGIN)
        assert fitted(name, size, WIDTH - 2 * MARGIN) == name


def test_a_picture_takes_any_names(app: Flask, client: Visitor) -> None:
    players = ("王小明 👑", "Maximilian-Alexander der Zweite von")
    with app.app_context():
        row = start(players, overrides={"target": 50})
        on(record(row, knock(players[0], **{players[0]: 1, players[1]: 90})))
    assert Image.open(BytesIO(client.get(f"{ADDRESS}/picture.png").data)).format == "PNG"


def test_a_long_evening_is_some_pages_of_bounded_size(app: Flask, client: Visitor) -> None:
    long_evening(app, str(NOVEMBER))
    seen = []
    page = client.visit(ADDRESS)
    while True:
        assert len(client.get(ADDRESS).data) <= 60_000
        listed = page.select(".history-evening .row-link")
        assert len(listed) <= GAMES_SHOWN
        seen += [link["href"] for link in listed]
        later = page.select(".pages [rel=next]")
        if "Later games" not in words(page):
            break
        page = client.visit(later[0]["href"])
    assert len(seen) == len(set(seen)) == 60
    assert len(table(page)) == 8
    assert "and 32 more" in words(page)
    assert "and 20 more games" in words(page, "#summary")
    assert words(client.visit(f"{ADDRESS}?page=99")) == words(page)


def test_the_picture_of_a_long_evening_has_twelve_lines(app: Flask, client: Visitor) -> None:
    long_evening(app, str(NOVEMBER))
    width, height = Image.open(BytesIO(client.get(f"{ADDRESS}/picture.png").data)).size
    assert height < 2 * width


class LettersOfTen:
    """A font with every letter ten wide, which counts its measurements."""

    measured = 0

    def getlength(self, text: str) -> int:
        self.measured += 1
        return 10 * len(text)


@walk(
    ("text", "width", "cut"),
    [
        ("Ann", 30, "Ann"),
        ("Annabel", 40, "Ann…"),
        ("An nabel", 40, "An…"),
        ("Annabel", 5, "…"),
        ("Table 1, " * 500, 100, "Table 1,…"),
    ],
)
def test_a_long_text_is_fitted_with_few_measurements(
    monkeypatch: pytest.MonkeyPatch, text: str, width: int, cut: str
) -> None:
    font = LettersOfTen()
    monkeypatch.setattr(canvas, "font_for", lambda _text, _size: font)
    assert fitted(text, 36, width) == cut
    assert font.measured <= 15


def test_an_evening_without_games_has_a_picture_that_says_so(client: Visitor) -> None:
    assert "No game was played on this evening." in words(client.visit("/evenings/1999-12-31"))
    answer = client.get("/evenings/1999-12-31/picture.png?theme=neon")
    assert (answer.status_code, answer.mimetype) == (200, "image/png")


def test_the_picture_has_the_colours_of_the_pages() -> None:
    tokens = (resource_dir("static") / "tokens.css").read_text("utf-8")
    faces = dict(re.findall(r"\.colour-(\d+) \{\s*--colour: (#\w+);", tokens))
    assert {str(number): colour for number, colour in enumerate(FACES)} == faces
    for theme in THEMES.values():
        assert set(astuple(theme)) <= set(re.findall(r"#\w{6}", tokens))
