"""Results from elsewhere are imported as games without rounds, and count in the statistics."""

from __future__ import annotations

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from random import Random
from typing import Any

import pytest
from sqlalchemy import func, select

from scorekeeper.config import CHECKOUT
from scorekeeper.rummy.messages import render
from scorekeeper.rummy.sides import by_side
from scorekeeper.statistics.check import check
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow, PairMonth, Player, PlayerMonth
from scorekeeper.transfer.imports import Imported, import_file
from scorekeeper.transfer.new_games import Calendar
from scorekeeper.transfer.past import reading
from scorekeeper.transfer.past.choices import LEFT_OUT, NEW, Choices
from scorekeeper.transfer.past.dates import DateOrder
from scorekeeper.transfer.past.preview import ImportPreview
from scorekeeper.transfer.past.reading import read_past
from scorekeeper.transfer.past.results import Place
from scorekeeper.transfer.past.values import WITHOUT_RESULT
from scorekeeper.transfer.roster import Roster
from scorekeeper.transfer.sources import FaultyFileError, Limits, Source
from tests.support.clock import Clock
from tests.support.clubs import new_club, the_club
from tests.support.documents import knock
from tests.support.scorebook import play, start
from tests.support.stored_statistics import compare_with_recount
from tests.support.transfers import PARIS, exported, imported, lines_of, quiet, workbook
from tests.support.walks import walk

pytestmark = pytest.mark.usefixtures("book")


