"""A file with faults is rejected with a list of all faults, and changes no data."""

from __future__ import annotations

import json
from codecs import BOM_UTF8
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZIP_BZIP2, ZIP_LZMA, ZipFile

import pytest
from sqlalchemy import select

from scorekeeper import clock
from scorekeeper.rummy.messages import render
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow, Player
from scorekeeper.transfer import roster, sources
from scorekeeper.transfer.exports import ARCHIVE_FORMAT
from scorekeeper.transfer.sources import MOST_FAULTS, FaultyFileError, Limits, Source
from tests.support.clubs import the_club
from tests.support.documents import VOID, Document, knock
from tests.support.scorebook import everything, start
from tests.support.transfers import archive_of, club_of, exported, imported, lines_of

# Files are read before any write, so one kind of database is enough.
pytestmark = [
    pytest.mark.usefixtures("book"),
    pytest.mark.parametrize("settings", ["sqlite"], indirect=True),
]

GAME: Document = {"variant": "gin", "players": ["Ann", "Bob"], "rounds": [VOID]}
START: Document = {"kind": "start", "at": "2026-01-01T20:00:00Z"}
FACE: Document = {"name": "Ann", "colour": 3}
CLUB = {"club.json": b'{"format": 1}', "players.jsonl": b"", "games.jsonl": lines_of(GAME)}


def faults_of(content: bytes, name: str = "games.jsonl", **limits: int) -> list[tuple[str, str]]:
    """Return places and sentences of a rejected file’s faults. The book must not change."""
    before = everything()
    with pytest.raises(FaultyFileError) as refused:
        imported(content, name, **limits)
    assert everything() == before
    return [
        (fault.where, render(fault.error.message, fault.error.names))
        for fault in refused.value.faults
    ]


def test_every_fault_is_named_with_its_place() -> None:
    faulty = [
        GAME,
        GAME | {"rounds": [VOID, knock("Ann", Ann=5, Cem=9)]},
        GAME | {"variant": "bridge"},
        GAME | {"rounds": [knock("Ann", Ann=11, Bob=12)]},
        GAME | {"format": 2},
        GAME | {"players": ["Ann"]},
        GAME | {"rounds": [VOID] * 1_001},
        GAME | {"called": True, "rounds": [VOID], "history": [{"kind": "start", "at": "now"}]},
        GAME | {"date": "2026-02-30"},
        GAME | {"started": "0001-01-01T00:00:00+14:00"},
        GAME | {"rounds": [VOID | {"entered": {"at": "0001-01-01T00:00:00+14:00"}}]},
    ]
    assert [where for where, _sentence in faults_of(lines_of(*faulty))] == [
        "games.jsonl:2: rounds[1].hands.Cem",
        "games.jsonl:3: variant",
        "games.jsonl:4: rounds[0].hands.Ann",
        "games.jsonl:5: format",
        "games.jsonl:6: players",
        "games.jsonl:7: rounds",
        "games.jsonl:8: history[0].at",
        "games.jsonl:9: date",
        "games.jsonl:10: started",
        "games.jsonl:11: rounds[0].entered.at",
    ]


def test_a_day_on_which_nobody_can_have_played_is_refused_as_the_form_refuses_it() -> None:
    later, earlier = "That date is in the future.", "That date is too far back."
    moment = "1899-12-31T20:00:00Z"
    faulty = [
        GAME | {"date": "2999-12-31"},
        GAME | {"date": "1899-12-31"},
        GAME | {"started": moment},
        GAME | {"rounds": [VOID, VOID | {"entered": {"at": moment}}]},
        GAME | {"deleted": {"at": moment}},
        GAME | {"rounds": [], "history": [START | {"at": moment}]},
    ]
    face = FACE | {"archived": moment}
    assert faults_of(club_of(*faulty, players=lines_of(face))) == [
        ("players.jsonl:1: archived", earlier),
        ("games.jsonl:1: date", later),
        ("games.jsonl:2: date", earlier),
        ("games.jsonl:3: started", earlier),
        ("games.jsonl:4: rounds[1].entered.at", earlier),
        ("games.jsonl:5: deleted.at", earlier),
        ("games.jsonl:6: history[0].at", earlier),
    ]


