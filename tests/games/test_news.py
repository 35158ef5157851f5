"""The news of a club: every event of its games, once, in the order of the commits."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from flask import Flask

from scorekeeper.games import commands, deletion
from scorekeeper.games.details import Details, change_details
from scorekeeper.games.news import BEGINNING, PAGE, News, add_news, newest_cursor, news_since
from scorekeeper.rummy.between import Between, BetweenKind
from scorekeeper.rummy.documents.history import ChangeKind
from scorekeeper.rummy.messages import Seat
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Club, GameRow, NewsRow
from tests.support.clubs import new_club, the_club
from tests.support.scorebook import form, record, start, win

pytestmark = pytest.mark.usefixtures("book")


def read_on(club: Club, cursor: str = BEGINNING) -> Iterator[NewsRow]:
    """Yield all the news after a cursor, page by page."""
    more = True
    while more:
        page = news_since(club, cursor)
        assert page is not None
        yield from page.news
        cursor, more = page.next, page.more


def told(club: Club | None = None) -> list[tuple[str, int | None, str | None]]:
    """Return all the news: the event, the entry of the sheet, and the author."""
    return [(row.kind, row.place, row.by) for row in read_on(club or the_club())]


def test_everything_that_happens_to_a_game_is_told_in_order() -> None:
    row = record(start(), win(20), entered_by="Ann")
    row = commands.correct(row.id, **form(row), place=1, entry=win(30), entered_by="Bob")
    row = commands.remove(row.id, **form(row), place=1)
    row = commands.undo(row.id, **form(row))
    row = commands.redo(row.id, **form(row))
    details = Details(row.played_on, "At home", "")
    row = change_details(row.id, **form(row), details=details)
    row = commands.call(row.id, **form(row), entered_by="Ann")
    row = commands.play_on(row.id, **form(row))
    given = Between(BetweenKind.ADJUST, (Seat(0),), (5,))
    row = commands.record_between(row.id, **form(row), between=given)
    row = deletion.delete(row.id, **form(row))
    deletion.restore(row.id, **form(row))
    assert told() == [
        (News.STARTED, None, None),
        (News.RECORDED, 1, "Ann"),
        (News.CORRECTED, 1, "Bob"),
        (News.REMOVED, 1, None),
        (News.UNDONE, 1, None),
        (News.REDONE, 1, None),
        (News.DETAILS, None, None),
        (News.ENDED, None, "Ann"),
        (News.RESUMED, None, None),
        (News.RECORDED, 1, None),
        (News.DELETED, None, None),
        (News.RESTORED, None, None),
    ]


def test_the_end_of_a_game_is_told_however_it_comes() -> None:
    row = record(start(overrides={"target": 80}), win(60), win(60))
    assert row.status == "over"
    row = commands.undo(row.id, **form(row))
    row = commands.correct(row.id, **form(row), place=1, entry=win(90), drop_later=True)
    assert row.status == "over"
    row = commands.correct(row.id, **form(row), place=1, entry=win(10))
    assert [kind for kind, _place, _by in told()][2:] == [
        *(News.RECORDED, News.ENDED),
        *(News.UNDONE, News.RESUMED),
        *(News.CORRECTED, News.ENDED),
        *(News.CORRECTED, News.RESUMED),
    ]


def test_a_form_that_is_sent_twice_is_told_once() -> None:
    row = start()
    sent = form(row)
    for _ in range(2):
        commands.record(row.id, **sent, round=win(20))
    assert [kind for kind, _place, _by in told()] == [News.STARTED, News.RECORDED]


def test_of_a_game_that_is_deleted_for_ever_only_that_is_left() -> None:
    kept, gone = start(), record(start(), win(20), entered_by="Ann")
    cursor = newest_cursor(the_club())
    gone = deletion.delete(gone.id, **form(gone))
    last = newest_cursor(the_club())
    deletion.delete_for_ever(the_club(), gone.id, version=gone.version)
    assert [(row.game_id, row.kind) for row in read_on(the_club())] == [
        (kept.id, News.STARTED),
        (gone.id, News.ERASED),
    ]
    for known in (cursor, last):  # The entries of both cursors are gone.
        assert [row.kind for row in read_on(the_club(), known)] == [News.ERASED]


def test_a_cursor_leads_to_what_comes_after_it_and_to_nothing_else() -> None:
    row = start(overrides={"target": 0})
    cursor = newest_cursor(the_club())
    assert list(read_on(the_club(), cursor)) == []
    row = record(row, *[win(1) for _ in range(PAGE - 1)])
    page = news_since(the_club(), cursor)
    assert page is not None
    assert ([news.place for news in page.news], page.more) == ([*range(1, PAGE)], False)
    record(row, win(1), win(1))
    page = news_since(the_club(), cursor)
    assert page is not None
    assert (len(page.news), page.more) == (PAGE, True)
    assert [news.place for news in read_on(the_club(), page.next)] == [PAGE + 1]


@pytest.mark.parametrize(
    "cursor", ["", "1", "-1", "0-00000000", "1-00000000", "9-0123abcd", "²-0123abcd", "1" * 30, "x"]
)
def test_what_is_no_cursor_leads_nowhere(cursor: str) -> None:
    start()
    assert news_since(the_club(), cursor) is None


def test_each_club_has_its_own_news() -> None:
    start()
    ours, other = newest_cursor(the_club()), new_club("Other")
    assert newest_cursor(other) == BEGINNING
    assert told(other) == []
    assert news_since(other, ours) is None
    start(club=other)
    assert len(told()) == len(told(other)) == 1
    assert news_since(other, ours) is None
    assert newest_cursor(other) != ours


PLAYERS = (("Ann", "Bob"), ("Cem", "Dan"), ("Eve", "Flo"))


def test_nothing_is_lost_or_told_twice_while_others_write(book: Flask) -> None:
    games = [start(players, overrides={"target": 0}).id for players in PLAYERS]
    heard: list[tuple[str, int | None]] = []
    all_is_played = threading.Event()

    def play(game_id: str) -> None:
        with book.app_context():
            record(db.session.get_one(GameRow, game_id), *[win(1) for _ in range(20)])

    def listen() -> None:
        cursor, is_last = BEGINNING, False
        while not is_last:
            is_last = all_is_played.is_set()
            with book.app_context():
                page = news_since(the_club(), cursor)
                assert page is not None
                heard.extend((row.game_id, row.place) for row in page.news)
                cursor = page.next

    players = [threading.Thread(target=play, args=(game_id,)) for game_id in games]
    listener = threading.Thread(target=listen)
    for thread in (listener, *players):
        thread.start()
    for thread in players:
        thread.join(timeout=60)
    all_is_played.set()
    listener.join(timeout=60)
    assert len(heard) == 3 * 21
    for game_id in games:
        assert [place for game, place in heard if game == game_id] == [None, *range(1, 21)]


def test_a_writer_that_commits_first_is_told_first(book: Flask) -> None:
    """Other writers wait for the commit, even at another table."""
    first, second = start().id, start(("Cem", "Dan")).id
    before = newest_cursor(the_club())

    def record_meanwhile() -> None:
        with book.app_context():
            record(db.session.get_one(GameRow, second), win(20))

    other = threading.Thread(target=record_meanwhile)
    with write() as session:
        add_news(session.connection(), session.get_one(GameRow, first), ChangeKind.RECORD, place=1)
        other.start()
    other.join(timeout=60)
    assert [row.game_id for row in read_on(the_club(), before)] == [first, second]
