"""The page of a finished game: the podium, the course of the game, the chart and special events."""

from __future__ import annotations

from datetime import timedelta

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from scorekeeper.evenings import zone
from scorekeeper.games import commands
from scorekeeper.rummy.game.highlights import highlights
from scorekeeper.storage.database import write
from scorekeeper.storage.models import GameRow, RoundRow
from scorekeeper.web.subjects.story import leads_of
from tests.support.clock import Clock
from tests.support.clubs import visitor
from tests.support.comings import begun, join, leave
from tests.support.documents import EQUAL, adjusted, document, out, sheet_of
from tests.support.elements import Element
from tests.support.pages import Visitor, words
from tests.support.scorebook import form, record
from tests.support.table import Table
from tests.support.walks import walk

FOUR = ("Maud", "Rob", "Anneliese", "Tom")


@pytest.fixture
def evening(app: Flask, monkeypatch: pytest.MonkeyPatch) -> Clock:  # noqa: ARG001 - all is imported
    """The clock of the server, set to eight in the evening."""
    clock = Clock(monkeypatch)
    clock.strike(20, zone("Europe/Paris"))
    return clock


@pytest.fixture
def table(app: Flask) -> Table:
    """A game of Knock Rummy that Maud wins after Rob led for most of it."""
    table = Table(app, "knock", FOUR, target=150)
    table.knock("Rob", Maud=28, Rob=5, Anneliese=20, Tom=8)
    table.knock("Rob", Maud=9, Rob=4, Anneliese=10, Tom=30)
    table.knock("Maud", Maud=2, Rob=12, Anneliese=10, Tom=30)
    table.record("void")
    table.knock("Rob", Maud=9, Rob=8, Anneliese=3, Tom=30)
    table.record("rum", "Maud", hands={"Rob": 12, "Anneliese": 10, "Tom": 30})
    return table


def test_who_left_and_who_joined(app: Flask, client: Visitor) -> None:
    """Bob leaves after the first round, and Dan joins for the second with 4."""
    with app.app_context():
        row = join(leave(begun(), 1), "Dan", 4)
        row = record(row, out("Dan", Ann=5, Cleo=2))
        row = commands.call(row.id, **form(row))
        address = f"/games/{row.id}"
    page = client.visit(address)
    assert places(page) == [
        "Dan, 4 points, winner",
        *("Ann, 5 points", "Cleo, 5 points"),
        "4 Bob, left the game, 9 points",
    ]
    lines = page.select(".chart__line")
    assert [line["d"].count("L") for line in lines] == [2, 1, 2, 1]
    ends = [end["cx"] for end in page.select(".chart__end")]
    assert ends == ["78.0%", "45.0%", "78.0%", "78.0%"]
    assert client.get(f"{address}/picture.png").status_code == 200
    shared = client.visit(f"{address}/share")
    assert "(Dan 4, Ann 5, Cleo 5, Bob 9 – left the game)" in str(shared)
    assert client.get(f"{address}/watch").status_code == 200


def facts(page: Element) -> dict[str, str]:
    """Return the special events and the leaders by round."""
    rows = page.select(".story .facts > div")
    return {words(row, "dt"): words(row, "dd") for row in rows}


def places(page: Element) -> list[str]:
    """Return the places without faces, best first."""
    below = [place.without(".face") for place in page.select(".podium-other")]
    return [words(place) for place in [*page.select(".podium__block"), *below]]


def test_the_page_tells_how_the_game_came_about(client: Visitor, table: Table) -> None:
    page = client.visit(table.address)
    assert words(page, ".end__how") == "by 95, after trailing for four rounds"
    assert places(page) == [
        "Maud, 173 points, winner",
        "Rob, 78 points",
        "Anneliese, 48 points",
        "4 Tom, 0 points",
    ]
    assert facts(page) == {
        "Best round": "Maud +127, round 6",
        "Undercut": "Anneliese 1",
        "Rum": "Maud 1",
        "Biggest gain": "Maud from 32 behind to 95 ahead, round 6",
        "Longest lead": "Rob, 4 rounds",
        "Rounds 1 to 5": "Rob",
        "Round 6": "Maud",
    }
    [best] = page.select(f'.story a[href="{table.address}/rounds/6"]')[:1]
    assert words(client.visit(str(best["href"])), ".ruling__result") == "Maud scores 127"


