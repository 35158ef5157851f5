"""A copy of a score book in the other kind of database is the same book."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from flask import Flask
from sqlalchemy import select, text

from scorekeeper.clubs import invitations
from scorekeeper.clubs.members import find_member
from scorekeeper.clubs.roles import Role
from scorekeeper.config import Settings
from scorekeeper.demo.book import make_demo_club
from scorekeeper.games import open_rounds
from scorekeeper.games.open_round import new_open_round
from scorekeeper.rummy.messages import untranslated
from scorekeeper.statistics.check import check
from scorekeeper.statistics.rebuild import bring_up_to_date
from scorekeeper.storage.copying import AT_ONCE, CopyError, copy_book, open_empty
from scorekeeper.storage.database import Base, db
from scorekeeper.storage.models import GameRow, GameText, LeagueRow, Player, TournamentRow
from scorekeeper.storage.search_text import games_with_word
from tests.support import hall
from tests.support.clubs import let_in, the_club
from tests.support.documents import VOID, adjusted
from tests.support.empty_books import EmptyBooks
from tests.support.leagues import league
from tests.support.scorebook import record, start, totals, win

NOW = datetime(2026, 11, 21, 21, 30, tzinfo=UTC)
WEEKS = 2
FILLED = ("change", "device", "invitation", "league_evening", "round", "share_link", "table_game")
"""Tables that must have rows here. They have all kinds of columns and references."""


@pytest.fixture
def full(
    settings: Settings, empty_books: EmptyBooks, make_app: Callable[[], Flask]
) -> Iterator[Flask]:
    """A book with games of every kind, invitations, phones and an open round."""
    empty_books.put(settings)
    app = make_app()
    with app.app_context():
        club = make_demo_club(NOW, UTC, untranslated, WEEKS)
        invitations.invite(club, Role.PLAYER, timedelta(days=1))
        record(start(), adjusted(VOID, "Ann", 5))
        open_a_round()
        evening = hall.set_up()
        hall.play_round(evening)
        league([evening])
        merge_into_a_later_player()
        db.session.commit()
        yield app


def open_a_round() -> None:
    row, phone = start(), find_member(let_in(the_club(), Role.PLAYER, player="Ann"))
    assert phone
    opened = new_open_round().with_facts({"ending": "knock", "by": "0"})
    opened = opened.with_hands({0: "5"}, phone.device_id, "Ann")
    open_rounds.store(row.id, version=row.version, before=None, after=opened)


def merge_into_a_later_player() -> None:
    """Make a row refer to a later row in another batch."""
    first, *_others = players = [
        Player(club_id=the_club().id, name=f"Player {number}", seen_at=NOW)
        for number in range(AT_ONCE + 1)
    ]
    db.session.add_all(players)
    db.session.flush()
    first.same_as_id = players[-1].id


@pytest.fixture
def elsewhere(settings: Settings, tmp_path: Path, request: pytest.FixtureRequest) -> Settings:
    """The settings of an empty database of the other kind."""
    url = f"sqlite:///{tmp_path}/copy.db" if settings.database_url else ""
    return Settings(data_dir=tmp_path, database_url=url or request.getfixturevalue("schema_url"))


NAMES_A_STATE = ("game.version", "open_round.id", "tournament.version", "league.version")
"""The columns that differ in every book."""


def rows() -> dict[str, list[tuple[object, ...]]]:
    """Return every row of the open score book by table, without the columns of `NAMES_A_STATE`."""
    db.session.rollback()
    tables = [table for table in Base.metadata.sorted_tables if table.name != "book_identity"]
    return {
        table.name: [
            tuple(row)
            for row in db.session.execute(
                select(*[each for each in table.c if str(each) not in NAMES_A_STATE]).order_by(
                    *table.primary_key
                )
            )
        ]
        for table in tables
    }


def versions() -> list[int]:
    """Return the versions of all games, tournaments and leagues."""
    versioned = (GameRow, TournamentRow, LeagueRow)
    found = (db.session.scalars(select(rows.version)) for rows in versioned)
    return [version for some in found for version in some]


def quiet(_done: int, _everything: int) -> None:
    """Ignore the progress of a copy."""


@pytest.mark.usefixtures("full")
def test_a_book_is_the_same_on_the_other_database(elsewhere: Settings) -> None:
    expected, before, told = rows(), {*versions()}, list[tuple[int, int]]()
    assert [name for name in FILLED if not expected[name]] == []
    other = open_empty(elsewhere)
    with other.app_context():
        bring_up_to_date()  # A server started there does the same.
    copied = copy_book(other, lambda *done: told.append(done))
    assert copied == sum(map(len, expected.values()))
    assert told[-1] == (copied, copied)
    with other.app_context():
        assert rows() == expected
        assert list(check(quiet)) == []
        assert not {*versions()} & before
        first = db.session.scalars(select(GameText).order_by(GameText.id)).first()
        assert first
        assert first.game_id in db.session.scalars(games_with_word(first.words.split()[0])).all()
        assert totals(record(start(("Somebody", "New")), win(20))) == (20, 0)
        db.session.remove()
        db.engine.dispose()


@pytest.mark.usefixtures("full")
def test_a_database_with_a_score_book_is_left_alone(elsewhere: Settings) -> None:
    other = open_empty(elsewhere)
    with other.app_context():
        start()
        before = rows()
    with pytest.raises(CopyError, match=r"there is a score book in .* already"):
        open_empty(elsewhere)
    with pytest.raises(CopyError, match="already"):
        copy_book(other, quiet)
    with other.app_context():
        assert rows() == before
        db.session.remove()
        db.engine.dispose()


@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (
            "UPDATE round SET entry = '{' WHERE id = 7",
            r"entry of 7 in the table round is damaged; restore a backup, or delete the game \w+ ",
        ),
        (
            "UPDATE game SET totals = '{' WHERE status = 'playing'",
            r"totals of (\w+) in the table game is damaged; restore a backup, or delete .* \1 ",
        ),
        (
            "UPDATE tournament SET setup = '{'",
            r"setup of \w+ in the table tournament is damaged; restore a backup$",
        ),
    ],
    ids=["round", "game", "tournament"],
)
@pytest.mark.usefixtures("full")
def test_a_damaged_value_is_named_and_nothing_is_copied(
    damage: str, told: str, elsewhere: Settings
) -> None:
    with db.engine.begin() as connection:
        connection.execute(text(damage))
    other = open_empty(elsewhere)
    with pytest.raises(CopyError, match=told):
        copy_book(other, quiet)
    with other.app_context():
        assert not any(rows().values())
        db.session.remove()
        db.engine.dispose()
