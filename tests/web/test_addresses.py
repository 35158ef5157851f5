"""Addresses are built once, and are those that Flask builds."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask import Flask, url_for

from scorekeeper.web.shell.addresses import LONGEST_KEPT, MOST_KEPT, App

CASES: list[tuple[str, dict[str, Any]]] = [
    ("home.index", {}),
    (".show", {"game_id": "abc", "number": 7}),
    ("games.show", {"game_id": "a b/c?"}),
    ("games.show", {"game_id": "abc", "left": "recorded", "_anchor": "now"}),
    ("games.show", {"game_id": "abc", "left": True}),
    ("games.show", {"game_id": "abc", "left": 1}),
    ("games.show", {"game_id": "abc", "left": ["1", "2"]}),
    ("rounds.show", {"game_id": "abc", "number": 7}),
    ("games.show", {"game_id": "abc", "left": "x" * LONGEST_KEPT}),
    ("games.show", {"game_id": "abc", "_external": True}),
    ("static", {"filename": "suits.svg"}),
]


@pytest.mark.parametrize("below", ["", "/cards"])
@pytest.mark.parametrize("page", ["/games/abc", "/games/abc/rounds/1"])
@pytest.mark.parametrize("host", ["http://localhost", "https://cards.example"])
def test_they_are_those_that_flask_builds(app: Flask, below: str, page: str, host: str) -> None:
    for _again in range(2):
        with app.test_request_context(page, base_url=host + below):
            for endpoint, values in CASES:
                built = app.url_for(endpoint, **values)
                assert built == Flask.url_for(app, endpoint, **values), (endpoint, values)


@pytest.fixture
def kept(own_app: Flask) -> Iterator[dict[str, str]]:
    """The addresses that an app keeps, while it answers a request."""
    assert isinstance(own_app, App)
    with own_app.test_request_context("/"):
        yield own_app._built


def test_only_so_many_are_kept(kept: dict[str, str]) -> None:
    for number in range(MOST_KEPT + 10):
        url_for("rounds.show", game_id="abc", number=number)
    assert 0 < len(kept) <= MOST_KEPT


def test_long_ones_are_not_kept(kept: dict[str, str]) -> None:
    url_for("games.show", game_id="abc", left="x" * LONGEST_KEPT)
    assert not kept


def test_each_endpoint_has_one_address_whatever_the_method(app: Flask) -> None:
    endpoints = [rule.endpoint for rule in app.url_map.iter_rules()]
    assert len(endpoints) == len({*endpoints})
