"""A form for an access token, sent from several threads at once, makes one token."""

from __future__ import annotations

from functools import partial

from flask import Flask

from scorekeeper.clubs.access_tokens import access_tokens, make_access_token
from scorekeeper.games.transaction import new_key
from scorekeeper.storage.database import db
from tests.support.clubs import the_club
from tests.support.scorebook import at_once


def test_a_form_sent_four_times_at_once_makes_one_token(book: Flask) -> None:
    for number in range(1, 4):
        make = partial(make_access_token, the_club(), "Screen", new_key())
        made = at_once(book, *[make] * 4)
        assert made == [made[0]] * 4
        db.session.rollback()
        assert len(access_tokens(the_club())) == number
