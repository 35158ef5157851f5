"""The same score book on SQLite and on PostgreSQL, and a game on eight phones."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs.members import find_member
from scorekeeper.clubs.roles import Role
from scorekeeper.storage.models import GameRow
from tests.support.clubs import let_in, the_club
from tests.support.databases import book, make_app, settings
from tests.support.eight_phones import EIGHT
from tests.support.scorebook import start

__all__ = ["book", "make_app", "settings"]


@pytest.fixture
def phones(book: Flask) -> list[str]:
    """The ids of eight phones of the club."""
    assert book
    tokens = [let_in(the_club(), Role.PLAYER) for _ in EIGHT]
    return [member.device_id for member in map(find_member, tokens) if member]


@pytest.fixture
def row(phones: list[str]) -> GameRow:
    """A game of Three Thirteen between the owners of the phones."""
    assert len(phones) == len(EIGHT)
    return start(EIGHT, variant="three-thirteen")