def test_the_chart_shows_the_totals_after_each_round(client: Visitor, table: Table) -> None:
    chart = client.visit(table.address).select_one(".chart")
    rows = [words(row) for row in chart.select("tbody tr")]
    assert rows[0] == "Start 0 0 0 0"
    assert rows[3:] == ["3 46 78 0 0", "4 46 78 0 0", "5 46 78 48 0", "6 173 78 48 0"]
    assert [name.text for name in chart.select(".chart__name")] == [
        "Maud",
        "Rob",
        "Annelie…",
        "Tom",
    ]
    assert words(chart, ".chart__tick--target") == "150"


def test_a_line_of_partners_with_a_long_name_has_their_faces_at_its_end(
    app: Flask, client: Visitor
) -> None:
    sides = {"Ann & Cleo": ["Ann", "Cleo"], "We": ["Ben", "Dan"]}
    table = Table(app, "rummy-500", ("Ann", "Ben", "Cleo", "Dan"), sides=sides, target=50)
    melds = {"Ann & Cleo": {"shown": 60, "left": 5}, "We": {"shown": 10, "left": 5}}
    table.record("out", "Ann", hands=melds)
    chart = client.visit(table.address).select_one(".chart")
    assert [name.text for name in chart.select(".chart__name")] == ["A C", "We"]
    assert words(chart.select_one("thead")) == "Round Ann & Cleo We"


@walk(
    ("rounds", "how"),
    [
        pytest.param([("Ann", 23, 3)], "by 20, ahead from start to finish"),
        pytest.param([("Ann", 4, 3)], "by a single point, ahead from start to finish"),
        pytest.param([("Ann", 23, 3), ("Bob", 33, 3)], "by 10, after trailing for one round"),
        ([("Ann", 23, 3), ("Bob", 23, 3)], ""),
        ([], ""),
    ],
)
def test_how_a_called_game_came_about(
    app: Flask, client: Visitor, rounds: list[tuple[str, int, int]], how: str
) -> None:
    table = Table(app)
    for by, more, less in rounds:
        other = "Bob" if by == "Ann" else "Ann"
        table.record("knock", by, hands={by: less, other: more})
    table.change("call")
    page = client.visit(table.address)
    assert (words(page, ".end__how") if page.select(".end__how") else "") == how
    assert words(page, ".end__called") == ("Ended early: the totals stand as they are.")
    assert bool(page.select(".chart")) == bool(rounds)


def test_equal_best_rounds_are_told_one_by_one_and_the_rest_counted(
    app: Flask, client: Visitor
) -> None:
    table = Table(app)
    for _round in range(5):
        table.knock("Ann", Ann=3, Bob=23)
    best = facts(client.visit(table.address))["Best round"]
    assert best == "Ann +20, round 1 Ann +20, round 2 and 3 more"


def test_the_fewest_points_come_first_where_the_lowest_wins(app: Flask, client: Visitor) -> None:
    table = Table(app, "three-thirteen", ("Ann", "Bob", "Cem"))
    table.record("out", "Cem", hands={"Ann": 10, "Bob": 5})
    table.record("out", "Bob", hands={"Ann": 10, "Cem": 5})
    table.change("call")
    page = client.visit(table.address)
    assert places(page) == ["Bob, 5 points, winner", "Cem, 5 points, winner", "Ann, 20 points"]
    said = facts(page)
    assert said["Most points in a round"] == "Ann 10, round 1 Ann 10, round 2"
    assert said["Out"] == "Bob 1, Cem 1"
    assert said["Round 2"] == "Bob and Cem, level"


def test_players_who_are_level_have_blocks_of_one_height(app: Flask, client: Visitor) -> None:
    table = Table(app, "knock", FOUR)
    table.knock("Rob", Maud=28, Rob=5, Anneliese=20, Tom=8)
    table.change("call")
    page = client.visit(table.address)
    blocks = page.select(".podium__block")
    assert ["podium__block--2" in block.classes for block in blocks] == [False, True, True]
    assert words(page, ".podium-other__rank") == "2"


