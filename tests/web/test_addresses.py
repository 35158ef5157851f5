"""Every page has one address."""

from __future__ import annotations

from flask import Flask


def test_each_endpoint_has_one_address_whatever_the_method(app: Flask) -> None:
    endpoints = [rule.endpoint for rule in app.url_map.iter_rules()]
    assert len(endpoints) == len({*endpoints})
