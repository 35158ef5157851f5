"""A game on four phones, for the tests of rounds entered together."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.party import Party


@pytest.fixture
def party(app: Flask) -> Party:
    """Four phones and a watcher, at the sheet of a game."""
    return Party(app)
