"""The table of pairs: the wins of each player against each other, as in the games."""

from __future__ import annotations

from collections import Counter
from datetime import date
from urllib.parse import parse_qs, urlsplit

import pytest
from flask import Flask

from scorekeeper.web.players import pairs
from tests.support.pages import Visitor, words
from tests.support.past_games import Book, play
from tests.support.recount import places_of
from tests.support.statements import counted
from tests.support.walks import walk

GIN = {"ending": "gin", "by": "Dan", "hands": {"Eve": 9}}


@walk("variant", ["", "gin", "three-thirteen"])
def test_each_cell_is_what_the_games_come_to(past: Book, variant: str) -> None:
    ahead = Counter[tuple[str, str]]()
    for game in past.games:
        if variant in ("", game.answer["variant"]):
            places = dict(zip(game.answer["players"], places_of(game.played), strict=True))
            ahead.update(
                {(one, other): places[one] < places[other] for one in places for other in places}
            )
    page = past.client.visit(f"/players/pairs?game={variant}")
    columns = [words(name) for name in page.select("thead .visually-hidden")]
    assert len(columns) >= 2
    for row in page.select("tbody tr"):
        one = words(row, "th")
        for other, cell in zip(columns, row.select("td"), strict=True):
            together = (one, other) in ahead and one != other
            expected = str(ahead[one, other]) if together else ""
            assert words(cell) == expected
            if together:
                [link] = cell.select("a")
                asked = parse_qs(urlsplit(str(link["href"])).query)
                duel = past.client.visit(str(link["href"])).select_one("#duel")
                assert asked.get("game", [""]) == [variant]
                assert words(duel, "strong") == f"{ahead[one, other]} : {ahead[other, one]}"
                shown = [words(row, "dd").split(" : ") for row in duel.select("dl > div")]
                assert sum(int(mine) for mine, _theirs in shown) == ahead[one, other]
                way = f"/players/{past.ids[one]}/against/{past.ids[other]}"
                assert str(duel.select("a")[0]["href"]).startswith(way)


def test_it_is_reached_from_the_leaderboard_with_its_game(past: Book) -> None:
    page = past.client.visit("/players?game=gin")
    [way] = [link for link in page.select("main a") if words(link) == "Who beats whom"]
    assert way["href"] == "/players/pairs?game=gin"


def test_a_number_has_a_colour_only_beyond_luck(app: Flask, client: Visitor) -> None:
    table, hands = ("Ann", "Bob", "Cleo"), {"Ann": 1, "Bob": 2, "Cleo": 30}
    for number in range(12):
        cleo_last = {"ending": "knock", "by": "Ann", "hands": hands}
        play(app, date(2026, 5, number + 1), "knock", table, cleo_last)
    page = client.visit("/players/pairs")
    ahead = [words(cell) for cell in page.select("td .leaders-pairs__cell--ahead")]
    behind = [words(cell) for cell in page.select("td .leaders-pairs__cell--behind")]
    assert ahead
    assert set(ahead) == {"12"}
    assert set(behind) == {"0"}
    play(app, date(2026, 6, 1), "gin", ("Dan", "Eve"), GIN)
    cells = client.visit("/players/pairs").select("td .leaders-pairs__cell--ahead")
    assert "1" not in [words(cell) for cell in cells]


def test_two_who_have_not_met_are_not_shown_below(past: Book) -> None:
    for asked in ("one=0&other=1", "one=x&other=y", f"one={past.ids['Ann']}"):
        assert past.client.visit(f"/players/pairs?{asked}").select_one("#duel") is None


def test_only_those_who_played_most_are_in_it(past: Book, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pairs, "MOST_PLAYERS", 2)
    page = past.client.visit("/players/pairs")
    assert len(page.select("tbody tr")) == len(page.select("thead th")) == 2


def test_before_the_first_game_it_says_so(client: Visitor) -> None:
    assert "Nobody has played yet." in words(client.visit("/players/pairs"))


def test_a_year_in_which_nobody_played_says_so_and_another_is_refused(
    app: Flask, client: Visitor
) -> None:
    for year in (2024, 2026):
        round = {"ending": "gin", "by": "Ann", "hands": {"Bob": 9}}
        play(app, date(year, 5, 1), "gin", ("Ann", "Bob"), round)
    page = client.visit("/players/pairs?year=2025")
    assert "No game of that kind was finished then." in words(page)
    assert client.get("/players/pairs?year=1999").status_code == 422


def test_a_larger_book_takes_no_more_statements(past: Book, app: Flask, client: Visitor) -> None:
    play(
        app,
        date(2026, 5, 1),
        "gin",
        ("Ann", "Bob"),
        {"ending": "gin", "by": "Ann", "hands": {"Bob": 9}},
    )
    sent = []
    for book, guest in ((app, client), (past.app, past.client)):
        guest.visit("/players/pairs")
        with counted(book) as asked:
            guest.visit("/players/pairs")
        sent.append(len(asked))
    assert sent[0] == sent[1]
