"""Lists of games have pages, to older games and back."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from scorekeeper.storage.database import db
from scorekeeper.storage.game_lists import ListPosition, games_in_play, games_on_the_table
from scorekeeper.storage.models import Player
from tests.support.clubs import the_club
from tests.support.scorebook import start

pytestmark = pytest.mark.usefixtures("book")


def test_whoever_turns_back_to_the_newest_games_is_led_to_none_newer() -> None:
    for _game in range(4):
        start()
    newest = games_in_play(the_club(), 2)
    older = games_in_play(the_club(), 2, ListPosition(older=newest.older))
    back = games_in_play(the_club(), 2, ListPosition(newer=older.newer))
    assert [row.id for row in back] == [row.id for row in newest]
    assert (back.newer, back.older) == (None, newest.older)


def test_the_games_of_a_player_come_first_with_a_link_to_more() -> None:
    mine, others = start(("Ann", "Bob")).id, start(("Cleo", "Dan")).id
    ann = db.session.scalars(select(Player.id).where(Player.name == "Ann")).one()
    pages = {most: games_on_the_table(the_club(), most, ann) for most in (1, 2, 3)}
    assert {most: [row.id for row in page] for most, page in pages.items()} == {
        1: [mine],
        2: [mine, others],
        3: [mine, others],
    }
    assert [most for most, page in pages.items() if page.older] == [1]
