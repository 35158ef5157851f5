"""Fixtures for what other programs ask."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient


@pytest.fixture
def program(app: Flask) -> FlaskClient:
    """A program that keeps no cookies."""
    return app.test_client(use_cookies=False)
