"""Fixtures: a tournament that its organiser has created."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.halls import Hall


@pytest.fixture
def hall(app: Flask) -> Hall:
    """A tournament of Burraco for pairs, with two rounds."""
    return Hall(app)
