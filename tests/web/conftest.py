"""Fixtures: the pages' tests share one app, and each begins with an empty score book."""

from tests.support.past_book import past
from tests.support.shared_app import app, settings, shared_app, shared_settings

__all__ = ["app", "past", "settings", "shared_app", "shared_settings"]
