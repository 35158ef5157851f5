"""What tests of joining look at, and a browser with a copied cookie."""

from __future__ import annotations

from typing import cast

from flask import Flask

from scorekeeper.clubs import devices
from tests.support.clubs import the_club
from tests.support.pages import Visitor


def device_count(app: Flask) -> int:
    """How many devices are in the first club."""
    with app.app_context():
        return len(devices.devices_of(the_club()))


def is_join_page(answer: str) -> bool:
    """Whether this is the page for strangers."""
    return "You need an invitation" in answer


def copy_of(browser: Visitor) -> Visitor:
    """Another browser with the same cookie."""
    copy = cast("Visitor", browser.application.test_client())
    cookie = browser.get_cookie("scorekeeper")
    copy.set_cookie("scorekeeper", cookie.value)
    return copy
