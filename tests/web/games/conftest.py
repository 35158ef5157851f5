"""A player’s phone."""

from __future__ import annotations

import pytest
from flask import Flask

from scorekeeper.clubs.roles import Role
from tests.support.clubs import visitor
from tests.support.pages import Visitor


@pytest.fixture
def bob(app: Flask) -> Visitor:
    return visitor(app, Role.PLAYER, player="Bob")
