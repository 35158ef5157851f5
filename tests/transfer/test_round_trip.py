"""An export is the same after an import elsewhere: sheets, lines, history and statistics."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st
from sqlalchemy import select

from scorekeeper.clubs.clubs import delete_club
from scorekeeper.games import commands
from scorekeeper.games.undoing import possible_steps
from scorekeeper.rummy.documents.game import read_game, write_game
from scorekeeper.rummy.game.facts import stating_every_rule
from scorekeeper.statistics.check import check
from scorekeeper.storage.database import db
from scorekeeper.storage.models import (
    GameResult,
    GameRow,
    GameText,
    PairMonth,
    Player,
    PlayerEvening,
    PlayerMonth,
    RoundResult,
)
from scorekeeper.transfer.exports import FORMATS
from scorekeeper.transfer.imports import Imported
from tests.statistics.test_random_books import Book
from tests.support.clubs import the_club
from tests.support.full_book import fill
from tests.support.random_games import games, games_by_sides
from tests.support.scorebook import form
from tests.support.stored_statistics import compare_with_recount, stored
from tests.support.transfers import exported, imported, quiet

STATISTICS = (GameResult, RoundResult, PlayerMonth, PairMonth, PlayerEvening)
KEPT = ("id", "status", "totals", "winners", "played", "called", "overrides", "version", "renamed")


def start_anew() -> None:
    """Delete the club, and make another one without games."""
    delete_club(the_club())
    db.session.remove()
    the_club()


def book_as_it_is() -> dict[str, Any]:
    """Return the visible content of a club, without the numbers of its rows."""
    db.session.rollback()
    names = {player.id: player.name for player in db.session.scalars(select(Player))}

    def without_numbers(line: dict[str, Any]) -> tuple[tuple[str, Any], ...]:
        who = {key: names[line[key]] for key in ("player_id", "opponent_id") if key in line}
        rest = {key: value for key, value in line.items() if key not in ("club_id", *who)}
        rounded = {k: round(v, 9) if isinstance(v, float) else v for k, v in rest.items()}
        return tuple(sorted((who | rounded).items()))

    rows = db.session.scalars(select(GameRow).order_by(GameRow.id))
    texts = map(tuple, db.session.execute(select(GameText.game_id, GameText.words)))
    return {
        "games": [{name: getattr(row, name) for name in KEPT} for row in rows],
        "words": sorted(texts),
        "seen": sorted(
            (player.name, player.seen_at) for player in db.session.scalars(select(Player))
        ),
        **{
            model.__tablename__: sorted(map(without_numbers, stored(model)), key=str)
            for model in STATISTICS
        },
        **{ending: exported(ending) for ending in FORMATS if ending not in ("zip", "xlsx")},
    }


@pytest.mark.usefixtures("book")
def test_a_club_is_the_same_elsewhere() -> None:
    fill()
    before, archive = book_as_it_is(), exported()
    start_anew()
    done = imported(archive)
    after = book_as_it_is()
    for what, value in before.items():
        if what not in ("seen", "games"):
            assert after[what] == value, what
    for old, new in zip(before["games"], after["games"], strict=True):
        assert {**new, "renamed": old["renamed"]} == old
    rounds = sum(game["played"] for game in before["games"])
    assert done == Imported(len(before["games"]), rounds, players=5, tournaments=1, leagues=1)
    assert list(check(quiet)) == []
    compare_with_recount()
    assert imported(archive) == Imported(already_there=done.games)
    assert book_as_it_is() == after


@pytest.mark.usefixtures("book")
def test_what_was_done_can_be_undone_elsewhere() -> None:
    fill()
    archive = exported()
    steps = {
        row.id: possible_steps(row, None)
        for row in db.session.scalars(select(GameRow).where(GameRow.deleted_at.is_(None)))
    }
    start_anew()
    imported(archive)
    for row in db.session.scalars(select(GameRow).where(GameRow.deleted_at.is_(None))):
        undo, redo = steps[row.id]
        found = possible_steps(row, None).undo
        assert (found and (found.kind, found.place)) == (undo and (undo.kind, undo.place))
        found = possible_steps(row, None).redo
        assert (found and (found.kind, found.place)) == (redo and (redo.kind, redo.place))
        while possible_steps(row, None).undo:
            row = commands.undo(row.id, **form(row))
        assert row.played == 0
    assert list(check(quiet)) == []


@pytest.mark.usefixtures("book")
def test_a_club_that_was_changed_at_random_is_the_same_elsewhere() -> None:
    club = Book(Random(5))
    for _change in range(40):
        club.change()
    before, archive = book_as_it_is(), exported()
    start_anew()
    imported(archive)
    after = book_as_it_is()
    for what in (*FORMATS, *(model.__tablename__ for model in STATISTICS)):
        assert after.get(what) == before.get(what), what
    assert list(check(quiet)) == []


# One database is enough, because other tests compare how both store a game.
@pytest.mark.parametrize("settings", ["sqlite"], indirect=True)
@pytest.mark.usefixtures("book")
@hypothesis_settings(
    max_examples=hypothesis_settings().max_examples // 10,
    deadline=None,
    suppress_health_check=[*HealthCheck],
)
@given(st.lists(st.one_of(games(), games_by_sides()), min_size=8, max_size=8, unique_by=json.dumps))
def test_random_games_are_imported_as_they_are(documents: list[dict[str, Any]]) -> None:
    start_anew()
    lines = "".join(json.dumps(document) + "\n" for document in documents).encode()
    assert imported(lines, "games.jsonl").games == len(documents)
    before, archive = book_as_it_is(), exported()
    stored_documents = map(json.loads, before["jsonl"].splitlines())
    found = sorted(json.dumps(write_game(read_game(document))) for document in stored_documents)
    assert found == sorted(
        json.dumps(write_game(stating_every_rule(read_game(document)))) for document in documents
    )
    assert imported(lines, "games.jsonl") == Imported(already_there=len(documents))
    start_anew()
    imported(archive)
    after = book_as_it_is()
    assert after == before
    assert list(check(quiet)) == []
