"""Result tables in people’s own layouts are read correctly."""

from __future__ import annotations

import io
import json
import zlib
from base64 import b64encode
from dataclasses import replace
from datetime import date, datetime
from random import Random
from zipfile import ZipFile

import pytest
from openpyxl.utils.datetime import MAC_EPOCH

from scorekeeper.rummy.round import RuleError
from scorekeeper.transfer.past.dates import (
    DateOrder,
    differing_date,
    order_of,
    read_date,
    read_time,
)
from scorekeeper.transfer.past.kinds import kind_called
from scorekeeper.transfer.past.points import are_points, read_points
from scorekeeper.transfer.past.reading import read_past
from scorekeeper.transfer.past.results import Past, Place, WrittenScore, pack, unpack
from scorekeeper.transfer.past.values import WITHOUT_RESULT
from scorekeeper.transfer.sources import FaultyFileError, Limits, Source
from tests.support.transfers import archive_of, workbook
from tests.support.walks import walk

TODAY = date(2026, 11, 26)

Games = list[tuple[str, str, dict[str, str]]]
"""Games as a player reads them: the date, the kind, and the points of each player."""

TWO_GAMES: Games = [
    ("2026-11-20", "Gin Rummy", {"Ann": "120", "Bob": "-15"}),
    ("2026-11-21", "Gin Rummy", {"Bob": "100", "Cem": "80"}),
]


def past_of(content: str | bytes, name: str = "results.csv", lines: int = 400) -> Past:
    written = content.encode() if isinstance(content, str) else content
    source = Source(io.BytesIO(written), name, Limits(unpacked=2_000_000, lines=lines))
    past = read_past(source)
    assert past is not None
    return past


def games_of(past: Past) -> Games:
    return [
        (game.date, game.kind, {score.name: score.points for score in game.scores})
        for game in past.games
    ]


def refusal(content: str | bytes, name: str = "results.csv", lines: int = 400) -> str:
    with pytest.raises(FaultyFileError) as refused:
        past_of(content, name, lines)
    [fault] = refused.value.faults
    return f"{fault.where}: {fault.error.text()}"


@walk(
    "table",
    {
        "a column a player": (
            "Date,Game,Ann,Bob,Cem\n2026-11-20,Gin Rummy,120,-15,\n2026-11-21,Gin Rummy,-,100,80\n"
        ),
        "pairs of columns": (
            "Datum;Spiel;Spieler 1;Punkte 1;Spieler 2;Punkte 2\n"
            "2026-11-20;Gin Rummy;Ann;120;Bob;-15\n2026-11-21;Gin Rummy;Bob;100;Cem;80\n"
        ),
        "pairs, the players first": (
            "date\tgame\tplayer 1\tplayer 2\tscore 1\tscore 2\n"
            "2026-11-20\tGin Rummy\tAnn\tBob\t120\t-15\n2026-11-21\tGin Rummy\tBob\tCem\t100\t80\n"
        ),
        "a row a player": (
            "Jour;Jeu;Joueur;Points\n2026-11-20;Gin Rummy;Ann;120\n2026-11-20;Gin Rummy;Bob;-15\n"
            "2026-11-21;Gin Rummy;Bob;100\n2026-11-21;Gin Rummy;Cem;80\n"
        ),
        "a row a player, in Italian": (
            "Data;Gioco;Giocatore;Punteggio;Vincitore\n2026-11-20;Gin Rummy;Ann;120;Ann\n"
            "2026-11-20;Gin Rummy;Bob;-15;Ann\n2026-11-21;Gin Rummy;Bob;100;Bob\n"
            "2026-11-21;Gin Rummy;Cem;80;Bob\n"
        ),
        "a row a player, dated once": (
            "date,game,player,points\n2026-11-20,Gin Rummy,Ann,120\n,,Bob,-15\n\n"
            "2026-11-21,,Bob,100\n,,Cem,80\n"
        ),
        "games with numbers, mixed up": (
            "Partie,Date,Jeu,Nom,Score\n1,2026-11-20,Gin Rummy,Ann,120\n"
            "2,2026-11-21,Gin Rummy,Bob,100\n1,2026-11-20,Gin Rummy,Bob,-15\n"
            "2,2026-11-21,Gin Rummy,Cem,80\n"
        ),
        "a title and blank rows above": (
            "Our games,,,,\n,,,,\nDate,Game,Ann,Bob,Cem\n2026-11-20,Gin Rummy,120,-15,\n"
            "2026-11-21,Gin Rummy,,100,80\n"
        ),
        "a row of sums below": (
            "Date,Game,Ann,Bob,Cem\n2026-11-20,Gin Rummy,120,-15,\n"
            "2026-11-21,Gin Rummy,,100,80\n,,120,85,80\n"
        ),
        "columns that nobody needs": (
            "Nr,Date,Game,Winner,Ann,Bob,Cem,Weather\n1,2026-11-20,Gin Rummy,Ann,120,-15,,rain\n"
            "2,2026-11-21,Gin Rummy,Bob,,100,80,sun\n"
        ),
        "quoted cells": (
            '"Date","Game","Ann","Bob","Cem"\n"2026-11-20","Gin Rummy","120","-15",""\n'
            '"2026-11-21","Gin Rummy","","100","80"\n'
        ),
    },
)
def test_a_table_is_read_that_has(table: str) -> None:
    assert games_of(past_of(table)) == TWO_GAMES


