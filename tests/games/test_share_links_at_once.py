"""A form for a link, sent from several threads at once, makes one link."""

from __future__ import annotations

from functools import partial

from flask import Flask

from scorekeeper.games.share_links import make_share_link, share_links
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db
from scorekeeper.storage.models import GameRow
from tests.support.scorebook import at_once


def test_a_form_sent_four_times_at_once_makes_one_link(row: GameRow, book: Flask) -> None:
    club_id, game_id = row.club_id, row.id
    for number in range(1, 4):
        make = partial(make_share_link, club_id, game_id, new_key(), None)
        made = at_once(book, *[make] * 4)
        assert made == [made[0]] * 4
        db.session.rollback()
        assert len(share_links(game_id)) == number
