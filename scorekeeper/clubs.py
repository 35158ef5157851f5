"""Clubs: there is one so far, made with the tables."""

from __future__ import annotations

from sqlalchemy import select

from scorekeeper.db import db
from scorekeeper.models import Club


def the_club() -> Club:
    """The club that every game belongs to."""
    return db.session.scalars(select(Club).order_by(Club.id).limit(1)).one()
