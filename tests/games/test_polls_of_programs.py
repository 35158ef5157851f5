"""The answer to a program’s poll of the game in play, from one query without SQLAlchemy."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import update

from scorekeeper import clock
from scorekeeper.clubs.access_tokens import make_access_token
from scorekeeper.clubs.roles import Role
from scorekeeper.games import commands
from scorekeeper.games.polls import GameInPlay, PolledNow, Polls
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import AccessToken, GameRow
from tests.support.clubs import new_club, the_club
from tests.support.eight_phones import announce
from tests.support.scorebook import form, record, start, win

pytestmark = [
    pytest.mark.usefixtures("book"),
    pytest.mark.parametrize("settings", ["sqlite", "postgresql"], indirect=True),
]


@pytest.fixture
def secret() -> str:
    """A token that was used just now."""
    made = make_access_token(the_club(), "Board", new_key(), role=Role.PLAYER).token
    change(used_at=clock.now())
    return made


def change(**values: Any) -> None:
    with write() as session:
        session.execute(update(AccessToken).values(**values))


def now(secret: str) -> PolledNow | None:
    return Polls(db.engine).now(secret)


def test_it_is_the_game_that_was_changed_last(secret: str) -> None:
    assert now(secret) == PolledNow(None, Role.PLAYER, is_clear=True)
    first, second = start(), start(("Cem", "Dan"))
    found = now(secret)
    assert found == PolledNow(GameInPlay.of(second), Role.PLAYER, is_clear=True)
    first = record(first, win(20))
    found = now(secret)
    assert found is not None
    assert (found.game, found.is_clear) == (GameInPlay(first.id, 2, 0), True)
    commands.call(first.id, **form(first))
    assert now(secret) == PolledNow(GameInPlay.of(second), Role.PLAYER, is_clear=True)


def test_a_token_that_is_none_or_of_another_club_is_told_nothing_of_it(secret: str) -> None:
    start()
    assert now("nothing") is None
    other = make_access_token(new_club("Other"), "Board", new_key()).token
    found = now(other)
    assert found is not None
    assert (found.game, found.role, found.is_clear) == (None, Role.WATCHER, False)
    change(revoked_at=clock.now())
    assert now(secret) is None


@pytest.mark.parametrize(
    ("used", "ends", "is_clear"),
    [
        (None, None, False),
        (timedelta(minutes=-6), None, False),
        (timedelta(minutes=6), None, False),
        (timedelta(0), timedelta(days=1), False),
        (timedelta(0), timedelta(days=3), True),
    ],
)
def test_what_needs_another_look_is_not_clear(
    secret: str, used: timedelta | None, ends: timedelta | None, is_clear: bool
) -> None:
    """`used` and `ends` are the token’s last use and its end, relative to now."""
    now_is = clock.now()
    change(used_at=None if used is None else now_is + used)
    change(ends_on=None if ends is None else (now_is + ends).date())
    found = now(secret)
    assert found is not None
    assert found.is_clear == is_clear


def test_a_game_that_may_be_put_aside_is_not_clear(secret: str) -> None:
    row = start()
    with write() as session:
        long_ago = clock.now() - timedelta(days=2)
        session.execute(update(GameRow).values(changed_at=long_ago))
    found = now(secret)
    assert found is not None
    assert (found.game, found.is_clear) == (GameInPlay.of(row), False)


@pytest.mark.parametrize("begun", ["recorded", "entered"])
def test_a_game_that_was_begun_is_not_put_aside(secret: str, begun: str) -> None:
    row = start()
    if begun == "recorded":
        record(row, win(20))
    else:
        announce(row.id, row.version, "knock:0")
    with write() as session:
        session.execute(update(GameRow).values(changed_at=clock.now() - timedelta(days=2)))
    found = now(secret)
    assert found is not None
    assert found.is_clear


def test_two_games_of_one_version_have_tags_of_their_own() -> None:
    first, second = GameInPlay.of(start()), GameInPlay.of(start(("Cem", "Dan")))
    assert first.version == second.version
    assert first.tag != second.tag