YEARS = "Date;Ann;Bob;Cem\n2015-01-01;600;900;\n2015-02-01;500;1000;\n"


@walk(
    ("rows", "games", "sums"),
    {
        "with points to group thousands": (";1.100;1.900;\n", 0, [4]),
        "with nought for who never played": (";1100;1900;0\n", 0, [4]),
        "with a word in place of the date": ("Total;1100;1900;\n", 0, [4]),
        "with their wins below": (";1100;1900;\n;1;1;\nØ;550;950;\n", 0, [4, 5, 6]),
        "below every year, and below all": (
            ";1100;1900;\n2016-01-01;1;2;3\n2016-01-02;4;5;6\n;5;7;9\n;1105;1907;9\n",
            2,
            [4, 7, 8],
        ),
        "since the last sums alone": ("Sum;1100;1900;\n2016-01-01;1;2;3\nSum;1;2;3\n", 1, [4, 6]),
        "with a game after a wrong date": (";1100;1900;\n2016-13-01;5;6;\n", 1, [4]),
        "that are a game with its own date": ("2015-02-02;1100;1900;\n", 1, []),
        "that are wrong": (";1100;1901;\n", 1, []),
        "of nobody who played": (";;;0\n", 1, []),
    },
)
def test_rows_are_sums(rows: str, games: int, sums: list[int]) -> None:
    past = past_of(YEARS + rows)
    assert (len(past.games), [place.row for place in past.sums]) == (2 + games, sums)


def test_a_second_game_equal_to_the_only_one_before_it_is_no_sum() -> None:
    for title in ("", "2015,,\n"):
        past = past_of(f"Date,Ann,Bob\n{title}2015-01-01,5,6\n,5,6\n")
        assert past.sums == (), title
        assert [len(game.scores) for game in past.games][-2:] == [2, 2], title


EVENING = [
    *(["date", "player", "points", "note"], ["2026-11-20", "Ann", "1", ""]),
    *(["", "Bob", "2", ""], ["", "Cem", "3", ""], ["", "Dee", "4", ""]),
]


@walk(
    ("above", "games"),
    {
        "no row": ((), [4]),
        "one row in the middle": ((3,), [2, 2]),
        "every row": ((2, 3, 4), [4]),
    },
)
def test_empty_rows_tell_games_of_an_evening_apart_above(
    above: tuple[int, ...], games: list[int]
) -> None:
    blank = [""] * len(EVENING[0])
    rows = [row for n, each in enumerate(EVENING) for row in [*[blank] * (n in above), each]]
    text = past_of("\n".join(map(",".join, rows)))
    assert [len(game.scores) for game in text.games] == games
    cells = [[cell or None for cell in row] for row in rows]
    book = past_of(workbook(("Games", cells)), "games.xlsx")
    assert [len(game.scores) for game in book.games] == games


def test_a_note_of_two_lines_does_not_end_its_game() -> None:
    table = 'date,player,points,note\n2026-11-20,Ann,1,"two\nlines"\n,Bob,2,\n,Cem,3,\n'
    assert len(past_of(table).games) == 1


