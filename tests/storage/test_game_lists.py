"""Lists of games are turned a page at a time, to older games and back."""

from __future__ import annotations

import pytest

from scorekeeper.storage.game_lists import ListPosition, games_in_play
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