@pytest.fixture(autouse=True)
def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set the date to a day after those in these files."""
    Clock(monkeypatch).show(NOW)


LIMITS = Limits(unpacked=20_000_000, lines=10_000)
NOW = datetime(2026, 11, 26, 12, tzinfo=UTC)

TABLE = """Date,Game,Place,Ann,Bob,Cem
2016-01-05,Rummy 500,Café Zoé,510,320,280
2016-01-05,Contract Rummy,,130,95,95
2019-11-21,Gin Rummy,Nice,,100,64
"""


def preview_of(
    content: str | bytes,
    choices: Choices | None = None,
    name: str = "results.csv",
    club_id: int | None = None,
    known: Choices | None = None,
) -> ImportPreview:
    """Return the preview of a file for a club, by default the first."""
    db.session.rollback()
    written = content.encode() if isinstance(content, str) else content
    past = read_past(Source(io.BytesIO(written), name, LIMITS))
    assert past is not None
    roster = Roster(db.session(), club_id or the_club().id, writes=False)
    return ImportPreview(past, choices or Choices(), roster, Calendar(NOW, PARIS), known=known)


def import_preview(preview: ImportPreview, club_id: int | None = None) -> Imported:
    return import_file(club_id or the_club().id, preview.source(LIMITS), PARIS, quiet)


def whys(preview: ImportPreview) -> list[tuple[int, str]]:
    return [(line.game.row, render(line.why, line.names)) for line in preview.unread]


def rows() -> list[GameRow]:
    db.session.rollback()
    return list(db.session.scalars(select(GameRow).order_by(GameRow.created_at)))


def test_a_table_comes_in_as_games_without_rounds() -> None:
    preview = preview_of(TABLE)
    assert (len(preview.games), preview.unread, preview.already_there) == (3, [], 0)
    assert import_preview(preview) == Imported(games=3, players=3)
    five_hundred, contract, gin = rows()
    assert (five_hundred.variant, five_hundred.players) == ("rummy-500", ("Ann", "Bob", "Cem"))
    assert (five_hundred.totals, five_hundred.winners) == ([510, 320, 280], [0])
    assert (five_hundred.place, five_hundred.played_on) == ("Café Zoé", date(2016, 1, 5))
    assert contract.winners == [1, 2], "the fewest points win, and two are level"
    assert (gin.players, gin.totals, gin.played, gin.status) == (
        ("Bob", "Cem"),
        [100, 64],
        0,
        "over",
    )
    assert list(check(quiet)) == []
    compare_with_recount()


def test_a_table_that_is_not_read_to_its_end_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_BYTES", len(TABLE.encode()))
    assert preview_of(TABLE).past.games
    with pytest.raises(FaultyFileError, match="This file is too large"):
        preview_of(TABLE + "2020-01-05,Gin Rummy,Nice,,100,64\n")


def test_the_same_file_brings_nothing_more() -> None:
    import_preview(preview_of(TABLE))
    again = preview_of(TABLE)
    assert (again.games, again.already_there) == ([], 3)
    more = preview_of(TABLE + "2019-11-21,Gin Rummy,,,100,64\n2019-11-22,Gin Rummy,,1,2,\n")
    assert (len(more.games), more.already_there) == (2, 3), "the second of two equal games is new"
    ids = {"Ann": next(str(each.id) for each in more.people if each.name == "Cem")}
    chosen = preview_of(TABLE, Choices(names=ids))
    assert (chosen.games, chosen.already_there) == ([], 1), "whoever plays in them by now"


def test_a_name_is_a_player_of_the_club_or_whom_one_chooses() -> None:
    start(("ann", "Robert"))
    club = {player.name: str(player.id) for player in db.session.scalars(select(Player))}
    preview = preview_of(TABLE, Choices(names={"Bob": club["Robert"], "Cem": LEFT_OUT}))
    assert preview.players == {"ann": "ann", "bob": "Robert", "cem": None}
    assert whys(preview) == [(4, "A game has two players or more, each with a total.")]
    assert import_preview(preview) == Imported(games=2, players=0)
    assert rows()[0].players == ("ann", "Robert")


def test_two_names_cannot_be_one_player_in_a_game() -> None:
    start(("Ann", "Eve"))
    ann = str(db.session.scalars(select(Player.id).where(Player.name == "Ann")).one())
    preview = preview_of(TABLE, Choices(names={"Bob": ann}))
    assert whys(preview) == [
        (2, "“Ann” is in this game twice."),
        (3, "“Ann” is in this game twice."),
    ]


def test_a_choice_that_makes_no_sense_was_not_made() -> None:
    stranger = new_club("Other").id
    start(("Zoé", "Eve"), club=None)
    other = str(db.session.scalars(select(func.max(Player.id))).one() + 1000)
    preview = preview_of(TABLE, Choices(names={"Ann": other, "Bob": NEW}), club_id=stranger)
    assert preview.players == {"ann": "Ann", "bob": "Bob", "cem": "Cem"}


def test_a_kind_of_game_is_chosen_or_left_out() -> None:
    table = "date,game,Ann,Bob\n2026-01-01,Catan,7,10\n2026-01-02,Our rummy,5,9\n"
    preview = preview_of(table)
    assert preview.kinds == {"Catan": None, "Our rummy": None}
    assert (preview.games, preview.left_out) == ([], 2)
    preview = preview_of(table, Choices(kinds={"Our rummy": "basic/penalty"}))
    assert import_preview(preview).games == 1
    [game] = rows()
    assert (game.variant, game.preset, game.winners) == ("basic", "penalty", [0])


DOUBTFUL = "date,game,Treff,Ann,Bob\n" + "".join(
    f"2026-01-0{day},Gin Rummy,{day // 2 + 1},{7 * day},{day**2}\n" for day in range(1, 6)
)


def test_a_column_that_may_be_no_player_is_asked_about() -> None:
    preview = preview_of(DOUBTFUL)
    assert (preview.unclear, preview.needs_answers, preview.games) == (("Treff",), True, [])
    without = preview_of(DOUBTFUL, Choices(names={"Treff": LEFT_OUT}))
    assert (without.unclear, len(without.games)) == ((), 5)
    assert [game.read.recorded.game.players for game in without.games] == [("Ann", "Bob")] * 5
    assert whys(preview_of(DOUBTFUL, Choices(names={"Treff": NEW}))) == [
        (row, "Gin Rummy is for 2 players.") for row in range(2, 7)
    ], "the rules have their say"


def test_a_column_is_a_players_that_is_called_as_one_of_the_club() -> None:
    start(("treff", "Ann"))
    preview = preview_of(DOUBTFUL)
    assert (preview.unclear, preview.needs_answers) == ((), False)


def test_nobody_is_asked_about_who_plays_in_no_game_that_comes() -> None:
    assert not preview_of(DOUBTFUL, Choices(kinds={"Gin Rummy": LEFT_OUT})).needs_answers


def test_a_column_that_is_left_out_can_have_any_text() -> None:
    table = "Date,Game,Ann,Bob,Wert\n2016-01-05,Gin Rummy,100,20,60\n"
    table += "2016-01-06,Gin Rummy,10,120,65.5\n2016-01-07,Gin Rummy,10,130,none\n"
    preview = preview_of(table, Choices(names={"Wert": LEFT_OUT}))
    assert whys(preview) == []
    assert import_preview(preview).games == 3
    assert preview_of(table, Choices(names={"Wert": LEFT_OUT})).already_there == 3


def test_dates_that_could_be_two_days_are_asked_about() -> None:
    table = "date,game,Ann,Bob\n3/4/2026,Gin,1,2\n5/6/2026,Gin,1,2\n"
    preview = preview_of(table)
    assert (preview.needs_order, preview.example_of_date, preview.games) == (True, "3/4/2026", [])
    for order, day in (
        (DateOrder.DAY_FIRST, date(2026, 4, 3)),
        (DateOrder.MONTH_FIRST, date(2026, 3, 4)),
    ):
        assert preview_of(table, Choices(order)).games[0].read.played_on == day


@walk(
    ("dates", "days"),
    {
        "after a date with a year": (
            ["2023-12-20", "28-Dec", "2-Jan"],
            ["2023-12-20", "2023-12-28", "2024-01-02"],
        ),
        "before one": (["28-Dec", "2-Jan", "3-Jan-24"], ["2023-12-28", "2024-01-02", "2024-01-03"]),
        "from the last one up": (
            ["2024-01-02", "28. Dez", "30.11."],
            ["2024-01-02", "2023-12-28", "2023-11-30"],
        ),
        "of days to come": (["2026-11-20", "Dec 14"], ["2026-11-20", "2025-12-14"]),
    },
)
def test_a_date_without_a_year_is_of_that_of_its_neighbours(
    dates: list[str], days: list[str]
) -> None:
    rows = "".join(f"{each},Gin,{50 - 7 * n},{n * n + 31}\n" for n, each in enumerate(dates))
    preview = preview_of(f"Date,Game,Ann,Bob\n{rows}")
    assert [str(game.read.played_on) for game in preview.games] == days


def test_a_year_is_asked_for_if_no_date_has_one() -> None:
    table = "Date,Game,Ann,Bob\n28-Dec,Gin,1,2\n2-Jan,Gin,3,4\n"
    preview = preview_of(table)
    assert (preview.needs_answers, preview.example_without_year, preview.games) == (
        True,
        "28-Dec",
        [],
    )
    preview = preview_of(table, Choices(year=2023))
    days = [game.read.played_on for game in preview.games]
    assert days == [date(2023, 12, 28), date(2024, 1, 2)]
    [(row, why)] = whys(preview_of(table.replace("28-Dec", "29-Feb"), Choices(year=2023)))
    assert (row, why) == (2, "That date does not exist.")


@walk(
    ("row", "sentence"),
    {
        "points in words": ("2026-01-01,Gin,many,2,", "“many” are no points."),
        "half a point": ("2026-01-01,Gin,1.5,2,", "“1.5” are no points."),
        "a huge number": ("2026-01-01,Gin,9999999,2,", "A total is a whole number, up to 1000000."),
        "infinity": ("2026-01-01,Gin,1e309,2,", "“1e309” are no points."),
        "no number": ("2026-01-01,Gin,NaN,2,", "“NaN” are no points."),
        "a formula": ("2026-01-01,Gin,=1+1,2,", "“=1+1” are no points."),
        "a wrong date": ("2026-13-01,Gin,1,2,", "“2026-13-01” is no date."),
        "no date": (",Gin,1,2,", "This is no date."),
        "a day in the future": ("2027-01-01,Gin,1,2,", "That date is in the future."),
        "the first evening of all": ("0001-01-01 10:00,Gin,1,2,", "That date is too far back."),
        "the last evening of all": ("9999-12-31 23:59,Gin,1,2,", "That date is in the future."),
        "a day long ago": ("1850-01-01,Gin,1,2,", "That date is too far back."),
        "one player alone": ("2026-01-01,Gin,1,,", "A game has two players or more"),
        "too many players": ("2026-01-01,Gin,1,2,3", "Gin Rummy is for 2 players."),
    },
)
def test_what_cannot_be_read_is_told_with_its_row(row: str, sentence: str) -> None:
    preview = preview_of(f"date,game,Ann,Bob,Cem\n{row}\n2026-01-02,Rummy 500,1,2,3\n")
    [(number, why)] = whys(preview)
    assert number == 2
    assert why.startswith(sentence)
    assert len(preview.games) == 1


@walk("result", [WITHOUT_RESULT, True, "#N/A", 104.5])
def test_a_cell_without_points_names_its_row_and_is_never_left_out(result: object) -> None:
    rows = [["Date", "Game", "Ann", "Bob", "Cem"], [date(2024, 1, 5), "Rummy 500", 1, 2, 3]]
    rows.append(
        [date(2024, 1, 6), "Rummy 500", "=50+54" if result == WITHOUT_RESULT else result, 7, 8]
    )
    preview = preview_of(workbook(("2024", rows)), name="games.xlsx")
    assert len(preview.games) == 1
    [unread] = preview.unread
    assert (unread.place, unread.cell) == (Place("2024", 3), "C3")
    said = render(unread.why, ())
    if result == WITHOUT_RESULT:
        assert said.startswith("This is a formula without its result. Open the file in a spread")
    else:
        assert said.startswith(f"“{str(result).upper()}” are no points.")


@walk("column", [0, 2, 3])
def test_a_formula_without_its_result_is_refused_wherever_it_is(column: int) -> None:
    game: list[object] = [date(2024, 1, 5), "Gin", "Nice", "rain"]
    game[column] = "=A1"
    rows = [
        ["Date", "Game", "Place", "Note", "Player", "Points"],
        *([*game, name, 5] for name in ("Ann", "Bob")),
    ]
    [(row, why)] = whys(preview_of(workbook(("2024", rows)), name="games.xlsx"))
    assert row == 2
    assert why.startswith("This is a formula without its result.")


def test_a_wrong_cell_of_a_player_names_its_own_row() -> None:
    preview = preview_of("date,game,player,points\n2026-01-01,Gin,Ann,1\n,,Bob,2 or 3\n")
    [unread] = preview.unread
    assert (unread.game.row, unread.place.row, unread.cell) == (2, 3, "D3")


def times_of(*moments: object, written_as: str = "") -> list[str]:
    """Return the start of each game in a workbook, in UTC."""
    rows = [["Date", "Game", "Ann", "Bob"]]
    rows += [[moment, "Gin", n, 7] for n, moment in enumerate(moments)]  # type: ignore[list-item]
    formats = {f"A{n}": written_as for n in range(2, len(rows) + 1)} if written_as else {}
    preview = preview_of(workbook(("Games", rows), formats=formats), name="games.xlsx")
    assert preview.unread == []
    return [f"{game.read.started:%d %H:%M}" for game in preview.games]


def test_a_time_counts_that_is_shown_or_if_the_times_of_a_file_differ() -> None:
    two = [datetime(2024, 7, 5, 20), datetime(2024, 7, 6, 20)]
    assert times_of(*two) == ["05 18:00", "06 18:00"], "at eight in Paris, in summer"
    assert times_of(*two, written_as="d/m/yy") == ["05 20:00", "06 20:00"], "as without a time"
    other = datetime(2024, 7, 6, 21, 30)
    assert times_of(two[0], other, written_as="d/m/yy") == ["05 18:00", "06 19:30"]
    seconds = [datetime(2024, 7, 5, 0, 0, 21), datetime(2024, 7, 6, 0, 0, 10)]
    assert times_of(*seconds) == ["05 20:00", "06 20:00"], "seconds are no time"


@walk(
    ("name", "sentence"),
    {
        "300 characters": ("x" * 300, "A name has 1 to 40 characters."),
        "no name": ("", "A name has 1 to 40 characters."),
        "invisible characters": ("An\u200bn", "A name is one line without invisible characters."),
    },
)
def test_what_is_no_name_is_told(name: str, sentence: str) -> None:
    preview = preview_of(
        f"date,game,player,points\n2026-01-01,Gin,{name},1\n2026-01-01,Gin,Bob,2\n"
    )
    assert whys(preview) == [(2, sentence)]


def test_the_same_player_twice_in_a_game_is_told() -> None:
    table = "id,date,game,player,points\n1,2026-01-01,Gin,Ann,1\n1,2026-01-01,Gin,ann,2\n"
    assert whys(preview_of(table)) == [(2, "“Ann” is in this game twice.")]


def test_names_from_right_to_left_and_formulas_are_names_like_others() -> None:
    import_preview(preview_of('date,game,محمد,=1+1\n2026-01-01,Gin,1,"2"\n'))
    assert rows()[0].players == ("محمد", "=1+1")
    assert b"'=1+1" in exported("results.csv")


@walk(
    "date_and_time",
    [
        *("22.11.2015 00:30", "22.11.2015, 00:30:00", "22/11/2015 12:30 AM", "Nov 22, 2015 0:30"),
        *("2015-11-22 00:30", "2015-11-21T23:30:00Z", "2015-11-22T00:30+01:00", "42330.0208333333"),
    ],
)
def test_an_evening_lasts_past_midnight_however_its_date_is_written(date_and_time: str) -> None:
    table = f"date;game;Ann;Bob\n{date_and_time};Gin;1;2\n22.11.2015;Gin;3;4\n"
    late, other = preview_of(table, Choices(DateOrder.DAY_FIRST)).games
    assert late.read.played_on == date(2015, 11, 21)
    assert late.read.started == datetime(2015, 11, 21, 23, 30, tzinfo=UTC), "in Paris it was later"
    assert other.read.played_on == date(2015, 11, 22)


def test_the_same_sheet_comes_once_as_a_text_and_as_a_workbook() -> None:
    rows = [["date", "game", "Ann", "Bob"], [datetime(2015, 11, 22, 0, 30), "Gin", 1, 2]]
    import_preview(preview_of("date;game;Ann;Bob\n22.11.2015 00:30;Gin;1;2\n"))
    assert preview_of(workbook(("Games", rows)), name="results.xlsx").already_there == 1


def test_games_of_one_evening_keep_their_order() -> None:
    totals = [7 * n % 30 for n in range(30)]
    table = "date,game,Ann,Bob\n" + "".join(f"2026-01-01,Gin,{n},{n + 2}\n" for n in totals)
    import_preview(preview_of(table))
    assert [row.totals[0] for row in rows()] == totals


PLAYS: dict[str, Any] = {
    "about": "BG Stats",
    "games": [
        {"id": 7, "name": "Gin Rummy", "bggId": 2398, "highestWins": True},
        {"id": 8, "name": "Catan"},
    ],
    "players": [{"id": 1, "name": "Ann"}, {"id": 2, "name": "Bob"}, {"id": 3, "name": "Cem"}],
    "locations": [{"id": 5, "name": "Café Zoé"}],
    "plays": [
        {
            "uuid": "0F6A1CE5-2E7D-4A70-9B57-7C4B1B6E0A01",
            "gameRefId": 7,
            "locationRefId": 5,
            "playDate": "2019-04-07 00:30:00",
            "playDateYmd": 20190407,
            "comments": "A long night.",
            "ignored": False,
            "playerScores": [
                {"playerRefId": 2, "score": "30+40-2", "winner": False, "seatOrder": 2},
                {"playerRefId": 1, "score": "105", "winner": True, "seatOrder": 1},
            ],
        },
        {
            "uuid": "0F6A1CE5-2E7D-4A70-9B57-7C4B1B6E0A02",
            "gameRefId": 8,
            "playDate": "2019-04-08 20:00:00",
            "playerScores": [{"playerRefId": 3, "score": "10"}, {"playerRefId": 1, "score": "7"}],
        },
        {"ignored": True},
    ],
}


@walk("name", ["BGStatsExport.json", "play.bgsplay"])
def test_an_export_of_bg_stats_comes_in(name: str) -> None:
    preview = preview_of(json.dumps(PLAYS), name=name, club_id=(club := new_club(name).id))
    assert (preview.left_out, preview.unread) == (1, [])
    assert preview.plays == {"ann": 1, "bob": 1}, "only players of games to import are asked about"
    assert import_preview(preview, club).games == 1
    [game] = [row for row in rows() if row.club_id == club]
    assert (game.players, game.totals) == (("Ann", "Bob"), [105, 68])
    assert (game.place, game.note) == ("Café Zoé", "A long night.")
    assert game.played_on == date(2019, 4, 6), "an evening lasts past midnight"
    assert game.created_at == datetime(2019, 4, 6, 22, 30, tzinfo=UTC), "in Paris it was half past"
    assert preview_of(json.dumps(PLAYS), name=name, club_id=club).already_there == 1


def plays_of(*plays: dict[str, Any], players: int = 4) -> str:
    """Return an export of BG Stats with these plays. Game 7 is Canasta."""
    names = enumerate(("Ann", "Bob", "Cem", "Dee")[:players], 1)
    common = {"gameRefId": 7, "playDate": "2016-01-01 20:00:00"}
    return json.dumps(
        {
            "games": [{"id": 7, "name": "Canasta"}, {"id": 8, "name": "Rummikub"}],
            "players": [{"id": number, "name": name} for number, name in names],
            "plays": [common | play for play in plays],
        }
    )


def scores_of(*points: str | None, **more: Any) -> list[dict[str, Any]]:
    return [{"playerRefId": n, "score": each, **more} for n, each in enumerate(points, 1)]


@walk("flag", [False, 0])
def test_a_play_of_bg_stats_without_teams_has_none_whatever_its_scores_say(flag: object) -> None:
    play = {"usesTeams": flag, "gameRefId": 8, "playerScores": scores_of("55", "-20", team="0")}
    preview = preview_of(plays_of(play, players=2), name="export.json")
    assert whys(preview) == []
    [game] = [preview.read.recorded.game for preview in preview.games]
    assert (game.partners, game.imported) == ((), (55, -20))


def test_plays_of_bg_stats_that_are_only_won_are_counted_by_game() -> None:
    won = [*scores_of("0", winner=True), {"playerRefId": 2, "score": "0", "winner": False}]
    preview = preview_of(
        plays_of(
            {"gameRefId": 8, "playerScores": scores_of("", None)},
            {"gameRefId": 8, "playerScores": won},
            {"playerScores": scores_of("", "")},
            {"playerScores": scores_of("0", "0", winner=True)},
            {"playerScores": scores_of("120", "")},
        ),
        name="export.json",
    )
    assert preview.without_points == {"Rummikub": 2, "Canasta": 1}
    assert [game.read.recorded.game.imported for game in preview.games] == [(0, 0)]
    [(_row, why)] = whys(preview)
    assert why.startswith("These are no points.")


def test_points_of_bg_stats_can_be_numbers() -> None:
    scores = [{"playerRefId": 1, "score": 0}, {"playerRefId": 2, "score": 20}]
    preview = preview_of(plays_of({"gameRefId": 8, "playerScores": scores}), name="export.json")
    assert [game.read.recorded.game.imported for game in preview.games] == [(0, 20)]


def test_an_endless_number_in_an_export_of_bg_stats_is_refused() -> None:
    scores = scores_of("55", "20", seatOrder=7)
    export = plays_of({"gameRefId": 8, "playerScores": scores})
    with pytest.raises(FaultyFileError, match="parts of it are missing"):
        preview_of(export.replace('"seatOrder": 7', '"seatOrder": 1e999'), name="export.json")


def test_a_game_that_is_in_a_file_twice_comes_in_once() -> None:
    play = {"uuid": "a-play", "gameRefId": 8, "playerScores": scores_of("55", "20")}
    preview = preview_of(plays_of(play, play | {"playDate": "2020-01-01"}), name="export.json")
    assert whys(preview) == [(2, "This game is in line 1 already.")]
    assert import_preview(preview).games == 1


@walk("broken", ["plays", "players", "games"])
def test_a_broken_export_of_bg_stats_is_refused(broken: str) -> None:
    content = json.dumps(PLAYS | {broken: [{"playerScores": 5}]}).encode()
    with pytest.raises(FaultyFileError, match="parts of it are missing"):
        read_past(Source(io.BytesIO(content), "export.json", LIMITS))


def test_the_examples_of_the_documentation_come_in_as_the_same_games() -> None:
    text = (CHECKOUT / "docs" / "export-import.md").read_text("utf-8")
    examples = re.findall(r"```csv\n(.*?)```", text, re.DOTALL)
    assert len(examples) == 2
    for number, example in enumerate(examples):
        preview = preview_of(example)
        assert (len(preview.games), preview.unread) == (0 if number else 3, [])
        if not number:
            import_preview(preview)
    assert [row.totals for row in rows()] == [[510, 320, 280], [130, 515], [100, 64]]


def test_the_table_of_results_comes_in_again_with_the_same_totals() -> None:
    import_preview(preview_of(TABLE))
    play(start(("Ann", "=1+1"), overrides={"target": 10}), knock("Ann", **{"Ann": 1, "=1+1": 30}))
    start(("Ann", "Eve"))
    imported(lines_of(played("basic", "penalty", Ann=12, Bob=30)), "games.jsonl")
    table = exported("results.csv")
    assert preview_of(table).already_there == 5
    assert preview_of(table).games == []
    elsewhere = new_club("Elsewhere").id
    preview = preview_of(table, club_id=elsewhere)
    assert import_preview(preview, elsewhere).games == 5
    here, there = (
        sorted(
            (row.variant, row.played_on, row.place, row.players, tuple(row.totals), *row.winners)
            for row in rows()
            if row.club_id == club and row.status != "playing"
        )
        for club in (the_club().id, elsewhere)
    )
    assert here == there


SPOILED = ("007", "1e5", "NA", "-5", "1/2", "TRUE", "=1+1", "5 May")


def as_spreadsheets_do(text: str) -> str:
    """Return a cell rewritten by spreadsheets or pandas, as a number or empty."""
    if text in ("NA", "TRUE", "1/2"):
        return {"TRUE": "1", "1/2": "2026-02-01"}.get(text, "")
    try:
        return f"{float(text):g}"
    except ValueError:
        return text


def test_names_that_spreadsheets_spoil_come_in_again() -> None:
    everybody = {name: 10 + number for number, name in enumerate(SPOILED)}
    game = played("rummy-500", "plain", **everybody) | {"date": "2016-01-05"}
    imported(lines_of(game), "games.jsonl")
    names = rows()[0].players
    assert names == SPOILED
    table = exported("results.csv").decode("utf-8-sig")
    spoiled = io.StringIO()
    lines = csv.reader(io.StringIO(table))
    csv.writer(spoiled).writerows([as_spreadsheets_do(cell) for cell in line] for line in lines)
    for content in (table, spoiled.getvalue(), exported("results.tsv")):
        club = new_club("Elsewhere").id
        assert import_preview(preview_of(content, club_id=club), club).games == 1
        [row] = [row for row in rows() if row.club_id == club]
        assert (row.players, row.totals) == (names, [*everybody.values()])


def test_a_table_of_results_saved_as_a_workbook_has_the_same_games() -> None:
    import_preview(preview_of(TABLE))
    lines = csv.reader(io.StringIO(exported("results.csv").decode("utf-8-sig")))
    rows_with_more = [[*line, None] for line in lines]  # as LibreOffice writes them
    preview = preview_of(workbook(("results", [*rows_with_more, [None] * 11])), name="results.xlsx")
    assert (preview.games, preview.already_there) == ([], 3)


PARTNERS = {"We": ["Ann", "Cem"], "Bob & Dee": ["Bob", "Dee"]}
FOUR = {"variant": "rummy-500", "players": ["Ann", "Bob", "Cem", "Dee"], "sides": PARTNERS}


@walk("last", {"as they sat": "", "a side below the other": ",We,"})
def test_partners_come_in_again_as_partners_written(last: str) -> None:
    game = FOUR | {"imported": {"We": 510, "Bob & Dee": 300}}
    imported(lines_of(game), "games.jsonl")
    club = new_club("Elsewhere")
    start(("Robert", "Eve"), club=club)
    robert = db.session.scalars(
        select(Player.id).where(Player.name == "Robert", Player.club_id == club.id)
    ).one()
    heading, *lines = exported("results.csv").decode("utf-8-sig").splitlines()
    table = "\n".join([heading, *sorted(lines, key=lambda line: last in line)])
    preview = preview_of(table, Choices(names={"Bob": str(robert)}), club_id=club.id)
    assert (whys(preview), import_preview(preview, club.id).games) == ([], 1)
    [row] = [row for row in rows() if row.club_id == club.id and row.sides]
    assert dict(zip(by_side(row.players), row.totals, strict=True)) == {
        "We": 510,
        "Robert & Dee": 300,
    }
    assert row.players.index("Ann") % 2 == row.players.index("Cem") % 2, "they sit opposite"
    assert [row.sides[winner] for winner in row.winners] == ["We"]
    compare_with_recount()


def test_partners_of_whom_nothing_is_said_are_known_by_their_total() -> None:
    preview = preview_of(
        "date,game,Ann,Bob,Cem,Dee,Eve,Fay\n"
        "2016-01-01,Canasta,5120,3400,5120,3400,,\n"
        "2016-01-02,Hand & Foot,9000,8000,7000,7000,9000,8000\n"
        "2016-01-03,Buraco,2100,900,,,,\n"
    )
    assert whys(preview) == []
    games = [game.read.recorded.game for game in preview.games]
    assert [(game.variant.key, game.partners, game.imported) for game in games] == [
        ("canasta", ("Ann & Cem", "Bob & Dee"), (5120, 3400)),
        ("hand-and-foot", ("Ann & Eve", "Bob & Fay", "Cem & Dee"), (9000, 8000, 7000)),
        ("burraco", (), (2100, 900)),
    ]


@walk("flags", [{}, {"usesTeams": True}])
def test_teams_of_bg_stats_are_sides(flags: dict[str, bool]) -> None:
    scores = scores_of("12", "9", "12", "9")
    for score, team in zip(scores, ("Red", "Blue") * 2, strict=True):
        score["team"] = team
    preview = preview_of(plays_of({"playerScores": scores, **flags}), name="play.bgsplay")
    assert whys(preview) == []
    [game] = [preview.read.recorded.game for preview in preview.games]
    assert (game.partners, game.imported) == (("Red", "Blue"), (12, 9))


@walk(
    ("rows", "sentence"),
    {
        "another total than the other": (
            "Ann,A,1\nBob,B,2\nCem,A,3\nDee,B,2",
            "Partners have the same total: that of their side.",
        ),
        "no side": ("Ann,A,1\nBob,B,2\nCem,A,1\nDee,,2", "Dee is on no side."),
        "nobody else": ("Ann,A,1\nBob,B,2\nCem,A,1", "In Rummy 500 with 3 players everybody"),
    },
)
def test_partners_are_not_read_of_whom_one_has(rows: str, sentence: str) -> None:
    table = "id,date,game,player,side,points\n"
    preview = preview_of(table + "".join(f"1,2016-01-01,Rummy 500,{row}\n" for row in rows.split()))
    [(number, why)] = whys(preview)
    assert (number, why[: len(sentence)]) == (2, sentence)


def played(variant: str, preset: str, **totals: int) -> dict[str, Any]:
    return {"variant": variant, "preset": preset, "players": [*totals], "imported": totals}


NAMES = ("Ann", "Bob", "Cem", "Dee", "Eve")
KINDS = {"Rummy 500": max, "Contract Rummy": min, "Gin Rummy": max}


def made_up(games: int) -> str:
    """Return a table of this many games over ten years, a row for each player."""
    chance, day = Random(5), date(2016, 1, 1)
    lines = ["game no;date;game;player;points"]
    for number in range(games):
        day += timedelta(days=chance.randrange(4))
        kind = chance.choice([*KINDS])
        who = chance.sample(NAMES, 2 if kind == "Gin Rummy" else chance.randrange(3, 6))
        lines += [
            f"{number};{day:%d.%m.%Y};{kind};{name};{chance.randrange(-20, 60)}" for name in who
        ]
    return "\n".join(lines) + "\n"


def tables_in(text: str) -> Iterator[tuple[str, dict[str, int]]]:
    """Yield the kind and the players’ points of each game, read with the csv module only."""
    games: dict[str, tuple[str, dict[str, int]]] = {}
    for row in csv.DictReader(io.StringIO(text), delimiter=";"):
        games.setdefault(row["game no"], (row["game"], {}))[1][row["player"]] = int(row["points"])
    yield from games.values()


@pytest.mark.slow
def test_a_thousand_games_count_as_an_independent_sum_says() -> None:
    text = made_up(1_000)
    assert import_preview(preview_of(text)).games == 1_000
    played, won, shared, ahead = Counter[str](), Counter[str](), Counter[str](), Counter[str]()
    for kind, totals in tables_in(text):
        best = KINDS[kind](totals.values())
        winners = [name for name, total in totals.items() if total == best]
        played.update([*totals])
        won.update(winners)
        shared.update(winners if len(winners) > 1 else ())
        for one, mine in totals.items():
            ahead.update(
                f"{one} before {other}"
                for other, theirs in totals.items()
                if (mine < theirs if KINDS[kind] is min else mine > theirs)
            )
    names = {player.id: player.name for player in db.session.scalars(select(Player))}
    sums = select(
        PlayerMonth.player_id,
        *(func.sum(getattr(PlayerMonth, name)) for name in ("games", "won", "shared", "rounds")),
    ).group_by(PlayerMonth.player_id)
    found = {names[who]: numbers for who, *numbers in db.session.execute(sums)}
    assert found == {name: [played[name], won[name], shared[name], 0] for name in NAMES}
    pairs = select(PairMonth.player_id, PairMonth.opponent_id, func.sum(PairMonth.ahead)).group_by(
        PairMonth.player_id, PairMonth.opponent_id
    )
    assert ahead == {
        f"{names[one]} before {names[other]}": number
        for one, other, number in db.session.execute(pairs)
    }
    assert list(check(quiet)) == []