def test_a_word_below_sums_is_not_the_date_or_the_game_of_what_follows() -> None:
    table = "Date,Game,Ann,Bob\n2015-01-01,Gin,1,2\n2015-01-02,,3,4\n,Total,4,6\n2016-01-01,,5,6\n"
    assert [game.kind for game in past_of(table).games] == ["Gin"] * 3


def test_a_game_begins_when_somebody_is_in_it_again() -> None:
    past = past_of("date,player,points\n2026-11-20,Ann,1\n,Bob,2\n,Ann,3\n,Bob,4\n")
    assert [scores for _date, _kind, scores in games_of(past)] == [
        {"Ann": "1", "Bob": "2"},
        {"Ann": "3", "Bob": "4"},
    ]


@walk("no", ["", "7"])
def test_far_too_many_players_are_not_put_together_in_one_game(no: str) -> None:
    rows = "".join(f"2026-11-20,{no},P{n},{n}\n" for n in range(150))
    past = past_of(f"date,{'no' if no else 'note'},player,points\n{rows}")
    assert max(len(game.scores) for game in past.games) == 100
    assert len(past.names) == 150


def test_a_place_in_numbers_is_who_came_where() -> None:
    table = "date,jeu,joueur,points,place\n2026-11-20,7,Ann,1,1\n2026-11-20,7,Bob,2,2\n"
    past = past_of(table + "2026-11-20,8,Cem,1,1\n2026-11-20,8,Dee,2,2\n")
    assert [(game.place, game.kind) for game in past.games] == [("", ""), ("", "")]
    assert past.unused == ("place",)


@walk("row", ["Bob;2;2", "Bob;2;2;"])
def test_a_place_is_who_came_where_in_games_with_one_date_each(row: str) -> None:
    past = past_of(f"player;points;place;date\nAnn;1;1;2026-11-20\n{row}\n")
    assert games_of(past) == [("2026-11-20", "", {"Ann": "1", "Bob": "2"})]
    assert (past.games[0].place, past.unused) == ("", ("place",))


def test_a_place_may_be_called_by_a_number() -> None:
    rows = "date,game_id,player,points,place\n2026-11-20,7,Ann,1,5\n2026-11-20,7,Bob,2,5\n"
    columns = "date,place,Ann,Bob\n2026-11-20,5,1,2\n2026-11-20,6,3,4\n"
    assert [game.place for game in past_of(rows).games] == ["5"]
    assert [game.place for game in past_of(columns).games] == ["5", "6"]


@walk(
    ("table", "scores", "unused"),
    {
        "a number": (
            "Date;Game;J;N;P\n2015-01-01;Gin;510;520;300\n2015-01-02;;5;-;3\n",
            {"J": "510", "N": "520", "P": "300"},
            (),
        ),
        "a kind of game": (
            "Date;Game;Art;Bob\n2015-01-01;Gin;7;8\n2015-02-01;;9;1\n",
            {"Art": "7", "Bob": "8"},
            (),
        ),
        "a number, and counts": (
            "N;Date;Game;Ann;Bob\n7;2015-01-01;Gin;7;8\n6;2015-02-01;;9;1\n",
            {"Ann": "7", "Bob": "8"},
            ("N",),
        ),
        "a kind of game, and counts on each day": (
            "Date;Jeu;Art;Ann;Bob\n2015-01-01;Gin;1;7;8\n;;2;9;1\n2015-02-01;;1;9;1\n",
            {"Ann": "7", "Bob": "8"},
            ("Art",),
        ),
        "a number in words": (
            "Match;Date;Game;Ann;Bob\nA1;2015-01-01;Gin;7;8\n",
            {"Ann": "7", "Bob": "8"},
            ("Match",),
        ),
    },
)
def test_a_column_is_a_players_or_is_named_that_is_called_like(
    table: str, scores: dict[str, str], unused: tuple[str, ...]
) -> None:
    past = past_of(table)
    assert games_of(past)[0] == ("2015-01-01", "Gin", scores)
    assert past.unused == unused