def test_a_time_in_the_future_is_that_of_a_wrong_clock_and_taken_as_now() -> None:
    moment = "9999-12-31T23:59:59Z"
    moved = START | {"kind": "details", "details": {"played_on": ["2999-12-31", "2026-01-01"]}}
    rounds = [VOID | {"entered": {"at": moment}}]
    game = GAME | {"date": "2026-01-01", "started": moment, "rounds": rounds}
    others = [
        GAME | {"deleted": {"at": moment}},
        GAME | {"rounds": [], "history": [START | {"at": moment}, moved]},
    ]
    face = FACE | {"archived": moment}
    assert imported(club_of(game, *others, players=lines_of(face))).games == 3
    now = clock.now()
    for row in db.session.scalars(select(GameRow)):
        assert max(row.created_at, row.changed_at, row.deleted_at or now) <= now


@pytest.mark.parametrize("day", ["", "yesterday", "20260101", "2026-02-30"])
def test_a_change_of_the_date_says_two_days(day: str) -> None:
    moved = START | {"kind": "details", "details": {"played_on": [day, "2026-01-02"]}}
    [(where, _sentence)] = faults_of(lines_of(GAME | {"rounds": [], "history": [START, moved]}))
    assert where == "games.jsonl:1: history[1].details.played_on"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "This file is empty."),
        (b" \n\n", "This file is empty."),
        (b"PK", "This zip file is damaged."),
        (b"PK\x03\x04" + b"x" * 1_000, "This zip file is damaged."),
        (archive_of({"hello.txt": b"hello"}), "This zip file is not the export of a club."),
        (
            archive_of({"backup.json": b"{}", "scorekeeper.db": b""}),
            "This is the backup of a whole score book: whoever runs the server puts it back.",
        ),
        (club_of(), "There is no game in this file."),
    ],
)  # fmt: skip
def test_what_is_no_file_of_games_is_refused(content: bytes, sentence: str) -> None:
    assert faults_of(content, "file") == [("file", sentence)]


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(b"\xef\xbb\xbfgame,date\r\nabc,2026-11-22\r\n" * 9, id="a table"),
        pytest.param(b"\x89PNG\r\n\x1a\n" * 9, id="a picture"),
        pytest.param(b"oh\n" + lines_of(GAME), id="a text before the games"),
    ],
)
def test_a_file_of_something_else_is_refused_in_one_sentence(content: bytes) -> None:
    [(where, sentence)] = faults_of(content, "games.csv")
    assert (where, sentence.split(".")[0]) == ("games.csv", "This is not a file of games")


