"""A game that has begun, and a player's phone."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.pages import Visitor
from tests.support.table import Table


@pytest.fixture
def table(app: Flask) -> Table:
    """A game with a round on its sheet."""
    table = Table(app)
    table.knock("Ann", Ann=5, Bob=25)
    return table


@pytest.fixture
def bob(app: Flask) -> Visitor:
    """A player's phone."""
    return visitor(app, Role.PLAYER, player="Bob")
