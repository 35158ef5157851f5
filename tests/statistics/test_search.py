"""Games are found by names, places and notes, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest
from sqlalchemy import delete, select, text

from scorekeeper.games import commands, deletion
from scorekeeper.games.details import Details, change_details
from scorekeeper.rummy.messages import Seat
from scorekeeper.rummy.round import Adjustment
from scorekeeper.statistics import book
from scorekeeper.statistics.book import Filters, book_page
from scorekeeper.statistics.check import check
from scorekeeper.statistics.rebuild import bring_up_to_date, rebuild
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import GameRow, GameText, Player
from scorekeeper.storage.search_text import words_of
from tests.support.clubs import new_club, the_club
from tests.support.scorebook import form, record, start, win

FOUND = {
    # names
    "ann": "kitchen storm",
    "An": "kitchen storm",
    "nn": "",
    "zoe": "garden",
    "ZOÉ": "garden",
    "wang": "garden",
    "王": "garden",
    # places, with and without accents, signs and capitals
    "kitchen": "kitchen",
    "KITCH": "kitchen",
    "Mireille’s": "kitchen",
    "eleve": "garden",
    "strasse": "garden",
    "Straße": "garden",
    "2nd": "garden",
    "½": "",
    # notes of games, of rounds, and of points that the table gave
    "thunder": "storm",
    "foudre": "storm",
    "umbrella": "storm",
    # every word must be found, in whatever text
    "ann thunder": "storm",
    "thunder ann kitchen": "",
    "storm umbrella bob": "storm",
    "ann  ann ANN": "kitchen storm",
    # signs are no words, and a text without words finds every game
    "": "kitchen storm garden",
    "?! '\" * & | (": "kitchen storm garden",
    "and or not": "",
    "%": "kitchen storm garden",
}


def found(asked: str) -> set[str]:
    """Return the ids of the games that a search finds."""
    words = tuple(dict.fromkeys(words_of(asked)))
    return {row.id for row in book_page(the_club(), Filters(words=words)).games}


def quiet(_done: int, _everything: int) -> None:
    """Ignore the progress."""


def detail(row: GameRow, place: str = "", note: str = "") -> GameRow:
    return change_details(row.id, Details(date(2026, 11, 14), place, note), **form(row))


@pytest.mark.usefixtures("book")
def test_a_search_finds_the_same_on_every_database() -> None:
    ids = {"kitchen": detail(start(), "Mireille’s kitchen").id}
    ids["garden"] = detail(start(("Zoé", "王 Wang")), "2nd garden, Straße des Élèves").id
    storm = record(detail(start(), note="The storm"), replace(win(5), note="Thunder!\nLa foudre"))
    gift = Adjustment(Seat(0), 5, "the umbrella")
    ids["storm"] = record(storm, replace(win(6), adjustments=(gift,))).id
    names = {game_id: name for name, game_id in ids.items()}
    results = {asked: {names[game_id] for game_id in found(asked)} for asked in FOUND}
    assert results == {asked: set(games.split()) for asked, games in FOUND.items()}


@pytest.mark.usefixtures("book")
@pytest.mark.parametrize("few", [book.MOST_IDS, 0])
def test_games_are_found_by_their_winner_and_counted(
    few: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The search looks games up by their ids only if they are few."""
    monkeypatch.setattr(book, "MOST_IDS", few)
    lost, won, again = (
        record(start(overrides={"target": 5}), win(9, by)).id for by in ("Bob", "Ann", "Ann")
    )
    start()
    ann, bob = (
        db.session.scalars(select(Player.id).where(Player.name == name)).one()
        for name in ("Ann", "Bob")
    )
    pages = {
        who: book_page(the_club(), Filters(player_id=who, won=True), counts=True)
        for who in (ann, bob, -1)
    }
    games = {who: ([row.id for row in page.games], page.found) for who, page in pages.items()}
    count = {number: number if number <= few else None for number in range(3)}
    assert games == {ann: ([again, won], count[2]), bob: ([lost], count[1]), -1: ([], 0)}


def test_a_word_is_compared_by_its_first_forty_letters() -> None:
    assert words_of("a" * 41 + " b") == ["a" * 40, "b"]


@pytest.mark.usefixtures("book")
def test_what_is_found_follows_every_change() -> None:
    row = record(start(), replace(win(5), note="thunder"))
    assert found("thunder") == {row.id}
    row = commands.correct(row.id, **form(row), place=1, entry=replace(win(5), note="rain"))
    assert (found("thunder"), found("rain")) == (set(), {row.id})
    row = commands.undo(row.id, **form(row))
    assert (found("thunder"), found("rain")) == ({row.id}, set())
    row = detail(row, "garden")
    row = commands.remove(row.id, **form(row), place=1)
    assert (found("thunder"), found("garden")) == (set(), {row.id})
    row = detail(row)
    assert found("garden") == set()
    assert db.session.scalars(select(GameText)).all() == []


@pytest.mark.usefixtures("book")
def test_a_deleted_game_is_not_found_and_leaves_no_words_behind() -> None:
    row = detail(start(), "garden")
    row = deletion.delete(row.id, **form(row))
    assert found("garden") == set()
    deletion.delete_for_ever(the_club(), row.id, version=row.version)
    if db.engine.dialect.name == "sqlite":
        # The check compares an index without a copy of its words with the table.
        db.session.execute(
            text("INSERT INTO game_words(game_words, rank) VALUES ('integrity-check', 1)")
        )
    assert db.session.scalars(select(GameText)).all() == []


@pytest.mark.usefixtures("book")
def test_a_merged_player_is_found_by_both_names_and_other_clubs_are_not_searched() -> None:
    mine = start(("Bobby", "Cem")).id
    with write() as session:
        person = Player(club_id=the_club().id, name="Roberto", seen_at=the_club().created_at)
        session.add(person)
        session.flush()
        bobby = session.scalars(select(Player).where(Player.name == "Bobby")).one()
        bobby.same_as_id = person.id
    assert found("bobby") == found("roberto") == {mine}
    words = Filters(words=("bobby",))
    assert book_page(new_club(), words).games == []


@pytest.mark.usefixtures("book")
def test_the_index_can_be_made_again_from_the_facts() -> None:
    row = record(detail(start(), "garden"), replace(win(5), note="thunder"))
    plain = record(start(), win(5)).id
    bring_up_to_date()
    with write() as session:
        session.execute(delete(GameText))
    assert found("garden") == set()
    db.session.rollback()
    assert list(check(quiet)) == [
        f"game {row.id}: the search index is out of date for its place and notes"
    ]
    rebuild(quiet)
    db.session.rollback()
    assert found("garden") == found("thunder") == {row.id} != {plain}
    db.session.rollback()
    assert list(check(quiet)) == []
