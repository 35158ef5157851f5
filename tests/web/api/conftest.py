"""Fixtures for the API."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient

from scorekeeper.clubs.access_tokens import make_access_token
from scorekeeper.games.transaction import new_key
from tests.support.clubs import the_club
from tests.support.programs import PlayingProgram, Program, token
from tests.support.table import Table


@pytest.fixture
def program(app: Flask) -> FlaskClient:
    """A program without cookies. Its answers are checked against the description."""
    return Program(app, use_cookies=False)


@pytest.fixture
def secret(table: Table) -> str:
    """An access token of the club of Ann and Bob."""
    with table.app.app_context():
        return make_access_token(the_club(), "Screen", new_key()).token


@pytest.fixture
def bearer(secret: str) -> dict[str, str]:
    """The header of a program with this token."""
    return {"Authorization": f"Bearer {secret}"}


@pytest.fixture
def player(table: Table) -> PlayingProgram:
    """The program *Scoreboard*, at the game of Ann and Bob."""
    return PlayingProgram(table.app, token(table.app), table.id)