def with_column(heading: str, numbers: tuple[int, ...]) -> str:
    """Return a table with another column of numbers after the players’ columns."""
    rows = [(104, 38), (22, 101), (100, 7), (64, 112), (90, 95), (33, 120)]
    games = zip(range(1, 29), rows, numbers, strict=False)
    lines = [f"2024-01-{day:02};Gin;{ann};{bob};{n}" for day, (ann, bob), n in games]
    return "\n".join([f"Datum;Spiel;Ann;Bob;{heading}", *lines])


KNOWN = (
    *("Session", "Round", "Number of players", "Players", "Pot", "Elo", "Difference", "ID"),
    *("Abend", "Runde", "Anzahl Spieler", "Spieleranzahl", "Topf", "Differenz", "Nr."),
    *("Soirée", "Tour", "Nombre de joueurs", "Nb. joueurs", "Cagnotte", "Écart", "N°", "Moyenne"),
    *("Points total", "Total (points)", "Max. Punkte", "Winner’s score", "Unnamed: 0"),
)


@walk("heading", KNOWN)
def test_a_column_of_numbers_is_left_out_and_named_that_is_called(heading: str) -> None:
    past = past_of(with_column(heading, (310, 455, 400)))
    assert (past.unused, past.names, past.doubtful) == ((heading,), ("Ann", "Bob"), ())


@walk(
    ("numbers", "doubted"),
    {
        "the same": ((12, 12, 12), True),
        "the next": ((12, 13, 14), True),
        "the same or the next": ((1, 1, 2, 2, 2), True),
        "again from 1": ((2, 3, 1, 2, 1), True),
        "more or less by one": ((4, 5, 4, 3), True),
        "climbing": ((1041, 1050, 1066, 1100, 1190, 1201), True),
        "the difference": ((66, 79, 93), True),
        "the sum": ((142, 123, 107), True),
        "points": ((66, 79, 92), False),
        "points that climb": ((10, 25, 66, 90), False),
        "nothing": ((0, 0, 0), False),
        "two games": ((12, 13), False),
    },
)
def test_an_unknown_column_is_doubted_if_its_numbers_are(
    numbers: tuple[int, ...], doubted: bool
) -> None:
    past = past_of(with_column("Nora", numbers))
    assert past.names == ("Ann", "Bob", "Nora")
    assert past.doubtful == (("nora",) if doubted else ())


@walk(
    ("numbers", "doubted"),
    {
        "how many play": ((2, 4, 2), True),
        "by how much the first leads": ((66, 30, 28), True),
        "by how much the last is behind": ((66, 15, 28), True),
        "from the first to the last": ((66, 75, 28), True),
        "from the first to the second, once": ((66, 30, 29), False),
    },
)
def test_a_column_is_doubted_that_follows_from_four_players(
    numbers: tuple[int, ...], doubted: bool
) -> None:
    rows = ["104,38,,", "100,25,70,40", ",,95,67"]
    lines = [f"2024-01-0{n},{row},{numbers[n - 1]}" for n, row in enumerate(rows, 1)]
    past = past_of("\n".join(["Date,Ann,Bob,Cem,Dee,Eve", *lines]))
    assert past.doubtful == (("eve",) if doubted else ())


def test_each_of_several_columns_behind_the_players_is_doubted() -> None:
    rows = [(104, 38), (100, 25), (7, 95), (60, 111)]
    lines = [f"2024-01-0{a % 7 + 1},{a},{b},{abs(a - b)},{a + b}" for a, b in rows]
    past = past_of("\n".join(["Date,Ann,Bob,Eve,Fay", *lines]))
    assert past.doubtful == ("eve", "fay")


def test_a_column_that_counts_in_some_rows_alone_is_not_doubted() -> None:
    rows = ["104,38,1", "100,25,2", "7,95,", "60,111,3"]
    lines = [f"2024-01-0{n},{row}" for n, row in enumerate(rows, 1)]
    past = past_of("\n".join(["Date,Ann,Bob,Eve", *lines]))
    assert (past.names, past.doubtful) == (("Ann", "Bob", "Eve"), ())


def test_a_column_is_not_doubted_that_is_a_players_on_another_sheet() -> None:
    counts = [["date", "Ann", "Bob"], *[[f"2025-01-0{n}", n, n**3] for n in (1, 2, 3)]]
    points = [["date", "ann", "Bob"], *[[f"2026-01-0{n}", 50 - n**2, 30] for n in (1, 2, 4)]]
    assert past_of(workbook(("2025", counts)), "a.xlsx").doubtful == ("ann",)
    assert past_of(workbook(("2025", counts), ("2026", points)), "a.xlsx").doubtful == ()


