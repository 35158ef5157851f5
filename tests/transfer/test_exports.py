"""A club is exported whole, readable everywhere, and without filling the memory."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from zipfile import ZipFile

import pytest
from flask import Flask
from sqlalchemy import select, update
from sqlalchemy.orm import Session

from scorekeeper.games.documents import document_of
from scorekeeper.rummy.documents.game import read_document
from scorekeeper.storage.database import db, write
from scorekeeper.storage.folded_games import sheet_of
from scorekeeper.storage.models import GameRow, RoundRow
from scorekeeper.transfer.apostrophes import restored
from scorekeeper.transfer.club_games import AT_ONCE, ClubBook
from scorekeeper.transfer.exports import ARCHIVE_FORMAT, FORMATS
from scorekeeper.transfer.tables import TABLES
from tests.rummy.documents.test_schema import faults
from tests.support.clock import Clock
from tests.support.clubs import new_club, the_club
from tests.support.comings import adjust, begun, join, leave
from tests.support.documents import VOID, out, won
from tests.support.full_book import NOTE, fill
from tests.support.scorebook import play, record, start
from tests.support.statements import counted
from tests.support.transfers import PARIS, imported, lines_of

pytestmark = pytest.mark.usefixtures("book")


@pytest.fixture
def club_book() -> Iterator[ClubBook]:
    """The first club, to be exported."""
    with Session(db.engine) as session:
        yield ClubBook(session, the_club().id, "Tuesday", "1.2.3", PARIS)


def exported(book: ClubBook, ending: str) -> bytes:
    return b"".join(FORMATS[ending].pieces(book))


def rows_of(content: bytes) -> list[dict[str, str]]:
    """Return the rows of a table, with ids of digits only without their apostrophe."""
    text = content.decode("utf-8")
    assert text.startswith("\ufeff")
    rows = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")))
    return [row | {"game": restored(row["game"])} for row in rows]


@pytest.mark.parametrize(("year", "dated"), [(1979, 1980), (2026, 2026), (2108, 2107)])
def test_an_archive_is_made_whatever_the_clock_shows(
    club_book: ClubBook, monkeypatch: pytest.MonkeyPatch, year: int, dated: int
) -> None:
    fill()
    Clock(monkeypatch).show(datetime(year, 7, 1, 12, tzinfo=UTC))
    with ZipFile(io.BytesIO(exported(club_book, "zip"))) as archive:
        assert {entry.date_time[0] for entry in archive.infolist()} == {dated}


def test_the_lines_are_the_documents_of_all_games(club_book: ClubBook) -> None:
    fill()
    lines = [json.loads(line) for line in exported(club_book, "jsonl").splitlines()]
    games = {row.id: row for row in db.session.scalars(select(GameRow))}
    assert {line["id"] for line in lines} == set(games)
    assert [line["started"] for line in lines if line["date"] != "2025-12-31"] == sorted(
        line["started"] for line in lines if line["date"] != "2025-12-31"
    )
    for line in lines:
        assert faults(line) == []
        read_document(line)
        without = {key: line[key] for key in line if key != "history"}
        assert without == document_of(games[line["id"]])
    assert club_book.read == len(games)
    assert club_book.rounds == sum(len(line["rounds"]) for line in lines)


def test_nothing_of_another_club_is_in_it(club_book: ClubBook) -> None:
    start()
    other = new_club("Other")
    club_book.club_id = other.id
    assert exported(club_book, "jsonl") == b""
    assert rows_of(exported(club_book, "games.csv")) == []


def test_the_archive_has_every_file(club_book: ClubBook) -> None:
    fill()
    with ZipFile(io.BytesIO(exported(club_book, "zip"))) as archive:
        assert archive.testzip() is None
        about = json.loads(archive.read("club.json"))
        players = [json.loads(line) for line in archive.read("players.jsonl").splitlines()]
        for ending, name in (
            ("jsonl", "games.jsonl"),
            *((name, name) for name in FORMATS if "csv" in name),
        ):
            assert archive.read(name) == exported(club_book, ending)
        assert archive.read("statistics.xlsx").startswith(b"PK")
    assert about.pop("made_at")
    games = db.session.scalars(select(GameRow)).all()
    assert about == {
        "format": ARCHIVE_FORMAT,
        "scorekeeper": "1.2.3",
        "club": "Tuesday",
        "games": len(games),
        "rounds": sum(row.played for row in games),
        "unreadable": [],
    }
    faces = {player["name"]: player for player in players}
    assert faces["Ann"] == {"name": "Ann", "colour": 7, "sign": "🦊"}
    assert faces["=1+1"]["same_as"] == "Bob"
    assert faces["Cem"]["archived"]
    assert "archived" not in faces["Dee"]


def test_the_tables_come_to_the_sheets_and_have_no_formula(club_book: ClubBook) -> None:
    fill()
    tables = (f"{name}.csv" for name in ("games", "rounds", "hands"))
    games, rounds, hands = (rows_of(exported(club_book, table)) for table in tables)
    for row in db.session.scalars(select(GameRow)):
        scored = sheet_of(row)
        [line] = [line for line in games if line["game"] == row.id]
        totals = zip(row.players, scored.final, strict=True)
        assert line["totals"].removeprefix("'") == ", ".join(
            f"{name} {total}" for name, total in totals
        )
        assert (line["status"], bool(line["deleted"])) == (row.status, row.deleted_at is not None)
        mine = [line for line in rounds if line["game"] == row.id]
        assert [round["ending"] for round in mine] == [
            played.round.ending for played in scored.rounds
        ]
        for played in scored.rounds:
            of_round = [
                hand
                for hand in hands
                if (hand["game"], hand["round"]) == (row.id, str(played.number))
            ]
            assert [hand["player"].removeprefix("'") for hand in of_round] == list(row.players)
            assert [int(hand["total"]) for hand in of_round] == list(played.totals)
            earned = [int(hand["points"]) + int(hand["adjusted"]) for hand in of_round]
            assert earned == [
                sum(line.points for line in played.ruling.lines if line.seat == seat)
                for seat in range(len(row.players))
            ]
    assert {"7S 7H 7D 8D 9D TD 2C 2S 2H 3C", "KS KH KD / 4C 4S 9C 9S QC QH 5D", "K Q", "15"} <= {
        hand["hand"] for hand in hands
    }
    numbers = ("points", "adjusted", "total")
    texts = [
        text for row in games + rounds + hands for name, text in row.items() if name not in numbers
    ]
    assert f"'{NOTE}" in texts
    assert not [text for text in texts if text.startswith(("=", "+", "@", "-"))]


def test_tables_for_programs_have_each_text_as_it_is(club_book: ClubBook) -> None:
    fill()
    for table in TABLES:
        for_people, for_programs = (
            [*csv.reader(io.StringIO(exported(club_book, name).decode(encoding)), delimiter=tab)]
            for name, encoding, tab in (
                (table.file_name, "utf-8-sig", ","),
                (table.name_for_programs, "utf-8", "\t"),
            )
        )
        assert [[*map(restored, row)] for row in for_people] == for_programs
        assert for_people[0] == for_programs[0] == [column.name for column in table.columns]
        if any("=1+1" in row for row in for_programs):
            assert for_people != for_programs


def test_every_column_of_the_tables_says_what_it_should(club_book: ClubBook) -> None:
    row = start(("Ann", "Bob"), variant="oklahoma")
    knock = {"ending": "knock", "by": "Ann", "hands": {"Ann": 4, "Bob": "K Q J"}, "upcard": "9H"}
    row = record(row, knock | {"note": "Late.", "adjustments": [{"player": "Bob", "points": 5}]})
    with write() as session:
        then = datetime(2025, 1, 31, 20, 15, 30, tzinfo=UTC)
        of_game = {"place": "Rob’s", "note": "Cold.", "played_on": then.date()}
        session.execute(update(GameRow).values(created_at=then, **of_game))
        session.execute(update(RoundRow).values(entered_at=then, entered_by="Cem"))
    game = {"game": row.id, "date": "2025-01-31", "kind": "oklahoma"}
    expected = {
        "games": [
            game
            | {"started": "2025-01-31 21:15:30", "preset": "plain", "place": "Rob’s"}
            | {"note": "Cold.", "players": "Ann, Bob", "rounds": "1", "status": "playing"}
            | {"imported": "0", "winners": "", "totals": "Ann 26, Bob 5", "deleted": ""}
        ],
        "rounds": [
            game
            | {"round": "1", "ending": "knock", "by": "Ann", "dealer": "Ann", "upcard": "9H"}
            | {"winners": "Ann", "note": "Late.", "entered": "2025-01-31 21:15:30"}
            | {"entered_by": "Cem"}
        ],
        "hands": [
            game
            | {"round": "1", "player": "Ann", "hand": "4", "deadwood": "4", "won": "1"}
            | {"points": "26", "adjusted": "0", "total": "26"},
            game
            | {"round": "1", "player": "Bob", "hand": "K Q J", "deadwood": "30", "won": "0"}
            | {"points": "0", "adjusted": "5", "total": "5"},
        ],
    }
    for name, rows in expected.items():
        assert rows_of(exported(club_book, f"{name}.csv")) == rows


def test_who_comes_and_goes_has_lines_and_hands_only_while_in(club_book: ClubBook) -> None:
    row = adjust(join(leave(begun(), 1), "Dan", 4), 0, -6)
    row = record(row, out("Dan", Ann=5, Cleo=2))
    lines = [
        tuple(line[name] for name in ("after", "what", "player", "points", "total"))
        for line in rows_of(exported(club_book, "between.csv"))
    ]
    assert lines == [
        ("1", "leaves", "Bob", "0", "9"),
        ("1", "joins", "Dan", "4", "4"),
        ("1", "adjust", "Ann", "-6", "-6"),
    ]
    hands = rows_of(exported(club_book, "hands.csv"))
    assert [(hand["round"], hand["player"]) for hand in hands] == [
        *(("1", name) for name in ("Ann", "Bob", "Cleo")),
        *(("2", name) for name in ("Ann", "Cleo", "Dan")),
    ]


def test_who_never_opened_has_a_sign_before_the_hand(club_book: ClubBook) -> None:
    row = start(("Ann", "Bob", "Cem", "Dee"), variant="rami")
    unopened = {"Bob": {"opened": False}, "Cem": {"opened": False, "left": "K A JK"}, "Dee": "5 5"}
    play(row, out("Ann", **unopened), VOID)
    with ZipFile(io.BytesIO(exported(club_book, "zip"))) as archive:
        hands = [hand["hand"] for hand in rows_of(archive.read("hands.csv"))]
    assert hands == ["", "!", "! K A JK", "5 5", "", "", "", ""]


def test_the_workbook_has_texts_and_numbers_and_no_formula(club_book: ClubBook) -> None:
    row = start(("=1+1", "https://bad.example"))
    play(row, *[{"ending": "gin", "by": "=1+1", "hands": {"https://bad.example": 60}}] * 2)
    with ZipFile(io.BytesIO(exported(club_book, "xlsx"))) as book:
        sheets = [
            book.read(name).decode() for name in book.namelist() if "worksheets/sheet" in name
        ]
        links = [name for name in book.namelist() if "_rels/sheet" in name]
    assert len(sheets) == 5
    assert not links
    assert all("<f>" not in sheet for sheet in sheets)
    players = re.findall(r'<row r="[23]".*?</row>', sheets[0])
    assert len(players) == 2
    assert "=1+1" in players[0]
    assert "<v>170</v>" in players[0]


def test_the_workbook_has_the_games_of_an_evening_as_they_were_started(
    club_book: ClubBook,
) -> None:
    evening = {
        "variant": "gin",
        "players": ["Ann", "Bob"],
        "rounds": [won("Ann", 5)],
        "called": True,
    }
    started = {"zzz": "2026-03-01T18:00:00Z", "aaa": "2026-03-01T19:00:00Z"}
    games = [evening | {"id": name, "started": at} for name, at in started.items()]
    imported(lines_of(*games), "games.jsonl")
    with ZipFile(io.BytesIO(exported(club_book, "xlsx"))) as book:
        listed = book.read("xl/worksheets/sheet5.xml").decode()
    assert re.findall("zzz|aaa", listed) == ["zzz", "zzz", "aaa", "aaa"]


def test_a_game_that_cannot_be_read_is_left_out_and_named(club_book: ClubBook) -> None:
    damaged, whole = play(start(), VOID).id, start().id
    with write() as session:
        session.execute(update(RoundRow).values(entry={"ending": "guess"}))
    with ZipFile(io.BytesIO(exported(club_book, "zip"))) as archive:
        about = json.loads(archive.read("club.json"))
        [line] = archive.read("games.jsonl").splitlines()
    assert about["unreadable"] == [damaged]
    assert (about["games"], json.loads(line)["id"]) == (1, whole)


def test_the_table_of_games_is_made_without_judging_them(
    club_book: ClubBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    over = play(start(), VOID)
    whole = rows_of(exported(club_book, "games.csv"))
    monkeypatch.setattr("scorekeeper.transfer.club_games.read_recorded_game", None)
    assert rows_of(exported(club_book, "games.csv")) == whole
    assert [row["game"] for row in whole] == [over.id]


def test_memory_and_queries_do_not_grow_with_each_game(
    book: Flask, club_book: ClubBook, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scorekeeper.transfer.club_games.AT_ONCE", 3)
    for _ in range(7):
        play(start(), VOID)
    known, games = [], 0
    with counted(book) as sent:
        for _piece in club_book.games("document", "sheet"):
            games += 1
            known.append(len(club_book.session.identity_map))
    assert games == 7
    assert max(known) == max(known[:3])
    assert len(sent) < AT_ONCE
    assert len([statement for statement in sent if re.search(r"FROM game ?\n", statement)]) <= 4 + 2