@pytest.mark.parametrize("member", ["club.json", "players.jsonl", "games.jsonl"])
@pytest.mark.parametrize("filling", [b"\n", lines_of(FACE)])
def test_an_archive_that_unpacks_to_a_thousand_times_its_size_is_not_read(
    member: str, filling: bytes
) -> None:
    bomb = CLUB | {member: filling * (4_000_000 // len(filling)) + CLUB[member]}
    told = "Unpacked, this zip file is far larger than any export of its size."
    assert faults_of(archive_of(bomb), "club.zip", most=10**10, lines=10**7) == [("club.zip", told)]


@pytest.mark.parametrize("content", [b"=1+1", lines_of(GAME)[1:]])
def test_a_file_that_is_only_called_a_zip_file_is_refused(content: bytes) -> None:
    told = "This is not a zip file, although its name says so."
    assert faults_of(content, "Club.ZIP") == [("Club.ZIP", told)]


def test_an_archive_of_a_newer_form_is_refused_in_one_sentence() -> None:
    told = "A newer version of this program made this archive, and can import it."
    newer = club_of(GAME, {**GAME, "variant": "yet to come"}, about={"format": ARCHIVE_FORMAT + 1})
    assert faults_of(newer) == [("club.json", told)]


@pytest.mark.parametrize("about", [{"format": "1"}, {"format": 0}, {}, [], None])
def test_an_archive_without_a_form_is_none(about: Any) -> None:
    told = "This zip file is not the export of a club."
    assert faults_of(club_of(GAME, about=about)) == [("club.json", told)]


def test_an_archive_that_was_cut_or_damaged_is_refused() -> None:
    start()
    whole = exported()
    first = whole.index(b"games.jsonl") + 100
    damaged = whole[:first] + b"\0" * 20 + whole[first + 20 :]
    for content in (whole[: len(whole) // 2], whole[:-10], damaged):
        assert faults_of(content, "club.zip") == [("club.zip", "This zip file is damaged.")]


@pytest.mark.parametrize("mark", [b"", BOM_UTF8])
def test_half_a_line_is_refused(mark: bytes) -> None:
    content = lines_of(GAME, GAME | {"note": "again"})[:-20]
    [(where, sentence)] = faults_of(mark + content)
    assert where == "games.jsonl:2"
    assert sentence.startswith("This is not JSON")


def test_what_unpacks_to_far_more_is_refused() -> None:
    bomb = club_of(*[GAME | {"note": "x" * 400, "id": f"g{number}"} for number in range(500)])
    assert len(bomb) < 20_000
    assert faults_of(bomb, most=100_000)[0][0] == "games.jsonl"


@pytest.mark.parametrize(
    ("games", "players", "place"),
    [(b"\n" * 3_000, b"", "games.jsonl"), (b"", b"\n" * 3_000, "players.jsonl")],
)
def test_a_file_of_empty_lines_is_not_read_to_its_end(
    games: bytes, players: bytes, place: str
) -> None:
    bomb = archive_of(CLUB | {"players.jsonl": players, "games.jsonl": games})
    assert len(bomb) < 500
    told = "This file has more than 2000 lines."
    assert faults_of(bomb, lines=2_000) == [(place, told)]


def test_an_archive_of_very_many_files_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "MOST_MEMBERS", 3)
    assert imported(archive_of(CLUB)).games == 1
    told = "This zip file is not the export of a club."
    assert faults_of(archive_of(CLUB | {"more": b""}), "club.zip") == [("club.zip", told)]


def test_an_archive_with_a_file_twice_is_refused() -> None:
    """Of two files with one name, only the last would be read."""
    first = archive_of(CLUB | {"games.jsonl": lines_of(GAME)})
    assert imported(first).games == 1
    with BytesIO(first) as file:
        with ZipFile(file, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
            archive.writestr("games.jsonl", b"")
        twice = file.getvalue()
    told = "This zip file is not the export of a club."
    assert faults_of(twice, "club.zip") == [("club.zip", told)]


@pytest.mark.parametrize("compression", [ZIP_BZIP2, ZIP_LZMA])
def test_an_archive_that_is_packed_unusually_is_refused(compression: int) -> None:
    """Such a file could make `zipfile` unpack any amount at once, even if it is damaged."""
    whole = archive_of(CLUB, compression)
    first = whole.index(b"games.jsonl") + 60
    damaged = whole[:first] + b"\0" * 20 + whole[first + 20 :]
    told = "This zip file is packed in an unusual way. Pack it with “Deflate”."
    for content in (whole, damaged):
        assert faults_of(content, "club.zip") == [("club.zip", told)]


def test_a_damaged_file_on_the_disk_is_refused(tmp_path: Path) -> None:
    """The archive’s directory places its files before the beginning of the archive."""
    whole = archive_of(CLUB)
    place = whole.rindex(b"PK\5\6") + 16
    damaged = tmp_path / "club.zip"
    damaged.write_bytes(whole[:place] + b"\xff\xff\0\0" + whole[place + 4 :])
    with damaged.open("rb") as file, pytest.raises(FaultyFileError, match="damaged"):
        _ = Source(file, "club.zip", Limits(unpacked=1_000_000, lines=1_000)).size


def test_a_line_that_does_not_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "LONGEST_LINE", 200)
    bomb = archive_of(CLUB | {"games.jsonl": b"[" * 1_000_000})
    assert faults_of(bomb) == [("games.jsonl:1", "This line is too long.")]


def test_the_list_of_faults_ends() -> None:
    assert len(faults_of(b"[]\n" * 1_000)) == MOST_FAULTS


def test_after_many_faults_of_players_nobody_reads_on() -> None:
    # The full list would be larger than a file can be.
    told = faults_of(club_of(GAME, players=b"[]\n" * 1_000), most=2_000)
    assert [where for where, _sentence in told] == [
        f"players.jsonl:{number}" for number in range(1, MOST_FAULTS + 1)
    ]


def test_a_game_that_is_twice_in_a_file_is_refused() -> None:
    other = GAME | {"id": "abc"}
    told = faults_of(lines_of(other, GAME, other | {"note": "another"}))
    assert told == [("games.jsonl:3: id", "This game is in line 1 already.")]


def test_two_names_of_one_person_do_not_sit_in_one_game() -> None:
    ann = start().seats[0].player_id
    db.session.rollback()
    with_same = Player(
        club_id=the_club().id, name="Nan", seen_at=start().created_at, same_as_id=ann
    )
    db.session.add(with_same)
    db.session.commit()
    [(where, sentence)] = faults_of(lines_of(GAME | {"players": ["Ann", "Nan"]}))
    assert where == "games.jsonl:1: players[1]"
    assert sentence == "“Nan” is the same person as “Ann”."


@pytest.mark.parametrize(
    ("face", "place"),
    [
        ("Ann", ""),
        ({"name": "", "colour": 1}, "name"),
        ({"name": "A\u200bnn", "colour": 1}, "name"),
        ({"name": 7, "colour": 1}, "name"),
        ({"name": "Ann"}, "colour"),
        (FACE | {"colour": 12}, "colour"),
        (FACE | {"colour": True}, "colour"),
        (FACE | {"sign": "Joan"}, "sign"),
        (FACE | {"sign": 5}, "sign"),
        (FACE | {"archived": "yesterday"}, "archived"),
        (FACE | {"archived": "2026-02-30T12:00:00Z"}, "archived"),
        (FACE | {"archived": "0001-01-01T12:00:00Z"}, "archived"),
        (FACE | {"keeper": True}, "keeper"),
        (FACE | {"same_as": ""}, "same_as"),
    ],
)
def test_what_makes_no_sense_of_a_player_is_refused(face: Any, place: str) -> None:
    [(where, _sentence)] = faults_of(club_of(GAME, players=json.dumps(face).encode()))
    assert where == ": ".join(filter(None, ["players.jsonl:1", place]))


def test_a_file_brings_only_so_many_new_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(roster, "MOST_NEW", 3)
    dan = {"name": "Dan", "colour": 1}
    three = lines_of(FACE, dan, dan | {"name": "Eve"})
    told = "A file can bring up to 3 new players."
    assert faults_of(club_of(GAME, players=three)) == [("games.jsonl:1", told)]
    more = three + lines_of(dan | {"name": "Flo"}) + b"[]\n" * 100
    assert faults_of(club_of(GAME, players=more)) == [("players.jsonl:4", told)]
    assert imported(club_of(GAME, players=lines_of(FACE, dan))).players == 3


@pytest.mark.parametrize("other", ["Nobody", "Cem"])
def test_a_player_is_the_same_only_as_another_one(other: str) -> None:
    face = {"name": "Cem", "colour": 1, "same_as": other}
    [(where, _sentence)] = faults_of(club_of(GAME, players=lines_of(face)))
    assert where == "players.jsonl: same_as"