def test_place_note_and_row_are_kept_and_other_columns_named() -> None:
    past = past_of("Date,Lieu,Remarque,Ann,Bob,Durée\n2026-11-20,Café Zoé,rain,1,2,30\n")
    [game] = past.games
    assert (game.place, game.note, game.row, game.kind) == ("Café Zoé", "rain", 2, "")
    assert past.unused == ("Durée",)


@walk("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_names_are_read_in(encoding: str) -> None:
    content = "Date;Zoé;Günther\n20.11.2026;1;2\n".encode(encoding)
    assert past_of(content).names == ("Zoé", "Günther")


@walk(
    ("text", "day"),
    {
        "ISO": ("2026-11-21", date(2026, 11, 21)),
        "with a time": ("2026-11-21 20:15:00", date(2026, 11, 21)),
        "German": ("21.11.2026", date(2026, 11, 21)),
        "short German": ("1. 2. 26", date(2026, 2, 1)),
        "of the last century": ("21.11.98", date(1998, 11, 21)),
        "French": ("21/11/2026", date(2026, 11, 21)),
        "with a weekday": ("samedi 21 novembre 2026", date(2026, 11, 21)),
        "French in words": ("1er août 2025", date(2025, 8, 1)),
        "German in words": ("3. März 2025", date(2025, 3, 3)),
        "Italian in words": ("venerdì 1º agosto 2025", date(2025, 8, 1)),
        "American in words": ("Nov 21, 2025", date(2025, 11, 21)),
        "together": ("20251121", date(2025, 11, 21)),
        "a number of a spreadsheet": ("46000", date(2025, 12, 9)),
        "the first such number": ("20000", date(1954, 10, 3)),
        "a number with a time": ("46000,875", date(2025, 12, 9)),
        "as Excel shows it": ("14-Mar-24", date(2024, 3, 14)),
        "as German Excel does": ("14. Mrz. 24", date(2024, 3, 14)),
        "as French Excel does": ("14-août-98", date(1998, 8, 14)),
        "as Italian Excel does": ("14-ago-98", date(1998, 8, 14)),
        "as American Excel does": ("Thursday, March 14, 2024", date(2024, 3, 14)),
        "as it does in short": ("Thu 14-Mar-24", date(2024, 3, 14)),
        "of a form": ("25/3/2024 20:15:33", date(2024, 3, 25)),
        "of a form in a spreadsheet": ("2024/03/25 8:15:33 PM GMT+1", date(2024, 3, 25)),
    },
)
def test_a_date_is_read(text: str, day: date) -> None:
    assert read_date(text, DateOrder.DAY_FIRST, TODAY) == day


@walk(
    "text",
    ["", "soon", "2026-13-01", "0000-01-01", "1/2/3/4", "99999999", "2016", "60001"],
)
def test_what_is_no_date_is_refused(text: str) -> None:
    with pytest.raises(RuleError, match="no date"):
        read_date(text, DateOrder.DAY_FIRST, TODAY)


@walk("text", ["31/02/2026", "2019-02-31", "30 février 2026"])
def test_a_date_that_does_not_exist_is_refused_as_such(text: str) -> None:
    with pytest.raises(RuleError, match="That date does not exist"):
        read_date(text, DateOrder.DAY_FIRST, TODAY)


@walk(
    ("texts", "order", "asks"),
    {
        "one is after the 12th": (["3/4/2026", "25/4/2026"], DateOrder.DAY_FIRST, True),
        "one month would be the 25th": (["3/4/2026", "4/25/2026"], DateOrder.MONTH_FIRST, True),
        "both could be": (["3/4/2026", "5/6/2026"], None, True),
        "both must be": (["13/4/2026", "4/13/2026"], None, False),
        "the same either way": (["4/4/2026"], None, False),
        "dots are German": (["3.4.2026"], None, False),
    },
)
def test_the_whole_column_says_what_comes_first(
    texts: list[str], order: DateOrder | None, asks: bool
) -> None:
    assert order_of(texts) == order
    assert bool(differing_date(texts)) == asks


@walk(
    ("text", "points"),
    {
        "digits": ("120", 120),
        "a minus sign": ("−15", -15),
        "a dash": ("–15", -15),
        "a plus": ("+15", 15),
        "brackets": ("(15)", -15),
        "a decimal comma": ("12,0", 12),
        "a decimal point": ("12.00", 12),
        "groups": ("1 250", 1250),
        "German groups": ("1.250", 1250),
        "English groups": ("−1,250", -1250),
        "wide digits": ("１２", 12),
    },
)
def test_points_are_read(text: str, points: int) -> None:
    assert read_points(text) == points


@walk(
    "text",
    [
        "",
        "12,5",
        "0,125",
        "0.125",
        "1e309",
        "NaN",
        "inf",
        "∞",
        "=1+1",
        "12-5",
        "--3",
        "1,2,3",
        "0x10",
        "9" * 5000,
    ],
)
def test_what_are_no_points_is_refused(text: str) -> None:
    with pytest.raises(RuleError, match="no points"):
        read_points(text)


@walk(
    ("name", "key"),
    {
        "English": ("Gin Rummy", "gin"),
        "without capitals": ("contract rummy", "contract"),
        "a key": ("three-thirteen", "three-thirteen"),
        "a key with a preset": ("basic/penalty", "basic/penalty"),
        "a key with the usual preset": ("gin/plain", "gin"),
        "another name": ("Rummikub", "tiles"),
        "a preset": ("Rommé", "rami/romme"),
        "another name of a preset": ("Liverpool Rummy", "contract/liverpool"),
        "another with its own list": ("Carioca", "contract/carioca"),
        "in French": ("Rami Shanghai", "contract/shanghai"),
        "French": ("Rami 500", "rummy-500"),
        "German": ("Gin Rommé", "gin"),
        "Italian": ("Ramino 500", "rummy-500"),
    },
)
def test_a_game_is_known_by_its_name(name: str, key: str) -> None:
    found = kind_called(name)
    assert found is not None
    assert found.key == key


def test_a_game_that_the_program_lacks_is_not_known() -> None:
    assert kind_called("Catan") is None


def test_a_workbook_is_read_with_its_dates_numbers_and_merged_cells() -> None:
    rows = [
        ["Our games"],
        ["Date", "Game", "Ann", "Bob"],
        [datetime(2026, 11, 20), "Gin Rummy", 120.0, -15],
        [None, None, 7, 9.5],
        [date(2026, 11, 21), "Gin Rummy", None, 100],
    ]
    past = past_of(workbook(("Games", rows), merged="A3:A4"), "games.xlsx")
    assert games_of(past) == [
        ("2026-11-20", "Gin Rummy", {"Ann": "120", "Bob": "-15"}),
        ("2026-11-20", "Gin Rummy", {"Ann": "7", "Bob": "9.5"}),
        ("2026-11-21", "Gin Rummy", {"Bob": "100"}),
    ]


@walk("number", [12.345, -1.125, 0.125, 1234.125])
def test_decimals_of_a_workbook_are_not_thousands(number: float) -> None:
    rows = [["Date", "Game", "Ann", "Bob"], ["2026-11-20", "Gin Rummy", number, 20]]
    [game] = past_of(workbook(("", [*rows, ["2026-11-21", "Gin Rummy", 10, 20]])), "a.xlsx").games[
        :1
    ]
    assert not are_points(game.scores[0].points)


def test_a_number_below_date_is_a_date_in_a_workbook_too() -> None:
    rows = [["Date", "Ann", "Bob"], [46000, 1, 2], [46000.875, 3, 4]]
    past = past_of(workbook(("Games", rows)), "games.xlsx")
    days = [read_date(game.date, DateOrder.DAY_FIRST, TODAY) for game in past.games]
    assert days == [date(2025, 12, 9)] * 2


@walk(
    ("text", "clock"),
    {
        "a zone": ("2024/03/25 8:15:33 PM GMT+1", "20:15:33+01:00"),
        "no zone but GMT": ("2024/03/25 8:15:33 AM GMT", "08:15:33+00:00"),
        "half an hour": ("2024-03-25T20:15-03:30", "20:15:00-03:30"),
        "dots": ("3/25/2024 8:15 p.m.", "20:15:00"),
        "brackets": ("2024-03-25 [20:15:00]", "20:15:00"),
    },
)
def test_a_time_is_read_that_has(text: str, clock: str) -> None:
    read = read_time(text)
    assert read is not None
    assert read.isoformat() == clock


@walk("heading", ["Timestamp", "Zeitstempel", "Horodateur", "Informazioni cronologiche"])
def test_when_a_form_was_sent_is_the_date_if_nothing_else_is(heading: str) -> None:
    table = f"{heading},Ann,Bob\n25/3/2024 20:15:33,0,45\n"
    assert [game.date for game in past_of(table).games] == ["25/3/2024 20:15:33"]
    table = f"{heading},Date,Ann,Bob\n26/3/2024 09:15:33,25/3/2024,0,45\n"
    past = past_of(table)
    assert ([game.date for game in past.games], past.unused) == (["25/3/2024"], (heading,))


def test_a_number_below_date_counts_from_1904_in_a_workbook_that_does() -> None:
    rows = [["Date", "Ann", "Bob"], [43903, 1, 2], [43903.875, 3, 4], [date(2024, 3, 14), 5, 6]]
    past = past_of(workbook(("Games", rows), epoch=MAC_EPOCH), "games.xlsx")
    assert [game.date for game in past.games] == ["45365", "45365.875", "2024-03-14"]


@walk("text", ["22.11.2015 25:00", "22.11.2015 12:60", "2015-11-22T00:30+99:00"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(RuleError, match="no date"):
        read_time(text)


def test_every_sheet_of_a_workbook_that_has_results_is_read() -> None:
    rows = [["Date", "Ann", "Bob"], ["2026-11-20", 1, 2]]
    book = workbook(("2025", rows), ("Notes", [["Nothing"], ["here"]]), ("2026", rows))
    past = past_of(book, "games.xlsx")
    assert [(game.sheet, game.row) for game in past.games] == [("2025", 2), ("2026", 2)]
    assert past.unused == ("Notes",)


def test_a_formula_of_a_workbook_is_not_run() -> None:
    rows = [["Date", "Ann", "Bob"], ["2026-11-20", "=1+1", 2], ["2026-11-21", 3, 4]]
    past = past_of(workbook(("Games", rows)), "games.xlsx")
    ann, bob = past.games[0].scores
    assert (ann, bob) == (
        WrittenScore("Ann", WITHOUT_RESULT, cell="B2"),
        WrittenScore("Bob", "2", cell="C2"),
    )


@walk("fault", ["512,5", "510 pts", "510*", "38,50", "#N/A", "=…"])
def test_a_column_whose_every_cell_is_wrong_is_a_players(fault: str) -> None:
    past = past_of(f"Date;Game;Ann;Bob;Cem\n2026-11-20;Gin;{fault};2;3\n2026-11-21;;{fault};-;4\n")
    assert past.names == ("Ann", "Bob", "Cem")
    assert past.unused == ()


@walk("text", ["rain", "9 km", "20:15", "2026-11-20", "at 7", "5 €"])
def test_a_column_is_not_used_that_says(text: str) -> None:
    past = past_of(f"Date;Game;Ann;Bob;Weather\n2026-11-20;Gin;1;2;{text}\n")
    assert past.unused == ("Weather",)


@walk(
    ("content", "sentence"),
    {
        "nothing": (b"", "This file is empty."),
        "blank lines": (b"\n\n , ,\n", "This file is empty."),
        "headings alone": (b"Date,Game,Ann,Bob\n", "nothing below the headings"),
        "one line that is no table": (b"Gin on Friday?\n", "must name the columns"),
        "no dates": (b"Game night\nGame,Ann,Bob\nGin,1,2\n", "where the dates are"),
        "no points": (
            b"Our games\n\nDate,Game,Ann,Bob\n2024-01-05,Gin,won,lost\n",
            "results.csv:3: There are no points below “Ann”, “Bob”.",
        ),
        "no points of one": (b"Date,Ann,Bob\n2024-01-05,510,lost\n", "below “Bob”."),
        "plays of BoardGameGeek": (
            b'<?xml version="1.0"?><plays username="u"><play date="2021-01-01"/></plays>',
            "plays as XML from BoardGameGeek",
        ),
        "a web page": (b"\n<!doctype html><title>Scores</title>", "neither a table nor a file"),
        "a web page that is called a spreadsheet": (
            b"<html><TABLE><tr><td>Date</td></tr></TABLE></html>",
            "Save this spreadsheet as .xlsx",
        ),
        "no headings": (b"2026-11-20,1,2\n2026-11-21,3,4\n", "must name the columns"),
        "commas": (b"," * 2_000_000, "This line is too long."),
        "too many columns": (b"date," + b"x," * 300 + b"\n" + b"1," * 300, "up to 200 columns"),
        "too many rows": (b"date,a,b\n" + b"2026-11-20,1,2\n" * 2_001, "more than 2000 rows"),
        "a picture": (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "neither a table nor a file of games"),
        "an old workbook": (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "Save this spreadsheet as .xlsx"),
        "an open document": (
            archive_of({"mimetype": b"application/vnd.oasis.opendocument", "content.xml": b"<a/>"}),
            "Save this spreadsheet as .xlsx",
        ),
        "a broken workbook": (archive_of({"xl/workbook.xml": b"<"}), "workbook is damaged"),
        "a workbook that is a bomb": (
            archive_of({"xl/workbook.xml": b"<a/>", "xl/sharedStrings.xml": b" " * 1_900_000}),
            "far larger than any export of its size",
        ),
        "a large workbook": (
            archive_of({"xl/workbook.xml": b"<a/>", "xl/x.xml": Random(1).randbytes(2_100_000)}),
            "unpacked, it may have 2 MB",
        ),
        "too many games": (b"date,a,b\n" + b"2026-11-20,1,2\n" * 401, "more than 400 games"),
        "hundreds of names": (
            b"date,player,points\n" + b"".join(b"2026-11-20,P%d,1\n" % n for n in range(2_001)),
            "names 2001 players",
        ),
        "hundreds of games": (
            b"date,game,a,b\n" + b"".join(b"2026-11-20,G%d,1,2\n" % n for n in range(2_001)),
            "names 2001 different games",
        ),
    },
)
def test_a_file_is_refused_with_one_sentence_that_is(content: bytes, sentence: str) -> None:
    assert sentence in refusal(content, lines=400 if "more than" in sentence else 10_000)


@walk("name", ["results.json", "results.jsonl", "club.zip"])
def test_a_text_that_is_called_like_a_file_of_ours_is_no_table(name: str) -> None:
    source = Source(io.BytesIO(b"date,a,b\n2026-11-20,1,2"), name, Limits(10_000, 10))
    assert read_past(source) is None


def test_a_zip_file_that_is_called_a_table_is_no_table() -> None:
    source = Source(io.BytesIO(archive_of({"a.txt": b"a"})), "a.csv", Limits(10_000, 10))
    assert ZipFile(source.file).namelist() == ["a.txt"]
    assert read_past(source) is None


def pack_of(parts: object) -> str:
    return b64encode(zlib.compress(json.dumps(parts).encode())).decode()


def test_results_are_unpacked_as_they_were_packed() -> None:
    past = past_of("Date,Game,Zoé,محمد\n2026-11-20,Gin,1,2\n")
    past = replace(past, sums=(Place("2015", 7),), doubtful=("zoé",))
    packed = pack(past)
    assert unpack(packed, 100_000) == past
    parts = ([], ["a", [[1, 2]], [], [], []], ["\ud800"] + [[]] * 4, ["a", [], [], [["", "1"]], []])
    scores = [["Ann", "1", "", "C" + "7" * 5_000], ["Ann", "1", "", "C"], ["Ann", "1", ""]]
    parts += tuple(["a", [["", 2, "", "", "", "", [score], ""]], [], [], []] for score in scores)
    for broken in ("", "!", packed[:40], packed[4:], *map(pack_of, parts)):
        with pytest.raises(ValueError, match="packed results"):
            unpack(broken, 100_000)
    with pytest.raises(ValueError, match="packed results"):
        unpack(pack(past_of("date,a,b\n" + "2026-11-20,1,2\n" * 99)), 1_000)
