"""New players get a face that is easy to tell from the others’."""

from __future__ import annotations

from flask import Flask
from sqlalchemy import select

from scorekeeper.clubs.players import COLOURS, add_player, set_archived
from scorekeeper.storage.database import db, write
from scorekeeper.storage.models import Player
from tests.support.clubs import new_club, the_club


def add(*names: str, club_id: int) -> list[int]:
    """Add players to a club, and return their colours."""
    with write() as session:
        return [add_player(session, club_id, name).colour for name in names]


def test_the_first_players_of_a_club_have_different_colours(app: Flask) -> None:
    with app.app_context():
        names = [f"Player {number}" for number in range(COLOURS)]
        assert sorted(add(*names, club_id=the_club().id)) == list(range(COLOURS))


def test_a_new_player_gets_the_colour_that_the_fewest_have(app: Flask) -> None:
    with app.app_context():
        club_id = the_club().id
        add(*(f"Player {number}" for number in range(COLOURS)), club_id=club_id)
        with write() as session:
            session.scalars(select(Player).where(Player.colour == 5)).one().colour = 7
        assert add("Ann", club_id=club_id) == [5]
        assert add("Bob", club_id=club_id) == [0]


def test_the_players_of_another_club_do_not_count(app: Flask) -> None:
    with app.app_context():
        assert add("Ann", club_id=the_club().id) == [0]
        assert add("Bob", club_id=new_club().id) == [0]
        assert db.session.scalars(select(Player.colour)).all() == [0, 0]


def test_players_who_were_merged_into_others_do_not_count(app: Flask) -> None:
    with app.app_context():
        club_id = the_club().id
        add(*(f"Player {number}" for number in range(COLOURS)), club_id=club_id)
        with write() as session:
            one, other = (
                session.scalars(select(Player).where(Player.colour == colour)).one()
                for colour in (5, 0)
            )
            one.same_as = other
        assert add("Ann", club_id=club_id) == [5]


def test_a_player_who_is_archived_again_left_when_they_first_did(app: Flask) -> None:
    with app.app_context():
        add("Ann", club_id=the_club().id)
        ann = db.session.scalars(select(Player)).one()
        set_archived(ann, archived=True)
        first = db.session.scalars(select(Player.archived_at)).one()
        set_archived(ann, archived=True)
        assert db.session.scalars(select(Player.archived_at)).one() == first