@pytest.mark.parametrize(
    ("lasted", "said"),
    [
        (timedelta(minutes=38), "38 minutes"),
        (timedelta(minutes=95), "95 minutes"),
        (timedelta(days=2), ""),
    ],
)
def test_it_says_when_where_and_how_long(
    app: Flask, client: Visitor, table: Table, lasted: timedelta, said: str
) -> None:
    with app.app_context(), write() as session:
        row = session.get_one(GameRow, table.id)
        row.place, row.note = "At Rob's", "A long evening."
        for entry in session.query(RoundRow).where(RoundRow.game_id == row.id):
            entry.entered_at = row.created_at + lasted
        day = f"{row.played_on:%-d %B %Y}"
    page = client.visit(table.address)
    parts = [words(part) for part in page.select(".end__game > span")]
    assert parts == ["Knock Rummy", *([said] if said else [])]
    assert words(page, ".story-when") == f"{day} · At Rob's"
    assert words(page, ".story-note") == "A long evening."


@pytest.mark.usefixtures("evening")
def test_it_says_who_won_how_many_games_that_evening(
    app: Flask, client: Visitor, table: Table
) -> None:
    assert "Tonight" not in facts(client.visit(table.address))
    another = Table(app, players=("Rob", "Maud"))
    another.record("gin", "Rob", hands={"Maud": 80})
    for address in (table.address, another.address):
        assert facts(client.visit(address))["Tonight"] == "Maud 1 · Rob 1"


def test_a_link_shows_the_same_but_neither_place_nor_note(app: Flask, table: Table) -> None:
    with app.app_context(), write() as session:
        row = session.get_one(GameRow, table.id)
        row.place, row.note = "At Rob's", "A long evening."
    stranger, member = visitor(app, None), visitor(app, Role.WATCHER)
    page = stranger.visit(table.share())
    seen = facts(page)
    assert seen == facts(member.visit(table.address))
    assert "At Rob" not in page.text
    assert "long evening" not in page.text


def test_the_page_of_a_game_in_play_has_no_end(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.knock("Ann", Ann=3, Bob=23)
    page = client.visit(table.address)
    assert not page.select(".podium, .chart, .story")


@walk(("rounds", "told"), [(50, True), (51, False)])
def test_who_led_when_is_told_as_long_as_somebody_would_read_it(
    app: Flask, rounds: int, told: bool
) -> None:
    takes_it = [adjusted(EQUAL, ("Ann", "Bob")[n % 2], 2 if n else 1) for n in range(rounds)]
    sheet = sheet_of(document("gin", *takes_it, called=True, target=0, tie="no-score"))
    with app.test_request_context():
        assert bool(leads_of(highlights(sheet), sheet.game)) == told


def test_three_columns_are_one_table_with_the_lines_behind_it(app: Flask, client: Visitor) -> None:
    table = Table(app, "hollywood", target=60)
    table.knock("Bob", Bob=1, Ann=11)
    while not table.is_over:
        table.knock("Ann", Ann=1, Bob=41)
    page = client.visit(table.address)
    rows = [words(row) for row in page.select(".end-table tbody tr")]
    sheet_rows = [row for row in rows if not row.startswith(("Column", "All"))]
    assert [row for row in rows if row.startswith(("Column", "All"))] == [
        "Column 1",
        "Column 2",
        "Column 3",
        "All columns",
    ]
    for row in sheet_rows:
        points, boxes, bonus, total = map(int, row.replace("−", "-").split()[-4:])
        assert points + boxes + bonus == total
    finals = [words(place).split()[1] for place in page.select(".podium__block")]
    assert sorted(row.split()[-1] for row in sheet_rows[-2:]) == sorted(finals)
    assert "Boxes: " in words(page, ".end-bonuses details")


def test_a_shared_win_and_no_win_at_all(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.change("call")
    assert words(client.visit(table.address), "h1") == "No round was played"
    table.change("play_on")
    table.record("stock")
    table.change("call")
    assert words(client.visit(table.address), "h1") == "Ann and Bob share the win"


def test_a_game_that_was_ended_early_is_played_on_in_one_way(app: Flask, client: Visitor) -> None:
    table = Table(app)
    table.knock("Ann", Ann=3, Bob=11)
    table.change("call")
    page = client.visit(table.address)
    assert not page.select(".undo")
    assert words(page, "#sheet-actions form") == "Play on"
    client.submit(page, form="#sheet-actions form")
    page = client.visit(table.address)
    assert words(page, ".undo") == "Undo round 1"
    assert words(page, ".redo") == "End the game again"


def test_the_end_plays_once_on_every_phone_while_it_is_fresh(
    client: Visitor, table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock(monkeypatch)
    [end] = client.visit(table.address).select(".end")
    assert end["data-moment"] == f"{table.id}-end"
    clock.set(timedelta(minutes=11))
    assert not client.visit(table.address).select("[data-moment]")
