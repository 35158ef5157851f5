"""Fixtures: a tournament that its organiser has created."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.support.organisers import Organiser


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    """A tournament of Burraco for pairs, with two rounds."""
    return Organiser(app)
